"""A branch is the run with its fault, byte for byte; a branch that dies is no result."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from rehearsal.campaigns.branches import BranchError, can_branch, run_branches, run_turned
from rehearsal.campaigns.trials import Trial, run_trial, run_trials
from rehearsal.faults import fault_from_text
from rehearsal.faults.errors import FaultError
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.uncertain_facts import settings_with

STORY, SEED = "target-behind", 3
FAULTS = (
    "state.DecideNextStep kill machine=cachewarden-maintain-replica moment=left",
    "workflow.execution kill when=DecideNextStep delay=0.05",
    "lambda.cachewarden-observe fail count=2",
    "ssm.report late seconds=5",
    "state.DecideNextStep kill machine=cachewarden-maintain-replica moment=left occurrence=999",
)


def branches(synthesized, texts, judge, **options):
    faults = [fault_from_text(text) for text in texts]
    return run_branches(load_story(STORY), faults, judge, seed=SEED, templates=synthesized, **options)


def told(run: Run) -> tuple[str, int, int]:
    faults = run.cluster.world.faults
    return run.cluster.world.trace.lines(), len(faults.injected), len(faults.never_injected)


@pytest.mark.parametrize("at_once", [1, 3])
@pytest.mark.campaign(suite=1)
def test_a_branch_is_the_run_with_its_fault_byte_for_byte(synthesized, at_once):
    story = load_story(STORY)
    alone = [
        told(run_story(replace(story, faults=(fault,)), seed=SEED, templates=synthesized, progress=SilentProgress()))
        for fault in map(fault_from_text, FAULTS)
    ]
    assert [injected for _, injected, _ in alone] == [1, 1, 2, 1, 0]
    assert len({trace for trace, *_ in alone}) == len(FAULTS)
    assert branches(synthesized, FAULTS, told, at_once=at_once) == alone


def test_a_branch_is_the_run_with_its_fact_byte_for_byte(synthesized):
    """Asked for while the world is built, in the middle, and never."""
    asked = "storage.space_disk=online", "sql.remote_database_state_visible=yes"
    facts = ("", *asked, "storage.lost_attach_error=48006")
    story, silent = load_story(STORY), SilentProgress()
    alone = [
        told(run_story(story, seed=SEED, templates=synthesized, progress=silent, settings=settings_with(given)))
        for given in ([fact] if fact else [] for fact in facts)
    ]
    assert alone[0] == alone[3] and len({trace for trace, *_ in alone}) == 3
    assert run_turned(story, facts, told, seed=SEED, templates=synthesized, at_once=2) == alone


def test_each_result_is_told_of_its_own_trial():
    asked = Trial(story=STORY, seed=SEED, facts=("sql.remote_database_state_visible=yes",))
    trials = [replace(asked, facts=()), asked]
    results = list(run_trials(trials, workers=1))
    assert [each.trial for each in results] == trials
    assert results == [run_trial(each) for each in trials]


def test_who_judges_a_run_reads_a_fact_in_no_branch(synthesized):
    def reads(run: Run) -> tuple[int, int]:
        settings = run.cluster.world.settings.part(StorageSettings)
        return settings.lost_attach_error, os.getpid()

    facts = ("", "storage.lost_attach_error=48006")
    told = run_turned(load_story(STORY), facts, reads, seed=SEED, templates=synthesized)
    assert told == [(50003, os.getpid())] * 2


def test_a_branch_that_dies_is_no_result(synthesized):
    trunk = os.getpid()

    def dies(run: Run) -> None:
        if os.getpid() != trunk:
            os._exit(3)

    with pytest.raises(BranchError, match=r"DecideNextStep.*died with status"):
        branches(synthesized, FAULTS[:1], dies)


def test_what_a_branch_raises_is_told_by_the_trunk(synthesized):
    trunk = os.getpid()

    def fails(run: Run) -> None:
        if os.getpid() != trunk:
            raise ValueError("planted")

    with pytest.raises(BranchError, match="ValueError: planted"):
        branches(synthesized, FAULTS[:1], fails)


def test_a_fault_that_names_nothing_of_the_run_is_refused(synthesized):
    with pytest.raises(FaultError, match="Nowhere"):
        branches(synthesized, ["state.Nowhere kill moment=entered"], told)


def test_a_fault_that_is_there_from_the_beginning_is_no_branch():
    assert not can_branch(fault_from_text("instance.power kill node=SALES1"))
    assert can_branch(fault_from_text("instance.power kill node=SALES1 when=DecideNextStep"))
    assert can_branch(fault_from_text("lambda.cachewarden-observe fail"))
