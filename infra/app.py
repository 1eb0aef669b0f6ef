"""The CDK app: what hosts run and what decides, as five stacks."""

import aws_cdk as cdk

from infra.configuration import Configuration, ConfigurationError
from infra.stacks.break_glass import BreakGlassStack
from infra.stacks.control import ControlStack
from infra.stacks.documents import FACTS, GROUP_CREATION, DocumentStack
from infra.stacks.host import HostStack

HOST_STACK = "CacheWardenHost"
GROUP_CREATION_STACK = "CacheWardenGroupCreation"
FACTS_STACK = "CacheWardenFacts"
CONTROL_STACK = "CacheWarden"
BREAK_GLASS_STACK = "CacheWardenBreakGlass"


def build_app(outdir: str | None = None) -> cdk.App:
    """The app, not yet synthesized. Raises `ConfigurationError` for a context value that doesn't fit."""
    app = cdk.App(outdir=outdir)
    configuration = Configuration.from_context(app.node.try_get_context)
    hosts = HostStack(app, HOST_STACK, description="CacheWarden: what the nodes run")
    creation = DocumentStack(
        app,
        GROUP_CREATION_STACK,
        description="CacheWarden: what builds Availability Groups on the nodes",
        stems=GROUP_CREATION,
    )
    facts = DocumentStack(
        app, FACTS_STACK, description="CacheWarden: what records facts on disposable nodes", stems=FACTS
    )
    # The host stack had these documents before: it lets their names go first.
    facts.add_dependency(hosts)
    control = ControlStack(
        app, CONTROL_STACK, description="CacheWarden: what watches, decides and acts", configuration=configuration
    )
    control.add_dependency(hosts)
    control.add_dependency(creation)
    control.add_dependency(facts)
    breaking = BreakGlassStack(
        app,
        BREAK_GLASS_STACK,
        description="CacheWarden: what still acts on a node when the rest doesn't work",
        documents=control.breaking_glass,
    )
    # Deployed last: while another stack fails, it stays at the version whose bundle the nodes have.
    breaking.add_dependency(control)
    return app


def main() -> None:
    """Synthesize into the folder that the CDK CLI names; a wrong setting ends with a sentence and exit code 1."""
    try:
        build_app().synth()
    except ConfigurationError as error:
        raise SystemExit(f"cachewarden: {error}") from None


if __name__ == "__main__":
    main()
