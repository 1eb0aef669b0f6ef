"""Hashtable, OrderedDictionary and the base of every .NET dictionary.

Keys are compared by .NET's rules: a string ignoring case (when the dictionary does), a number only with the same
number type: `$h[2]`, `$h['2']` and `$h[[long]2]` are three keys. Enumeration is in insertion order (.NET's
Hashtable order is by hash; tests and host scripts don't rely on it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rehearsal.engines.powershell.objects.values import NetObject, PSArray, PSObject


def dictionary_key(key: Any, ignore_case: bool) -> object:
    """The Python key under which equal .NET keys meet."""
    kind = type(key)
    if kind is str:
        return key.lower() if ignore_case else key
    if kind is PSObject:
        return dictionary_key(key.base, ignore_case)
    if isinstance(key, NetObject):
        return (kind, key.ps_hash_key())
    return (kind, key)


class NetDictionary(NetObject):
    """Base of Hashtable, OrderedDictionary, Dictionary<,> and SortedDictionary: `entries` maps the normalized key to
    (key, value).
    """

    __slots__ = ("entries", "ignore_case", "members", "version")

    def __init__(self, pairs: Iterable[tuple[object, object]] = (), *, ignore_case: bool = True) -> None:
        self.members = None
        self.ignore_case = ignore_case
        self.entries: dict[Any, tuple[Any, Any]] = {}
        self.version = 0
        """Counts changes, so that an enumeration can notice it was invalidated."""
        for key, value in pairs:
            self.entries[dictionary_key(key, ignore_case)] = (key, value)

    def get(self, key: object, default: object = None) -> Any:
        """The value of `key`, or `default`."""
        found = self.entries.get(dictionary_key(key, self.ignore_case))
        return default if found is None else found[1]

    def set(self, key: object, value: object) -> None:
        """Adds or replaces; an existing key keeps its spelling and place."""
        normal = dictionary_key(key, self.ignore_case)
        found = self.entries.get(normal)
        self.entries[normal] = (key if found is None else found[0], value)
        self.version += 1

    def contains(self, key: object) -> bool:
        return dictionary_key(key, self.ignore_case) in self.entries

    def remove(self, key: object) -> bool:
        """True when there was such a key."""
        self.version += 1
        return self.entries.pop(dictionary_key(key, self.ignore_case), None) is not None

    def clear(self) -> None:
        self.version += 1
        self.entries.clear()

    def keys(self) -> list[Any]:
        return [entry[0] for entry in self.entries.values()]

    def values(self) -> list[Any]:
        return [entry[1] for entry in self.entries.values()]

    def pairs(self) -> list[tuple[Any, Any]]:
        return list(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)


class Hashtable(NetDictionary):
    """System.Collections.Hashtable; `@{}` ignores case."""

    __slots__ = ()
    net_name = "System.Collections.Hashtable"

    def copy(self) -> Hashtable:
        """Clone(): shallow, same comparer."""
        return Hashtable(self.entries.values(), ignore_case=self.ignore_case)


class OrderedDictionary(NetDictionary):
    """System.Collections.Specialized.OrderedDictionary; an Int32 index reads by position."""

    __slots__ = ()
    net_name = "System.Collections.Specialized.OrderedDictionary"


class DictionaryEntry(NetObject):
    """One entry as GetEnumerator() yields it; `net_name` says DictionaryEntry or KeyValuePair."""

    __slots__ = ("key", "kind", "members", "value")

    def __init__(self, key: object, value: object, kind: str = "System.Collections.DictionaryEntry") -> None:
        self.members = None
        self.key = key
        self.value = value
        self.kind = kind

    def ps_type_name(self) -> str:
        return self.kind


class KeyCollection(NetObject):
    """`.Keys` or `.Values` of a dictionary: live, refuses enumeration after a change (version check in the foreach
    statement).
    """

    __slots__ = ("dictionary", "members", "of_keys")

    def __init__(self, dictionary: NetDictionary, of_keys: bool) -> None:
        self.members = None
        self.dictionary = dictionary
        self.of_keys = of_keys

    def ps_type_name(self) -> str:
        owner = "OrderedDictionary+OrderedDictionary" if type(self.dictionary) is OrderedDictionary else "Hashtable+"
        space = (
            "System.Collections.Specialized." if type(self.dictionary) is OrderedDictionary else "System.Collections."
        )
        if type(self.dictionary) is OrderedDictionary:
            return f"{space}{owner}KeyValueCollection"
        return f"{space}{owner}{'Key' if self.of_keys else 'Value'}Collection"

    def ps_enumerate(self) -> list[Any]:
        return self.dictionary.keys() if self.of_keys else self.dictionary.values()

    def __len__(self) -> int:
        return len(self.dictionary.entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.ps_enumerate())


class DictionaryEnumerator(NetObject):
    """GetEnumerator() of a dictionary: enumerable by the pipeline."""

    net_name = "System.Collections.Hashtable+HashtableEnumerator"

    def __init__(self, dictionary: NetDictionary) -> None:
        self.dictionary = dictionary

    def ps_enumerate(self) -> list[Any]:
        return [DictionaryEntry(key, value) for key, value in self.dictionary.pairs()]


class NetList(NetObject):
    """Base of ArrayList, List<T>, Collection<T>: `items` is the live Python list. Index, slice, +, -join, pipelines
    work on it.
    """

    __slots__ = ("items", "members", "wrapped")
    net_name = "System.Collections.ArrayList"
    wrapped: bool
    """Set (and true) on what New-Object emitted as one object."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self.members = None
        self.items: list[Any] = list(items)

    def ps_enumerate(self) -> list[Any]:
        return self.items

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)


def array_of(items: Iterable[object]) -> PSArray:
    """object[] with these elements."""
    return PSArray(list(items))


class PSCollection(NetList):
    """System.Collections.ObjectModel.Collection`1[System.Management.Automation.PSObject]."""

    net_name = "System.Collections.ObjectModel.Collection`1"

    def ps_type_name(self) -> str:
        return "System.Collections.ObjectModel.Collection`1[System.Management.Automation.PSObject]"
