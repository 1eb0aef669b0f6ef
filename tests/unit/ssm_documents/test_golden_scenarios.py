"""The golden scenarios of a node's storage, each with one of its unsure facts turned; all: golden_scenarios.py."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from golden_scenarios import GOLDEN, facts_of, main, problems_of

from rehearsal.scenarios.story import story_names
from rehearsal.world.uncertain_facts import uncertain_facts

VALUES = [other for fact in uncertain_facts() if fact.name.startswith("storage.") for other in fact.others]


def test_the_stories_that_play_them_exist():
    assert {story for golden in GOLDEN.values() for story in golden.story} <= set(story_names())


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.campaign(suite=5)
def test_a_golden_scenario_holds_under_a_value_drawn_for_it(name):
    turned = random.Random(f"golden/{name}").choice(VALUES)
    assert problems_of(name, turned, compare=False) == [], turned


def test_a_loss_that_windows_words_otherwise_destroys_nothing(monkeypatch):
    turned = "storage.lost_attach_error=48006"
    assert problems_of("cache-lost", turned) == []
    monkeypatch.setitem(GOLDEN, "cache-lost", replace(GOLDEN["cache-lost"], otherwise={}))
    assert "CW1091" in problems_of("cache-lost", turned)[0]


def test_the_facts_of_a_scenario_are_those_that_it_reads():
    asked = {value.partition("=")[0] for value in facts_of("reboot")}
    assert {"storage.space_disk", "storage.extents_list_cache"} <= asked
    assert "storage.format_in_use" not in asked  # nothing is formatted


def test_the_command_says_what_does_not_hold_and_fails(monkeypatch, capsys):
    monkeypatch.setattr("golden_scenarios.GOLDEN", {})
    assert main([]) == 0
    assert capsys.readouterr().out == "0 golden scenarios, 0 wrong\n"
