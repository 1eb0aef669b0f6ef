"""A runbook parsed and checked once: steps, their order, what they may hold.

Every key that isn't known is refused with document and step, so that nothing in a document is silently without effect.
Facts: aws.md §4; SSM user guide, "Properties shared by all actions".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal.automation.errors import RunbookRefusedError
from rehearsal.automation.values import parse_selector, placeholders

DOCUMENT_KEYS = frozenset({"schemaVersion", "description", "assumeRole", "parameters", "outputs", "mainSteps"})
STEP_KEYS = frozenset(
    {
        "name", "action", "description", "timeoutSeconds", "maxAttempts", "onFailure", "onCancel", "isCritical",
        "isEnd", "inputs", "outputs", "nextStep",
    }
)  # fmt: skip
INPUTS: Mapping[str, frozenset[str] | None] = {
    "aws:runCommand": frozenset(
        {"DocumentName", "DocumentVersion", "InstanceIds", "Parameters", "TimeoutSeconds", "Comment",
         "CloudWatchOutputConfig"}
    ),
    "aws:executeAwsApi": None,
    "aws:assertAwsResourceProperty": None,
    "aws:waitForAwsResourceProperty": None,
    "aws:branch": frozenset({"Choices", "Default"}),
    "aws:sleep": frozenset({"Duration", "Timestamp"}),
    "aws:executeStateMachine": frozenset({"stateMachineArn", "name", "input"}),
    "aws:changeInstanceState": frozenset({"InstanceIds", "DesiredState", "CheckStateOnly"}),
    "aws:approve": frozenset({"NotificationArn", "Message", "MinRequiredApprovals", "Approvers"}),
}  # fmt: skip
"""The actions that are executed, with their inputs; None: those of the API that is called."""
WRITTEN_OUTPUTS: Mapping[str, frozenset[str]] = {
    "aws:runCommand": frozenset({"CommandId", "Status", "ResponseCode", "Output"}),
    "aws:executeStateMachine": frozenset(
        {"executionArn", "input", "name", "output", "startDate", "stateMachineArn", "status", "stopDate"}
    ),
    "aws:changeInstanceState": frozenset({"InstanceIds"}),
    "aws:approve": frozenset({"ApprovalStatus", "ApproverDecisions"}),
}
OUTPUT_TYPES = frozenset({"String", "StringList", "Boolean", "Integer", "StringMap", "MapList"})
COMPARISONS = frozenset(
    {
        "StringEquals", "EqualsIgnoreCase", "StartsWith", "EndsWith", "Contains", "NumericEquals", "NumericGreater",
        "NumericLesser", "NumericGreaterOrEquals", "NumericLesserOrEquals", "BooleanEquals",
    }
)  # fmt: skip
GLOBALS = frozenset({"global:DATE", "global:DATE_TIME", "global:REGION", "automation:EXECUTION_ID"})
DEFAULT_TIMEOUTS_S: Mapping[str, float] = {"aws:approve": 604_800}
_NAME = re.compile(r"[a-zA-Z0-9_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One output of an API step."""

    name: str
    selector: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `on_failure`: `Abort`, `Continue` or `step:<name>`; `next` None: the end after this step."""

    name: str
    action: str
    inputs: Mapping[str, Any]
    outputs: tuple[Output, ...]
    timeout_s: float
    max_attempts: int
    on_failure: str
    critical: bool
    next: str | None

    def output_names(self) -> frozenset[str]:
        """What later steps may refer to."""
        return WRITTEN_OUTPUTS.get(self.action, frozenset()) | {output.name for output in self.outputs}


@dataclass(frozen=True, slots=True, kw_only=True)
class Runbook:
    """A whole runbook. `outputs` are the names `Step.Output` of the execution's own outputs."""

    name: str
    assume_role: str | None
    steps: Mapping[str, Step]
    first: str
    outputs: tuple[str, ...]
    parameter_names: frozenset[str] = field(default_factory=frozenset)


def parse_runbook(name: str, content: Mapping[str, Any]) -> Runbook:
    """Raises RunbookRefusedError for an unknown key, action, input, reference or a duplicate step."""
    if unknown := sorted(set(content) - DOCUMENT_KEYS):
        raise RunbookRefusedError(f"{name}: {', '.join(unknown)} isn't modelled")
    raw_steps = content["mainSteps"]
    names = [raw.get("name", "") for raw in raw_steps]
    steps: dict[str, Step] = {}
    for number, raw in enumerate(raw_steps):
        following = names[number + 1] if number + 1 < len(names) else None
        step = _step(name, raw, following, names)
        if step.name in steps:
            raise RunbookRefusedError(f"{name}/{step.name}: there are two steps of this name")
        steps[step.name] = step
    runbook = Runbook(
        name=name,
        assume_role=content.get("assumeRole") or None,
        steps=steps,
        first=names[0],
        outputs=tuple(content.get("outputs", ())),
        parameter_names=frozenset(content.get("parameters", {})),
    )
    _check_references(runbook, raw_steps, content)
    return runbook


def _step(document: str, raw: Mapping[str, Any], following: str | None, names: list[str]) -> Step:
    where = f"{document}/{raw.get('name')}"
    if unknown := sorted(set(raw) - STEP_KEYS):
        raise RunbookRefusedError(f"{where}: {', '.join(unknown)} isn't modelled")
    if not _NAME.fullmatch(raw["name"]):
        raise RunbookRefusedError(f"{where}: step names are letters, digits and underscores")
    action, inputs = raw["action"], raw.get("inputs", {})
    if action not in INPUTS:
        raise RunbookRefusedError(f"{where}: action {action} isn't modelled")
    allowed = INPUTS[action]
    if allowed is not None and (unknown := sorted(set(inputs) - allowed)):
        raise RunbookRefusedError(f"{where}: input {', '.join(unknown)} of {action} isn't modelled")
    if raw.get("isEnd") and "nextStep" in raw:
        raise RunbookRefusedError(f"{where}: isEnd and nextStep together")
    on_failure = raw.get("onFailure", "Abort")
    targets = [raw.get("nextStep"), *_branch_targets(action, inputs)]
    if on_failure.startswith("step:"):
        targets.append(on_failure.removeprefix("step:"))
    elif on_failure not in ("Abort", "Continue"):
        raise RunbookRefusedError(f"{where}: onFailure {on_failure}")
    if raw.get("onCancel", "Abort") != "Abort":
        raise RunbookRefusedError(f"{where}: onCancel {raw['onCancel']} isn't modelled")
    if missing := [target for target in targets if target is not None and target not in names]:
        raise RunbookRefusedError(f"{where}: there is no step {', '.join(missing)}")
    for choice in inputs.get("Choices", ()) if action == "aws:branch" else ():
        _check_choice(where, choice)
    return Step(
        name=raw["name"],
        action=action,
        inputs=inputs,
        outputs=tuple(_output(where, output) for output in raw.get("outputs", ())),
        timeout_s=float(raw.get("timeoutSeconds", DEFAULT_TIMEOUTS_S.get(action, 3600))),
        max_attempts=int(raw.get("maxAttempts", 1)),
        on_failure=on_failure,
        critical=_true(raw.get("isCritical", on_failure != "Continue")),
        next=None if _true(raw.get("isEnd", False)) else raw.get("nextStep", following),
    )


def _true(raw: Any) -> bool:
    return raw if isinstance(raw, bool) else str(raw).lower() == "true"


def _branch_targets(action: str, inputs: Mapping[str, Any]) -> list[str]:
    if action != "aws:branch":
        return []
    targets = [choice["NextStep"] for choice in inputs["Choices"]]
    return [*targets, inputs["Default"]] if "Default" in inputs else targets


def _check_choice(where: str, choice: Mapping[str, Any]) -> None:
    for joined in ("And", "Or"):
        for inner in choice.get(joined, ()):
            _check_choice(where, inner)
    if "Not" in choice:
        _check_choice(where, choice["Not"])
    if unknown := sorted(set(choice) - COMPARISONS - {"NextStep", "Variable", "And", "Or", "Not"}):
        raise RunbookRefusedError(f"{where}: choice {', '.join(unknown)} isn't modelled")


def _output(where: str, raw: Mapping[str, Any]) -> Output:
    if unknown := sorted(set(raw) - {"Name", "Selector", "Type"}):
        raise RunbookRefusedError(f"{where}: output {', '.join(unknown)}")
    if raw["Type"] not in OUTPUT_TYPES:
        raise RunbookRefusedError(f"{where}: output type {raw['Type']}")
    try:
        parse_selector(raw["Selector"])
    except ValueError as error:
        raise RunbookRefusedError(f"{where}: {error}") from None
    return Output(name=raw["Name"], selector=raw["Selector"], type=raw["Type"])


def _check_references(runbook: Runbook, raw_steps: list[Mapping[str, Any]], content: Mapping[str, Any]) -> None:
    known = {f"{step.name}.{output}" for step in runbook.steps.values() for output in step.output_names()}
    known |= runbook.parameter_names | GLOBALS
    for raw in raw_steps:
        if missing := [name for name in placeholders(raw) if name not in known]:
            raise RunbookRefusedError(f"{runbook.name}/{raw['name']}: {{{{ {missing[0]} }}}} is not declared")
    if missing := [name for name in placeholders(content.get("assumeRole", "")) if name not in known]:
        raise RunbookRefusedError(f"{runbook.name}/assumeRole: {{{{ {missing[0]} }}}} is not declared")
    if missing := [name for name in runbook.outputs if name not in known]:
        raise RunbookRefusedError(f"{runbook.name}/outputs: {missing[0]} is no output of a step")
