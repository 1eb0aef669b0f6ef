"""The list of the longest tests names tests that there are."""

from __future__ import annotations

import ast

from tests.longest import JUDGES_THE_STORIES, LONGEST
from tests.repository import ROOT


def test_each_of_the_longest_tests_exists():
    named = LONGEST | {JUDGES_THE_STORIES}
    defined = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        if any(name in (text := path.read_text("utf-8")) for name in named)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name in named
    }
    assert defined == named
