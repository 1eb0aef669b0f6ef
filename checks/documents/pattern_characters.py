"""Which single characters a regular expression can match anywhere in what it admits."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

_parser: Any = import_module("re._parser")  # how Python itself reads a pattern; without types of its own
_constants: Any = import_module("re._constants")


@cache
def may_contain(pattern: str, character: str) -> bool:
    """Whether some part of the pattern takes `character`; true when in doubt. Raises re.error."""
    return _takes(_parser.parse(pattern), character)


def _takes(tree: Any, character: str) -> bool:
    return any(_item_takes(operation, argument, character) for operation, argument in tree)


def _item_takes(operation: Any, argument: Any, character: str) -> bool:
    match operation:
        case _constants.LITERAL:
            return bool(argument == ord(character))
        case _constants.NOT_LITERAL:
            return bool(argument != ord(character))
        case _constants.ANY:
            return True
        case _constants.IN:
            return _class_takes(argument, character)
        case _constants.BRANCH:
            return any(_takes(branch, character) for branch in argument[1])
        case _constants.SUBPATTERN:
            return _takes(argument[3], character)
        case _constants.MAX_REPEAT | _constants.MIN_REPEAT:
            return argument[1] > 0 and _takes(argument[2], character)
        case _constants.AT | _constants.ASSERT | _constants.ASSERT_NOT:
            return False
        case _constants.GROUPREF:
            return False  # what the group takes was decided there
    return True


def _class_takes(items: Any, character: str) -> bool:
    negated = items[0][0] is _constants.NEGATE
    taken = False
    for operation, argument in items[1:] if negated else items:
        match operation:
            case _constants.LITERAL:
                taken |= argument == ord(character)
            case _constants.RANGE:
                taken |= argument[0] <= ord(character) <= argument[1]
            case _:
                taken |= _category_takes(argument, character)
    return taken is not negated


def _category_takes(category: Any, character: str) -> bool:
    letters = {
        _constants.CATEGORY_DIGIT: r"\d", _constants.CATEGORY_NOT_DIGIT: r"\D", _constants.CATEGORY_SPACE: r"\s",
        _constants.CATEGORY_NOT_SPACE: r"\S", _constants.CATEGORY_WORD: r"\w", _constants.CATEGORY_NOT_WORD: r"\W",
    }  # fmt: skip
    return category not in letters or re.match(letters[category], character) is not None
