"""A .NET type and its members, as declared (member_declarations.py) and found by name (type_table.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.powershell.objects.values import NetObject


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overload:
    """One signature of a method or constructor and the Python function behind it."""

    name: str
    parameters: tuple[str, ...]
    params_array: bool
    function: Callable[..., Any]
    static: bool
    context: bool
    generic: bool
    void: bool
    returns: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NetProperty:
    """A property or field. `getter(target)`, `setter(target, value)`; static ones get no target; with context the Run
    comes first.
    """

    name: str
    type_name: str
    getter: Callable[..., Any]
    setter: Callable[..., Any] | None
    static: bool
    context: bool


class NetType(NetObject):
    """A .NET type, and the value of a type literal like [int]. One object per type: compare by identity."""

    net_name = "System.RuntimeType"
    declarations = 0
    """Counts declared members' classes: members found before may be incomplete."""

    def __init__(
        self,
        full_name: str,
        base: NetType | None,
        *,
        interfaces: tuple[str, ...] = (),
        value_type: bool = False,
        represents: type | None = None,
    ) -> None:
        self.full_name = full_name
        self.base = base
        self.interfaces = interfaces
        self.value_type = value_type
        self.represents = represents
        self.properties: dict[str, NetProperty] = {}
        self.methods: dict[str, list[Overload]] = {}
        self.static_properties: dict[str, NetProperty] = {}
        self.static_methods: dict[str, list[Overload]] = {}
        self.constructors: list[Overload] = []
        self.conversion: Callable[[Any, Any], Any] | None = None
        self.enum_members: dict[str, int] | None = None
        self.enum_flags = False
        self.enum_underlying = "System.Int32"
        self.element: NetType | None = None
        self.rank = 0
        self.generic_definition: NetType | None = None
        self.generic_arguments: tuple[NetType, ...] = ()
        self.is_interface = False
        self.is_abstract = False
        self.closed = False
        """Every member of the real type is declared: an undeclared one is missing, not refused."""
        self.script_class: Any = None
        """The definition of a class written in PowerShell."""
        self._by_lower_enum: dict[str, int] | None = None
        self._enum_texts: dict[int, str] = {}
        """Texts of an enumeration's values that were needed already."""
        self._found_methods: dict[tuple[str, bool], list[Overload]] = {}
        self._found_properties: dict[tuple[str, bool], NetProperty] = {}
        self._found_at = NetType.declarations
        self._lineage: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """The name without namespace (`List`1`, `Int32[]`)."""
        if self.element is not None:
            return f"{self.element.name}[{',' * (self.rank - 1)}]"
        head = self.generic_definition.full_name if self.generic_definition else self.full_name
        return head.rsplit(".", 1)[-1].rsplit("+", 1)[-1]

    @property
    def namespace(self) -> str | None:
        head = self.generic_definition.full_name if self.generic_definition else self.full_name
        return head.rsplit(".", 1)[0] if "." in head else None

    def ps_string(self) -> str:
        return self.full_name

    def ps_hash_key(self) -> object:
        return self.full_name

    @property
    def lineage(self) -> frozenset[str]:
        """Full names of this type, its bases and interfaces."""
        if self._lineage is None:
            names: set[str] = set()
            current: NetType | None = self
            while current is not None:
                names.add(current.full_name)
                names.update(current.interfaces)
                if current.generic_definition is not None:
                    names.update(current.generic_definition.interfaces)
                current = current.base
            self._lineage = frozenset(names)
        return self._lineage

    def is_assignable_from(self, other: NetType) -> bool:
        """Whether a value of type `other` is one of this type, without conversion."""
        return other is self or self.full_name == "System.Object" or self.full_name in other.lineage

    def find_method(self, name: str, static: bool = False) -> list[Overload]:
        """Overloads by name (any case) along the base types; not to be changed."""
        if self._found_at != NetType.declarations:
            self._forget_outdated()
        key = (name, static)
        known = self._found_methods.get(key)
        if known is not None:
            return known
        found: list[Overload] = []
        lower = name.lower()
        for source in self._member_sources():
            found.extend((source.static_methods if static else source.methods).get(lower, ()))
        if found:
            self._found_methods[key] = found
        return found

    def find_property(self, name: str, static: bool = False) -> NetProperty | None:
        if self._found_at != NetType.declarations:
            self._forget_outdated()
        key = (name, static)
        known = self._found_properties.get(key)
        if known is not None:
            return known
        lower = name.lower()
        for source in self._member_sources():
            found = (source.static_properties if static else source.properties).get(lower)
            if found is not None:
                self._found_properties[key] = found
                return found
        return None

    def _forget_outdated(self) -> None:
        self._found_at = NetType.declarations
        self._found_methods.clear()
        self._found_properties.clear()

    def _member_sources(self) -> Iterator[NetType]:
        """This type and its bases, each with the generic definition it closes."""
        current: NetType | None = self
        while current is not None:
            yield current
            if current.generic_definition is not None:
                yield current.generic_definition
            current = current.base

    # enumerations

    def enum_by_name(self, name: str) -> int | None:
        """The number of a member's name, any case."""
        if self._by_lower_enum is None:
            self._by_lower_enum = {member.lower(): number for member, number in (self.enum_members or {}).items()}
        return self._by_lower_enum.get(name.lower())

    def enum_text(self, value: int) -> str:
        """ToString() of a value: the name, names joined with ", " for flags, else the number."""
        known = self._enum_texts.get(value)
        if known is None:
            known = self._enum_texts[value] = self._enum_text(value)
        return known

    def _enum_text(self, value: int) -> str:
        members = self.enum_members or {}
        for name, number in members.items():
            if number == value:
                return name
        if self.enum_flags and value:
            rest = value
            names: list[str] = []
            for name, number in sorted(members.items(), key=lambda pair: pair[1], reverse=True):
                if number and rest & number == number:
                    names.append(name)
                    rest &= ~number
            if rest == 0:
                return ", ".join(reversed(names))
        return str(value)

    def __repr__(self) -> str:
        return f"NetType({self.full_name})"
