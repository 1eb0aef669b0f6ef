"""An OpsItem in OpsCenter for each node and code for which a person must act; EventBridge makes it of our own event."""

import json

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.loop.own_events import SOURCE, OwnEvent

FIELDS = ("instanceId", "code", "why", "dataIsSafe", "next", "page")
"""Of the event's detail: every event that asks for a person has them."""


class OpsItems(Construct):
    """OpsCenter makes no second one of the same node and code while one is open or in progress; people resolve it.

    It may answer a duplicate with an error, so the rule has no dead-letter queue: each repeated event would lie in it.
    """

    def __init__(self, scope: Construct, construct_id: str) -> None:
        super().__init__(scope, construct_id)
        role = iam.Role(
            self,
            "Role",
            assumed_by=iam.ServicePrincipal(
                "events.amazonaws.com", conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}}
            ),
            description="Makes an OpsItem of an event of CacheWarden",
        )
        role.add_to_policy(
            # Knows no resource (Service Authorization Reference).
            iam.PolicyStatement(sid="CreateOpsItem", actions=["ssm:CreateOpsItem"], resources=["*"])
        )
        events.CfnRule(
            self,
            "Rule",
            description="A person must act on a node of CacheWarden; OpsCenter gets an OpsItem",
            event_pattern={
                "source": [SOURCE],
                "detail-type": [OwnEvent.ATTENTION.value],
                "detail": {"actionRequired": [True]},
            },
            targets=[
                events.CfnRule.TargetProperty(
                    id="OpsItem",
                    arn=f"arn:{cdk.Aws.PARTITION}:ssm:{cdk.Aws.REGION}:{cdk.Aws.ACCOUNT_ID}:opsitem",
                    role_arn=role.role_arn,
                    input_transformer=events.CfnRule.InputTransformerProperty(
                        input_paths_map={name: f"$.detail.{name}" for name in FIELDS}, input_template=_template()
                    ),
                )
            ],
        )


def _template() -> str:
    """The OpsItem. Texts stand without quotes, so that EventBridge writes them as JSON; inside quotes are only ids."""
    dedup = json.dumps(json.dumps({"dedupString": "cachewarden-<instanceId>-<code>"}))
    data = ", ".join(f'"{name}": {{"type": "String", "value": <{name}>}}' for name in ("why", "dataIsSafe", "page"))
    return (
        '{"title": "CacheWarden: <code> on <instanceId>", "description": <next>, "category": "Availability", '
        '"severity": "2", "source": "CacheWarden", "operationalData": '
        f'{{"/aws/dedup": {{"type": "SearchableString", "value": {dedup}}}, {data}}}}}'
    )
