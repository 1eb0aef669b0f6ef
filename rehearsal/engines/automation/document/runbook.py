"""A runbook parsed and checked once: what CreateDocument would refuse is refused here, with document, step and field.

Every key that isn't known is refused, so that nothing in a document is silently without effect. Beyond AWS, refused
because AWS documents no behaviour: references from outside into the steps of a loop, loops in loops, isEnd in a loop.
Facts: [automation#step-properties], [automation#names]; CreateDocument's errors as cdk-preflight quotes
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal.engines.automation.document.action_forms import ACTION_FORMS
from rehearsal.engines.automation.document.data_types import DataType, is_of
from rehearsal.engines.automation.document.placeholders import PLACEHOLDER, placeholders
from rehearsal.engines.automation.document.steps import Step, parse_steps
from rehearsal.engines.automation.errors import RunbookRefusedError

DOCUMENT_KEYS = frozenset(
    {"schemaVersion", "description", "assumeRole", "parameters", "outputs", "variables", "mainSteps"}
)
UNMODELLED_KEYS = frozenset({"files"})
VARIABLE_KEYS = frozenset({"type", "default", "description"})
GLOBALS = frozenset(
    {
        "global:ACCOUNT_ID", "global:AWS_PARTITION", "global:DATE", "global:DATE_TIME", "global:REGION",
        "automation:EXECUTION_ID",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One entry of `variables`; `default` None: it has no value until aws:updateVariable gives it one."""

    name: str
    type: DataType
    default: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Runbook:
    """A whole runbook. `outputs` are the names `Step.Output` of the execution's own outputs."""

    name: str
    assume_role: str | None
    steps: Mapping[str, Step]
    first: str
    outputs: tuple[str, ...]
    parameter_names: frozenset[str] = field(default_factory=frozenset)
    variables: Mapping[str, Variable] = field(default_factory=dict)


def parse_runbook(name: str, content: Mapping[str, Any]) -> Runbook:
    """Raises RunbookRefusedError: document, step, field, what was expected."""
    if unmodelled := sorted(set(content) & UNMODELLED_KEYS):
        raise RunbookRefusedError(f"{name}: {unmodelled[0]} isn't modelled")
    if unknown := sorted(set(content) - DOCUMENT_KEYS):
        raise RunbookRefusedError(f"{name}: {unknown[0]} is no part of a runbook")
    steps = parse_steps(name, content.get("mainSteps"), "mainSteps")
    runbook = Runbook(
        name=name,
        assume_role=content.get("assumeRole") or None,
        steps=steps,
        first=next(iter(steps)),
        outputs=_document_outputs(name, content),
        parameter_names=frozenset(content.get("parameters", {})),
        variables=_variables(name, content.get("variables", {})),
    )
    for loop in steps.values():
        _check_loop(runbook, loop)
    for step in steps.values():
        _check_targets(runbook, step, steps)
        for inner in step.body.values():
            _check_targets(runbook, inner, {**steps, **step.body})
    _check_references(runbook, content)
    return runbook


def _document_outputs(name: str, content: Mapping[str, Any]) -> tuple[str, ...]:
    outputs = content.get("outputs", [])
    if not isinstance(outputs, list) or not all(isinstance(output, str) for output in outputs):
        raise RunbookRefusedError(f"{name}: outputs is {outputs!r}, expected a list of Step.Output")
    return tuple(outputs)


def _variables(document: str, raw: Any) -> dict[str, Variable]:
    if not isinstance(raw, dict):
        raise RunbookRefusedError(f"{document}: variables is {type(raw).__name__}, expected a map")
    variables: dict[str, Variable] = {}
    for name, entry in raw.items():
        where = f"{document}/variables/{name}"
        if not isinstance(entry, dict) or entry.get("type") not in tuple(DataType):
            raise RunbookRefusedError(f"{where}: type is missing or unknown, expected one of {', '.join(DataType)}")
        if unknown := sorted(set(entry) - VARIABLE_KEYS):
            raise RunbookRefusedError(f"{where}: {unknown[0]} isn't modelled")
        kind, default = DataType(entry["type"]), entry.get("default")
        if default is not None and not is_of(default, kind):
            raise RunbookRefusedError(f"{where}: default is {default!r}, expected a {kind}")
        variables[name] = Variable(name=name, type=kind, default=default)
    return variables


def _check_loop(runbook: Runbook, loop: Step) -> None:
    for step in loop.body.values():
        where = f"{runbook.name}/{loop.name}/{step.name}"
        if step.name in runbook.steps:
            raise RunbookRefusedError(f"{where}: name: there are two steps of this name")
        if step.action == "aws:loop":
            raise RunbookRefusedError(f"{where}: action: a loop in a loop isn't modelled")
        if step.is_end:
            raise RunbookRefusedError(f"{where}: isEnd in a loop isn't modelled")


def _check_targets(runbook: Runbook, step: Step, known: Mapping[str, Step]) -> None:
    where = f"{runbook.name}/{step.name}"
    for place, target in step.targets().items():
        if target not in known:
            raise RunbookRefusedError(f"{where}: {place}: there is no step {target}")
        if place == "onCancel" and not ACTION_FORMS[known[target].action].reached_by_cancel:
            action = known[target].action
            raise RunbookRefusedError(f"{where}: onCancel leads to {target}, {action} can't be its target")


def _check_references(runbook: Runbook, content: Mapping[str, Any]) -> None:
    known = {f"{step.name}.{output}" for step in runbook.steps.values() for output in step.output_names()}
    known |= runbook.parameter_names | GLOBALS | {f"variable:{name}" for name in runbook.variables}
    for raw, step in zip(content["mainSteps"], runbook.steps.values(), strict=True):
        inner = {f"{each.name}.{output}" for each in step.body.values() for output in each.output_names()}
        for problem in _undeclared(raw, known | inner):
            raise RunbookRefusedError(f"{runbook.name}/{raw['name']}: {problem}")
        for each in (step, *step.body.values()):
            _check_variable(runbook, each)
    for problem in _undeclared(content.get("assumeRole", ""), runbook.parameter_names | GLOBALS):
        raise RunbookRefusedError(f"{runbook.name}/assumeRole: {problem}")
    if missing := [name for name in runbook.outputs if name not in known]:
        raise RunbookRefusedError(f"{runbook.name}/outputs: {missing[0]} is no output of a step")


def _undeclared(raw: Any, known: frozenset[str] | set[str]) -> Iterator[str]:
    for name in placeholders(raw):
        if name in known:
            continue
        if name.startswith("ssm:"):
            yield f"{{{{ {name} }}}}: parameters of Parameter Store aren't modelled"
        elif not PLACEHOLDER.fullmatch(f"{{{{{name}}}}}"):
            yield f"{{{{ {name} }}}} is no name, expected a parameter, Step.Output, variable:<name> or global:<name>"
        else:
            yield f"{{{{ {name} }}}} is not declared"


def _check_variable(runbook: Runbook, step: Step) -> None:
    if step.action != "aws:updateVariable":
        return
    where, name = f"{runbook.name}/{step.name}", str(step.inputs["Name"]).removeprefix("variable:")
    if name not in runbook.variables:
        raise RunbookRefusedError(f"{where}: inputs.Name: there is no variable {name}")
    value, kind = step.inputs["Value"], runbook.variables[name].type
    if not is_of(value, kind) and not (isinstance(value, str) and "{{" in value):
        raise RunbookRefusedError(f"{where}: inputs.Value is {value!r}, expected a {kind}")
