"""The WHERE clause of WQL, as -Filter and -Query of Get-CimInstance take it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Test = Callable[[Mapping[str, Any]], bool]

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign><=|>=|<>|!=|=|<|>|\(|\))"
    r"|(?P<word>[A-Za-z_][\w]*))"
)


class InvalidQueryError(Exception):
    """WBEM_E_INVALID_QUERY (0x80041017)."""


def _tokens(text: str) -> list[str]:
    found, position = [], 0
    text = text.rstrip()
    while position < len(text):
        hit = _TOKEN.match(text, position)
        if hit is None:
            raise InvalidQueryError(text)
        found.append(hit.group(0).strip())
        position = hit.end()
    return found


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)

    def next(self) -> str:
        if not self.tokens:
            raise InvalidQueryError("ends too early")
        return self.tokens.pop(0)

    def word_ahead(self, word: str) -> bool:
        if self.tokens and self.tokens[0].lower() == word:
            self.tokens.pop(0)
            return True
        return False

    def either(self) -> Test:
        first = self.both()
        while self.word_ahead("or"):
            first = _or(first, self.both())
        return first

    def both(self) -> Test:
        first = self.one()
        while self.word_ahead("and"):
            first = _and(first, self.one())
        return first

    def one(self) -> Test:
        if self.word_ahead("not"):
            inner = self.one()
            return lambda row: not inner(row)
        if self.tokens and self.tokens[0] == "(":
            self.next()
            inner = self.either()
            if self.next() != ")":
                raise InvalidQueryError(")")
            return inner
        return self.comparison()

    def comparison(self) -> Test:
        name, sign = self.next(), self.next().lower()
        if sign == "is":
            negated = self.word_ahead("not")
            if self.next().lower() != "null":
                raise InvalidQueryError("IS without NULL")
            return lambda row: (_field(row, name) is None) is not negated
        return _compare(name, sign, _literal(self.next()))


def _or(left: Test, right: Test) -> Test:
    return lambda row: left(row) or right(row)


def _and(left: Test, right: Test) -> Test:
    return lambda row: left(row) and right(row)


def _literal(token: str) -> Any:
    if token[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    lowered = token.lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    if lowered == "null":
        return None
    try:
        return float(token)
    except ValueError:
        raise InvalidQueryError(token) from None


def _field(row: Mapping[str, Any], name: str) -> Any:
    lowered = name.lower()
    for key, value in row.items():
        if key.lower() == lowered:
            return value
    raise InvalidQueryError(name)


def _compare(name: str, sign: str, wanted: Any) -> Test:
    if sign == "like":
        body = re.escape(str(wanted)).replace("%", ".*").replace("_", ".")
        pattern = re.compile(f"^{body}$", re.IGNORECASE | re.DOTALL)
        return lambda row: pattern.match(str(_field(row, name) or "")) is not None
    order: dict[str, Callable[[Any, Any], bool]] = {
        "=": lambda a, b: a == b, "<>": lambda a, b: a != b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
        ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
    }  # fmt: skip
    if sign not in order:
        raise InvalidQueryError(sign)
    test = order[sign]

    def check(row: Mapping[str, Any]) -> bool:
        value = _field(row, name)
        if value is None or wanted is None:
            return sign in ("<>", "!=") and (value is None) is not (wanted is None)
        if isinstance(wanted, bool) or isinstance(value, bool):
            return test(bool(value), bool(wanted))
        if isinstance(wanted, float) and not isinstance(value, str):
            return test(float(value), wanted)
        return test(str(value).lower(), str(int(wanted) if isinstance(wanted, float) else wanted).lower())

    return check


def where(text: str) -> Test:
    """The condition as a test of an object's raw values. Raises InvalidQueryError."""
    parser = _Parser(text)
    made = parser.either()
    if parser.tokens:
        raise InvalidQueryError(parser.tokens[0])
    return made


_SELECT = re.compile(
    r"^\s*select\s+(?P<what>.+?)\s+from\s+(?P<name>\w+)(?:\s+where\s+(?P<where>.+?))?\s*$", re.I | re.S
)


def select(text: str) -> tuple[str, str | None]:
    """Class name and condition of a query. Raises InvalidQueryError."""
    found = _SELECT.match(text)
    if found is None:
        raise InvalidQueryError(text)
    return found["name"], found["where"]
