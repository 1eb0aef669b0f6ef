"""Another instance type: what stands against one, what its disks must hold, and when the node stops for it."""

from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Abandon, Complete, Execute, Refuse
from tests.unit.lambdas.instance_types import GB, facts, wanted_type
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, decided, host

WANTED = "r5d.8xlarge"
BEGUN = {**LEASED["attempts"], "StopInstance": 1}


def resized(wanted: dict[str, Any] | None, *, state: str = "running", now: str = "r5d.4xlarge", **more: Any):
    def change(sales: Sales) -> None:
        sales.primary = sales.two
        sales.wanted_type = wanted
        sales.one.state, sales.one.instance_type = state, now
        if state == "stopped":
            sales.one.online = False

    name = wanted["name"] if wanted is not None else None
    edit = more.pop("edit", lambda evidence: None)
    return decided(change, goal="Resized", edit=edit, instanceType=name, **{**LEASED, **more})


def test_a_type_that_suits_begins_with_a_stop():
    decision = resized(wanted_type())
    assert isinstance(decision, Execute) and decision.action in (Action.SAVE_MODES, Action.HOLD_REPLICA_MODES)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (wanted_type(offered=False), "the zone eu-central-1a doesn't have r5d.8xlarge"),
        (wanted_type(facts={"architectures": ["arm64"]}), "is x86_64, the type arm64"),
        (wanted_type(facts={"virtualizations": ["paravirtual"]}), "is hvm, the type paravirtual"),
        (wanted_type(facts={"xen": True}), "r5d.8xlarge runs on Xen"),
        (wanted_type(instance={"ena": None}), "doesn't show it enabled"),
        (wanted_type(instance={"ena": False}), "doesn't show it enabled"),
        (wanted_type(instance={"interfaces": 9}), "9 network interfaces, the type takes 8"),
        (wanted_type(instance={"addresses": 31}), "31 IPv4 addresses"),
        (wanted_type(instance={"reservation": "cr-1"}), "capacity reservation cr-1 only"),
        (
            wanted_type(instance={"reservation": "cr-1"}, reservations=[{"id": "cr-1", "open": False, "available": 0}]),
            "capacity reservation cr-1 only",
        ),
        (
            wanted_type(instance={"onlyReserved": True}, reservations=[{"id": "cr-1", "open": False, "available": 3}]),
            "none of this type and zone has room",
        ),
        (wanted_type(wanted=None), "EC2 knows no instance type r5d.8xlarge"),
        (wanted_type(present=None), "EC2 knows no instance type r5d.4xlarge"),
        (None, "no instance type is named"),
    ],
)
def test_what_stands_against_a_type_is_said_before_anything_is_changed(wanted, told):
    decision = resized(wanted)
    assert isinstance(decision, Refuse) and decision.code.value == "CW6164"
    assert told in decision.sentence


@pytest.mark.parametrize(
    "wanted",
    [
        wanted_type(instance={"reservation": "cr-1"}, reservations=[{"id": "cr-1", "open": False, "available": 1}]),
        wanted_type(instance={"onlyReserved": True}, reservations=[{"id": "cr-1", "open": True, "available": 1}]),
        wanted_type(instance={"ena": False}, facts={"needsEna": False}),
        wanted_type(facts={"interfacesMax": None, "addressesMax": None}),
    ],
)
def test_a_reservation_with_room_or_a_limit_that_is_not_told_stands_against_nothing(wanted):
    assert isinstance(resized(wanted), Execute)


@pytest.mark.parametrize(
    ("name", "tempdb_bytes", "told"),
    [
        ("r5.4xlarge", None, "it has no NVMe disk"),
        ("r5d.large", None, "its largest NVMe disk has 70 GiB"),
        ("r6id.4xlarge", None, "cache and tempdb drive need two NVMe disks"),
        (WANTED, 601 * GB, "beside the cache its NVMe disks have 559 GiB"),
    ],
)
def test_its_disks_must_hold_cache_and_tempdb(name, tempdb_bytes, told):
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["tempdbBytes"] = tempdb_bytes

    decision = resized(wanted_type(name), edit=edit)
    assert isinstance(decision, Refuse) and decision.code.value == "CW6165"
    assert told in decision.sentence


def test_one_disk_is_enough_where_no_tempdb_drive_belongs():
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["storage"]["tempdbVolume"] = {"expected": False, "present": False}

    assert isinstance(resized(wanted_type("r6id.4xlarge"), edit=edit), Execute)


@pytest.mark.parametrize(
    ("former", "answer"),
    [
        (None, "CW6165"),
        (facts("r5d.4xlarge", disks=[{"bytes": 700 * GB}]), "CW6165"),
        (facts("r5d.4xlarge", disks=[{"bytes": 1 * GB}] * 3), "CW6165"),
        (facts("r5d.4xlarge"), "ChangeInstanceType"),
        (facts(WANTED), "ChangeInstanceType"),
    ],
)
def test_of_a_stopped_node_its_former_type_says_what_it_needs(former, answer):
    decision = resized(wanted_type(former=former), state="stopped")
    told = decision.action.value if isinstance(decision, Execute) else decision.code.value
    assert told == answer, decision.sentence


def test_after_our_own_stop_what_was_judged_before_it_holds():
    decision = resized(wanted_type("r6id.4xlarge"), state="stopped", attempts=BEGUN)
    assert isinstance(decision, Execute) and decision.action is Action.CHANGE_INSTANCE_TYPE
    assert dict(decision.parameters) == {"instanceType": "r6id.4xlarge"}
    assert "No capacity reservation" in decision.sentence


def test_a_reservation_that_holds_room_is_named():
    reserved = [{"id": "cr-1", "open": True, "available": 1}]
    decision = resized(wanted_type(reservations=reserved), state="stopped", attempts=BEGUN)
    assert "The capacity reservation cr-1 has room" in decision.sentence


def test_with_its_new_type_it_starts():
    decision = resized(wanted_type(), state="stopped", now=WANTED, attempts={**BEGUN, "ChangeInstanceType": 1})
    assert isinstance(decision, Execute) and decision.action is Action.START_INSTANCE


def test_a_change_that_is_refused_three_times_is_given_up():
    failed = {"action": "ChangeInstanceType", "code": "CW4201", "message": "Unsupported: no.", "at": None}

    def change(**more: Any):
        at = Sales().now.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        return resized(
            wanted_type(), state="stopped", attempts={**BEGUN, "ChangeInstanceType": 3},
            lastFailure={**failed, "at": at}, **more,
        )  # fmt: skip

    decision = change(failures={"ChangeInstanceType": 3})
    assert isinstance(decision, Abandon) and decision.code.value == "CW6223"
    assert "r5d.8xlarge was refused 3 times, last with Unsupported: no" in decision.sentence


def test_once_ec2_was_asked_an_old_description_stops_the_node_no_second_time():
    decision = resized(wanted_type(), attempts={**BEGUN, "ChangeInstanceType": 1, "StartInstance": 1})
    assert isinstance(decision, Abandon) and decision.code.value == "CW6223", decision.sentence


def test_a_node_that_has_the_type_only_has_to_be_in_service():
    assert isinstance(resized(wanted_type(), now=WANTED), Complete)


def test_another_request_for_a_type_joins_nobody():
    holder = {"owner": "o", "subject": Sales().one.instance_id, "goal": "Resized", "seenAt": "2026-02-03T04:05:06.000Z"}
    decision = resized(wanted_type(), leaseKey=None, leaseToken=None, attempts={}, holder=holder)
    assert isinstance(decision, Refuse) and decision.code.value == "CW5003"
