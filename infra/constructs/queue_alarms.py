"""An alarm for each queue: people learn of every event that could not be handled."""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sqs as sqs
from constructs import Construct, IConstruct


class QueueAlarms(Construct):
    """An alarm for each queue of events that no function took; it goes to the topic as soon as one lies there."""

    def __init__(self, scope: Construct, construct_id: str, *, topic: sns.Topic, queues: Iterable[sqs.Queue]) -> None:
        super().__init__(scope, construct_id)
        topic.add_to_resource_policy(
            iam.PolicyStatement(
                sid="AlarmsTellPeople",
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                actions=["sns:Publish"],
                resources=[topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}},
            )
        )
        for queue in queues:
            alarm = cloudwatch.Alarm(
                self,
                _name(queue),
                alarm_description=(
                    f"An event that {_name(queue)} should have handled lies in its queue. A node may be left with its "
                    "cache on NVMe, without protection or in the middle of an operation: read the message, then ask "
                    "CacheWarden again for what it was about."
                ),
                metric=queue.metric_approximate_number_of_messages_visible(
                    statistic="Maximum", period=cdk.Duration.minutes(1)
                ),
                threshold=1,
                evaluation_periods=1,
                comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
                treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
            )
            alarm.add_alarm_action(actions.SnsAction(topic))


def queues_in(scope: IConstruct) -> list[sqs.Queue]:
    """Every queue below `scope`, in the order in which they were made."""
    return [found for found in scope.node.find_all() if isinstance(found, sqs.Queue)]


def _name(queue: sqs.Queue) -> str:
    """What the queue belongs to, such as RefusedStop or Janitor."""
    owner = queue.node.scope
    return owner.node.id if owner is not None else queue.node.id
