"""Broken T-SQL texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checks.sql import texts as sql_texts
from tests.unit.checks.breaking import path_of, the_finding, with_text

SQL = "ssm_documents/sql"


@pytest.mark.parametrize(
    ("stem", "old", "new", "problem"),
    [
        ("observe_cluster", "c.quorum_state", "c.quorum_stat", "SQL Server 2016 says: Msg 207, Invalid column name"),
        ("observe_cluster", "sys.dm_hadr_cluster ", "sys.dm_hadr_clusters ", "Msg 208, Invalid object name"),
        ("observe_cluster", "SELECT", "SELEKT", "SQL Server 2016 says:"),
        (
            "observe_availability_groups_2016",
            "0 AS cluster_type",
            "ag.cluster_type",
            "SQL Server 2016 says: Msg 207, Invalid column name 'cluster_type'",
        ),
        (
            "observe_availability_groups",
            "ag.cluster_type,",
            "ag.cluster_type, ag.is_contained,",
            "SQL Server 2017 says: Msg 207, Invalid column name 'is_contained'",
        ),
        ("observe_cluster", "c.quorum_state", "c.Quorum_state", "Latin1_General_CS_AS says: Msg 207, Invalid column"),
        ("observe_cluster", "c.quorum_state", "C.quorum_state", "Latin1_General_CS_AS says: Msg 4104"),
        ("observe_cluster", "sys.dm_hadr_cluster ", "sys.DM_hadr_cluster ", "Latin1_General_CS_AS says: Msg 208"),
        ("observe_files", "LIKE UPPER(@data_path)", "LIKE UPPER(@Data_path)", "is also written @"),
        ("fail_over", "FAILOVER", "FAIL_OVER", "SQL Server 2016 says:"),
        ("set_failover_mode", "AUTOMATIC or MANUAL", "AUTOMATIC or BY_HAND", "SQL Server 2016 says:"),
        ("drop_lost_database", "{DatabaseId}", "{DatabseId}", "no script gives {DatabseId} a quoted name"),
    ],
)
def test_a_text_that_the_oldest_server_refuses(deployment, stem, old, new, problem):
    path = path_of(deployment, f"{stem}.sql")
    finding = the_finding(sql_texts.CHECK, with_text(deployment, path, old, new))
    assert problem in finding.problem
    assert finding.where.startswith(path)


def test_the_line_of_a_mistake_is_told(deployment):
    old = "UPPER(mf.physical_name) LIKE UPPER(@data_path)"
    broken = with_text(deployment, f"{SQL}/observe/observe_files.sql", old, "mf.path LIKE @data_path")
    assert the_finding(sql_texts.CHECK, broken).where == f"{SQL}/observe/observe_files.sql:11"


def test_a_text_that_nobody_uses_and_one_that_nobody_wrote(deployment):
    broken = replace(deployment, files={**deployment.files, f"{SQL}/observe/idle.sql": "SELECT 1;"})
    assert the_finding(sql_texts.CHECK, broken).problem == "no script uses it"
    path = path_of(deployment, "Get-CwAvailabilityGroup.ps1")
    broken = with_text(deployment, path, "$CwSql.observe_replicas", "$CwSql.observe_replica")
    problems = {finding.problem for finding in sql_texts.CHECK.run(broken)}
    assert f"$CwSql.observe_replica has no file observe_replica.sql below {SQL}" in problems
