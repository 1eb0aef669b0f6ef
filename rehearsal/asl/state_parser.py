"""One state's definition, checked as CreateStateMachine checks it, made into a state that runs."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rehearsal.asl.clock import parse_timestamp
from rehearsal.asl.errors import InvalidDefinitionError, UnsupportedDefinitionError
from rehearsal.asl.fields import Fields
from rehearsal.asl.handler_parser import parse_assign, parse_catch, parse_retry
from rehearsal.asl.states import (
    SECONDS_MAX,
    ChoiceRule,
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
from rehearsal.asl.template import Literal, Query

ParseFlow: TypeAlias = Callable[[Any, str], Flow]
"""Reads the states of a branch or iteration at a location."""

CONCURRENCY_MAX = 10_000

_COMMON = frozenset({"Type", "Comment", "QueryLanguage"})
_FLOWING = frozenset({"Next", "End", "Output", "Assign"})
_HANDLED = frozenset({"Retry", "Catch"})
_NOTHING: frozenset[str] = frozenset()
_RESULT = frozenset({"result"})
_JSONPATH = frozenset(
    {
        *("InputPath", "OutputPath", "ResultPath", "ResultSelector", "Parameters", "Result"),
        *("ItemsPath", "MaxConcurrencyPath", "ToleratedFailureCountPath", "ToleratedFailurePercentagePath"),
        *("SecondsPath", "TimestampPath", "TimeoutSecondsPath", "HeartbeatSecondsPath", "ErrorPath", "CausePath"),
    }
)
_DISTRIBUTED_ONLY = ("ItemReader", "ItemBatcher", "ResultWriter", "Label")


def parse_state(name: str, fields: Fields, parse_flow: ParseFlow) -> State:
    """Raises InvalidDefinitionError for what AWS refuses, UnsupportedDefinitionError for what only we do."""
    kind = fields.require("Type")
    if not isinstance(kind, str) or kind not in _PARSERS:
        raise InvalidDefinitionError(
            f"The field 'Type' should have one of these values: [{', '.join(_PARSERS)}]", fields.at("Type")
        )
    return _PARSERS[kind](name, fields, parse_flow)


def _parse_pass(name: str, fields: Fields, parse_flow: ParseFlow) -> PassState:
    _allow(fields, _FLOWING)
    return PassState(
        name=name,
        next=_next(fields),
        output=fields.template("Output", "Output", _NOTHING),
        assign=parse_assign(fields, "Assign", _NOTHING),
    )


def _parse_task(name: str, fields: Fields, parse_flow: ParseFlow) -> TaskState:
    _allow(
        fields,
        _FLOWING | _HANDLED | {"Resource", "Arguments", "Credentials", "TimeoutSeconds", "HeartbeatSeconds"},
    )
    resource = fields.text("Resource")
    if not resource.startswith("arn:"):
        raise InvalidDefinitionError(f"The resource provided {resource} is not a valid ARN", fields.at("Resource"))
    if ":activity:" in resource:
        raise UnsupportedDefinitionError("Activities aren't supported", fields.at("Resource"))
    if "Credentials" in fields and isinstance(fields.raw["Credentials"], dict):
        Fields(fields.raw["Credentials"], fields.at("Credentials")).require("RoleArn")
    timeout = fields.seconds("TimeoutSeconds", least=1, most=SECONDS_MAX)
    heartbeat = fields.seconds("HeartbeatSeconds", least=1, most=SECONDS_MAX)
    if isinstance(timeout, Literal) and isinstance(heartbeat, Literal) and heartbeat.value >= timeout.value:
        raise InvalidDefinitionError(
            "HeartbeatSeconds must be smaller than TimeoutSeconds", fields.at("HeartbeatSeconds")
        )
    return TaskState(
        name=name,
        next=_next(fields),
        resource=resource,
        arguments=fields.template("Arguments", "Arguments", _NOTHING),
        credentials=fields.template("Credentials", "Credentials", _NOTHING),
        timeout_s=timeout,
        heartbeat_s=heartbeat,
        output=fields.template("Output", "Output", _RESULT),
        assign=parse_assign(fields, "Assign", _RESULT),
        retry=parse_retry(fields),
        catch=parse_catch(fields),
    )


def _parse_choice(name: str, fields: Fields, parse_flow: ParseFlow) -> ChoiceState:
    _allow(fields, {"Choices", "Default", "Output", "Assign"})
    return ChoiceState(
        name=name,
        rules=tuple(_choice_rule(rule, position) for position, rule in enumerate(fields.objects("Choices"))),
        default=fields.optional_text("Default"),
        output=fields.template("Output", "Output", _NOTHING),
        assign=parse_assign(fields, "Assign", _NOTHING),
    )


def _choice_rule(rule: Fields, position: int) -> ChoiceRule:
    rule.allow({"Condition", "Next", "Output", "Assign", "Comment"}, jsonpath={"Variable", "And", "Or", "Not"})
    rule.require("Condition")
    field = f"Choices[{position}]"
    condition = rule.template("Condition", f"{field}/Condition", _NOTHING)
    if not isinstance(condition, Query) and not (isinstance(condition, Literal) and type(condition.value) is bool):
        raise InvalidDefinitionError("The field 'Condition' must be a boolean or an expression", rule.at("Condition"))
    return ChoiceRule(
        condition=condition,
        next=rule.text("Next"),
        output=rule.template("Output", f"{field}/Output", _NOTHING),
        assign=parse_assign(rule, f"{field}/Assign", _NOTHING),
    )


def _parse_wait(name: str, fields: Fields, parse_flow: ParseFlow) -> WaitState:
    _allow(fields, _FLOWING | {"Seconds", "Timestamp"})
    if ("Seconds" in fields) == ("Timestamp" in fields):
        raise InvalidDefinitionError("A Wait state takes exactly one of [Seconds, Timestamp]", fields.location)
    timestamp = fields.string_template("Timestamp")
    if isinstance(timestamp, Literal) and parse_timestamp(timestamp.value) is None:
        raise InvalidDefinitionError("String does not match RFC3339 timestamp", fields.at("Timestamp"))
    return WaitState(
        name=name,
        next=_next(fields),
        seconds=fields.seconds("Seconds", least=0, most=SECONDS_MAX),
        timestamp=timestamp,
        output=fields.template("Output", "Output", _NOTHING),
        assign=parse_assign(fields, "Assign", _NOTHING),
    )


def _parse_succeed(name: str, fields: Fields, parse_flow: ParseFlow) -> SucceedState:
    _allow(fields, {"Output"})
    return SucceedState(name=name, output=fields.template("Output", "Output", _NOTHING))


def _parse_fail(name: str, fields: Fields, parse_flow: ParseFlow) -> FailState:
    _allow(fields, {"Error", "Cause"})
    return FailState(name=name, error=fields.string_template("Error"), cause=fields.string_template("Cause"))


def _parse_parallel(name: str, fields: Fields, parse_flow: ParseFlow) -> ParallelState:
    _allow(fields, _FLOWING | _HANDLED | {"Branches", "Arguments"})
    return ParallelState(
        name=name,
        next=_next(fields),
        branches=tuple(parse_flow(branch.raw, branch.location) for branch in fields.objects("Branches")),
        arguments=fields.template("Arguments", "Arguments", _NOTHING),
        output=fields.template("Output", "Output", _RESULT),
        assign=parse_assign(fields, "Assign", _RESULT),
        retry=parse_retry(fields),
        catch=parse_catch(fields),
    )


def _parse_map(name: str, fields: Fields, parse_flow: ParseFlow) -> MapState:
    for unsupported in (*_DISTRIBUTED_ONLY, "Iterator"):
        if unsupported in fields:
            raise UnsupportedDefinitionError(
                f"The field '{unsupported}' isn't supported: inline Map only", fields.location
            )
    _allow(
        fields,
        _FLOWING
        | _HANDLED
        | {
            "Items",
            "ItemSelector",
            "ItemProcessor",
            "MaxConcurrency",
            "ToleratedFailureCount",
            "ToleratedFailurePercentage",
        },
    )
    items = fields.template("Items", "Items", _NOTHING)
    if isinstance(items, Literal) and not isinstance(items.value, list):
        raise UnsupportedDefinitionError("The field 'Items' must be an array or an expression", fields.at("Items"))
    processor = dict(Fields(fields.require("ItemProcessor"), fields.at("ItemProcessor")).raw)
    config = Fields(processor.pop("ProcessorConfig", {}), f"{fields.at('ItemProcessor')}/ProcessorConfig")
    if config.raw.get("Mode", "INLINE") != "INLINE":
        raise UnsupportedDefinitionError("Only the Mode INLINE is supported", config.at("Mode"))
    return MapState(
        name=name,
        next=_next(fields),
        items=items,
        item_selector=fields.template("ItemSelector", "ItemSelector", _NOTHING),
        max_concurrency=fields.seconds("MaxConcurrency", least=0, most=CONCURRENCY_MAX),
        tolerated_failure_count=fields.seconds("ToleratedFailureCount", least=0, most=SECONDS_MAX),
        tolerated_failure_percentage=fields.seconds("ToleratedFailurePercentage", least=0, most=100),
        processor=parse_flow(processor, fields.at("ItemProcessor")),
        output=fields.template("Output", "Output", _RESULT),
        assign=parse_assign(fields, "Assign", _RESULT),
        retry=parse_retry(fields),
        catch=parse_catch(fields),
    )


_PARSERS: Mapping[str, Callable[[str, Fields, ParseFlow], State]] = {
    "Task": _parse_task,
    "Wait": _parse_wait,
    "Pass": _parse_pass,
    "Succeed": _parse_succeed,
    "Fail": _parse_fail,
    "Choice": _parse_choice,
    "Parallel": _parse_parallel,
    "Map": _parse_map,
}


def _allow(fields: Fields, names: frozenset[str] | set[str]) -> None:
    fields.allow(_COMMON | names, jsonpath=_JSONPATH)


def _next(fields: Fields) -> str | None:
    """The following state, None at the end."""
    ends = fields.raw.get("End", False)
    if type(ends) is not bool:
        raise InvalidDefinitionError("The field 'End' must be a boolean", fields.at("End"))
    if ends == ("Next" in fields):
        raise InvalidDefinitionError("A state takes exactly one of [Next, End]", fields.location)
    return fields.optional_text("Next")
