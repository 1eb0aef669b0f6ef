"""The cache's NVMe disk dies while Windows runs: nothing can be evacuated, and only a stop brings another disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.storage.enumerations import Usage
from rehearsal.world.storage.pools import repair


def let_the_cache_disk_die(cluster: Cluster) -> None:
    """For good, with everything on it."""
    storage = cluster.hosts["SALES2"].storage
    members = [member for pool in storage.pools.values() for member in pool.members.values()]
    (cache,) = (member for member in members if member.usage is Usage.JOURNAL)
    cluster.world.clock.spawn("dies", lambda: repair.lose(storage, cache.device, destroyed=True))
    cluster.world.clock.sleep(200)


def restart_windows(cluster: Cluster) -> None:
    """Somebody does, and waits until the boot task has given up."""
    cluster.hosts["SALES2"].reboot()
    cluster.world.clock.sleep(1800)


def consent(cluster: Cluster) -> None:
    """The owner gives the unreadable cache up."""
    ends = cluster.world.clock.now() + timedelta(hours=2)
    cluster.instances["SALES2"].tags["cachewarden:consent"] = f"unreadable-cache/{ends:%Y-%m-%dT%H:%MZ}"


def cycled(synthesized: dict[str, dict[str, Any]], *before: Callable[[Cluster], None]) -> Run:
    """The run of a Cycle document for SALES2, after `before`."""
    story = load_story("cycle")
    asked = replace(story, steps=tuple(replace(step, node="SALES2") for step in story.steps))

    def prepare(cluster: Cluster) -> None:
        for change in before:
            change(cluster)

    return run_story(asked, seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)


def test_a_secondary_is_given_another_disk_by_consent_and_its_databases_are_seeded_again(synthesized):
    run = cycled(synthesized, let_the_cache_disk_die, restart_windows, consent)

    assert run.outcome.violations == ()
    ending = run.log.endings[-1].output
    assert (ending["outcome"], ending["goal"]) == ("Goal", "Cycled"), ending
    assert "EvacuateCache" not in run.log.actions
    assert {"StopInstance", "SnapshotDataVolumes", "RebuildStorage", "ReseedDatabases"} <= set(run.log.actions)
    assert any("unreadable-cache" in message["message"] for message in run.cluster.account.published)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ((restart_windows,), "With the consent 'unreadable-cache'"),
        ((consent,), "Restart Windows"),
    ],
    ids=["without the consent", "without a restart of Windows"],
)
@pytest.mark.campaign(suite=1)
def test_it_is_not_given_up(synthesized, before, told):
    run = cycled(synthesized, let_the_cache_disk_die, *before)

    assert run.outcome.violations == ()
    assert {ended.output["code"] for ended in run.log.endings} == {"CW6151"}
    assert told in run.log.endings[-1].output["sentence"]
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
