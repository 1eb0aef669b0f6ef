"""A node whose instance type doesn't suit its cache and tempdb drive, or is another than the one that was stopped."""

import pytest

from cachewarden.codes import Code
from cachewarden.loop.data_safety import data_safety
from cachewarden.procedures.decision import Complete, Execute, Outcome, Refuse
from tests.unit.lambdas.cachewarden.procedures.test_rules import LOST, SAVED
from tests.unit.lambdas.loop_driver import iso, play, request
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, decided, set_node

GB = 10**9
SMALL = set_node(0, classification="EVACUATED", free_nvme=("AWS9",), nvme_bytes=75 * GB)


def combined(*changes):
    def change(sales: Sales) -> None:
        for each in changes:
            each(sales)

    return change


def refused(decision, code: Code) -> str:
    assert isinstance(decision, Refuse) and decision.code is code, decision
    return decision.sentence


def test_a_disk_that_is_smaller_than_the_cache_is_never_tried():
    told = refused(decided(SMALL, goal="InService"), Code.NO_NVME_DISK)
    assert "the largest free NVMe disk has 70 GiB, the cache needs 102" in told
    assert "Its instance type is r5d.4xlarge" in told


def test_the_replica_modes_come_back_though_the_cache_does_not():
    decision = decided(combined(SMALL, set_node(0, failover_mode=1)), goal="InService", **SAVED)
    assert isinstance(decision, Execute) and decision.action.value == "RestoreReplicaModes", decision


def test_the_largest_disk_counts_whichever_is_first():
    large = set_node(0, classification="EVACUATED", free_nvme=("AWS8", "AWS9"))

    def one_is_small(evidence):
        disks = evidence["replicas"][0]["host"]["evidence"]["storage"]["instanceStore"]
        disks[0]["sizeBytes"] = 75 * GB

    decision = decided(large, goal="InService", edit=one_is_small)
    assert isinstance(decision, Execute) and decision.action.value == "RestoreCache", decision


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (set_node(0, used_nvme=(), tempdb=False), "cache and tempdb drive need two NVMe disks, and one is there"),
        (set_node(0, nvme_bytes=75 * GB), "the largest free NVMe disk has 70 GiB, the cache needs 102"),
        (set_node(0, free_nvme=(), used_nvme=()), "no NVMe disk is there"),
    ],
)
def test_a_lost_cache_is_not_rebuilt_on_disks_that_do_not_suffice(change, why):
    told = refused(decided(combined(*LOST, change), goal="InService"), Code.NO_DISK_FOR_REBUILD)
    assert f"nothing is rebuilt: {why}" in told


def test_the_disk_of_a_tempdb_drive_that_is_there_is_not_asked_for_again():
    decision = decided(combined(*LOST, set_node(0, used_nvme=("AWS0",), tempdb=True)), goal="InService")
    assert isinstance(decision, Execute) and decision.action.value == "InitializeStorage", decision


def test_both_types_are_told_once_the_node_is_in_service():
    changed = decided(set_node(0, stopped_as="r5d.8xlarge"), goal="InService")
    assert isinstance(changed, Complete)
    told = "Its instance type is r5d.4xlarge; it was r5d.8xlarge when CacheWarden last stopped it"
    assert changed.sentence.endswith(told)
    for known in (None, "r5d.4xlarge"):
        same = decided(set_node(0, stopped_as=known), goal="InService")
        assert isinstance(same, Complete) and "instance type" not in same.sentence


def preflight(**values) -> str:
    sales = Sales()
    set_node(0, **values)(sales)
    return play(sales, request(sales.one, "Preflight", sales)).last["sentence"]


def test_preflight_tells_the_change_and_a_cache_that_is_not_on_nvme():
    assert "it was r5d.8xlarge when CacheWarden last stopped it" in preflight(stopped_as="r5d.8xlarge")
    assert "Its cache is on the Swap volume, since no free NVMe disk is there, of 1" in preflight(
        classification="EVACUATED"
    )
    whole = preflight()
    assert "could be stopped" in whole and "instance type" not in whole and "Swap volume" not in whole


def failed(action: str, code: str, message: str, sales: Sales) -> dict:
    last = {"action": action, "code": code, "message": message, "at": iso(sales.now)}
    return {**LEASED, "failures": {action: 3}, "lastFailure": last}


def test_what_the_host_says_of_its_disks_is_the_ending_not_that_it_was_tried_thrice():
    operation = failed("InitializeStorage", "CW1085", "No blank instance-store disk is left.", Sales())
    change = set_node(0, classification="EVACUATED", tempdb=False, stopped_as="r5d.8xlarge")
    told = refused(decided(change, goal="InService", **operation), Code.NO_TEMPDB_DISK)
    assert "now r5d.4xlarge and r5d.8xlarge before: No blank instance-store disk is left." in told
    other = {**operation, "lastFailure": {**operation["lastFailure"], "code": "CW1050"}}
    ending = decided(change, goal="InService", **other)
    assert "failed 3 times" in refused(ending, Code.ATTEMPTS_EXHAUSTED)
    assert ending.cause is Code("CW1050")


def test_what_ec2_says_of_a_start_is_the_ending():
    operation = failed("StartInstance", "CW4201", "InsufficientInstanceCapacity: none", Sales())
    stopped = set_node(0, state="stopped", online=False, stopped_as="r5d.8xlarge")
    told = refused(decided(stopped, goal="InService", **operation), Code.NOT_STARTED)
    assert "InsufficientInstanceCapacity: none. Its instance type is r5d.4xlarge; it was r5d.8xlarge" in told


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        (Code.NO_NVME_DISK, "The node runs"),
        (Code.NO_TEMPDB_DISK, "As safe as before"),
        (Code.NO_DISK_FOR_REBUILD, "Not on this node"),
        (Code.NOT_STARTED, "As safe as when"),
    ],
)
def test_whether_the_data_is_safe_is_answered(code, answer):
    assert data_safety(Outcome.ATTENTION, code).startswith(answer)
