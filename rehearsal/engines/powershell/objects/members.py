"""Extended members: what Add-Member, [pscustomobject] and Select-Object attach to an object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Member:
    """Base of all extended members. `name` keeps its spelling; dictionaries are keyed by name.lower()."""

    __slots__ = ("name",)
    member_type = "Member"

    def __init__(self, name: str) -> None:
        self.name = name


class NoteProperty(Member):
    """A stored value."""

    __slots__ = ("value",)
    member_type = "NoteProperty"

    def __init__(self, name: str, value: object) -> None:
        self.name = name
        self.value = value


class CimProperty(NoteProperty):
    """A property of a CIM snapshot: stored; `Get-Member` calls it Property."""

    __slots__ = ("read_only", "type_name")
    member_type = "Property"

    def __init__(self, name: str, value: object, type_name: str = "System.Object", read_only: bool = False) -> None:
        self.name = name
        self.value = value
        self.type_name = type_name
        self.read_only = read_only


class AliasProperty(Member):
    """Another name of the object's own property `target`."""

    __slots__ = ("target",)
    member_type = "AliasProperty"

    def __init__(self, name: str, target: str) -> None:
        self.name = name
        self.target = target


class ScriptProperty(Member):
    """Getter (and setter) are ScriptBlocks run with $this bound to the object."""

    __slots__ = ("getter", "setter")
    member_type = "ScriptProperty"

    def __init__(self, name: str, getter: Any, setter: Any = None) -> None:
        self.name = name
        self.getter = getter
        self.setter = setter


class ScriptMethod(Member):
    """A ScriptBlock called with $this bound and the arguments in $args / its parameters."""

    __slots__ = ("script",)
    member_type = "ScriptMethod"

    def __init__(self, name: str, script: Any) -> None:
        self.name = name
        self.script = script


class CodeProperty(Member):
    """A property computed by Python: `getter(run, target)`. Read-only unless `setter(run, target, value)` is given."""

    __slots__ = ("getter", "setter")
    member_type = "ScriptProperty"

    def __init__(
        self, name: str, getter: Callable[[Any, Any], object], setter: Callable[[Any, Any, Any], None] | None = None
    ) -> None:
        self.name = name
        self.getter = getter
        self.setter = setter


class CodeMethod(Member):
    """A method answered by Python: `function(run, target, *arguments)`; return VOID for no output."""

    __slots__ = ("function",)
    member_type = "Method"

    def __init__(self, name: str, function: Callable[..., object]) -> None:
        self.name = name
        self.function = function
