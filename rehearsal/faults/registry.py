"""Every fault point there is, read from `points/*.yaml`, and how a name finds its declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from rehearsal.faults.errors import unknown
from rehearsal.faults.point import Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind
from rehearsal.reference.services import SERVICES

FOLDER: Final = Path(__file__).parent / "points"
AREAS: Final = ("aws", "workflow", "windows", "storage", "sql", "external")
"""The files, in the order of the glossary."""


@cache
def api_operations() -> tuple[str, ...]:
    """`<service>.<Operation>` as botocore's service models name them."""
    from botocore.loaders import Loader  # only a fault that names an API call waits for these models

    loader = Loader()
    return tuple(
        f"{service}.{operation}"
        for service in SERVICES
        for operation in loader.load_service_model(service, "service-2")["operations"]
    )


def _points_of(area: str) -> Iterator[FaultPoint]:
    # libyaml's loader, since the command line reads these files before it does anything else
    declared = yaml.load((FOLDER / f"{area}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    for name, shape in declared.items():
        yield FaultPoint(
            name=name,
            at=shape["at"],
            where=shape.get("where", {}),
            effects={FaultKind(kind): _effect(**effect) for kind, effect in shape["effects"].items()},
            choices=_choices(shape.get("choices")),
            external=area == "external",
        )


def _choices(declared: Any) -> Callable[[], tuple[str, ...]] | None:
    if declared == "api operations":
        return api_operations
    return None if declared is None else lambda: tuple(declared)


def _effect(
    *,
    does: str,
    needs: tuple[str, ...] = (),
    takes: tuple[str, ...] = (),
    errors: tuple[str, ...] = (),
    numeric_error: bool = False,
) -> Effect:
    return Effect(
        does=does, takes=(*needs, *takes), needs=tuple(needs), errors=tuple(errors), numeric_error=numeric_error
    )


POINTS: Final[tuple[FaultPoint, ...]] = tuple(point for area in AREAS for point in _points_of(area))


def point_called(name: str) -> FaultPoint:
    """The declaration that `name` falls under. Raises FaultError, naming the nearest, for one that doesn't exist."""
    for point in POINTS:
        value = point.value_of(name)
        if value is None:
            continue
        if point.choices is not None and value not in point.choices():
            raise unknown("fault point", name, point.known_names())
        return point
    raise unknown("fault point", name, _all_names(name))


def _all_names(like: str) -> Iterator[str]:
    """Names to compare with; families of other heads stay closed (API models take time to load)."""
    head = like.partition(".")[0]
    for point in POINTS:
        yield point.name
        if point.is_family and point.name.startswith(f"{head}."):
            yield from point.known_names()
