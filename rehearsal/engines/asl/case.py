"""A machine, its input and the answers of its tasks in one object, run in virtual time.

The form is that of the cases recorded from AWS (tests/conformance/asl/README.md); the recorded outcome isn't
read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from rehearsal.engines.asl.errors import HeartbeatMissedError, InvalidDefinitionError, States, TaskError
from rehearsal.engines.asl.run.execution import Execution
from rehearsal.engines.asl.run.result import ExecutionResult, Status
from rehearsal.engines.asl.syntax.definition import Machine
from rehearsal.engines.asl.task import TaskContext
from rehearsal.engines.asl.values import Json
from rehearsal.engines.asl.virtual_time import VirtualTime

START = datetime(2026, 1, 1, tzinfo=UTC)


class CaseError(ValueError):
    """The case can't be run: a field is missing or of the wrong kind, or a task has no answer."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """Task attempts with their answers, each given once: to the first attempt of its resource and arguments.

    An attempt with unexpected arguments gets the next answer of its resource, and is listed in `unexpected`.
    """

    clock: VirtualTime
    left: list[Mapping[str, Any]]
    unexpected: list[str] = field(default_factory=list)

    def __call__(self, resource: str, arguments: Json, context: TaskContext) -> Json:
        answer = self._take(resource, arguments, context)
        if resource.endswith((".sync", ".sync:2", ".waitForTaskToken")):
            context.submitted(None)
        if "error" not in answer:
            return answer["result"]
        self._pass_time(answer["error"], context)
        if answer["error"] == States.TIMEOUT and context.timeout_s is None and context.heartbeat_s is not None:
            raise HeartbeatMissedError
        raise TaskError(answer["error"], answer.get("cause"))

    def _take(self, resource: str, arguments: Json, context: TaskContext) -> Mapping[str, Any]:
        same_resource = [answer for answer in self.left if answer["resource"] == resource]
        if not same_resource:
            raise CaseError(f"{context.state}: no answer is left for a call of {resource}")
        fitting = [answer for answer in same_resource if same(answer.get("arguments", arguments), arguments)]
        if not fitting:
            self.unexpected.append(f"{context.state}: {resource} was expected with other arguments")
        answer = (fitting or same_resource)[0]
        self.left = [other for other in self.left if other is not answer]
        expected = (answer.get("timeout_seconds"), answer.get("heartbeat_seconds"))
        if expected != (context.timeout_s, context.heartbeat_s):
            self.unexpected.append(f"{context.state}: {resource} was expected with other timeouts")
        return answer

    def _pass_time(self, error: str, context: TaskContext) -> None:
        """A task that times out takes as long as it may."""
        if error in (States.TIMEOUT, States.HEARTBEAT_TIMEOUT):
            own = context.timeout_s if error == States.TIMEOUT else context.heartbeat_s
            self.clock.sleep(own or context.heartbeat_s or 0)


@dataclass(slots=True, kw_only=True)
class Case:
    """`run` runs it once; `answers` then holds the answers that weren't used and the calls that weren't expected."""

    machine: Machine
    input: Json
    answers: Answers
    clock: VirtualTime

    @classmethod
    def read(cls, raw: Any) -> "Case":
        """Raises CaseError for an object that is no case, DefinitionError for a machine that isn't run."""
        if not isinstance(raw, dict):
            raise CaseError("a case is an object")
        definition = raw.get("definition_text", raw.get("definition"))
        if not isinstance(definition, str if "definition_text" in raw else dict):
            raise CaseError("a case has an object as its definition, or a string as its definition_text")
        machine = Machine.parse(definition)
        clock = VirtualTime(START)
        answers = Answers(clock=clock, left=list(_attempts(raw.get("tasks", []))))
        return cls(machine=machine, input=raw.get("input", {}), answers=answers, clock=clock)

    def run(self) -> ExecutionResult:
        """Runs to the end. Raises CaseError for a task without an answer."""
        execution = Execution(
            self.machine,
            self.input,
            name="case",
            tasks=self.answers,
            clock=self.clock,
            run_branches=self.clock.run_branches,
        )
        return self.clock.run(execution.run)


def _attempts(raw: Any) -> Sequence[Mapping[str, Any]]:
    if not isinstance(raw, list):
        raise CaseError("tasks is an array")
    for number, attempt in enumerate(raw):
        if not isinstance(attempt, dict) or not isinstance(attempt.get("resource"), str):
            raise CaseError(f"tasks[{number}] is an object with a resource")
        if ("result" in attempt) == ("error" in attempt):
            raise CaseError(f"tasks[{number}] has either a result or an error")
    return raw


def report(result: ExecutionResult) -> dict[str, Json]:
    """What the run did: how it ended, the states in the order entered, the variables that each state left last."""
    variables: dict[str | None, Json] = {}
    for event in result.history:
        if event.type.endswith("StateExited") and event.facts["assigned"]:
            variables[event.state] = event.facts["assigned"]
    return {
        "status": result.status.value,
        "output": result.output if result.status is Status.SUCCEEDED else None,
        "error": result.error,
        "cause": result.cause,
        "states": [event.state for event in result.history if event.type.endswith("StateEntered")],
        "variables": variables,
    }


def refusal(refused: InvalidDefinitionError) -> dict[str, Json]:
    """What CreateStateMachine says instead of creating the machine."""
    return {
        "status": "INVALID",
        "message": refused.message,
        "code": refused.code,
        "location": refused.location,
    }


def same(one: Json, other: Json) -> bool:
    """Equal by JSON value: 1 is 1.0, but not true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
