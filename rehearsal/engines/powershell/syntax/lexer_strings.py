"""Scans strings, here-strings, variables and bare words: whatever may hold `$` and backticks.

An expandable token's parts are texts (escapes replaced), variable tokens and NestedText: the parser makes nodes of
them. Like PowerShell, the end of `$( … )` in a string is found by counting parentheses, quoted ones included.
"""

from __future__ import annotations

from typing import NoReturn

from rehearsal.engines.powershell.syntax import characters as chars
from rehearsal.engines.powershell.syntax.extents import Extent, Source
from rehearsal.engines.powershell.syntax.parse_errors import parse_error
from rehearsal.engines.powershell.syntax.tokens import NestedText, Token

Part = str | Token | NestedText

_DOUBLE = frozenset(chars.DOUBLE_QUOTES)
_SINGLE = frozenset(chars.SINGLE_QUOTES)


class StringLexer:
    def __init__(self, source: Source, text: str, base: int = 0, offsets: tuple[int, ...] | None = None) -> None:
        """`text` starts at offset `base` of the source, or its characters are at `offsets`, the last being the end."""
        self.source = source
        self.text = text
        self.length = len(text)
        self.base = base
        self.offsets = offsets
        self.position = 0
        self.mode = "command"
        self.want_simple_name = False
        self.allow_signed_numbers = False

    def absolute(self, position: int) -> int:
        """The offset in the script of a position in this text."""
        if self.offsets is None:
            return self.base + position
        return self.offsets[min(position, self.length)]

    def extent(self, start: int, end: int) -> Extent:
        return Extent(self.source, self.absolute(start), self.absolute(end))

    def fail(self, error_id: str, start: int, end: int, *arguments: str) -> NoReturn:
        raise parse_error(self.extent(start, end), error_id, *arguments)

    def fail_incomplete(self, error_id: str, start: int, end: int, *arguments: str) -> NoReturn:
        raise parse_error(self.extent(start, end), error_id, *arguments, incomplete=self.nothing_after(end))

    def nothing_after(self, end: int) -> bool:
        """Only white space and comments follow on the same line, up to the end of the text."""
        return chars.SKIP(self.text, end).end() >= self.length

    def _with_parts(self, kind: str, start: int, end: int, parts: list[Part]) -> Token:
        """A token of the given parts; `value` is the text with what is to be expanded left as written."""
        token = Token(kind, self.absolute(start), self.absolute(end), start)
        token.value = "".join(
            part if isinstance(part, str) else self.source.text[part.start : part.end] for part in parts
        )
        if any(not isinstance(part, str) for part in parts):
            token.parts = tuple(_joined(parts))
        self.position = end
        return token

    # --- strings

    def literal_string(self, start: int) -> Token:
        parts: list[Part] = []
        end = self._literal_rest(start, parts)
        return self._with_parts("string", start, end, parts)

    def _literal_rest(self, start: int, parts: list[Part]) -> int:
        """From the opening quote at `start`; the position behind the closing one."""
        text = self.text
        position = start + 1
        while True:
            end = chars.PLAIN_LITERAL_TEXT(text, position).end()
            parts.append(text[position:end])
            if end >= self.length:
                self.fail_incomplete("TerminatorExpectedAtEndOfString", start, self.length, "'")
            if text[end] == "\0":
                parts.append("\0")
                position = end + 1
            elif text[end + 1 : end + 2] in _SINGLE:
                parts.append(text[end + 1])
                position = end + 2
            else:
                return end + 1

    def expandable_string(self, start: int) -> Token:
        parts: list[Part] = []
        end = self._expandable_rest(start, parts)
        return self._with_parts("expandable", start, end, parts)

    def _expandable_rest(self, start: int, parts: list[Part]) -> int:
        text = self.text
        position = start + 1
        while True:
            end = chars.PLAIN_STRING_TEXT(text, position).end()
            if end > position:
                parts.append(text[position:end])
            if end >= self.length:
                self.fail_incomplete("TerminatorExpectedAtEndOfString", start, self.length, '"')
            character = text[end]
            if character in _DOUBLE:
                if text[end + 1 : end + 2] not in _DOUBLE:
                    return end + 1
                parts.append(text[end + 1])
                position = end + 2
            else:
                position = self._special(end, parts, (start, '"'))

    def _special(self, position: int, parts: list[Part], string: tuple[int, str] | None) -> int:
        """A dollar sign, backtick or NUL inside something expandable; the position behind what was consumed.

        `string`: where the string around it starts and what ends it; None in a bare word.
        """
        text = self.text
        character = text[position]
        if character == "`" and position + 1 < self.length:
            escaped = text[position + 1]
            parts.append(chars.ESCAPES.get(escaped, escaped))
            return position + 2
        if character == "$":
            following = text[position + 1 : position + 2]
            if following == "(":
                nested = self._nested_text(position, string)
                parts.append(nested)
                return self.position
            if following and (following == "{" or chars.starts_variable(following)):
                mode, self.mode = self.mode, "expression"
                parts.append(self.variable(position, splatted=False, string=string, in_expandable=True))
                self.mode = mode
                return self.position
        parts.append(character)
        return position + 1

    def _nested_text(self, start: int, string: tuple[int, str] | None) -> NestedText:
        """`$( … )`; outside here-strings a doubled or escaped double quote inside stands for one."""
        text = self.text
        in_here_string = string is not None and string[1] == '"@'
        depth = 1
        position = start + 2
        dropped: list[int] = []
        while depth:
            if position >= self.length:
                self._fail_unterminated("IncompleteDollarSubexpressionReference", start, string)
            character = text[position]
            if character == "(":
                depth += 1
            elif character == ")":
                depth -= 1
            elif (
                not in_here_string
                and (character == "`" or character in _DOUBLE)
                and text[position + 1 : position + 2] in _DOUBLE
            ):
                dropped.append(position)
                position += 1
            position += 1
        self.position = position
        absolute_start, absolute_end = self.absolute(start), self.absolute(position)
        if not dropped:
            offsets = None if self.offsets is None else self.offsets[start : position + 1]
            return NestedText(text[start:position], absolute_start, absolute_end, offsets)
        without = set(dropped)
        kept = [index for index in range(start, position) if index not in without]
        offsets = (*(self.absolute(index) for index in kept), absolute_end)
        return NestedText("".join(text[index] for index in kept), absolute_start, absolute_end, offsets)

    def _fail_unterminated(self, error_id: str, start: int, string: tuple[int, str] | None) -> NoReturn:
        """What swallows the rest of the text leaves the string around it without an end, too: that one starts first."""
        if string is not None:
            self.fail_incomplete("TerminatorExpectedAtEndOfString", string[0], self.length, string[1])
        self.fail_incomplete(error_id, start, self.length)

    # --- here-strings

    def here_string(self, start: int, *, expandable: bool) -> Token:
        """From `@'` or `@\"` at `start`. The line end before the terminator isn't part of the string."""
        text = self.text
        quotes = _DOUBLE if expandable else _SINGLE
        terminator = '"@' if expandable else "'@"
        position = chars.SPACES(text, start + 2).end()
        if position >= self.length:
            self.fail_incomplete("TerminatorExpectedAtEndOfString", start, self.length, terminator)
        if text[position] not in "\r\n":
            self.fail("UnexpectedCharactersAfterHereStringHeader", position, position + 1)
        parts: list[Part] = []
        false_terminator: int | None = None
        line_end = self._behind_line_end(position)
        while True:
            # At the start of a line, `line_end` behind the line end.
            if text[line_end : line_end + 1] in quotes and text.startswith("@", line_end + 1):
                return self._with_parts(
                    "expandable" if expandable else "string", start, line_end + 2, _without_last_line_end(parts)
                )
            indented = chars.SPACES(text, line_end).end()
            if (
                false_terminator is None
                and text[indented : indented + 1] in quotes
                and text.startswith("@", indented + 1)
            ):
                false_terminator = indented
            position = line_end
            while position < self.length and text[position] not in "\r\n":
                end = chars.PLAIN_HERE_TEXT(text, position).end() if expandable else self._end_of_line(position)
                if end > position:
                    parts.append(text[position:end])
                position = end
                if position < self.length and text[position] not in "\r\n":
                    position = self._special(position, parts, (start, terminator))
            if position >= self.length:
                if false_terminator is not None:
                    self.fail_incomplete("WhitespaceBeforeHereStringFooter", false_terminator, self.length)
                self.fail_incomplete("TerminatorExpectedAtEndOfString", start, self.length, terminator)
            line_end = self._behind_line_end(position)
            parts.append(_LineEnd(text[position:line_end]))

    def _behind_line_end(self, position: int) -> int:
        return position + (2 if self.text.startswith("\r\n", position) else 1)

    def _end_of_line(self, position: int) -> int:
        newline = self.text.find("\n", position)
        carriage = self.text.find("\r", position)
        ends = [end for end in (newline, carriage) if end >= 0]
        return min(ends) if ends else self.length

    # --- variables

    def variable(
        self, start: int, *, splatted: bool, string: tuple[int, str] | None = None, in_expandable: bool = False
    ) -> Token:
        """From `$` or `@` at `start`; a bare word, when in command mode more than a variable stands there."""
        text = self.text
        first = text[start + 1 : start + 2]
        if first == "{" and not splatted:
            return self._braced_variable(start, string, in_expandable)
        if not first or not chars.starts_variable(first):
            return self.generic(start, start + 1, "$")
        end = start + 2 if first in "$?^" else chars.VARIABLE_NAME(text, start + 2).end()
        if self.mode == "command":
            following = text[end : end + 1]
            goes_on = following not in chars.ENDS_WORD
            if first not in "$?^":
                goes_on = goes_on and following not in ".[=:"
            if goes_on:
                return self.generic(start, start, "")
        name = text[start + 1 : end]
        if name.endswith(":"):
            scope = name[:-1].lower()
            unscoped = not scope or scope in ("global", "local", "private", "script", "variable")
            self.fail("InvalidVariableReference" if unscoped else "InvalidVariableReferenceWithDrive", start, end)
        token = Token("splat" if splatted else "variable", self.absolute(start), self.absolute(end), start, name)
        self.position = end
        return token

    def _braced_variable(self, start: int, string: tuple[int, str] | None, in_expandable: bool) -> Token:
        text = self.text
        position = start + 2
        name: list[str] = []
        while True:
            if position >= self.length:
                self._fail_unterminated("IncompleteDollarVariableReference", start + 1, string)
            character = text[position]
            following = text[position + 1 : position + 2]
            if character == "}":
                break
            if character == "`" and following:
                character = chars.ESCAPES.get(following, following)
                position += 1
            elif character in _DOUBLE and in_expandable and following in _DOUBLE:
                character = following
                position += 1
            elif character == "{":
                self.fail("OpenBraceNeedsToBeBackTickedInVariableName", position + 1, position + 2)
            name.append(character)
            position += 1
        if not name:
            self.fail("EmptyVariableReference", position, position + 1)
        end = position + 1
        if self.mode == "command":
            following = text[end : end + 1]
            if following not in chars.ENDS_WORD and following not in ".[":
                return self.generic(start, start, "")
        path = "".join(name)
        if path.endswith(":"):
            self.fail("InvalidBracedVariableReference", start, end)
        token = Token("variable", self.absolute(start), self.absolute(end), start, path)
        self.position = end
        return token

    # --- bare words

    def generic(self, start: int, position: int, prefix: str) -> Token:
        """A bare word from `start`, the text up to `position` being already known as `prefix`."""
        text = self.text
        parts: list[Part] = [prefix] if prefix else []
        while True:
            end = chars.PLAIN_WORD(text, position).end()
            if end > position:
                parts.append(text[position:end])
            character = text[end : end + 1]
            if character in chars.ENDS_WORD:
                # Something is always consumed: a NUL or a lone surrogate of syntax can start a word.
                if end == start:
                    parts.append(character)
                    end += 1
                return self._with_parts("generic", start, end, parts)
            if character in _SINGLE:
                position = self._literal_rest(end, parts)
            elif character in _DOUBLE:
                position = self._expandable_rest(end, parts)
            else:
                position = self._special(end, parts, None)


class _LineEnd(str):
    """A line end inside a here-string: the last one isn't part of its value."""

    __slots__ = ()


def _without_last_line_end(parts: list[Part]) -> list[Part]:
    return parts[:-1] if parts and isinstance(parts[-1], _LineEnd) else parts


def _joined(parts: list[Part]) -> list[Part]:
    """Neighbouring texts made one."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] = str(joined[-1]) + str(part)
        elif not isinstance(part, str) or part:
            joined.append(part)
    return joined
