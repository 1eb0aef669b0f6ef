"""A node that lost its cache is brought back while something else goes wrong: it ends well, or somebody is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_fields
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.settings import Settings
from rehearsal.world.sql.settings import SqlSettings

RETRIES = 6
"""How often the workflow repeats a look that fails before its execution gives up."""


def planned(**fields: object) -> Fault:
    return fault_from_fields(fields)


def brought_back(synthesized, *faults: Fault, seed: int) -> Run:
    """dirty-stop with faults; its order of actions isn't expected any more, its end is."""
    story = load_story("dirty-stop")
    story = replace(story, faults=faults, expect=replace(story.expect, actions=None))
    return run_story(story, seed=seed, templates=synthesized, progress=SilentProgress())


def left_to_a_person(run: Run, code: str) -> bool:
    """Whether the run ended in Attention with a message, its lease released and nothing broken."""
    (ending,) = run.log.endings
    told = any(code in message["message"] for message in run.cluster.account.published)
    return (
        not run.outcome.violations and told and (ending.output["outcome"], ending.output["code"]) == ("Attention", code)
    )


@pytest.mark.parametrize("point", ["storage.remove-virtual-disk", "storage.remove-pool", "storage.format"])
@pytest.mark.campaign(suite=1)
def test_a_rebuild_that_windows_ends_halfway_goes_on(synthesized, point):
    """The old pool no longer says how many volumes it had, and the NVMe disk is in the new one: neither is missing."""
    occurrence = 2 if point == "storage.format" else 1
    failed = planned(point=point, kind="fail", node="SALES2", occurrence=occurrence, error="40002")
    run = brought_back(synthesized, failed, seed=1)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    assert run.log.actions.count("RebuildStorage") == 2


@pytest.mark.parametrize("point", ["cim.query", "ssm.delivery"])
@pytest.mark.campaign(suite=1)
def test_a_primary_that_once_does_not_answer_is_asked_again_before_anybody_is_called(synthesized, point):
    missed = planned(point=point, kind="fail", node="SALES1", occurrence=6)
    run = brought_back(synthesized, missed, seed=1)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)


@pytest.mark.campaign
def test_a_seeding_that_hangs_is_begun_again(synthesized):
    run = brought_back(synthesized, planned(point="sql.seeding", kind="hang", after=0.05), seed=7395)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    assert run.log.actions.count("ReseedDatabases") == 2
    assert run.virtual_seconds < 2 * 3600


@pytest.mark.campaign
def test_a_seeding_that_always_hangs_ends_with_a_person(synthesized):
    run = brought_back(synthesized, planned(point="sql.seeding", kind="hang", count=99, after=0.05), seed=7395)

    assert left_to_a_person(run, "CW6212"), run.log.endings
    assert run.log.actions.count("ReseedDatabases") == 4


@pytest.mark.campaign
def test_a_seeding_that_fails_once_is_tried_again(synthesized):
    """The suite plays one that hangs and is begun again, and one that fails each time."""
    run = brought_back(synthesized, planned(point="sql.seeding", kind="fail", after=0.05), seed=3)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)


@pytest.mark.parametrize(("granted", "restarts"), [(True, True), (True, False), (False, False)])
@pytest.mark.campaign(suite=1)
def test_whether_the_group_may_create_databases_already_is_not_seen_and_does_not_matter(synthesized, granted, restarts):
    """Nor whether seeding begins by itself once a copy was dropped; False and True is the model's own."""
    facts = SqlSettings(create_any_database_granted=granted, seeding_restarts_after_drop=restarts)
    story = load_story("dirty-stop")
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress(), settings=Settings([facts]))

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)


def test_a_seeding_that_always_fails_ends_with_a_person(synthesized):
    run = brought_back(synthesized, planned(point="sql.seeding", kind="fail", count=99, after=0.05), seed=3)

    assert left_to_a_person(run, "CW6212"), run.log.endings


@pytest.mark.parametrize("fault", [{"kind": "fail"}, {"kind": "hang"}, {"kind": "kill", "seconds": 0.5}])
@pytest.mark.parametrize("function", ["observe", "lease", "decide"])
@pytest.mark.campaign(suite=1)
def test_functions_that_crash_or_run_out_of_time_are_asked_again(synthesized, function, fault):
    unwell = planned(point=f"lambda.cachewarden-{function}", occurrence=4, count=2, **fault)

    run = brought_back(synthesized, unwell, seed=4)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    assert len(run.log.endings) == 1


def test_a_resumed_execution_that_dies_before_it_has_the_lease_is_taken_up_again(synthesized):
    twice = planned(point="lambda.cachewarden-observe", kind="fail", occurrence=7, count=2 * (1 + RETRIES))

    run = brought_back(synthesized, twice, seed=91301)

    assert [ending.status for ending in run.log.endings] == ["FAILED", "FAILED", "SUCCEEDED"]
    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)


@pytest.mark.campaign
def test_an_execution_that_may_not_look_before_it_has_the_lease_is_taken_up_again(synthesized):
    run = brought_back(
        synthesized,
        planned(
            point="api.ec2.DescribeInstanceAttribute",
            kind="fail",
            occurrence=4,
            count=8,
            error="AccessDeniedException",
        ),
        planned(point="sql.start", kind="fail", count=2),
        seed=26665,
    )

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
