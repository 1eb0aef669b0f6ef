"""What a value of a host script can be, as far as its source says: an object of Windows, or a record of ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class WindowsObject:
    """An object, or several, of one class of the reference."""

    class_name: str


@dataclass(eq=False, slots=True)
class Record:
    """A hash table of ours, by lower-case key; the same record wherever it is handed to."""

    members: dict[str, Type] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


UNKNOWN = Unknown()
Type: TypeAlias = WindowsObject | Record | Unknown | None
"""None: nothing was seen yet, or only $null."""


@dataclass(slots=True)
class Scope:
    """A function's or script's variables by lower-case name; `item` is `$_` where one is."""

    variables: dict[str, Type] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    returns: Type = None


def joined(one: Type, other: Type) -> Type:
    """What a value of either source is."""
    if one is None or one is other or one == other:
        return other if one is None else one
    if other is None:
        return one
    return UNKNOWN
