"""Reads untrusted JSON into typed values; a value that doesn't fit is named by its path."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

Json = Any
"""What `json.loads` returns."""

T = TypeVar("T")
Word = TypeVar("Word", bound=StrEnum)


class UnexpectedJsonError(Exception):
    """A value is missing or has another type than promised; the text names path, expectation and what was found."""


@dataclass(frozen=True, slots=True)
class JsonReader:
    """One JSON object and its path from the root; accessors raise `UnexpectedJsonError`."""

    members: Mapping[str, Json]
    path: str = "$"

    @classmethod
    def of(cls, value: Json, path: str = "$") -> "JsonReader":
        """Wrap `value`, which must be an object."""
        if not isinstance(value, dict):
            raise UnexpectedJsonError(f"{path}: expected an object, found {_shown(value)}")
        return cls(value, path)

    def has(self, key: str) -> bool:
        """Whether `key` is there and isn't null."""
        return self.members.get(key) is not None

    def text(self, key: str) -> str:
        """A string."""
        value = self.members.get(key)
        if not isinstance(value, str):
            raise self._unexpected(key, "a string")
        return value

    def one_of(self, key: str, words: type[Word]) -> Word:
        """A string that is one of an enumeration's words."""
        text = self.text(key)
        try:
            return words(text)
        except ValueError:
            raise UnexpectedJsonError(f"{self.path}.{key}: {text!r} is no {words.__name__}") from None

    def number(self, key: str) -> int:
        """A whole number; JSON's 3.0 counts as 3, a boolean as none."""
        value = self.members.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise self._unexpected(key, "a whole number")
        return int(value)

    def real(self, key: str) -> float:
        """Any number."""
        value = self.members.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._unexpected(key, "a number")
        return float(value)

    def flag(self, key: str) -> bool:
        """A boolean, not a number and not a string that looks like one."""
        value = self.members.get(key)
        if not isinstance(value, bool):
            raise self._unexpected(key, "true or false")
        return value

    def time(self, key: str) -> datetime:
        """An ISO 8601 instant with a zone, as UTC."""
        return parse_time(self.text(key), f"{self.path}.{key}")

    def child(self, key: str) -> "JsonReader":
        """A nested object."""
        return JsonReader.of(self.members.get(key), f"{self.path}.{key}")

    def children(self, key: str) -> Iterator["JsonReader"]:
        """The objects of an array."""
        for index, item in enumerate(self._array(key)):
            yield JsonReader.of(item, f"{self.path}.{key}[{index}]")

    def texts(self, key: str) -> tuple[str, ...]:
        """An array of strings."""
        items = self._array(key)
        if not all(isinstance(item, str) for item in items):
            raise self._unexpected(key, "an array of strings")
        return tuple(items)

    def numbers(self, key: str) -> tuple[int, ...]:
        """An array of whole numbers; a lone number counts as an array of one (PowerShell unrolls those)."""
        value = self.members.get(key)
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, int) and not isinstance(item, bool) for item in items):
            raise self._unexpected(key, "an array of whole numbers")
        return tuple(items)

    def optional(self, key: str, read: Callable[[str], T]) -> T | None:
        """`read(key)`, or None where the value is null or missing."""
        return read(key) if self.has(key) else None

    def _array(self, key: str) -> list[Json]:
        value = self.members.get(key)
        if not isinstance(value, list):
            raise self._unexpected(key, "an array")
        return value

    def _unexpected(self, key: str, expected: str) -> UnexpectedJsonError:
        found = _shown(self.members[key]) if key in self.members else "nothing"
        return UnexpectedJsonError(f"{self.path}.{key}: expected {expected}, found {found}")


def parse_time(text: str, path: str = "$") -> datetime:
    """An ISO 8601 instant as UTC; one without a zone is refused, since it can't be compared."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UnexpectedJsonError(f"{path}: expected an ISO 8601 time, found {_shown(text)}") from None
    if moment.tzinfo is None:
        raise UnexpectedJsonError(f"{path}: expected a time with a zone, found {_shown(text)}")
    return moment.astimezone(UTC)


def format_time(moment: datetime) -> str:
    """ISO 8601 in UTC with milliseconds, as all our JSON carries it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
