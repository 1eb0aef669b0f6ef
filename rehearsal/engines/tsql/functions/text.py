"""Functions over text, with the result types that Transact-SQL gives them (LEN ignores trailing blanks)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.declaration import ANY_NUMBER, Function, FunctionCall, strict
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.values import arithmetic, collation, types
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_NAME_PART = re.compile(r'\[(?:[^\]]|\]\])*\]|"(?:[^"]|"")*"|(?:(?<=\.)|^)(?=\.|$)|[^.\["]+')
_BRACKETS = {
    "{": ("{", "}"),
    "}": ("{", "}"),
    "<": ("<", ">"),
    ">": ("<", ">"),
    "`": ("`", "`"),
    "[": ("[", "]"),
    "]": ("[", "]"),
    "'": ("'", "'"),
    '"': ('"', '"'),
    "(": ("(", ")"),
    ")": ("(", ")"),
}


def _variable_length(kind: SqlType, length: int | None = None) -> SqlType:
    national = kind.kind in types.NATIONAL
    return SqlType(
        Kind.NVARCHAR if national else Kind.VARCHAR,
        length=kind.length if length is None else length,
        collation=kind.collation,
    )


def _longest(kind: SqlType) -> int:
    """As long as text of its kind can be."""
    if kind.length == types.MAX_LENGTH:
        return types.MAX_LENGTH
    return 4000 if kind.kind in types.NATIONAL else 8000


def _same_text(change: Callable[[str], str]) -> Function:
    def build(call: FunctionCall) -> Compiled:
        text = call.text(0)
        return strict(_variable_length(text.type), change, text)

    return Function(1, 1, build)


def _trimmer(*, left: bool, right: bool) -> Callable[[FunctionCall], Compiled]:
    """LTRIM, RTRIM and TRIM; other characters than blanks are given from 2017 (TRIM) and 2022 on."""

    def build(call: FunctionCall) -> Compiled:
        text = call.text(0)
        given = call.text(1) if len(call.arguments) == 2 else None
        if given is not None and call.compiler.context.major_version < (14 if left and right else 16):
            raise call.compiler.context.error(
                call.node, 174, f"The {call.node.name.lower()} function requires 1 argument(s)."
            )

        def trimmed(value: str, characters: str = " ") -> str:
            value = value.lstrip(characters) if left else value
            return value.rstrip(characters) if right else value

        return strict(_variable_length(text.type), trimmed, text, *([given] if given is not None else []))

    return build


def _translate(call: FunctionCall) -> Compiled:
    text, old, new = call.text(0), call.text(1), call.text(2)

    def translated(value: str, sought: str, instead: str) -> str:
        if len(sought) != len(instead):
            raise SqlError(
                9828, "The second and third arguments of the TRANSLATE built-in function must contain an equal number "
                "of characters.",
            )  # fmt: skip
        return value.translate(dict(zip(map(ord, sought), instead, strict=True)))

    return strict(_variable_length(text.type), translated, text, old, new)


def _str(call: FunctionCall) -> Compiled:
    """A number right-aligned in `length` characters; asterisks when it doesn't fit."""
    number = call.converted(0, types.FLOAT)
    given = [call.converted(position, types.INT) for position in range(1, len(call.arguments))]

    def shown(value: float, length: int = 10, decimals: int = 0) -> str:
        places = max(0, min(decimals, 16, length - 1 - len(str(int(value)))))
        text = str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
        return text.rjust(length) if len(text) <= length else "*" * length

    return strict(types.varchar(8000), shown, number, *given)


def _space(call: FunctionCall) -> Compiled:
    return strict(
        types.varchar(8000), lambda count: None if count < 0 else " " * min(count, 8000), call.converted(0, types.INT)
    )


def _string_escape(call: FunctionCall) -> Compiled:
    text, kind = call.text(0), call.text(1)

    def escaped(value: str, form: str) -> str:
        if form.lower() != "json":
            raise SqlError(9810, f"The escape type '{form}' is not supported.")
        return json.dumps(value, ensure_ascii=False)[1:-1].replace("/", "\\/")

    return strict(types.nvarchar(types.MAX_LENGTH), escaped, text, kind)


def _len(call: FunctionCall) -> Compiled:
    text = call.text(0)
    kind = types.BIGINT if text.type.length == types.MAX_LENGTH else types.INT
    return strict(kind, lambda value: len(value.rstrip(" ")), text)


def _data_length(call: FunctionCall) -> Compiled:
    value = call.value(0)
    kind = value.type.kind
    if kind in types.NATIONAL:
        return strict(types.INT, lambda text: len(text.encode("utf-16-le")), value)
    if value.type.is_character or kind in types.BINARIES:
        return strict(types.INT, len, value)
    if kind is Kind.SQL_VARIANT:
        raise call.compiler.context.unsupported("DATALENGTH of sql_variant", call.node.place)
    size = types.storage_bytes(value.type)
    return strict(types.INT, lambda _value: size, value)


def _side(*, left: bool) -> Function:
    def build(call: FunctionCall) -> Compiled:
        text, count = call.text(0), call.converted(1, types.INT)
        name = "left" if left else "right"

        def cut(value: str, number: int) -> str:
            if number < 0:
                raise SqlError(536, f"Invalid length parameter passed to the {name} function.")
            return value[:number] if left else value[max(0, len(value) - number) :]

        return strict(_variable_length(text.type), cut, text, count)

    return Function(2, 2, build)


def _substring(call: FunctionCall) -> Compiled:
    text, start, count = call.text(0), call.converted(1, types.INT), call.converted(2, types.INT)

    def cut(value: str, first: int, number: int) -> str:
        if number < 0:
            raise SqlError(537, "Invalid length parameter passed to the LEFT or SUBSTRING function.")
        return value[max(0, first - 1) : max(0, first - 1 + number)]

    return strict(_variable_length(text.type), cut, text, start, count)


def _replace(call: FunctionCall) -> Compiled:
    text, old, new = call.text(0), call.text(1), call.text(2)
    sensitive = collation.is_case_sensitive(text.type.collation)
    kind = _variable_length(text.type, _longest(text.type))

    def replaced(value: str, sought: str, instead: str) -> str:
        if sought == "":
            return value
        if sensitive:
            return value.replace(sought, instead)
        low, wanted, position = value.lower(), sought.lower(), 0
        parts: list[str] = []
        while (found := low.find(wanted, position)) >= 0:
            parts.extend((value[position:found], instead))
            position = found + len(sought)
        return "".join((*parts, value[position:]))

    return strict(kind, replaced, text, old, new)


def _charindex(call: FunctionCall) -> Compiled:
    sought, text = call.text(0), call.text(1)
    start = call.converted(2, types.INT) if len(call.arguments) == 3 else None
    sensitive = collation.is_case_sensitive(text.type.collation)

    def position(wanted: str, value: str, first: int = 1) -> int:
        if wanted == "":
            return 0
        if not sensitive:
            wanted, value = wanted.lower(), value.lower()
        return value.find(wanted, max(0, first - 1)) + 1

    return strict(types.INT, position, sought, text, *([start] if start is not None else []))


def _patindex(call: FunctionCall) -> Compiled:
    pattern, text = call.text(0), call.text(1)

    def position(wanted: str, value: str) -> int:
        inner = wanted.removeprefix("%")
        for start in range(len(value) if inner != wanted else 1):
            found = collation.like_pattern(inner, None, text.type.collation)
            if found is not None and found.fullmatch(value[start:]):
                return start + 1
        return 0

    return strict(types.INT, position, pattern, text)


def _concat(call: FunctionCall) -> Compiled:
    """NULL counts as an empty string; everything is turned into text."""
    parts = call.values()
    texts = [part if part.type.is_character else call.convert(part, types.varchar(8000)) for part in parts]
    kind = texts[0].type
    for text in texts[1:]:
        kind = arithmetic.concatenated(kind, text.type)
    runs = [text.run for text in texts]

    def joined(row: Frame, run: Run) -> str:
        return "".join([value for read in runs if (value := read(row, run)) is not None])

    return Compiled(_variable_length(kind), joined)


def _concat_ws(call: FunctionCall) -> Compiled:
    """NULLs are left out, their separators, too."""
    separator = call.text(0)
    texts = [part if part.type.is_character else call.convert(part, types.varchar(8000)) for part in call.values()[1:]]
    kind = texts[0].type
    for text in texts[1:]:
        kind = arithmetic.concatenated(arithmetic.concatenated(kind, separator.type), text.type)
    runs, between = [text.run for text in texts], separator.run

    def joined(row: Frame, run: Run) -> str:
        found = [value for read in runs if (value := read(row, run)) is not None]
        return (between(row, run) or "").join(found)

    return Compiled(_variable_length(kind), joined)


def _quotename(call: FunctionCall) -> Compiled:
    text = call.converted(0, types.nvarchar(4000))
    mark = call.converted(1, types.nvarchar(1)) if len(call.arguments) == 2 else None

    def quoted(value: str, sign: str = "[") -> str | None:
        if len(value) > 128 or sign not in _BRACKETS:
            return None
        opening, closing = _BRACKETS[sign]
        return opening + value.replace(closing, closing * 2) + closing

    return strict(types.nvarchar(258), quoted, text, *([mark] if mark is not None else []))


def _parsename(call: FunctionCall) -> Compiled:
    name, piece = call.converted(0, types.nvarchar(4000)), call.converted(1, types.INT)

    def part(value: str, number: int) -> str | None:
        pieces = [match.group() for match in _NAME_PART.finditer(value)]
        if len(pieces) > 4 or ".".join(pieces) != value or not 1 <= number <= len(pieces):
            return None
        found = pieces[-number]
        if found[:1] in ("[", '"'):
            closing = "]" if found[0] == "[" else '"'
            found = found[1:-1].replace(closing * 2, closing)
        return found or None

    return strict(types.SYSNAME, part, name, piece)


def _replicate(call: FunctionCall) -> Compiled:
    text, count = call.text(0), call.converted(1, types.INT)
    limit = _longest(text.type)

    def repeated(value: str, number: int) -> str | None:
        return None if number < 0 else (value * number)[: None if limit == types.MAX_LENGTH else limit]

    return strict(_variable_length(text.type, limit), repeated, text, count)


def _stuff(call: FunctionCall) -> Compiled:
    text, start, count, new = call.text(0), call.converted(1, types.INT), call.converted(2, types.INT), call.text(3)

    def stuffed(value: str, first: int, number: int, instead: str) -> str | None:
        if first < 1 or number < 0 or first > len(value):
            return None
        return value[: first - 1] + instead + value[first - 1 + number :]

    return strict(_variable_length(text.type, _longest(text.type)), stuffed, text, start, count, new)


def _char(*, national: bool) -> Function:
    def build(call: FunctionCall) -> Compiled:
        top = 0xFFFF if national else 0xFF
        kind = types.nvarchar(1) if national else types.varchar(1)

        def character(code: int) -> Value:
            return chr(code) if 0 <= code <= top else None

        return strict(kind, character, call.converted(0, types.INT))

    return Function(1, 1, build)


TEXT: Mapping[str, Function] = {
    "LEN": Function(1, 1, _len),
    "DATALENGTH": Function(1, 1, _data_length),
    "UPPER": _same_text(str.upper),
    "LOWER": _same_text(str.lower),
    "LTRIM": Function(1, 2, _trimmer(left=True, right=False)),
    "RTRIM": Function(1, 2, _trimmer(left=False, right=True)),
    "TRIM": Function(1, 2, _trimmer(left=True, right=True), since=14),
    "TRANSLATE": Function(3, 3, _translate, since=14),
    "STR": Function(1, 3, _str),
    "SPACE": Function(1, 1, _space),
    "STRING_ESCAPE": Function(2, 2, _string_escape, since=13),
    "REVERSE": _same_text(lambda text: text[::-1]),
    "LEFT": _side(left=True),
    "RIGHT": _side(left=False),
    "SUBSTRING": Function(3, 3, _substring),
    "REPLACE": Function(3, 3, _replace),
    "CHARINDEX": Function(2, 3, _charindex),
    "PATINDEX": Function(2, 2, _patindex),
    "CONCAT": Function(2, ANY_NUMBER, _concat),
    "CONCAT_WS": Function(3, ANY_NUMBER, _concat_ws, since=14),
    "QUOTENAME": Function(1, 2, _quotename),
    "PARSENAME": Function(2, 2, _parsename),
    "REPLICATE": Function(2, 2, _replicate),
    "STUFF": Function(4, 4, _stuff),
    "CHAR": _char(national=False),
    "NCHAR": _char(national=True),
    "ASCII": Function(1, 1, lambda call: strict(types.INT, lambda text: ord(text[0]) if text else None, call.text(0))),
    "UNICODE": Function(
        1, 1, lambda call: strict(types.INT, lambda text: ord(text[0]) if text else None, call.text(0))
    ),
}
