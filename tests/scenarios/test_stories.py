"""Every story end to end: its outcome, its order of actions, and no invariant broken; the same seed, the same trace."""

from __future__ import annotations

import pytest

from cli.kill_everywhere import Where, trials_at
from rehearsal.campaigns.trials import run_trial
from rehearsal.scenarios.story import load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from tests.campaigns import part
from tests.repository import ROOT
from tests.scenarios.undisturbed import SEED, undisturbed


def run_with(synthesized, name: str, seed: int = SEED) -> Run:
    return run_story(load_story(name), seed=seed, templates=synthesized, progress=SilentProgress())


NOT_KILLED = frozenset({"many-groups"})
"""Stories of a minute of CPU, whose acts others have, too: `cachewarden kill-everywhere STORY` kills in them."""
KILLED = part([name for name in story_names() if name not in NOT_KILLED], 4, of="one state of each story is killed")


@pytest.fixture(scope="module", params=story_names())
def name(request) -> str:
    """One story after the other: what is played once for one of its tests serves the next."""
    return request.param


def test_story_ends_as_it_declares_and_no_invariant_breaks(name):
    """With the seed of the check `story-endings`, which reads in the suite what this plays."""
    assert undisturbed(name).complaints == ()


def test_nothing_is_shorter_than_the_bound_that_its_summary_names(name):
    metrics, risk = undisturbed(name).metrics, undisturbed(name).metrics.data_risk
    assert metrics.lower_bound_seconds <= metrics.waiting_seconds
    assert risk.bound_s <= risk.alone_s - risk.at_rest_s


@pytest.mark.parametrize("name", ["os-reboot"], indirect=True)
def test_a_summary_says_that_no_workflow_ran_and_measures_none(name):
    lines = [line.split(maxsplit=1)[0] for line in undisturbed(name).summary.splitlines() if line.strip()]
    assert "Outcome                no workflow ran" in undisturbed(name).summary
    assert not {"Why", "Duration"} & {*lines}


@pytest.mark.parametrize("name", KILLED, indirect=True)
def test_story_comes_to_rest_wherever_one_of_its_states_is_killed(name):
    """One place a story, in the suite of some of them; `cachewarden kill-everywhere STORY` kills at all places."""
    for trial in trials_at(undisturbed(name).points, name, (Where.STATES,), seed=SEED, sample=1):
        result = run_trial(trial)
        assert result.safe, (trial.faults, result.problems)


@pytest.mark.parametrize(
    ("name", "page", "told"),
    [
        ("snapshot", "backups.md", "In the rehearsal it takes {} minutes with a cache of 100 GiB"),
        ("stop-cluster", "whole-cluster.md", "In the rehearsal two nodes with 100 GiB of cache take {} minutes"),
    ],
    indirect=["name"],
)
def test_a_page_says_how_long_the_story_takes(name, page, told):
    text = " ".join((ROOT / "docs" / page).read_text("utf-8").split())
    assert told.format(round(undisturbed(name).virtual_seconds / 60)) in text


@pytest.mark.parametrize("watched", ["stop-and-return", "target-behind"])
def test_the_same_seed_gives_the_same_trace_byte_for_byte_whoever_watches(synthesized, watched):
    assert run_with(synthesized, watched, SEED).cluster.world.trace.lines() == undisturbed(watched).trace


def test_another_seed_gives_another_trace(synthesized):
    assert (
        run_with(synthesized, "stop-request", seed=SEED + 1).cluster.world.trace.lines()
        != undisturbed("stop-request").trace
    )


def test_write_outage_of_a_stop_is_the_failover_alone(synthesized):
    run = run_with(synthesized, "stop-request")
    outages = run.cluster.failover_cluster.write_outage_intervals()
    assert len(outages) == 1
    assert sum(outage.length(run.ended_s) for outage in outages) < 30


def test_protection_is_off_only_between_the_proof_and_the_stop(synthesized):
    events = run_with(synthesized, "stop-request").cluster.world.trace.events
    story = [
        event.kind
        for event in events
        if event.kind in ("protection-off", "protection-on")
        or (event.kind == "instance-state" and event.node == "SALES1")
    ]
    assert story == ["protection-off", "instance-state", "instance-state", "protection-on"]


def test_a_target_that_is_behind_changes_nothing_and_says_why(synthesized):
    run = run_with(synthesized, "target-behind")
    assert run.log.actions == ()
    assert any("SALES2" in message["message"] for message in run.cluster.account.published)
    primaries = {
        group.primary.server for group in run.cluster.failover_cluster.groups.values() if group.primary is not None
    }
    assert primaries == {"SALES1"}


def test_what_a_disabled_instance_left_on_nvme_is_no_tempdb_that_its_next_start_makes_again(synthesized):
    def prepare(cluster):
        files = cluster.hosts["SALES1"].files
        files.make_directories("S:\\tempdb-OLD")
        files.write_bytes("S:\\tempdb-OLD\\tempdb.mdf", b"of an instance that can't be asked")

    story = load_story("two-instances")
    run = run_story(story, seed=SEED, templates=synthesized, progress=SilentProgress(), prepare=prepare)
    assert [each.output["code"] for each in run.log.endings] == ["CW6166"]
    assert "S:\\tempdb-OLD\\tempdb.mdf" in run.log.endings[0].output["sentence"]
    assert run.outcome.violations == ()


def test_every_opted_in_call_was_allowed_by_a_role(synthesized):
    assert run_with(synthesized, "cycle").cluster.account.denials == []
