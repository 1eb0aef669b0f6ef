"""Seeding under way, hanging, failed: what is waited for, begun again, and given up."""

import copy
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.operation_json import saved_modes_to_json
from cachewarden.operation.timing import SEEDING_STALLED_S
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host

GIB = 1024**3


def seeding(state: str = "SEEDING", *, done: int = GIB, remote: str = "SALES1", failure: str | None = None) -> dict:
    return {
        "ag": GROUP,
        "database": "orders",
        "remote": remote,
        "state": state,
        "failure": failure,
        "bytesDone": done,
        "bytesTotal": 100 * GIB,
        "bytesPerSecond": 0,
    }


def on_the_way_back(
    *rows: dict[str, Any],
    still_s: float = 0.0,
    progress: int = GIB,
    tries: int = 1,
    state: int | None = None,
    reported_by_primary: bool = False,
    databases: int = 2,
    room_s: int | None = 100_000,
) -> Decision:
    """What is decided for node one, a secondary that lacks `orders` and reports these seedings, newest first."""

    def change(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.lost_databases, sales.one.synchronized = True, False
        sales.log["roomS"] = room_s

    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 1 if reported_by_primary else 0)["sql"]["seeding"] = list(rows)
        for index in (0, 1):
            for replica in host(evidence, index)["sql"]["availabilityGroups"][0]["replicas"]:
                replica["databases"]["count"] = databases
                for database in replica["worst"]:
                    database["state"] = state

    now = Sales().now
    return decided(
        change,
        goal="InService",
        edit=edit,
        **LEASED | {"attempts": {**LEASED["attempts"], "ReseedDatabases": tries}},
        waiting={
            "topic": "seeding",
            "since": iso(now - timedelta(hours=3)),
            "progress": progress,
            "progressedAt": iso(now - timedelta(seconds=still_s)),
        },
    )


def test_a_seeding_that_gets_on_is_waited_for_however_long_it_takes():
    decision = on_the_way_back(seeding(done=2 * GIB), still_s=2 * SEEDING_STALLED_S)

    assert isinstance(decision, Wait)
    assert decision.progress == 2 * GIB


@pytest.mark.parametrize(("room_s", "full_first"), [(991, False), (980, True)])
def test_a_person_is_called_while_the_primarys_log_lasts_if_it_would_be_full_before_the_seeding_ends(
    room_s, full_first
):
    """99 GiB are left at 0.1 GiB/s: a bit more than 990 s."""
    decision = on_the_way_back(seeding() | {"bytesPerSecond": GIB // 10}, room_s=room_s)

    if not full_first:
        assert isinstance(decision, Wait)
        return
    assert isinstance(decision, Refuse) and decision.code is Code.LOG_WOULD_FILL
    assert "are full in 16 minutes" in decision.sentence and "It goes on" in decision.sentence
    assert f"AvailabilityGroups={GROUP}, Replicas=r1" in decision.sentence


def test_as_long_as_the_log_lasts_for_hours_the_seeding_may_get_faster():
    assert isinstance(on_the_way_back(seeding() | {"bytesPerSecond": 1 << 20}, room_s=7201), Wait)
    assert isinstance(on_the_way_back(seeding() | {"bytesPerSecond": 1 << 20}, room_s=7199), Refuse)


def test_a_seeding_whose_rate_is_not_told_is_not_measured_against_the_log():
    assert isinstance(on_the_way_back(seeding(done=2 * GIB), room_s=60), Wait)


def test_a_seeding_that_stands_still_is_waited_for_up_to_the_bound():
    assert isinstance(on_the_way_back(seeding(), still_s=SEEDING_STALLED_S - 60), Wait)


def test_a_seeding_that_hangs_is_cancelled_and_begun_again():
    decision = on_the_way_back(seeding(), still_s=SEEDING_STALLED_S + 60)

    assert isinstance(decision, Execute), decision
    assert decision.action == "ReseedDatabases"
    assert decision.parameters["Restart"] == "yes"
    assert decision.parameters["Databases"] == f"{GROUP}/db-1"


def test_a_seeding_that_hangs_before_its_first_byte_is_begun_again():
    waits = seeding("CHECK_IF_SEEDING_NEEDED", done=0)

    decision = on_the_way_back(waits, progress=0, still_s=SEEDING_STALLED_S + 60)

    assert isinstance(decision, Execute)


def test_a_seeding_that_hangs_again_and_again_is_left_to_a_person():
    decision = on_the_way_back(seeding(), still_s=SEEDING_STALLED_S + 60, tries=4)

    assert isinstance(decision, Refuse)
    assert decision.code == "CW6212"


def test_a_seeding_of_another_replica_is_none_of_ours():
    elsewhere = seeding(remote="SALES3")

    decision = on_the_way_back(elsewhere, reported_by_primary=True, state=3)

    assert isinstance(decision, Execute)
    assert decision.parameters["Restart"] == "no"


def test_a_database_whose_seeding_failed_is_lost_again_at_once():
    decision = on_the_way_back(seeding("FAILED", failure="Seeding"))

    assert isinstance(decision, Execute), decision
    assert decision.action == "ReseedDatabases"


def test_a_database_that_was_seeded_after_a_failure_is_just_opening():
    rows = (seeding("COMPLETED"), seeding("FAILED", failure="Seeding"))

    assert isinstance(on_the_way_back(*rows), Wait)


def test_a_failure_of_former_times_makes_nothing_lost():
    assert isinstance(on_the_way_back(seeding("FAILED", failure="Seeding"), tries=0), Wait)


def test_seeding_that_fails_again_and_again_is_left_to_a_person():
    decision = on_the_way_back(seeding("FAILED", failure="Seeding"), tries=4)

    assert isinstance(decision, Refuse)
    assert decision.code == "CW6212"


def test_many_databases_take_many_calls_without_being_tried_too_often():
    assert isinstance(on_the_way_back(seeding("FAILED", failure="Seeding"), tries=4, databases=30), Execute)


LEDGER = "9" * 8 + GROUP[8:]


def seeded_first(*, ledger_room_s: int | None, sales_copies: int = 1) -> str:
    """The group that comes first where databases of sales (100,000 s until its log is full) and ledger were lost."""

    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            groups = host(evidence, index)["sql"]["availabilityGroups"]
            groups.append(copy.deepcopy(groups[0]) | {"id": LEDGER, "name": "ledger-ag"})
        sales, ledger = groups
        ledger["log"]["roomS"] = ledger_room_s
        led = next(each for each in sales["replicas"] if each["local"])
        for number in range(1, sales_copies):
            sales["replicas"].append(led | {"id": f"x{number}", "server": f"FAR{number}", "local": False})

    decision = decided(lost, goal="InService", edit=edit, **LEASED)
    assert isinstance(decision, Execute) and decision.action == "ReseedDatabases", decision
    first, _, _ = decision.parameters["Databases"].partition("/")
    return {GROUP: "sales", LEDGER: "ledger"}[first]


def test_databases_whose_primarys_log_is_full_the_soonest_are_seeded_first():
    assert seeded_first(ledger_room_s=1_000_000) == "sales"
    assert seeded_first(ledger_room_s=3_600) == "ledger"


def test_databases_of_a_group_with_fewer_copies_elsewhere_are_seeded_first():
    assert seeded_first(ledger_room_s=1_000_000, sales_copies=2) == "ledger"


def test_a_group_that_no_primary_can_seed_keeps_no_other_from_being_seeded():
    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            groups = host(evidence, index)["sql"]["availabilityGroups"]
            groups.append(copy.deepcopy(groups[0]) | {"id": LEDGER, "name": "ledger-ag"})
        ledger = groups[-1]
        ledger["operational"] = 0
        host(evidence, 0)["sql"]["availabilityGroups"].reverse()

    decision = decided(lost, goal="InService", edit=edit, **LEASED)
    assert isinstance(decision, Execute) and decision.parameters["Databases"].startswith(GROUP), decision


def without_automatic_seeding(evidence: dict[str, Any]) -> None:
    for index in (0, 1):
        for replica in host(evidence, index)["sql"]["availabilityGroups"][0]["replicas"]:
            replica["seedingMode"] = 1


def lost(sales: Sales) -> None:
    sales.primary = sales.two
    sales.one.lost_databases, sales.one.synchronized = True, False


def test_a_manual_seeding_mode_is_written_down_before_reseeding_changes_it():
    decision = decided(lost, goal="InService", edit=without_automatic_seeding, **LEASED)
    assert isinstance(decision, Execute) and decision.action == "SaveModes", decision
    assert [(mode.replica, mode.seeding_mode) for mode in decision.modes] == [("r1", 1)]

    saved = saved_modes_to_json(decision.modes)
    decision = decided(lost, goal="InService", edit=without_automatic_seeding, **LEASED, savedModes=saved)
    assert isinstance(decision, Execute) and decision.action == "ReseedDatabases", decision


@pytest.mark.parametrize("text", ["backup", "Backup ", "back-up"])
def test_an_owner_who_wants_databases_restored_from_backups_gets_none_seeded(text):
    """Nor is a seeding mode written down, which the DBA sets; a value that nobody knows seeds nothing either."""

    def keep_from_seeding(sales: Sales) -> None:
        lost(sales)
        sales.one.tags["cachewarden:reseed"] = text

    decision = decided(keep_from_seeding, goal="InService", edit=without_automatic_seeding, **LEASED)
    assert isinstance(decision, Refuse) and decision.code == "CW6232", decision


def test_it_comes_back_once_the_databases_are_there():
    saved = [{"ag": GROUP, "replica": "r1", "server": "SALES1", "availabilityMode": 1, "failoverMode": 0}]
    seeded: list[dict[str, Any]] = [{**saved[0], "seedingMode": 1}]

    def back(sales: Sales) -> None:
        sales.primary = sales.two

    decision = decided(back, goal="InService", **LEASED, savedModes=seeded)
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
    assert decision.parameters["Modes"] == f"{GROUP}/r1/1/0/1"
    # What an earlier version wrote down doesn't say it: the seeding mode stays as it is.
    decision = decided(back, goal="InService", **LEASED, savedModes=saved)
    assert isinstance(decision, Execute) and decision.action == "ForgetModes", decision
