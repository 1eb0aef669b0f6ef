"""CreateStateMachine would take each definition: fields, types, limits, and what each expression may refer to."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.asl.definition import Machine
from rehearsal.asl.errors import DefinitionError, InvalidDefinitionError
from rehearsal.asl.jsonata import ExpressionError
from rehearsal.check.check import Check
from rehearsal.check.finding import Finding
from rehearsal.check.machine_states import Path
from rehearsal.check.shipment import Shipment

NAME = "machine-definition"


def findings(shipment: Shipment) -> Iterator[Finding]:
    """The first refusal of each machine; targets and syntax have checks of their own, which list them all."""
    for machine in shipment.machines.values():
        try:
            Machine.parse(machine.text)
        except DefinitionError as error:
            if _has_its_own_check(error):
                continue
            yield Finding(
                check=NAME,
                where=shipment.place(machine.source, *_path_of(error.location)),
                problem=f"Step Functions would refuse it: {error.message}",
                remedy="Correct the field (Amazon States Language; JSONata states).",
            )


def _has_its_own_check(error: DefinitionError) -> bool:
    missing_target = isinstance(error, InvalidDefinitionError) and error.code == "MISSING_TRANSITION_TARGET"
    half_open = "isn't opened and closed" in error.message
    return missing_target or half_open or isinstance(error.__cause__, ExpressionError)


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
