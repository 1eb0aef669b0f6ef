"""System.Array: what every array can do, and the statics that sort, copy and search."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.members.construction import default_of
from rehearsal.engines.powershell.net_types.collections.lists import same_value
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property, net_static
from rehearsal.engines.powershell.objects.type_table import net_type, type_of
from rehearsal.engines.powershell.objects.values import MultiArray, PSArray
from rehearsal.engines.powershell.operators.comparison import compare


def _fixed_size() -> PSException:
    return PSException("System.NotSupportedException", "Collection was of a fixed size.")


def _element_items(array: Any) -> list[Any]:
    if array is None:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: array")
    items: list[Any] = array.items
    return items


@net_type("System.Array", closed=True)
class _ArrayMembers:
    @net_property("Length", "int")
    def length(self: Any) -> int:
        return len(self.items)

    @net_property("LongLength", "long")
    def long_length(self: Any) -> Any:
        return convert(len(self.items), type_of(0))

    @net_property("Rank", "int")
    def rank(self: Any) -> int:
        return len(self.shape) if isinstance(self, MultiArray) else 1

    @net_property("Count", "int")
    def count(self: Any) -> int:
        return len(self.items)

    @net_property("IsFixedSize", "bool")
    def is_fixed_size(self: Any) -> bool:
        return True

    @net_property("IsReadOnly", "bool")
    def is_read_only(self: Any) -> bool:
        return False

    @net_method("Add", "object", returns="int")
    def add(self: Any, value: Any) -> int:
        raise _fixed_size()

    @net_method("Remove", "object", returns="void")
    def remove(self: Any, value: Any) -> None:
        raise _fixed_size()

    @net_method("RemoveAt", "int", returns="void")
    def remove_at(self: Any, index: int) -> None:
        raise _fixed_size()

    @net_method("Insert", "int", "object", returns="void")
    def insert(self: Any, index: int, value: Any) -> None:
        raise _fixed_size()

    @net_method("Clear", returns="void")
    def clear(self: Any) -> None:
        self.items[:] = [None] * len(self.items)

    @net_method("Contains", "object", returns="bool")
    def contains(self: Any, value: Any) -> bool:
        return any(same_value(item, value) for item in self.items)

    @net_method("IndexOf", "object", returns="int")
    def index_of(self: Any, value: Any) -> int:
        return next((index for index, item in enumerate(self.items) if same_value(item, value)), -1)

    @net_method("Clone")
    def clone(self: Any) -> Any:
        return PSArray(list(self.items), self.element)

    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: Any, target: Any, index: int) -> None:
        if index + len(self.items) > len(target.items):
            raise PSException(
                "System.ArgumentException",
                "Destination array was not long enough. Check destIndex and length, and the array's lower bounds.",
            )
        target.items[index : index + len(self.items)] = self.items

    @net_method("GetValue", "int")
    def get_value(self: Any, index: int) -> Any:
        if not 0 <= index < len(self.items):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return self.items[index]

    @net_method("SetValue", "object", "int", returns="void")
    def set_value(self: Any, value: Any, index: int) -> None:
        if not 0 <= index < len(self.items):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        self.items[index] = value

    @net_method("GetLength", "int", returns="int")
    def get_length(self: Any, dimension: int) -> int:
        shape = self.shape if isinstance(self, MultiArray) else (len(self.items),)
        if not 0 <= dimension < len(shape):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return shape[dimension]

    @net_method("GetUpperBound", "int", returns="int")
    def get_upper_bound(self: Any, dimension: int) -> int:
        shape = self.shape if isinstance(self, MultiArray) else (len(self.items),)
        if not 0 <= dimension < len(shape):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return shape[dimension] - 1

    @net_method("GetLowerBound", "int", returns="int")
    def get_lower_bound(self: Any, dimension: int) -> int:
        return 0

    @net_static("IndexOf", "System.Array", "object", returns="int")
    def static_index_of(array: Any, value: Any) -> int:
        return next((index for index, item in enumerate(_element_items(array)) if same_value(item, value)), -1)

    @net_static("LastIndexOf", "System.Array", "object", returns="int")
    def last_index_of(array: Any, value: Any) -> int:
        items = _element_items(array)
        return next((index for index in range(len(items) - 1, -1, -1) if same_value(items[index], value)), -1)

    @net_static("Reverse", "System.Array", returns="void")
    def reverse(array: Any) -> None:
        _element_items(array).reverse()

    @net_static("Sort", "System.Array", returns="void")
    def sort(array: Any) -> None:
        _element_items(array).sort(key=cmp_to_key(lambda one, other: compare(one, other, False)))

    @net_static("Copy", "System.Array", "System.Array", "int", returns="void")
    def copy(source: Any, target: Any, length: int) -> None:
        if length > len(source.items) or length > len(target.items):
            raise PSException("System.ArgumentException", "Source array was not long enough.")
        target.items[:length] = source.items[:length]

    @net_static("Resize", "ref", "int", returns="void")
    def resize(target: Any, size: int) -> None:
        array = target.get()
        items = list(array.items[:size]) if array is not None else []
        items += [None] * (size - len(items))
        target.set(PSArray(items, array.element if array is not None else "System.Object"))

    @net_static("Exists", "System.Array", "scriptblock", context=True, returns="bool")
    def exists(run: Any, array: Any, block: Any) -> bool:
        return any(run.blocks.holds_given(block, item) for item in _element_items(array))

    @net_static("CreateInstance", "type", "int", context=True)
    def create_instance(run: Any, of: Any, size: int) -> Any:
        return PSArray([default_of(of, run)] * size, of.full_name)
