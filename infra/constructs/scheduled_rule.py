"""A rule on the default bus that calls a function again and again, with a dead-letter queue of its own."""

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.constructs.undelivered_queue import undelivered_queue


class ScheduledRule(Construct):
    """Calls the function every `minutes`; a call that couldn't be made in the meantime waits in the queue."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        description: str,
        minutes: int,
        function: lambda_.IFunction,
        key: kms.IKey | None,
    ) -> None:
        """`key`: the owner's, for the queue."""
        super().__init__(scope, construct_id)
        self.undelivered = undelivered_queue(self, "Undelivered", key=key)
        self.rule = events.Rule(
            self, "Rule", description=description, schedule=events.Schedule.rate(cdk.Duration.minutes(minutes))
        )
        self.rule.add_target(
            targets.LambdaFunction(
                function,
                dead_letter_queue=self.undelivered,
                max_event_age=cdk.Duration.minutes(minutes),
                retry_attempts=10,
            )
        )
