"""-like -match -replace -split -join and wildcards."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import composite_format
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.conversion.to_text import element_text
from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, Unsupported, runtime_error
from rehearsal.engines.powershell.objects.pipeline_output import enumerable_items
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray
from rehearsal.engines.powershell.operators.comparison import collection_items
from rehearsal.engines.powershell.operators.regex_translation import (
    IGNORE_CASE,
    NetRegex,
    expand_replacement,
    translate,
)

_STRING = "System.String"


@lru_cache(maxsize=4096)
def wildcard_pattern(pattern: str, ignore_case: bool = True) -> re.Pattern[str]:
    """A wildcard pattern (* ? [a-z] and backtick) that matches whole texts. PSException (WildcardPatternException) when
    broken.
    """
    out: list[str] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        position += 1
        if character == "`" and position < len(pattern):
            out.append(re.escape(pattern[position]))
            position += 1
        elif character == "*":
            out.append(".*")
        elif character == "?":
            out.append(".")
        elif character == "[":
            set_text, position = _wildcard_set(pattern, position)
            out.append(set_text)
        else:
            out.append(re.escape(character))
    return re.compile("".join(out) + r"\Z", (re.IGNORECASE if ignore_case else 0) | re.DOTALL)


def _wildcard_set(pattern: str, position: int) -> tuple[str, int]:
    inside: list[str] = []
    start = position
    while position < len(pattern):
        character = pattern[position]
        position += 1
        if character == "]" and (inside or position - 1 > start):
            return f"[{''.join(inside)}]", position
        if character == "`" and position < len(pattern):
            inside.append(re.escape(pattern[position]))
            position += 1
        elif character == "-" and inside and position < len(pattern) and pattern[position] != "]":
            inside.append("-")
        else:
            inside.append(re.escape(character))
    raise PSException(
        "System.Management.Automation.WildcardPatternException",
        f"The specified wildcard character pattern is not valid: {pattern}",
        error_id="WildcardPattern_Invalid",
        category="InvalidArgument",
    )


def has_wildcards(text: str) -> bool:
    """WildcardPattern.ContainsWildcardCharacters: an unescaped *, ? or [."""
    position = 0
    while position < len(text):
        if text[position] == "`":
            position += 2
            continue
        if text[position] in "*?[":
            return True
        position += 1
    return False


def like(left: Any, right: Any, ignore_case: bool, run: Any) -> bool:
    """One value -like a pattern."""
    pattern = right if type(right) is str else to_text(right, run)
    try:
        compiled = wildcard_pattern(pattern, ignore_case)
    except PSException as failure:
        raise runtime_error(failure.message, failure.error_id, failure.category, inner=failure) from None
    return compiled.match(left if type(left) is str else to_text(left, run)) is not None


def regex_of(pattern: Any, ignore_case: bool, run: Any) -> NetRegex:
    """The right side of -match, -replace, -split as a regex; a [regex] value keeps its own options."""
    own = getattr(pattern, "net_regex", None)
    if own is not None:
        regex: NetRegex = own
        return regex
    text = pattern if type(pattern) is str else to_text(pattern, run)
    try:
        return translate(text, IGNORE_CASE if ignore_case else 0)
    except PSException as failure:
        raise invalid_regex(text, failure) from None


def invalid_regex(text: str, failure: PSException) -> TerminatingError:
    """The error of a broken pattern."""
    return runtime_error(
        f'The regular expression pattern {text} is not valid.', "InvalidRegularExpression", "InvalidOperation", text,
        inner=failure,
    )  # fmt: skip


def match_table(regex: NetRegex, match: re.Match[str]) -> Hashtable:
    """$Matches: groups that took part, by number or name."""
    table = Hashtable()
    for number, name, index in regex.groups:
        value = match[index]
        if value is not None:
            table.set(number if name == str(number) else name, value)
    return table


def match_operator(left: Any, right: Any, ignore_case: bool, negate: bool, frame: Any) -> Any:
    """-match and -notmatch; a scalar match sets $Matches, a failed one leaves it, a collection filters and
    leaves it.
    """
    run = frame.run
    regex = regex_of(right, ignore_case, run)
    if type(left) is not str:
        items = collection_items(left)
        if items is not None:
            return PSArray([item for item in items if (regex.pattern.search(to_text(item, run)) is None) == negate])
        left = to_text(left, run)
    found = regex.pattern.search(left)
    if found is not None:
        frame.scope.set_local("matches", match_table(regex, found), "Matches")
    return (found is None) == negate


def replace_operator(left: Any, right: Any, ignore_case: bool, run: Any) -> Any:
    """-replace: `pattern` or `pattern, replacement`; element by element on a collection."""
    replacement: Any = ""
    pattern = right
    if type(right) is PSArray:
        if len(right.items) > 2:
            raise runtime_error(
                f"The -replace operator allows only two elements to follow it, not {len(right.items)}.",
                "BadReplaceArgument",
                "InvalidOperation",
                right,
            )
        pattern = right.items[0] if right.items else ""
        if len(right.items) > 1:
            replacement = right.items[1]
    regex = regex_of(pattern, ignore_case, run)
    text = replacement if type(replacement) is str else to_text(replacement, run)
    if type(left) is str:
        return replace_text(left, regex, text)
    items = collection_items(left)
    if items is not None:
        return PSArray([replace_text(to_text(item, run), regex, text) for item in items])
    return replace_text(to_text(left, run), regex, text)


def replace_text(subject: str, regex: NetRegex, replacement: str) -> str:
    """Regex.Replace with a replacement pattern."""
    return regex.pattern.sub(lambda match: expand_replacement(replacement, regex, match), subject)


def join_operator(left: Any, right: Any, run: Any) -> str:
    """left -join right; a scalar left is its own text."""
    separator = right if type(right) is str else to_text(right, run)
    if type(left) is str:
        return left
    items = collection_items(left)
    if items is None:
        return to_text(left, run)
    return separator.join([item if type(item) is str else element_text(item, run) for item in items])


_SPLIT_OPTIONS = {
    "simplematch": 1, "regexmatch": 2, "cultureinvariant": 4, "ignorepatternwhitespace": 8,
    "multiline": 16, "singleline": 32, "ignorecase": 64, "explicitcapture": 128,
}  # fmt: skip


def split_unary(value: Any, run: Any) -> PSArray:
    """-split value: at runs of white space, leading and trailing ones ignored."""
    items = collection_items(value)
    out: list[Any] = []
    for item in items if items is not None else [value]:
        text = to_text(item, run)
        parts = text.split()
        out.extend(parts if parts else [""] if text == "" else [])
    return PSArray(out, _STRING)


def split_operator(left: Any, right: Any, ignore_case: bool, run: Any) -> PSArray:
    """left -split delimiter[, limit[, options]]; the delimiter may be a script block."""
    arguments = list(right.items) if type(right) is PSArray else [right]
    delimiter = arguments[0] if arguments else ""
    limit = 0
    if len(arguments) > 1 and arguments[1] is not None:
        limit = convert(arguments[1], type_of(0), run)
    options = _split_options(arguments[2], run) if len(arguments) > 2 else 0
    items = collection_items(left) if type(left) is not str else None
    texts = [to_text(item, run) for item in items] if items is not None else [to_text(left, run)]
    out: list[Any] = []
    if hasattr(delimiter, "script_to_string"):
        for text in texts:
            out.extend(_split_by_block(text, delimiter, limit, run))
        return PSArray(out, _STRING)
    if options & 1:
        flags = re.IGNORECASE if (ignore_case or options & 64) else 0
        pattern = re.compile(re.escape(to_text(delimiter, run)), flags)
        for text in texts:
            out.extend(_split(pattern, text, limit))
        return PSArray(out, _STRING)
    if options & (8 | 128):
        raise Unsupported("-split option IgnorePatternWhitespace or ExplicitCapture")
    net_options = (IGNORE_CASE if ignore_case or options & 64 else 0) | (options & 16 and 2) | (options & 32 and 16)
    own = getattr(delimiter, "net_regex", None)
    if own is not None:
        regex = own
    else:
        try:
            regex = translate(to_text(delimiter, run), net_options)
        except PSException as failure:
            raise invalid_regex(to_text(delimiter, run), failure) from None
    for text in texts:
        out.extend(_split(regex.pattern, text, limit))
    return PSArray(out, _STRING)


def _split_options(value: Any, run: Any) -> int:
    if type(value) is EnumValue:
        return int(value.value)
    if type(value) is int:
        return value
    number = 0
    for part in to_text(value, run).split(","):
        found = _SPLIT_OPTIONS.get(part.strip().lower())
        if found is None:
            raise runtime_error(
                f'Cannot convert value "{to_text(value, run)}" to type "System.Management.Automation.SplitOptions".',
                "InvalidCastFromStringToEnum",
                "InvalidArgument",
            )
        number |= found
    return number


def _split(pattern: re.Pattern[str], text: str, limit: int) -> list[str]:
    if limit < 0:
        return _split_from_right(pattern, text, -limit)
    if limit == 1:
        return [text]
    return [part for part in pattern.split(text, maxsplit=limit - 1 if limit > 1 else 0) if part is not None]


def _split_from_right(pattern: re.Pattern[str], text: str, limit: int) -> list[str]:
    raise Unsupported("-split with a negative limit")


def _split_by_block(text: str, block: Any, limit: int, run: Any) -> list[str]:
    parts: list[str] = []
    current: list[str] = []
    for position, character in enumerate(text):
        if limit > 0 and len(parts) + 1 >= limit:
            current.append(text[position:])
            break
        if run.blocks.holds_for(block, character):
            parts.append("".join(current))
            current = []
        else:
            current.append(character)
    parts.append("".join(current))
    return parts


def format_operator(template: Any, argument: Any, run: Any) -> str:
    """`template -f argument`."""
    arguments = enumerable_items(argument)
    values = list(arguments) if arguments is not None else [argument]
    text = to_text(template, run)
    try:
        return composite_format(text, values, run)
    except PSException as failure:
        raise runtime_error(
            f"Error formatting a string: {failure.message}.", "FormatError", "InvalidOperation", text, inner=failure
        ) from None
