"""Where a distributed Map's items come from: its input, an object of a bucket, or the bucket's list of objects.

Source: page "ItemReader (Map)". A CSV row that is too short is filled with empty strings, a longer one is cut.
"""

import csv
import io
import json
from typing import Any, assert_never

from rehearsal.engines.asl.errors import QueryError, StateError, States, TaskError
from rehearsal.engines.asl.run.visit import Visit
from rehearsal.engines.asl.syntax.states import SECONDS_MAX, InputType, ItemReader, MapState
from rehearsal.engines.asl.syntax.template import evaluate, evaluate_integer, evaluate_typed
from rehearsal.engines.asl.values import Json, json_text


def state_items(visit: Visit, state: MapState) -> list[Json]:
    """The items of a Map without an ItemReader. Raises QueryError."""
    if state.items is not None:
        return visit.query(evaluate_typed, state.items, visit.view(), "array")
    if not isinstance(visit.input, list):
        cause = f"Map state input must be an array but was: {json_text(visit.input)}"
        raise visit.query_failed(QueryError(cause, None))
    return visit.input


def read_items(visit: Visit, reader: ItemReader) -> list[Json]:
    """Raises StateError States.ItemReaderFailed for what can't be read or isn't what it should be."""
    view = visit.view()
    arguments = {} if reader.arguments is None else visit.query(evaluate, reader.arguments, view)
    limit = 0
    if reader.max_items is not None:
        limit = visit.query(evaluate_integer, reader.max_items, view, least=0, most=SECONDS_MAX)
    try:
        answer = visit.run.tasks(reader.resource, arguments, visit.service_context())
        items = _items(reader, answer)
    except TaskError as failure:
        raise StateError(States.ITEM_READER_FAILED, failure.cause or failure.error) from failure
    except (KeyError, TypeError, ValueError, csv.Error) as failure:
        cause = f"Attempting to parse the {reader.input_type} input failed: {failure}"
        raise StateError(States.ITEM_READER_FAILED, cause) from failure
    return items[:limit] if limit else items


def _items(reader: ItemReader, answer: Any) -> list[Json]:
    match reader.input_type:
        case InputType.OBJECTS:
            return list(answer["Contents"])
        case InputType.JSON:
            return _members(json.loads(answer["Body"]), reader.items_pointer)
        case InputType.JSONL:
            return [json.loads(line) for line in answer["Body"].splitlines() if line.strip()]
        case InputType.CSV:
            return _rows(answer["Body"], reader)
        case _:
            assert_never(reader.input_type)


def _members(value: Json, pointer: str | None) -> list[Json]:
    for name in (pointer or "").split("/")[1:]:
        value = value[name.replace("~1", "/").replace("~0", "~")]
    if isinstance(value, dict):
        return [{"Key": name, "Value": member} for name, member in value.items()]
    if not isinstance(value, list):
        raise ValueError("it is neither an array nor an object")
    return value


def _rows(text: str, reader: ItemReader) -> list[Json]:
    rows = list(csv.reader(io.StringIO(text), delimiter=reader.csv_delimiter))
    header = reader.csv_header
    if header is None:
        if not rows:
            return []
        header, rows = tuple(rows[0]), rows[1:]
    return [dict(zip(header, row + [""] * len(header), strict=False)) for row in rows if row]
