"""A Step Functions machine from its YAML, with a role and a log of its own."""

import json
from collections.abc import Mapping, Sequence

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.configuration import Configuration
from infra.constructs.depends_on_policy import create_after_policy
from infra.constructs.handler_function import METRICS_NAMESPACE
from infra.constructs.retained_log import RetainedLog
from infra.machine_definition import machine_definition

MAINTAIN_REPLICA = "cachewarden-maintain-replica"

LOG_DELIVERY_ACTIONS = (
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
)
"""What Step Functions needs to deliver its log; these actions know no resource (Step Functions developer guide)."""

TRACE_ACTIONS = (
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
)


class Workflow(Construct):
    """One machine; its definition is the file's, with `${…}` placeholders that CloudFormation fills."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        stem: str,
        description: str,
        substitutions: Mapping[str, str],
        statements: Sequence[iam.PolicyStatement],
        configuration: Configuration,
    ) -> None:
        super().__init__(scope, construct_id)
        self.name = f"cachewarden-{stem.replace('_', '-')}"
        # A token, not a substitution: cfn-lint takes only arn:aws: for a service integration (E3601).
        integrations = f'"arn:{cdk.Aws.PARTITION}:states:::'
        text = json.dumps(machine_definition(stem), separators=(",", ":")).replace('"arn:aws:states:::', integrations)
        log = RetainedLog(self, "Log", name=f"/aws/vendedlogs/states/{self.name}", configuration=configuration)
        if ":states:::events:putEvents" in text:
            self._count_events_not_put(log)
        self.role = iam.Role(
            self,
            "Role",
            assumed_by=iam.ServicePrincipal(
                "states.amazonaws.com", conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}}
            ),
            description=description,
        )
        self.role.add_to_policy(
            iam.PolicyStatement(sid="DeliverLog", actions=list(LOG_DELIVERY_ACTIONS), resources=["*"])
        )
        self.role.add_to_policy(iam.PolicyStatement(sid="Trace", actions=list(TRACE_ACTIONS), resources=["*"]))
        for statement in statements:
            self.role.add_to_policy(statement)
        self.machine = sfn.StateMachine(
            self,
            "Machine",
            state_machine_name=self.name,
            definition_body=sfn.DefinitionBody.from_string(text),
            definition_substitutions=dict(substitutions) or None,
            role=self.role.without_policy_updates(),
            logs=sfn.LogOptions(
                destination=log.group,
                level=sfn.LogLevel.ALL,
                include_execution_data=not configuration.short_names,  # evidence names everything
            ),
            tracing_enabled=True,
            removal_policy=cdk.RemovalPolicy.DESTROY,
        )
        # Step Functions refuses a machine without its log group; the ARN by name tells CloudFormation nothing.
        create_after_policy(self.machine, self.role, log.resource)

    def _count_events_not_put(self, log: RetainedLog) -> None:
        """Each try that EventBridge didn't take is in the log; functions count theirs themselves.

        A line of the log has the details of its event under `details`, those of TaskFailed with their `resourceType`
        (Step Functions API reference, TaskFailedEventDetails).
        """
        counted = logs.CfnMetricFilter(
            self,
            "EventsNotPut",
            log_group_name=log.group.log_group_name,
            filter_pattern='{ $.type = "TaskFailed" && $.details.resourceType = "events" }',
            metric_transformations=[
                logs.CfnMetricFilter.MetricTransformationProperty(
                    metric_namespace=METRICS_NAMESPACE, metric_name="EventNotPut", metric_value="1"
                )
            ],
        )
        counted.add_dependency(log.resource)

    @property
    def arn(self) -> str:
        """The machine's ARN by its fixed name, usable before the machine exists."""
        return machine_arn(self, self.name)


def machine_arn(scope: Construct, name: str) -> str:
    """ARN of the machine called `name` in the stack's account and region."""
    return cdk.Stack.of(scope).format_arn(
        service="states", resource="stateMachine", resource_name=name, arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME
    )


def execution_arns(scope: Construct, name: str) -> str:
    """ARN pattern of all executions of the machine called `name`."""
    return cdk.Stack.of(scope).format_arn(
        service="states", resource="execution", resource_name=f"{name}:*", arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME
    )
