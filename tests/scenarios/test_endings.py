"""A sample of `cachewarden endings` and of `cachewarden schedules`: no ending is worse than docs/endings.md says.

`make campaigns` draws three times as many as the suite.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rehearsal.campaigns import variations
from rehearsal.campaigns.endings_table import read, worse
from rehearsal.campaigns.trials import run_trial
from rehearsal.campaigns.variations import schedules, with_each_fact, with_each_fault
from rehearsal.world.uncertain_facts import uncertain_facts
from tests.campaigns import WHOLE
from tests.repository import ROOT

PAGE = ROOT / "docs" / "endings.md"
SEED = 1
TIMES = 3 if WHOLE else 1


def sample(trials, size: int):
    return random.Random(f"endings/{SEED}").sample(trials, size)


@pytest.mark.parametrize("story", ["stop-and-return", "dirty-stop"])
@pytest.mark.campaign(suite=1)
def test_a_turned_fact_ends_no_story_worse_than_the_page_says(story):
    table = read(PAGE.read_text("utf-8"))
    results = [run_trial(trial) for trial in sample(with_each_fact(story, seed=SEED), TIMES)]
    assert [told for told in (worse(result, table) for result in results) if told] == []


def test_a_fault_ends_no_story_worse_than_the_page_says():
    table = read(PAGE.read_text("utf-8"))
    results = [run_trial(trial) for trial in sample(with_each_fault("dirty-stop", seed=SEED), TIMES)]
    assert [told for told in (worse(result, table) for result in results) if told] == []


def test_a_fact_that_a_story_never_reads_changes_nothing_in_it():
    story = "one-replica"
    plain, *read = with_each_fact(story, seed=SEED)
    every = {other for fact in uncertain_facts() for other in fact.others}
    unread = sorted(every - {fact for trial in read for fact in trial.facts})
    assert read and unread
    as_it_is = run_trial(plain)
    for fact in random.Random(f"unread/{SEED}").sample(unread, TIMES):
        result = run_trial(replace(plain, facts=(fact,)))
        assert replace(result, trial=plain) == as_it_is, fact


def test_random_schedules_end_safely():
    results = [run_trial(trial) for trial in schedules(TIMES, seed=SEED)]
    assert {result.trial.command: result.problems for result in results if not result.safe} == {}


def test_the_nth_schedule_is_the_same_for_any_count(monkeypatch):
    monkeypatch.setattr(variations, "story_names", lambda: ("target-behind", "stop-request"))
    assert list(schedules(2, seed=SEED)) == list(schedules(3, seed=SEED))[:2]
