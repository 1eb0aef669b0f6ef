"""An alarm for each queue: people learn of every event that could not be handled."""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sqs as sqs
from constructs import Construct, IConstruct

OLDEST_MINUTES = 15
"""Twice as long as a message that failed once is hidden."""


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
            alarm = self._undelivered(queue) if queue.dead_letter_queue is None else self._unread(queue)
            alarm.add_alarm_action(actions.SnsAction(topic))

    def _undelivered(self, queue: sqs.Queue) -> cloudwatch.Alarm:
        return self._alarm(
            _name(queue),
            description=(
                f"An event that {_name(queue)} should have handled lies in its queue. A node may be left with its "
                "cache on NVMe, without protection or in the middle of an operation: read the message, then ask "
                "CacheWarden again for what it was about."
            ),
            metric=queue.metric_approximate_number_of_messages_visible(
                statistic="Maximum", period=cdk.Duration.minutes(1)
            ),
            threshold=1,
        )

    def _unread(self, queue: sqs.Queue) -> cloudwatch.Alarm:
        return self._alarm(
            f"{_name(queue)}Waiting",
            description=(
                f"An event has waited for {OLDEST_MINUTES} minutes in the queue of {_name(queue)}, which keeps it for "
                "an hour. Read in the log of cachewarden-ingest why it isn't handled. The sweep, every quarter of an "
                "hour, finds each node that runs outside of service all the same."
            ),
            metric=queue.metric_approximate_age_of_oldest_message(statistic="Maximum", period=cdk.Duration.minutes(1)),
            threshold=OLDEST_MINUTES * 60,
        )

    def _alarm(
        self, construct_id: str, *, description: str, metric: cloudwatch.Metric, threshold: int
    ) -> cloudwatch.Alarm:
        return cloudwatch.Alarm(
            self,
            construct_id,
            alarm_description=description,
            metric=metric,
            threshold=threshold,
            evaluation_periods=1,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )


def queues_in(scope: IConstruct) -> list[sqs.Queue]:
    """Every queue below `scope`, in the order in which they were made."""
    return [found for found in scope.node.find_all() if isinstance(found, sqs.Queue)]


def _name(queue: sqs.Queue) -> str:
    """What the queue belongs to, such as RefusedStop or Janitor."""
    owner = queue.node.scope
    return owner.node.id if owner is not None else queue.node.id
