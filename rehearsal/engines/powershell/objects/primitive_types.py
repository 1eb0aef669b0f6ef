"""The .NET types behind Python values: numbers, text, arrays, dictionaries, exceptions, the usual interfaces."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from rehearsal.engines.powershell.objects import dictionaries, values
from rehearsal.engines.powershell.objects.errors import EXCEPTION_BASES
from rehearsal.engines.powershell.objects.net_type import NetType


def declare_primitives(declare: Callable[..., NetType], net_type_of: dict[type, NetType]) -> None:
    """Fills a new table."""
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
    net_type_of[NetType] = declare("System.RuntimeType")
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
        _declare_exception(name, declare)
    for name in (
        "System.IComparable", "System.IFormattable", "System.IConvertible", "System.ICloneable", "System.IDisposable",
        "System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList",
        "System.Collections.IDictionary", "System.Collections.IEnumerator",
        "System.Collections.Specialized.IOrderedDictionary",
        "System.Collections.Generic.IEnumerable`1", "System.Collections.Generic.ICollection`1",
        "System.Collections.Generic.IList`1", "System.Collections.Generic.IDictionary`2",
    ):  # fmt: skip
        declare(name).is_interface = True


def _declare_exception(name: str, declare: Callable[..., NetType]) -> None:
    """The base first: a type that is declared twice keeps its first base."""
    base = EXCEPTION_BASES[name]
    if base in EXCEPTION_BASES:
        _declare_exception(base, declare)
    declare(name, base=base)
