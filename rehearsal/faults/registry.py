"""Every fault point there is, and how a name finds its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.faults.errors import unknown
from rehearsal.faults.point import FaultPoint
from rehearsal.faults.points.aws import AWS_POINTS
from rehearsal.faults.points.external import EXTERNAL_POINTS
from rehearsal.faults.points.sql import SQL_POINTS
from rehearsal.faults.points.storage import STORAGE_POINTS
from rehearsal.faults.points.windows import WINDOWS_POINTS
from rehearsal.faults.points.workflow import WORKFLOW_POINTS

POINTS: Final[tuple[FaultPoint, ...]] = (
    *AWS_POINTS,
    *WORKFLOW_POINTS,
    *WINDOWS_POINTS,
    *STORAGE_POINTS,
    *SQL_POINTS,
    *EXTERNAL_POINTS,
)


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
