"""Hashtable, OrderedDictionary and their entries."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.net_types.collections.lists import same_value
from rehearsal.engines.powershell.objects.dictionaries import (
    DictionaryEntry,
    DictionaryEnumerator,
    Hashtable,
    NetDictionary,
    OrderedDictionary,
)
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import PSArray


def _key_missing() -> PSException:
    return PSException("System.ArgumentNullException", "Key cannot be null.\r\nParameter name: key")


def _key_taken(key: Any) -> PSException:
    text = to_text(key)
    return PSException(
        "System.ArgumentException",
        f"Item has already been added. Key in dictionary: '{text}'  Key being added: '{text}'",
    )


def _outside() -> PSException:
    return PSException(
        "System.ArgumentOutOfRangeException",
        "Index was out of range. Must be non-negative and less than the size of the collection.\r\nParameter name: "
        "index",
    )


class _DictionaryMembers:
    @net_method("Add", "object", "object", returns="void")
    def add(self: NetDictionary, key: Any, value: Any) -> None:
        if key is None:
            raise _key_missing()
        if self.contains(key):
            raise _key_taken(key)
        self.set(key, value)

    @net_method("Clear", returns="void")
    def clear(self: NetDictionary) -> None:
        self.clear()

    @net_method("Contains", "object", returns="bool")
    def contains(self: NetDictionary, key: Any) -> bool:
        if key is None:
            raise _key_missing()
        return self.contains(key)

    @net_method("Remove", "object", returns="void")
    def remove(self: NetDictionary, key: Any) -> None:
        if key is None:
            raise _key_missing()
        self.remove(key)

    @net_method("GetEnumerator")
    def enumerator(self: NetDictionary) -> Any:
        return DictionaryEnumerator(self)

    @net_method("Item", "object")
    def item(self: NetDictionary, key: Any) -> Any:
        return self.get(key)

    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: NetDictionary, target: PSArray, index: int) -> None:
        for offset, (key, value) in enumerate(self.pairs()):
            target.items[index + offset] = DictionaryEntry(key, value)


@net_type("System.Collections.Hashtable", closed=True)
class _HashtableMembers(_DictionaryMembers):
    @net_constructor()
    def create() -> Hashtable:
        return Hashtable(ignore_case=False)

    @net_constructor("System.Collections.IDictionary")
    def copy_of(source: NetDictionary) -> Hashtable:
        return Hashtable(source.pairs(), ignore_case=False)

    @net_constructor("int")
    def sized(capacity: int) -> Hashtable:
        return Hashtable(ignore_case=False)

    @net_constructor("System.Collections.IEqualityComparer")
    def compared(comparer: Any) -> Hashtable:
        return Hashtable(ignore_case=bool(getattr(comparer, "ignore_case", False)))

    @net_method("ContainsKey", "object", returns="bool")
    def contains_key(self: Hashtable, key: Any) -> bool:
        if key is None:
            raise _key_missing()
        return self.contains(key)

    @net_method("ContainsValue", "object", returns="bool")
    def contains_value(self: Hashtable, value: Any) -> bool:
        return any(same_value(known, value) for known in self.values())

    @net_method("Clone")
    def clone(self: Hashtable) -> Hashtable:
        return self.copy()


@net_type("System.Collections.Specialized.OrderedDictionary", closed=True)
class _OrderedMembers(_DictionaryMembers):
    @net_constructor()
    def create() -> OrderedDictionary:
        return OrderedDictionary(ignore_case=False)

    @net_constructor("System.Collections.IEqualityComparer")
    def compared(comparer: Any) -> OrderedDictionary:
        return OrderedDictionary(ignore_case=bool(getattr(comparer, "ignore_case", False)))

    @net_method("Insert", "int", "object", "object", returns="void")
    def insert(self: OrderedDictionary, index: int, key: Any, value: Any) -> None:
        if self.contains(key):
            raise _key_taken(key)
        pairs = self.pairs()
        if not 0 <= index <= len(pairs):
            raise _outside()
        pairs.insert(index, (key, value))
        self.clear()
        for one, item in pairs:
            self.set(one, item)

    @net_method("RemoveAt", "int", returns="void")
    def remove_at(self: OrderedDictionary, index: int) -> None:
        keys = self.keys()
        if not 0 <= index < len(keys):
            raise _outside()
        self.remove(keys[index])


@net_type("System.Collections.DictionaryEntry", closed=True)
class _DictionaryEntryMembers:
    @net_constructor("object", "object")
    def create(key: Any, value: Any) -> DictionaryEntry:
        return DictionaryEntry(key, value)

    @net_property("Key")
    def key(self: DictionaryEntry) -> Any:
        return self.key

    @net_property("Value")
    def value(self: DictionaryEntry) -> Any:
        return self.value

    @net_property("Name")
    def name(self: DictionaryEntry) -> Any:
        return self.key
