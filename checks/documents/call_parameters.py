"""Every call of a document names a deployed one and gives it each parameter that it needs, and no other.

Called by: Automation documents (aws:runCommand, aws:executeAutomation), machines that start act-on-host, Lambda
functions (SendCommand, or a name in their environment). Literal values are held against the parameter's pattern;
a parameter passed on must be declared with the same pattern on both sides; all other values are judged when a story
passes them, since the rehearsal's SSM refuses what the pattern doesn't admit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.documents.callers import Call, all_calls
from checks.machines.decided_acts import UnreadableError
from checks.machines.states import expression_of
from rehearsal.aws.ssm.document_parameters import PICKER_TYPES, DocumentRefusedError, declare
from rehearsal.engines.automation.document.placeholders import PLACEHOLDER

NAME = "document-calls"
VALUE_MAX = 512
"""Characters of a value [automation#value-length]."""


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of all callers, and the Command documents without one."""
    called: set[str] = set()
    try:
        calls = list(all_calls(deployment))
    except UnreadableError as error:
        yield Finding(check=NAME, where=str(error).partition(": ")[0], problem=str(error), remedy="Write it literally.")
        return
    for call in calls:
        called.add(call.document)
        yield from _judged(deployment, call)
    yield from _impatient_steps(deployment)
    for document in deployment.documents.values():
        if document.kind == "Command" and document.name not in called:
            problem = f"nobody calls {document.name}"
            yield Finding(check=NAME, where=document.source, problem=problem, remedy="Call it or delete it.")


def _judged(deployment: Deployment, call: Call) -> Iterator[Finding]:
    def finding(problem: str, remedy: str) -> Finding:
        return Finding(check=NAME, where=call.where, problem=problem, remedy=remedy)

    document = deployment.documents.get(call.document)
    if document is None:
        known = ", ".join(sorted(name for name, each in deployment.documents.items() if each.kind == call.kind))
        yield finding(f"there is no document {call.document}", f"Name one of: {known}.")
        return
    if document.kind != call.kind:
        yield finding(f"{call.document} is a document of type {document.kind}", f"Name a {call.kind} document.")
        return
    for name in call.given:
        if name not in document.parameters:
            takes = ", ".join(document.parameters) or "none"
            yield finding(f"{document.name} has no parameter {name}", f"Give what it takes: {takes}.")
    for name, parameter in document.parameters.items():
        if name not in call.given:
            if "default" not in parameter:
                yield finding(f"{document.name} needs {name}, which isn't given", f"Give {name}.")
        elif (problem := _value_problem(call, name, parameter, document.kind)) is not None:
            yield finding(f"{document.name} {name}: {problem}", "Give a value that the parameter admits.")


def _impatient_steps(deployment: Deployment) -> Iterator[Finding]:
    """Steps that give up before the command that they sent must."""
    for document in deployment.documents.values():
        for number, step in enumerate(document.steps):
            command = deployment.documents.get(str(step.get("inputs", {}).get("DocumentName")))
            if step["action"] != "aws:runCommand" or command is None or not command.steps:
                continue
            longest = int(command.steps[0].get("inputs", {}).get("timeoutSeconds", 0))
            if int(step.get("timeoutSeconds", 0)) <= longest:
                yield Finding(
                    check=NAME,
                    where=deployment.place(document.source, "mainSteps", number, "timeoutSeconds"),
                    problem=f"{step['name']} waits {step.get('timeoutSeconds')} s, {command.name} may run {longest} s",
                    remedy="Wait longer than the command may run.",
                )


def _value_problem(call: Call, name: str, parameter: Mapping[str, Any], kind: str) -> str | None:
    for value in given if isinstance(given := call.given[name], list) else [given]:
        if value is None or (isinstance(value, str) and expression_of(value) is not None):
            continue
        passed_on = PLACEHOLDER.fullmatch(value.strip()) if isinstance(value, str) else None
        if passed_on is not None and call.caller is not None:
            declared = call.caller.parameters.get(passed_on[1])
            if declared is not None and (problem := _wider(declared, name, parameter, kind)) is not None:
                return f"{{{{ {passed_on[1]} }}}} {problem}"
        elif (not isinstance(value, str) or "{{" not in value) and (
            problem := disallowed(value, name, parameter, kind)
        ):
            return problem
    return None


def _wider(passed: Mapping[str, Any], name: str, taken: Mapping[str, Any], kind: str) -> str | None:
    """Why a parameter that is passed on might hold what the other refuses."""
    if "allowedValues" in passed and all(
        disallowed(value, name, taken, kind) is None for value in passed["allowedValues"]
    ):
        return None
    mine = passed.get("allowedPattern", PICKER_TYPES.get(passed["type"]))
    theirs = taken.get("allowedPattern", PICKER_TYPES.get(taken["type"]))
    if mine != theirs:
        return f"admits {mine}, but {theirs} is asked for"
    return None


def disallowed(value: Any, name: str, parameter: Mapping[str, Any], kind: str) -> str | None:
    """What is wrong with the value; None when a document of this kind takes it, or isn't a document at all."""
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > VALUE_MAX:
        return f"{len(text)} characters, {VALUE_MAX} are the most"
    try:
        return declare("", kind, name, parameter).check([text])
    except DocumentRefusedError:
        return None  # the document's own form is judged elsewhere


CHECK = Check(
    name=NAME,
    proves="Every document that is called exists, gets what it requires in values that it admits.",
    findings=findings,
)
