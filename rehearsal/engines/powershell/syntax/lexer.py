"""Scans the next token, in the mode that the parser asks for: PowerShell's tokens depend on where they stand.

Modes: command (a word is an argument), expression (a word is an identifier, `-eq` an operator), typename, signature.
The first error found is raised at once. Strings and variables are scanned in lexer_strings.py.
"""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.powershell.syntax import characters as chars
from rehearsal.engines.powershell.syntax.lexer_strings import StringLexer
from rehearsal.engines.powershell.syntax.numeric_literals import number_literal
from rehearsal.engines.powershell.syntax.tokens import DASH_OPERATORS, KEYWORDS, Token

_SKIP = chars.SKIP
_IDENTIFIER = chars.IDENTIFIER
_ENDS_WORD = chars.ENDS_WORD


class Lexer(StringLexer):
    """One text; `position` is where the next token starts. `want_simple_name`: a word ends where an identifier ends."""

    def next_token(self) -> Token:
        text = self.text
        while True:
            start = _SKIP(text, self.position).end()
            self.position = start
            if start >= self.length:
                return Token("eof", self.absolute(start), self.absolute(start), start)
            character = text[start]
            scan = _SCANNERS.get(character)
            if scan is not None:
                token = scan(self, start)
            elif character.isalpha():
                token = self._identifier(start)
            else:
                token = self.generic(start, start + 1, character)
            if token is not None:
                return token

    def simple_token(self, kind: str, start: int, end: int) -> Token:
        self.position = end
        return Token(kind, self.absolute(start), self.absolute(end), start)

    def skip_lines(self) -> None:
        self.position = chars.SKIP_LINES(self.text, self.position).end()

    def skip_lines_and_semicolons(self) -> None:
        self.position = chars.SKIP_LINES_AND_SEMICOLONS(self.text, self.position).end()

    def _identifier(self, start: int) -> Token:
        text = self.text
        match = _IDENTIFIER(text, start)
        end = match.end() if match is not None else start + 1
        mode = self.mode
        if mode == "typename":
            end = chars.TYPE_NAME(text, end).end()
            return self.simple_token("identifier", start, end)
        if not self.want_simple_name and mode != "expression":
            if mode == "command" and (text[end] if end < self.length else "") not in _ENDS_WORD:
                return self.generic(start, end, text[start:end])
            kind = KEYWORDS.get(text[start:end].lower(), "identifier")
            if kind != "inlinescript":
                return self.simple_token(kind, start, end)
        return self.simple_token("identifier", start, end)

    def _operator(self, kind: str, start: int, end: int) -> Token:
        """An operator of expressions; in command mode a word goes on behind it."""
        if self.mode == "command" and (self.text[end] if end < self.length else "") not in _ENDS_WORD:
            return self.generic(start, end, self.text[start:end])
        return self.simple_token(kind, start, end)

    def _assignable(self, start: int) -> Token:
        """`*`, `/`, `%` and their assignments."""
        text = self.text
        if text.startswith("=", start + 1):
            return self._operator(text[start : start + 2], start, start + 2)
        if text.startswith(">", start + 1) and text[start] == "*":
            return self._redirection("*", start, start + 2)
        return self._operator(text[start], start, start + 1)

    def _equals(self, start: int) -> Token:
        return self._operator("=", start, start + 1)

    def _plus(self, start: int) -> Token:
        text = self.text
        following = text[start + 1 : start + 2]
        if following == "+":
            return self._operator("++", start, start + 2)
        if following == "=":
            return self._operator("+=", start, start + 2)
        if self.allow_signed_numbers and (following.isdigit() or following == "."):
            return self._number(start)
        return self._operator("+", start, start + 1)

    def _dash(self, start: int) -> Token:
        text = self.text
        following = text[start + 1 : start + 2]
        if following and following in chars.DASHES:
            return self._operator("--", start, start + 2)
        if following == "=":
            return self._operator("-=", start, start + 2)
        if following.isalpha() or following == "_" or following == "?":
            return self._parameter(start)
        if self.allow_signed_numbers and (following.isdigit() or following == "."):
            return self._number(start)
        return self._operator("-", start, start + 1)

    def _parameter(self, start: int) -> Token:
        text = self.text
        if self.mode != "command":
            end = chars.DASHED_WORD(text, start + 1).end()
            word = text[start + 1 : end]
            operator = DASH_OPERATORS.get(word.lower()) if self.mode == "expression" else None
            if operator is not None:
                token = self.simple_token(operator[0], start, end)
                token.value = operator[1]
                return token
            token = self.simple_token("parameter" if word else "-", start, end)
            token.value = (word, False)
            return token
        end = chars.PARAMETER_WORD(text, start + 1).end()
        following = text[end : end + 1]
        if following and (following in chars.SINGLE_QUOTES or following in chars.DOUBLE_QUOTES):
            return self.generic(start, end, text[start:end])
        word = text[start + 1 : end]
        colon = following == ":"
        token = self.simple_token("parameter", start, end + 1 if colon else end)
        token.value = (word, colon)
        return token

    def _number(self, start: int) -> Token:
        text = self.text
        match = chars.NUMBER(text, start)
        end = match.end()
        following = text[end] if end < self.length else ""
        ends_here = chars.ENDS_NUMBER if self.mode == "expression" else _ENDS_WORD
        # A dangling multiplier letter (5k) is caught here, too: it ends no number.
        value = number_literal(match) if following in ends_here else None
        if value is None:
            return self.generic(start, start, "")
        if isinstance(value, str):
            if self.mode == "expression":
                self.fail("BadNumericConstant", end, end, text[start:end])
            return self.generic(start, start, "")
        token = self.simple_token("number", start, end)
        token.value = value
        return token

    def _digit(self, start: int) -> Token:
        if self.text.startswith(">", start + 1):
            return self._redirection(self.text[start], start, start + 2)
        return self._number(start)

    def _greater(self, start: int) -> Token:
        return self._redirection("", start, start + 1)

    def _redirection(self, stream: str, start: int, end: int) -> Token:
        """Behind `>`, `2>` or `*>`; in expression mode an explicit stream number is a number and `>` comes next."""
        text = self.text
        append = text.startswith(">", end)
        if append:
            end += 1
        elif (
            stream
            and text.startswith("&", end)
            and text[end + 1 : end + 2] in (("1",) if stream == "*" else ("1", "2"))
        ):
            token = self.simple_token("redirect", start, end + 2)
            token.value = (stream, text[end + 1], False)
            return token
        if stream.isdigit() and self.mode == "expression":
            token = self.simple_token("number", start, start + 1)
            token.value = number_literal(chars.NUMBER(text, start))
            return token
        token = self.simple_token("redirect", start, end)
        token.value = (stream or "1", None, append)
        return token

    def _less(self, start: int) -> Token:
        if self.text.startswith("#", start + 1):
            self.fail_incomplete("MissingTerminatorMultiLineComment", start, self.length)
        return self.simple_token("<", start, start + 1)

    def _dot(self, start: int) -> Token:
        text = self.text
        following = text[start + 1 : start + 2]
        if following == ".":
            if self.mode == "command" and text[start + 2 : start + 3] not in _ENDS_WORD:
                return self.generic(start, start + 1, ".")
            return self.simple_token("..", start, start + 2)
        if following in "0123456789" and following:
            return self._number(start)
        if self.mode == "command" and following not in _ENDS_WORD and following not in "$\"'":
            return self.generic(start, start + 1, ".")
        return self.simple_token(".", start, start + 1)

    def _colon(self, start: int) -> Token:
        text = self.text
        if text.startswith(":", start + 1):
            if self.mode == "command" and not self.want_simple_name and text[start + 2 : start + 3] not in _ENDS_WORD:
                return self.generic(start, start + 2, "::")
            return self.simple_token("::", start, start + 2)
        if self.mode != "command":
            return self.simple_token(":", start, start + 1)
        match = _IDENTIFIER(text, start + 1)
        if match is None:
            return self.generic(start, start + 1, ":")
        end = match.end()
        if (text[end] if end < self.length else "") not in _ENDS_WORD:
            return self.generic(start, end, text[start:end])
        token = self.simple_token("label", start, end)
        token.value = text[start + 1 : end]
        return token

    def _left_bracket(self, start: int) -> Token:
        if self.mode == "command" and self.text[start + 1 : start + 2] not in _ENDS_WORD:
            return self.generic(start, start + 1, "[")
        return self.simple_token("[", start, start + 1)

    def _exclamation(self, start: int) -> Token:
        following = self.text[start + 1 : start + 2]
        if (self.mode == "command" and following not in _ENDS_WORD) or (
            self.mode == "expression" and following and chars.starts_identifier(following)
        ):
            return self.generic(start, start + 1, "!")
        return self.simple_token("!", start, start + 1)

    def _doubled(self, start: int) -> Token:
        """`&` and `|`, single or doubled."""
        character = self.text[start]
        if self.text.startswith(character, start + 1):
            return self.simple_token(character * 2, start, start + 2)
        return self.simple_token(character, start, start + 1)

    def _punctuation(self, start: int) -> Token:
        return self.simple_token(self.text[start], start, start + 1)

    def _line_end(self, start: int) -> Token:
        return self.simple_token("newline", start, start + (2 if self.text.startswith("\r\n", start) else 1))

    def _at(self, start: int) -> Token:
        following = self.text[start + 1 : start + 2]
        if following and following in "({":
            return self.simple_token(f"@{following}", start, start + 2)
        if following and following in chars.SINGLE_QUOTES:
            return self.here_string(start, expandable=False)
        if following and following in chars.DOUBLE_QUOTES:
            return self.here_string(start, expandable=True)
        if following and chars.starts_variable(following):
            return self.variable(start, splatted=True)
        self.fail("UnrecognizedToken", start, start + 1)
        raise AssertionError

    def _dollar(self, start: int) -> Token:
        if self.text.startswith("(", start + 1):
            return self.simple_token("$(", start, start + 2)
        return self.variable(start, splatted=False)

    def _backtick(self, start: int) -> Token:
        if start + 1 >= self.length:
            self.fail_incomplete("IncompleteString", start + 1, start + 1)
        return self.generic(start, start, "")

    def member_access_operator(self, *, with_bracket: bool) -> Token | None:
        """`.`, `::` or `[` right behind an expression; only block comments may stand between."""
        text = self.text
        position = self.position
        following = text[position : position + 1]
        if following == "<":
            comments = chars.BLOCK_COMMENTS(text, position)
            if comments is None:
                return None
            position = self.position = comments.end()
            following = text[position : position + 1]
        if following == ".":
            after = text[position + 1 : position + 2]
            if after == "." or (self.mode == "command" and (after in chars.IS_WHITESPACE or after in "\0\r\n")):
                return None
            return self.simple_token(".", position, position + 1)
        if following == ":":
            if not text.startswith(":", position + 1):
                return None
            after = text[position + 2 : position + 3]
            if self.mode == "command" and (after in chars.IS_WHITESPACE or after in "\0\r\n"):
                return None
            return self.simple_token("::", position, position + 2)
        if following == "[" and with_bracket:
            return self.simple_token("[", position, position + 1)
        return None

    def call_bracket(self) -> Token | None:
        """`(` or `{` right behind a member's name."""
        following = self.text[self.position : self.position + 1]
        if following and following in "({":
            return self.simple_token(following, self.position, self.position + 1)
        return None

    def left_bracket(self) -> Token | None:
        """`[`, only white space and comments before it; consumes these even when there is none."""
        start = self.position
        text = self.text
        position = start
        spaced = False
        while True:
            following = text[position : position + 1]
            if following in chars.IS_WHITESPACE and following:
                position = chars.SPACES(text, position).end()
                spaced = True
            elif following == "#":
                position = chars.SKIP(text, position).end()
                spaced = True
            elif following == "<" and text.startswith("#", position + 1):
                comments = chars.BLOCK_COMMENTS(text, position)
                if comments is None:
                    self.fail_incomplete("MissingTerminatorMultiLineComment", position, self.length)
                    raise AssertionError
                position = comments.end()
                spaced = False
            else:
                break
        if following == "[":
            return self.simple_token("[", position, position + 1)
        self.position = start if following in (".", ":") and spaced else position
        return None

    def assembly_name(self) -> str:
        """What follows the comma in `[type, assembly, Version=…]`, up to the bracket."""
        name = self._assembly_part()
        while self.text.startswith(",", self.position):
            self.position += 1
            name += ", " + self._assembly_part()
            if self.text.startswith("=", self.position):
                self.position += 1
                name += "=" + self._assembly_part()
        return name

    def _assembly_part(self) -> str:
        start = chars.SPACES(self.text, self.position).end()
        end = chars.ASSEMBLY_PART(self.text, start).end()
        self.position = chars.SPACES(self.text, end).end()
        return self.text[start:end]

    def verbatim_arguments(self) -> Token:
        """What follows `--%`: the rest of the line up to a pipe outside quotes."""
        text = self.text
        start = chars.SPACES(text, self.position).end()
        position = start
        in_quotes = False
        while position < self.length:
            character = text[position]
            if character in "\r\n":
                break
            if character in chars.DOUBLE_QUOTES:
                in_quotes = not in_quotes
            elif not in_quotes and (character == "|" or text.startswith("&&", position)):
                break
            position += 1
        token = self.simple_token("generic", start, position)
        token.value = text[start:position]
        return token


def _scanners() -> dict[str, Callable[[Lexer, int], Token]]:
    table: dict[str, Callable[[Lexer, int], Token]] = {}
    for characters, scan in (
        ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", Lexer._identifier),
        ("123456", Lexer._digit),
        ("0789", Lexer._number),
        ("(){}];,", Lexer._punctuation),
        ("&|", Lexer._doubled),
        ("\r\n", Lexer._line_end),
        ("*/%", Lexer._assignable),
        (chars.DASHES, Lexer._dash),
        (chars.SINGLE_QUOTES, Lexer.literal_string),
        (chars.DOUBLE_QUOTES, Lexer.expandable_string),
        ("$", Lexer._dollar),
        ("@", Lexer._at),
        ("=", Lexer._equals),
        ("+", Lexer._plus),
        (">", Lexer._greater),
        ("<", Lexer._less),
        (".", Lexer._dot),
        (":", Lexer._colon),
        ("[", Lexer._left_bracket),
        ("!", Lexer._exclamation),
        ("`", Lexer._backtick),
    ):
        for character in characters:
            table[character] = scan
    return table


_SCANNERS = _scanners()
