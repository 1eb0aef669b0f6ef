"""Enumerating a collection that the loop's own body changes is an error, as .NET's enumerators make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rehearsal.engines.powershell.objects.dictionaries import (
    DictionaryEntry,
    DictionaryEnumerator,
    KeyCollection,
    NetDictionary,
    NetList,
)
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, raw_error, runtime_error

_MODIFIED = "Collection was modified; enumeration operation may not execute."


def modified_in_foreach() -> TerminatingError:
    """What a foreach statement says."""
    return raw_error("System.InvalidOperationException", _MODIFIED)


def modified_in_pipeline() -> TerminatingError:
    """What `$h.Keys | …` says."""
    return runtime_error(
        f"An error occurred while enumerating through a collection: {_MODIFIED}.",
        "BadEnumeration",
        "InvalidOperation",
        inner=PSException("System.InvalidOperationException", _MODIFIED),
    )


def watched_items(value: Any, modified: Callable[[], TerminatingError]) -> Iterator[Any] | None:
    """The elements of a live collection, raising once it has changed; None for anything that can't change under the
    loop.
    """
    if isinstance(value, NetList):
        return _list_items(value, modified)
    if isinstance(value, KeyCollection):
        return _dictionary_items(value.dictionary, list(value.ps_enumerate()), modified)
    if isinstance(value, DictionaryEnumerator):
        entries = [DictionaryEntry(key, item) for key, item in value.dictionary.pairs()]
        return _dictionary_items(value.dictionary, entries, modified)
    return None


def _list_items(value: NetList, modified: Callable[[], TerminatingError]) -> Iterator[Any]:
    items = value.items
    count = len(items)
    position = 0
    while True:
        if len(items) != count:
            raise modified()
        if position >= count:
            return
        yield items[position]
        position += 1


def _dictionary_items(
    dictionary: NetDictionary, items: list[Any], modified: Callable[[], TerminatingError]
) -> Iterator[Any]:
    version = dictionary.version
    for item in items:
        if dictionary.version != version:
            raise modified()
        yield item
    if dictionary.version != version:
        raise modified()
