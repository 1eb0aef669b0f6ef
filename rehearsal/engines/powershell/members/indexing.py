"""`$x[0]`, reading and writing: arrays, lists, text, dictionaries, and what has an indexer."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.members.member_errors import MISSING
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, NetDictionary, NetList, OrderedDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.type_table import array_type, type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    Char,
    CimInstance,
    MultiArray,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
)
from rehearsal.engines.powershell.operators.arithmetic import cast_error


def get_index(value: Any, index: Any, frame: Place) -> Any:
    """`$value[index]`; out of range is null, an error under strict mode 3."""
    run = frame.run
    if type(value) is PSObject:
        value = value.base
    if value is None or value is AUTOMATION_NULL:
        raise runtime_error("Cannot index into a null array.", "NullArray", "InvalidOperation")
    if index is AUTOMATION_NULL:
        index = None
    if type(index) is PSObject:
        index = index.base
    if isinstance(value, NetDictionary):
        return _dictionary_index(value, index, run)
    if type(value) is MultiArray:
        return _multi_index(value, index, run)
    if type(value) is PSArray or type(value) is str or isinstance(value, NetList):
        if index is None:
            raise runtime_error("Index operation failed; the array index evaluated to null.", "NullArrayIndex")
        return _sequence_index(value, index, frame)
    if type(index) is PSArray:
        return PSArray([get_index(value, one, frame) for one in index.items])
    try:
        made = value.ps_index(index) if isinstance(value, NetObject) else NotImplemented
    except PSException as failure:
        raise runtime_error(
            failure.message,
            failure.error_id or failure.type_name,
            "OperationStopped",
            type_name=failure.type_name,
        ) from None
    if made is not NotImplemented:
        return made
    if type(index) is int and not (isinstance(value, NetObject) and value.ps_enumerate() is not None):
        if index in (0, -1) and not isinstance(value, NetObject):
            return value
        if isinstance(value, PSCustomObject | CimInstance) or not isinstance(value, NetObject):
            if index in (0, -1):
                return value
            if frame.scope.strict >= 3:
                raise _index_out_of_range()
            return None
    raise runtime_error(
        f"Unable to index into an object of type {type_of(value).full_name}.",
        "CannotIndex",
        "InvalidOperation",
        index,
    )


def _sequence_index(value: Any, index: Any, frame: Place) -> Any:
    run = frame.run
    items = value if type(value) is str else value.items
    size = len(items)
    if type(index) is PSArray or isinstance(index, NetList):
        strict = frame.scope.strict >= 3
        out: list[Any] = []
        for one in index.items:
            position = _position(one, run)
            at = position + size if position < 0 else position
            if 0 <= at < size:
                out.append(Char(items[at]) if type(value) is str else items[at])
            elif strict:
                raise _index_out_of_range()
        return PSArray(out)
    position = _position(index, run)
    at = position + size if position < 0 else position
    if 0 <= at < size:
        return Char(items[at]) if type(value) is str else items[at]
    if frame.scope.strict >= 3:
        raise _index_out_of_range()
    return None


def _position(index: Any, run: Any) -> int:
    if type(index) is int:
        return index
    try:
        return int(convert(index, type_of(0), run))
    except PSException as failure:
        raise cast_error(failure) from None


def _dictionary_index(value: NetDictionary, index: Any, run: Any) -> Any:
    if type(index) is PSArray:
        return PSArray([_dictionary_index(value, one, run) for one in index.items])
    if index is None:
        if type(value) is Hashtable:
            raise runtime_error(
                "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
            )
        return None
    if type(value) is OrderedDictionary and type(index) is int:
        entries = list(value.entries.values())
        if 0 <= index < len(entries):
            return entries[index][1]
        if index < 0:
            raise run.refusal("negative index into an ordered dictionary", None)
        return None
    found = value.get(index, MISSING)
    if found is not MISSING:
        return found
    made = value.ps_index(index)
    return None if made is NotImplemented else made


def _multi_index(value: MultiArray, index: Any, run: Any) -> Any:
    return value.items[_flat(value, index, run)]


def _flat(value: MultiArray, index: Any, run: Any) -> int:
    positions = [_position(one, run) for one in index.items] if type(index) is PSArray else [_position(index, run)]
    if len(positions) != len(value.shape):
        raise runtime_error(
            f"Array dimension mismatch: {len(value.shape)} indexes are needed.", "NeedMultidimensionalIndex",
            "InvalidOperation", index,
        )  # fmt: skip
    flat = 0
    for position, length in zip(positions, value.shape, strict=True):
        at = position + length if position < 0 else position
        if not 0 <= at < length:
            raise _index_out_of_range()
        flat = flat * length + at
    return flat


def set_index(owner: Any, index: Any, value: Any, frame: Place) -> None:
    """`$owner[index] = value`."""
    run = frame.run
    if type(owner) is PSObject:
        owner = owner.base
    if type(index) is PSObject:
        index = index.base
    if owner is None or owner is AUTOMATION_NULL:
        raise runtime_error("Cannot index into a null array.", "NullArray", "InvalidOperation")
    if type(owner) is PSArray:
        _set_element(owner, owner.items, owner.element, index, value, run)
        return
    if isinstance(owner, NetDictionary):
        if index is None or index is AUTOMATION_NULL:
            raise runtime_error(
                "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
            )
        if type(owner) is OrderedDictionary and type(index) is int:
            _set_ordered(owner, index, value)
            return
        made = owner.ps_set_index(index, value)
        if made is NotImplemented:
            owner.set(index, value)
        return
    if type(owner) is MultiArray:
        owner.items[_flat(owner, index, run)] = None if value is AUTOMATION_NULL else value
        return
    if isinstance(owner, NetObject):
        try:
            made = owner.ps_set_index(index, value)
        except PSException as failure:
            raise runtime_error(
                failure.message, failure.error_id or failure.type_name, "OperationStopped",
                type_name=failure.type_name,
            ) from None  # fmt: skip
        if made is not NotImplemented:
            return
        if isinstance(owner, NetList):
            _set_element(owner, owner.items, "System.Object", index, value, run)
            return
    raise runtime_error(
        f"Unable to index into an object of type {type_of(owner).full_name}.",
        "CannotIndex",
        "InvalidOperation",
        index,
    )


def _set_element(owner: Any, items: list[Any], element: str, index: Any, value: Any, run: Any) -> None:
    if index is None or index is AUTOMATION_NULL:
        raise runtime_error(
            "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
        )
    if type(index) is PSArray:
        raise runtime_error(
            "Array assignment to [] failed: assignment to slices is not supported.",
            "ArraySliceAssignmentFailed",
            "InvalidOperation",
        )
    position = _position(index, run)
    at = position + len(items) if position < 0 else position
    if not 0 <= at < len(items):
        raise _index_out_of_range()
    value = None if value is AUTOMATION_NULL else value
    if element != "System.Object":
        wanted = array_type(element).element
        try:
            value = value if wanted is None else convert(value, wanted, run)
        except PSException as failure:
            raise cast_error(failure) from None
    items[at] = value


def _set_ordered(owner: OrderedDictionary, index: int, value: Any) -> None:
    keys = list(owner.entries)
    if not 0 <= index < len(keys):
        message = (
            "Index was out of range. Must be non-negative and less than the size of the collection.\r\n"
            "Parameter name: index"
        )
        raise runtime_error(
            message, "System.ArgumentOutOfRangeException", "OperationStopped",
            type_name="System.ArgumentOutOfRangeException",
        )  # fmt: skip
    key, _ = owner.entries[keys[index]]
    owner.entries[keys[index]] = (key, value)
    owner.version += 1


def _index_out_of_range() -> TerminatingError:
    message = "Index was outside the bounds of the array."
    return runtime_error(
        message, "System.IndexOutOfRangeException", "OperationStopped", type_name="System.IndexOutOfRangeException"
    )
