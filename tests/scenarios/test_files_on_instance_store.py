"""A stop destroys each file on instance store, also what SQL Server doesn't know: it is refused while one is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

BACKUP = r"S:\backup\sales_full.bak"


def write_a_backup(cluster: Cluster) -> None:
    """Somebody took the fast drive for one."""
    files = cluster.hosts["SALES2"].files
    files.make_directories(BACKUP.rpartition("\\")[0])
    files.write_bytes(BACKUP, b"TAPE")


def write_a_backup_later(cluster: Cluster) -> None:
    """While the cache moves."""
    cluster.world.clock.call_later(300, lambda: write_a_backup(cluster))


def stop_asked_for(synthesized: dict[str, dict[str, Any]], prepare: Callable[[Cluster], None]) -> Run:
    story = load_story("stop-by-document")
    asked = replace(
        story,
        steps=tuple(replace(step, node="SALES2", document="CacheWarden-StopInstance") for step in story.steps),
    )
    return run_story(asked, seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)


def assert_kept(run: Run) -> None:
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
    assert run.cluster.hosts["SALES2"].files.exists(BACKUP)
    assert run.cluster.in_service("SALES2")
    assert run.outcome.violations == ()


def test_a_backup_on_the_tempdb_drive_is_named_and_nothing_is_begun(synthesized):
    run = stop_asked_for(synthesized, write_a_backup)

    assert_kept(run)
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6166"]
    assert [ended.output["actions"] for ended in run.log.endings] == [[]]
    (message,) = (published["message"] for published in run.cluster.account.published)
    assert f"destroys {BACKUP}, which lies on instance store" in " ".join(message.split())


def test_one_that_is_written_while_the_cache_moves_brings_the_node_back_into_service(synthesized):
    run = stop_asked_for(synthesized, write_a_backup_later)

    assert_kept(run)
    (ended,) = run.log.endings
    assert "EvacuateCache" in [act["action"] for act in ended.output["actions"]]
