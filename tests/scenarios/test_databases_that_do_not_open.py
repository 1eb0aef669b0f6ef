"""Files that are there are opened, not thrown away: SQL Server came up before its data drive did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.settings import Settings
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.settings import SqlSettings

NODE = "SALES2"


def start_sql_server_without_its_drive(cluster: Cluster) -> None:
    """Somebody's update does, and the drive comes back a moment later."""
    host = cluster.hosts[NODE]
    clock, services = cluster.world.clock, host.services
    service = services["MSSQLSERVER"]

    def act() -> None:
        services.stop(service, force=True)
        set_offline(cluster, "$true")
        services.start(service)
        clock.sleep(30)
        set_offline(cluster, "$false")

    clock.spawn("update", act)
    clock.sleep(120)


def set_offline(cluster: Cluster, value: str) -> None:
    script = f"Get-VirtualDisk -FriendlyName 'WCDB' | Get-Disk | Set-Disk -IsOffline {value} -ErrorAction Stop"
    cluster.hosts[NODE].run_script(script, "drive.ps1", {})


def brought_back(synthesized: dict[str, dict[str, Any]], *before: Callable[[Cluster], None], **sql: Any) -> Run:
    story = load_story("start-by-document")
    asked = replace(story, after=None, steps=tuple(replace(step, node=NODE) for step in story.steps))

    def prepare(cluster: Cluster) -> None:
        for change in before:
            change(cluster)

    return run_story(
        asked,
        seed=1,
        templates=synthesized,
        progress=SilentProgress(),
        prepare=prepare,
        settings=Settings([SqlSettings(**sql)]),
    )


def states(run: Run) -> set[DatabaseState]:
    sql = run.cluster.hosts[NODE].sql
    assert sql is not None
    return {database.state for database in sql.databases.values()}


def test_databases_whose_files_are_there_are_opened_by_a_restart_and_not_reseeded(synthesized):
    run = brought_back(synthesized, start_sql_server_without_its_drive, suspension_survives_restart=False)

    assert run.log.actions == ("StopSqlServer", "StartSqlServer")
    assert states(run) == {DatabaseState.ONLINE}
    assert [ended.output["outcome"] for ended in run.log.endings] == ["Goal"]
    assert run.outcome.violations == ()


def test_where_they_stay_suspended_a_person_is_told_what_to_run_while_the_log_still_lasts(synthesized):
    run = brought_back(synthesized, start_sql_server_without_its_drive)

    assert run.log.actions == ("StopSqlServer", "StartSqlServer")
    assert states(run) == {DatabaseState.ONLINE}
    ended = run.log.endings[0]
    assert (ended.output["outcome"], ended.output["code"]) == ("Attention", "CW6204")
    assert "2 suspended: where suspend_reason_desc" in ended.output["sentence"]
    assert "Else run ALTER DATABASE ... SET HADR RESUME there" in ended.output["sentence"]
    assert run.virtual_seconds < 3600
    assert run.outcome.violations == ()


def test_a_copy_with_a_file_left_is_a_persons(synthesized):
    def lose_one_file(cluster: Cluster) -> None:
        start_sql_server_without_its_drive(cluster)
        host = cluster.hosts[NODE]
        assert host.sql is not None
        host.files.remove(host.sql.databases["orders"].files[0].path)

    run = brought_back(synthesized, lose_one_file, suspension_survives_restart=False)

    assert "ReseedDatabases" not in run.log.actions
    (ended,) = run.log.endings
    assert (ended.output["outcome"], ended.output["code"]) == ("Attention", "CW6215")
    assert "orders: 1 of 2 files are there" in ended.output["sentence"]
    assert run.outcome.violations == ()


def test_a_database_of_no_group_that_does_not_open_is_told(synthesized):
    def lose_another(cluster: Cluster) -> None:
        sql = cluster.hosts[NODE].sql
        assert sql is not None
        sql.new_database("archive", data_bytes=1 << 30, folder=r"D:\MSSQL\DATA")
        cluster.hosts[NODE].files.remove(r"D:\MSSQL\DATA\archive.mdf")
        sql.databases["archive"].state = DatabaseState.RECOVERY_PENDING

    run = brought_back(synthesized, lose_another)

    assert run.log.actions == ()
    (ended,) = run.log.endings
    assert ended.output["code"] == "CW6215" and "archive: 1 of 2 files are there" in ended.output["sentence"]
    assert run.outcome.violations == ()
