"""A state machine's definition: refused as AWS refuses it, or ready to run."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rehearsal.engines.asl.errors import InvalidDefinitionError, UnsupportedDefinitionError
from rehearsal.engines.asl.syntax.fields import Fields
from rehearsal.engines.asl.syntax.state_parser import parse_state
from rehearsal.engines.asl.syntax.states import (
    SECONDS_MAX,
    ChoiceState,
    FailState,
    Flow,
    MapState,
    ParallelState,
    State,
    SucceedState,
    TaskState,
)
from rehearsal.engines.asl.values import parse_json

STATE_NAME_MAX = 80
DEFINITION_BYTES_MAX = 1024 * 1024

_FLOW_FIELDS = frozenset({"Comment", "StartAt", "States"})
_MACHINE_FIELDS = _FLOW_FIELDS | {"QueryLanguage", "TimeoutSeconds", "Version"}
_LANGUAGES = ("JSONPath", "JSONata")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A checked machine; `timeout_s` bounds the whole execution, None for no bound."""

    flow: Flow
    timeout_s: int | None
    comment: str | None

    @classmethod
    def parse(cls, definition: str | Mapping[str, Any]) -> "Machine":
        """The same machine for the same text. Raises InvalidDefinitionError or UnsupportedDefinitionError."""
        return _parse(definition if isinstance(definition, str) else json.dumps(definition))


@lru_cache(maxsize=256)
def _parse(text: str) -> Machine:
    if len(text.encode()) > DEFINITION_BYTES_MAX:
        raise InvalidDefinitionError("The definition is larger than 1 MB", "/")
    raw = _read_json(text)
    machine = Fields(raw, "")
    if missing := [name for name in ("StartAt", "States") if name not in machine]:
        raise InvalidDefinitionError(f"These fields are required: [{', '.join(missing)}]", "/")
    machine.allow(_MACHINE_FIELDS)
    language = _language(machine, "JSONPath")
    machine.choice("Version", ("1.0",), "1.0")
    timeout = machine.integer("TimeoutSeconds", 1, least=1, most=SECONDS_MAX) if "TimeoutSeconds" in machine else None
    flow = _parse_flow({name: raw[name] for name in raw if name in _FLOW_FIELDS}, "", language)
    _check_names(flow)
    _check_scopes(flow, frozenset())
    return Machine(flow=flow, timeout_s=timeout, comment=raw.get("Comment"))


def _read_json(text: str) -> dict[str, Any]:
    if not text.strip():
        raise InvalidDefinitionError("Definition must be a valid JSON object", "/")
    try:
        # A second state of the same name would hide the first.
        raw = parse_json(text, unique_names=True)
    except ValueError as broken:
        raise InvalidDefinitionError(str(broken), "/", "INVALID_JSON_DESCRIPTION") from broken
    if not isinstance(raw, dict):
        raise InvalidDefinitionError("Definition must be a valid JSON object", "/")
    return raw


def _parse_flow(raw: Any, location: str, language: str) -> Flow:
    fields = Fields(raw, location)
    fields.allow(_FLOW_FIELDS)
    if missing := [name for name in ("StartAt", "States") if name not in fields]:
        raise InvalidDefinitionError(f"These fields are required: [{', '.join(missing)}]", location or "/")
    states = Fields(fields.raw["States"], fields.at("States"))
    if not states.raw:
        raise InvalidDefinitionError("The field 'States' must not be empty", fields.at("States"))
    flow = Flow(
        start_at=fields.text("StartAt"),
        states={
            name: _parse_state(name, Fields(raw_state, states.at(name)), language)
            for name, raw_state in states.raw.items()
        },
    )
    _check_targets(flow, location)
    return flow


def _parse_state(name: str, fields: Fields, language: str) -> State:
    if not 1 <= len(name) <= STATE_NAME_MAX:
        raise InvalidDefinitionError(f"A state's name has 1 to {STATE_NAME_MAX} characters", fields.location)
    own = _language(fields, language)
    if language == "JSONata" and own == "JSONPath":
        raise InvalidDefinitionError(
            "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine", fields.location
        )
    if own == "JSONPath":
        raise UnsupportedDefinitionError(
            "JSONPath states aren't supported: set QueryLanguage to JSONata", fields.location
        )
    # The states inside a Map or Parallel inherit the machine's language, not the enclosing state's.
    return parse_state(name, fields, lambda raw, location: _parse_flow(raw, location, language))


def _language(fields: Fields, default: str) -> str:
    language = fields.raw.get("QueryLanguage", default)
    if language not in _LANGUAGES:
        message = (
            f"Value should be one of the following: [{', '.join(_LANGUAGES)}]"
            if isinstance(language, str)
            else "Expected value of type [STRING]"
        )
        raise InvalidDefinitionError(message, fields.at("QueryLanguage"))
    return str(language)


def successors(state: State) -> tuple[str, ...]:
    """The states that may follow, in the order of the definition."""
    match state:
        case ChoiceState():
            return tuple(rule.next for rule in state.rules) + ((state.default,) if state.default else ())
        case SucceedState() | FailState():
            return ()
        case TaskState() | ParallelState() | MapState():
            return ((state.next,) if state.next else ()) + tuple(catcher.next for catcher in state.catch)
        case _:
            return (state.next,) if state.next else ()


def inner_flows(state: State) -> tuple[Flow, ...]:
    """The branches of a Parallel, the processor of a Map."""
    match state:
        case ParallelState():
            return state.branches
        case MapState():
            return (state.processor,)
        case _:
            return ()


def _check_targets(flow: Flow, location: str) -> None:
    """Every target exists and every state can be reached."""
    code = "MISSING_TRANSITION_TARGET"
    if flow.start_at not in flow.states:
        raise InvalidDefinitionError(f"Missing 'StartAt' target: {flow.start_at}", f"{location}/StartAt", code)
    for state in flow.states.values():
        for target in successors(state):
            if target not in flow.states:
                where = f"{location}/States/{state.name}"
                raise InvalidDefinitionError(f"Missing 'Next' target: {target}", where, code)
    reached = {flow.start_at}
    waiting = [flow.start_at]
    while waiting:
        fresh = [name for name in successors(flow.states[waiting.pop()]) if name not in reached]
        reached.update(fresh)
        waiting.extend(fresh)
    for name in flow.states:
        if name not in reached:
            raise InvalidDefinitionError(f'State "{name}" is not reachable.', f"{location}/States/{name}", code)
    if not any(_may_end(state) for state in flow.states.values()):
        raise InvalidDefinitionError("No state ends it", f"{location}/States", "MISSING_END_STATE")


def _may_end(state: State) -> bool:
    match state:
        case SucceedState() | FailState():
            return True
        case ChoiceState():
            return False
        case _:
            return state.next is None


def _all_states(flow: Flow) -> Iterator[State]:
    for state in flow.states.values():
        yield state
        for inner in inner_flows(state):
            yield from _all_states(inner)


def _check_names(flow: Flow) -> None:
    seen: set[str] = set()
    for state in _all_states(flow):
        if state.name in seen:
            raise InvalidDefinitionError(f"Duplicate State name: {state.name}", "/", "DUPLICATE_STATE_NAME")
        seen.add(state.name)


def _check_scopes(flow: Flow, outer: frozenset[str]) -> None:
    """No inner scope assigns a variable that an outer one assigns too.

    What only a Catch assigns doesn't count: AWS was recorded accepting the same name in a branch and in
    its Parallel's Catch.
    """
    own = {name for state in flow.states.values() for name in _assigned_on_the_way(state)}
    if clashes := sorted(own & outer):
        raise InvalidDefinitionError(f"The variable '{clashes[0]}' is assigned in an outer scope, too", "/")
    for state in flow.states.values():
        distributed = isinstance(state, MapState) and state.distribution is not None
        for inner in inner_flows(state):
            _check_scopes(inner, frozenset() if distributed else outer | own)


def _assigned_on_the_way(state: State) -> Iterator[str]:
    match state:
        case SucceedState() | FailState():
            return
        case ChoiceState():
            assigns = (state.assign, *(rule.assign for rule in state.rules))
        case _:
            assigns = (state.assign,)
    for assign in assigns:
        for name, _ in assign:
            yield name
