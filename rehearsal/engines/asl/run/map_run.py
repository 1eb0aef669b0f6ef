"""One attempt of a distributed Map: every item, or batch of items, is an execution of its own.

Source: pages "Using Map state in Distributed mode", "ItemBatcher (Map)" and "Setting failure thresholds for Distributed
Map states". Variables of the outer scopes aren't visible inside.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from rehearsal.engines.asl.errors import ExecutionTimeoutError, StateError, States, TaskError, UnsupportedBehaviourError
from rehearsal.engines.asl.run.item_source import read_items, state_items
from rehearsal.engines.asl.run.map_results import map_output
from rehearsal.engines.asl.run.result import ExecutionResult
from rehearsal.engines.asl.run.visit import Visit, data_limit_cause
from rehearsal.engines.asl.syntax.states import SECONDS_MAX, Distribution, ItemBatcher, MapState
from rehearsal.engines.asl.syntax.template import Template, evaluate, evaluate_integer
from rehearsal.engines.asl.values import PAYLOAD_BYTES_MAX, Json, size_bytes

CONCURRENCY_MAX = 10_000


@dataclass(slots=True, kw_only=True)
class Tally:
    """How many items have failed, and how many may fail."""

    items: int
    count_max: int | None
    percentage_max: int | None
    failed: int = 0

    def add(self, items: int) -> None:
        """Raises StateError once the threshold is exceeded."""
        self.failed += items
        too_many = self.count_max is not None and self.failed > self.count_max
        too_large = self.percentage_max is not None and 100 * self.failed > self.percentage_max * self.items
        neither = self.count_max is None and self.percentage_max is None
        if too_many or too_large or neither:
            raise StateError(
                States.EXCEED_TOLERATED_FAILURE_THRESHOLD, "The specified tolerated failure threshold was exceeded"
            )


def attempt_map_run(visit: Visit, state: MapState, distribution: Distribution) -> Json:
    """The outputs of the child executions in order, or where they were written."""
    chain, run = visit.chain, visit.run
    items = [] if distribution.reader is not None else state_items(visit, state)
    limit = _number(visit, state.max_concurrency) or CONCURRENCY_MAX
    count_max = _number(visit, state.tolerated_failure_count)
    percentage_max = _number(visit, state.tolerated_failure_percentage)
    chain.add("MapStateStarted", state.name, length=len(items))
    run_id = str(UUID(int=run.rng.getrandbits(128), version=4))
    arn = f"{run.arn.replace(':execution:', ':mapRun:').rpartition(':')[0]}/{distribution.label}:{run_id}"
    chain.add("MapRunStarted", state.name, arn=arn)
    try:
        if distribution.reader is not None:
            items = read_items(visit, distribution.reader)
        selected = _selected(visit, state, items)
        inputs = list(_inputs(visit, distribution.batcher, selected))
        tally = Tally(items=len(items), count_max=count_max, percentage_max=percentage_max)
        children = [_child(visit, state, distribution.label, one, tally) for one in inputs]
        results = run.run_branches(children, min(limit, CONCURRENCY_MAX))
        if tally.failed and (distribution.writer is None or distribution.writer.resource is None):
            raise UnsupportedBehaviourError(
                f"{state.name}: what a Map without a ResultWriter gives for tolerated failures isn't known"
            )
        output = map_output(visit, distribution.writer, results, arn)
    except TaskError as failure:
        chain.add("MapRunFailed", state.name, error=failure.error, cause=failure.cause)
        chain.add("MapStateFailed", state.name, error=failure.error, cause=failure.cause)
        raise
    chain.add("MapRunSucceeded", state.name)
    chain.add("MapStateSucceeded", state.name)
    return output


def _selected(visit: Visit, state: MapState, items: Sequence[Json]) -> list[tuple[Mapping[str, Json], Json]]:
    """Each item's place in the context object, and what the ItemSelector makes of it."""
    selected: list[tuple[Mapping[str, Json], Json]] = []
    for index, item in enumerate(items):
        context = {"Index": index, "Value": item}
        value = item
        if state.item_selector is not None:
            value = visit.query(evaluate, state.item_selector, visit.view(context))
        selected.append((context, value))
    return selected


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildInput:
    """`item` is None for a batch; `items` counts what fails with it."""

    value: Json
    item: Mapping[str, Json] | None
    items: int


def _inputs(
    visit: Visit, batcher: ItemBatcher | None, selected: Sequence[tuple[Mapping[str, Json], Json]]
) -> Iterator[ChildInput]:
    if batcher is None:
        yield from (ChildInput(value=value, item=context, items=1) for context, value in selected)
        return
    items_max = _number(visit, batcher.max_items)
    bytes_max = _number(visit, batcher.max_bytes) or PAYLOAD_BYTES_MAX
    common: dict[str, Json] = {}
    if batcher.batch_input is not None:
        common = {"BatchInput": visit.query(evaluate, batcher.batch_input, visit.view())}
    empty = size_bytes({**common, "Items": []})
    batch: list[Json] = []
    used = empty
    for _, value in selected:
        size = size_bytes(value) + (1 if batch else 0)
        if batch and (len(batch) == items_max or used + size > bytes_max):
            yield ChildInput(value={**common, "Items": batch}, item=None, items=len(batch))
            batch, used, size = [], empty, size_bytes(value)
        batch.append(value)
        used += size
    if batch:
        yield ChildInput(value={**common, "Items": batch}, item=None, items=len(batch))


def _child(visit: Visit, state: MapState, label: str, given: ChildInput, tally: Tally) -> Callable[[], ExecutionResult]:
    def run() -> ExecutionResult:
        if size_bytes(given.value) > PAYLOAD_BYTES_MAX:
            raise StateError(States.DATA_LIMIT_EXCEEDED, data_limit_cause(state.name))
        result = visit.run.start_child(state.processor, given.value, label, given.item)
        if result.status == "TIMED_OUT":  # a child has no timeout but its parent's
            raise ExecutionTimeoutError
        if result.status != "SUCCEEDED":
            tally.add(given.items)
        return result

    return run


def _number(visit: Visit, template: Template | None) -> int | None:
    if template is None:
        return None
    return visit.query(evaluate_integer, template, visit.view(), least=0, most=SECONDS_MAX)
