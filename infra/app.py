"""The CDK app: what hosts run and what decides, as three stacks."""

import aws_cdk as cdk

from infra.configuration import Configuration, ConfigurationError
from infra.stacks.control import ControlStack
from infra.stacks.group_creation import GroupCreationStack
from infra.stacks.host import HostStack

HOST_STACK = "CacheWardenHost"
GROUP_CREATION_STACK = "CacheWardenGroupCreation"
CONTROL_STACK = "CacheWarden"


def build_app(outdir: str | None = None) -> cdk.App:
    """The app, not yet synthesized. Raises `ConfigurationError` for a context value that doesn't fit."""
    app = cdk.App(outdir=outdir)
    configuration = Configuration.from_context(app.node.try_get_context)
    hosts = HostStack(app, HOST_STACK, description="CacheWarden: what the nodes run")
    creation = GroupCreationStack(
        app, GROUP_CREATION_STACK, description="CacheWarden: what builds Availability Groups on the nodes"
    )
    control = ControlStack(
        app, CONTROL_STACK, description="CacheWarden: what watches, decides and acts", configuration=configuration
    )
    # A document that moved to the other stack must be gone before it is made there: names are unique.
    creation.add_dependency(hosts)
    control.add_dependency(hosts)
    control.add_dependency(creation)
    return app


def main() -> None:
    """Synthesize into the folder that the CDK CLI names; a wrong setting ends with a sentence and exit code 1."""
    try:
        build_app().synth()
    except ConfigurationError as error:
        raise SystemExit(f"cachewarden: {error}") from None


if __name__ == "__main__":
    main()
