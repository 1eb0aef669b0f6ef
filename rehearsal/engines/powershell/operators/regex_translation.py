"""Translates .NET regular expressions to Python's `re`, or refuses: same matches, groups and numbering, nothing
guessed.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rehearsal.engines.powershell.objects.errors import PSException, Unsupported

IGNORE_CASE, MULTILINE, EXPLICIT_CAPTURE, SINGLELINE, IGNORE_WHITESPACE = 1, 2, 4, 16, 32
"""RegexOptions as .NET numbers them; Compiled (8), CultureInvariant (512) and ECMAScript (256) see `translate`."""


@dataclass(frozen=True, slots=True, eq=False)
class NetRegex:
    """A compiled .NET pattern. `groups`: (number, name, Python's group index) in .NET's order, group 0 first."""

    source: str
    options: int
    pattern: re.Pattern[str]
    groups: tuple[tuple[int, str, int], ...]

    def python_group(self, number_or_name: str) -> int | None:
        """Python's index of a group by .NET number (as text) or name; None when there is none."""
        for number, name, index in self.groups:
            if name == number_or_name or str(number) == number_or_name:
                return index
        return None


def _invalid(pattern: str, why: str) -> PSException:
    return PSException("System.ArgumentException", f'parsing "{pattern}" - {why}')


@lru_cache(maxsize=4096)
def translate(pattern: str, options: int = 0) -> NetRegex:
    """Raises PSException (ArgumentException, as Regex's constructor) for a broken pattern, Unsupported for what `re`
    can't do.
    """
    if options & ~(1 | 2 | 8 | 16 | 32 | 512 | 4):
        raise Unsupported(f"regular expression option {options}")
    return _Translator(pattern, options).run()


class _Translator:
    def __init__(self, pattern: str, options: int) -> None:
        self.source = pattern
        self.position = 0
        self.options = options
        self.extended = bool(options & IGNORE_WHITESPACE)
        self.explicit = bool(options & EXPLICIT_CAPTURE)
        self.python_groups = 0
        self.unnamed: list[int] = []
        self.named: list[tuple[str, int]] = []

    def run(self) -> NetRegex:
        body = self._alternation(depth=0)
        if self.position < len(self.source):
            raise _invalid(self.source, "Too many )'s.")
        flags = re.IGNORECASE if self.options & IGNORE_CASE else 0
        if self.options & MULTILINE:
            flags |= re.MULTILINE
        if self.options & SINGLELINE:
            flags |= re.DOTALL
        try:
            compiled = re.compile(body, flags)
        except re.error as error:
            if "look-behind" in str(error):
                raise Unsupported("regular expression with look-behind of variable width") from None
            raise _invalid(self.source, f"{error.msg}.") from None
        groups: list[tuple[int, str, int]] = [(0, "0", 0)]
        number = 0
        for index in self.unnamed:
            number += 1
            groups.append((number, str(number), index))
        for name, index in self.named:
            if name.isdigit():
                groups.append((int(name), name, index))
            else:
                number += 1
                groups.append((number, name, index))
        return NetRegex(self.source, self.options, compiled, tuple(sorted(groups)))

    # the pattern is copied piece by piece; only what differs is rewritten

    def _alternation(self, depth: int) -> str:
        out: list[str] = []
        inline_closers = 0
        saved = (self.extended, self.explicit)
        quantifiable = False
        source = self.source
        while self.position < len(source):
            character = source[self.position]
            if character == ")":
                break
            if self.extended and character in " \t\r\n\f\v":
                self.position += 1
            elif self.extended and character == "#":
                end = source.find("\n", self.position)
                self.position = len(source) if end < 0 else end + 1
            elif character == "|":
                out.append("|")
                self.position += 1
                quantifiable = False
            elif character == "(":
                piece, inline = self._group(depth)
                if inline is None:
                    out.append(piece)
                    quantifiable = True
                elif inline:
                    if out and ("|" in out or "|" in _top_level_rest(source, self.position)):
                        raise Unsupported("regular expression with an inline option inside an alternation")
                    out.append(f"(?{inline}:")
                    inline_closers += 1
            elif character in "*+?" or (character == "{" and self._is_quantifier()):
                if not quantifiable:
                    raise _invalid(source, "Quantifier {x,y} following nothing.")
                out.append(self._quantifier())
                quantifiable = False
            else:
                out.append(self._atom())
                quantifiable = True
        self.extended, self.explicit = saved
        return "".join(out) + ")" * inline_closers

    def _is_quantifier(self) -> bool:
        return re.match(r"\{\d+(,\d*)?\}", self.source[self.position :]) is not None

    def _quantifier(self) -> str:
        source = self.source
        start = self.position
        if source[start] == "{":
            end = source.index("}", start) + 1
        else:
            end = start + 1
        piece = source[start:end]
        if end < len(source) and source[end] == "?":
            piece += "?"
            end += 1
        elif end < len(source) and source[end] in "*+":
            raise _invalid(source, f"Nested quantifier {source[end]}.")
        self.position = end
        if end < len(source) and (source[end] in "*+?" or (source[end] == "{" and self._is_quantifier())):
            raise _invalid(source, f"Nested quantifier {source[end]}.")
        return piece

    def _group(self, depth: int) -> tuple[str, str | None]:
        """The translated group, or ("", flags) for an inline option that covers the rest of the enclosing group."""
        source = self.source
        self.position += 1
        rest = source[self.position : self.position + 40]
        head = "("
        if rest.startswith("?"):
            if rest.startswith("?#"):
                end = source.find(")", self.position)
                if end < 0:
                    raise _invalid(source, "Unterminated (?#...) comment.")
                self.position = end + 1
                return "", ""
            named = re.match(r"\?(?:<([A-Za-z_0-9]\w*)>|'([A-Za-z_0-9]\w*)')", rest)
            option = re.match(r"\?([imnsx]*)(?:-([imnsx]*))?([:)])", rest)
            if named:
                name = named[1] or named[2]
                self.position += named.end()
                self.python_groups += 1
                if any(name == known for known, _ in self.named):
                    raise Unsupported("regular expression with two groups of one name")
                self.named.append((name, self.python_groups))
                head = f"(?P<{_python_name(name)}>"
            elif rest.startswith(("?:", "?=", "?!", "?>")):
                head = "(" + rest[:2]
                self.position += 2
            elif rest.startswith(("?<=", "?<!")):
                head = "(" + rest[:3]
                self.position += 3
            elif option:
                return self._option_group(option, depth)
            elif rest.startswith(("?<", "?'")):
                raise Unsupported("regular expression with a balancing group")
            elif rest.startswith("?("):
                raise Unsupported("regular expression with a conditional")
            else:
                raise _invalid(source, "Unrecognized grouping construct.")
        elif self.explicit:
            head = "(?:"
        else:
            self.python_groups += 1
            self.unnamed.append(self.python_groups)
        body = self._alternation(depth + 1)
        if self.position >= len(source):
            raise _invalid(source, "Not enough )'s.")
        self.position += 1
        return f"{head}{body})", None

    def _option_group(self, option: re.Match[str], depth: int) -> tuple[str, str | None]:
        on, off, closing = option[1] or "", option[2] or "", option[3]
        self.position += option.end()
        saved = (self.extended, self.explicit)
        if "x" in on:
            self.extended = True
        if "x" in off:
            self.extended = False
        if "n" in on:
            self.explicit = True
        if "n" in off:
            self.explicit = False
        on = "".join(flag for flag in on if flag in "ims")
        off = "".join(flag for flag in off if flag in "ims")
        flags = on + (f"-{off}" if off else "")
        if closing == ")":
            return "", flags
        body = self._alternation(depth + 1)
        if self.position >= len(self.source):
            raise _invalid(self.source, "Not enough )'s.")
        self.position += 1
        self.extended, self.explicit = saved
        return f"(?{flags}:{body})", None

    def _atom(self) -> str:
        source = self.source
        character = source[self.position]
        if character == "[":
            return self._character_class()
        if character == "\\":
            return self._escape(in_class=False)
        self.position += 1
        if character in "{}#&~ \t\n\r\f\v" or character == "]":
            return re.escape(character)
        return character

    def _escape(self, in_class: bool) -> str:
        source = self.source
        if self.position + 1 >= len(source):
            raise _invalid(source, "Illegal \\ at end of pattern.")
        character = source[self.position + 1]
        start = self.position
        self.position += 2
        if character in "dDsSwW":
            return "\\" + character
        if character in "bB":
            return "\\" + character
        if character in "tnrfva":
            return "\\" + character
        if character == "e":
            return r"\x1b"
        if character == "x":
            digits = source[self.position : self.position + 2]
            if not re.fullmatch("[0-9a-fA-F]{2}", digits):
                raise _invalid(source, "Insufficient hexadecimal digits.")
            self.position += 2
            return rf"\x{digits}"
        if character == "u":
            digits = source[self.position : self.position + 4]
            if not re.fullmatch("[0-9a-fA-F]{4}", digits):
                raise _invalid(source, "Insufficient hexadecimal digits.")
            self.position += 4
            return rf"\u{digits}"
        if character == "c":
            control = source[self.position : self.position + 1].upper()
            self.position += 1
            return re.escape(chr(ord(control) - 64))
        if character in "pP":
            found = re.match(r"\{(\w+)\}", source[self.position :])
            if not found:
                raise _invalid(source, "Malformed \\p{X} character escape.")
            self.position += found.end()
            ranges = _category_ranges(found[1])
            if in_class:
                if character == "P":
                    raise Unsupported("regular expression with \\P inside a character class")
                return ranges
            return f"[{'^' if character == 'P' else ''}{ranges}]"
        if not in_class:
            if character == "A":
                return r"\A"
            if character == "Z":
                return r"(?=\n?\Z)"
            if character == "z":
                return r"\Z"
            if character == "G":
                raise Unsupported("regular expression with \\G")
            if character == "k":
                found = re.match(r"(?:<(\w+)>|'(\w+)')", source[self.position :])
                if not found:
                    raise _invalid(source, "Malformed \\k<...> named back reference.")
                self.position += found.end()
                return self._backreference(found[1] or found[2])
            if character.isdigit() and character != "0":
                found = re.match(r"\d+", source[start + 1 :])
                assert found
                self.position = start + 1 + found.end()
                return self._backreference(found[0])
        if character == "0" or (in_class and character in "1234567"):
            found = re.match(r"[0-7]{1,3}", source[start + 1 :])
            assert found
            self.position = start + 1 + found.end()
            return rf"\x{int(found[0], 8) & 0xFF:02x}"
        if character.isalnum() or character == "_":
            raise _invalid(source, f"Unrecognized escape sequence \\{character}.")
        return re.escape(character)

    def _backreference(self, name: str) -> str:
        if name.isdigit():
            number = int(name)
            if not self.named and number <= len(self.unnamed):
                return f"(?:\\{self.unnamed[number - 1]})"
            raise Unsupported("regular expression with a numbered back reference among named groups")
        if any(known == name for known, _ in self.named):
            return f"(?P={_python_name(name)})"
        raise _invalid(self.source, f"Reference to undefined group name {name}.")

    def _character_class(self) -> str:
        source = self.source
        self.position += 1
        out = ["["]
        if source.startswith("^", self.position):
            out.append("^")
            self.position += 1
        first = True
        while True:
            if self.position >= len(source):
                raise _invalid(source, "Unterminated [] set.")
            character = source[self.position]
            if character == "]" and not first:
                self.position += 1
                break
            if character == "\\":
                out.append(self._escape(in_class=True))
            elif character == "-" and source.startswith("-[", self.position) and not first:
                raise Unsupported("regular expression with character class subtraction")
            elif character == "[" and source.startswith("[:", self.position):
                self.position += 1
                out.append(r"\[")
            elif character in "[&~|]":
                self.position += 1
                out.append("\\" + character)
            else:
                self.position += 1
                out.append(character)
            first = False
        out.append("]")
        return "".join(out)


def _python_name(name: str) -> str:
    return f"_{name}" if name[0].isdigit() else name


def _top_level_rest(source: str, position: int) -> str:
    depth = 0
    kept: list[str] = []
    index = position
    while index < len(source):
        character = source[index]
        if character == "\\":
            index += 2
            continue
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                break
        elif depth == 0:
            kept.append(character)
        index += 1
    return "".join(kept)


_CATEGORIES = frozenset(
    {unicodedata.category(chr(code)) for code in range(0x10000)} | {"L", "M", "N", "P", "S", "Z", "C"}
)


@lru_cache(maxsize=64)
def _category_ranges(name: str) -> str:
    if name not in _CATEGORIES:
        raise Unsupported(f"regular expression with \\p{{{name}}}")
    ranges: list[str] = []
    start = -1
    for code in range(min(0x10000, sys.maxunicode) + 1):
        inside = code < 0x10000 and unicodedata.category(chr(code)).startswith(name)
        if inside and start < 0:
            start = code
        elif not inside and start >= 0:
            ranges.append(f"\\u{start:04x}-\\u{code - 1:04x}")
            start = -1
    return "".join(ranges)


def expand_replacement(replacement: str, regex: NetRegex, match: re.Match[str]) -> str:
    """The text of a .NET replacement pattern ($1, ${name}, $$, $&, $`, $', $+, $_) for one match."""
    if "$" not in replacement:
        return replacement
    out: list[str] = []
    position = 0
    while True:
        dollar = replacement.find("$", position)
        if dollar < 0 or dollar + 1 >= len(replacement):
            out.append(replacement[position:])
            return "".join(out)
        out.append(replacement[position:dollar])
        following = replacement[dollar + 1]
        position = dollar + 2
        if following == "$":
            out.append("$")
        elif following == "&":
            out.append(match[0])
        elif following == "`":
            out.append(match.string[: match.start()])
        elif following == "'":
            out.append(match.string[match.end() :])
        elif following == "_":
            out.append(match.string)
        elif following == "+":
            last = regex.groups[-1][2]
            out.append(match[last] or "")
        elif following.isdigit():
            digits = re.match(r"\d+", replacement[dollar + 1 :])
            assert digits
            text = digits[0]
            index = regex.python_group(str(int(text)))
            if index is None:
                out.append("$" + text)
            else:
                out.append(match[index] or "")
            position = dollar + 1 + len(text)
        elif following == "{":
            closing = re.match(r"\{(\w+)\}", replacement[dollar + 1 :])
            index = regex.python_group(closing[1]) if closing else None
            if closing is None or index is None:
                out.append("$")
                position = dollar + 1
            else:
                out.append(match[index] or "")
                position = dollar + 1 + closing.end()
        else:
            out.append("$")
            position = dollar + 1
