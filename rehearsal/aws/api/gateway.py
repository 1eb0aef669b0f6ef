"""Every boto3 call of the process passes here: counted, authorised, delayed, made to fail, answered.

The border is `BaseClient._make_api_call`: above it is the real boto3 (clients, paginators, waiters, resources,
exception classes), so code under rehearsal can't tell. Below it an operation is answered by a service that the account
registered (from the world, without a wire format in between) or by its library of other services; anything else is
refused by name, so nothing can leave the machine. botocore's own validator checks parameters and answers.

Latency lies before and after the effect; the effect itself can't be interrupted by another actor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol
from unittest.mock import patch

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError, ReadTimeoutError
from botocore.validate import ParamValidator

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.principal import Principal, calling
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.world import World

Handler = Callable[[Mapping[str, Any]], dict[str, Any]]
BeforeCall = Callable[[Mapping[str, Any]], None]
AfterCall = Callable[[Principal, Mapping[str, Any], dict[str, Any] | None, ApiError | None], None]


class Authorization(Protocol):
    """Decides whether a principal may make a call."""

    def check(self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]) -> None:
        """Raises ApiError when it may not."""


class Library(Protocol):
    """Answers the operations of services that the account doesn't model itself."""

    def answers(self, service: str, operation: str) -> bool:
        """Whether it has this operation."""

    def validates(self, service: str, operation: str) -> bool:
        """Whether it validates the parameters on its own."""

    def answer(self, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        """The answer. Raises ClientError or ApiError."""


ANSWERS_VALIDATED = 8
"""Of each operation so many answers of a run are compared with botocore's output shape (0.2 ms of CPU each)."""

READ_TIMEOUT_S = 60
"""botocore's default for a client that waits for an answer."""

_validator = ParamValidator()


class AnswerValidator(ParamValidator):
    """Leaves the lengths of texts alone: AWS's own answers hold shorter ones than its models say (a parameter's "")."""

    def _validate_string(self, param: Any, shape: Any, errors: Any, name: str) -> None:
        if not isinstance(param, str):
            errors.report(name, "invalid type", param=param, valid_types=[str(str)])


_answer_validator = AnswerValidator()


@dataclass(slots=True)
class CallCount:
    """How often an operation was called, and the CPU that answering took."""

    calls: int = 0
    cpu_s: float = 0.0


class Gateway:
    """All API calls of one account; `installed()` makes it answer the calls of the process.

    Services answer inside `service_process()`: their process isn't the one of the function that calls them.
    """

    def __init__(
        self,
        world: World,
        authorization: Authorization,
        library: Library,
        service_process: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._world = world
        self._authorization = authorization
        self._library = library
        self._service_process = service_process
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

    def installed(self) -> AbstractContextManager[Any]:
        """Inside the block all boto3 clients of the process are answered here; one gateway at a time."""

        def make_api_call(client: BaseClient, operation_name: str, api_params: dict[str, Any]) -> Any:
            return self.call(client, operation_name, api_params)

        return patch.object(BaseClient, "_make_api_call", make_api_call)

    def call(self, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        """One API call from beginning to end, as the caller experiences it.

        What boto3 itself never raises is a defect of the model. It ends the run, whatever the caller catches.
        """
        try:
            return self._call(client, operation, parameters)
        except (ClientError, BotoCoreError):
            raise
        except Exception as defect:
            if self._world.clock.current is not None:
                self._world.clock.spawn(f"the defect behind {operation}", _raise, defect)
            raise

    def _call(self, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        world, clock = self._world, self._world.clock
        clock.check_alive()
        service = client.meta.service_model.service_name
        principal = calling()
        if principal is None:
            raise UnsupportedError(f"{service}:{operation} was called by no principal: wrap it in acting_as(principal)")
        model = client.meta.service_model.operation_model(operation)
        own = self._services.get(service, {}).get(operation)
        if own is None and not self._library.answers(service, operation):
            raise UnsupportedError(f"{service}:{operation} isn't modelled")
        validated = own is None and self._library.validates(service, operation)
        if not validated and model.input_shape is not None:
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
                self._inject(fault, client)
            with clock.unswitchable(f"{service}:{operation}"):
                self._authorization.check(principal, service, operation, parameters)
                if (refuses := self._before.get((service, operation))) is not None:
                    refuses(parameters)
                for _ in range(fault.times if fault is not None and fault.kind is FaultKind.REPEAT else 1):
                    result = self._answer(own, client, operation, parameters)
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

    def _inject(self, fault: Fault, client: BaseClient) -> None:
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

    def _answer(self, own: Handler | None, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        try:
            with self._service_process():
                if own is not None:
                    return own(parameters)
                return self._library.answer(client, operation, parameters)
        except ClientError as error:
            shape = error.response
            fields = {key: value for key, value in shape.items() if key not in ("Error", "ResponseMetadata")}
            details = shape["Error"]
            status = shape["ResponseMetadata"].get("HTTPStatusCode", 400)
            raise ApiError(details["Code"], details.get("Message", ""), status=status, fields=fields) from None


def _raise(error: Exception) -> None:
    raise error


def as_client_error(client: BaseClient, operation: str, error: ApiError, request_id: str) -> ClientError:
    """The exception that boto3 raises for this error: the client's own class for the code, where it has one."""
    response = {
        "Error": {"Code": error.code, "Message": error.message},
        "ResponseMetadata": _metadata(error.status, request_id),
        **error.fields,
    }
    classes: Any = client.exceptions
    made: ClientError = classes.from_code(error.code)(response, operation)
    return made


def _metadata(status: int, request_id: str) -> dict[str, Any]:
    return {"RequestId": request_id, "HTTPStatusCode": status, "HTTPHeaders": {}, "RetryAttempts": 0}
