"""Dictionary<TKey,TValue>, SortedDictionary, SortedList, KeyValuePair: keys and values converted to their types."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.members.construction import default_of
from rehearsal.engines.powershell.net_types.collections.lists import element_value, same_value
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry, NetDictionary, dictionary_key
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_property
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF, net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.operators.comparison import compare

MAP_INTERFACES = (
    "System.Collections.IDictionary", "System.Collections.ICollection", "System.Collections.IEnumerable",
    "System.Collections.Generic.IDictionary`2",
)  # fmt: skip


def _null_key() -> PSException:
    return PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: key")


class _Pairs(NetObject):
    """GetEnumerator() of a generic dictionary."""

    net_name = "System.Collections.Generic.Dictionary`2+Enumerator"

    def __init__(self, owner: GenericDictionary) -> None:
        self.owner = owner

    def ps_enumerate(self) -> list[Any]:
        kind = self.owner.pair_type()
        return [DictionaryEntry(key, value, kind) for key, value in self.owner.pairs()]


class GenericDictionary(NetDictionary):
    """Base of the typed dictionaries. A missing key is an error for `$d[$key]` in .NET, but PowerShell answers
    $null.
    """

    __slots__ = ("key_type", "net_type_object", "value_type")

    def __init__(self, closed: NetType, *, ignore_case: bool = False) -> None:
        super().__init__(ignore_case=ignore_case)
        self.net_type_object = closed
        self.key_type, self.value_type = closed.generic_arguments

    def ps_type_name(self) -> str:
        return self.net_type_object.full_name

    def pair_type(self) -> str:
        return f"System.Collections.Generic.KeyValuePair`2[{self.key_type.full_name},{self.value_type.full_name}]"

    def _key(self, key: Any) -> Any:
        return key if self.key_type.full_name == "System.Object" else convert(key, self.key_type)

    def get(self, key: object, default: object = None) -> Any:
        try:
            key = self._key(key)
        except PSException:
            return default
        return super().get(key, default)

    def set(self, key: object, value: object) -> None:
        if key is None:
            raise _null_key()
        super().set(self._key(key), convert(value, self.value_type))

    def contains(self, key: object) -> bool:
        return super().contains(self._key(key))

    def remove(self, key: object) -> bool:
        return super().remove(self._key(key))


class _MapMembers:
    @net_property("Count", "int")
    def count(self: Any) -> int:
        return len(self.entries)

    @net_method("Add", "object", "object", returns="void", context=True)
    def add(run: Any, self: GenericDictionary, key: Any, value: Any) -> None:
        if key is None:
            raise _null_key()
        key = element_value(key, self.key_type, run, "Add", "key")
        value = element_value(value, self.value_type, run, "Add", "value")
        if self.contains(key):
            raise PSException("System.ArgumentException", "An item with the same key has already been added.")
        self.set(key, value)

    @net_method("ContainsKey", "object", returns="bool", context=True)
    def contains_key(run: Any, self: GenericDictionary, key: Any) -> bool:
        if key is None:
            raise _null_key()
        return self.contains(element_value(key, self.key_type, run, "ContainsKey", "key"))

    @net_method("ContainsValue", "object", returns="bool")
    def contains_value(self: GenericDictionary, value: Any) -> bool:
        return any(same_value(known, value) for known in self.values())

    @net_method("Contains", "object", returns="bool", context=True)
    def contains_member(run: Any, self: GenericDictionary, key: Any) -> bool:
        return self.contains(element_value(key, self.key_type, run, "Contains", "key"))

    @net_method("Remove", "object", returns="bool", context=True)
    def remove(run: Any, self: GenericDictionary, key: Any) -> bool:
        if key is None:
            raise _null_key()
        return self.remove(element_value(key, self.key_type, run, "Remove", "key"))

    @net_method("Clear", returns="void")
    def clear(self: GenericDictionary) -> None:
        self.clear()

    @net_method("TryGetValue", "object", "ref", returns="bool", context=True)
    def try_get_value(run: Any, self: GenericDictionary, key: Any, result: Any) -> bool:
        if key is None:
            raise _null_key()
        normal = dictionary_key(element_value(key, self.key_type, run, "TryGetValue", "key"), self.ignore_case)
        found = self.entries.get(normal)
        result.set(found[1] if found is not None else default_of(self.value_type, run))
        return found is not None

    @net_method("Item", "object")
    def item(self: GenericDictionary, key: Any) -> Any:
        if not self.contains(key):
            raise PSException(
                "System.Collections.Generic.KeyNotFoundException", "The given key was not present in the dictionary."
            )
        return self.get(key)

    @net_method("get_Item", "object")
    def get_item(self: GenericDictionary, key: Any) -> Any:
        if not self.contains(key):
            raise PSException(
                "System.Collections.Generic.KeyNotFoundException", "The given key was not present in the dictionary."
            )
        return self.get(key)

    @net_method("GetEnumerator")
    def enumerator(self: GenericDictionary) -> Any:
        return _Pairs(self)


def _copied(made: GenericDictionary, source: NetDictionary) -> GenericDictionary:
    for key, value in source.pairs():
        made.set(key, value)
    return made


@net_type("System.Collections.Generic.Dictionary`2", closed=True, interfaces=MAP_INTERFACES)
class Dictionary(GenericDictionary):
    """Keys in insertion order (as .NET has them while nothing is removed)."""

    __slots__ = ()

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> Dictionary:
        return Dictionary(closed)

    @net_constructor("int", generic=True)
    def _sized(closed: NetType, capacity: int) -> Dictionary:
        return Dictionary(closed)

    @net_constructor("System.Collections.IEqualityComparer", generic=True)
    def _compared(closed: NetType, comparer: Any) -> Dictionary:
        return Dictionary(closed, ignore_case=bool(getattr(comparer, "ignore_case", False)))

    @net_constructor("System.Collections.IDictionary", generic=True)
    def _copy(closed: NetType, source: NetDictionary) -> GenericDictionary:
        return _copied(Dictionary(closed), source)

    @net_constructor("System.Collections.IDictionary", "System.Collections.IEqualityComparer", generic=True)
    def _copy_compared(closed: NetType, source: NetDictionary, comparer: Any) -> GenericDictionary:
        return _copied(Dictionary(closed, ignore_case=bool(getattr(comparer, "ignore_case", False))), source)

    @net_property("Comparer")
    def comparer(self) -> Any:
        from rehearsal.engines.powershell.net_types.text.comparers import StringComparer

        return StringComparer("OrdinalIgnoreCase" if self.ignore_case else "Ordinal")


class _Sorted(GenericDictionary):
    """Keys in the order of Comparer.Default (text: by the culture, with case)."""

    __slots__ = ()

    def _order(self, one: tuple[Any, tuple[Any, Any]], other: tuple[Any, tuple[Any, Any]]) -> int:
        return compare(one[1][0], other[1][0], self.ignore_case)

    def set(self, key: object, value: object) -> None:
        fresh = not self.contains(key)
        super().set(key, value)
        if fresh:
            ordered = sorted(
                self.entries.items(),
                key=cmp_to_key(self._order),
            )
            self.entries = dict(ordered)


@net_type("System.Collections.Generic.SortedDictionary`2", closed=True, interfaces=MAP_INTERFACES)
class SortedDictionary(_Sorted):
    """Keys in order."""

    __slots__ = ()

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> SortedDictionary:
        return SortedDictionary(closed)

    @net_constructor("System.Collections.IDictionary", generic=True)
    def _copy(closed: NetType, source: NetDictionary) -> GenericDictionary:
        return _copied(SortedDictionary(closed), source)


@net_type("System.Collections.Generic.SortedList`2", interfaces=MAP_INTERFACES)
class SortedList(_Sorted):
    """Keys in order."""

    __slots__ = ()

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> SortedList:
        return SortedList(closed)


@net_type("System.Collections.Generic.KeyValuePair`2", value_type=True, closed=True)
class KeyValuePair:
    """One entry of a generic dictionary."""

    @net_constructor("object", "object", generic=True, context=True)
    def _make(run: Any, closed: NetType, key: Any, value: Any) -> DictionaryEntry:
        first, second = closed.generic_arguments
        return DictionaryEntry(convert(key, first, run), convert(value, second, run), closed.full_name)

    @net_property("Key")
    def key(self: DictionaryEntry) -> Any:
        return self.key

    @net_property("Value")
    def value(self: DictionaryEntry) -> Any:
        return self.value

    @net_method("ToString", returns="string", context=True)
    def to_string(run: Any, self: DictionaryEntry) -> str:
        return f"[{to_text(self.key, run)}, {to_text(self.value, run)}]"


for _name, _class in (
    ("System.Collections.Generic.Dictionary`2", Dictionary),
    ("System.Collections.Generic.SortedDictionary`2", SortedDictionary),
    ("System.Collections.Generic.SortedList`2", SortedList),
):
    net_type(_name)(type("MapMembers", (), dict(vars(_MapMembers))))
    NET_TYPE_OF.pop(_class, None)
