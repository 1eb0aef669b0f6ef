"""CreateStateMachine would take each definition: fields, types, limits, and what each expression may refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines.expressions import refusal
from checks.machines.states import Path, expression_of
from rehearsal.engines.asl.errors import DefinitionError, InvalidDefinitionError
from rehearsal.engines.asl.syntax.definition import Machine

NAME = "machine-definition"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """The first refusal of each machine; targets and syntax have checks of their own, which list them all."""
    for machine in deployment.machines.values():
        try:
            Machine.parse(machine.text)
        except DefinitionError as error:
            if _has_its_own_check(machine, error):
                continue
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *_path_of(error.location)),
                problem=f"Step Functions would refuse it: {error.message}",
                remedy="Correct the field (Amazon States Language; JSONata states).",
            )


def _has_its_own_check(machine: DeployedMachine, error: DefinitionError) -> bool:
    if isinstance(error, InvalidDefinitionError) and error.code == "MISSING_TRANSITION_TARGET":
        return True
    text = _value_at(machine.definition, _path_of(error.location))
    if not isinstance(text, str) or ("{%" not in text and "%}" not in text):
        return False
    query = expression_of(text)
    return query is None or refusal(query) is not None


def _value_at(value: Any, path: Path) -> Any:
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _path_of(pointer: str) -> Path:
    parts: list[str | int] = []
    for part in filter(None, pointer.split("/")):
        name, bracket, number = part.removesuffix("]").partition("[")
        parts.append(name)
        if bracket:
            parts.append(int(number))
    return tuple(parts)


CHECK = Check(
    name=NAME,
    proves="Step Functions would create each machine; $states.result and errorOutput are read only where they exist.",
    findings=findings,
)
