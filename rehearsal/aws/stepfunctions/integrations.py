"""What Step Functions does for a Task: the service integrations that are modelled; any other is refused.

Names of results and errors: Step Functions developer guide, pages of the optimized integrations and "AWS SDK service
integrations"; [step-functions#service-errors].
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError, ReadTimeoutError

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.principal import calling
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.service import Functions, Outcome
from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.aws.stepfunctions.sdk_names import SDK_SERVICES, error_name, from_boto, operation_name, to_boto
from rehearsal.aws.stepfunctions.service import StepFunctions
from rehearsal.engines.asl import Aborted, States, Status, TaskContext, TaskError, format_timestamp
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION
from rehearsal.world.world import World

OPTIMIZED_SDK: Mapping[str, tuple[str, str, str]] = {
    "sns:publish": ("sns", "publish", "SNS"),
    "sqs:sendMessage": ("sqs", "sendMessage", "SQS"),
    "dynamodb:getItem": ("dynamodb", "getItem", "DynamoDB"),
    "dynamodb:putItem": ("dynamodb", "putItem", "DynamoDB"),
    "dynamodb:updateItem": ("dynamodb", "updateItem", "DynamoDB"),
    "dynamodb:deleteItem": ("dynamodb", "deleteItem", "DynamoDB"),
    "events:putEvents": ("events", "putEvents", "EventBridge"),
}
"""Optimized integrations that pass their arguments on: (boto3 service, action, prefix of error names)."""

JSON_TEXT_FIELDS = {"sns:publish": "Message", "sqs:sendMessage": "MessageBody"}
"""Fields in which an object is sent as its JSON text."""


_CALLBACK = ".waitForTaskToken"


class Clients(Protocol):
    """Where boto3 clients come from; one for each service. boto3 makes their methods at run time."""

    def __call__(self, service: str, /) -> Any: ...


class Integrations:
    """The task invoker of all executions; calls run as the machine's role, in the execution's actor."""

    def __init__(
        self, world: World, authorizer: Authorizer, functions: Functions, machines: StepFunctions, clients: Clients
    ) -> None:
        self._world = world
        self._authorizer = authorizer
        self._functions = functions
        self._machines = machines
        self._clients = clients

    def invoke(self, record: ExecutionRecord, resource: str, arguments: Any, context: TaskContext) -> Any:
        """One attempt of a task of `record`. Raises TaskError as the integration names its errors."""
        if context.credentials is not None:
            raise UnsupportedError(f"{record.machine.name}/{context.state}: Credentials aren't modelled")
        if resource.endswith(_CALLBACK):
            # Before the call: what is called may send the token back before the call returns.
            task = self._machines.tokens.open(context)
            context.submitted(self._call(record, resource.removesuffix(_CALLBACK), arguments, context))
            return self._machines.tokens.wait(task)
        return self._call(record, resource, arguments, context)

    def _call(self, record: ExecutionRecord, resource: str, arguments: Any, context: TaskContext) -> Any:
        if ":function:" in resource:
            return self._payload(self._invoke_function(resource, arguments, context))
        integration = resource.split(":states:::", 1)[-1]
        match integration.split(":"):
            case ["lambda", "invoke"]:
                return self._lambda(arguments, context)
            case ["states", "startExecution.sync" | "startExecution"] | ["states", "startExecution.sync", "2"]:
                return self._start_execution(integration, arguments, context)
            case ["aws-sdk", service, action] if service in SDK_SERVICES:
                boto_service, prefix = SDK_SERVICES[service]
                return self._sdk(boto_service, action, prefix, arguments)
        if integration in OPTIMIZED_SDK:
            boto_service, action, prefix = OPTIMIZED_SDK[integration]
            field = JSON_TEXT_FIELDS.get(integration)
            if integration == "events:putEvents":
                arguments = {**arguments, "Entries": [_with_text(entry, "Detail") for entry in arguments["Entries"]]}
            elif field is not None:
                arguments = _with_text(arguments, field)
            response = self._sdk(boto_service, action, prefix, arguments)
            if integration == "events:putEvents" and response["FailedEntryCount"]:
                raise TaskError("EventBridge.FailedEntry", _compact(response))
            return response
        raise UnsupportedError(f"{record.machine.name}/{context.state}: task resource {resource}")

    # -- Lambda -------------------------------------------------------------------------------------------------------

    def _lambda(self, arguments: Mapping[str, Any], context: TaskContext) -> Any:
        if arguments.get("InvocationType", "RequestResponse") != "RequestResponse":
            raise UnsupportedError(f"{context.state}: lambda:invoke with InvocationType {arguments['InvocationType']}")
        outcome = self._invoke_function(arguments["FunctionName"], arguments.get("Payload", {}), context)
        return {"ExecutedVersion": "$LATEST", "Payload": self._payload(outcome), "StatusCode": 200}

    def _invoke_function(self, name: str, payload: Any, context: TaskContext) -> Outcome:
        try:
            function = self._functions.find(name)
            self._require("lambda", "lambda:InvokeFunction", "function", function.arn)
        except ApiError as error:
            known = error.code if error.code.startswith("ResourceNotFound") else "AWSLambdaException"
            raise TaskError(f"Lambda.{known}", error.message) from None
        return self._functions.invoke(function, payload)

    @staticmethod
    def _payload(outcome: Outcome) -> Any:
        if outcome.error is not None:
            raise TaskError(outcome.error["errorType"], _compact(outcome.error))
        return outcome.payload

    # -- nested executions --------------------------------------------------------------------------------------------

    def _start_execution(self, integration: str, arguments: Mapping[str, Any], context: TaskContext) -> Any:
        text = arguments.get("Input", {})
        parameters = {
            "stateMachineArn": arguments["StateMachineArn"],
            "input": text if isinstance(text, str) else _compact(text),
            **({"name": arguments["Name"]} if "Name" in arguments else {}),
        }
        waits = ".sync" in integration
        if waits:
            rule = "StepFunctionsGetEventsForStepFunctionsExecutionRule"
            rule_arn = f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:rule/{rule}"
            machine_name = arguments["StateMachineArn"].rsplit(":", 1)[-1]
            children = f"arn:{PARTITION}:states:{REGION}:{ACCOUNT_ID}:execution:{machine_name}:*"
            try:
                for action in ("events:PutTargets", "events:PutRule", "events:DescribeRule"):
                    self._require("stepfunctions", action, "rule-on-default-event-bus", rule_arn)
                for action in ("states:DescribeExecution", "states:StopExecution"):
                    self._require("stepfunctions", action, "execution", children)
            except ApiError as error:
                raise TaskError("StepFunctions.AccessDeniedException", error.message) from None
        client = self._clients("stepfunctions")
        with _named_errors("StepFunctions", client):
            started = client.start_execution(**parameters)
        answer = {"ExecutionArn": started["executionArn"], "StartDate": format_timestamp(started["startDate"])}
        if not waits:
            return answer
        context.submitted(answer)
        child = self._machines.executions[started["executionArn"]]
        return self._wait_for(child, integration.endswith(":2"))

    def _wait_for(self, child: ExecutionRecord, parsed: bool) -> Any:
        try:
            while child.status is Status.RUNNING:
                child.finished.wait()
            self._world.clock.sleep(self._world.latency(self._world.settings.latency.eventbridge_to_target_s))
        except Aborted:
            self._stop(child)
            raise
        described = self._machines.describe_execution({"executionArn": child.arn})
        shape = {key[:1].upper() + key[1:]: value for key, value in described.items()}
        shape["StartDate"] = int(shape["StartDate"].timestamp() * 1000)
        shape["StopDate"] = int(shape["StopDate"].timestamp() * 1000)
        if child.status is not Status.SUCCEEDED:
            raise TaskError(States.TASK_FAILED, _compact(shape))
        if parsed:
            shape["Input"], shape["Output"] = json.loads(shape["Input"]), json.loads(shape["Output"])
        return shape

    def _stop(self, child: ExecutionRecord) -> None:
        """The child of an aborted or timed-out task is stopped along with it, by the service."""
        if child.status is Status.RUNNING:
            self._machines.stop_execution({"executionArn": child.arn, "cause": "The parent's task ended"})

    # -- AWS SDK ------------------------------------------------------------------------------------------------------

    def _sdk(self, service: str, action: str, prefix: str, arguments: Any) -> Any:
        client = self._clients(service)
        operation = operation_name(client, action)
        if operation is None:
            raise UnsupportedError(f"aws-sdk:{service}:{action}: there is no such operation")
        model = client.meta.service_model.operation_model(operation)
        with _named_errors(prefix, client):
            response = client._make_api_call(operation, to_boto(arguments or {}, model.input_shape, "Arguments"))
        return from_boto(response, model.output_shape)

    def _require(self, service: str, action: str, resource_type: str, arn: str) -> None:
        principal = calling()
        assert principal is not None
        request = self._authorizer.requests.request(principal, action, resource_type, arn)
        self._authorizer.require(principal, request, service)


@contextmanager
def _named_errors(prefix: str, client: BaseClient) -> Iterator[None]:
    """What a call of an API fails with, under the name that Step Functions gives it.

    Without an answer it is `<prefix>.SdkClientException`, as AWS's SDK for Java says it (seen for Ssm and S3).
    """
    try:
        yield
    except ClientError as error:
        raise _task_error(error, prefix, client) from None
    except ParamValidationError as error:
        raise TaskError(f"{prefix}.{prefix}Exception", str(error)) from None
    except BotoCoreError as error:
        raise TaskError(f"{prefix}.SdkClientException", f"Unable to execute HTTP request: {_spoken(error)}") from None


def _spoken(error: BotoCoreError) -> str:
    return "Read timed out" if isinstance(error, ReadTimeoutError) else str(error)


def _task_error(error: ClientError, prefix: str, client: BaseClient) -> TaskError:
    details, metadata = error.response["Error"], error.response["ResponseMetadata"]
    where = f"(Service: {prefix}, Status Code: {metadata['HTTPStatusCode']}, Request ID: {metadata['RequestId']})"
    return TaskError(error_name(client, prefix, details["Code"]), f"{details['Message']} {where}")


def _with_text(arguments: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = arguments.get(field)
    return arguments if isinstance(value, str) else {**arguments, field: _compact(value)}


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=_iso)


def _iso(value: Any) -> str:
    return format_timestamp(value)
