"""Runs states: from a flow's start to its end, each state by its kind, errors by Retry and Catch."""

from collections.abc import Mapping
from datetime import timedelta
from typing import assert_never

from rehearsal.engines.asl.clock import parse_timestamp
from rehearsal.engines.asl.errors import QueryError, StateError, States, TaskError
from rehearsal.engines.asl.history import Chain
from rehearsal.engines.asl.jsonata.expression import Variables
from rehearsal.engines.asl.run.fan_out import attempt_map, attempt_parallel
from rehearsal.engines.asl.run.retry import RetryCounts, first_match
from rehearsal.engines.asl.run.run import Run
from rehearsal.engines.asl.run.task_attempt import attempt_task
from rehearsal.engines.asl.run.visit import Visit
from rehearsal.engines.asl.syntax.states import (
    SECONDS_MAX,
    Catcher,
    ChoiceState,
    FailState,
    Flow,
    MapState,
    ParallelState,
    PassState,
    State,
    SucceedState,
    TaskState,
    WaitState,
)
from rehearsal.engines.asl.syntax.template import Query, evaluate, evaluate_integer, evaluate_typed
from rehearsal.engines.asl.values import Json

_KINDS = {
    PassState: "Pass",
    TaskState: "Task",
    ChoiceState: "Choice",
    WaitState: "Wait",
    SucceedState: "Succeed",
    FailState: "Fail",
    ParallelState: "Parallel",
    MapState: "Map",
}


class Interpreter:
    """Runs states one after another and decides which one is next."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def run_flow(
        self,
        flow: Flow,
        value: Json,
        variables: Variables,
        chain: Chain,
        item: Mapping[str, Json] | None = None,
        start_at: str | None = None,
    ) -> Json:
        """The last state's output; `item` is the Map iteration that the flow belongs to. Raises TaskError."""
        name: str | None = start_at or flow.start_at
        while name is not None:
            if self._run.transition_s:
                self._run.sleep(self._run.transition_s)
            state = flow.states[name]
            if chain is self._run.main:
                self._run.step = name, value
            visit = Visit(self._run, chain, _KINDS[type(state)], state.name, value, variables, item)
            value, name = self._run_state(visit, state)
        return value

    def _run_state(self, visit: Visit, state: State) -> tuple[Json, str | None]:
        """Output and next state, None at the end."""
        match state:
            case PassState():
                left = visit.leaving(state.output, state.assign, visit.view(), visit.input)
                return visit.leave(*left), state.next
            case TaskState() | ParallelState() | MapState():
                return self._run_handled(visit, state)
            case ChoiceState():
                return self._choose(visit, state)
            case WaitState():
                self._wait(visit, state)
                left = visit.leaving(state.output, state.assign, visit.view(), visit.input)
                return visit.leave(*left), state.next
            case SucceedState():
                left = visit.leaving(state.output, (), visit.view(), visit.input)
                return visit.leave(*left), None
            case FailState():
                self._fail(visit, state)
                raise AssertionError
            case _:
                assert_never(state)

    def _run_handled(self, visit: Visit, state: TaskState | ParallelState | MapState) -> tuple[Json, str | None]:
        """Attempts the state until it succeeds, a catcher takes its error, or none takes it."""
        counts = RetryCounts(state.retry)
        while True:
            try:
                result = self._attempt(visit, state)
                left = visit.leaving(state.output, state.assign, visit.view(result=result), result)
            except TaskError as failure:
                delay = counts.next_delay_s(failure.matched_as, self._run.rng)
                if delay is None:
                    catcher = first_match(state.catch, failure.matched_as)
                    if catcher is None:
                        raise
                    return self._caught(visit, catcher, failure), catcher.next
                self._run.sleep(delay)
                self._run.history.retried()
                visit.retry_count = counts.total
            else:
                return visit.leave(*left), state.next

    def _attempt(self, visit: Visit, state: TaskState | ParallelState | MapState) -> Json:
        match state:
            case TaskState():
                return attempt_task(visit, state)
            case ParallelState():
                return attempt_parallel(visit, state, self.run_flow)
            case MapState():
                return attempt_map(visit, state, self.run_flow)
            case _:
                assert_never(state)

    @staticmethod
    def _caught(visit: Visit, catcher: Catcher, failure: TaskError) -> Json:
        error_output: dict[str, Json] = {"Error": failure.error}
        if failure.cause is not None:
            error_output["Cause"] = failure.cause
        view = visit.view(errorOutput=error_output)
        return visit.leave(*visit.leaving(catcher.output, catcher.assign, view, error_output))

    @staticmethod
    def _choose(visit: Visit, state: ChoiceState) -> tuple[Json, str | None]:
        view = visit.view()
        for rule in state.rules:
            if visit.query(evaluate_typed, rule.condition, view, "boolean"):
                return visit.leave(*visit.leaving(rule.output, rule.assign, view, visit.input)), rule.next
        if state.default is None:
            # The language's specification has States.NoChoiceMatched; AWS says this (measured by floci).
            sentence = "Failed to transition out of the state. The state does not point to a next state."
            raise StateError(States.RUNTIME, visit.cause(sentence))
        return visit.leave(*visit.leaving(state.output, state.assign, view, visit.input)), state.default

    def _wait(self, visit: Visit, state: WaitState) -> None:
        if state.seconds is not None:
            self._run.sleep(visit.query(evaluate_integer, state.seconds, visit.view(), least=0, most=SECONDS_MAX))
            return
        assert state.timestamp is not None
        text = visit.query(evaluate_typed, state.timestamp, visit.view(), "string")
        until = parse_timestamp(text)
        if until is None:
            cause = (
                f"The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: {text}"
            )
            raise visit.query_failed(QueryError(cause, "Timestamp"))
        self._run.sleep(max((until - self._run.clock.now()) / timedelta(seconds=1), 0.0))

    @staticmethod
    def _fail(visit: Visit, state: FailState) -> None:
        view = visit.view()
        error, cause = (
            visit.query(evaluate_typed, template, view, "string")
            if isinstance(template, Query)
            else (None if template is None else visit.query(evaluate, template, view))
            for template in (state.error, state.cause)
        )
        raise StateError(error, cause)
