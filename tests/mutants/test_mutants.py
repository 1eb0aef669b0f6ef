"""The mutants themselves: each applies to what ships today, and a sample of `make mutants` is tried."""

from __future__ import annotations

import re

import pytest

from tests.campaigns import part
from tests.mutants.__main__ import all_mutants, main, try_all
from tests.mutants.mutant import Edit, Mutant, MutantError, written
from tests.mutants.tree import Tree
from tests.mutants.trial import TrialResult
from tests.repository import ROOT

CHEAP = ("tests/unit/ssm_documents/test_storage_states.py::test_nothing_is_built_without_being_told_of_what",)
SEEDS = {*(f"I{n}" for n in range(1, 28)), *(f"S{n}" for n in range(1, 15)), *(f"A{n}" for n in range(1, 11))}
SAMPLE = part(("I13", "I26", "S1", "S9"), 1, of="mutants")
"""Those whose defect would cost most: what they do ends in a formatted volume, a primary's only copy gone, or a stop
with the cache on NVMe. The suite tries a part of them."""


def edited(name: str, text: str, becomes: str, file: str = "Initialize-CwStorage.ps1") -> Mutant:
    edit = Edit(file=file, text=text, becomes=becomes)
    return Mutant(name=name, defect="planted", prevented="", edits=(edit,), caught_by=CHEAP)


HARMLESS = edited("harmless", "'storage built'", "'the storage is built'")
BROKEN = edited("broken", "$Inventory.building = $false", "$Inventory.building = (")
STALE = edited("stale", "a text that nobody wrote", "another")


@pytest.fixture(scope="module")
def results() -> dict[str, TrialResult]:
    sample = [mutant for mutant in written()[0] if mutant.name in SAMPLE]
    tried = try_all([HARMLESS, BROKEN, STALE, *sample], workers=1, baseline=False)
    return {result.mutant.name: result for result in tried}


def test_every_mutant_applies_to_what_ships_today():
    tree = Tree(ROOT)
    stale = []
    for mutant in all_mutants()[0]:
        try:
            tree.changed(mutant)
        except MutantError as error:
            stale.append(f"{mutant.name}: {error}")
    assert stale == []


def test_every_known_defect_has_a_mutant_or_a_reason_why_there_is_nothing_to_mutate():
    mutants, nothing = written()
    assert {entry.name for entry in [*mutants, *nothing]} >= SEEDS
    assert [entry.name for entry in nothing if len(entry.reason) < 40] == []
    assert [mutant.name for mutant in mutants if not mutant.defect or not mutant.prevented] == []


def test_the_tests_that_catch_them_are_there():
    named = {test for mutant in written()[0] for test in mutant.caught_by}
    missing = [
        test
        for test in sorted(named)
        if not re.search(
            rf"^def {test.partition('::')[2]}\(", (ROOT / test.partition("::")[0]).read_text("utf-8"), re.MULTILINE
        )
    ]
    assert missing == []


def test_a_harmless_mutant_survives(results):
    assert (results["harmless"].catch, results["harmless"].error) == (None, None)


def test_a_mutant_whose_text_is_gone_is_an_error_that_says_so(results):
    assert "Initialize-CwStorage.ps1 has this text 0 times, not once" in (results["stale"].error or "")


def test_a_mutant_that_is_no_program_is_an_error_and_not_caught(results):
    assert results["broken"].catch is None
    assert "doesn't build" in (results["broken"].error or "")


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_is_caught(results, name):
    caught = results[name]
    assert caught.error is None and caught.catch is not None
    assert caught.catch.test.partition("[")[0] in caught.mutant.caught_by


def test_the_checkout_is_not_changed(results):
    assert "'storage built'" in Tree(ROOT).file("Initialize-CwStorage.ps1").read_text("utf-8")


@pytest.mark.parametrize(
    ("catch", "code", "end"),
    [("a test", 0, "1 mutants, 0 survived"), (None, 1, "1 mutants, 1 survived")],
)
def test_the_exit_code_says_whether_all_were_caught(monkeypatch, capsys, catch, code, end):
    from tests.mutants import __main__ as command
    from tests.mutants.trial import Catch

    caught = None if catch is None else Catch(test=catch, message="said so")
    result = TrialResult(mutant=HARMLESS, catch=caught, error=None, seconds=1)
    monkeypatch.setattr(command, "all_mutants", lambda: ([HARMLESS], []))
    monkeypatch.setattr(command, "try_all", lambda *_, **__: iter([result]))
    assert main([]) == code
    assert capsys.readouterr().out.splitlines()[-1] == end


def test_a_mutant_that_could_not_be_tried_fails_the_run(monkeypatch, capsys):
    from tests.mutants import __main__ as command

    result = TrialResult(mutant=STALE, catch=None, error="its text is gone", seconds=1)
    monkeypatch.setattr(command, "all_mutants", lambda: ([STALE], []))
    monkeypatch.setattr(command, "try_all", lambda *_, **__: iter([result]))
    assert main([]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 mutants, 0 survived, 1 could not be tried"


def test_a_name_of_no_mutant_is_an_error_that_lists_them(monkeypatch, capsys):
    from tests.mutants import __main__ as command

    guard = edited("Test-CwMoveNeeded/CW1030", "a text", "another")
    monkeypatch.setattr(command, "all_mutants", lambda: ([HARMLESS, guard], []))
    monkeypatch.setattr(command, "try_all", lambda *_, **__: iter([]))
    assert main(["harmless", "I99", "--list"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "'I99'" in said.err and "'harmless'" not in said.err and "harmless, Test-CwMoveNeeded" in said.err
    assert main(["Test-CwMoveNeeded", "--list"]) == 0


def test_the_name_of_a_defect_without_a_mutant_is_known(monkeypatch, capsys):
    from tests.mutants import __main__ as command

    monkeypatch.setattr(command, "try_all", lambda *_, **__: iter([]))
    (entry, *_) = all_mutants()[1]
    assert main([entry.name]) == 0
    assert entry.reason in capsys.readouterr().out
