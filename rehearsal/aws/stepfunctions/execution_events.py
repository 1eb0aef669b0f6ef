"""An execution's history as GetExecutionHistory gives it: every type with its own details.

Source: botocore's HistoryEvent; values are JSON text, times are the events' own. Details of a type that AWS gives none
(`ParallelStateStarted`, `LambdaFunctionStarted`) are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.engines.asl import Event
from rehearsal.world.context import REGION

Details = dict[str, Any]
Facts = Mapping[str, Any]


def history_event(event: Event, role_arn: str, *, with_data: bool) -> Details:
    """One event; without data, inputs, outputs and variables are left out (`includeExecutionData`)."""
    shape: Details = {
        "id": event.id,
        "previousEventId": event.previous,
        "type": event.type,
        "timestamp": event.at,
    }
    name, details = _details(event, role_arn)
    if name is not None:
        left_out = () if with_data else _DATA
        shape[name] = {key: value for key, value in details.items() if value is not None and key not in left_out}
    return shape


_DATA = frozenset({"input", "inputDetails", "output", "outputDetails", "assignedVariables", "assignedVariablesDetails"})


def _details(event: Event, role_arn: str) -> tuple[str | None, Details]:
    facts = event.facts
    match event.type:
        case "ExecutionStarted":
            return "executionStartedEventDetails", {**_input(facts["input"]), "roleArn": role_arn}
        case "ExecutionRedriven":
            return "executionRedrivenEventDetails", {"redriveCount": facts["redrive_count"]}
        case "EvaluationFailed":
            return "evaluationFailedEventDetails", {
                **_failure(facts),
                "location": facts["location"],
                "state": event.state,
            }
        case kind if kind.endswith("StateEntered"):
            return "stateEnteredEventDetails", {"name": event.state, **_input(facts["input"])}
        case kind if kind.endswith("StateExited"):
            return "stateExitedEventDetails", {"name": event.state, **_output(facts["output"]), **_assigned(facts)}
        case "MapStateStarted":
            return "mapStateStartedEventDetails", {"length": facts["length"]}
        case kind if kind.startswith("MapIteration"):
            return f"{_lower(kind)}EventDetails", {"name": event.state, "index": facts["index"]}
        case kind if kind.startswith("MapRun"):
            details = {"mapRunArn": facts.get("arn")} if kind == "MapRunStarted" else _failure(facts)
            return (f"{_lower(kind)}EventDetails", details) if kind in _MAP_RUN_DETAILS else (None, {})
    make = _MAKERS.get(event.type)
    return (None, {}) if make is None else (f"{_lower(event.type)}EventDetails", make(facts))


_MAP_RUN_DETAILS = ("MapRunStarted", "MapRunFailed")


def _lower(kind: str) -> str:
    return kind[0].lower() + kind[1:]


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _input(value: Any) -> Details:
    return {"input": _text(value), "inputDetails": {"truncated": False}}


def _output(value: Any) -> Details:
    return {"output": _text(value), "outputDetails": {"truncated": False}}


def _assigned(facts: Facts) -> Details:
    if not facts["assigned"]:
        return {}
    return {
        "assignedVariables": {name: _text(value) for name, value in facts["assigned"].items()},
        "assignedVariablesDetails": {"truncated": False},
    }


def _failure(facts: Facts) -> Details:
    return {"error": facts.get("error"), "cause": facts.get("cause")}


def _resource(facts: Facts) -> Details:
    """`arn:aws:states:::aws-sdk:ssm:getParameter` is `getParameter` of `aws-sdk:ssm`."""
    kind, _, resource = facts["resource"].split(":states:::", 1)[-1].rpartition(":")
    if resource == "2":
        kind, _, resource = kind.rpartition(":")
        resource += ":2"
    return {"resourceType": kind, "resource": resource}


def _task_scheduled(facts: Facts) -> Details:
    return {
        **_resource(facts),
        "region": REGION,
        "parameters": _text(facts["arguments"]),
        "timeoutInSeconds": facts["timeout_s"],
        "heartbeatInSeconds": facts["heartbeat_s"],
    }


def _function_scheduled(facts: Facts) -> Details:
    return {"resource": facts["resource"], **_input(facts["arguments"]), "timeoutInSeconds": facts["timeout_s"]}


_MAKERS: Mapping[str, Callable[[Facts], Details]] = {
    "ExecutionSucceeded": lambda facts: _output(facts["output"]),
    "ExecutionFailed": _failure,
    "ExecutionAborted": _failure,
    "ExecutionTimedOut": _failure,
    "TaskScheduled": _task_scheduled,
    "TaskStarted": _resource,
    "TaskSubmitted": lambda facts: {**_resource(facts), **_output(facts["result"])},
    "TaskSucceeded": lambda facts: {**_resource(facts), **_output(facts["result"])},
    "TaskFailed": lambda facts: {**_resource(facts), **_failure(facts)},
    "TaskTimedOut": lambda facts: {**_resource(facts), **_failure(facts)},
    "ActivityScheduled": lambda facts: {**_function_scheduled(facts), "heartbeatInSeconds": facts["heartbeat_s"]},
    "ActivitySucceeded": lambda facts: _output(facts["result"]),
    "ActivityFailed": _failure,
    "ActivityTimedOut": _failure,
    "LambdaFunctionScheduled": _function_scheduled,
    "LambdaFunctionSucceeded": lambda facts: _output(facts["result"]),
    "LambdaFunctionFailed": _failure,
    "LambdaFunctionTimedOut": _failure,
}
