"""Which .NET types exist, their members, and how Python declares them.

    @net_type("System.Text.StringBuilder")
    class StringBuilder(NetObject):
        @net_constructor()
        @net_constructor("string")
        def __init__(self, text: str = "") -> None: ...

        @net_method("Append", "object", returns="System.Text.StringBuilder")
        def append(self, value: object) -> StringBuilder: ...

        @net_property("Length", "int")
        def length(self) -> int: ...

    @net_type("System.String", represents=str)        # members of a primitive: functions of the value
    class StringMembers:
        @net_method("Substring", "int")
        @net_method("Substring", "int", "int")
        def substring(self: str, start: int, length: int | None = None) -> str: ...

        @net_static("IsNullOrEmpty", "string", returns="bool")
        def is_null_or_empty(text: str) -> bool: ...

Parameter types are PowerShell type literals without brackets; "params object[]" last takes the rest; "ref" passes a
PSReference. Arguments arrive converted; the overload is picked by count and by how well the arguments' types fit.
`context=True` passes the Run first (run.host, run.invoke …). `returns="void"`: the method gives no output.
Failures: raise PSException with the .NET exception's type and message; the engine wraps it in
MethodInvocationException as PowerShell does. A type's declarations may be spread over several classes (`net_type`
with the same name adds).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.objects import dictionaries, values
from rehearsal.engines.powershell.objects.errors import EXCEPTION_BASES, PSException
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray


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
        if self._found_at != NetType.declarations:
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


_MARK = "__net_members__"


def _mark(function: Any, entry: tuple[Any, ...]) -> Any:
    target = function.__func__ if isinstance(function, staticmethod | classmethod) else function
    if not hasattr(target, _MARK):
        setattr(target, _MARK, [])
    getattr(target, _MARK).append(entry)
    return function


def net_method(
    name: str, *parameters: str, returns: str = "object", context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an instance method; stack several for overloads that one function serves."""
    return lambda function: _mark(function, ("method", name, parameters, returns, context, False))


def net_static(
    name: str, *parameters: str, returns: str = "object", context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a static method; the function has no self."""
    return lambda function: _mark(function, ("static", name, parameters, returns, context, False))


def net_constructor(
    *parameters: str, context: bool = False, generic: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a constructor: on `__init__`, or on a function without self that returns the new value.

    `generic=True` passes the closed NetType before the arguments (of List[int]: its generic_arguments hold Int32).
    """
    return lambda function: _mark(function, ("constructor", ".ctor", parameters, "object", context, generic))


def net_property(
    name: str, type_name: str = "object", *, context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a property's getter."""
    return lambda function: _mark(function, ("property", name, (), type_name, context, False))


def net_setter(name: str, *, context: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a property's setter `function(self, value)`; the value arrives converted to the property's type."""
    return lambda function: _mark(function, ("setter", name, (), "void", context, False))


def net_static_property(
    name: str, type_name: str = "object", *, context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a static property or constant: a function without arguments (or of the Run)."""
    return lambda function: _mark(function, ("static_property", name, (), type_name, context, False))


def net_conversion(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Declares `function(value, run)`: the cast `[type]value`. Returns NotImplemented when it doesn't apply;
    PSException says why it failed.
    """
    return _mark(function, ("conversion", "", (), "object", True, False))


class TypeTable:
    """Types by name. BUILTIN_TYPES holds the engine's own; a world's table has BUILTIN_TYPES as its parent."""

    def __init__(self, parent: TypeTable | None = None) -> None:
        self.parent = parent
        self.types: dict[str, NetType] = {}
        self.accelerators: dict[str, str] = {}
        self.cache: dict[str, NetType | None] = {}
        self.rankings: dict[tuple[Overload, tuple[type, ...]], Any] = {}
        """Which overloads fit arguments of these classes, best first; the first of all overloads stands for them."""

    def get(self, full_name: str) -> NetType | None:
        """The declared type of that full name, any case; no accelerators, arrays or generics (see
        conversion.resolve).
        """
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
            _collect(cls, made)
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


_DECLARED: set[type] = {NetObject}
"""Classes whose own declarations are a type's already; what others inherit from undeclared bases counts as theirs."""


def _collect(cls: type, made: NetType) -> None:
    inherited = [base for base in reversed(cls.__mro__) if base not in _DECLARED and base is not object]
    _DECLARED.add(cls)
    for attribute in [found for base in inherited for found in vars(base).values()]:
        function = attribute.__func__ if isinstance(attribute, staticmethod | classmethod) else attribute
        for kind, name, parameters, returns, context, generic in getattr(function, _MARK, ()):
            if kind == "conversion":
                made.conversion = function
            elif kind == "property":
                made.properties[name.lower()] = _property(made.properties, name, returns, context, getter=function)
            elif kind == "setter":
                made.properties[name.lower()] = _property(made.properties, name, "", context, setter=function)
            elif kind == "static_property":
                made.static_properties[name.lower()] = NetProperty(
                    name=name, type_name=returns, getter=function, setter=None, static=True, context=context
                )
            else:
                target = cls if kind == "constructor" and function.__name__ == "__init__" else function
                rest = bool(parameters) and parameters[-1].startswith("params ")
                overload = Overload(
                    name=name,
                    parameters=tuple(parameter.removeprefix("params ") for parameter in parameters),
                    params_array=rest,
                    function=target,
                    static=kind == "static",
                    context=context,
                    generic=generic,
                    void=returns == "void",
                    returns=returns,
                )
                if kind == "constructor":
                    made.constructors.append(overload)
                else:
                    table = made.static_methods if kind == "static" else made.methods
                    table.setdefault(name.lower(), []).append(overload)


def _property(
    table: dict[str, NetProperty],
    name: str,
    type_name: str,
    context: bool,
    getter: Callable[..., Any] | None = None,
    setter: Callable[..., Any] | None = None,
) -> NetProperty:
    old = table.get(name.lower())
    return NetProperty(
        name=old.name if old else name,
        type_name=type_name or (old.type_name if old else "object"),
        getter=getter or (old.getter if old else _write_only),
        setter=setter or (old.setter if old else None),
        static=False,
        context=context or (old.context if old else False),
    )


def _write_only(*_: object) -> None:
    raise PSException("System.InvalidOperationException", "The property has no getter.")


NET_TYPE_OF: dict[type, NetType] = {}
"""From the Python class of a value to its .NET type; generic, array, enum and exception values name theirs themselves.
"""

BUILTIN_TYPES = TypeTable()
net_type = BUILTIN_TYPES.net_type
net_enum = BUILTIN_TYPES.net_enum


def type_of(value: object) -> NetType:
    """The .NET type of a value that isn't null. PSObject wrappers count as what they wrap."""
    kind = type(value)
    found = NET_TYPE_OF.get(kind)
    if found is not None:
        return found
    if kind is PSArray:
        return array_type(value.element)  # type: ignore[attr-defined]
    if kind is values.PSObject:
        return type_of(value.base)  # type: ignore[attr-defined]
    if kind is EnumValue:
        return value.enum  # type: ignore[attr-defined,no-any-return]
    if isinstance(value, NetObject):
        own = getattr(value, "net_type_object", None)
        if own is not None:
            return own  # type: ignore[no-any-return]
        from rehearsal.engines.powershell.objects.type_names import resolve_type

        named = resolve_type(value.ps_type_name(), BUILTIN_TYPES)
        if named is not None:
            if kind.ps_type_name is NetObject.ps_type_name:  # the class alone names its type
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
        from rehearsal.engines.powershell.objects.type_names import resolve_type

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


def _declare_primitives() -> None:
    declare = BUILTIN_TYPES.declare
    declare("System.Object", accelerators=("object",))
    declare("System.ValueType")
    comparable = ("System.IComparable", "System.IFormattable", "System.IConvertible")
    declare("System.Enum", base="System.ValueType", interfaces=comparable, accelerators=("enum",)).value_type = True
    for name, kind, short in (
        ("System.Int32", int, ("int", "int32")),
        ("System.Int64", values.Int64, ("long", "int64")),
        ("System.Int16", values.Int16, ("int16",)),
        ("System.UInt16", values.UInt16, ("uint16",)),
        ("System.UInt32", values.UInt32, ("uint32",)),
        ("System.UInt64", values.UInt64, ("uint64",)),
        ("System.Byte", values.Byte, ("byte",)),
        ("System.SByte", values.SByte, ("sbyte",)),
        ("System.Double", float, ("double",)),
        ("System.Single", values.Single, ("single", "float")),
        ("System.Decimal", Decimal, ("decimal",)),
        ("System.Boolean", bool, ("bool", "boolean")),
        ("System.Char", values.Char, ("char",)),
        ("System.Numerics.BigInteger", values.BigInteger, ("bigint",)),
    ):
        declare(name, value_type=True, represents=kind, accelerators=short, interfaces=comparable)
    declare(
        "System.String",
        represents=str,
        accelerators=("string",),
        interfaces=(
            "System.IComparable",
            "System.ICloneable",
            "System.IConvertible",
            "System.Collections.IEnumerable",
            "System.Collections.Generic.IEnumerable[System.Char]",
        ),
    )
    declare("System.Void", value_type=True, accelerators=("void",))
    declare("System.Type", accelerators=("type",))
    declare("System.RuntimeType", base="System.Type")
    NET_TYPE_OF[NetType] = declare("System.RuntimeType")
    listing = ("System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList")
    declare("System.Array", accelerators=("array",), interfaces=(*listing, "System.ICloneable"))
    dictionary = ("System.Collections.IDictionary", "System.Collections.ICollection", "System.Collections.IEnumerable")
    declare(
        "System.Collections.Hashtable",
        represents=dictionaries.Hashtable,
        accelerators=("hashtable",),
        interfaces=(*dictionary, "System.ICloneable"),
    )
    declare(
        "System.Collections.Specialized.OrderedDictionary",
        represents=dictionaries.OrderedDictionary,
        accelerators=("ordered",),
        interfaces=(*dictionary, "System.Collections.Specialized.IOrderedDictionary"),
    )
    declare("System.Collections.DictionaryEntry", value_type=True)
    declare("System.Collections.Generic.KeyValuePair`2", value_type=True)
    declare("System.Management.Automation.PSObject")
    declare("System.Management.Automation.PSCustomObject", represents=values.PSCustomObject)
    declare(
        "System.Management.Automation.SwitchParameter",
        value_type=True,
        represents=values.SwitchParameter,
        accelerators=("switch",),
    )
    declare("System.Management.Automation.PSReference", represents=values.PSReference, accelerators=("ref",))
    declare(
        "Microsoft.Management.Infrastructure.CimInstance",
        represents=values.CimInstance,
        accelerators=("ciminstance",),
        interfaces=("System.IDisposable", "System.ICloneable"),
    )
    declare("System.Exception", interfaces=("System.Runtime.Serialization.ISerializable",))
    for name in EXCEPTION_BASES:
        _declare_exception(name)
    for name in (
        "System.IComparable", "System.IFormattable", "System.IConvertible", "System.ICloneable", "System.IDisposable",
        "System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList",
        "System.Collections.IDictionary", "System.Collections.IEnumerator",
        "System.Collections.Specialized.IOrderedDictionary",
        "System.Collections.Generic.IEnumerable`1", "System.Collections.Generic.ICollection`1",
        "System.Collections.Generic.IList`1", "System.Collections.Generic.IDictionary`2",
    ):  # fmt: skip
        declare(name).is_interface = True


def _declare_exception(name: str) -> NetType:
    base = EXCEPTION_BASES[name]
    if base in EXCEPTION_BASES and BUILTIN_TYPES.get(base) is None:
        _declare_exception(base)
    return BUILTIN_TYPES.declare(name, base=base)


_declare_primitives()
