"""Draws faults for a story: from the places that its undisturbed run reaches, so that they can be injected."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rehearsal.faults.point import Effect, FaultPoint
from rehearsal.faults.registry import POINTS, point_called
from rehearsal.kernel.faults import Fault, FaultKind

SECONDS: Final = (0.5, 2.0, 10.0, 60.0, 300.0, 1800.0)
COUNTS: Final = (1, 1, 1, 2, 3, 20)
CLOCK_ERRORS_S: Final = (-900.0, -60.0, -2.0, 2.0, 60.0, 900.0)
EXTERNAL_SHARE: Final = 0.2
NARROWING: Final = (
    "node", "machine", "moment", "script", "function", "line", "statement", "service", "task", "document", "state",
)  # fmt: skip
"""Facts that a drawn fault names; serial numbers and ids differ from run to run of a changed tree."""

ERRORS: Final[Mapping[str, tuple[str, ...]]] = {
    "api.": ("ThrottlingException", "RequestLimitExceeded", "InternalError", "ServiceUnavailable"),
    "eventbridge.": ("ThrottlingException", "ServiceException"),
    "lambda.": ("Runtime.ExitError", "Lambda.TooManyRequestsException"),
    "ec2.": ("InsufficientInstanceCapacity",),
    "storage.repair": ("2", "4", "50001"),
    "storage.": ("4", "40002", "50003", "51004"),
    "sql.statement": ("1205", "1222", "41104", "41142", "41184"),
    "sql.seeding": ("15", "21"),
    "sql.": ("10054", "1067"),
    "service.": ("1053", "1067"),
}
"""By the beginning of the point's name, the first that fits; what a real one would say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A point that was reached, with its facts."""

    point: str
    facts: tuple[tuple[str, Any], ...]


class Places:
    """Every place that a run reached, in order; `note` is an observer of `Faults`."""

    def __init__(self) -> None:
        self._by_family: dict[str, list[Place]] = {}
        self.states: dict[str, list[str]] = {}
        """States that were entered, by machine."""

    def note(self, point: str, context: Mapping[str, Any]) -> None:
        """A place is reached."""
        facts = tuple((name, value) for name, value in context.items() if name in NARROWING and value is not None)
        self._by_family.setdefault(point_called(point).name, []).append(Place(point=point, facts=facts))
        if point.startswith("state.") and context.get("moment") == "entered":
            entered = self.states.setdefault(context["machine"], [])
            if (state := point.removeprefix("state.")) not in entered:
                entered.append(state)

    @property
    def families(self) -> tuple[str, ...]:
        """Declared names of the points that were reached."""
        return tuple(self._by_family)

    def of(self, family: str) -> Sequence[Place]:
        """All places of one family."""
        return self._by_family[family]


def draw(rng: random.Random, places: Places, nodes: Sequence[str], states: Sequence[str]) -> Fault:
    """One fault. `states`: states of the workflow that were entered, for external faults."""
    if rng.random() < EXTERNAL_SHARE:
        return _external_fault(rng, nodes, states)
    family = rng.choice(places.families)
    found = places.of(family)
    number = rng.randrange(len(found))
    place = found[number]
    where = dict(place.facts)
    if rng.random() < 0.3 and family != "process.statement":
        where = {}
    same = [one for one in found[: number + 1] if one.point == place.point and where.items() <= dict(one.facts).items()]
    point = point_called(place.point)
    kind = rng.choice(list(point.effects))
    count = 1 if family in ("process.statement", "state.<State>") else rng.choice(COUNTS)
    return Fault(
        point=place.point,
        kind=kind,
        where=where,
        occurrence=len(same),
        count=count,
        **_fields(rng, place.point, point.effects[kind]),
    )


def one_of_each_kind(places: Places, nodes: Sequence[str], states: Sequence[str]) -> Iterator[Fault]:
    """Each kind of each family that was reached, at the place in the middle; each external kind, in the middle too."""
    for family in sorted(places.families):
        found = places.of(family)
        place = found[len(found) // 2]
        where = dict(place.facts)
        same = [one for one in found[: len(found) // 2 + 1] if (one.point, one.facts) == (place.point, place.facts)]
        effects = point_called(place.point).effects
        for kind in effects:
            rng = random.Random(f"{family}/{kind}")
            fields = _fields(rng, place.point, effects[kind])
            yield Fault(point=place.point, kind=kind, where=where, occurrence=len(same), **fields)
    for point in POINTS:
        for kind in point.effects if point.external else ():
            for node in nodes if "node" in point.where else ("",):
                rng = random.Random(f"{point.name}/{kind}/{node}")
                fields = _external_fields(rng, point, kind)
                when = states[len(states) // 2] if states else None
                where = {"node": node} if node else {}
                yield Fault(point=point.name, kind=kind, where=where, when=when, **fields)


def _external_fault(rng: random.Random, nodes: Sequence[str], states: Sequence[str]) -> Fault:
    point: FaultPoint = rng.choice([one for one in POINTS if one.external])
    kind = rng.choice(list(point.effects))
    fields = _external_fields(rng, point, kind)
    where = {"node": rng.choice(nodes)} if "node" in point.where else {}
    return Fault(
        point=point.name,
        kind=kind,
        where=where,
        when=rng.choice(states) if states else None,
        delay=rng.choice((0.0, *SECONDS)),
        **fields,
    )


def _external_fields(rng: random.Random, point: FaultPoint, kind: FaultKind) -> dict[str, Any]:
    if point.name == "host.clock":
        return {"seconds": rng.choice(CLOCK_ERRORS_S)}
    return {"seconds": rng.choice(SECONDS[2:])} if "seconds" in point.effects[kind].takes else {}


def _fields(rng: random.Random, point: str, effect: Effect) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name in effect.takes:
        match name:
            case "seconds":
                # a hang that ends and one that doesn't are different faults
                if name in effect.needs or rng.random() < 0.7:
                    fields[name] = rng.choice(SECONDS)
            case "after":
                fields[name] = (
                    rng.choice((0.0, 1.0))
                    if point.startswith(("process.", "sql.statement"))
                    else (round(rng.random(), 2))
                )
            case "times":
                fields[name] = rng.choice((2, 3))
            case "error" if effect.errors:
                if rng.random() < 0.5:
                    fields[name] = rng.choice(effect.errors)
            case "error":
                fields[name] = rng.choice(next(errors for head, errors in ERRORS.items() if point.startswith(head)))
    return fields
