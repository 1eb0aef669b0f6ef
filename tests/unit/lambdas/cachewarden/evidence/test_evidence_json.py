"""Evidence travels as JSON between observe and Decide: what is written is read back unchanged."""

from dataclasses import fields, is_dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.approval import parse_approval
from cachewarden.evidence.cluster import ClusterEvidence, evidence_to_json, parse_evidence
from cachewarden.evidence.document_run import parse_document_run
from cachewarden.evidence.instance import HostError
from cachewarden.json_reader import JsonReader
from tests.unit.lambdas.instance_types import facts, wanted_type
from tests.unit.lambdas.loop_driver import started_document
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import host


def approval(sales: Sales) -> dict[str, Any]:
    """With a decision of which everything is known."""
    decision = {"by": "boss", "approves": True, "at": iso(sales.now)}
    return {
        "granted": True,
        "succeeded": True,
        "ofDeployment": True,
        "endedAt": iso(sales.now),
        "decisions": [decision],
    }


def full() -> dict[str, Any]:
    """Evidence in which nothing is empty, as hosts report it: with more than the domain reads."""
    sales = Sales()
    one = sales.one
    one.missing, one.free_nvme, one.lost_databases, one.state_reason = ("AWS1",), ("AWS9",), True, "because"
    one.stopped_as = "r6id.4xlarge"
    one.worker = {
        "work": "restore",
        "state": "failed",
        "token": 3,
        "startedAt": iso(sales.now),
        "bytesDone": 5,
        "bytesTotal": 10,
        "bytesPerSecond": 2.5,
        "code": "CW1050",
        "message": "m",
    }
    row = {"ag": GROUP, "database": "orders", "remote": "SALES1", "state": "FAILED", "failure": "no space"}
    sales.seeding = [{**row, "bytesDone": 1, "bytesTotal": 2, "bytesPerSecond": 3.5}]
    sales.online_builds = ["20348"]
    sales.document_run = started_document(
        sales, "CacheWarden-StopInstance", node=one, cancelled=True, approval=approval(sales)
    )
    evidence = sales.evidence(one)
    evidence["replicas"][0]["agent"]["lastPingAt"] = iso(sales.now)
    reported = host(evidence, 0)
    reported["host"]["bootedAt"] = iso(sales.now - timedelta(hours=1))
    reported["host"]["bundle"] = {"deployed": False, "bootTaskFaults": ["b"], "workerFaults": ["w"]}
    reported["host"]["folder"] = {"faults": ["f"]}
    reported["host"]["diskInitializers"] = ["d"]
    reported["host"]["shutDownHidden"] = False
    reported["sql"]["instances"][0]["error"] = "e"
    reported["sql"]["disabled"] = ["OLD"]
    reported["sql"]["unopened"] = [{"name": "orders", "inGroup": True, "files": 2, "missing": 1}]
    reported["sql"]["requests"] = [{"command": "DBCC", "database": "orders", "percent": 1, "remainingS": 2}]
    reported["sql"]["failoverClusterInstances"] = ["SALESFCI"]
    reported["sql"]["policiesNotMet"] = ["ReplicasConnected"]
    reported["sql"]["tempdbDrive"] = {
        "seenAt": iso(sales.now),
        "systemDatabases": 1,
        "foreignFiles": 2,
        "foreignFile": "f",
        "lostDisk": "AWS1",
    }
    reported["sql"] |= {"tempdbBytes": 3, "tempdbRoomBytes": 2}
    reported["storage"]["warnings"] = ["w"]
    reported["storage"]["notEvacuated"] = ["p"]
    reported["storage"]["moveObstacle"] = {"code": "CW1031", "message": "m"}
    reported["storage"]["members"] = [{"role": "data"}, {"role": "swap", "serial": "vol1"}]
    reported["storage"]["proof"] |= {"deadCache": "AWS1", "unreadable": True}
    reported["storage"]["jobs"] = [{"name": "Repair", "bytesDone": 1, "bytesTotal": 2, "percent": 50}]
    reported["token"] = {
        "highest": 3,
        "ahead": 999_999_999_999_999,
        "clusterKey": "k",
        "operationUntil": iso(sales.now),
    }
    evidence["replicas"][0]["ec2"]["stopProven"] = False
    evidence["replicas"][0]["ec2"]["stoppedByUsAt"] = "2026-02-03T04:05:06.789Z"
    detached = [{"volume": "vol-1", "device": "xvdf", "attached": True}]
    evidence["replicas"][0]["ec2"]["detachedPool"] = {"launchTime": iso(sales.now), "volumes": detached}
    evidence["strangers"] = [{"instanceId": "i-9", "why": "it is no node"}]
    evidence["absent"] = [{"computer": "sales9", "instanceId": "i-8", "gone": True, "why": "it is terminated"}]
    evidence["swapSnapshot"] = {"snapshotId": "snap-1", "takenAt": iso(sales.now)}
    evidence["moveSpeed"] = {"bytesPerSecond": 262144000.0, "told": "250 MiB/s"}
    evidence["weakerModes"] = ["SALES1 in sales-ag is SYNCHRONOUS_COMMIT, MANUAL, was SYNCHRONOUS_COMMIT, AUTOMATIC"]
    evidence["documents"] = {
        "deployed": "0a1b",
        "versions": {"CacheWarden-Host-ObserveHost": "3", "CacheWarden-Host-StopSqlServer": None},
        "wanted": ["CacheWarden-Host-EvacuateCache"],
    }
    evidence["scheduled"] = [
        {
            "instanceId": "i-1",
            "eventId": "instance-event-1",
            "code": "instance-reboot",
            "description": "d",
            "notBefore": iso(sales.now),
            "notAfter": iso(sales.now),
            "notBeforeDeadline": iso(sales.now),
        }
    ]
    evidence["poolNotTold"] = "vol-1 has no tag"
    evidence["mixedSets"] = "vol-1 of 2026-02-03T04:05:06Z; vol-2 of 2026-02-10T04:05:06Z"
    evidence["settings"] = {
        "shutdownBehavior": "terminate",
        "deletedVolumes": ["vol-1"],
        "alarms": ["host-unwell (recover)"],
        "maintenance": ["instance-retirement (from 2026-02-13T04:00:00.000Z on)"],
        "stopsNotLogged": "no trail",
        "unread": ["which alarms"],
    }
    evidence["replicas"][0]["ec2"]["unsuitable"] = "is a Spot instance"
    evidence["copyOf"] = "i-0123456789abcdef9"
    reserved = [{"id": "cr-1", "open": True, "available": 2}]
    instance = {"reservation": "cr-1", "onlyReserved": True}
    evidence["maintenance"] = {
        "observedAt": iso(sales.now),
        "events": [
            {
                "instanceId": "i-1",
                "eventId": "instance-event-1",
                "code": "instance-stop",
                "description": "d",
                "notBefore": iso(sales.now),
                "notBeforeDeadline": iso(sales.now),
                "notAfter": iso(sales.now),
            }
        ],
    }
    evidence["startNeeds"] = {
        "keys": ["arn:k (its state is Disabled)"],
        "licences": ["arn:l"],
        "reservation": "cr-1, which it must start in, isn't active",
        "reserved": False,
        "quota": "the node needs 16 vCPUs",
        "unread": ["the keys of its EBS volumes (ClientError)"],
    }
    evidence["wantedType"] = wanted_type(former=facts("r5d.large"), reservations=reserved, instance=instance)
    return evidence


def test_evidence_is_read_back_unchanged():
    evidence = parse_evidence(full())

    assert parse_evidence(evidence_to_json(evidence)) == evidence


def test_sections_keep_the_times_at_which_they_were_asked_for():
    evidence = parse_evidence(full())
    (one, two) = evidence.replicas
    later = replace(one, host=replace(one.host, sql_at=one.host.sql_at + timedelta(minutes=1)))
    changed = replace(evidence, replicas=(later, two))

    assert parse_evidence(evidence_to_json(changed)) == changed


def test_a_missing_report_keeps_its_reason():
    evidence = parse_evidence(full())
    error = HostError(code=Code.HOST_NOT_ONLINE, message="silent")
    silent = replace(evidence, replicas=tuple(replace(each, host=None, host_error=error) for each in evidence.replicas))

    assert parse_evidence(evidence_to_json(silent)) == silent


def test_no_field_of_the_evidence_is_left_out_of_this_test():
    empty = list(_empty(parse_evidence(full()), "evidence"))

    assert sorted(path for path in empty if ".replicas[1]" not in path) == ["evidence.replicas[0].host_error"]


def _empty(value: object, path: str):
    if is_dataclass(value):
        for each in fields(value):
            yield from _empty(getattr(value, each.name), f"{path}.{each.name}")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _empty(item, f"{path}[{index}]")
        if not value:
            yield path
    elif value is None or value == "":
        yield path


@pytest.mark.parametrize(
    ("section", "broken"),
    [
        ("storage", {"classification": "FINE"}),
        ("storage", {"classification": "CACHE_ON_NVME", "proof": {"evacuated": "yes"}}),
        ("storage", {"classification": "CACHE_ON_NVME", "freeInstanceStore": "AWS1"}),
        ("worker", {"state": "busy"}),
        ("worker", {"state": "failed", "code": "CW9999"}),
        ("sql", {"instances": [{"name": "MSSQLSERVER"}]}),
        ("sql", {"availabilityGroups": [{"id": GROUP}]}),
    ],
)
def test_a_section_that_does_not_fit_its_type_makes_the_report_a_missing_one(section, broken):
    evidence = full()
    host(evidence, 0)[section] = broken

    read: ClusterEvidence = parse_evidence(evidence)

    assert read.node.host is None
    assert read.node.host_error.code is Code.VERDICT_UNREADABLE and section in read.node.host_error.message
    assert read.node.ec2.stop_protected, "EC2's facts can still be used"


def test_a_run_of_which_an_earlier_version_said_less_speaks_for_its_own_execution():
    told = {"id": "r", "document": "d", "startedAt": "2026-01-01T00:00:00Z", "startedBy": "dana", "cancelled": False}
    assert parse_document_run(JsonReader.of(told)).speaks_for == "r"
    assert parse_document_run(JsonReader.of({**told, "speaksFor": "another"})).speaks_for == "another"


@pytest.mark.parametrize("granted", [True, False])
def test_an_approval_of_which_an_earlier_version_said_less_succeeded_where_it_was_granted(granted):
    told = {key: value for key, value in approval(Sales()).items() if key != "succeeded"}
    assert parse_approval(JsonReader.of({**told, "granted": granted})).succeeded is granted
