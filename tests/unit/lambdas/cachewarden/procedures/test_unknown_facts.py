"""What nobody has seen is no zero: each fact that a safe stop depends on refuses it while it is unknown."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.loop.consents import consents_in
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Abandon, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import BEGUN, LEASED, SAVED_MODES, decided, host, situation

HELD_AND_STOPPED = {**LEASED, "attempts": {**LEASED["attempts"], "StopSqlServer": 1}, "savedModes": SAVED_MODES}


def sql_server_is_down(sales: Sales) -> None:
    """Node one is a secondary whose SQL Server somebody has stopped; nothing fails over by itself any more."""
    sales.primary = sales.two
    sales.one.sql_running, sales.one.synchronized = False, False
    sales.one.tempdb_drive = None
    sales.one.failover_mode = sales.two.failover_mode = 1


def without_files(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["filesOnCache"] = None
    del host(evidence, 0)["sql"]["tempdbDrive"]


def without_count_of_system_databases(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["filesOnCache"]["systemDatabases"] = None
    del host(evidence, 0)["sql"]["tempdbDrive"]


def without_count_of_user_databases(evidence: dict[str, Any]) -> None:
    del host(evidence, 0)["sql"]["filesOnCache"]["userDatabasesOnTempdb"]
    del host(evidence, 0)["sql"]["tempdbDrive"]


def without_required_number(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["availabilityGroups"][0]["requiredSynchronized"] = None


def without_own_votes(evidence: dict[str, Any]) -> None:
    """One of two votes would remain; with the unknown one read as zero it would be one of one."""
    members = host(evidence, 0)["sql"]["cluster"]["members"]
    members[0]["votes"], members[-1]["votes"] = None, 0


UNKNOWN = {
    "which files lie where": (without_files, "whether a stop would destroy files of databases"),
    "how many system databases lie there": (without_count_of_system_databases, "files of databases"),
    "how many user databases lie there": (without_count_of_user_databases, "files of databases"),
    "how many secondaries a commit needs": (without_required_number, "how many synchronized secondaries sales-ag"),
    "a member's votes": (without_own_votes, "SALES1's votes"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_refuses_while_nobody_can_say(what):
    edit, told = UNKNOWN[what]

    decision = decided(edit=edit)

    assert isinstance(decision, Refuse), decision
    assert decision.code == "CW6117" and told in decision.sentence


@pytest.mark.parametrize("what", UNKNOWN)
def test_goes_back_into_service_when_a_fact_gets_lost_on_the_way(what):
    decision = decided(edit=UNKNOWN[what][0], **BEGUN)

    assert isinstance(decision, Abandon) and decision.code == "CW6117"


@pytest.mark.parametrize(("operation", "kind"), [({}, Refuse), (BEGUN, Abandon)])
def test_a_file_of_no_database_that_a_stop_destroys_keeps_the_node(operation, kind):
    drive = {"systemDatabases": 0, "foreignFiles": 10, "foreignFile": "S:/sales_full.bak"}

    decision = decided(lambda sales: setattr(sales.one, "tempdb_drive", drive), **operation)

    assert isinstance(decision, kind) and decision.code == "CW6166", decision
    assert "destroys S:/sales_full.bak" in decision.sentence
    assert "such files there: 10 or more. Move them" in decision.sentence


@pytest.mark.parametrize(("path", "told"), [("S:/cache.BPE", True), ("S:/cache.bak", False)])
def test_a_buffer_pool_extension_is_told_how_to_be_switched_off(path, told):
    drive = {"systemDatabases": 0, "foreignFiles": 1, "foreignFile": path}

    decision = decided(lambda sales: setattr(sales.one, "tempdb_drive", drive))

    assert isinstance(decision, Refuse) and decision.code == "CW6166", decision
    assert "such files there: 1. " in decision.sentence
    assert ("ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF" in decision.sentence) is told


def test_a_drive_that_cannot_be_read_keeps_no_cache_on_nvme_while_sql_server_says_what_is_there():
    drive = {"systemDatabases": 0, "foreignFiles": None, "lostDisk": "AWS6AAE"}

    assert isinstance(decided(lambda sales: setattr(sales.one, "tempdb_drive", drive)), Execute)


def test_a_node_whose_sql_server_somebody_else_stopped_is_not_stopped():
    decision = decided(sql_server_is_down)

    assert isinstance(decision, Refuse), decision
    assert decision.code == "CW6117"
    assert "start SQL Server" in decision.sentence


def on_the_tempdb_drive(drive: dict[str, Any]) -> Callable[[Sales], None]:
    def change(sales: Sales) -> None:
        sql_server_is_down(sales)
        sales.one.tempdb_drive = drive

    return change


def test_what_sql_server_said_last_and_what_lies_on_the_tempdb_drive_are_enough():
    decision = decided(on_the_tempdb_drive({"systemDatabases": 0, "foreignFiles": 0}))

    assert isinstance(decision, Execute) and decision.action == "SaveModes"


UNEXPLAINED = {"systemDatabases": 0, "foreignFiles": 1, "foreignFile": "S:/staging.mdf"}


@pytest.mark.parametrize(
    "drive",
    [
        UNEXPLAINED,
        {"systemDatabases": None, "foreignFiles": 0},
        {"systemDatabases": 2, "foreignFiles": 0},
        {"systemDatabases": 0, "foreignFiles": None},
        {},
    ],
)
@pytest.mark.parametrize("operation", [LEASED, HELD_AND_STOPPED])
def test_a_file_that_may_be_a_databases_keeps_the_node_whoever_stopped_sql_server(drive, operation):
    decision = decided(on_the_tempdb_drive(drive), **operation)

    assert isinstance(decision, (Refuse, Abandon)) and decision.code == "CW6117", decision
    assert drive.get("foreignFile", "") in decision.sentence


def with_no_service_listed(drive: dict[str, Any] | None, disabled: tuple[str, ...]) -> Callable[[Sales], None]:
    """A DBA has disabled SQL Server on the node, or it isn't installed there any more."""

    def change(sales: Sales) -> None:
        sql_server_is_down(sales)
        sales.one.sql_disabled, sales.one.tempdb_drive = disabled, drive

    return change


@pytest.mark.parametrize("disabled", [("MSSQLSERVER",), ()])
@pytest.mark.parametrize("operation", [{}, LEASED, HELD_AND_STOPPED])
@pytest.mark.parametrize(
    ("drive", "code", "told"),
    [
        ({**UNEXPLAINED, "systemDatabases": None}, "CW6166", "destroys S:/staging.mdf"),
        ({"systemDatabases": 0, "foreignFiles": None}, "CW6117", "what lies on its instance store can't be read"),
        ({"systemDatabases": 2, "foreignFiles": None}, "CW6117", "what lies on its instance store can't be read"),
        ({"systemDatabases": 0, "foreignFiles": None, "lostDisk": "AWS6AAE"}, "CW6117", "AWS6AAE"),
    ],
)
def test_where_no_service_is_listed_what_lies_on_instance_store_counts(drive, code, told, operation, disabled):
    decision = decided(with_no_service_listed(drive, disabled), **operation)

    assert isinstance(decision, (Refuse, Abandon)) and decision.code == code, decision
    assert told in decision.sentence
    if code == "CW6117" and "lostDisk" not in drive:
        named = "MSSQLSERVER is disabled" if disabled else "no SQL Server service is there"
        assert named in decision.sentence


def test_where_no_service_is_listed_and_nobody_looked_at_the_drive_the_node_is_kept():
    decision = decided(with_no_service_listed(None, ("MSSQLSERVER",)))

    assert isinstance(decision, Refuse) and decision.code == "CW6117", decision


@pytest.mark.parametrize("said_last", [None, 2])
@pytest.mark.parametrize("disabled", [("MSSQLSERVER",), ()])
def test_a_node_with_no_service_and_nothing_on_its_instance_store_is_stopped(disabled, said_last):
    """System databases that SQL Server had on the data drive, before it was taken off the node, lie on EBS."""
    drive = {"systemDatabases": said_last, "foreignFiles": 0}

    decision = decided(with_no_service_listed(drive, disabled), **HELD_AND_STOPPED)

    assert isinstance(decision, Execute) and decision.action == "EvacuateCache", decision


@pytest.mark.parametrize("disabled", [["OLD"], None])
def test_one_instance_that_answers_doesnt_speak_for_a_disabled_one(disabled):
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["disabled"] = disabled

    drive = {"systemDatabases": 0, "foreignFiles": None}
    decision = decided(lambda sales: setattr(sales.one, "tempdb_drive", drive), edit=edit)

    assert isinstance(decision, Refuse) and decision.code == "CW6117", decision
    assert ("OLD is disabled" if disabled else "disabled instances") in decision.sentence


@pytest.mark.parametrize(("disabled", "told"), [([], "isn't tempdb's"), (["OLD"], "known as"), (None, "known as")])
def test_a_file_that_a_disabled_instance_may_call_tempdbs_is_only_not_known_as_it(disabled, told):
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["disabled"] = disabled

    drive = {"systemDatabases": 0, "foreignFiles": 1, "foreignFile": "S:/tempdb-OLD/tempdb.mdf"}
    decision = decided(lambda sales: setattr(sales.one, "tempdb_drive", drive), edit=edit)

    assert isinstance(decision, Refuse) and decision.code == "CW6166", decision
    assert told in decision.sentence, decision.sentence


def test_right_after_a_boot_the_drive_of_a_node_with_a_disabled_sql_server_may_just_not_be_made_yet():
    def change(sales: Sales) -> None:
        with_no_service_listed({"systemDatabases": 0, "foreignFiles": None}, ("MSSQLSERVER",))(sales)
        sales.one.tempdb = False

    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["host"]["bootedAt"] = iso(situation().now - timedelta(seconds=60))

    decision = decided(change, edit=edit)

    assert isinstance(decision, Wait) and decision.reason is WaitReason.BOOT_TASK, decision


def test_what_a_dead_disk_held_is_asked_of_a_restart_of_windows_not_of_sql_server():
    def change(sales: Sales) -> None:
        on_the_tempdb_drive({"systemDatabases": 0, "foreignFiles": None, "lostDisk": "AWS6AAE"})(sales)
        sales.one.tags["cachewarden:consent"] = f"unknown-files/{sales.now + timedelta(hours=1):%Y-%m-%dT%H:%MZ}"

    seen = situation(change)
    asked = replace(seen.operation, consents=consents_in(seen.evidence, seen.operation, seen.now))
    decision = decide(seen.evidence, asked, seen.policy, seen.now)

    assert isinstance(decision, Refuse) and decision.code == "CW6117", decision
    assert "AWS6AAE" in decision.sentence and "restart Windows" in decision.sentence


@pytest.mark.parametrize("word", ["unknown-files", "outage"])
def test_sql_server_is_started_for_the_question_where_that_is_consented_to(word):
    def change(sales: Sales) -> None:
        on_the_tempdb_drive(UNEXPLAINED)(sales)
        sales.one.tags["cachewarden:consent"] = f"{word}/{sales.now + timedelta(hours=1):%Y-%m-%dT%H:%MZ}"

    seen = situation(change)
    asked = replace(seen.operation, consents=consents_in(seen.evidence, seen.operation, seen.now))
    decision = decide(seen.evidence, asked, seen.policy, seen.now)

    if word == "outage":
        assert isinstance(decision, Refuse) and decision.code == "CW6117"
    else:
        assert isinstance(decision, Execute) and decision.action == "StartSqlServer"
        assert "given by whoever set the tag" in decision.sentence


def test_after_its_own_stop_of_sql_server_the_operation_goes_on_with_what_it_saw_before():
    decision = decided(sql_server_is_down, **HELD_AND_STOPPED)

    assert isinstance(decision, Execute) and decision.action == "EvacuateCache"


def without(*keys: str) -> Callable[[dict[str, Any]], None]:
    def edit(evidence: dict[str, Any]) -> None:
        *outer, last = keys
        inner = host(evidence, 0)
        for key in outer:
            inner = inner[key]
        del inner[last]

    return edit


@pytest.mark.parametrize(
    "keys",
    [
        ("storage", "reasons"),
        ("storage", "missing"),
        ("storage", "freeInstanceStore"),
        ("storage", "uncached"),
        ("storage", "rebuilding"),
        ("storage", "jobs"),
        ("storage", "dataVolume"),
        ("storage", "tempdbVolume"),
        ("storage", "proof"),
        ("worker", "state"),
        ("sql", "instances"),
    ],
)
def test_a_report_that_lacks_what_every_host_says_is_no_report(keys):
    decision = decided(edit=without(*keys))

    assert decision.code == "CW6003" and f"{keys[-1]}: expected" in decision.sentence
