"""A rule whose events wait in a queue for a moment and reach a function many at a time."""

from collections.abc import Mapping, Sequence

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.encrypted_queue import encrypted_queue
from infra.constructs.handler_function import HandlerFunction
from infra.constructs.undelivered_queue import undelivered_queue

BATCH_SIZE = 1000
"""Events that one call of the function gets at most; a state change is about 0.5 KB, and a call takes 6 MB."""
WINDOW_SECONDS = 10
"""How long Lambda gathers them: what follows, a start or a message, takes minutes anyway."""
CONCURRENT_CALLS = 2
"""The least that Lambda lets a queue have. A scale-out takes no more of the account's concurrency than this; reserving
some for the function would fail the deployment in accounts whose limit is still ten."""
RECEIVES = 5
"""AWS's advice for queues that functions read: fewer, and a throttled function loses events."""


class BatchedEventRule(Construct):
    """Sends matching events to a queue that the function reads; what it can't handle waits in another queue.

    An event that nobody read for `max_age_minutes` is gone; the alarm on the queue's age comes long before.
    """

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        description: str,
        source: Sequence[str],
        detail_type: Sequence[str],
        detail: Mapping[str, object],
        function: HandlerFunction,
        key: kms.IKey | None,
        max_age_minutes: int,
    ) -> None:
        """`source`, `detail_type` and `detail` are EventBridge's own pattern; they go into the template untouched.

        `key`: the owner's, for both queues.
        """
        super().__init__(scope, construct_id)
        timeout = function.function.timeout
        assert timeout is not None
        self.undelivered = undelivered_queue(self, "Undelivered", key=key)
        self.waiting = encrypted_queue(
            self,
            "Waiting",
            key=key,
            retention_period=cdk.Duration.minutes(max_age_minutes),
            # Six times the function's time, and its window besides [events#sqs-to-lambda].
            visibility_timeout=cdk.Duration.seconds(6 * timeout.to_seconds() + WINDOW_SECONDS),
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.undelivered, max_receive_count=RECEIVES),
        )
        self.rule = events.Rule(
            self,
            "Rule",
            description=description,
            event_pattern=events.EventPattern(source=list(source), detail_type=list(detail_type), detail=dict(detail)),
        )
        self.waiting.add_to_resource_policy(
            iam.PolicyStatement(
                sid="TakeEvents",
                principals=[iam.ServicePrincipal("events.amazonaws.com")],
                actions=["sqs:SendMessage"],
                resources=[self.waiting.queue_arn],
                conditions={"ArnEquals": {"aws:SourceArn": self.rule.rule_arn}},
            )
        )
        self.rule.add_target(
            targets.SqsQueue(
                # An imported queue: for one of its own, CDK grants two reading actions besides.
                sqs.Queue.from_queue_arn(self, "Target", self.waiting.queue_arn),
                dead_letter_queue=self.undelivered,
                max_event_age=cdk.Duration.minutes(max_age_minutes),
                retry_attempts=20,
            )
        )
        function.may_read(self.waiting)
        lambda_.EventSourceMapping(
            self,
            "Source",
            target=function.function,
            event_source_arn=self.waiting.queue_arn,
            batch_size=BATCH_SIZE,
            max_batching_window=cdk.Duration.seconds(WINDOW_SECONDS),
            max_concurrency=CONCURRENT_CALLS,
            report_batch_item_failures=True,
        )
