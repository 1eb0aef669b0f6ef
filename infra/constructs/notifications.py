"""The topic through which people learn what happened to their node."""

from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from infra.configuration import Configuration


class Notifications(Construct):
    """One topic; its name begins with `Automation`, which `aws:approve` demands (SSM Automation user guide)."""

    def __init__(
        self, scope: Construct, construct_id: str, *, configuration: Configuration, key: kms.IKey | None
    ) -> None:
        """`key`: the owner's; None leaves the topic to what SNS does by itself."""
        super().__init__(scope, construct_id)
        self.topic = sns.Topic(
            self,
            "Topic",
            topic_name="AutomationCacheWarden",
            display_name="CacheWarden",
            enforce_ssl=True,
            master_key=key,
        )
        if configuration.notification_email is not None:
            self.topic.add_subscription(subscriptions.EmailSubscription(configuration.notification_email))

    def publish_statement(self) -> iam.PolicyStatement:
        """Permission to publish to this topic alone."""
        return iam.PolicyStatement(sid="Notify", actions=["sns:Publish"], resources=[self.topic.topic_arn])
