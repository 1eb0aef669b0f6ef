"""Broken agreements between scripts and T-SQL, and between what hosts report and what Decide reads."""

from __future__ import annotations

import pytest

from checks.host_scripts import evidence as host_evidence
from checks.host_scripts.script_reading import reading_of
from checks.host_scripts.script_types import Record, SqlRow
from checks.host_scripts.sources import ENTRY, FUNCTIONS, host_scripts
from checks.sql import rows as sql_rows
from tests.unit.checks.breaking import path_of, the_finding, with_text

SQL = "ssm_documents/sql"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "Add-CwFileEvidence.ps1",
            "$row['system_databases']",
            "$row['systems_databases']",
            "observe_files.sql gives no column systems_databases",
        ),
        (
            "Get-CwAvailabilityGroup.ps1",
            "$row['operational_state']",
            "$row['operational']",
            "observe_availability_groups",
        ),
        (
            "Add-CwFileEvidence.ps1",
            "tempdb_path =",
            "tempdb_folder =",
            "observe_files.sql takes @data_path, @further_paths, @tempdb_path, "
            "it is given @data_path, @further_paths, @tempdb_folder",
        ),
        (
            "observe_logs.sql",
            "AS measured_count",
            "AS rated_count",
            "observe_logs.sql gives no column measured_count",
        ),
        ("database_files.sql", "= @database_id", "= 2", "database_files.sql takes no parameters, it is given"),
    ],
)
def test_rows_and_parameters(deployment, file, old, new, problem):
    findings = sql_rows.CHECK.run(with_text(deployment, path_of(deployment, file), old, new))
    assert findings and all(problem in finding.problem for finding in findings)
    assert all(finding.where.startswith(f"{FUNCTIONS}/") for finding in findings)


def test_a_column_that_only_one_version_s_text_gives(deployment):
    broken = with_text(deployment, f"{SQL}/observe/observe_availability_groups_2016.sql", "0 AS cluster_type,", "")
    finding = the_finding(sql_rows.CHECK, broken)
    assert finding.problem == "observe_availability_groups_2016.sql gives no column cluster_type"


def test_every_query_of_the_tree_and_most_of_what_is_read_is_known(deployment):
    reading = reading_of(host_scripts(deployment))
    assert len(reading.queries) >= 12
    assert len([kind for *_, kind in reading.reads if isinstance(kind, SqlRow)]) >= 60


@pytest.mark.parametrize(
    ("function", "old", "new", "missing"),
    [
        ("Get-CwStorageEvidence", "proof = [ordered]", "prove = [ordered]", {"storage.proof"}),
        ("Get-CwStorageEvidence", "evacuated = $evacuated", "done = $evacuated", {"storage.proof.evacuated"}),
        ("Get-CwStorageEvidence", "bytesTotal = $job", "bytes = $job", {"storage.jobs.bytesTotal"}),
        ("Get-CwSeeding", "bytesDone = ", "bytes = ", {"sql.seeding.bytesDone"}),
        (
            "Get-CwAvailabilityGroup",
            "failoverReady = ",
            "ready = ",
            {"sql.availabilityGroups.replicas.databases.failoverReady"},
        ),
        ("Get-CwSqlRight", "viewServerState = ", "serverState = ", {"sql.permissions.viewServerState"}),
        ("ConvertTo-CwAnswer", "$answer['evidence'] = ", "$answer['facts'] = ", {"evidence"}),
    ],
)
@pytest.mark.campaign(suite=3)
def test_a_fact_that_decide_reads_and_no_host_gives(deployment, function, old, new, missing):
    findings = host_evidence.CHECK.run(with_text(deployment, path_of(deployment, f"{function}.ps1"), old, new))
    assert {finding.problem for finding in findings} == {
        f"Decide reads {path} of it, which no host gives" for path in missing
    }


def test_a_fact_that_decide_reads_under_another_name(deployment):
    broken = with_text(
        deployment, "lambdas/cachewarden/evidence/storage.py", 'proof.flag("evacuated")', 'proof.flag("isEvacuated")'
    )
    assert "storage.proof.isEvacuated" in the_finding(host_evidence.CHECK, broken).problem


def test_what_hosts_observe_is_known_to_its_depth(deployment):
    reading = reading_of(host_scripts(deployment))
    evidence = reading.variable(f"{ENTRY}/observe_host.ps1", "evidence")
    for key in ("sql", "availabilitygroups", "replicas", "worst"):
        assert isinstance(evidence, Record)
        evidence = evidence.members[key]
    assert isinstance(evidence, Record) and "ready" in evidence.members
