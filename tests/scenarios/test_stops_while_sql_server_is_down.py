"""A stop that is asked for while SQL Server is down: nobody can say what lies on the drive that the stop destroys."""

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
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.storage.pools import repair
from rehearsal.world.windows.system.services import StartMode

STAGING = r"S:\tempdb\staging1.mdf"


def stop_sql_server_of_the_secondary(cluster: Cluster) -> None:
    """Somebody does, before asking for the stop of the node."""
    host = cluster.hosts["SALES2"]
    service = host.services["MSSQLSERVER"]
    cluster.world.clock.spawn("stop", lambda: host.services.stop(service, force=True))
    cluster.world.clock.sleep(120)


def put_a_database_on_the_tempdb_drive(cluster: Cluster) -> None:
    """One outside of the groups."""
    sql = cluster.hosts["SALES2"].sql
    assert sql is not None
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging1", path=STAGING, size_kb=8192)
    sql.write_files(sql.add_database("staging", (file,)))


def forget_tempdb(cluster: Cluster) -> None:
    """The host has never heard from SQL Server where tempdb's files are."""
    cluster.hosts["SALES2"].files.remove(r"C:\ProgramData\CacheWarden\files.json")


def consent(cluster: Cluster) -> None:
    """Whoever asks for the stop accepts that SQL Server is started for the question."""
    ends = cluster.world.clock.now() + timedelta(hours=2)
    cluster.instances["SALES2"].tags["cachewarden:consent"] = f"unknown-files/{ends:%Y-%m-%dT%H:%MZ}"


def disable_sql_server_of_the_secondary(cluster: Cluster) -> None:
    """A DBA does, in Services; it is the only instance there."""
    stop_sql_server_of_the_secondary(cluster)
    for name in ("MSSQLSERVER", "SQLSERVERAGENT"):
        cluster.hosts["SALES2"].services[name].start_mode = StartMode.DISABLED


def asked_for_while_sql_server_is_down(
    synthesized: dict[str, dict[str, Any]],
    *before: Callable[[Cluster], None],
    document: str = "CacheWarden-StopInstance",
) -> Run:
    """The run of a stop of SALES2, whose SQL Server was stopped after `before`."""
    story = load_story("stop-by-document")
    asked = replace(story, steps=tuple(replace(step, node="SALES2", document=document) for step in story.steps))

    def prepare(cluster: Cluster) -> None:
        for change in (*before, stop_sql_server_of_the_secondary):
            change(cluster)

    return run_story(asked, seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)


def test_a_database_on_the_tempdb_drive_survives_a_stop_that_is_asked_for_while_sql_server_is_down(synthesized):
    run = asked_for_while_sql_server_is_down(synthesized, put_a_database_on_the_tempdb_drive)

    host = run.cluster.hosts["SALES2"]
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
    assert host.files.exists(STAGING)
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6117"]
    (message,) = (published["message"] for published in run.cluster.account.published)
    assert f"MSSQLSERVER is not running, and {STAGING} may be a database's; start SQL Server and ask again" in message
    assert run.outcome.violations == ()


@pytest.mark.parametrize(
    ("document", "code"),
    [
        # It is in no group: its outage is asked about first, then what else the stop would do to it.
        ("CacheWarden-StopInstance", "CW6111"),
        ("CacheWarden-AcceptOutageAndStopInstance", "CW6115"),
    ],
)
@pytest.mark.campaign(suite=1)
def test_where_it_is_consented_to_sql_server_is_started_and_says_which_database_would_be_lost(
    synthesized, document, code
):
    run = asked_for_while_sql_server_is_down(
        synthesized, put_a_database_on_the_tempdb_drive, consent, document=document
    )

    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
    assert run.cluster.hosts["SALES2"].files.exists(STAGING)
    (message,) = (published["message"] for published in run.cluster.account.published)
    assert code in message and "unknown-files" in message
    assert run.cluster.sql_runs("SALES2")
    assert run.outcome.violations == ()


def test_where_nothing_but_tempdb_lies_there_the_node_is_stopped_without_a_question(synthesized):
    run = asked_for_while_sql_server_is_down(synthesized)

    assert run.cluster.instances["SALES2"].state.api_name == "stopped"
    events = run.cluster.world.trace.events[run.begins_at :]
    assert not [event for event in events if event.text == "SQL Server SALES2 runs"]
    assert run.outcome.violations == ()


def test_what_nobody_has_told_yet_refuses(synthesized):
    """CacheWarden was installed while SQL Server was down: no file on the drive is known as tempdb's."""
    run = asked_for_while_sql_server_is_down(synthesized, forget_tempdb)

    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6117"]
    assert run.outcome.violations == ()


def test_where_it_says_that_nothing_would_be_lost_the_node_is_stopped(synthesized):
    run = asked_for_while_sql_server_is_down(synthesized, consent)

    assert run.cluster.instances["SALES2"].state.api_name == "stopped"
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6001"]
    messages = [published["message"] for published in run.cluster.account.published]
    assert any("Consent: 'unknown-files', given by whoever set the tag" in message for message in messages)
    assert run.outcome.violations == ()


@pytest.mark.parametrize("document", ["CacheWarden-StopInstance", "CacheWarden-AcceptOutageAndStopInstance"])
@pytest.mark.campaign(suite=1)
def test_a_database_of_a_disabled_sql_server_survives(synthesized, document):
    prepared = (put_a_database_on_the_tempdb_drive, disable_sql_server_of_the_secondary)
    run = asked_for_while_sql_server_is_down(synthesized, *prepared, document=document)

    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.hosts["SALES2"].files.exists(STAGING)
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6166"]
    assert run.outcome.violations == ()


def test_a_node_whose_disabled_sql_server_has_nothing_but_tempdb_there_is_stopped(synthesized):
    run = asked_for_while_sql_server_is_down(synthesized, disable_sql_server_of_the_secondary)

    assert run.cluster.instances["SALES2"].state.api_name == "stopped"
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6001"]
    assert run.outcome.violations == ()


def let_the_tempdb_disk_die(cluster: Cluster) -> None:
    """The NVMe device under S: fails for good; SQL Server ends itself for want of tempdb."""
    host = cluster.hosts["SALES2"]
    (pool,) = (pool for pool in host.storage.pools.values() if pool.friendly_name == "SSD")
    (member,) = pool.members.values()
    cluster.world.clock.spawn("dies", lambda: repair.lose(host.storage, member.device, destroyed=True))
    cluster.world.clock.sleep(120)
    assert not cluster.sql_runs("SALES2")


def test_a_node_whose_tempdb_disk_died_saves_its_cache_and_gets_another_host(synthesized):
    story = load_story("cycle")
    asked = replace(story, steps=tuple(replace(step, node="SALES2") for step in story.steps))
    run = run_story(asked, seed=1, templates=synthesized, progress=SilentProgress(), prepare=let_the_tempdb_disk_die)

    assert [ended.output["outcome"] for ended in run.log.endings] == ["Goal"]
    assert "EvacuateCache" in run.log.actions and "RebuildStorage" not in run.log.actions
    assert run.cluster.sql_runs("SALES2")
    assert run.outcome.violations == ()
