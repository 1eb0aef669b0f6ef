"""One Lambda function with a role, a log group and an on-failure queue of its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_destinations as destinations
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from cachewarden.operation.policy import NOTHING_LISTED
from infra.configuration import Configuration
from infra.constructs.depends_on_policy import create_after_policy
from infra.constructs.retained_log import RetainedLog
from infra.constructs.undelivered_queue import undelivered_queue
from infra.documents.names import function_name

LAMBDAS = Path(__file__).resolve().parents[2] / "lambdas"
METRICS_NAMESPACE = "CacheWarden"


def handler_code() -> lambda_.Code:
    """The one unbundled asset that all functions share: `lambdas/` without caches and notes."""
    return lambda_.Code.from_asset(str(LAMBDAS), exclude=["**/__pycache__", "**/*.pyc", "**/*.md"])


def name_key() -> str:
    """The key of ids in the place of names: the part of the stack's id that nobody can guess and no message has."""
    return cdk.Fn.select(2, cdk.Fn.split("/", cdk.Aws.STACK_ID))


def powertools_layer_arn(scope: Construct, configuration: Configuration) -> str:
    """ARN of AWS's public Powertools layer, resolved by CloudFormation at deployment from AWS's own parameter."""
    parameter = cdk.CfnParameter(
        scope,
        "PowertoolsLayer",
        type="AWS::SSM::Parameter::Value<String>",
        default=f"/aws/service/powertools/python/arm64/python3.13/{configuration.powertools_version}",
        description="Public SSM parameter that names the pinned Powertools for AWS Lambda layer",
    )
    return parameter.value_as_string


class HandlerFunction(Construct):
    """A handler of `lambdas/handlers`, allowed what its statements say and nothing else."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        name: str,
        description: str,
        layer: lambda_.ILayerVersion,
        configuration: Configuration,
        key: kms.IKey | None,
        environment: Mapping[str, str],
        statements: Sequence[iam.PolicyStatement],
        timeout_seconds: int,
        memory_mib: int = 512,
        asynchronous: bool = False,
    ) -> None:
        """`name` is the handler's module and the deployed name's tail; `asynchronous` adds an on-failure queue.

        `key`: the owner's for environment and queue; None leaves them to AWS's own.
        """
        super().__init__(scope, construct_id)
        stem = name.replace("-", "_")
        deployed = function_name(name)
        log_group = RetainedLog(self, "Log", name=f"/aws/lambda/{deployed}", configuration=configuration)
        self.role = iam.Role(
            self,
            "Role",
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            description=f"What {deployed} may do, and nothing else",
        )
        self.role.add_to_policy(log_group.write_statement())
        self.role.add_to_policy(
            iam.PolicyStatement(
                sid="Trace", actions=["xray:PutTraceSegments", "xray:PutTelemetryRecords"], resources=["*"]
            )
        )
        for statement in statements:
            self.role.add_to_policy(statement)
        self.failures: sqs.Queue | None = None
        if asynchronous:
            self.failures = undelivered_queue(self, "Failures", key=key)
            self.role.add_to_policy(
                # CDK's grant_send_messages would add actions that Lambda never uses for a destination.
                iam.PolicyStatement(
                    sid="ReportFailures", actions=["sqs:SendMessage"], resources=[self.failures.queue_arn]
                )
            )
        self.function = lambda_.Function(
            self,
            "Function",
            function_name=deployed,
            description=description,
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            code=handler_code(),
            handler=f"handlers.{stem}.handler",
            layers=[layer],
            role=self.role.without_policy_updates(),
            timeout=cdk.Duration.seconds(timeout_seconds),
            memory_size=memory_mib,
            log_group=log_group.group,
            tracing=lambda_.Tracing.ACTIVE,
            environment={
                "POWERTOOLS_SERVICE_NAME": name,
                "POWERTOOLS_METRICS_NAMESPACE": METRICS_NAMESPACE,
                "POWERTOOLS_LOG_LEVEL": "INFO",
                "NAME_KEY": name_key() if configuration.short_names else NOTHING_LISTED,
                **environment,
            },
            environment_encryption=key,
        )
        create_after_policy(self.function, self.role)
        if self.failures is not None:
            lambda_.EventInvokeConfig(
                self,
                "Invocation",
                function=self.function,
                max_event_age=cdk.Duration.minutes(15),
                retry_attempts=2,
                on_failure=destinations.SqsDestination(self.failures),
            )

    def may_read(self, queue: sqs.Queue) -> None:
        """What Lambda does in the function's name to hand it a queue's messages (AWSLambdaSQSQueueExecutionRole)."""
        self.role.add_to_policy(
            iam.PolicyStatement(
                sid="ReadQueue",
                actions=["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
                resources=[queue.queue_arn],
            )
        )
