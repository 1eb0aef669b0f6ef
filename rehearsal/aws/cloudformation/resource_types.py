"""The CloudFormation types that can be deployed here: what names them, what Ref gives, which attributes they have.

Source: CloudFormation's resource reference, "Return values" of each type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION


def _arn(service: str, rest: str, *, region: str = REGION) -> Callable[[str], str]:
    return lambda ref: f"arn:{PARTITION}:{service}:{region}:{ACCOUNT_ID}:{rest.format(ref=ref)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceType:
    """`reference` makes what Ref gives of the name; attributes are made of what Ref gives.

    `has_path`: the property Path stands before the name in its ARN [iam#paths].
    """

    name_property: str | None = None
    has_path: bool = False
    reference: Callable[[str], str] | None = None
    attributes: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


def _last(ref: str) -> str:
    return ref.rsplit(":", 1)[-1].rsplit("/", 1)[-1]


def _queue_url(name: str) -> str:
    return f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT_ID}/{name}"


RESOURCE_TYPES: Mapping[str, ResourceType] = {
    "AWS::CloudWatch::Alarm": ResourceType(
        name_property="AlarmName", attributes={"Arn": _arn("cloudwatch", "alarm:{ref}")}
    ),
    "AWS::CloudWatch::CompositeAlarm": ResourceType(name_property="AlarmName"),
    "AWS::CloudWatch::Dashboard": ResourceType(name_property="DashboardName"),
    "AWS::DynamoDB::GlobalTable": ResourceType(
        name_property="TableName", attributes={"Arn": _arn("dynamodb", "table/{ref}")}
    ),
    "AWS::DynamoDB::Table": ResourceType(
        name_property="TableName", attributes={"Arn": _arn("dynamodb", "table/{ref}")}
    ),
    "AWS::Events::Rule": ResourceType(name_property="Name", attributes={"Arn": _arn("events", "rule/{ref}")}),
    "AWS::IAM::InstanceProfile": ResourceType(
        name_property="InstanceProfileName", attributes={"Arn": _arn("iam", "instance-profile/{ref}", region="")}
    ),
    "AWS::IAM::ManagedPolicy": ResourceType(
        name_property="ManagedPolicyName",
        reference=_arn("iam", "policy/{ref}", region=""),
        attributes={"PolicyArn": lambda ref: ref},
    ),
    "AWS::IAM::Policy": ResourceType(name_property="PolicyName"),
    "AWS::IAM::Role": ResourceType(
        name_property="RoleName", has_path=True, attributes={"Arn": _arn("iam", "role{ref}", region="")}
    ),
    "AWS::Lambda::EventInvokeConfig": ResourceType(),
    "AWS::Lambda::EventSourceMapping": ResourceType(),
    "AWS::Lambda::Function": ResourceType(
        name_property="FunctionName", attributes={"Arn": _arn("lambda", "function:{ref}")}
    ),
    "AWS::Lambda::Permission": ResourceType(),
    "AWS::Logs::LogGroup": ResourceType(
        name_property="LogGroupName", attributes={"Arn": _arn("logs", "log-group:{ref}:*")}
    ),
    "AWS::Logs::MetricFilter": ResourceType(name_property="FilterName"),
    "AWS::SNS::Subscription": ResourceType(),
    "AWS::SNS::Topic": ResourceType(
        name_property="TopicName",
        reference=_arn("sns", "{ref}"),
        attributes={"TopicArn": lambda ref: ref, "TopicName": _last},
    ),
    "AWS::SNS::TopicPolicy": ResourceType(),
    "AWS::SQS::Queue": ResourceType(
        name_property="QueueName",
        reference=_queue_url,
        attributes={
            "Arn": lambda ref: _arn("sqs", "{ref}")(_last(ref)),
            "QueueName": _last,
            "QueueUrl": lambda ref: ref,
        },
    ),
    "AWS::SQS::QueuePolicy": ResourceType(),
    "AWS::SSM::Document": ResourceType(name_property="Name"),
    "AWS::SSM::Parameter": ResourceType(name_property="Name"),
    "AWS::StepFunctions::StateMachine": ResourceType(
        name_property="StateMachineName",
        reference=_arn("states", "stateMachine:{ref}"),
        attributes={"Arn": lambda ref: ref, "Name": _last},
    ),
}


def physical_id(kind: str, name: str) -> str:
    """What Ref gives for a resource of this type and name."""
    reference = RESOURCE_TYPES[kind].reference
    return name if reference is None else reference(name)


def attribute(kind: str, reference: str, name: str, *, path: str = "/") -> str:
    """What GetAtt gives; `path` is the resource's property of that name, / without. Raises KeyError for another one."""
    described = RESOURCE_TYPES[kind]
    return described.attributes[name](f"{path}{reference}" if described.has_path else reference)
