"""Queue, Stack (plain and generic), HashSet<T> and SortedSet<T>."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.net_types.collections.lists import element_value, enumerated, same_value
from rehearsal.engines.powershell.objects.dictionaries import dictionary_key
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_property
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF, net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.operators.comparison import compare

_COLLECTION = (
    "System.Collections.IEnumerable",
    "System.Collections.ICollection",
    "System.Collections.Generic.IEnumerable`1",
)
_SET = (*_COLLECTION, "System.Collections.Generic.ICollection`1", "System.Collections.Generic.ISet`1")


class _Held(NetObject):
    """Base: `items` in enumeration order, `element` None when not generic."""

    def __init__(self, closed: NetType | None = None, items: list[Any] | None = None) -> None:
        self.items: list[Any] = items if items is not None else []
        self.element: NetType | None = None
        if closed is not None:
            self.net_type_object = closed
            self.element = closed.generic_arguments[0]

    def ps_type_name(self) -> str:
        found = getattr(self, "net_type_object", None)
        return found.full_name if found is not None else self.net_name

    def ps_enumerate(self) -> list[Any]:
        return self.items

    def __len__(self) -> int:
        return len(self.items)


class _HeldMembers:
    @net_property("Count", "int")
    def count(self: _Held) -> int:
        return len(self.items)

    @net_method("Clear", returns="void")
    def clear(self: Any) -> None:
        self.items.clear()

    @net_method("Contains", "object", returns="bool", context=True)
    def contains(run: Any, self: _Held, value: Any) -> bool:
        value = element_value(value, self.element, run, "Contains")
        return any(same_value(item, value) for item in self.items)

    @net_method("ToArray")
    def to_array(self: _Held) -> PSArray:
        return PSArray(list(self.items), self.element.full_name if self.element else "System.Object")

    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: _Held, target: PSArray, index: int) -> None:
        if index + len(self.items) > len(target.items):
            raise PSException("System.ArgumentException", "Destination array was not long enough.")
        target.items[index : index + len(self.items)] = self.items


def _empty_error(what: str) -> PSException:
    return PSException("System.InvalidOperationException", f"{what} empty.")


class _QueueMembers:
    @net_method("Enqueue", "object", returns="void", context=True)
    def enqueue(run: Any, self: _Held, value: Any) -> None:
        self.items.append(element_value(value, self.element, run, "Enqueue"))

    @net_method("Dequeue")
    def dequeue(self: _Held) -> Any:
        if not self.items:
            raise _empty_error("Queue")
        return self.items.pop(0)

    @net_method("Peek")
    def peek(self: _Held) -> Any:
        if not self.items:
            raise _empty_error("Queue")
        return self.items[0]


class _StackMembers:
    @net_method("Push", "object", returns="void", context=True)
    def push(run: Any, self: _Held, value: Any) -> None:
        self.items.insert(0, element_value(value, self.element, run, "Push"))

    @net_method("Pop")
    def pop(self: _Held) -> Any:
        if not self.items:
            raise _empty_error("Stack")
        return self.items.pop(0)

    @net_method("Peek")
    def peek(self: _Held) -> Any:
        if not self.items:
            raise _empty_error("Stack")
        return self.items[0]


def _declare(full_name: str, generic: bool, members: type, reverse: bool) -> None:
    name = full_name.rpartition(".")[2].partition("`")[0]
    made: type = type(f"{'Generic' if generic else ''}{name}", (_Held,), {"__module__": __name__})

    def filled(items: list[Any]) -> list[Any]:
        return items[::-1] if reverse else items

    # a closed generic type comes first to the generic ones' constructors
    def empty(*closed: NetType) -> Any:
        return made(*closed)

    def sized(*closed_and_capacity: Any) -> Any:
        return made(*closed_and_capacity[:-1])

    def of_values(run: Any, *closed_and_values: Any) -> Any:
        *closed, values = closed_and_values
        if not closed:
            return made(None, filled(enumerated(values)))
        element = closed[0].generic_arguments[0]
        return made(closed[0], filled([convert(item, element, run) for item in enumerated(values)]))

    constructors = {
        "empty": net_constructor(generic=generic)(empty),
        "sized": net_constructor("int", generic=generic)(sized),
        "of_values": net_constructor("System.Collections.IEnumerable", generic=generic, context=True)(of_values),
    }
    declare = net_type(full_name, closed=True, interfaces=_COLLECTION)
    declare(made)
    for part in (_HeldMembers, members):
        net_type(full_name)(type("Members", (), dict(vars(part))))
    net_type(full_name)(type("Constructors", (), constructors))
    if generic:
        NET_TYPE_OF.pop(made, None)


_declare("System.Collections.Queue", False, _QueueMembers, False)
_declare("System.Collections.Generic.Queue`1", True, _QueueMembers, False)
_declare("System.Collections.Stack", False, _StackMembers, True)
_declare("System.Collections.Generic.Stack`1", True, _StackMembers, True)


class _SetBase(NetObject):
    """Distinct values in order of arrival; `ignore_case` by the comparer it was made with."""

    ordered = False

    def __init__(self, closed: NetType, ignore_case: bool = False) -> None:
        self.net_type_object = closed
        self.element = closed.generic_arguments[0]
        self.ignore_case = ignore_case
        self.entries: dict[Any, Any] = {}

    def ps_type_name(self) -> str:
        return self.net_type_object.full_name

    def ps_enumerate(self) -> list[Any]:
        return list(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def items(self) -> list[Any]:
        return list(self.entries.values())

    def key(self, value: Any) -> Any:
        return dictionary_key(value, self.ignore_case)

    def _order(self, one: tuple[Any, Any], other: tuple[Any, Any]) -> int:
        return compare(one[1], other[1], self.ignore_case)

    def insert(self, value: Any) -> bool:
        key = self.key(value)
        if key in self.entries:
            return False
        self.entries[key] = value
        if self.ordered:
            self.entries = dict(sorted(self.entries.items(), key=cmp_to_key(self._order)))
        return True

    def keys_of(self, values: Any, run: Any, method: str) -> dict[Any, Any]:
        return {
            self.key(value): value
            for value in (element_value(item, self.element, run, method, "other") for item in enumerated(values))
        }


class _SetMembers:
    @net_property("Count", "int")
    def count(self: _SetBase) -> int:
        return len(self.entries)

    @net_method("Add", "object", returns="bool", context=True)
    def add(run: Any, self: _SetBase, value: Any) -> bool:
        return self.insert(element_value(value, self.element, run, "Add"))

    @net_method("Remove", "object", returns="bool", context=True)
    def remove(run: Any, self: _SetBase, value: Any) -> bool:
        return self.entries.pop(self.key(element_value(value, self.element, run, "Remove")), self) is not self

    @net_method("Contains", "object", returns="bool", context=True)
    def contains(run: Any, self: _SetBase, value: Any) -> bool:
        return self.key(element_value(value, self.element, run, "Contains")) in self.entries

    @net_method("Clear", returns="void")
    def clear(self: _SetBase) -> None:
        self.entries.clear()

    @net_method("CopyTo", "System.Array", returns="void")
    def copy_to(self: _SetBase, target: PSArray) -> None:
        for position, item in enumerate(self.entries.values()):
            target.items[position] = item

    @net_method("UnionWith", "object", returns="void", context=True)
    def union_with(run: Any, self: _SetBase, values: Any) -> None:
        for value in self.keys_of(values, run, "UnionWith").values():
            self.insert(value)

    @net_method("IntersectWith", "object", returns="void", context=True)
    def intersect_with(run: Any, self: _SetBase, values: Any) -> None:
        others = self.keys_of(values, run, "IntersectWith")
        self.entries = {key: value for key, value in self.entries.items() if key in others}

    @net_method("ExceptWith", "object", returns="void", context=True)
    def except_with(run: Any, self: _SetBase, values: Any) -> None:
        others = self.keys_of(values, run, "ExceptWith")
        self.entries = {key: value for key, value in self.entries.items() if key not in others}

    @net_method("SymmetricExceptWith", "object", returns="void", context=True)
    def symmetric_except_with(run: Any, self: _SetBase, values: Any) -> None:
        others = self.keys_of(values, run, "SymmetricExceptWith")
        for key, value in others.items():
            if key in self.entries:
                del self.entries[key]
            else:
                self.insert(value)

    @net_method("IsSubsetOf", "object", returns="bool", context=True)
    def is_subset_of(run: Any, self: _SetBase, values: Any) -> bool:
        return self.entries.keys() <= self.keys_of(values, run, "IsSubsetOf").keys()

    @net_method("IsSupersetOf", "object", returns="bool", context=True)
    def is_superset_of(run: Any, self: _SetBase, values: Any) -> bool:
        return self.entries.keys() >= self.keys_of(values, run, "IsSupersetOf").keys()

    @net_method("IsProperSubsetOf", "object", returns="bool", context=True)
    def is_proper_subset_of(run: Any, self: _SetBase, values: Any) -> bool:
        return self.entries.keys() < self.keys_of(values, run, "IsProperSubsetOf").keys()

    @net_method("IsProperSupersetOf", "object", returns="bool", context=True)
    def is_proper_superset_of(run: Any, self: _SetBase, values: Any) -> bool:
        return self.entries.keys() > self.keys_of(values, run, "IsProperSupersetOf").keys()

    @net_method("Overlaps", "object", returns="bool", context=True)
    def overlaps(run: Any, self: _SetBase, values: Any) -> bool:
        return not self.entries.keys().isdisjoint(self.keys_of(values, run, "Overlaps").keys())

    @net_method("SetEquals", "object", returns="bool", context=True)
    def set_equals(run: Any, self: _SetBase, values: Any) -> bool:
        return self.entries.keys() == self.keys_of(values, run, "SetEquals").keys()

    @net_method("RemoveWhere", "scriptblock", returns="int", context=True)
    def remove_where(run: Any, self: _SetBase, block: Any) -> int:
        kept = {key: value for key, value in self.entries.items() if not run.blocks.holds_given(block, value)}
        removed = len(self.entries) - len(kept)
        self.entries = kept
        return removed


def _filled_set(kind: type, run: Any, closed: NetType, values: Any, ignore_case: bool = False) -> Any:
    made = kind(closed, ignore_case)
    for value in enumerated(values):
        made.insert(convert(value, closed.generic_arguments[0], run))
    return made


@net_type("System.Collections.Generic.HashSet`1", interfaces=_SET)
class HashSet(_SetBase):
    """HashSet<T>."""

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> HashSet:
        return HashSet(closed)

    @net_constructor("System.Collections.IEqualityComparer", generic=True)
    def _compared(closed: NetType, comparer: Any) -> HashSet:
        return HashSet(closed, bool(getattr(comparer, "ignore_case", False)))

    @net_constructor("System.Collections.IEnumerable", generic=True, context=True)
    def _filled(run: Any, closed: NetType, values: Any) -> Any:
        return _filled_set(HashSet, run, closed, values)

    @net_constructor(
        "System.Collections.IEnumerable", "System.Collections.IEqualityComparer", generic=True, context=True
    )
    def _filled_compared(run: Any, closed: NetType, values: Any, comparer: Any) -> Any:
        return _filled_set(HashSet, run, closed, values, bool(getattr(comparer, "ignore_case", False)))


@net_type("System.Collections.Generic.SortedSet`1", interfaces=_SET)
class SortedSet(_SetBase):
    """SortedSet<T>: enumerated in order."""

    ordered = True

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> SortedSet:
        return SortedSet(closed)

    @net_constructor("System.Collections.IEnumerable", generic=True, context=True)
    def _filled(run: Any, closed: NetType, values: Any) -> Any:
        return _filled_set(SortedSet, run, closed, values)

    @net_property("Min")
    def minimum(self) -> Any:
        return next(iter(self.entries.values()), None)

    @net_property("Max")
    def maximum(self) -> Any:
        return next(reversed(self.entries.values()), None)


for _name, _class in (
    ("System.Collections.Generic.HashSet`1", HashSet),
    ("System.Collections.Generic.SortedSet`1", SortedSet),
):
    net_type(_name)(type("Members", (), dict(vars(_SetMembers))))
    NET_TYPE_OF.pop(_class, None)
