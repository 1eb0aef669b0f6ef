"""A whole cluster goes down by consent only, with every cache evacuated first, the leader last; and comes up again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.operation.lease import released
from cachewarden.procedures.decision import Complete
from cachewarden.procedures.whole_cluster.order import evacuated_runs
from tests.unit.lambdas import sales_cluster
from tests.unit.lambdas.loop_driver import Leases, Played, play, request, started_document
from tests.unit.lambdas.sales_cluster import Node, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host, situation

ACCEPT = "CacheWarden-AcceptWholeClusterAndStopCluster"
RUN = "0a1b2c3d-0000-4000-8000-000000000001"
EXECUTION = f"arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:{RUN}"


def stop(sales: Sales, node: Node | None = None, *, leases: Leases | None = None, **more: Any) -> Played:
    """Somebody starts the document that is the consent, for one of the nodes."""
    node = node or sales.one
    sales.document_run = started_document(sales, ACCEPT, node=node)
    asked = request(node, "ClusterStopped", sales, executionArn=EXECUTION, documentRun=RUN)
    return play(sales, asked, leases=leases, **more)


def start(sales: Sales, node: Node, *, leases: Leases | None = None, name: str = "up", **more: Any) -> Played:
    sales.document_run = None
    asked = request(node, "ClusterInService", sales, executionArn=f"{EXECUTION}-{name}")
    return play(sales, asked, leases=leases, **more)


def on(played: Played, action: str) -> list[str]:
    """The nodes on which an act was done, in order."""
    return [each["node"] for each in played.decisions if each.get("action") == action]


def states(sales: Sales) -> set[str]:
    return {node.state for node in sales.nodes.values()}


@pytest.mark.parametrize("asked", [0, 1], ids=["the leader", "a secondary"])
def test_secondaries_go_down_first_and_no_node_stops_before_every_cache_is_evacuated(asked):
    sales = Sales()
    whole: list[set[str]] = []

    def look(act: str) -> None:
        if act == "StopInstance":
            whole.append({node.classification for node in sales.nodes.values()})
            assert not any(node.sql_running for node in sales.nodes.values())

    played = stop(sales, list(sales.nodes.values())[asked], after=look)

    assert played.last["outcome"] == "Goal" and states(sales) == {"stopped"}, played.last["sentence"]
    assert whole == [{"EVACUATED"}, {"EVACUATED"}]
    two_then_one = [sales.two.instance_id, sales.one.instance_id]
    assert on(played, "StopSqlServer") == on(played, "EvacuateCache") == on(played, "StopInstance") == two_then_one
    assert all(node.protected and node.tags["cachewarden:state"] == "stopped" for node in sales.nodes.values())
    assert "the cluster SALESWSFC is stopped, safely" in played.last["notification"]["subject"]
    assert "'whole-cluster', given by" in played.last["notification"]["message"]


def test_the_node_that_went_down_last_comes_up_first_and_all_is_as_before():
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    sales.pass_s(8 * 3600)
    played = start(sales, sales.two, leases=leases)

    assert played.last["outcome"] == "Goal", played.last["sentence"]
    assert on(played, "StartInstance") == [sales.one.instance_id, sales.two.instance_id]
    assert {node.classification for node in sales.nodes.values()} == {"CACHE_ON_NVME"}
    assert {node.failover_mode for node in sales.nodes.values()} == {0} and sales.primary is sales.one
    assert {node.tags["cachewarden:state"] for node in sales.nodes.values()} == {"in-service"}
    assert all(record.saved_modes is None and record.owner is None for record in leases.records)


def test_a_node_that_ran_on_alone_and_that_we_did_not_stop_comes_up_first():
    """Somebody starts the former leader alone, it serves, and is shut down from inside: it has the newest commits."""
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    sales.pass_s(3600)
    sales.one.launched = sales.now
    sales.pass_s(3600)
    played = start(sales, sales.two, leases=leases)

    assert on(played, "StartInstance") == [sales.one.instance_id, sales.two.instance_id]


def test_the_lost_cache_of_the_node_that_ran_on_alone_is_what_people_are_told_first():
    """The others lack what it committed alone, and have no primary: that follows from it."""
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    sales.pass_s(3600)
    sales.one.launched, sales.one.classification, sales.one.readable = sales.now, "CACHE_LOST", False
    sales.two.suspended = 1
    sales.primary = None
    played = start(sales, sales.two, leases=leases)

    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW6210"), played.last["sentence"]
    assert "keep all volumes" in played.last["notification"]["message"]
    assert sales.two.computer in played.last["sentence"] and not {"RebuildStorage", "ReseedDatabases"} & set(
        played.acts
    )


def test_what_one_node_has_from_before_its_rebuild_is_not_taken_for_another_s():
    """Each node that lost its cache gets snapshots of its own volumes before they are rebuilt."""
    seen = situation(goal="ClusterInService", snapshots=["snap-1"], unattachable=True, **LEASED)
    turned = seen.operation.turns_to(seen.partners[0].instance_id)
    assert seen.operation.snapshots and not turned.snapshots and not turned.unattachable


def test_a_leader_that_somebody_shut_down_after_its_evacuation_is_told_so_and_comes_up_first():
    sales, leases = Sales(), Leases()

    def shut_down(act: str) -> None:
        if act == "StopInstance" and sales.two.state == "stopping":
            sales.one.state, sales.one.online = "stopping", False
            sales.one.ready_at, sales.one.state_reason = (
                sales.now + timedelta(seconds=30),
                "Client.InstanceInitiatedShutdown",
            )

    down = stop(sales, leases=leases, after=shut_down)
    sales.pass_s(600)
    up = start(sales, sales.two, leases=leases)

    assert (down.last["outcome"], down.last["code"]) == ("Attention", "CW6231"), down.last["sentence"]
    assert "its cache was on EBS" in down.last["notification"]["message"]
    assert on(up, "StartInstance") == [sales.one.instance_id, sales.two.instance_id]


def test_only_what_was_last_seen_of_a_node_counts_as_its_evacuation():
    sales = Sales()
    sales.one.classification, sales.one.proof, sales.one.sql_running = "EVACUATED", True, False
    run = {sales.one.instance_id: sales.one.launched}
    evacuated = evacuated_runs(parse_evidence(sales.evidence(sales.one)), {})
    sales.one.online = False
    silent = evacuated_runs(parse_evidence(sales.evidence(sales.one)), evacuated)
    sales.one.online, sales.one.classification, sales.one.proof = True, "CACHE_ON_NVME", False
    restored = evacuated_runs(parse_evidence(sales.evidence(sales.one)), silent)

    assert (evacuated, silent, restored) == (run, run, {})


@pytest.mark.parametrize("act", ["SetProtection", "MarkOperating", "StartInstance"])
def test_a_node_that_may_not_be_changed_keeps_no_other_node_down(act):
    """Its state tag can't be written either."""
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    sales.pass_s(3600)
    sales.one.protected = False
    one = sales.one.instance_id
    played = start(
        sales, sales.two, leases=leases, denied=lambda each, node: node == one and each in (act, "TurnToNode")
    )

    told = "state tag" if act == "MarkOperating" else act
    assert sales.two.state == "running" and sales.two.sql_running, played.last["sentence"]
    assert played.last["outcome"] == "Attention" and told in played.last["sentence"] and one in played.last["sentence"]
    assert leases.records[0].owner is None and sales.one.sql_running == (act == "MarkOperating")


def test_whoever_asks_learns_from_when_on_commits_wait():
    sales = Sales()
    sales.required_synchronized = 1
    played = stop(sales)
    told = [each["sentence"] for each in played.decisions if each.get("action") == "StopSqlServer"]

    assert played.last["outcome"] == "Goal"
    assert ["Commits wait from now on in sales-ag" in each for each in told] == [True, False]
    assert "too few secondaries run" in played.last["notification"]["message"]


def test_caches_that_take_longer_than_the_consent_hold_no_stop_up_that_was_begun_in_time(monkeypatch):
    monkeypatch.setattr(sales_cluster, "CACHE_BYTES", 1000 * 1024**3)
    sales = Sales()
    begun = sales.now
    played = stop(sales)

    assert played.last["outcome"] == "Goal" and states(sales) == {"stopped"}, played.last["sentence"]
    assert played.operation["firstBegun"]["StopSqlServer"] < iso(begun + timedelta(minutes=5))


def test_the_modes_of_every_replica_are_kept_while_the_cluster_is_down():
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    saved = leases.records[0].saved_modes
    assert saved is not None and [(mode.server, mode.failover_mode, mode.led) for mode in saved] == [
        ("SALES2", 0, False),
        ("SALES1", 0, True),
    ]


def test_no_act_has_the_token_of_another_nodes_act():
    """Systems Manager and the hosts take an act with a known token for the one that they have done already."""
    played = stop(Sales())
    tokens = [each["clientToken"] for each in played.decisions if each["kind"] == "Execute"]

    assert on(played, "HoldReplicaModes") == [Sales().one.instance_id] * 2, "both are done on the primary"
    assert len(set(tokens)) == len(tokens)


def test_without_consent_nothing_is_begun():
    sales = Sales()
    played = play(sales, request(sales.one, "ClusterStopped", sales))

    assert (played.last["outcome"], played.last["code"], played.acts) == ("Refused", "CW6157", [])


@pytest.mark.parametrize(
    "document",
    ["CacheWarden-AcceptOutageAndStopInstance", "CacheWarden-StopInstance", "CacheWarden-StartCluster"],
)
def test_another_documents_run_is_no_consent_to_it(document):
    sales = Sales()
    sales.document_run = started_document(sales, document, node=sales.one)
    asked = request(sales.one, "ClusterStopped", sales, executionArn=EXECUTION, documentRun=RUN)
    played = play(sales, asked)

    assert (played.last["code"], played.acts) == ("CW6157", [])


def test_the_consent_serves_no_stop_of_a_single_primary():
    sales = Sales()
    sales.two.synchronized = False
    sales.document_run = started_document(sales, ACCEPT, node=sales.one)
    played = play(sales, request(sales.one, "Stopped", sales, executionArn=EXECUTION, documentRun=RUN))

    assert (played.last["code"], played.acts) == ("CW6105", [])


def test_an_old_consent_counts_for_nothing_and_whoever_is_refused_learns_why():
    sales = Sales()
    sales.document_run = started_document(sales, ACCEPT, node=sales.one, ago_s=3700)
    asked = request(sales.one, "ClusterStopped", sales, executionArn=EXECUTION, documentRun=RUN)
    played = play(sales, asked)

    assert played.last["code"] == "CW6157" and "it ended" in played.last["sentence"]


def dead_cache(sales: Sales) -> None:
    sales.two.dead_cache, sales.two.unreadable = "AWS1", True


def unmanaged(sales: Sales) -> None:
    del sales.two.tags["cachewarden:managed"]


CASES: dict[str, tuple[Callable[[Sales], Any], str, str]] = {
    "a node without the tag": (unmanaged, "CW6114", "SALES2"),
    "a stopped node": (lambda sales: setattr(sales.two, "state", "stopped"), "CW6158", "is stopped"),
    "no room on the secondary": (
        lambda sales: setattr(sales.two, "classification", "SPARE_MISSING"), "CW6108", "SALES2",
    ),
    "a Swap volume that warns": (
        lambda sales: setattr(sales.two, "move_obstacle", {"code": "CW1023", "message": "The Swap volume warns."}),
        "CW6108", "CW1023 The Swap volume warns",
    ),
    "a log that would fill": (lambda sales: sales.log.update(roomS=600), "CW6142", "sales-ag"),
    "an old log backup": (lambda sales: sales.log.update(backupAgeS=7200), "CW6143", "sales-ag"),
    "an unreadable cache on the secondary": (dead_cache, "CW6151", "SALES2"),
    "a secondary that moves its cache": (
        lambda sales: sales.two.worker.update(work="restore", state="running", bytesDone=1, bytesTotal=10),
        "CW6104", "SALES2",
    ),
    "nobody leads": (lambda sales: setattr(sales, "primary", None), "CW6117", "leads"),
    "missing rights": (lambda sales: setattr(sales, "permissions", False), "CW6110", "SALES1"),
    "a distributed group": (lambda sales: setattr(sales, "distributed", True), "CW6107", "distributed"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_node_is_examined_before_anything_is_changed(case):
    change, code, told = CASES[case]
    sales = Sales()
    change(sales)
    played = stop(sales)

    assert played.last["outcome"] == "Refused" and played.last["code"] == code, played.last["sentence"]
    assert told in played.last["sentence"]
    assert set(played.acts) <= {"AcquireLease", "MarkOperating", "TurnToNode", "SetProtection"}
    assert all(node.sql_running for node in sales.nodes.values())


def test_a_cluster_that_somebody_evacuated_by_hand_is_examined_before_it_is_stopped():
    """Its SQL Server doesn't run: nobody says which files a stop would destroy, nor who leads."""
    sales = Sales()
    sales.primary = None
    for node in sales.nodes.values():
        node.classification, node.proof, node.sql_running, node.synchronized = "EVACUATED", True, False, False
    sales.two.tempdb_drive = {"systemDatabases": 0, "foreignFiles": 1, "foreignFile": "T:\\orders_2.ndf"}
    played = stop(sales)

    assert (played.last["outcome"], played.last["code"]) == ("Refused", "CW6158"), played.last["sentence"]
    assert "CacheWarden-StartCluster" in played.last["sentence"] and states(sales) == {"running"}
    assert not {"LiftProtection", "StopInstance"} & set(played.acts)


def test_a_file_that_comes_to_the_tempdb_drive_after_the_evacuation_keeps_its_node_up():
    sales = Sales()

    def put_file(act: str) -> None:
        if act == "EvacuateCache" and sales.one.worker["work"] == "evacuate":
            sales.two.tempdb_drive = {"systemDatabases": 0, "foreignFiles": 1, "foreignFile": "T:\\orders_2.ndf"}

    played = stop(sales, after=put_file)

    assert "StopInstance" not in played.acts and states(sales) == {"running"}
    assert "orders_2.ndf" in played.last["notification"]["message"]


def test_a_node_that_somebody_starts_while_the_last_one_stops_is_seen():
    sales = Sales()

    def press_start(act: str) -> None:
        if act == "StopInstance" and sales.one.state == "stopping":
            sales.ec2_act("StartInstance", {"instanceId": sales.two.instance_id})

    played = stop(sales, after=press_start)

    assert any(each["kind"] == "Abandon" and each["code"] == "CW6158" for each in played.decisions)
    assert played.last["outcome"] == "InService" and states(sales) == {"running"}, played.last["sentence"]
    assert "start CacheWarden-StartCluster" not in played.last["notification"]["message"].lower()


def test_a_group_with_a_synchronous_replica_outside_is_not_left_without_its_primary():
    """It could take over without losing anything while the cluster is down, and nobody here could hold it."""
    sales = Sales()
    del sales.two.tags["cachewarden:managed"]
    sales.one.tags["cachewarden:outside"] = "SALES2"
    del sales.two.tags["cachewarden:cluster"]
    sales.two.online = False
    evidence = sales.evidence

    def without_two(subject: Node, **more: Any) -> dict[str, Any]:
        seen = evidence(subject, **more)
        return {**seen, "replicas": [each for each in seen["replicas"] if each["instanceId"] == sales.one.instance_id]}

    sales.evidence = without_two
    played = stop(sales)

    assert played.last["code"] == "CW6159" and "SALES2 in sales-ag" in played.last["sentence"]


def with_a_far_copy(sales: Sales, leads: Callable[[], bool] = lambda: False) -> None:
    """An asynchronous replica on DR1, which SALES2's tag calls outside; `leads`: it is the primary by now."""
    sales.two.tags["cachewarden:outside"] = "DR1"
    far = {"id": "r3", "server": "DR1", "local": False, "availabilityMode": 0, "failoverMode": 1, "role": 2}
    seen = sales._sql

    def with_dr1(node: Node) -> dict[str, Any]:
        sql = seen(node)
        if sql["cluster"] is not None:
            sql["cluster"]["members"].append({"name": "DR1", "type": 0, "state": 1, "votes": 1})
            for group in sql["availabilityGroups"]:
                if group["role"] == 1:
                    group["replicas"].append(far | {"connected": 1, "health": 2, "databases": None, "worst": []})
                if leads():
                    group["primary"] = "DR1"
        return sql

    sales._sql = with_dr1


def test_an_asynchronous_replica_outside_stays_up_and_is_spoken_of():
    sales, leases = Sales(), Leases()
    with_a_far_copy(sales)
    down = stop(sales, leases=leases)

    assert down.last["outcome"] == "Goal" and states(sales) == {"stopped"}, down.last["sentence"]
    told = [each["sentence"] for each in down.decisions if each.get("action") == "StopSqlServer"]
    assert "DR1" not in told[0], "a secondary leaves a primary behind"
    assert "DR1 stays up as a secondary without a primary; don't force a failover to it" in told[1]
    assert "DR1 keeps its vote: let it run until the cluster is started again" in told[1]
    up = start(sales, sales.two, leases=leases)
    assert up.last["outcome"] == "Goal" and sales.primary is sales.one, up.last["sentence"]


def test_a_cluster_that_is_led_from_outside_is_not_stopped():
    sales = Sales()
    sales.primary = None
    with_a_far_copy(sales, lambda: True)
    played = stop(sales)

    assert (played.last["outcome"], played.last["code"]) == ("Refused", "CW6150"), played.last["sentence"]
    assert "sales-ag is led by DR1" in played.last["sentence"] and states(sales) == {"running"}


def test_a_group_that_is_failed_over_to_the_outside_meanwhile_ends_the_stop():
    sales = Sales()
    with_a_far_copy(sales, lambda: sales.primary is None)

    def fail_over(act: str) -> None:
        if act == "EvacuateCache":
            sales.primary = None

    played = stop(sales, after=fail_over)

    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW6150"), played.last["sentence"]
    assert states(sales) == {"running"} and all(node.sql_running for node in sales.nodes.values())
    assert {node.classification for node in sales.nodes.values()} == {"CACHE_ON_NVME"}


def test_a_cluster_that_comes_back_to_a_primary_outside_is_told_so():
    sales, leases = Sales(), Leases()
    with_a_far_copy(sales, lambda: sales.primary is None)
    stop(sales, leases=leases)
    sales.primary, sales.one.suspended, sales.two.suspended = None, 2, 2
    played = start(sales, sales.one, leases=leases)

    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW6150"), played.last["sentence"]
    assert "led by DR1" in played.last["sentence"] and "a resume throws away" in played.last["sentence"]
    assert {node.classification for node in sales.nodes.values()} == {"CACHE_ON_NVME"}


def test_everything_that_is_in_the_way_is_told_at_once():
    sales = Sales()
    sales.two.classification = "SPARE_MISSING"
    sales.one.classification = "SPARE_MISSING"
    played = stop(sales)

    assert all(computer in played.last["sentence"] for computer in ("SALES1", "SALES2"))


def test_a_consent_to_give_up_a_cache_stops_no_whole_cluster():
    sales = Sales()
    dead_cache(sales)
    until = (sales.now + timedelta(days=1)).strftime("%Y-%m-%dT%H:%MZ")
    sales.two.tags["cachewarden:consent"] = f"unreadable-cache/{until}"
    played = stop(sales)

    assert played.last["code"] == "CW6151", played.last["sentence"]


@pytest.mark.parametrize("index", [0, 1], ids=["the leader's", "the secondary's"])
def test_a_cache_that_can_not_be_evacuated_brings_every_node_back(index):
    sales, leases = Sales(), Leases()
    list(sales.nodes.values())[index].worker_fails_at = 60
    played = stop(sales, leases=leases)

    assert played.last["outcome"] == "InService", played.last["sentence"]
    assert states(sales) == {"running"} and all(node.sql_running for node in sales.nodes.values())
    assert "StopInstance" not in played.acts
    assert {node.classification for node in sales.nodes.values()} == {"CACHE_ON_NVME"}
    assert {node.failover_mode for node in sales.nodes.values()} == {0}
    assert "CW6201" in played.last["notification"]["message"]


def test_a_node_that_falls_silent_while_others_go_down_is_waited_for():
    sales = Sales()

    def silence(act: str) -> None:
        if act == "StopInstance" and sales.two.state == "stopping":
            sales.one.online = False

    def answer_again(seconds: float) -> None:
        pass_s(seconds)
        if sales.two.stopped_at is not None and sales.now > sales.two.stopped_at + timedelta(seconds=120):
            sales.one.online = True

    pass_s, sales.pass_s = sales.pass_s, answer_again
    played = stop(sales, after=silence)

    assert played.last["outcome"] == "Goal" and states(sales) == {"stopped"}, played.last["sentence"]


def test_a_node_that_stays_silent_brings_the_others_up_again():
    sales = Sales()

    def silence(act: str) -> None:
        if act == "StopInstance" and sales.two.state == "stopping":
            sales.one.online = False

    played = stop(sales, after=silence)

    assert sales.two.state == "running" and sales.two.sql_running, "the others come back without it"
    assert sales.two.classification == "CACHE_ON_NVME"
    assert played.last["outcome"] == "Attention" and sales.one.instance_id in played.last["sentence"]
    assert any(each["kind"] == "Abandon" and each["code"] == "CW6158" for each in played.decisions)


@pytest.mark.parametrize("cut_after", ["HoldReplicaModes", "StopSqlServer", "EvacuateCache", "StopInstance"])
@pytest.mark.parametrize("times", [1, 2])
def test_cut_anywhere_the_next_operation_brings_every_node_back(cut_after, times):
    sales, leases = Sales(), Leases()
    seen: list[str] = []

    def cut(act: str) -> bool:
        seen.append(act)
        return seen.count(cut_after) == times

    stop(sales, leases=leases, until=cut)
    leases.records = [released(record, sales.now) for record in leases.records]
    sales.pass_s(120)
    for node in sales.nodes.values():
        node.protected = True
    played = start(sales, sales.one, leases=leases)

    assert played.last["outcome"] == "Goal", played.last["sentence"]
    assert states(sales) == {"running"} and all(node.sql_running for node in sales.nodes.values())
    assert {node.classification for node in sales.nodes.values()} == {"CACHE_ON_NVME"}
    assert {node.failover_mode for node in sales.nodes.values()} == {0}


def test_a_cluster_that_is_down_already_is_told_so_and_needs_no_consent():
    sales = Sales()
    stop(sales)
    sales.document_run = None
    played = play(sales, request(sales.two, "ClusterStopped", sales))

    assert (played.last["outcome"], played.acts) == ("Goal", [])


def test_a_cluster_that_somebody_else_stopped_is_told_so():
    sales = Sales()
    for node in sales.nodes.values():
        node.state, node.online = "stopped", False
    played = play(sales, request(sales.two, "ClusterStopped", sales))

    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW5109")
    assert "StartCluster" in played.last["next"] and "StartInstance" not in played.last["notification"]["message"]


def test_a_healthy_cluster_is_in_service_without_an_act():
    sales = Sales()
    for node in sales.nodes.values():
        node.tags["cachewarden:state"] = "in-service"
    played = start(sales, sales.one)

    assert (played.last["outcome"], played.acts) == ("Goal", [])


@pytest.mark.parametrize("case", ["gone", "vote-only", "unknown", "unwritten", "outside"])
def test_a_cluster_with_a_node_that_nobody_answers_for_is_not_told_as_wholly_in_service(case):
    why = {"gone": "it is terminated", "vote-only": "it is terminated"}.get(case, "it is stopped")
    instance = None if case == "unwritten" else "i-2"
    gone = case in ("gone", "vote-only")

    def edit(evidence: dict[str, Any]) -> None:
        del evidence["replicas"][1]
        evidence["absent"] = [{"computer": "sales2", "instanceId": instance, "gone": gone, "why": why}]
        tags = evidence["replicas"][0]["ec2"]["tags"]
        tags["cachewarden:state"] = "in-service"
        if case == "outside":
            tags["cachewarden:outside"] = "SALES2"
        groups = host(evidence, 0)["sql"]["availabilityGroups"]
        for each in groups if case == "vote-only" else ():
            each["replicas"] = [one for one in each["replicas"] if one["server"] != "SALES2"]

    decision = decided(goal="ClusterInService", edit=edit, **LEASED)

    if case == "outside":
        assert isinstance(decision, Complete) and "Every node" in decision.sentence
        return
    assert "Every node" not in decision.sentence and "SALES2" in decision.sentence
    expected = {"gone": Code.REPLICA_GONE, "vote-only": Code.GOAL_REACHED}.get(case, Code.REPLICA_UNKNOWN)
    assert decision.code is expected, decision


@pytest.mark.parametrize(
    ("runs", "outcome", "told"), [(False, "Attention", "is stopped and isn't tagged"), (True, "Goal", "Not looked at")]
)
def test_a_member_that_was_opted_out_while_the_cluster_was_down_is_told(runs, outcome, told):
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases)
    sales.pass_s(3600)
    del sales.two.tags["cachewarden:managed"]
    if runs:
        sales.ec2_act("StartInstance", {"instanceId": sales.two.instance_id})
        sales.pass_s(600)
    played = start(sales, sales.one, leases=leases)

    assert (played.last["outcome"], on(played, "StartInstance")) == (outcome, [sales.one.instance_id])
    assert told in played.last["sentence"] and sales.two.instance_id in played.last["sentence"]
    assert "Every node" not in played.last["sentence"] and sales.one.sql_running


@pytest.mark.parametrize(("node", "joins"), [("i-0bbbbbbbbbbbbbbb2", True), ("i-9", False)])
def test_an_operation_on_another_cluster_that_calls_itself_the_same_is_waited_for_and_not_joined(node, joins):
    holder = {"owner": "arn", "subject": node, "goal": "ClusterInService", "seenAt": iso(Sales().now)}
    decision = decided(goal="InService", holder=holder)

    assert (decision.code is Code.REQUEST_JOINED) is joins, decision


def test_a_request_for_one_node_joins_the_operation_on_its_cluster():
    sales, leases = Sales(), Leases()
    stop(sales, leases=leases, until=lambda act: act == "EvacuateCache")
    up = play(sales, request(sales.two, "InService", sales), leases=leases)
    down = play(sales, request(sales.two, "Stopped", sales), leases=leases)

    assert up.last["outcome"] == "Joined" and down.last["code"] == "CW5003", (up.last["code"], down.last["code"])
