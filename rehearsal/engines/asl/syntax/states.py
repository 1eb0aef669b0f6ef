"""The states of a machine as they run: frozen, with every expression parsed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rehearsal.engines.asl.syntax.template import Template

SECONDS_MAX = 99_999_999
"""Largest number of seconds in TimeoutSeconds, HeartbeatSeconds, IntervalSeconds and Wait."""

Assign: TypeAlias = tuple[tuple[str, Template], ...]


class JitterStrategy(StrEnum):
    NONE = "NONE"
    FULL = "FULL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrier:
    """Delays are seconds; the n-th delay is interval x rate^(n-1), at most `max_delay_s`."""

    error_equals: tuple[str, ...]
    interval_s: int
    max_attempts: int
    backoff_rate: float
    max_delay_s: int | None
    jitter: JitterStrategy


@dataclass(frozen=True, slots=True, kw_only=True)
class Catcher:
    error_equals: tuple[str, ...]
    next: str
    output: Template | None
    assign: Assign


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A machine's, a branch's or an iteration's states."""

    start_at: str
    states: "dict[str, State]"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassState:
    name: str
    next: str | None
    output: Template | None
    assign: Assign


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskState:
    name: str
    next: str | None
    resource: str
    arguments: Template | None
    credentials: Template | None
    timeout_s: Template | None
    heartbeat_s: Template | None
    output: Template | None
    assign: Assign
    retry: tuple[Retrier, ...]
    catch: tuple[Catcher, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRule:
    condition: Template
    next: str
    output: Template | None
    assign: Assign


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceState:
    name: str
    rules: tuple[ChoiceRule, ...]
    default: str | None
    output: Template | None
    assign: Assign


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitState:
    """Exactly one of `seconds` and `timestamp` is set."""

    name: str
    next: str | None
    seconds: Template | None
    timestamp: Template | None
    output: Template | None
    assign: Assign


@dataclass(frozen=True, slots=True, kw_only=True)
class SucceedState:
    name: str
    output: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailState:
    name: str
    error: Template | None
    cause: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParallelState:
    name: str
    next: str | None
    branches: tuple[Flow, ...]
    arguments: Template | None
    output: Template | None
    assign: Assign
    retry: tuple[Retrier, ...]
    catch: tuple[Catcher, ...]


class InputType(StrEnum):
    """What an ItemReader reads; OBJECTS is the list of a bucket."""

    JSON = "JSON"
    JSONL = "JSONL"
    CSV = "CSV"
    OBJECTS = "OBJECTS"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReader:
    """`csv_header` is None where the first row is it; `items_pointer` is a JSON pointer to the array."""

    resource: str
    arguments: Template | None
    input_type: InputType
    csv_header: tuple[str, ...] | None
    csv_delimiter: str
    items_pointer: str | None
    max_items: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemBatcher:
    """At least one of the limits is set; bytes are those of a batch's whole input."""

    max_items: Template | None
    max_bytes: Template | None
    batch_input: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultWriter:
    """Without `resource` the results stay in the state's output, transformed. `lines`: JSON Lines."""

    resource: str | None
    arguments: Template | None
    transformation: str
    lines: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """What a distributed Map has beyond an inline one; its iterations are executions of `label`."""

    label: str
    reader: ItemReader | None
    batcher: ItemBatcher | None
    writer: ResultWriter | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapState:
    """Inline without `distribution`; there a failing iteration under a tolerated failure threshold is refused."""

    name: str
    next: str | None
    items: Template | None
    item_selector: Template | None
    max_concurrency: Template | None
    tolerated_failure_count: Template | None
    tolerated_failure_percentage: Template | None
    processor: Flow
    distribution: Distribution | None
    output: Template | None
    assign: Assign
    retry: tuple[Retrier, ...]
    catch: tuple[Catcher, ...]


State: TypeAlias = PassState | TaskState | ChoiceState | WaitState | SucceedState | FailState | ParallelState | MapState
