"""Each cell of docs/stolen-rights.md is proven by attacks that exist, in both directions, and no attack is left out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from checks.documentation.stolen_rights import Cell, StolenRight, declared
from tests.attacks.rights import RIGHTS
from tests.attacks.test_direct_calls import CONTRACTS, OPEN

TESTS = Path(__file__).resolve().parents[3]
DECLARED = declared()
CELLS = [
    pytest.param(right, name, cell, id=f"{right.id}-{name}")
    for right in DECLARED.rights
    for name, cell in right.cells.items()
]


@cache
def functions(file: str) -> frozenset[str]:
    """Tests that the file defines; none where there is no such file."""
    path = TESTS / file
    if not path.exists():
        return frozenset()
    parsed = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        each.name for each in parsed.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    )


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    return name in functions(file)


def attacks() -> Iterator[str]:
    for path in sorted((TESTS / "attacks").rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        yield from (f"{file}::{name}" for name in sorted(functions(file)))


def test_every_right_of_the_account_is_tried_and_every_contract_is_a_column():
    assert {right.id for right in DECLARED.rights if right.of_the_account} == set(RIGHTS)
    assert tuple(DECLARED.contracts) == CONTRACTS


@pytest.mark.parametrize(("right", "name", "cell"), CELLS)
def test_a_cell_names_attacks_that_fail_and_for_what_is_possible_attacks_that_work(
    right: StolenRight, name: str, cell: Cell
):
    assert cell.kept, "no attack says that anything is kept"
    assert [test for test in cell.tests if not exists(test)] == []
    assert bool(cell.possible) == bool(cell.shown), "what is possible is shown, and nothing else is"
    if OPEN.get((right.id, name)):
        assert cell.possible, f"the direct call reaches it: {OPEN[right.id, name]}"


def test_no_attack_is_left_out():
    named = {test for right in DECLARED.rights for cell in right.cells.values() for test in cell.tests}
    assert [test for test in attacks() if test not in named | set(DECLARED.others)] == []
    assert [test for test in DECLARED.others if not exists(test)] == []
    assert exists(DECLARED.direct)
