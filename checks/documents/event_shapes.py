"""Rules against recorded events: each lets some through, and the target's code reads every one that it lets through.

The samples (tests/events) come from AWS's documentation and from real accounts; an ARN that a rule's pattern names
takes the place of the sample's own. An event may get through and still mean nothing to us (a Health notice that names
no instance): patterns can't say everything.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

from cachewarden.events.envelope import Home
from cachewarden.events.event import UnhandledEvent
from cachewarden.events.read import READERS, MalformedEventError, read_event
from checks.check import Check, Finding
from checks.deployment import Deployment
from rehearsal.aws.cloudformation.template import Resource
from rehearsal.engines.eventbridge import matches

NAME = "event-shapes"
SAMPLES = "tests/events"
TRANSFORMED = ("Input", "InputPath", "InputTransformer")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every rule."""
    for rule in deployment.resources("AWS::Events::Rule"):
        yield from _targets(deployment, rule)
        yield from _samples(deployment, rule)


def _targets(deployment: Deployment, rule: Resource) -> Iterator[Finding]:
    for target in rule.properties.get("Targets", ()):
        arn = target["Arn"]
        yield from _queue(deployment, rule, arn) if ":sqs:" in arn else _function(deployment, rule, arn)
        for field in TRANSFORMED:
            if field in target:
                name = arn.rpartition(":")[2]
                problem = f"{field} changes the event: {name} reads events as EventBridge made them"
                yield _finding(rule, problem, f"Leave {field} out.")


def _function(deployment: Deployment, rule: Resource, arn: str) -> Iterator[Finding]:
    name = arn.rpartition(":function:")[2]
    functions = {function.arn for function in deployment.functions.values()} | set(deployment.functions)
    if arn not in functions and name not in functions:
        yield _finding(rule, f"its target {arn} is no deployed function", "Name a function that ships.")
        return
    permitted = {
        permission.properties.get("SourceArn")
        for permission in deployment.resources("AWS::Lambda::Permission")
        if permission.properties.get("Principal") == "events.amazonaws.com"
        and str(permission.properties.get("FunctionName")).rpartition(":function:")[2] == name
    }
    if not permitted & {rule.physical_id, _attribute_arn(rule)}:
        yield _finding(rule, f"{name} doesn't allow EventBridge to call it for this rule", "Add the permission.")


def _queue(deployment: Deployment, rule: Resource, arn: str) -> Iterator[Finding]:
    """That EventBridge may send to it is seen where a story's events come through."""
    sources = deployment.resources("AWS::Lambda::EventSourceMapping")
    if not any(source.properties["EventSourceArn"] == arn for source in sources):
        yield _finding(rule, f"no function reads the queue {arn}, its target", "Map the queue to a function.")


def _samples(deployment: Deployment, rule: Resource) -> Iterator[Finding]:
    pattern = rule.properties.get("EventPattern")
    if pattern is None:
        return  # a schedule: its function reads nothing of the event
    unknown = [
        f"{source} {kind}"
        for source in pattern.get("source", [])
        for kind in pattern.get("detail-type", [])
        if (source, kind) not in READERS
    ]
    if unknown:
        remedy = f"Write a reader, or name one of: {'; '.join(' '.join(key) for key in READERS)}."
        yield _finding(rule, f"lets through what nothing reads: {', '.join(unknown)}", remedy)
        return
    understood = False
    for path, event in _events(deployment, pattern):
        if not matches(pattern, event):
            continue
        try:
            read = read_event(event, home=Home(str(event.get("account")), str(event.get("region"))))
        except MalformedEventError as error:
            yield _finding(rule, f"lets {path} through, which the reader can't read: {error}", "Correct the model.")
            understood = True
            continue
        understood = understood or not isinstance(read, UnhandledEvent)
    if not understood:
        problem = f"no event in {SAMPLES} gets through its pattern to a meaning"
        yield _finding(rule, problem, "Correct the pattern, or add the sample that it is for.")


def _events(deployment: Deployment, pattern: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, text in deployment.below(SAMPLES, ".json").items():
        event = json.loads(text)
        if path != f"{SAMPLES}/index.json" and isinstance(event, dict):
            yield path, _as_ours(event, pattern)


def _as_ours(event: dict[str, Any], pattern: Mapping[str, Any]) -> dict[str, Any]:
    """The event with the ARNs that the pattern wants, where it has others in their place."""
    detail = event.get("detail")
    if not isinstance(detail, dict):
        return event
    wanted = {
        field: values[0]
        for field, values in pattern.get("detail", {}).items()
        if isinstance(values, list) and isinstance(values[0], str) and values[0].startswith("arn:") and field in detail
    }
    if not wanted:
        return event
    changed = copy.deepcopy(event)
    changed["detail"] |= wanted
    return changed


def _attribute_arn(rule: Resource) -> str:
    from rehearsal.aws.cloudformation.resource_types import attribute

    return str(attribute(rule.type, rule.physical_id, "Arn"))


def _finding(rule: Resource, problem: str, remedy: str) -> Finding:
    where = f"{rule.stack}.template.json Resources/{rule.logical_id}"
    return Finding(check=NAME, where=where, problem=problem, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every rule lets a recorded event through to a function that may be called and understands it.",
    findings=findings,
)
