"""AWS Lambda: the deployed functions, invoked synchronously or asynchronously, as their real handlers.

What an invocation can meet: a cold start, an exception (reported by its class name, as the Python runtime does), its
timeout (the handler is killed where it stands), a crash of the environment (fault `lambda.<name>`). An asynchronous
invocation is retried after one and two minutes, as long as its event isn't too old, and goes to the on-failure
destination then (AWS Lambda developer guide, "Asynchronous invocation").
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, assert_never

from botocore.exceptions import ClientError

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.environment import as_invocation
from rehearsal.kernel.clock import Actor
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION
from rehearsal.world.world import World

RETRY_DELAYS_S = (60.0, 120.0)
PAYLOAD_BYTES_MAX = 6 * 1024 * 1024


@dataclass(slots=True, kw_only=True)
class Function:
    """One deployed function and what its environment remembers."""

    name: str
    handler: str
    role: str
    environment: Mapping[str, str]
    timeout_s: float
    memory_mib: int
    log_group: str
    retry_attempts: int = 2
    max_event_age_s: float = 21_600
    on_failure: str | None = None
    warm_until: datetime | None = None
    invocations: int = 0

    @property
    def arn(self) -> str:
        """Its unqualified ARN."""
        return f"arn:{PARTITION}:lambda:{REGION}:{ACCOUNT_ID}:function:{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one invocation ended. `error` is the runtime's error document, None for success."""

    payload: Any
    error: Mapping[str, Any] | None
    request_id: str


@dataclass(slots=True)
class LambdaContext:
    """What the runtime hands to a handler as its second argument."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: str
    aws_request_id: str
    log_group_name: str
    log_stream_name: str
    _deadline: datetime
    _now: Callable[[], datetime]
    function_version: str = "$LATEST"
    identity: Any = None
    client_context: Any = None
    tenant_id: str | None = None

    def get_remaining_time_in_millis(self) -> int:
        """Milliseconds until the function's timeout."""
        return max(0, int((self._deadline - self._now()) / timedelta(milliseconds=1)))


@dataclass(slots=True)
class LogGroup:
    """What functions wrote, line by line, in order of arrival."""

    name: str
    lines: list[str] = field(default_factory=list)


class Functions:
    """All functions of the account. `send_to_queue(queue_arn, body)` delivers on-failure records."""

    def __init__(self, world: World, authorizer: Authorizer, send_to_queue: Callable[[str, str], None]) -> None:
        self._world = world
        self._authorizer = authorizer
        self._send = send_to_queue
        self._by_name: dict[str, Function] = {}
        self.logs: dict[str, LogGroup] = {}
        self.roots: list[Path] = []

    @property
    def operations(self) -> Mapping[str, Handler]:
        """Lambda's API as far as callers need it; only asynchronous invocation, since an answer takes time."""
        return {"Invoke": self.invoke_operation}

    def deploy(self, function: Function) -> None:
        """Adds a function and imports its handler, as its environment would. Raises what the import raises."""
        self._by_name[function.name] = function
        group = self.logs.setdefault(function.log_group, LogGroup(function.log_group))
        log: list[str] = []
        with as_invocation(self._variables(function, ""), log):
            self._handler(function)
        group.lines.extend("".join(log).splitlines())

    def find(self, name_or_arn: str) -> Function:
        """By name, ARN or qualified ARN. Raises ApiError ResourceNotFoundException."""
        name = name_or_arn.split(":function:", 1)[-1].split(":", 1)[0]
        if name not in self._by_name:
            text = f"Function not found: arn:{PARTITION}:lambda:{REGION}:{ACCOUNT_ID}:function:{name}"
            raise ApiError("ResourceNotFoundException", text, status=404)
        return self._by_name[name]

    def names(self) -> tuple[str, ...]:
        """All functions' names."""
        return tuple(self._by_name)

    def invoke_operation(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """lambda:Invoke with InvocationType Event."""
        if parameters.get("InvocationType") != "Event":
            raise UnsupportedError("lambda:Invoke other than InvocationType Event")
        payload = parameters.get("Payload", b"null")
        self.invoke_later(self.find(parameters["FunctionName"]), json.loads(payload))
        return {"StatusCode": 202}

    # -- invoking -----------------------------------------------------------------------------------------------------

    def invoke(self, function: Function, event: Any) -> Outcome:
        """Synchronously: takes the invocation's time in the calling actor; the handler is an actor of its own."""
        world = self._world
        request_id = world.uuid()
        fault = world.fault(f"lambda.{function.name}")
        self._start_environment(function)
        if fault is not None:
            match fault.kind:
                case FaultKind.LATE:
                    world.clock.sleep(fault.seconds)
                case FaultKind.FAIL:
                    return _failed(request_id, fault.error or "Runtime.ExitError", "Runtime exited with error")
                case FaultKind.HANG:
                    world.clock.sleep(function.timeout_s)
                    return self._timed_out(function, request_id)
                case FaultKind.REPEAT:
                    for _ in range(fault.times - 1):
                        self._in_an_environment(function, event, request_id, function.timeout_s)
                case FaultKind.KILL | FaultKind.LOST:
                    pass
                case kind:
                    assert_never(kind)
        limit = fault.seconds if fault is not None and fault.kind is FaultKind.KILL else function.timeout_s
        outcome = self._in_an_environment(function, event, request_id, limit)
        if fault is not None and fault.kind is FaultKind.LOST:
            function.warm_until = None
            return _exited(request_id)
        return outcome

    def _in_an_environment(self, function: Function, event: Any, request_id: str, limit: float) -> Outcome:
        """The handler as an actor of its own, which dies after `limit` seconds."""
        world = self._world
        session = principals.role(function.role, function.name)
        with principals.acting_as(session):
            actor = world.clock.spawn(f"lambda {function.name}", self._run_handler, function, event, request_id)
        try:
            outcome = actor.join(limit)
        except TimeoutError:
            actor.kill()
            function.warm_until = None
            if limit != function.timeout_s:
                return _exited(request_id)
            return self._timed_out(function, request_id)
        finally:
            function.warm_until = self._cold_from() if actor.killed is False else None
        assert isinstance(outcome, Outcome)
        return outcome

    def invoke_later(self, function: Function, event: Any) -> None:
        """Asynchronously: accepted now, retried by Lambda's own rules, reported to the on-failure destination."""
        accepted = self._world.clock.now()
        self._world.in_flight += 1
        self._world.clock.spawn(f"async {function.name}", self._attempts, function, event, accepted)

    def _attempts(self, function: Function, event: Any, accepted: datetime) -> None:
        try:
            self._attempt_until_done(function, event, accepted)
        finally:
            self._world.in_flight -= 1

    def _attempt_until_done(self, function: Function, event: Any, accepted: datetime) -> None:
        clock = self._world.clock
        outcome: Outcome | None = None
        attempts = 0
        for attempt in range(function.retry_attempts + 1):
            if attempt:
                clock.sleep(RETRY_DELAYS_S[min(attempt, len(RETRY_DELAYS_S)) - 1])
            if (clock.now() - accepted).total_seconds() > function.max_event_age_s:
                break
            outcome = self.invoke(function, event)
            attempts += 1
            if outcome.error is None:
                return
        condition = "EventAgeExceeded" if attempts <= function.retry_attempts else "RetriesExhausted"
        text = f"{function.name} gave up on an event after {attempts} attempts"
        self._world.trace.record("lambda", "event-given-up", text, why=str(outcome.error) if outcome else condition)
        if function.on_failure is not None:
            self._report_failure(function, event, outcome, condition, attempts)

    def _report_failure(
        self, function: Function, event: Any, outcome: Outcome | None, condition: str, attempts: int
    ) -> None:
        record = {
            "version": "1.0",
            "timestamp": self._world.clock.iso(),
            "requestContext": {
                "requestId": outcome.request_id if outcome else self._world.uuid(),
                "functionArn": f"{function.arn}:$LATEST",
                "condition": condition,
                "approximateInvokeCount": attempts,
            },
            "requestPayload": event,
            "responseContext": {"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"},
            "responsePayload": outcome.error if outcome else None,
        }
        assert function.on_failure is not None
        with principals.acting_as(principals.role(function.role, function.name)):
            try:
                self._send(function.on_failure, json.dumps(record))
            except ClientError as error:
                # Lambda drops the event then, and counts it (metric DestinationDeliveryFailures).
                text = f"{function.name} couldn't report an event that it gave up on"
                self._world.trace.record("lambda", "report-lost", text, why=str(error))

    # -- one environment ----------------------------------------------------------------------------------------------

    def _start_environment(self, function: Function) -> None:
        world = self._world
        latency = world.settings.latency
        world.clock.sleep(world.latency(latency.lambda_invoke_s))
        if function.warm_until is None or world.clock.now() > function.warm_until:
            world.clock.sleep(world.latency(latency.lambda_cold_start_s))
        function.invocations += 1

    def _cold_from(self) -> datetime:
        idle = self._world.settings.latency.lambda_idle_until_cold_s
        return self._world.clock.now() + timedelta(seconds=idle)

    def _run_handler(self, function: Function, event: Any, request_id: str) -> Outcome:
        if not self._authorizer.may_assume(function.role, "lambda.amazonaws.com", function.arn):
            return _failed(
                request_id, "AccessDeniedException", f"The role of {function.name} can't be assumed by Lambda"
            )
        log: list[str] = []
        clock = self._world.clock
        context = LambdaContext(
            function_name=function.name,
            invoked_function_arn=function.arn,
            memory_limit_in_mb=str(function.memory_mib),
            aws_request_id=request_id,
            log_group_name=function.log_group,
            log_stream_name=f"{clock.now():%Y/%m/%d}/[$LATEST]{hashlib.md5(function.name.encode()).hexdigest()}",
            _deadline=clock.now() + timedelta(seconds=function.timeout_s),
            _now=clock.now,
        )
        with as_invocation(self._variables(function, context.log_stream_name), log):
            try:
                handler = self._handler(function)
                result = handler(json.loads(json.dumps(event)), context)
                payload = json.loads(_marshalled(result))
                outcome = Outcome(payload=payload, error=None, request_id=request_id)
            except Exception as error:
                if isinstance(error, UnsupportedError | AssertionError):
                    raise
                outcome = _failed(request_id, type(error).__name__, str(error))
                log.append(f"[ERROR] {type(error).__name__}: {error}\n")
                self._world.trace.record(
                    "lambda",
                    "handler-failed",
                    f"{function.name}: {type(error).__name__}: {error}",
                    function=function.name,
                )
        self.logs[function.log_group].lines.extend("".join(log).splitlines())
        return outcome

    def _handler(self, function: Function) -> Callable[[Any, LambdaContext], Any]:
        module_name, _, attribute = function.handler.rpartition(".")
        for root in self.roots:
            if str(root) not in sys.path:
                sys.path.insert(0, str(root))
        handler: Callable[[Any, LambdaContext], Any] = getattr(importlib.import_module(module_name), attribute)
        return handler

    def _variables(self, function: Function, log_stream: str) -> dict[str, str]:
        return {
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13",
            "AWS_LAMBDA_FUNCTION_NAME": function.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory_mib),
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
            "AWS_LAMBDA_LOG_GROUP_NAME": function.log_group,
            "AWS_LAMBDA_LOG_STREAM_NAME": log_stream,
            "AWS_ACCESS_KEY_ID": "ASIAIOSFODNN7EXAMPLE",
            "AWS_SECRET_ACCESS_KEY": "rehearsal",
            "AWS_SESSION_TOKEN": "rehearsal",
            "TZ": ":UTC",
            **function.environment,
        }

    def _timed_out(self, function: Function, request_id: str) -> Outcome:
        text = f"{self._world.clock.iso()} {request_id} Task timed out after {function.timeout_s:.2f} seconds"
        self._world.trace.record("lambda", "timed-out", f"{function.name} timed out", function=function.name)
        return _failed(request_id, "Sandbox.Timedout", text)


def _marshalled(result: Any) -> str:
    text = json.dumps(result)
    if len(text.encode()) > PAYLOAD_BYTES_MAX:
        raise ValueError("Response payload size exceeded maximum allowed payload size (6291556 bytes).")
    return text


def _failed(request_id: str, kind: str, message: str) -> Outcome:
    error = {"errorMessage": message, "errorType": kind, "requestId": request_id, "stackTrace": []}
    return Outcome(payload=None, error=error, request_id=request_id)


def _exited(request_id: str) -> Outcome:
    """The environment died under the handler."""
    return _failed(request_id, "Runtime.ExitError", f"RequestId: {request_id} Error: Runtime exited")


__all__ = ["Actor", "Function", "Functions", "LambdaContext", "LogGroup", "Outcome"]
