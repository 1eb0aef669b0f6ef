"""Killed at any statement that changes something, followed by a delay, a reboot or an observe: a sample."""

import pytest
from killed_procedures import PROCEDURES, Followed, kills_of, main, problems_of, sample_of


@pytest.mark.parametrize("name", ["evacuate", "build", "rebuild"])
def test_a_sample_of_kills_ends_as_an_undisturbed_run(name):
    kills = kills_of(name)
    assert {kill.followed for kill in kills} == set(Followed)
    assert {kill.statement.script for kill in kills} >= set(PROCEDURES[name].documents)
    problems = {str(kill): problems_of(kill) for kill in sample_of(kills, 2, seed=1)}
    assert problems == {kill: [] for kill in problems}


def test_an_end_that_differs_is_a_problem(monkeypatch):
    """The tool's own proof: what is left out of the second run is seen."""
    kill = kills_of("stop")[0]
    monkeypatch.setattr("killed_procedures._undisturbed_end", lambda _: {"classification": "EVACUATED"})
    monkeypatch.setattr("killed_procedures._end_of", lambda _: {"classification": "CACHE_ON_NVME"})
    assert problems_of(kill) == ["classification is CACHE_ON_NVME, undisturbed EVACUATED"]


def test_a_kill_that_nothing_reaches_is_a_problem(monkeypatch):
    kill = kills_of("stop")[0]
    monkeypatch.setattr("killed_procedures._run", lambda *_: None)
    assert problems_of(kill) == ["the statement wasn't reached"]


def test_the_command_says_what_is_unsafe_and_fails(monkeypatch, capsys):
    monkeypatch.setattr("killed_procedures.kills_of", lambda _: [])
    assert main(["stop"]) == 0
    assert capsys.readouterr().out == "0 kills, 0 unsafe\n"
