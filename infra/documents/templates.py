"""What all documents of a kind have in common, and the values that go into it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from infra.documents.document_error import DocumentError

_PLACEHOLDER = re.compile(r"%%([A-Z_]+)%%")


def load(path: Path) -> dict[str, Any]:
    """The YAML file as an object. Raises `DocumentError` if it isn't there, or holds something else."""
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except FileNotFoundError:
        raise DocumentError(f"there is no {path.parent.name}/{path.name}") from None
    except yaml.YAMLError as error:
        raise DocumentError(f"{path.parent.name}/{path.name} isn't YAML: {error}") from None
    if not isinstance(content, dict):
        raise DocumentError(f"{path.parent.name}/{path.name} isn't a list of fields")
    return content


def filled(value: Any, values: Mapping[str, object]) -> Any:
    """`value` with every `%%NAME%%` that `values` knows.

    A string that is nothing but a placeholder becomes the value, whatever it is; as an item of a list, a list takes its
    place item by item. Inside a longer string only text can stand. What ends up empty is left out, with its key.
    """
    match value:
        case dict():
            entries = {key: filled(item, values) for key, item in value.items()}
            return {key: item for key, item in entries.items() if not _empty(item)}
        case list():
            items: list[Any] = []
            for item in value:
                found = filled(item, values)
                if isinstance(found, list) and isinstance(item, str):
                    items += found
                elif not _empty(found):
                    items.append(found)
            return items
        case str():
            whole = _PLACEHOLDER.fullmatch(value)
            if whole is not None:
                return values.get(whole[1], value)
            return _PLACEHOLDER.sub(lambda match: _as_text(values.get(match[1]), match[0]), value)
        case _:
            return value


def refuse_leftovers(file: str, value: Any) -> None:
    """Raises `DocumentError` for a placeholder that was not filled."""
    match value:
        case dict():
            for item in value.values():
                refuse_leftovers(file, item)
        case list():
            for item in value:
                refuse_leftovers(file, item)
        case str() if "%%" in value:
            raise DocumentError(f"{file}: the placeholder {value.strip()[:80]} was not filled")


def _as_text(value: object, placeholder: str) -> str:
    return value if isinstance(value, str) else placeholder


def _empty(value: object) -> bool:
    return value is None or value in ([], {})
