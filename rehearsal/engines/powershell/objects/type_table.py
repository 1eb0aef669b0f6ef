"""Types by name: tables of declared types, names as scripts write them, and the type of a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import collect_members
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.primitive_types import declare_primitives
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray, PSObject

NET_TYPE_OF: dict[type, NetType] = {}
"""From the Python class of a value to its .NET type; generic, array, enum and exception values name theirs themselves.
"""


class TypeTable:
    """Types by name. BUILTIN_TYPES holds the engine's own; a world's table has BUILTIN_TYPES as its parent."""

    def __init__(self, parent: TypeTable | None = None) -> None:
        self.parent = parent
        self.types: dict[str, NetType] = {}
        self.accelerators: dict[str, str] = {}
        self.cache: dict[str, NetType | None] = {}
        self.rankings: dict[tuple[Overload, tuple[object, ...]], Any] = {}
        """Which overloads fit arguments of these classes, best first; the first of all overloads stands for them."""

    def get(self, full_name: str) -> NetType | None:
        """The declared type of that full name, any case; no accelerators, arrays or generics (see resolve_type)."""
        found = self.types.get(full_name.lower())
        return found if found is not None or self.parent is None else self.parent.get(full_name)

    def accelerator(self, name: str) -> str | None:
        found = self.accelerators.get(name.lower())
        return found if found is not None or self.parent is None else self.parent.accelerator(name)

    def declare(
        self,
        full_name: str,
        *,
        base: str = "System.Object",
        interfaces: Iterable[str] = (),
        value_type: bool = False,
        represents: type | None = None,
        accelerators: Iterable[str] = (),
    ) -> NetType:
        """Adds a type, or returns the existing one (its interfaces extended)."""
        existing = self.types.get(full_name.lower())
        self.cache.clear()
        self.rankings.clear()
        for accelerator in accelerators:
            self.accelerators[accelerator.lower()] = full_name
        if existing is not None:
            existing.interfaces = (*existing.interfaces, *(i for i in interfaces if i not in existing.interfaces))
            existing._lineage = None
            if represents is not None:
                existing.represents = represents
                NET_TYPE_OF.setdefault(represents, existing)
            return existing
        parent = None if full_name == "System.Object" else self.get("System.ValueType" if value_type else base)
        if parent is None and full_name != "System.Object":
            parent = self.declare(base)
        made = NetType(full_name, parent, interfaces=tuple(interfaces), value_type=value_type, represents=represents)
        self.types[full_name.lower()] = made
        if represents is not None:
            NET_TYPE_OF.setdefault(represents, made)
        return made

    def net_type(
        self,
        full_name: str,
        *,
        base: str = "System.Object",
        interfaces: Iterable[str] = (),
        value_type: bool = False,
        represents: type | None = None,
        accelerators: Iterable[str] = (),
        closed: bool = False,
    ) -> Callable[[type], type]:
        """Class decorator, see the module's text. `accelerators`: short names such as "regex"; `closed`: every member
        that the real type has is declared, so another name is missing (MethodNotFound, null) instead of refused.

        Generic types are declared by their open name with backtick: `System.Collections.Generic.List`1`.
        """

        def declare(cls: type) -> type:
            made = self.declare(
                full_name,
                base=base,
                interfaces=interfaces,
                value_type=value_type,
                represents=represents,
                accelerators=accelerators,
            )
            if issubclass(cls, NetObject):
                cls.net_name = full_name
                made.represents = made.represents or cls
                NET_TYPE_OF[cls] = made
            made.closed = made.closed or closed
            collect_members(cls, made)
            NetType.declarations += 1
            return cls

        return declare

    def net_enum(
        self,
        full_name: str,
        members: dict[str, int],
        *,
        flags: bool = False,
        underlying: str = "System.Int32",
        accelerators: Iterable[str] = (),
    ) -> NetType:
        """Declares an enumeration; first name wins where several have one number."""
        made = self.declare(full_name, base="System.Enum", accelerators=accelerators)
        made.enum_members = dict(members)
        made.enum_flags = flags
        made.enum_underlying = underlying
        made.value_type = True
        return made


BUILTIN_TYPES = TypeTable()
net_type = BUILTIN_TYPES.net_type
net_enum = BUILTIN_TYPES.net_enum


def type_of(value: Any) -> NetType:
    """The .NET type of a value that isn't null. PSObject wrappers count as what they wrap."""
    kind = type(value)
    found = NET_TYPE_OF.get(kind)
    if found is not None:
        return found
    if kind is PSArray:
        return array_type(value.element)
    if kind is PSObject:
        return type_of(value.base)
    if kind is EnumValue:
        of: NetType = value.enum
        return of
    if isinstance(value, NetObject):
        own = getattr(value, "net_type_object", None)
        if own is not None:
            declared: NetType = own
            return declared
        named = resolve_type(value.ps_type_name(), BUILTIN_TYPES)
        if named is not None:
            if type(value).ps_type_name is NetObject.ps_type_name:  # the class alone names its type
                NET_TYPE_OF[kind] = named
            return named
        base = "System.Exception" if isinstance(value, PSException) else "System.Object"
        return BUILTIN_TYPES.declare(value.ps_type_name(), base=base)
    if isinstance(value, NetType):
        return BUILTIN_TYPES.declare("System.RuntimeType", base="System.Type")
    raise TypeError(f"not a PowerShell value: {kind.__qualname__}")


_ARRAYS: dict[tuple[str, int], NetType] = {}


def array_type(element: str | NetType, rank: int = 1) -> NetType:
    """The type of arrays of that element type."""
    name = element if isinstance(element, str) else element.full_name
    found = _ARRAYS.get((name, rank))
    if found is None:
        of = (
            element
            if isinstance(element, NetType)
            else (resolve_type(name, BUILTIN_TYPES) or BUILTIN_TYPES.declare(name))
        )
        found = NetType(f"{name}[{',' * (rank - 1)}]", BUILTIN_TYPES.declare("System.Array"))
        found.element = of
        found.rank = rank
        interfaces = [f"System.Collections.Generic.{kind}[{name}]" for kind in ("IEnumerable", "IList", "ICollection")]
        if not of.value_type:
            interfaces += [f"System.Collections.Generic.{kind}[System.Object]" for kind in ("IEnumerable", "IList")]
            if name != "System.Object":
                found.interfaces = ("System.Object[]",)
        found.interfaces = (*found.interfaces, *interfaces)
        _ARRAYS[(name, rank)] = found
    return found


def resolve_type(name: str, table: TypeTable, namespaces: tuple[str, ...] = ()) -> NetType | None:
    """The type, or None when there is no such type (in this engine). Accelerators first, then the name, then
    System.name, then `using namespace`.
    """
    key = name if not namespaces else name + "|" + ",".join(namespaces)
    try:
        return table.cache[key]
    except KeyError:
        pass
    found = table.cache[key] = _resolve(name.strip(), table, namespaces)
    return found


def _resolve(name: str, table: TypeTable, namespaces: tuple[str, ...]) -> NetType | None:
    if name.endswith("]"):
        opening = _matching_bracket(name)
        inside = name[opening + 1 : -1]
        head = name[:opening].strip()
        if not inside.strip(", "):
            element = resolve_type(head, table, namespaces)
            return None if element is None else array_type(element, inside.count(",") + 1)
        arguments = [
            resolve_type(part.strip().strip("[]") if part.strip().startswith("[") else part.strip(), table, namespaces)
            for part in _split_arguments(inside)
        ]
        arity = len(arguments)
        definition = _plain(head if "`" in head else f"{head}`{arity}", table, namespaces)
        if definition is None or any(argument is None for argument in arguments):
            return None
        return _close(definition, tuple(argument for argument in arguments if argument is not None), table)
    return _plain(name, table, namespaces)


def _matching_bracket(name: str) -> int:
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        if name[position] == "]":
            depth += 1
        elif name[position] == "[":
            depth -= 1
            if depth == 0:
                return position
    return 0


def _split_arguments(inside: str) -> list[str]:
    parts: list[str] = []
    depth = 0
    start = 0
    for position, character in enumerate(inside):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(inside[start:position])
            start = position + 1
    parts.append(inside[start:])
    return parts


def _plain(name: str, table: TypeTable, namespaces: tuple[str, ...]) -> NetType | None:
    full = table.accelerator(name)
    if full is not None:
        return table.get(full) if not full.endswith("]") else resolve_type(full, table)
    found = table.get(name) or table.get("System." + name)
    if found is not None:
        return found
    for namespace in namespaces:
        found = table.get(f"{namespace}.{name}")
        if found is not None:
            return found
    return None


def _close(definition: NetType, arguments: tuple[NetType, ...], table: TypeTable) -> NetType:
    full_name = f"{definition.full_name}[{','.join(argument.full_name for argument in arguments)}]"
    known = table.cache.get("closed " + full_name)
    if known is not None:
        return known
    closed = NetType(full_name, definition.base, value_type=definition.value_type, represents=definition.represents)
    closed.generic_definition = definition
    closed.generic_arguments = arguments
    element = ",".join(argument.full_name for argument in arguments)
    closed.interfaces = tuple(
        interface.replace("`1", f"[{element}]").replace("`2", f"[{element}]") for interface in definition.interfaces
    )
    closed.is_interface = definition.is_interface
    table.cache["closed " + full_name] = closed
    return closed


def close_type(head: str, arguments: tuple[NetType, ...], table: TypeTable) -> NetType | None:
    """A generic type by its name closed over the given types; None when there is no such generic type."""
    definition = _plain(f"{head}`{len(arguments)}", table, ())
    return None if definition is None else _close(definition, arguments, table)


declare_primitives(BUILTIN_TYPES.declare, NET_TYPE_OF)
