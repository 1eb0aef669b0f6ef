"""System.Collections.ArrayList and List<T>: one live Python list each, elements of List<T> converted as PowerShell
converts them.
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.members.construction import default_of
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF, net_type, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray, PSObject
from rehearsal.engines.powershell.operators.comparison import compare, equals

LIST_INTERFACES = (
    "System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList",
    "System.Collections.Generic.IEnumerable`1", "System.Collections.Generic.ICollection`1",
    "System.Collections.Generic.IList`1",
)  # fmt: skip


def out_of_range(name: str = "index") -> PSException:
    """An index outside of a collection."""
    return PSException(
        "System.ArgumentOutOfRangeException",
        "Index was out of range. Must be non-negative and less than the size of the collection.\r\n"
        f"Parameter name: {name}",
    )


def same_value(one: Any, other: Any) -> bool:
    """Object.Equals: the same type and the same value, text with its case."""
    if type(one) is PSObject:
        one = one.base
    if type(other) is PSObject:
        other = other.base
    if one is None or other is None:
        return one is other
    return type(one) is type(other) and equals(one, other, False)


def enumerated(value: Any) -> list[Any]:
    """The elements of what a method takes as IEnumerable; a single object is refused as .NET would."""
    if value is None or value is AUTOMATION_NULL:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: collection")
    if isinstance(value, str):
        from rehearsal.engines.powershell.objects.numbers import Char

        return [Char(character) for character in value]
    if isinstance(value, NetDictionary):
        from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry

        return [DictionaryEntry(key, item) for key, item in value.pairs()]
    items = value.ps_enumerate() if hasattr(value, "ps_enumerate") else None
    return [value] if items is None else list(items)


def element_value(value: Any, element: NetType | None, run: Any, method: str, argument: str = "item") -> Any:
    """The argument of Add and the like as the element type; the error names method and parameter."""
    if value is AUTOMATION_NULL:
        value = None
    if element is None or element.full_name == "System.Object":
        return value
    try:
        return convert(value, element, run)
    except PSException as cause:
        raise runtime_error(
            f'Cannot convert argument "{argument}", with value: "{to_text(value, run)}", for "{method}" to type '
            f'"{element.full_name}": "{cause.message}"',
            "MethodArgumentConversionInvalidCastArgument",
            "NotSpecified",
            type_name="System.Management.Automation.MethodException",
            inner=cause,
        ) from None


class _Ordering:
    """Sorting as Comparer.Default: by the values' own order; text by the culture, with case."""

    @staticmethod
    def sort(items: list[Any], run: Any, comparison: Any = None) -> None:
        try:
            if comparison is None:
                items.sort(key=cmp_to_key(lambda one, other: compare(one, other, False, run)))
            else:
                items.sort(key=cmp_to_key(lambda one, other: comparison(one, other)))
        except TerminatingError:
            raise PSException(
                "System.InvalidOperationException", "Failed to compare two elements in the array."
            ) from None


class _SequenceMembers:
    """What ArrayList and List<T> share. `self.element` is None for ArrayList."""

    @net_property("Count", "int")
    def count(self: Any) -> int:
        return len(self.items)

    @net_property("Capacity", "int")
    def capacity(self: Any) -> int:
        size = 4
        while size < len(self.items):
            size *= 2
        return size if self.items else 0

    @net_setter("Capacity")
    def set_capacity(self: Any, value: int) -> None:
        if value < len(self.items):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "capacity was less than the current size.\r\nParameter name: value",
            )

    @net_method("Clear", returns="void")
    def clear(self: Any) -> None:
        self.items.clear()

    @net_method("Contains", "object", returns="bool", context=True)
    def contains(run: Any, self: Any, value: Any) -> bool:
        value = element_value(value, self.element, run, "Contains")
        return any(same_value(item, value) for item in self.items)

    @net_method("IndexOf", "object", returns="int", context=True)
    @net_method("IndexOf", "object", "int", returns="int", context=True)
    def index_of(run: Any, self: Any, value: Any, start: int = 0) -> int:
        value = element_value(value, self.element, run, "IndexOf")
        for position in range(start, len(self.items)):
            if same_value(self.items[position], value):
                return position
        return -1

    @net_method("LastIndexOf", "object", returns="int", context=True)
    def last_index_of(run: Any, self: Any, value: Any) -> int:
        value = element_value(value, self.element, run, "LastIndexOf")
        for position in range(len(self.items) - 1, -1, -1):
            if same_value(self.items[position], value):
                return position
        return -1

    @net_method("Insert", "int", "object", returns="void", context=True)
    def insert(run: Any, self: Any, index: int, value: Any) -> None:
        if not 0 <= index <= len(self.items):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Index must be within the bounds of the List.\r\nParameter name: index"
                if self.element is not None
                else "Insertion index was out of range. Must be non-negative and less than or equal to size.\r\n"
                "Parameter name: index",
            )
        self.items.insert(index, element_value(value, self.element, run, "Insert"))

    @net_method("InsertRange", "int", "object", returns="void", context=True)
    def insert_range(run: Any, self: Any, index: int, values: Any) -> None:
        if not 0 <= index <= len(self.items):
            raise out_of_range()
        self.items[index:index] = [element_value(item, self.element, run, "InsertRange") for item in enumerated(values)]

    @net_method("AddRange", "object", returns="void", context=True)
    def add_range(run: Any, self: Any, values: Any) -> None:
        element = self.element
        self.items.extend([element_value(item, element, run, "AddRange", "collection") for item in enumerated(values)])

    @net_method("RemoveAt", "int", returns="void")
    def remove_at(self: Any, index: int) -> None:
        if not 0 <= index < len(self.items):
            raise out_of_range()
        del self.items[index]

    @net_method("RemoveRange", "int", "int", returns="void")
    def remove_range(self: Any, index: int, count: int) -> None:
        self._check_range(index, count)
        del self.items[index : index + count]

    @net_method("GetRange", "int", "int")
    def get_range(self: Any, index: int, count: int) -> Any:
        self._check_range(index, count)
        return self._like(self.items[index : index + count])

    @net_method("Reverse", returns="void")
    def reverse(self: Any) -> None:
        self.items.reverse()

    @net_method("Reverse", "int", "int", returns="void")
    def reverse_range(self: Any, index: int, count: int) -> None:
        self._check_range(index, count)
        self.items[index : index + count] = self.items[index : index + count][::-1]

    @net_method("Sort", returns="void", context=True)
    def sort(run: Any, self: Any) -> None:
        _Ordering.sort(self.items, run)

    @net_method("Sort", "object", returns="void", context=True)
    def sort_by(run: Any, self: Any, comparison: Any) -> None:
        from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

        if isinstance(comparison, ScriptBlock):
            number = type_of(0)

            def ask(one: Any, other: Any) -> int:
                answer = collapse(run.blocks.invoke(comparison, arguments=[one, other]))
                return int(convert(answer, number, run))

            _Ordering.sort(self.items, run, ask)
            return
        ordered = getattr(comparison, "order", None)
        if ordered is None:
            raise run.refusal("Sort() with this comparer", None)
        _Ordering.sort(self.items, run, ordered)

    @net_method("ToArray")
    def to_array(self: Any) -> PSArray:
        return PSArray(list(self.items), self.element.full_name if self.element is not None else "System.Object")

    @net_method("CopyTo", "System.Array", returns="void")
    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: Any, target: PSArray, index: int = 0) -> None:
        if index + len(self.items) > len(target.items):
            raise PSException(
                "System.ArgumentException",
                "Destination array was not long enough. Check destIndex and length, and the array's lower bounds.",
            )
        target.items[index : index + len(self.items)] = self.items

    @net_method("Item", "int")
    def item(self: Any, index: int) -> Any:
        if not 0 <= index < len(self.items):
            raise out_of_range()
        return self.items[index]


def _with(cls: type) -> dict[str, Any]:
    return dict(vars(cls))


@net_type("System.Collections.ArrayList", closed=True, interfaces=(*LIST_INTERFACES[:3], "System.ICloneable"))
class ArrayList(NetList):
    """Objects of any type."""

    __slots__ = ()
    element: NetType | None = None

    @net_constructor()
    @net_constructor("int")
    def _empty(capacity: int = 0) -> ArrayList:
        return ArrayList()

    @net_constructor("System.Collections.ICollection")
    def _filled(values: Any) -> ArrayList:
        return ArrayList(enumerated(values))

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        items = value.ps_enumerate() if hasattr(value, "ps_enumerate") else None
        if items is not None and not isinstance(value, NetDictionary):
            return ArrayList(items)
        return ArrayList([value]) if not isinstance(value, NetDictionary) else NotImplemented

    def _like(self, items: list[Any]) -> ArrayList:
        return ArrayList(items)

    def _check_range(self, index: int, count: int) -> None:
        check_range(self.items, index, count)

    @net_property("IsFixedSize", "bool")
    def is_fixed_size(self) -> bool:
        return False

    @net_property("IsReadOnly", "bool")
    def is_read_only(self) -> bool:
        return False

    @net_property("IsSynchronized", "bool")
    def is_synchronized(self) -> bool:
        return False

    @net_method("Add", "object", returns="int")
    def add(self, value: Any) -> int:
        self.items.append(None if value is AUTOMATION_NULL else value)
        return len(self.items) - 1

    @net_method("Remove", "object", returns="void")
    def remove(self, value: Any) -> None:
        for position, item in enumerate(self.items):
            if same_value(item, value):
                del self.items[position]
                return

    @net_method("ToArray", "type", context=True)
    def to_typed_array(run: Any, self: ArrayList, of: NetType) -> PSArray:
        return PSArray([convert(item, of, run) for item in self.items], of.full_name)

    @net_method("Clone")
    def clone(self) -> ArrayList:
        return ArrayList(self.items)


def check_range(items: list[Any], index: int, count: int) -> None:
    """Index and count inside the list, with .NET's errors."""
    if index < 0 or count < 0:
        name = "index" if index < 0 else "count"
        raise PSException(
            "System.ArgumentOutOfRangeException", f"Non-negative number required.\r\nParameter name: {name}"
        )
    if index + count > len(items):
        raise PSException(
            "System.ArgumentException",
            "Offset and length were out of bounds for the array or count is greater than the number of elements from "
            "index "
            "to the end of the source collection.",
        )


@net_type("System.Collections.Generic.List`1", closed=True, interfaces=LIST_INTERFACES)
class GenericList(NetList):
    """List<T>: every value that enters is converted to T."""

    __slots__ = ("element", "net_type_object")

    def __init__(self, closed: NetType, items: list[Any]) -> None:
        self.members = None
        self.items = items
        self.net_type_object = closed
        self.element: NetType | None = closed.generic_arguments[0]

    def ps_type_name(self) -> str:
        return self.net_type_object.full_name

    def _like(self, items: list[Any]) -> GenericList:
        return GenericList(self.net_type_object, items)

    def _check_range(self, index: int, count: int) -> None:
        check_range(self.items, index, count)

    def ps_set_index(self, index: object, value: object) -> object:
        position = index if type(index) is int else int(convert(index, type_of(0)))
        at = position + len(self.items) if position < 0 else position
        if not 0 <= at < len(self.items):
            raise out_of_range()
        value = None if value is AUTOMATION_NULL else value
        self.items[at] = convert(value, self.element) if self.element is not None else value
        return None

    @net_constructor(generic=True)
    def _empty(closed: NetType) -> GenericList:
        return GenericList(closed, [])

    @net_constructor("int", generic=True)
    def _sized(closed: NetType, capacity: int) -> GenericList:
        if capacity < 0:
            raise PSException(
                "System.ArgumentOutOfRangeException", "Non-negative number required.\r\nParameter name: capacity"
            )
        return GenericList(closed, [])

    @net_constructor("System.Collections.IEnumerable", generic=True, context=True)
    def _filled(run: Any, closed: NetType, values: Any) -> GenericList:
        element = closed.generic_arguments[0]
        return GenericList(closed, [convert(item, element, run) for item in enumerated(values)])

    @net_method("Add", "object", returns="void", context=True)
    def add(run: Any, self: GenericList, value: Any) -> None:
        self.items.append(element_value(value, self.element, run, "Add"))

    @net_method("Remove", "object", returns="bool", context=True)
    def remove(run: Any, self: GenericList, value: Any) -> bool:
        value = element_value(value, self.element, run, "Remove")
        for position, item in enumerate(self.items):
            if same_value(item, value):
                del self.items[position]
                return True
        return False

    @net_method("RemoveAll", "scriptblock", returns="int", context=True)
    def remove_all(run: Any, self: GenericList, block: Any) -> int:
        kept = [item for item in self.items if not run.blocks.holds_given(block, item)]
        removed = len(self.items) - len(kept)
        self.items[:] = kept
        return removed

    @net_method("Exists", "scriptblock", returns="bool", context=True)
    def exists(run: Any, self: GenericList, block: Any) -> bool:
        return any(run.blocks.holds_given(block, item) for item in self.items)

    @net_method("TrueForAll", "scriptblock", returns="bool", context=True)
    def true_for_all(run: Any, self: GenericList, block: Any) -> bool:
        return all(run.blocks.holds_given(block, item) for item in self.items)

    @net_method("Find", "scriptblock", context=True)
    def find(run: Any, self: GenericList, block: Any) -> Any:
        for item in self.items:
            if run.blocks.holds_given(block, item):
                return item
        return None if self.element is None else default_of(self.element, run)

    @net_method("FindLast", "scriptblock", context=True)
    def find_last(run: Any, self: GenericList, block: Any) -> Any:
        for item in reversed(self.items):
            if run.blocks.holds_given(block, item):
                return item
        return None if self.element is None else default_of(self.element, run)

    @net_method("FindIndex", "scriptblock", returns="int", context=True)
    def find_index(run: Any, self: GenericList, block: Any) -> int:
        for position, item in enumerate(self.items):
            if run.blocks.holds_given(block, item):
                return position
        return -1

    @net_method("FindAll", "scriptblock", context=True)
    def find_all(run: Any, self: GenericList, block: Any) -> GenericList:
        return self._like([item for item in self.items if run.blocks.holds_given(block, item)])

    @net_method("BinarySearch", "object", returns="int", context=True)
    def binary_search(run: Any, self: GenericList, value: Any) -> int:
        value = element_value(value, self.element, run, "BinarySearch")
        low, high = 0, len(self.items) - 1
        while low <= high:
            middle = (low + high) // 2
            order = compare(self.items[middle], value, False, run)
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle - 1
        return ~low


for _name, _class in (("System.Collections.ArrayList", ArrayList), ("System.Collections.Generic.List`1", GenericList)):
    net_type(_name)(type("SequenceMembers", (), _with(_SequenceMembers)))
NET_TYPE_OF.pop(GenericList, None)
