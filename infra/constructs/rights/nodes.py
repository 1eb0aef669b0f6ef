"""What is allowed on instances: by the tags that opt them in, hold them for an operation, or make them disposable."""

from collections.abc import Callable, Iterable

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.host_commands import HOST_PREFIX, OBSERVE_DOCUMENT
from cachewarden.operation.policy import DISPOSABLE, MANAGED, OPTED_IN, SNOOZE_UNTIL

NodeRights = Callable[[Construct, str, list[str], str], list[iam.PolicyStatement]]


def instance_arns(scope: Construct) -> str:
    """ARN pattern of all instances of the stack's account and region."""
    return cdk.Stack.of(scope).format_arn(service="ec2", resource="instance", resource_name="*")


def read_instances() -> iam.PolicyStatement:
    """A describing call of EC2 that knows no resource (Service Authorization Reference)."""
    return iam.PolicyStatement(sid="ReadInstances", actions=["ec2:DescribeInstances"], resources=["*"])


def read_agents() -> iam.PolicyStatement:
    """Whether the nodes' agents answer; knows no resource either."""
    return iam.PolicyStatement(sid="ReadAgents", actions=["ssm:DescribeInstanceInformation"], resources=["*"])


def read_protection(scope: Construct) -> iam.PolicyStatement:
    """Permission to read an instance's stop protection, and what a shutdown from inside does."""
    return iam.PolicyStatement(
        sid="ReadProtection", actions=["ec2:DescribeInstanceAttribute"], resources=[instance_arns(scope)]
    )


def read_alarms(scope: Construct) -> iam.PolicyStatement:
    """Which alarms of the account act on instances; all alarms are read for it."""
    arn = cdk.Stack.of(scope).format_arn(
        service="cloudwatch", resource="alarm", resource_name="*", arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME
    )
    return iam.PolicyStatement(sid="ReadAlarms", actions=["cloudwatch:DescribeAlarms"], resources=[arn])


def read_maintenance() -> iam.PolicyStatement:
    """Which events EC2 has scheduled for instances; IAM knows no resource of this action."""
    return iam.PolicyStatement(sid="ReadMaintenance", actions=["ec2:DescribeInstanceStatus"], resources=["*"])


def read_trails(scope: Construct) -> list[iam.PolicyStatement]:
    """Whether a trail logs refused stops; one of several regions or of the organization has another's ARN."""
    arn = cdk.Stack.of(scope).format_arn(
        service="cloudtrail", region="*", account="*", resource="trail", resource_name="*"
    )
    return [
        iam.PolicyStatement(sid="FindTrails", actions=["cloudtrail:DescribeTrails"], resources=["*"]),
        iam.PolicyStatement(
            sid="ReadTrails", actions=["cloudtrail:GetTrailStatus", "cloudtrail:GetEventSelectors"], resources=[arn]
        ),
    ]


def read_calendars(scope: Construct) -> iam.PolicyStatement:
    """Whether a Change Calendar of the account is open; owners name them as they like."""
    arn = cdk.Stack.of(scope).format_arn(service="ssm", resource="document", resource_name="*")
    return iam.PolicyStatement(sid="ReadCalendars", actions=["ssm:GetCalendarState"], resources=[arn])


def document_arns(scope: Construct, names: Iterable[str]) -> list[str]:
    """Each of all versions of its document."""
    stack = cdk.Stack.of(scope)
    return [stack.format_arn(service="ssm", resource="document", resource_name=name) for name in sorted(names)]


def read_sent_documents(scope: Construct, documents: DeployedDocuments) -> iam.PolicyStatement:
    """What versions of the documents say that acts send."""
    return read_documents(scope, set(documents.hashes) - {OBSERVE_DOCUMENT}, hashes=False)


def read_documents(scope: Construct, names: Iterable[str], *, hashes: bool = True) -> iam.PolicyStatement:
    """What versions of these documents say, and Systems Manager's own hashes of them where these are needed."""
    actions = ["ssm:DescribeDocument", "ssm:GetDocument"] if hashes else ["ssm:GetDocument"]
    return iam.PolicyStatement(sid="ReadSentDocuments", actions=actions, resources=document_arns(scope, names))


def read_command_documents(scope: Construct) -> iam.PolicyStatement:
    """The same of any Command document.

    By their common prefix: named one by one they would make the policy too long for its role (IAM quotas).
    """
    return read_documents(scope, [f"{HOST_PREFIX}*"])


def observe_hosts(scope: Construct, *, opted_out_meanwhile: bool = False) -> list[iam.PolicyStatement]:
    """Permission to run the observing document, and no other, on opted-in nodes, and to read what its versions say.

    `opted_out_meanwhile`: also on those that an operation still holds.
    """
    nodes = on_managed_nodes if opted_out_meanwhile else on_opted_in_nodes
    return [
        iam.PolicyStatement(
            sid="SendObserve",
            actions=["ssm:SendCommand", "ssm:GetDocument"],
            resources=document_arns(scope, [OBSERVE_DOCUMENT]),
        ),
        *nodes(scope, "ObserveNodes", ["ssm:SendCommand"], "ssm:resourceTag"),
        iam.PolicyStatement(sid="ReadVerdicts", actions=["ssm:GetCommandInvocation"], resources=["*"]),
    ]


def operate_instances(scope: Construct) -> list[iam.PolicyStatement]:
    """Protection, stop, start and our own tags, on opted-in nodes only."""
    return [
        *on_managed_nodes(
            scope,
            "Operate",
            ["ec2:StopInstances", "ec2:StartInstances"],
            "ec2:ResourceTag",
        ),
        *change_protection(scope, "Protect", on_only=False),
        *(
            _only_our_tags(statement)
            for statement in on_managed_nodes(scope, "Tag", ["ec2:CreateTags"], "ec2:ResourceTag")
        ),
    ]


def change_protection(scope: Construct, sid: str, *, on_only: bool) -> list[iam.PolicyStatement]:
    """Stop protection of opted-in nodes and no other attribute: user data is code [iam#modify-attribute-is-wide].

    The new value is compared only where EC2 supplies it: that it does for this attribute is concluded, not seen
    [iam#attribute-keys], and protection must go on either way.
    """
    statements = on_managed_nodes(scope, sid, ["ec2:ModifyInstanceAttribute"], "ec2:ResourceTag")
    for statement in statements:
        statement.add_condition("StringEqualsIgnoreCase", {"ec2:Attribute": "DisableApiStop"})
        if on_only:
            statement.add_condition("StringEqualsIgnoreCaseIfExists", {"ec2:Attribute/DisableApiStop": "true"})
    return statements


def opt_in(scope: Construct) -> list[iam.PolicyStatement]:
    """The tag that opts an instance in, in the spelling that all rights compare, and no other tag or value."""
    return [
        iam.PolicyStatement(
            sid="OptIn",
            actions=["ec2:CreateTags"],
            resources=[instance_arns(scope)],
            conditions={
                "StringEquals": {f"aws:RequestTag/{MANAGED}": OPTED_IN},
                "ForAllValues:StringEquals": {"aws:TagKeys": [MANAGED]},
            },
        ),
        read_protection(scope),
    ]


def opt_out(scope: Construct) -> list[iam.PolicyStatement]:
    """Of opted-in nodes: stop protection off, and the tag that opts them in off.

    Protection only of those that their owner has snoozed, as the document asks for: whoever may change the document
    reaches no other node either.
    """
    (protection,) = on_opted_in_nodes(scope, "Unprotect", ["ec2:ModifyInstanceAttribute"], "ec2:ResourceTag")
    protection.add_condition("StringEqualsIgnoreCase", {"ec2:Attribute": "DisableApiStop"})
    protection.add_condition("Null", {f"ec2:ResourceTag/{SNOOZE_UNTIL}": "false"})
    (tag,) = on_opted_in_nodes(scope, "OptOut", ["ec2:DeleteTags"], "ec2:ResourceTag")
    tag.add_condition("ForAllValues:StringEquals", {"aws:TagKeys": [MANAGED]})
    # Without it, a call without keys would fulfil the other condition: DeleteTags then takes all off.
    tag.add_condition("Null", {"aws:TagKeys": "false"})
    return [protection, tag]


def change_instance_type(scope: Construct) -> list[iam.PolicyStatement]:
    """The type of opted-in nodes and no other attribute; EC2 itself takes it of a stopped instance only.

    That EC2 supplies the key for this attribute was seen [iam#attribute-keys].
    """
    statements = on_managed_nodes(scope, "ChangeType", ["ec2:ModifyInstanceAttribute"], "ec2:ResourceTag")
    for statement in statements:
        statement.add_condition("StringEqualsIgnoreCase", {"ec2:Attribute": "InstanceType"})
    return statements


def read_wanted_types() -> iam.PolicyStatement:
    """What a type is, whether a zone has it, and where room for it is reserved; no call knows a resource."""
    return iam.PolicyStatement(
        sid="ReadWantedTypes",
        actions=[
            "ec2:DescribeCapacityReservations",
            "ec2:DescribeInstanceTypeOfferings",
            "ec2:DescribeInstanceTypes",
        ],
        resources=["*"],
    )


def _only_our_tags(statement: iam.PolicyStatement) -> iam.PolicyStatement:
    """The tags that we write and no other; none of them on a node that isn't opted in or in operation already."""
    statement.add_conditions(
        {
            "ForAllValues:StringEquals": {
                "aws:TagKeys": [
                    "cachewarden:state",
                    "cachewarden:last-operation",
                    "cachewarden:last-error",
                    "cachewarden:stop-proven",
                ]
            }
        }
    )
    return statement


def on_opted_in_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are opted in.

    `tag_key` is the service's condition key for tags of the resource, without the tag.
    """
    return [
        iam.PolicyStatement(
            sid=f"{sid}OptedIn",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={"StringEquals": {f"{tag_key}/cachewarden:managed": "true"}},
        )
    ]


def on_disposable_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are tagged as disposable and that nobody has opted in."""
    return [
        iam.PolicyStatement(
            sid=f"{sid}Disposable",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={
                "StringEquals": {f"{tag_key}/{DISPOSABLE}": "true"},
                "Null": {f"{tag_key}/{MANAGED}": "true"},
            },
        )
    ]


def on_managed_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are opted in, or that our running operation still holds [tags#state].

    `tag_key` as for `on_opted_in_nodes`.
    """
    return [
        *on_opted_in_nodes(scope, sid, actions, tag_key),
        iam.PolicyStatement(
            sid=f"{sid}InOperation",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={"StringEquals": {f"{tag_key}/cachewarden:state": "operating"}},
        ),
    ]
