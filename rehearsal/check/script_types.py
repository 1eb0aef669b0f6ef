"""What a value of a host script can be, as far as its source says: an object of Windows, a record, a row of a query."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class WindowsObject:
    """An object, or several, of one class of the reference."""

    class_name: str


@dataclass(eq=False, slots=True)
class Record:
    """A hash table of ours, by lower-case key; the same record wherever it is handed to.

    ANY_KEY stands for what is found under keys that the source doesn't say.
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


def joined(one: Type, other: Type) -> Type:
    """What a value of either source is."""
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
