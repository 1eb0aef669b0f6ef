"""The lease table: one item per cluster."""

import aws_cdk as cdk
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from constructs import Construct

LEASE_KEY = "cluster"


class LeaseTable(Construct):
    """Holds owner, fencing token, expiry and saved replica modes of each cluster; kept when the stack goes.

    No time-to-live: an expired lease still carries the token that the hosts have seen and the modes to put back.
    """

    def __init__(self, scope: Construct, construct_id: str) -> None:
        super().__init__(scope, construct_id)
        self.table = dynamodb.TableV2(
            self,
            "Table",
            table_name="cachewarden-leases",
            partition_key=dynamodb.Attribute(name=LEASE_KEY, type=dynamodb.AttributeType.STRING),
            billing=dynamodb.Billing.on_demand(),
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            deletion_protection=True,
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )

    def use_statement(self) -> iam.PolicyStatement:
        """Permission to conditionally write lease items."""
        return iam.PolicyStatement(
            sid="UseLeases", actions=["dynamodb:PutItem", "dynamodb:UpdateItem"], resources=[self.table.table_arn]
        )

    def release_statement(self) -> iam.PolicyStatement:
        """Permission to end a lease that exists."""
        return iam.PolicyStatement(
            sid="ReleaseLeases", actions=["dynamodb:UpdateItem"], resources=[self.table.table_arn]
        )

    def read_statement(self) -> iam.PolicyStatement:
        """Permission to read every cluster's lease: there are as many as clusters."""
        return iam.PolicyStatement(sid="ReadLeases", actions=["dynamodb:Scan"], resources=[self.table.table_arn])
