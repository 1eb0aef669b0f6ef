"""What machines give functions is what these read, and what machines read of the answers is what these return.

Both are read off the functions' code: keys that a handler requires, following the value through every function that it
is handed to, and the shapes that its `return`s can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines.jsonata_reads import paths
from checks.machines.states import Path, expression_of, states, texts
from checks.machines.values import MachineValues
from checks.python_sources.json_shapes import Shape
from checks.python_sources.modules import dispatch_of
from checks.python_sources.needs import Needs, needs_of

NAME = "function-calls"
_INNER = frozenset({"Branches", "ItemProcessor", "Comment"})


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every machine."""
    for machine in deployment.machines.values():
        values = MachineValues(deployment, machine)
        for path, name, raw in states(machine.definition):
            if raw.get("Type") == "Task" and str(raw.get("Resource", "")).endswith(":lambda:invoke"):
                yield from _call(deployment, machine, values, path, name, raw)
            yield from _reads(deployment, machine, values, path, name, raw)


def _call(
    deployment: Deployment,
    machine: DeployedMachine,
    values: MachineValues,
    path: Path,
    name: str,
    raw: Mapping[str, Any],
) -> Iterator[Finding]:
    arguments = (*path, "Arguments")

    def finding(problem: str, remedy: str, *inside: str) -> Finding:
        where = deployment.place(machine.source, *arguments, *inside)
        return Finding(check=NAME, where=where, problem=problem, remedy=remedy)

    given = raw.get("Arguments", {})
    arn = str(given.get("FunctionName"))
    # What Decide puts together serves several acts alike and may hold more than one of them reads.
    written = isinstance(given.get("Payload"), dict)
    function = values.function(arn)
    place = values.handler(function) if function is not None else None
    if function is None or place is None:
        yield finding(f"{arn} is no deployed function", "Name a function that ships.", "FunctionName")
        return
    dispatch = dispatch_of(values.modules, place)
    for payload in values.payloads(name):
        if payload.open and not payload.keys:
            continue
        modules = values.modules
        if dispatch is not None:
            asked = [chosen.text for chosen in payload.at(dispatch.key)]
            unknown = [text for text in asked if text is None or text not in dispatch.functions]
            if unknown or not asked:
                told = (
                    f"{dispatch.key} {unknown[0]}" if unknown and unknown[0] else f"no {dispatch.key} that can be read"
                )
                problem = f"{function.name} gets {told}; it knows {', '.join(dispatch.functions)}"
                yield finding(problem, "Ask for one that it knows.", "Payload")
                continue
            modules = modules.with_alias(place.path, dispatch.local, dispatch.functions[str(asked[0])])
        needs = needs_of(modules, place, "event")
        unread = _unread(payload, needs) if written else ()
        for key, problem in (*_missing(payload, needs, ""), *unread):
            yield finding(
                f"{function.name}: {problem}", "Let state and handler agree.", "Payload", *filter(None, [key])
            )


def _missing(payload: Shape, needs: Needs, inside: str) -> Iterator[tuple[str, str]]:
    for key in sorted(needs.required - set(payload.keys)):
        if not payload.open:
            yield "", f"needs {inside}{key}, which isn't given"
    for key in sorted(set(payload.keys) & set(needs.inner)):
        for shape in payload.keys[key]:
            if shape.keys and not shape.open:
                yield from _missing(shape, needs.inner[key], f"{inside}{key}.")


def _unread(payload: Shape, needs: Needs) -> Iterator[tuple[str, str]]:
    if needs.whole:
        return
    for key in sorted(set(payload.keys) - needs.read):
        yield key, f"is given {key}, which nothing in it reads"


def _reads(
    deployment: Deployment,
    machine: DeployedMachine,
    values: MachineValues,
    path: Path,
    name: str,
    raw: Mapping[str, Any],
) -> Iterator[Finding]:
    for field, value in raw.items():
        if field in _INNER:
            continue
        for inside, text in texts(value, (*path, field)):
            for read in paths(expression_of(text) or ""):
                known, there = values.read(name, read)
                if known and not there and not _exists_as_null(values, name, read):
                    yield Finding(
                        check=NAME,
                        where=deployment.place(machine.source, *inside),
                        problem=f"${'.'.join(read)}: nothing gives that",
                        remedy="Read what is assigned and answered, or give it.",
                    )


def _exists_as_null(values: MachineValues, state: str, read: tuple[str, ...]) -> bool:
    """Whether the last key is there with null in it, which has no shape."""
    _, owners = values.read(state, read[:-1])
    return any(read[-1] in owner.keys for owner in owners)


CHECK = Check(
    name=NAME,
    proves="Every function gets the keys that it reads and no other; what a machine reads of an answer is in it.",
    findings=findings,
)
