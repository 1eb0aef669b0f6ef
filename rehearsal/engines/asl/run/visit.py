"""One visit of a state, from its entry to its exit: what its expressions see, and how a failing one is reported."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from rehearsal.engines.asl.clock import format_timestamp
from rehearsal.engines.asl.errors import QueryError, StateError, States
from rehearsal.engines.asl.history import Chain
from rehearsal.engines.asl.jsonata.expression import Variables, View
from rehearsal.engines.asl.run.run import Run
from rehearsal.engines.asl.syntax.states import Assign
from rehearsal.engines.asl.syntax.template import Template, evaluate
from rehearsal.engines.asl.task import TaskContext
from rehearsal.engines.asl.values import PAYLOAD_BYTES_MAX, VARIABLES_BYTES_MAX, Json

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Visit:
    """From StateEntered to StateExited, all retries included."""

    __slots__ = (
        "chain",
        "event_id",
        "input",
        "item",
        "kind",
        "retry_count",
        "run",
        "since",
        "state",
        "token",
        "variables",
    )

    def __init__(
        self,
        run: Run,
        chain: Chain,
        kind: str,
        state: str,
        value: Json,
        variables: Variables,
        item: Mapping[str, Json] | None,
    ) -> None:
        self.run = run
        self.chain = chain
        self.kind = kind
        self.state = state
        self.input = value
        self.variables = variables
        self.item = item
        self.retry_count = 0
        self.token: str | None = None
        self.event_id = chain.enter(kind, state, value)
        self.since = run.clock.now()

    def context(self, item: Mapping[str, Json] | None = None) -> dict[str, Json]:
        """The context object of this moment; `item` is the Map's, for an ItemSelector."""
        context = {
            **self.run.context,
            "State": {
                "Name": self.state,
                "EnteredTime": format_timestamp(self.since),
                "RetryCount": self.retry_count,
            },
        }
        if item is not None or self.item is not None:
            context["Map"] = {"Item": item or self.item}
        if self.token is not None:
            context["Task"] = {"Token": self.token}
        return context

    def view(self, item: Mapping[str, Json] | None = None, **fields: Json) -> View:
        """`fields` are $states.result or $states.errorOutput, where there is one."""
        milliseconds = (self.run.clock.now() - _EPOCH) // _MILLISECOND
        return View(self.variables, {"input": self.input, "context": self.context(item), **fields}, milliseconds)

    def service_context(self) -> TaskContext:
        """For calls of the state that are no attempt of a task (an ItemReader, a ResultWriter)."""
        return TaskContext(
            execution_arn=self.run.arn,
            execution_name=self.run.name,
            state=self.state,
            retry_count=self.retry_count,
            timeout_s=None,
            heartbeat_s=None,
            deadline=self.run.deadline,
            token=None,
            credentials=None,
            context=self.context(),
            submitted=lambda answer: None,
        )

    def query(self, evaluation: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
        """The evaluation's value; its failure gets an event and the sentence that names the state."""
        try:
            return evaluation(*arguments, **options)
        except QueryError as failure:
            raise self.query_failed(failure) from failure

    def query_failed(self, failure: QueryError) -> QueryError:
        cause = self.cause(failure.cause or "")
        self.chain.add("EvaluationFailed", self.state, error=failure.error, cause=cause, location=failure.location)
        return QueryError(cause, failure.location)

    def cause(self, sentence: str) -> str:
        where = f"the state '{self.state}' (entered at the event id #{self.event_id})"
        return f"An error occurred while executing {where}. {sentence}"

    def leaving(
        self, output: Template | None, assign: Assign, view: View, default: Json
    ) -> tuple[Json, dict[str, Json]]:
        """Output and assigned variables, both seeing the variables as they were. Raises StateError over the limits."""
        value = default if output is None else self.query(evaluate, output, view)
        assigned = {name: self.query(evaluate, template, view) for name, template in assign}
        if value is not self.input:
            self._limit(value)
        if assigned:
            self._limit_variables(assigned)
        return value, assigned

    def leave(self, value: Json, assigned: dict[str, Json]) -> Json:
        """The state is left: its variables take their new values."""
        self.chain.add(f"{self.kind}StateExited", self.state, output=value, assigned=assigned)
        if assigned:
            self.variables.assign(assigned)
        return value

    def _limit(self, value: Json) -> None:
        if self.variables.memo.size_bytes(value) > PAYLOAD_BYTES_MAX:
            raise StateError(States.DATA_LIMIT_EXCEEDED, data_limit_cause(self.state))

    def _limit_variables(self, assigned: dict[str, Json]) -> None:
        memo = self.variables.memo
        size = memo.members_bytes(assigned)
        if size > PAYLOAD_BYTES_MAX or memo.members_bytes(self.variables.values | assigned) > VARIABLES_BYTES_MAX:
            raise StateError(
                States.DATA_LIMIT_EXCEEDED,
                self.cause("The variables exceed the maximum number of bytes service limit."),
            )


def data_limit_cause(whose: str) -> str:
    """As recorded from AWS."""
    return (
        f"The state/task '{whose}' returned a result with a size exceeding the maximum number of bytes service limit."
    )
