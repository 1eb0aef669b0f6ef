"""What Lambda and Step Functions do themselves with an execution role: assume it, log, trace, report failures.

AWS checks some of it when the function or machine is made, and refuses to make it; for the rest it leaves the log or
the trace out without an error, which is recorded here as a denial. All of it is checked once, at deployment.
Source: Lambda developer guide, "Execution role" and "Asynchronous invocation"; Step Functions developer guide, "Logging
in CloudWatch Logs" and "X-Ray".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.principal import Principal, role
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.service import Function
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

LOG_DELIVERY = (
    "logs:CreateLogDelivery", "logs:GetLogDelivery", "logs:UpdateLogDelivery", "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries", "logs:PutResourcePolicy", "logs:DescribeResourcePolicies", "logs:DescribeLogGroups",
)  # fmt: skip
LAMBDA_LOG = ("logs:CreateLogStream", "logs:PutLogEvents")
READ_QUEUE = ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")
LAMBDA_TRACE = ("xray:PutTraceSegments", "xray:PutTelemetryRecords")
MACHINE_TRACE = (*LAMBDA_TRACE, "xray:GetSamplingRules", "xray:GetSamplingTargets")


class ExecutionRoles:
    """The checks for one account."""

    def __init__(self, authorizer: Authorizer) -> None:
        self._authorizer = authorizer

    def check_function(self, function: Function, *, traces: bool) -> None:
        """Raises ApiError when Lambda can't assume the role; log and trace are only noted."""
        if not self._authorizer.may_assume(function.role, "lambda.amazonaws.com", function.arn):
            text = "The role defined for the function cannot be assumed by Lambda."
            raise ApiError("InvalidParameterValueException", text)
        session = role(function.role, function.name)
        stream = f"arn:{PARTITION}:logs:{REGION}:{ACCOUNT_ID}:log-group:{function.log_group}:log-stream:2026"
        for action in LAMBDA_LOG:
            self._may(session, action, "log-stream", stream)
        for action in LAMBDA_TRACE if traces else ():
            self._may(session, action)

    def check_destination(self, function: Function, queue_arn: str) -> None:
        """Raises ApiError when the role can't send to the function's on-failure queue."""
        if not self._may(role(function.role, function.name), "sqs:SendMessage", "queue", queue_arn):
            text = f"The function's execution role does not have permissions to call SendMessage on {queue_arn}"
            raise ApiError("InvalidParameterValueException", text)

    def check_source(self, function: Function, queue_arn: str) -> None:
        """Raises ApiError when the role can't read the queue that the function is to read."""
        for action in READ_QUEUE:
            if not self._may(role(function.role, function.name), action, "queue", queue_arn):
                call = action.split(":")[1]
                text = f"The provided execution role does not have permissions to call {call} on SQS"
                raise ApiError("InvalidParameterValueException", text)

    def check_machine(self, role_name: str, machine_arn: str, properties: Mapping[str, Any]) -> None:
        """Raises ApiError when Step Functions can't assume the role or deliver its log; traces are only noted."""
        if not self._authorizer.may_assume(role_name, "states.amazonaws.com", machine_arn):
            text = (
                "Neither the global service principal states.amazonaws.com, nor the regional one is authorized to "
                "assume the provided role."
            )
            raise ApiError("AccessDeniedException", text, status=403)
        session = role(role_name, machine_arn.rsplit(":", 1)[-1])
        logs = properties.get("LoggingConfiguration", {}).get("Level", "OFF") != "OFF"
        allowed = [self._may(session, action) for action in LOG_DELIVERY if logs]
        if not all(allowed):
            text = "The state machine IAM Role is not authorized to access the Log Destination"
            raise ApiError("AccessDeniedException", text, status=403)
        for action in MACHINE_TRACE if properties.get("TracingConfiguration", {}).get("Enabled") else ():
            self._may(session, action)

    def _may(self, session: Principal, action: str, resource_type: str | None = None, arn: str = "*") -> bool:
        request = self._authorizer.requests.request(session, action, resource_type, arn)
        return self._authorizer.role_may(session, request)
