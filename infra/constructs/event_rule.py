"""A rule on the default bus with a dead-letter queue of its own."""

from collections.abc import Mapping, Sequence

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.constructs.undelivered_queue import undelivered_queue


class EventRule(Construct):
    """Sends matching events to a function; what can't be delivered within `max_age_minutes` waits in the queue."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        description: str,
        source: Sequence[str],
        detail_type: Sequence[str],
        detail: Mapping[str, object],
        function: lambda_.IFunction,
        key: kms.IKey | None,
        max_age_minutes: int = 15,
    ) -> None:
        """`source`, `detail_type` and `detail` are EventBridge's own pattern; they go into the template untouched.

        `key`: the owner's, for the queue.
        """
        super().__init__(scope, construct_id)
        self.undelivered = undelivered_queue(self, "Undelivered", key=key)
        self.rule = events.Rule(
            self,
            "Rule",
            description=description,
            event_pattern=events.EventPattern(source=list(source), detail_type=list(detail_type), detail=dict(detail)),
        )
        self.rule.add_target(
            targets.LambdaFunction(
                function,
                dead_letter_queue=self.undelivered,
                max_event_age=cdk.Duration.minutes(max_age_minutes),
                retry_attempts=20,
            )
        )
