"""One state's definition, checked as CreateStateMachine checks it, made into a state that runs."""

from collections.abc import Callable, Mapping

from rehearsal.engines.asl.clock import parse_timestamp
from rehearsal.engines.asl.errors import InvalidDefinitionError
from rehearsal.engines.asl.syntax.fields import Fields
from rehearsal.engines.asl.syntax.map_parser import parse_map
from rehearsal.engines.asl.syntax.state_fields import (
    FLOWING,
    HANDLED,
    NOTHING,
    RESULT,
    ParseFlow,
    allow,
    next_state,
    parse_assign,
    parse_catch,
    parse_retry,
)
from rehearsal.engines.asl.syntax.states import (
    SECONDS_MAX,
    ChoiceRule,
    ChoiceState,
    FailState,
    ParallelState,
    PassState,
    State,
    SucceedState,
    TaskState,
    WaitState,
)
from rehearsal.engines.asl.syntax.template import Literal, Query


def parse_state(name: str, fields: Fields, parse_flow: ParseFlow) -> State:
    """Raises InvalidDefinitionError for what AWS refuses, UnsupportedDefinitionError for what isn't covered here."""
    kind = fields.require("Type")
    if not isinstance(kind, str) or kind not in _PARSERS:
        raise InvalidDefinitionError(
            f"The field 'Type' should have one of these values: [{', '.join(_PARSERS)}]", fields.at("Type")
        )
    return _PARSERS[kind](name, fields, parse_flow)


def _parse_pass(name: str, fields: Fields, parse_flow: ParseFlow) -> PassState:
    allow(fields, FLOWING)
    return PassState(
        name=name,
        next=next_state(fields),
        output=fields.template("Output", "Output", NOTHING),
        assign=parse_assign(fields, "Assign", NOTHING),
    )


def _parse_task(name: str, fields: Fields, parse_flow: ParseFlow) -> TaskState:
    allow(
        fields,
        FLOWING | HANDLED | {"Resource", "Arguments", "Credentials", "TimeoutSeconds", "HeartbeatSeconds"},
    )
    resource = fields.text("Resource")
    if not resource.startswith("arn:"):
        raise InvalidDefinitionError(f"The resource provided {resource} is not a valid ARN", fields.at("Resource"))
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
        next=next_state(fields),
        resource=resource,
        arguments=fields.template("Arguments", "Arguments", NOTHING),
        credentials=fields.template("Credentials", "Credentials", NOTHING),
        timeout_s=timeout,
        heartbeat_s=heartbeat,
        output=fields.template("Output", "Output", RESULT),
        assign=parse_assign(fields, "Assign", RESULT),
        retry=parse_retry(fields),
        catch=parse_catch(fields),
    )


def _parse_choice(name: str, fields: Fields, parse_flow: ParseFlow) -> ChoiceState:
    allow(fields, {"Choices", "Default", "Output", "Assign"})
    return ChoiceState(
        name=name,
        rules=tuple(_choice_rule(rule, position) for position, rule in enumerate(fields.objects("Choices"))),
        default=fields.optional_text("Default"),
        output=fields.template("Output", "Output", NOTHING),
        assign=parse_assign(fields, "Assign", NOTHING),
    )


def _choice_rule(rule: Fields, position: int) -> ChoiceRule:
    rule.allow({"Condition", "Next", "Output", "Assign", "Comment"}, jsonpath={"Variable", "And", "Or", "Not"})
    rule.require("Condition")
    field = f"Choices[{position}]"
    condition = rule.template("Condition", f"{field}/Condition", NOTHING)
    if not isinstance(condition, Query) and not (isinstance(condition, Literal) and type(condition.value) is bool):
        raise InvalidDefinitionError("The field 'Condition' must be a boolean or an expression", rule.at("Condition"))
    return ChoiceRule(
        condition=condition,
        next=rule.text("Next"),
        output=rule.template("Output", f"{field}/Output", NOTHING),
        assign=parse_assign(rule, f"{field}/Assign", NOTHING),
    )


def _parse_wait(name: str, fields: Fields, parse_flow: ParseFlow) -> WaitState:
    allow(fields, FLOWING | {"Seconds", "Timestamp"})
    if ("Seconds" in fields) == ("Timestamp" in fields):
        raise InvalidDefinitionError("A Wait state takes exactly one of [Seconds, Timestamp]", fields.location)
    timestamp = fields.string_template("Timestamp")
    if isinstance(timestamp, Literal) and parse_timestamp(timestamp.value) is None:
        raise InvalidDefinitionError("String does not match RFC3339 timestamp", fields.at("Timestamp"))
    return WaitState(
        name=name,
        next=next_state(fields),
        seconds=fields.seconds("Seconds", least=0, most=SECONDS_MAX),
        timestamp=timestamp,
        output=fields.template("Output", "Output", NOTHING),
        assign=parse_assign(fields, "Assign", NOTHING),
    )


def _parse_succeed(name: str, fields: Fields, parse_flow: ParseFlow) -> SucceedState:
    allow(fields, {"Output"})
    return SucceedState(name=name, output=fields.template("Output", "Output", NOTHING))


def _parse_fail(name: str, fields: Fields, parse_flow: ParseFlow) -> FailState:
    allow(fields, {"Error", "Cause"})
    return FailState(name=name, error=fields.string_template("Error"), cause=fields.string_template("Cause"))


def _parse_parallel(name: str, fields: Fields, parse_flow: ParseFlow) -> ParallelState:
    allow(fields, FLOWING | HANDLED | {"Branches", "Arguments"})
    return ParallelState(
        name=name,
        next=next_state(fields),
        branches=tuple(parse_flow(branch.raw, branch.location) for branch in fields.objects("Branches")),
        arguments=fields.template("Arguments", "Arguments", NOTHING),
        output=fields.template("Output", "Output", RESULT),
        assign=parse_assign(fields, "Assign", RESULT),
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
    "Map": parse_map,
}
