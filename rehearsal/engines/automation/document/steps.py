"""One step of a runbook, parsed: the properties shared by all actions.

Source: SSM user guide, "Properties shared by all actions" [automation#step-properties].
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal.engines.automation.document.action_forms import ACTION_FORMS, UNMODELLED_ACTIONS, ActionForm
from rehearsal.engines.automation.document.data_types import DataType
from rehearsal.engines.automation.document.selectors import Selector, parse_selector
from rehearsal.engines.automation.document.step_inputs import Refuse, check_inputs
from rehearsal.engines.automation.errors import RunbookRefusedError

STEP_KEYS = frozenset(
    {
        "name", "action", "description", "timeoutSeconds", "maxAttempts", "onFailure", "onCancel", "isCritical",
        "isEnd", "inputs", "outputs", "nextStep",
    }
)  # fmt: skip
_NAME = re.compile(r"[a-zA-Z0-9_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One declared output of a step."""

    name: str
    selector: Selector
    type: DataType


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `on_failure`: `Abort`, `Continue` or `step:<name>`; `next` None: the end after this step.

    `body` are the steps of a loop, in order; `timeout_s` None: no limit of its own.
    """

    name: str
    action: str
    inputs: Mapping[str, Any]
    outputs: tuple[Output, ...]
    timeout_s: float | None
    max_attempts: int
    on_failure: str
    on_cancel: str | None
    critical: bool
    is_end: bool
    next: str | None
    stated: frozenset[str] = frozenset()
    """The properties that the document says, as opposed to defaults."""
    body: Mapping[str, Step] = field(default_factory=dict)

    def output_names(self) -> frozenset[str]:
        """What other steps may refer to."""
        written = ACTION_FORMS[self.action].writes | {output.name for output in self.outputs}
        if self.action == "aws:loop" and "Iterators" not in self.inputs:
            written -= {"CurrentIteratorValue"}
        return written

    def targets(self) -> Mapping[str, str]:
        """The steps that this one may go to, by the field that says so."""
        named = {"nextStep": self.next} if self.next is not None else {}
        if self.on_failure.startswith("step:"):
            named["onFailure"] = self.on_failure.removeprefix("step:")
        if self.on_cancel is not None:
            named["onCancel"] = self.on_cancel
        if self.action == "aws:branch":
            for number, choice in enumerate(self.inputs["Choices"]):
                named[f"inputs.Choices[{number}].NextStep"] = choice["NextStep"]
            if "Default" in self.inputs:
                named["inputs.Default"] = self.inputs["Default"]
        return named


def parse_steps(document: str, raws: Any, field_name: str) -> dict[str, Step]:
    """Steps in order. Raises RunbookRefusedError, which names document, step, field and what was expected."""
    if not isinstance(raws, list) or not raws:
        raise RunbookRefusedError(f"{document}: {field_name} is missing or empty, expected a list of steps")
    for number, raw in enumerate(raws):
        if not isinstance(raw, dict):
            raise RunbookRefusedError(f"{document}: {field_name}[{number}] is {type(raw).__name__}, expected a step")
        for key in ("name", "action"):
            if not isinstance(raw.get(key), str):
                raise RunbookRefusedError(f"{document}: {field_name}[{number}].{key} is missing, expected a text")
    steps: dict[str, Step] = {}
    for raw, following in zip(raws, [*raws[1:], None], strict=True):
        step = _step(document, raw, None if following is None else following["name"])
        if step.name in steps:
            raise RunbookRefusedError(f"{document}/{step.name}: name: there are two steps of this name")
        steps[step.name] = step
    return steps


def _step(document: str, raw: Mapping[str, Any], following: str | None) -> Step:
    where = f"{document}/{raw['name']}"

    def refuse(what: str) -> RunbookRefusedError:
        return RunbookRefusedError(f"{where}: {what}")

    if unknown := sorted(set(raw) - STEP_KEYS):
        raise refuse(f"{unknown[0]} is no property of a step; known: {', '.join(sorted(STEP_KEYS))}")
    if not _NAME.fullmatch(raw["name"]):
        raise refuse("name: expected letters, digits and underscores")
    action = raw["action"]
    form = ACTION_FORMS.get(action)
    if form is None:
        what = "isn't modelled" if action in UNMODELLED_ACTIONS else "is no action of schema 0.3"
        raise refuse(f"action {action} {what}")
    inputs = raw.get("inputs", {})
    if not isinstance(inputs, dict):
        raise refuse(f"inputs is {type(inputs).__name__}, expected a map")
    check_inputs(action, form, inputs, refuse)
    is_end = _boolean(raw, "isEnd", False, refuse)
    if is_end and "nextStep" in raw:
        raise refuse("isEnd and nextStep together")
    on_failure = _on_failure(raw, refuse)
    return Step(
        name=raw["name"],
        action=action,
        inputs=inputs,
        outputs=_outputs(raw, form, refuse),
        timeout_s=_timeout(raw, form, refuse),
        max_attempts=_positive(raw, "maxAttempts", 1, refuse),
        on_failure=on_failure,
        on_cancel=_on_cancel(raw, form, refuse),
        critical=_boolean(raw, "isCritical", on_failure != "Continue", refuse),
        is_end=is_end,
        next=None if is_end else raw.get("nextStep", following),
        stated=frozenset(raw),
        body=parse_steps(where, inputs["Steps"], "inputs.Steps") if action == "aws:loop" else {},
    )


def _on_failure(raw: Mapping[str, Any], refuse: Refuse) -> str:
    value = raw.get("onFailure", "Abort")
    if value not in ("Abort", "Continue") and not (isinstance(value, str) and value.startswith("step:")):
        raise refuse(f"onFailure is {value!r}, expected Abort, Continue or step:<name>")
    return str(value)


def _on_cancel(raw: Mapping[str, Any], form: ActionForm, refuse: Refuse) -> str | None:
    if "onCancel" not in raw:
        return None
    if not form.has_on_cancel:
        raise refuse(f"onCancel is not supported by {raw['action']}")
    value = raw["onCancel"]
    if value == "Abort":
        return None
    if not (isinstance(value, str) and value.startswith("step:")):
        raise refuse(f"onCancel is {value!r}, expected Abort or step:<name>")
    return value.removeprefix("step:")


def _timeout(raw: Mapping[str, Any], form: ActionForm, refuse: Refuse) -> float | None:
    if "timeoutSeconds" not in raw:
        return form.timeout_s
    seconds = _positive(raw, "timeoutSeconds", 1, refuse)
    if form.timeout_max_s is not None and seconds > form.timeout_max_s:
        raise refuse(f"timeoutSeconds is {seconds}, {raw['action']} takes {form.timeout_max_s:.0f} at most")
    return float(seconds)


def _positive(raw: Mapping[str, Any], key: str, default: int, refuse: Refuse) -> int:
    value = raw.get(key, default)
    if isinstance(value, bool) or not str(value).isdigit() or int(value) < 1:
        raise refuse(f"{key} is {value!r}, expected a whole number from 1")
    return int(value)


def _boolean(raw: Mapping[str, Any], key: str, default: bool, refuse: Refuse) -> bool:
    value = raw.get(key, default)
    if str(value).lower() not in ("true", "false"):
        raise refuse(f"{key} is {value!r}, expected true or false")
    return str(value).lower() == "true"


def _outputs(raw: Mapping[str, Any], form: ActionForm, refuse: Refuse) -> tuple[Output, ...]:
    declared = raw.get("outputs", [])
    if not declared:
        return ()
    if not form.declares:
        raise refuse(f"outputs of {raw['action']} aren't modelled")
    if not isinstance(declared, list):
        raise refuse(f"outputs is {type(declared).__name__}, expected a list")
    outputs: dict[str, Output] = {}
    for number, each in enumerate(declared):
        output = _output(each, f"outputs[{number}]", refuse)
        if output.name in outputs:
            raise refuse(f"outputs[{number}].Name: there are two outputs {output.name}")
        outputs[output.name] = output
    return tuple(outputs.values())


def _output(raw: Any, place: str, refuse: Refuse) -> Output:
    keys = ("Name", "Selector", "Type")
    if not isinstance(raw, dict) or set(raw) != set(keys) or not all(isinstance(raw[key], str) for key in keys):
        raise refuse(f"{place} is {raw!r}, expected the texts Name, Selector and Type")
    if not _NAME.fullmatch(raw["Name"]):
        raise refuse(f"{place}.Name is {raw['Name']!r}, expected letters, digits and underscores")
    if raw["Type"] not in tuple(DataType):
        raise refuse(f"{place}.Type: output type {raw['Type']}, expected one of {', '.join(DataType)}")
    try:
        selector = parse_selector(raw["Selector"])
    except ValueError as error:
        raise refuse(f"{place}.Selector: {error}") from None
    return Output(name=raw["Name"], selector=selector, type=DataType(raw["Type"]))
