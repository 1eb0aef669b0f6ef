"""docs/assumptions.md lists every unsure fact and every setting that switches one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from checks.documentation.assumptions import SETTINGS, Assumption, assumptions, docstrings, known_facts, page
from checks.documentation.facts import Certainty
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.uncertain_facts import uncertain_facts

ROOT = Path(__file__).resolve().parents[4]
FACTS = {f"{fact.page}#{fact.anchor}": fact for fact in known_facts()}
ASSUMPTIONS = tuple(assumptions())


def test_every_setting_s_fact_exists():
    assert [item.setting for item in ASSUMPTIONS if item.cites not in FACTS] == []


def test_every_unsure_fact_is_on_the_page_once_for_each_of_its_settings():
    for key, fact in FACTS.items():
        listed = page().count(f"](reference/{fact.page}.md#{fact.anchor})")
        settings = [item for item in ASSUMPTIONS if item.cites == key]
        assert listed == (max(1, len(settings)) if fact.certainty is Certainty.UNSURE else 0), key


def test_every_setting_about_an_unsure_fact_is_on_the_page_with_its_default():
    rows = dict(re.findall(r"\| `([A-Z]\w+\.\w+)` \| ([^|]*) \|", page().partition("## Facts without")[0]))
    unsure = {item.setting: item for item in ASSUMPTIONS if FACTS[item.cites].certainty is Certainty.UNSURE}
    assert set(rows) == set(unsure)
    assert rows["SsmSettings.stopped_node_is_refused"] == "yes"
    assert rows["StorageSettings.repair_returns"] == "when done"


def test_what_a_random_run_may_turn_cites_its_fact():
    cited = {item.setting for item in ASSUMPTIONS}
    names = [fact.name.removeprefix("storage.") for fact in uncertain_facts() if fact.name.startswith("storage.")]
    assert [name for name in names if f"StorageSettings.{name}" not in cited] == []


def test_all_settings_of_the_model_are_looked_at():
    found = {
        node.name
        for path in (ROOT / "rehearsal" / "world").rglob("settings.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Settings") and node.name != "Settings"
    }
    assert found == {settings.__name__ for settings in SETTINGS}


def test_the_docstring_below_a_field_is_its_own():
    said = docstrings(StorageSettings)
    assert said["quorum_tie_keeps_pool"].startswith("Exactly half")
    assert "format_s" not in said


def test_an_assumption_knows_its_other_value():
    (repair,) = [item for item in ASSUMPTIONS if item.setting == "StorageSettings.repair_returns"]
    assert repair == Assumption(
        setting="StorageSettings.repair_returns",
        default=StorageSettings().repair_returns,
        others=(type(StorageSettings().repair_returns)("at once"),),
        says="When Repair-VirtualDisk comes back.",
        cites="write-cache#repair-returns",
    )
