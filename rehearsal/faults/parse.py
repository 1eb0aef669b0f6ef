"""A fault as people write it, on the command line or in a story's YAML, checked against the registry.

    storage.repair fail node=SALES1 after=0.6
    event.EC2 Instance State-change Notification lost state=stopped
    instance.power kill node=SALES2 when=EvacuateCache delay=30

The point comes first and may hold blanks; the kind ends it; then `field=value`, with quotes around a value that holds
blanks. Every place takes `occurrence` and `count`; an external fault takes `when`, `occurrence` and `delay`. The unit
is the second.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Final

from rehearsal.faults.errors import SEE, FaultError, unknown
from rehearsal.faults.point import Effect, FaultPoint
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault, FaultKind

SYNTAX: Final = "POINT KIND [field=value …], for example: storage.repair fail node=SALES1 after=0.6"

_COUNTS: Final = {"occurrence": 1, "count": 1, "times": 2}
"""Whole numbers, with the least that makes sense."""
_NUMBERS: Final = ("seconds", "after", "delay")
_VALUES: Final = {"moment": ("entered", "left")}
"""Facts of a place with few values."""
_WHOLE_FACTS: Final = frozenset({"line", "number"})
"""Facts of a place that are whole numbers."""


def fault_from_text(text: str) -> Fault:
    """The fault that one `--fault` asks for. Raises FaultError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise FaultError(f"{text!r}: {error}; expected {SYNTAX}") from None
    kinds = [number for number, word in enumerate(words) if word in _kinds()]
    if not kinds or kinds[0] == 0:
        raise _without_kind(text, words)
    name = " ".join(words[: kinds[0]])
    fields: dict[str, Any] = {}
    for word in words[kinds[0] + 1 :]:
        field, equals, value = word.partition("=")
        if not equals or not field:
            raise FaultError(f"{text!r}: {word!r} is no field=value; expected {SYNTAX}")
        if field in fields:
            raise FaultError(f"{text!r}: {field} is given twice")
        fields[field] = value
    return _fault(name, words[kinds[0]], fields)


def fault_from_fields(shape: Mapping[str, Any]) -> Fault:
    """The fault of one entry of a story: `{point: …, kind: …, field: value, …}`. Raises FaultError."""
    rest = dict(shape)
    missing = [key for key in ("point", "kind") if key not in rest]
    if missing:
        raise FaultError(f"fault {dict(shape)} lacks {' and '.join(missing)}")
    name, kind = str(rest.pop("point")), str(rest.pop("kind"))
    return _fault(name, kind, rest)


def fault_text(fault: Fault) -> str:
    """How the fault is written on the command line: what parses to the same fault."""
    standard = Fault(point=fault.point, kind=fault.kind)
    words = [fault.point, fault.kind.value]
    words += [f"{name}={shlex.quote(str(value))}" for name, value in fault.where.items()]
    for name in (*_COUNTS, *_NUMBERS, "error", "when"):
        value = getattr(fault, name)
        if value != getattr(standard, name):
            words.append(f"{name}={shlex.quote(f'{value:g}' if isinstance(value, float) else str(value))}")
    return " ".join(words)


def _kinds() -> tuple[str, ...]:
    return tuple(kind.value for kind in FaultKind)


def _without_kind(text: str, words: list[str]) -> FaultError:
    if not words or words[0] in _kinds():
        return FaultError(f"{text!r} names no point; expected {SYNTAX}")
    point_words = [word for word in words if "=" not in word]
    if len(point_words) > 1:
        point = point_called(" ".join(point_words[:-1]))
        return unknown(f"kind at {point.name}", point_words[-1], [kind.value for kind in point.effects])
    point = point_called(" ".join(point_words))
    return FaultError(f"{text!r} names no kind; {point.name} takes {', '.join(point.effects)}")


def _fault(name: str, kind_text: str, fields: Mapping[str, Any]) -> Fault:
    point = point_called(name)
    if kind_text not in [kind.value for kind in point.effects]:
        raise unknown(f"kind at {point.name}", kind_text, [kind.value for kind in point.effects])
    kind = FaultKind(kind_text)
    effect = point.effects[kind]
    known = _known_fields(point, effect)
    values: dict[str, Any] = {}
    where: dict[str, Any] = {}
    for field, value in fields.items():
        if field not in known:
            raise unknown(f"field at {point.name} {kind}", field, known)
        if field in point.where:
            where[field] = _fact(field, value)
        else:
            values[field] = _value(field, value, effect)
    missing = [field for field in effect.needs if field not in values]
    if missing:
        raise FaultError(f"{point.name} {kind} needs {', '.join(f'{field}=' for field in missing)} ({effect.does})")
    return Fault(point=name, kind=kind, where=where, **values)


def _known_fields(point: FaultPoint, effect: Effect) -> tuple[str, ...]:
    timing = ("when", "occurrence", "delay") if point.external else ("occurrence", "count")
    return (*point.where, *effect.takes, *timing)


def _fact(field: str, value: Any) -> Any:
    if field in _WHOLE_FACTS:
        return _whole(field, value, 0)
    if field in _VALUES and value not in _VALUES[field]:
        raise unknown(f"value of {field}", str(value), _VALUES[field])
    return str(value)


def _value(field: str, value: Any, effect: Effect) -> Any:
    if field in _COUNTS:
        return _whole(field, value, _COUNTS[field])
    if field in _NUMBERS:
        number = _number(field, value)
        if field == "after" and not 0 <= number <= 1:
            raise FaultError(f"after={value}: a share from 0 to 1 is expected")
        if field == "delay" and number < 0:
            raise FaultError(f"delay={value}: seconds, not fewer than 0, are expected")
        return number
    text = str(value)
    if field == "error" and effect.numeric_error:
        _whole(field, value, 0)
    if field == "error" and effect.errors and text not in effect.errors:
        raise unknown("value of error", text, effect.errors)
    return text


def _whole(field: str, value: Any, least: int) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if number < least:
        raise FaultError(f"{field}={value}: a whole number, not below {least}, is expected")
    return number


def _number(field: str, value: Any) -> float:
    try:
        return float(str(value))
    except ValueError:
        raise FaultError(f"{field}={value}: a number is expected") from None


__all__ = ["SEE", "SYNTAX", "fault_from_fields", "fault_from_text", "fault_text"]
