"""One attempt of a Task state: arguments in, the service's result or error out, with AWS's events."""

import json

from rehearsal.engines.asl.errors import States, TaskError
from rehearsal.engines.asl.run.visit import Visit, data_limit_cause
from rehearsal.engines.asl.syntax.states import SECONDS_MAX, TaskState
from rehearsal.engines.asl.syntax.template import Template, evaluate, evaluate_integer
from rehearsal.engines.asl.task import TaskContext
from rehearsal.engines.asl.values import PAYLOAD_BYTES_MAX, Json, json_text


def attempt_task(visit: Visit, state: TaskState) -> Json:
    """The result. Raises TaskError, QueryError, ExecutionTimeoutError."""
    run = visit.run
    waits_for_token = state.resource.endswith(".waitForTaskToken")
    visit.token = f"{run.arn}:{visit.event_id}:{visit.retry_count}" if waits_for_token else None
    view = visit.view()
    arguments = visit.input if state.arguments is None else visit.query(evaluate, state.arguments, view)
    text = json_text(arguments)
    if len(text) * 4 > PAYLOAD_BYTES_MAX and len(text.encode()) > PAYLOAD_BYTES_MAX:
        raise TaskError(States.DATA_LIMIT_EXCEEDED, data_limit_cause(state.name))
    credentials = None if state.credentials is None else visit.query(evaluate, state.credentials, view)
    timeout = _seconds(visit, state.timeout_s)
    heartbeat = _seconds(visit, state.heartbeat_s)
    started = run.clock.now()
    events = _Events(visit, state)
    context = TaskContext(
        execution_arn=run.arn,
        execution_name=run.name,
        state=state.name,
        retry_count=visit.retry_count,
        timeout_s=timeout,
        heartbeat_s=heartbeat,
        deadline=run.task_deadline(started, timeout),
        token=visit.token,
        credentials=credentials,
        context=view.states["context"],
        submitted=events.submitted,
    )
    # Parsed again from text: neither side can reach the other's values.
    sent = json.loads(text)
    events.scheduled(arguments, timeout, heartbeat)
    try:
        result = run.tasks(state.resource, sent, context)
    except TaskError as failure:
        run.check_deadline()
        events.failed(failure)
        raise
    run.check_deadline()
    if timeout is not None and (run.clock.now() - started).total_seconds() > timeout:
        late = TaskError(States.TIMEOUT)
        events.failed(late)
        raise late
    text = json_text(result)
    size = len(text) if text.isascii() else len(text.encode())
    if size > PAYLOAD_BYTES_MAX:
        oversized = TaskError(States.DATA_LIMIT_EXCEEDED, data_limit_cause(state.resource))
        events.failed(oversized)
        raise oversized
    received = json.loads(text)
    visit.variables.memo.learn_size(received, size)
    events.succeeded(received)
    return received


def _seconds(visit: Visit, template: Template | None) -> int | None:
    if template is None:
        return None
    return visit.query(evaluate_integer, template, visit.view(), least=1, most=SECONDS_MAX)


def _family(resource: str) -> str:
    if ":lambda:" in resource and ":function:" in resource:
        return "LambdaFunction"
    return "Activity" if ":states:" in resource and ":activity:" in resource else "Task"


class _Events:
    """LambdaFunction… events for a function's own ARN, Activity… for an activity's, Task… for a service integration."""

    def __init__(self, visit: Visit, state: TaskState) -> None:
        self._chain = visit.chain
        self._state = state
        self._family = _family(state.resource)

    def scheduled(self, arguments: Json, timeout: int | None, heartbeat: int | None) -> None:
        resource = self._state.resource
        name = self._state.name
        self._chain.add(
            f"{self._family}Scheduled",
            name,
            resource=resource,
            arguments=arguments,
            timeout_s=timeout,
            heartbeat_s=heartbeat,
        )
        self._chain.add(f"{self._family}Started", name, resource=resource)

    def submitted(self, answer: Json) -> None:
        self._chain.add("TaskSubmitted", self._state.name, resource=self._state.resource, result=answer)

    def succeeded(self, result: Json) -> None:
        self._chain.add(f"{self._family}Succeeded", self._state.name, resource=self._state.resource, result=result)

    def failed(self, failure: TaskError) -> None:
        timed_out = failure.error in (States.TIMEOUT, States.HEARTBEAT_TIMEOUT)
        self._chain.add(
            f"{self._family}{'TimedOut' if timed_out else 'Failed'}",
            self._state.name,
            resource=self._state.resource,
            error=failure.error,
            cause=failure.cause,
        )
