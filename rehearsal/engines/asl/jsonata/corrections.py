"""Built-in functions in which jsonata-python differs from JSONata 2.0.6, as 2.0.6 has them.

Found by evaluating the same expressions with both (tests/unit/rehearsal/engines/asl/jsonata_2_0_6.json).
"""

import re
from typing import Any

from jsonata.functions import Functions
from jsonata.jexception import JException
from jsonata.utils import Utils

from rehearsal.engines.asl.jsonata.native import NativeFunction
from rehearsal.engines.asl.jsonata.text import to_text

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?")
_RADIX_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]+|0[oO][0-7]+|0[bB][01]+")
_ISO_8601 = re.compile(
    r"\d{4}(?:-[01]\d)*(?:-[0-3]\d)*(?:T[0-2]\d:[0-5]\d:[0-5]\d)*(?:\.\d+)?(?:[+-][0-2]\d:?[0-5]\d|Z)?", re.ASCII
)


def _string(value: Any = None, pretty: Any = None) -> Any:
    return None if value is None else to_text(value, pretty=bool(pretty))


def _number(value: Any = None) -> Any:
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        if _RADIX_NUMBER.fullmatch(value):
            return int(value, 0)
        raise JException("D3030", -1, value)
    return Functions.number(value)


def _count(items: Any = None) -> int:
    if items is None:
        return 0
    return len(items) if isinstance(items, list) else 1


def _distinct(items: Any = None) -> Any:
    if not isinstance(items, list) or len(items) <= 1:
        return items
    distinct = Utils.create_sequence() if Utils.is_sequence(items) else []
    for item in items:
        if not any(Utils.is_deep_equal(item, other) for other in distinct):
            distinct.append(item)
    return distinct


def _sort(items: Any = None, comparator: Any = None) -> Any:
    sortable = Utils.is_array_of_numbers(items) or Utils.is_array_of_strings(items)
    if comparator is None and isinstance(items, list) and len(items) > 1 and not sortable:
        raise JException("D3070", -1)
    return Functions.sort(items, comparator)


def _to_millis(text: Any = None, picture: Any = None) -> Any:
    if isinstance(text, str) and picture is None and not _ISO_8601.fullmatch(text):
        raise JException("D3110", -1, text)
    return Functions.datetime_to_millis(text, picture)


CORRECTIONS = (
    NativeFunction("string", "<x-b?:s>", _string, 2),
    NativeFunction("number", "<(nsb)-:n>", _number, 1),
    NativeFunction("count", "<x:n>", _count, 1),
    NativeFunction("distinct", "<x:x>", _distinct, 1),
    NativeFunction("sort", "<af?:a>", _sort, 2),
    NativeFunction("toMillis", "<s-s?:n>", _to_millis, 2),
)
