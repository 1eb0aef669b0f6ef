"""Every boto3 call of the process passes here: counted, authorised, delayed, made to fail, answered.

The border is `BaseClient._make_api_call`: above it is the real boto3 (clients, paginators, waiters, resources,
exception classes), so code under rehearsal can't tell. Below it an operation is answered by this account's own service
(from the world, without a wire format in between) or by moto, as `MOTO_OPERATIONS` says; anything else is refused by
name, so nothing can leave the machine. Parameters are validated by botocore's own validator in either case, and so are
our answers. moto's DynamoDB items take no wire either (`moto_items.py`).

Latency lies before and after the effect; the effect itself can't be interrupted by another actor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from botocore.client import BaseClient
from botocore.exceptions import ClientError, ParamValidationError, ReadTimeoutError
from botocore.validate import ParamValidator, type_check

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.principal import Principal, calling
from rehearsal.aws.api.randomness import moto_randomness
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.environment import outside_invocations
from rehearsal.aws.moto import items as moto_items
from rehearsal.aws.moto.items import ITEM_OPERATIONS
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.world import World

Handler = Callable[[Mapping[str, Any]], dict[str, Any]]
BeforeCall = Callable[[Mapping[str, Any]], None]
AfterCall = Callable[[Principal, Mapping[str, Any], dict[str, Any] | None, ApiError | None], None]

MOTO_OPERATIONS: Mapping[str, frozenset[str]] = {
    "dynamodb": frozenset(
        [
            "CreateTable",
            "DescribeTable",
            "GetItem",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "Query",
            "Scan",
            "TransactWriteItems",
            "BatchGetItem",
            "UpdateContinuousBackups",
            "UpdateTimeToLive",
        ]
    ),
    "sns": frozenset(
        ["CreateTopic", "Publish", "Subscribe", "GetTopicAttributes", "SetTopicAttributes", "ListSubscriptions"]
    ),
    "sqs": frozenset(
        ["CreateQueue", "GetQueueUrl", "GetQueueAttributes", "SendMessage", "ReceiveMessage", "DeleteMessage"]
    ),
    "ssm": frozenset(["GetParameter", "GetParameters", "GetParametersByPath", "PutParameter", "DeleteParameter"]),
}
"""What moto answers; it costs 0.8 to 1.5 ms of CPU each, our own operations a tenth of that (measured)."""

ANSWERS_VALIDATED = 8
"""Of each operation so many answers of a run are compared with botocore's output shape (0.2 ms of CPU each)."""

READ_TIMEOUT_S = 60
"""botocore's default for a client that waits for an answer."""

_original = BaseClient._make_api_call
_validator = ParamValidator()


class AnswerValidator(ParamValidator):
    """Leaves the lengths of texts alone: AWS's own answers hold shorter ones than its models say (a parameter's "")."""

    @type_check(valid_types=(str,))
    def _validate_string(self, *_: Any) -> None:
        """A text is a text."""


_answer_validator = AnswerValidator()


@dataclass(slots=True)
class CallCount:
    """How often an operation was called, and the CPU that answering took."""

    calls: int = 0
    cpu_s: float = 0.0


class Gateway:
    """One account's door. `install()` makes it the process's; only one is installed at a time."""

    def __init__(self, world: World, authorizer: Authorizer) -> None:
        self._world = world
        self._authorizer = authorizer
        self._moto_seeds = Random(world.rng.getrandbits(64))
        self._services: dict[str, Mapping[str, Handler]] = {}
        self._before: dict[tuple[str, str], BeforeCall] = {}
        self._after: dict[tuple[str, str], list[AfterCall]] = {}
        self.counts: dict[str, CallCount] = {}
        """By `service:Operation`."""

    def register(self, service: str, operations: Mapping[str, Handler]) -> None:
        """Makes `operations` (by AWS's operation name) the answers of this boto3 service."""
        self._services[service] = {**self._services.get(service, {}), **operations}

    def before(self, service: str, operation: str, function: BeforeCall) -> None:
        """Has `function(parameters)` called once a call is authorised: it raises what AWS refuses and moto doesn't."""
        self._before[(service, operation)] = function

    def after(self, service: str, operation: str, function: AfterCall) -> None:
        """Has `function(principal, parameters, result, error)` called after each such call, refused ones included."""
        self._after.setdefault((service, operation), []).append(function)

    def install(self) -> None:
        """All boto3 clients of the process are answered here from now on."""

        def make_api_call(client: BaseClient, operation_name: str, api_params: dict[str, Any]) -> Any:
            return self.call(client, operation_name, api_params)

        BaseClient._make_api_call = make_api_call  # type: ignore[method-assign]

    @staticmethod
    def uninstall() -> None:
        """boto3 is as it was."""
        BaseClient._make_api_call = _original  # type: ignore[method-assign]

    def call(self, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        """One API call from beginning to end, as the caller experiences it."""
        world, clock = self._world, self._world.clock
        clock.check_alive()
        service = client.meta.service_model.service_name
        principal = calling()
        if principal is None:
            raise UnsupportedError(f"{service}:{operation} was called by nobody: wrap it in acting_as(principal)")
        model = client.meta.service_model.operation_model(operation)
        own = self._services.get(service, {}).get(operation)
        if own is None and operation not in MOTO_OPERATIONS.get(service, ()):
            raise UnsupportedError(f"{service}:{operation} isn't modelled")
        on_the_wire = own is None and not (service == "dynamodb" and operation in ITEM_OPERATIONS)
        if not on_the_wire and model.input_shape is not None:
            problems = _validator.validate(parameters, model.input_shape)
            if problems.has_errors():
                raise ParamValidationError(report=problems.generate_report())
        waits = clock.current is not None
        if waits:
            clock.sleep(world.latency(world.settings.latency.api_call_s) / 2)
        fault = world.fault(f"api.{service}.{operation}", caller=principal.name)
        began = time.perf_counter()
        result: Any = None
        error: ApiError | None = None
        try:
            if fault is not None:
                self._strike_before(fault, client)
            with clock.unswitchable(f"{service}:{operation}"):
                self._authorizer.check(principal, service, operation, parameters)
                if (refuses := self._before.get((service, operation))) is not None:
                    refuses(parameters)
                for _ in range(fault.times if fault is not None and fault.kind is FaultKind.REPEAT else 1):
                    result = self._answer(own, on_the_wire, client, operation, parameters)
        except ApiError as refusal:
            error = refusal
        count = self.counts.setdefault(f"{service}:{operation}", CallCount())
        count.calls += 1
        count.cpu_s += time.perf_counter() - began
        for after in self._after.get((service, operation), ()):
            after(principal, parameters, result, error)
        if waits:
            clock.sleep(world.latency(world.settings.latency.api_call_s) / 2)
        if fault is not None and fault.kind is FaultKind.LOST:
            raise ReadTimeoutError(endpoint_url=client.meta.endpoint_url)
        if error is not None:
            raise as_client_error(client, operation, error, world.uuid()) from None
        if own is not None:
            if model.output_shape is not None and count.calls <= ANSWERS_VALIDATED:
                problems = _answer_validator.validate(result, model.output_shape)
                if problems.has_errors():
                    raise AssertionError(f"{service}:{operation} answered wrongly: {problems.generate_report()}")
            result["ResponseMetadata"] = _metadata(200, world.uuid())
        return result

    def _strike_before(self, fault: Fault, client: BaseClient) -> None:
        match fault.kind:
            case FaultKind.FAIL:
                code = fault.error or "InternalError"
                throttled = "hrottl" in code or "LimitExceeded" in code
                text = "Rate exceeded" if throttled else "An internal error has occurred"
                raise ApiError(code, text, status=400 if throttled else 500)
            case FaultKind.LATE:
                self._world.clock.sleep(fault.seconds)
            case FaultKind.HANG:
                self._world.clock.sleep(fault.seconds or READ_TIMEOUT_S)
                raise ReadTimeoutError(endpoint_url=client.meta.endpoint_url)
            case FaultKind.LOST | FaultKind.REPEAT:
                return
            case FaultKind.KILL:
                raise UnsupportedError("kill is for actors, not for an API call")

    def _answer(
        self, own: Handler | None, on_the_wire: bool, client: BaseClient, operation: str, parameters: dict[str, Any]
    ) -> Any:
        try:
            with outside_invocations():  # a service isn't part of its caller's process; moto reads its account there
                if own is not None:
                    return own(parameters)
                with moto_randomness(self._moto_seeds.getrandbits(64)):
                    if on_the_wire:
                        return _original(client, operation, parameters)
                    return moto_items.answer(client.meta.service_model.operation_model(operation), parameters)
        except ClientError as error:
            shape = error.response
            fields = {key: value for key, value in shape.items() if key not in ("Error", "ResponseMetadata")}
            details = shape["Error"]
            status = shape["ResponseMetadata"].get("HTTPStatusCode", 400)
            raise ApiError(details["Code"], details.get("Message", ""), status=status, fields=fields) from None


def as_client_error(client: BaseClient, operation: str, error: ApiError, request_id: str) -> ClientError:
    """The exception that boto3 raises for this error: the client's own class for the code, where it has one."""
    response = {
        "Error": {"Code": error.code, "Message": error.message},
        "ResponseMetadata": _metadata(error.status, request_id),
        **error.fields,
    }
    return client.exceptions.from_code(error.code)(response, operation)


def _metadata(status: int, request_id: str) -> dict[str, Any]:
    return {"RequestId": request_id, "HTTPStatusCode": status, "HTTPHeaders": {}, "RetryAttempts": 0}
