"""What a value of a host script can be, as far as its source says: an object of Windows, a record, a row of a query."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from checks.host_scripts.windows_objects import class_of_member


@dataclass(frozen=True, slots=True)
class WindowsObject:
    """An object, or several, of one class of the reference."""

    class_name: str


@dataclass(eq=False, slots=True)
class Record:
    """A hash table of a script, by lower-case key; the same record wherever it is handed to.

    ANY_KEY is what lies under keys that the source doesn't name.
    """

    members: dict[str, Type] = field(default_factory=dict)


ANY_KEY = "*"


@dataclass(frozen=True, slots=True)
class SqlText:
    """One of these texts of ssm_documents/sql, by stem."""

    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SqlRow:
    """A row, or several, that one of these texts gives."""

    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


UNKNOWN = Unknown()
Type: TypeAlias = WindowsObject | Record | SqlText | SqlRow | Unknown | None
"""None: nothing was seen yet, or only $null."""


@dataclass(slots=True)
class Scope:
    """A function's or script's variables by lower-case name, and what it gives.

    That is what its `return`s give; what its last statement gives where there is none. `runs` names a parameter whose
    script block it runs for its output: then it gives what the block gives that it is handed.
    """

    variables: dict[str, Type] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    returns: Type = None
    has_return: bool = False
    runs: str | None = None


def joined(*kinds: Type) -> Type:
    """What a value of any of these sources is."""
    result: Type = None
    for kind in kinds:
        result = _either(result, kind)
    return result


def _either(one: Type, other: Type) -> Type:
    if one is None or one is other or one == other:
        return other if one is None else one
    match one, other:
        case _, None:
            return one
        case SqlText(), SqlText():
            return SqlText(tuple(dict.fromkeys((*one.stems, *other.stems))))
        case SqlRow(), SqlRow():
            return SqlRow(tuple(dict.fromkeys((*one.stems, *other.stems))))
    return UNKNOWN


def keep(owner: Type, key: str, kind: Type) -> None:
    """A record's member is this, too."""
    if isinstance(owner, Record):
        owner.members[key] = joined(owner.members.get(key), kind)


def member_of(owner: Type, name: str) -> Type:
    """The value under this lower-case name."""
    match owner:
        case Record():
            return owner.members.get(name, UNKNOWN)
        case WindowsObject():
            return object_of(class_of_member().get((owner.class_name, name)))
    return UNKNOWN


def object_of(class_name: str | None) -> Type:
    """An object of this class, if it is known."""
    return UNKNOWN if class_name is None else WindowsObject(class_name)
