"""How PowerShell values are represented in Python. Everything else builds on this file.

$null is None, $true/$false bool, System.String str, Int32 int, Double float, Decimal decimal.Decimal; other
numbers and Char are the subclasses in numbers.py. Arrays are PSArray, hashtables Hashtable, custom objects
PSCustomObject, other .NET objects instances of NetObject subclasses (declared with `net_type`). An
object's .NET type is found by `type_table.type_of(value)`, never by Python's isinstance on numbers: `isinstance(True,
int)` lies, use `type(x) is int`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rehearsal.engines.powershell.objects.members import Member, NoteProperty
from rehearsal.engines.powershell.objects.numbers import (
    FLOAT_TYPES,
    INTEGER_RANGES,
    INTEGER_TYPES,
    NUMBER_TYPES,
    BigInteger,
    Byte,
    Char,
    Int16,
    Int64,
    SByte,
    Single,
    UInt16,
    UInt32,
    UInt64,
    bytes_as_numbers,
)

__all__ = [
    "AUTOMATION_NULL",
    "FLOAT_TYPES",
    "INTEGER_RANGES",
    "INTEGER_TYPES",
    "NUMBER_TYPES",
    "VOID",
    "BigInteger",
    "Byte",
    "Char",
    "CimInstance",
    "EnumValue",
    "Int16",
    "Int64",
    "MultiArray",
    "NetObject",
    "PSArray",
    "PSCustomObject",
    "PSObject",
    "PSReference",
    "SByte",
    "Single",
    "SwitchParameter",
    "UInt16",
    "UInt32",
    "UInt64",
    "unwrap",
]


class _AutomationNull:
    """The empty result of a pipeline: behaves as $null in every expression, as nothing in a pipeline."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "AUTOMATION_NULL"


AUTOMATION_NULL: Final = _AutomationNull()
VOID: Final = AUTOMATION_NULL
"""What a .NET method without result returns; the same object as AUTOMATION_NULL."""


class NetObject:
    """Base of every .NET object that isn't a primitive.

    Subclasses set the .NET type with `@net_type(...)` and override what they support of the hooks below; operators
    and the pipeline call only these. `members` holds extended members (Add-Member) keyed by lower-case name, or
    None: a subclass that declares __slots__ includes "members" in them (and sets it to None), one without
    __slots__ need do nothing.
    """

    __slots__ = ()
    net_name: str = "System.Object"
    members: dict[str, Member] | None = None
    fields: dict[str, Any] | None = None
    """What an instance of a script's class holds, by lower-case name."""

    def ps_type_name(self) -> str:
        """Full .NET name of the object's type; instances of generic types override it with the closed name."""
        return self.net_name

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        """A property that isn't declared for the type. NotImplemented: no such property."""
        return NotImplemented

    def ps_enumerate(self) -> Iterable[object] | None:
        """What the pipeline enumerates, or None for an object that goes through as one."""
        return None

    def ps_string(self) -> str:
        """ToString() under the invariant culture. The default is the type name, as in .NET."""
        return self.ps_type_name()

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        """Left `-eq` right (`other` is not yet converted). Default: same reference."""
        return self is other

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        """Negative, zero, positive for -lt/-gt and sorting; None when the type isn't comparable with `other`."""
        return None

    def ps_hash_key(self) -> object:
        """A Python-hashable key under which equal values meet in hashtables, HashSet, -unique. Default: identity."""
        return id(self)

    def ps_binary(self, operator: str, other: object) -> object:
        """op_Addition and friends, object on the left: `operator` is one of + - * / %. NotImplemented: no such
        operator.
        """
        return NotImplemented

    def ps_binary_right(self, operator: str, other: object) -> object:
        """The same with the object on the right of `other`."""
        return NotImplemented

    def ps_index(self, index: object) -> object:
        """`$x[index]` for a type with an indexer. NotImplemented: not indexable. Raise PSException for failures."""
        return NotImplemented

    def ps_set_index(self, index: object, value: object) -> object:
        """`$x[index] = value`. NotImplemented: not indexable."""
        return NotImplemented


class PSObject(NetObject):
    """Extended members on a primitive or other value that can't hold them: Add-Member on a string. `base` is never a
    NetObject.
    """

    __slots__ = ("base", "members", "type_names")

    def __init__(
        self, base: object, members: dict[str, Member] | None = None, type_names: list[str] | None = None
    ) -> None:
        self.base = base
        self.members = members
        self.type_names = type_names


def unwrap(value: object) -> object:
    """The bare value: PSObject removed, AUTOMATION_NULL turned into None."""
    if type(value) is PSObject:
        return value.base
    return None if value is AUTOMATION_NULL else value


class PSArray(NetObject):
    """A one-dimensional .NET array: `items` (same length for life), `element` the full .NET name of the element type.

    `wrapped` marks an array that a 5.1 cmdlet emitted as one object (ConvertFrom-Json '[1,2]'): ConvertTo-Json 5.1
    shows it as {"value":[…],"Count":n}.

    A byte[] that `of_bytes` made has its `items` only when they are first asked for: scripts read files to hash or
    decode them, and never look at a byte.
    """

    __slots__ = ("_data", "element", "items", "marks", "members", "wrapped")
    net_name = "System.Object[]"
    items: list[Any]

    def __init__(self, items: Iterable[object] = (), element: str = "System.Object") -> None:
        self.members = None
        self.items = items if type(items) is list else list(items)
        self._data: bytes | None = None
        self.element = element
        self.wrapped = False
        self.marks: dict[int, str] | None = None
        """Of $args only: positions that hold a parameter's name, so that @args passes it on as one."""

    @classmethod
    def of_bytes(cls, data: bytes) -> PSArray:
        """A byte[] with this content."""
        made = cls((), "System.Byte")
        made.hold_bytes(data)
        return made

    def hold_bytes(self, data: bytes) -> None:
        """The whole content of a byte[] becomes this."""
        if self._data is None:
            del self.items
        self._data = data

    def as_bytes(self) -> bytes:
        """The content of a byte[]."""
        return bytes(self.items) if self._data is None else self._data

    def __getattr__(self, name: str) -> Any:
        """Called only for what isn't set: the items of a byte[] that holds its bytes."""
        data = self._data if name == "items" else None
        if data is None:
            raise AttributeError(name)
        self.items = bytes_as_numbers(data)
        self._data = None  # items may change from here on
        return self.items

    def ps_type_name(self) -> str:
        return self.element + "[]"

    def ps_enumerate(self) -> list[Any]:
        return self.items

    def __len__(self) -> int:
        return len(self.items) if self._data is None else len(self._data)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __repr__(self) -> str:
        return f"PSArray({self.items!r}, {self.element!r})"


class MultiArray(NetObject):
    """A rectangular array such as object[,]: row-major `items`, `shape` the lengths."""

    __slots__ = ("element", "items", "members", "shape")

    def __init__(self, shape: tuple[int, ...], items: list[Any], element: str = "System.Object") -> None:
        self.members = None
        self.shape = shape
        self.items = items
        self.element = element

    def ps_type_name(self) -> str:
        return f"{self.element}[{',' * (len(self.shape) - 1)}]"

    def ps_enumerate(self) -> list[Any]:
        return self.items


class PSCustomObject(NetObject):
    """[pscustomobject]: ordered extended members and nothing else. `type_names` is PSObject.TypeNames, most specific
    first.
    """

    __slots__ = ("members", "type_names")
    net_name = "System.Management.Automation.PSCustomObject"
    members: dict[str, Member]

    def __init__(self, properties: Mapping[str, object] | None = None, type_name: str | None = None) -> None:
        self.members = (
            {name.lower(): NoteProperty(name, value) for name, value in properties.items()} if properties else {}
        )
        self.type_names: list[str] | None = [type_name] if type_name else None

    def get(self, name: str) -> object:
        """The stored value of a NoteProperty, None when absent (Python-side convenience; scripts go through member
        access).
        """
        member = self.members.get(name.lower())
        return member.value if isinstance(member, NoteProperty) else None

    def set(self, name: str, value: object) -> None:
        """Adds or replaces a NoteProperty."""
        self.members[name.lower()] = NoteProperty(name, value)


class CimInstance(NetObject):
    """A CIM object as a snapshot: exactly these properties, evaluated when it was made.

    `type_name` is the name in PSObject.TypeNames, e.g.
    Microsoft.Management.Infrastructure.CimInstance#root/microsoft/windows/storage/MSFT_Disk. Its members are the
    properties and the type file's additions (CodeProperty, AliasProperty …) that shadow or accompany them.
    """

    __slots__ = ("_members", "cim_class", "cim_namespace", "type_name")
    net_name = "Microsoft.Management.Infrastructure.CimInstance"
    cim_class: str
    cim_namespace: str
    type_name: str
    _members: dict[str, Member] | None

    @property
    def members(self) -> dict[str, Member]:
        """Made when they are first asked for: scripts count many more objects than they read."""
        made = self._members
        if made is None:
            made = self._members = self._made_members()
        return made

    @members.setter
    def members(self, members: dict[str, Member]) -> None:
        self._members = members

    def plain_value(self, lower: str) -> Any:
        """A property's value as its member holds it, without making the members; NotImplemented: only they know it."""
        return NotImplemented

    def _made_members(self) -> dict[str, Member]:
        raise NotImplementedError

    def ps_string(self) -> str:
        return self.cim_class


class SwitchParameter(NetObject):
    """System.Management.Automation.SwitchParameter; frozen."""

    __slots__ = ("members", "present")
    net_name = "System.Management.Automation.SwitchParameter"

    def __init__(self, present: bool) -> None:
        self.members = None
        self.present = present

    def __bool__(self) -> bool:
        return self.present

    def ps_string(self) -> str:
        return "True" if self.present else "False"

    def ps_hash_key(self) -> object:
        return self.present


class EnumValue(NetObject):
    """A value of an enumeration: `enum` is its NetType (with .enum_members name -> number), `value` the number."""

    __slots__ = ("enum", "members", "value")

    def __init__(self, enum: Any, value: int) -> None:
        self.members = None
        self.enum = enum
        self.value = value

    def ps_type_name(self) -> str:
        name: str = self.enum.full_name
        return name

    def ps_string(self) -> str:
        text: str = self.enum.enum_text(self.value)
        return text

    def ps_hash_key(self) -> object:
        return (self.enum.full_name, self.value)

    def __repr__(self) -> str:
        return f"EnumValue({self.enum.full_name}.{self.ps_string()})"


class PSReference(NetObject):
    """[ref]$variable: `get()` and `set(value)` reach the variable (or a private cell)."""

    __slots__ = ("get", "members", "set")
    net_name = "System.Management.Automation.PSReference"

    def __init__(self, get: Any, set: Any) -> None:  # noqa: A002 - the pair get/set
        self.members = None
        self.get = get
        self.set = set
