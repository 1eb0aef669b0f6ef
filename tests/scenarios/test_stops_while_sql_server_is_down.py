"""A stop that is asked for while SQL Server is down: nobody can say what lies on the drive that the stop destroys."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind

STAGING = r"S:\tempdb\staging1.mdf"


def stop_sql_server_of_the_secondary(cluster: Cluster) -> None:
    """Somebody does, after putting a database outside of the groups onto the tempdb drive."""
    host = cluster.hosts["SALES2"]
    assert host.sql is not None
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging1", path=STAGING, size_kb=8192)
    host.sql.write_files(host.sql.add_database("staging", (file,)))
    service = host.services["MSSQLSERVER"]
    cluster.world.clock.spawn("stop", lambda: host.services.stop(service, force=True))
    cluster.world.clock.sleep(120)


def test_a_database_on_the_tempdb_drive_survives_a_stop_that_is_asked_for_while_sql_server_is_down(synthesized):
    story = load_story("stop-by-document")
    asked = replace(story, steps=tuple(replace(step, node="SALES2") for step in story.steps))

    run = run_story(
        asked, seed=1, templates=synthesized, progress=SilentProgress(), prepare=stop_sql_server_of_the_secondary
    )

    host = run.cluster.hosts["SALES2"]
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
    assert host.files.exists(STAGING)
    assert [ended.output["code"] for ended in run.log.endings] == ["CW6117"]
    (message,) = (published["message"] for published in run.cluster.account.published)
    assert "MSSQLSERVER is not running; start SQL Server and ask again" in message
    assert run.outcome.violations == ()
