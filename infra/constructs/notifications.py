"""The topic through which people learn what happened to their node, and the bus through which programs do."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from cachewarden.loop.own_events import SOURCE, OwnEvent
from infra.configuration import Configuration

TOPIC_NAME = "AutomationCacheWarden"
"""It begins with `Automation`, which `aws:approve` demands (SSM Automation user guide)."""


def topic_arn(scope: Construct) -> str:
    """By its name, since a stack that names another one's resource ties that stack's updates to its own."""
    return cdk.Stack.of(scope).format_arn(service="sns", resource=TOPIC_NAME)


def publish_statement(scope: Construct) -> iam.PolicyStatement:
    """Permission to publish to the topic alone."""
    return iam.PolicyStatement(sid="Notify", actions=["sns:Publish"], resources=[topic_arn(scope)])


class Notifications(Construct):
    """One topic, and who may publish to it."""

    def __init__(
        self, scope: Construct, construct_id: str, *, configuration: Configuration, key: kms.IKey | None
    ) -> None:
        """`key`: the owner's; None leaves the topic to what SNS does by itself."""
        super().__init__(scope, construct_id)
        self.topic = sns.Topic(
            self,
            "Topic",
            topic_name=TOPIC_NAME,
            display_name="CacheWarden",
            enforce_ssl=True,
            master_key=key,
        )
        if configuration.notification_email is not None:
            self.topic.add_subscription(subscriptions.EmailSubscription(configuration.notification_email))

    def tell_statements(self) -> list[iam.PolicyStatement]:
        """Permission to publish to this topic, and to put the events that go with messages."""
        return [publish_statement(self), self.put_events_statement()]

    def put_events_statement(self) -> iam.PolicyStatement:
        """Permission to put CacheWarden's own events, and no others, on the default bus."""
        bus = cdk.Stack.of(self).format_arn(service="events", resource="event-bus", resource_name="default")
        return iam.PolicyStatement(
            sid="PutOwnEvents",
            actions=["events:PutEvents"],
            resources=[bus],
            conditions={
                "ForAllValues:StringEquals": {
                    "events:source": SOURCE,
                    "events:detail-type": [each.value for each in OwnEvent],
                },
                # A call that carries no such key would fulfil the condition above.
                "Null": {"events:source": "false", "events:detail-type": "false"},
            },
        )
