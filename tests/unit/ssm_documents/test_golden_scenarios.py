"""The golden scenarios of a node's storage, each with one of its unsure facts turned; all: golden_scenarios.py."""

from __future__ import annotations

import random
from contextlib import nullcontext
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


@pytest.mark.parametrize("name", ["G13", "clean_stop"])
def test_a_name_of_no_scenario_is_an_error_that_lists_them(name, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["reboot", name])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert repr(name) in said.err and all(each in said.err for each in GOLDEN)


def test_the_help_says_which_of_the_twelve_each_scenario_is(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {name: line[0] for name in GOLDEN for line in lines if line[1:2] == [name]} == {
        name: golden.number for name, golden in GOLDEN.items()
    }
    assert {golden.number for golden in GOLDEN.values()} == {f"G{number}" for number in range(1, 13)}


def test_a_number_stands_for_every_way_in_which_it_is_played(monkeypatch, capsys):
    played = []
    monkeypatch.setattr("golden_scenarios.sample_of", lambda name, *_, **__: played.append(name) or [])
    monkeypatch.setattr("golden_scenarios.ProcessPoolExecutor", lambda _: nullcontext(_NothingIsPlayed()))
    assert main(["G8", "G1", "reboot"]) == 0
    assert played == ["first-boot", "reboot", "killed-evacuation", "killed-restore"]
    assert capsys.readouterr().out == "4 golden scenarios, 0 wrong\n"


class _NothingIsPlayed:
    """In the place of processes: no scenario has a problem."""

    def map(self, _, names, __):
        return [[] for _ in names]
