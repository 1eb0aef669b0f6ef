"""Decide as a table: what is wrong with an otherwise healthy cluster, and what is decided for goal Stopped."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide, table
from cachewarden.procedures.decision import Abandon, Complete, Execute, Look, Refuse, Wait
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import BEGUN, LEASED, decided, host, set_cluster, set_node, situation

SAVED = [
    {"ag": "6a1f5f2e-0000-4000-8000-000000000001", "replica": replica, "server": server}
    | {"availabilityMode": 1, "failoverMode": 0}
    for replica, server in (("r1", "SALES1"), ("r2", "SALES2"))
]


def forget_server(evidence: dict[str, Any]) -> None:
    """The primary reports a replica that no instance answers for."""
    replicas = host(evidence, 0)["sql"]["availabilityGroups"][0]["replicas"]
    replicas.append({**replicas[1], "id": "r3", "server": "SALES3", "local": False})


def rename_cluster(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["cluster"]["name"] = "OTHERWSFC"


def stranger_node(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["cluster"]["members"].append({"name": "SALES9", "type": 0, "state": 1, "votes": 1})


def forced_quorum(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["cluster"]["quorumState"] = 2


def worker_on_partner(sales: Sales) -> None:
    sales.two.worker = {"work": "restore", "state": "running", "bytesDone": 5, "bytesTotal": 10}


def system_databases(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["filesOnCache"]["systemDatabases"] = 2


def user_database_on_tempdb(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["filesOnCache"]["userDatabasesOnTempdb"] = 1


def two_primaries(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["availabilityGroups"][0]["role"] = 1


def no_permissions(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["permissions"] = None


def same_computer(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["host"]["computer"] = "SALES1"


def failover_cluster_instance(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["failoverClusterInstances"] = ["SALESFCI"]


REFUSALS = {
    "the partner is stopped": (set_node(1, state="stopped"), None, "CW6103"),
    "the partner is stopping": (set_node(1, state="stopping"), None, "CW6103"),
    "the cluster is another one on each node": (None, rename_cluster, "CW6101"),
    "two instances claim one computer name": (None, same_computer, "CW6101"),
    "a replica belongs to no known instance": (None, forget_server, "CW6102"),
    "a cluster node belongs to no known instance": (None, stranger_node, "CW6102"),
    "the observer has no rights": (set_cluster(permissions=False), None, "CW6110"),
    "the partner doesn't say what the observer may see": (None, no_permissions, "CW6110"),
    "the group is distributed": (set_cluster(distributed=True), None, "CW6107"),
    "the group is read-scale": (set_cluster(cluster_type=2), None, "CW6107"),
    "the group is external": (set_cluster(cluster_type=1), None, "CW6107"),
    "SQL Server is a failover cluster instance": (None, failover_cluster_instance, "CW6107"),
    "the partner moves its cache": (worker_on_partner, None, "CW6104"),
    "the partner lost its cache": (set_node(1, classification="CACHE_LOST"), None, "CW6104"),
    "the partner's storage moves": (set_node(1, classification="MOVING"), None, "CW6104"),
    "the partner misses EBS": (set_node(1, classification="EBS_MISSING"), None, "CW6104"),
    "the partner's SQL Server is down": (set_node(1, sql_running=False), None, "CW6104"),
    "quorum was forced": (None, forced_quorum, "CW6106"),
    "no majority would remain": (set_cluster(witness_votes=0), None, "CW6106"),
    "commits would stall": (set_cluster(required_synchronized=1), None, "CW6109"),
    "the target is behind": (set_node(1, synchronized=False), None, "CW6105"),
    "the target is asynchronous": (set_node(1, availability_mode=0), None, "CW6105"),
    "a database of the target is suspended": (set_node(1, suspended=1), None, "CW6105"),
    "system databases are on the cache": (None, system_databases, "CW6112"),
    "a user database is on the tempdb volume": (None, user_database_on_tempdb, "CW6115"),
    "storage was never built": (set_node(0, classification="EMPTY"), None, "CW6108"),
    "the cache is lost": (set_node(0, classification="CACHE_LOST"), None, "CW6108"),
    "EBS is missing": (set_node(0, classification="EBS_MISSING"), None, "CW6108"),
    "the Swap volume is missing": (set_node(0, classification="SPARE_MISSING"), None, "CW6108"),
    "the virtual disk is detached": (set_node(0, classification="DETACHED"), None, "CW6108"),
    "the pool is clustered": (set_node(0, classification="CLUSTERED"), None, "CW6108"),
    "the pool is read-only": (set_node(0, classification="READ_ONLY"), None, "CW6108"),
    "the storage is ambiguous": (set_node(0, classification="AMBIGUOUS"), None, "CW6108"),
    "the instance is terminated": (set_node(0, state="terminated"), None, "CW4204"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_refuses_with_nothing_changed_while(what):
    change, edit, code = REFUSALS[what]

    decision = decided(change or (lambda sales: None), edit=edit or (lambda evidence: None))

    assert isinstance(decision, Refuse), decision
    assert decision.code == code, decision.sentence


@pytest.mark.parametrize("what", [name for name in REFUSALS if "terminated" not in name])
def test_goes_back_into_service_when_something_was_changed_before(what):
    change, edit, code = REFUSALS[what]

    decision = decided(change or (lambda sales: None), edit=edit or (lambda evidence: None), **BEGUN)

    assert isinstance(decision, Abandon), decision
    assert decision.code == code


def test_looks_again_when_two_nodes_claim_the_primary_role():
    decision = decided(edit=two_primaries)

    assert isinstance(decision, Wait) and decision.seconds == 0


@pytest.mark.parametrize("index", [0, 1])
def test_old_evidence_never_leads_to_an_act(index):
    def age(evidence: dict[str, Any]) -> None:
        evidence["replicas"][index]["host"]["sections"] = {"sql": iso(Sales().now - timedelta(minutes=10))}

    decision = decided(edit=age)

    assert isinstance(decision, Wait)
    assert (decision.code, decision.seconds) == ("CW6007", 0)


@pytest.mark.parametrize("section", ["storage", "sql"])
@pytest.mark.parametrize("index", [0, 1])
def test_a_report_that_cannot_be_read_is_no_report(index, section):
    def spoil(evidence: dict[str, Any]) -> None:
        host(evidence, index)[section] = "nonsense"

    decision = decided(edit=spoil)

    assert isinstance(decision, Wait) and decision.code == "CW6003"
    assert "can't be read" in decision.sentence


def test_a_partner_that_stays_silent_is_not_relied_on():
    waiting = {"topic": "partner", "since": iso(Sales().now - timedelta(minutes=4))}

    decision = decided(set_node(1, online=False), **LEASED, waiting=waiting)

    assert isinstance(decision, Refuse) and decision.code == "CW6103"


def state_file_damaged(evidence: dict[str, Any]) -> None:
    error = {"code": "CW3010", "message": "inventory.json can't be read, nor can its copy."}
    evidence["replicas"][0].update({"host": None, "hostError": error})


@pytest.mark.parametrize("goal", ["Stopped", "Preflight", "InService"])
def test_a_node_whose_state_file_is_damaged_says_so_within_a_minute(goal):
    first = decided(edit=state_file_damaged, goal=goal)
    assert isinstance(first, Wait) and first.seconds < 60
    waiting = {"topic": "host", "since": iso(Sales().now - timedelta(seconds=first.seconds))}
    last = decided(edit=state_file_damaged, goal=goal, waiting=waiting)
    assert isinstance(last, Refuse) and last.code == "CW3010" and "inventory.json" in last.sentence


def test_nothing_is_done_before_the_lease_is_ours():
    decision = decided(goal="Stopped", leaseToken=None)

    assert isinstance(decision, Execute) and decision.action == "AcquireLease"


def test_a_refusal_needs_no_lease():
    decision = decided(set_node(1, state="stopped"), leaseToken=None)

    assert isinstance(decision, Refuse)


def test_a_request_that_was_not_begun_in_time_is_dropped():
    decision = decided(leaseToken=None, expiresAt=iso(Sales().now - timedelta(seconds=1)))

    assert isinstance(decision, Refuse) and decision.code == "CW5001"


def test_a_request_that_was_begun_goes_on_past_its_time():
    decision = decided(**LEASED, expiresAt=iso(Sales().now - timedelta(seconds=1)))

    assert isinstance(decision, Execute)


def test_without_the_tag_nothing_is_begun():
    decision = decided(set_node(0, tags={"cachewarden:cluster": "sales"}), leaseToken=None)

    assert isinstance(decision, Refuse) and decision.code == "CW6114"


def test_an_operation_under_way_goes_on_when_the_tag_goes():
    decision = decided(set_node(0, tags={"cachewarden:cluster": "sales"}), **BEGUN)

    assert isinstance(decision, Execute)


def stopped_node(
    state: str | None, reason: str | None, *, proven: timedelta | None = None
) -> tuple[Callable[[Sales], None], Callable[[Any], None]]:
    """Node one stopped, with our state tag, EC2's reason, and proof of a stop of the run begun `proven` from this."""

    def change(sales: Sales) -> None:
        sales.one.state, sales.one.online = "stopped", False
        sales.one.tags |= {"cachewarden:state": state} if state else {}
        sales.one.proven_run = sales.one.launched + proven if proven is not None else None

    def edit(evidence: dict[str, Any]) -> None:
        evidence["replicas"][0]["ec2"]["stateReason"] = reason

    return change, edit


BY_API = "Client.UserInitiatedShutdown: User initiated shutdown"
BY_HOST = "Server.HardwareFailure"
THIS_RUN = timedelta()
STOPPED_IT = {**BEGUN, "attempts": {**BEGUN["attempts"], "StopInstance": 1}}


@pytest.mark.parametrize(
    ("state", "proven", "operation"),
    [
        ("stopped", THIS_RUN, {"leaseToken": None}),
        ("operating", THIS_RUN, LEASED),
        ("attention", THIS_RUN, LEASED),
        ("operating", None, STOPPED_IT),
    ],
    ids=["it was stopped before", "the execution was cut after its stop", "it didn't start", "this operation did it"],
)
def test_a_node_that_we_stopped_is_at_its_goal(state, proven, operation):
    change, edit = stopped_node(state, BY_API, proven=proven)

    assert isinstance(decided(change, edit=edit, **operation), Complete)


def test_after_a_stop_that_took_long_the_other_nodes_are_looked_at_before_people_are_told():
    change, edit = stopped_node("operating", BY_API, proven=THIS_RUN)

    def age(evidence: dict[str, Any]) -> None:
        edit(evidence)
        evidence["observedAt"] = iso(Sales().now - timedelta(seconds=181))

    decision = decided(change, edit=age, **LEASED)
    assert (
        isinstance(decision, Wait) and decision.seconds == 0 and "what the other nodes say is old" in decision.sentence
    )


@pytest.mark.parametrize("proven", [None, -timedelta(days=1)], ids=["no stop of ours", "a stop of an earlier run"])
@pytest.mark.parametrize(
    ("state", "reason", "operation"),
    [
        (None, BY_API, {"leaseToken": None}),
        ("in-service", BY_API, {"leaseToken": None}),
        ("stopped", BY_API, {"leaseToken": None}),
        ("operating", BY_API, LEASED),
        ("operating", BY_HOST, LEASED),
        ("operating", BY_HOST, BEGUN),
        ("operating", BY_API, BEGUN),
        ("attention", None, {"leaseToken": None}),
    ],
)
def test_a_node_that_stopped_without_a_proof_is_nobodys_goal(state, reason, operation, proven):
    change, edit = stopped_node(state, reason, proven=proven)

    decision = decided(change, edit=edit, **operation)

    assert isinstance(decision, Refuse)
    assert decision.code == "CW5109"
    assert "may be lost" in decision.sentence


def test_a_virtual_disk_that_cannot_be_attached_is_left_to_a_person_with_the_reason():
    failed = {"action": "InitializeStorage", "code": "CW1050", "message": "StorageWMI 50003", "at": iso(Sales().now)}
    change = set_node(0, classification="DETACHED", sql_running=False, readable=False)

    decision = decided(
        change, goal="InService", edit=booted(400), **LEASED, failures={"InitializeStorage": 3}, lastFailure=failed
    )

    assert isinstance(decision, Refuse)
    assert decision.code == "CW6206"
    assert "StorageWMI 50003" in decision.sentence


@pytest.mark.parametrize("protected", [False, None])
@pytest.mark.parametrize("goal", ["Stopped", "InService", "Cycled", "Preflight"])
def test_protection_goes_on_before_anything_else(goal, protected):
    """None: EC2's answer doesn't say; that isn't read as off, and not as on either."""
    decision = decided(set_node(0, protected=protected), goal=goal)

    assert isinstance(decision, Execute) and decision.action == "SetProtection"


def test_data_loss_on_a_host_stops_everything():
    decision = decided(**BEGUN, dataLoss="CW1099 a page is torn")

    assert isinstance(decision, Refuse)
    assert decision.code == "CW6207"


def evacuated(sales: Sales) -> None:
    sales.one.classification, sales.one.proof, sales.one.sql_running = "EVACUATED", True, False
    sales.one.failover_mode = sales.two.failover_mode = 1
    sales.primary = sales.two
    sales.one.token = LEASED["leaseToken"]
    sales.one.tags["cachewarden:state"] = "operating"


def test_an_evacuated_node_that_knows_nothing_of_this_operation_is_told_before_protection_comes_off():
    def untold(sales: Sales) -> None:
        evacuated(sales)
        sales.one.token = LEASED["leaseToken"] - 1

    assert decided(untold, **BEGUN).action == "StopSqlServer"
    told = BEGUN | {"attempts": BEGUN.get("attempts", {}) | {"StopSqlServer": 1}}
    assert isinstance(decided(untold, **told), Wait)


def test_protection_is_lifted_only_with_the_proof():
    def unproven(sales: Sales) -> None:
        evacuated(sales)
        sales.one.proof = False

    assert decided(evacuated, **BEGUN).action == "LiftProtection"
    assert isinstance(decided(unproven, **BEGUN), Wait)


def unprotected(sales: Sales) -> None:
    evacuated(sales)
    sales.one.protected = False


def test_a_proof_taken_after_the_lift_and_young_stops_the_instance():
    assert decided(unprotected, **BEGUN).action == "StopInstance"


def test_a_proof_taken_before_ec2_showed_the_lift_is_taken_again():
    def early(evidence: dict[str, Any]) -> None:
        evidence["replicas"][0]["host"]["sections"] = {"storage": evidence["replicas"][0]["ec2"]["observedAt"]}

    decision = decided(unprotected, edit=early, **BEGUN)

    assert isinstance(decision, Wait)
    assert decision.unprotected and decision.seconds == 0


def test_a_proof_older_than_a_minute_is_taken_again():
    decision = decided(unprotected, later_s=61, **BEGUN)

    assert isinstance(decision, Wait) and decision.unprotected


@pytest.mark.parametrize(("later_s", "stops"), [(4.0, True), (6.0, False), (59.0, False)])
def test_a_stop_follows_a_look_at_every_node_at_once_or_they_are_looked_at_again(later_s, stops):
    decision = decided(unprotected, later_s=later_s, **BEGUN)

    if stops:
        assert decision.action == "StopInstance"
    else:
        assert isinstance(decision, Wait) and decision.look is Look.ALL and decision.seconds == 0


@pytest.mark.parametrize("lost", ["partner's SQL Server", "partner's storage", "no primary", "the role moved back"])
def test_what_the_last_look_shows_of_the_others_voids_the_stop(lost):
    def change(sales: Sales) -> None:
        unprotected(sales)
        match lost:
            case "partner's SQL Server":
                sales.two.sql_running = False
            case "partner's storage":
                sales.two.classification = "CACHE_LOST"
            case "no primary":
                sales.primary = None
            case "the role moved back":
                sales.one.sql_running, sales.primary = True, sales.one

    decision = decided(change, **BEGUN)

    assert not (isinstance(decision, Execute) and decision.action == "StopInstance")


def test_only_the_leaving_node_loses_its_automatic_failover():
    decision = decided(**LEASED, savedModes=SAVED[:1])

    assert isinstance(decision, Execute) and decision.action == "HoldReplicaModes"
    assert decision.parameters["Replicas"] == "r1"

    def held(sales: Sales) -> None:
        sales.one.failover_mode = 1

    assert decided(held, **LEASED, savedModes=SAVED[:1]).action == "FailOverAvailabilityGroups"


@pytest.mark.parametrize(("voters", "told"), [(2, "it could lose one more"), (0, "one more loss could end")])
def test_whether_quorum_survives_one_more_loss_is_told_before_sql_server_stops(voters, told):
    def secondary(sales: Sales) -> None:
        sales.one.failover_mode = 1
        sales.primary = sales.two

    def further(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            members = host(evidence, index)["sql"]["cluster"]["members"]
            members += [{"name": f"voter{number}", "type": 1, "state": 1, "votes": 1} for number in range(voters)]

    decision = decided(secondary, edit=further, **BEGUN)

    assert decision.action == "StopSqlServer"
    assert told in decision.sentence


@pytest.mark.parametrize("spoil", ["partner stopped", "moving", "sql running"])
def test_protection_goes_back_on_when_the_stop_is_no_longer_due(spoil):
    def change(sales: Sales) -> None:
        unprotected(sales)
        match spoil:
            case "partner stopped":
                sales.two.state = "stopped"
            case "moving":
                sales.one.classification = "MOVING"
            case "sql running":
                sales.one.sql_running = True

    decision = decided(change, **BEGUN)

    assert isinstance(decision, Execute) and decision.action == "SetProtection"


def test_an_act_that_failed_three_times_is_not_tried_again():
    decision = decided(
        **{**LEASED, "attempts": {**LEASED["attempts"], "SaveModes": 3}, "failures": {"SaveModes": 3}},
        lastFailure={
            "action": "SaveModes",
            "code": "CW5004",
            "message": "no",
            "at": iso(Sales().now - timedelta(minutes=5)),
        },
    )

    assert isinstance(decision, Abandon) and (decision.code, decision.cause) == ("CW6203", "CW5004")


def test_an_act_that_failed_is_tried_again_only_after_a_pause():
    failed = {"action": "SaveModes", "code": "CW5004", "message": "no"}
    soon = decided(**LEASED, failures={"SaveModes": 1}, lastFailure={**failed, "at": iso(Sales().now)})
    later = decided(
        **LEASED, failures={"SaveModes": 1}, lastFailure={**failed, "at": iso(Sales().now - timedelta(minutes=1))}
    )

    assert isinstance(soon, Wait) and soon.seconds > 0
    assert isinstance(later, Execute)


def test_an_act_whose_effect_was_not_observed_yet_is_looked_at():
    decision = decided(**BEGUN, lookAfter=iso(Sales().now + timedelta(seconds=5)))

    assert isinstance(decision, Wait) and decision.seconds == 0


def test_preflight_reports_every_objection_and_touches_nothing():
    def trouble(sales: Sales) -> None:
        sales.two.synchronized = False
        sales.one.classification = "SPARE_MISSING"

    decision = decided(trouble, goal="Preflight", leaseToken=None)

    assert isinstance(decision, Refuse)
    assert "CW6105" in decision.sentence and "CW6108" in decision.sentence


def test_preflight_passes_on_a_healthy_cluster():
    assert isinstance(decided(goal="Preflight", leaseToken=None), Complete)


def test_preflight_says_that_a_pool_with_one_data_volume_is_never_rebuilt_by_itself():
    one, two = (decided(set_node(0, data_volumes=count), goal="Preflight", leaseToken=None) for count in (1, 2))

    assert isinstance(one, Complete) and "fewer than two data volumes" in one.sentence
    assert isinstance(two, Complete) and "data volumes" not in two.sentence


def in_service_tag(sales: Sales) -> None:
    sales.one.tags["cachewarden:state"] = "in-service"


RETURNS: dict[str, tuple[Callable[[Sales], Any], str]] = {
    "stopped": (set_node(0, state="stopped"), "StartInstance"),
    "tempdb volume gone": (set_node(0, tempdb=False), "InitializeStorage"),
    "virtual disk detached": (set_node(0, classification="DETACHED"), "InitializeStorage"),
    "cache on Swap": (set_node(0, classification="EVACUATED", free_nvme=("AWS1",)), "RestoreCache"),
    "move cut": (set_node(0, classification="MOVING"), "RestoreCache"),
    "SQL Server down": (set_node(0, sql_running=False), "StartSqlServer"),
}


@pytest.mark.parametrize("what", RETURNS)
def test_on_the_way_back_the_next_act_for(what):
    change, action = RETURNS[what]

    decision = decided(change, goal="InService")

    assert isinstance(decision, Execute) and decision.action == action


ATTENTION = {
    "EBS is missing long after the boot": ("EBS_MISSING", "CW6206"),
    "the pool is clustered": ("CLUSTERED", "CW6213"),
    "the pool is read-only": ("READ_ONLY", "CW6213"),
    "the storage is ambiguous": ("AMBIGUOUS", "CW6213"),
    "storage was never built": ("EMPTY", "CW6206"),
}


@pytest.mark.parametrize("what", ATTENTION)
def test_on_the_way_back_a_person_is_called_when(what):
    classification, code = ATTENTION[what]

    decision = decided(set_node(0, classification=classification), goal="InService")

    assert isinstance(decision, Refuse) and decision.code == code


@pytest.mark.parametrize("classification", ["AMBIGUOUS", "CLUSTERED", "READ_ONLY"])
@pytest.mark.parametrize("usable", [False, True])
def test_sql_server_starts_on_a_data_volume_that_can_be_used_whatever_else_the_pool_shows(classification, usable):
    down = set_node(0, classification=classification, usable=usable, sql_running=False)

    decision = decided(down, goal="InService")

    if usable:
        assert isinstance(decision, Execute) and decision.action == "StartSqlServer"
    else:
        assert isinstance(decision, Refuse) and decision.code == "CW6206"


@pytest.mark.parametrize(
    ("classification", "brought_up"),
    [("CACHE_ON_NVME", True), ("EVACUATED", True), ("READ_ONLY", True), ("AMBIGUOUS", True), ("CLUSTERED", False),
     ("EBS_MISSING", False)],
)  # fmt: skip
def test_a_data_volume_that_is_only_offline_is_brought_up(classification, brought_up):
    change = set_node(0, classification=classification, usable=False, readable=False, offline=True, sql_running=False)

    decision = decided(change, goal="InService")

    assert (isinstance(decision, Execute) and decision.action == "InitializeStorage") is brought_up, decision


def booted(seconds_ago: float) -> Callable[[dict[str, Any]], None]:
    def edit(evidence: dict[str, Any]) -> None:
        report = evidence["replicas"][0]["host"]
        report["evidence"]["host"]["bootedAt"] = iso(Sales().now - timedelta(seconds=seconds_ago))

    return edit


@pytest.mark.parametrize("trouble", [{"sql_running": False}, {"tempdb": False}, {"classification": "DETACHED"}])
def test_right_after_a_boot_the_nodes_own_task_is_left_alone(trouble):
    change = set_node(0, **{"sql_running": False, **trouble})

    early = decided(change, edit=booted(40), goal="InService")
    late = decided(change, edit=booted(200), goal="InService")

    assert isinstance(early, Wait) and "boot task" in early.sentence
    assert isinstance(late, Execute)


def test_a_pool_that_starts_is_looked_at_when_the_host_will_have_made_up_its_mind():
    decision = decided(set_node(0, classification="STARTING"), edit=booted(50), goal="InService")

    assert isinstance(decision, Wait) and 125 <= decision.seconds <= 135


def test_late_disks_are_waited_for_after_a_boot():
    def late(sales: Sales) -> None:
        sales.one.classification, sales.one.launched = "EBS_MISSING", sales.now - timedelta(minutes=3)

    assert isinstance(decided(late, goal="InService"), Wait)


@pytest.mark.parametrize("online", [0, 1])
def test_nothing_is_rebuilt_while_the_primarys_databases_are_not_online(online):
    def lost(sales: Sales) -> None:
        sales.primary, sales.one.classification, sales.one.sql_running = sales.two, "CACHE_LOST", False
        sales.one.free_nvme = ("AWS9",)

    def edit(evidence: dict[str, Any]) -> None:
        (leader,) = [
            replica
            for replica in host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]
            if replica["server"] == "SALES2"
        ]
        leader["databases"]["online"] = online

    assert isinstance(decided(lost, goal="InService"), Execute)
    decision = decided(lost, edit=edit, goal="InService")
    assert isinstance(decision, Refuse)
    assert decision.code == "CW6210"
    assert f"ONLINE ({online} of 2)" in decision.sentence


LATE_DISKS = {
    "an EBS volume": {"classification": "EBS_MISSING", "sql_running": False},
    "the NVMe disk for a new cache": {"classification": "CACHE_LOST", "free_nvme": (), "sql_running": False},
    "the NVMe disk to move back to": {"classification": "EVACUATED", "free_nvme": (), "readable": False},
}


@pytest.mark.parametrize("what", LATE_DISKS)
def test_late_disks_are_waited_for_by_windows_start_and_not_by_ec2s_launch(what):
    """A boot took 18 of 20 minutes, or Windows restarted from inside: the launch says nothing about the disks."""

    def late(sales: Sales) -> None:
        sales.primary, sales.one.launched = sales.two, sales.now - timedelta(minutes=20)
        set_node(0, **LATE_DISKS[what])(sales)

    early = decided(late, edit=booted(290), goal="InService")
    too_late = decided(late, edit=booted(310), goal="InService")

    assert isinstance(early, Wait) and early.reason == "disks", early
    assert not (isinstance(too_late, Wait) and too_late.reason == "disks"), too_late


def test_sql_server_does_not_start_on_a_volume_that_cannot_be_read():
    decision = decided(set_node(0, sql_running=False, readable=False), goal="InService")

    assert isinstance(decision, Wait)


def test_a_node_without_a_free_nvme_disk_is_in_service_and_somebody_is_told():
    decision = decided(set_node(0, classification="EVACUATED", free_nvme=()), goal="InService")

    assert isinstance(decision, Refuse) and decision.code == "CW6211"


def test_a_node_that_looks_whole_takes_the_lease_when_its_last_operation_did_not_end_in_service():
    tagged = decided(in_service_tag, goal="InService", leaseToken=None)
    untagged = decided(goal="InService", leaseToken=None)

    assert isinstance(tagged, Complete)
    assert isinstance(untagged, Execute) and untagged.action == "AcquireLease"


@pytest.mark.parametrize(
    ("moved_since", "minutes", "code"), [(True, 300, "CW6004"), (False, 130, "CW6004"), (False, 140, "CW6203")]
)
def test_a_slow_worker_is_waited_for_and_one_that_moves_nothing_is_not(moved_since, minutes, code):
    running = {"work": "evacuate", "state": "running", "token": 7, "bytesDone": 5, "bytesTotal": 100 << 30}
    secondary = set_node(0, worker=running, sql_running=False, synchronized=False, classification="MOVING")

    def moving(sales: Sales) -> None:
        secondary(sales)
        sales.primary = sales.two

    seen = situation(moving)
    begun = seen.now - timedelta(minutes=minutes)
    operation = seen.operation.waits_for(WaitReason.WORKER, begun, progress=4 if moved_since else 5)
    assert decide(seen.evidence, operation, seen.policy, seen.now).code == code


def test_the_end_of_a_move_is_expected_by_what_windows_tells_not_by_the_workers_last_note():
    def moving(sales: Sales) -> None:
        restoring(sales)
        sales.one.sql_running = False
        sales.one.worker |= {"bytesDone": 10, "bytesTotal": 100, "bytesPerSecond": 1}

    def job(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["storage"]["jobs"] = [{"bytesDone": 600, "bytesTotal": 1000, "percent": 60}]

    noted = decided(moving, goal="InService")
    told = decided(moving, edit=job, goal="InService")

    assert (noted.seconds, told.seconds) == (91, 41)
    assert "60 %" in told.sentence


def test_modes_saved_for_another_node_are_kept_and_this_nodes_are_added():
    """The other node came back without an operation: what it had before is still to be put back."""
    decision = decided(savedModes=SAVED[1:], **LEASED)

    assert isinstance(decision, Execute) and decision.action == "SaveModes"
    assert [mode.replica for mode in decision.modes] == ["r2", "r1"]


def restoring(sales: Sales) -> None:
    sales.one.classification = "MOVING"
    sales.one.worker = {"work": "restore", "state": "running", "token": 7, "bytesDone": 1, "bytesTotal": 10}
    sales.one.failover_mode = sales.two.failover_mode = 1


def test_a_synchronized_secondary_gets_its_modes_back_while_its_cache_still_moves():
    def secondary(sales: Sales) -> None:
        restoring(sales)
        sales.primary = sales.two

    decision = decided(secondary, goal="InService", **LEASED, savedModes=SAVED)

    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"


def test_modes_of_a_group_led_by_a_busy_host_wait_for_its_worker_and_are_not_forgotten():
    decision = decided(restoring, goal="InService", **LEASED, savedModes=SAVED)

    assert isinstance(decision, Wait) and decision.code == "CW6004"


def test_saved_modes_are_not_forgotten_while_nobody_sees_their_group():
    def unseen(sales: Sales) -> None:
        sales.primary = None

    decision = decided(unseen, goal="InService", **LEASED, savedModes=SAVED)

    assert not (isinstance(decision, Execute) and decision.action == "ForgetModes")


@pytest.mark.parametrize(("work", "sql"), [("evacuate", True), ("evacuate", False), ("restore", False)])
def test_on_the_way_back_nothing_is_done_beside_a_worker_that_must_end_first(work, sql):
    def busy(sales: Sales) -> None:
        restoring(sales)
        sales.one.worker["work"] = work
        sales.one.sql_running = sql
        sales.one.tempdb = False

    decision = decided(busy, goal="InService", **LEASED, savedModes=SAVED)

    assert isinstance(decision, Wait) and decision.code == "CW6004"


def test_modes_are_restored_commit_first_and_automatic_last():
    def asynchronous(sales: Sales) -> None:
        sales.one.availability_mode, sales.one.failover_mode = 0, 1

    saved = [
        {"ag": "6a1f5f2e-0000-4000-8000-000000000001", "replica": replica, "server": server}
        | {"availabilityMode": 1, "failoverMode": 0}
        for replica, server in (("r2", "SALES2"), ("r1", "SALES1"))
    ]

    def partner_manual(sales: Sales) -> None:
        asynchronous(sales)
        sales.two.failover_mode = 1

    decision = decided(partner_manual, goal="InService", **LEASED, savedModes=saved)

    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"
    group = "6a1f5f2e-0000-4000-8000-000000000001"
    assert decision.parameters["Modes"] == f"{group}/r1/1/0,{group}/r2/1/0"


def test_the_table_prints_every_rule_with_a_sentence():
    lines = [line for line in table().splitlines() if line[:3].strip().isdigit()]

    assert len(lines) > 60
    assert all(line.rstrip().endswith(".") for line in lines)


@pytest.mark.parametrize(
    ("proven", "told"),
    [(True, "CacheWarden asked for that stop: forcing it loses nothing more"), (False, "has no proof of that stop")],
)
def test_a_stop_that_ec2_does_not_end_says_whether_it_may_be_forced(proven, told):
    waiting = {"topic": "stop", "since": iso(Sales().now - timedelta(minutes=21))}

    def stopping(sales: Sales) -> None:
        sales.one.state = "stopping"
        sales.one.proven_run = sales.one.launched if proven else None

    decision = decided(stopping, **BEGUN, waiting=waiting)
    assert isinstance(decision, Refuse) and decision.code == "CW4203"
    assert told in decision.sentence and ("asked for that stop" in decision.sentence) is proven
    assert ("It stays stopped then" if proven else "Ask AWS Support before you force it") in decision.sentence


@pytest.mark.parametrize("goal", ["Stopped", "Cycled", "Resized"])
@pytest.mark.parametrize("proven", [True, False])
def test_a_request_that_finds_our_own_stop_under_way_takes_the_lease_before_it_waits(goal, proven):
    def stopping(sales: Sales) -> None:
        sales.one.state = "stopping"
        sales.one.proven_run = sales.one.launched if proven else None

    decision = decided(stopping, goal=goal, instanceType="r5d.2xlarge" if goal == "Resized" else None)
    if proven:
        assert isinstance(decision, Execute) and decision.action == "AcquireLease"
    else:
        assert isinstance(decision, Wait) and decision.reason is WaitReason.STOP
