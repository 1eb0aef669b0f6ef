"""Whole procedures against the model: order of acts, interruption after every one of them, trouble on the way."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from tests.unit.lambdas.loop_driver import Leases, Played, play, request, started_document
from tests.unit.lambdas.sales_cluster import Sales

STOP = [
    "AcquireLease",
    "MarkOperating",
    "SaveModes",
    "HoldReplicaModes",
    "FailOverAvailabilityGroups",
    "StopSqlServer",
    "EvacuateCache",
    "LiftProtection",
    "StopInstance",
    "SetProtection",
]
RETURN = [
    "AcquireLease",
    "MarkOperating",
    "StartInstance",
    "InitializeStorage",
    "StartSqlServer",
    "RestoreCache",
    "RestoreReplicaModes",
    "ForgetModes",
]


@dataclass
class World:
    sales: Sales
    leases: Leases

    def run(self, goal: str, **more: object) -> Played:
        subject = more.pop("subject", self.sales.one)
        name = more.pop("name", goal)
        operation = request(subject, goal, self.sales)
        operation["executionArn"] += f"-{name}"
        document = more.pop("document", None)
        if document is not None:
            run = started_document(self.sales, document, node=subject)
            self.sales.document_run, operation["documentRun"] = run, run["id"]
            operation["executionArn"] = operation["executionArn"].rpartition(":")[0] + f":{run['id']}"
        return play(self.sales, operation, leases=self.leases, **more)

    def in_service(self) -> bool:
        one = self.sales.one
        return (
            one.state == "running"
            and one.protected
            and one.sql_running
            and one.classification == "CACHE_ON_NVME"
            and one.tempdb
            and one.synchronized
            and [node.failover_mode for node in self.sales.nodes.values()] == [0, 0]
            and self.free()
        )

    def free(self) -> bool:
        return all(record.owner is None for record in self.leases.records)


@pytest.fixture
def world() -> World:
    return World(Sales(), Leases())


def test_a_primary_is_stopped_in_the_one_safe_order(world):
    played = world.run("Stopped")

    assert played.acts == STOP
    assert played.last["outcome"] == "Goal"
    assert world.sales.one.state == "stopped" and world.sales.one.protected
    assert world.sales.primary is world.sales.two
    assert world.free()


def test_a_secondary_is_stopped_without_a_failover(world):
    played = world.run("Stopped", subject=world.sales.two)

    assert played.acts == [act for act in STOP if act != "FailOverAvailabilityGroups"]
    assert world.sales.primary is world.sales.one


def test_a_stopped_node_comes_back_with_its_cache_and_modes(world):
    world.run("Stopped")

    played = world.run("InService")

    assert played.acts == RETURN
    assert played.last["outcome"] == "Goal"
    assert world.in_service()
    assert world.leases.records[0].saved_modes is None


def test_a_cycle_is_one_operation_there_and_back(world):
    played = world.run("Cycled")

    assert played.acts == STOP + RETURN[2:]
    assert world.in_service()


def test_protection_is_never_off_but_between_proof_and_stop(world):
    seen = []

    def watch(act: str) -> None:
        one = world.sales.one
        seen.append((act, one.protected, one.state, one.proof))

    world.run("Cycled", after=watch)

    off = [(act, state, proof) for act, protected, state, proof in seen if not protected]
    assert off == [("LiftProtection", "running", True), ("StopInstance", "stopping", True)]


def test_modes_are_durable_before_the_first_one_changes(world):
    def check(act: str) -> None:
        if act == "HoldReplicaModes":
            modes = world.leases.records[0].saved_modes
            assert [(mode.server, mode.failover_mode) for mode in modes] == [("SALES1", 0)]

    world.run("Stopped", after=check)


@pytest.mark.parametrize("cut", sorted(set(STOP)))
def test_an_operation_cut_after_any_act_is_brought_back_by_the_next(world, cut):
    world.run("Stopped", until=lambda act: act == cut)
    dead = world.leases.records[0].owner
    assert dead is not None

    world.leases.records = [_released(record, world.sales.now) for record in world.leases.records]
    if world.sales.one.state == "running":
        world.sales.one.protected = True  # what the janitor does
    again = world.run("InService", name="janitor")

    assert again.last["outcome"] == "Goal", again.last["sentence"]
    assert world.in_service()


@pytest.mark.parametrize(("let_go_s", "looks_again"), [(-60, False), (60, True)])
def test_nodes_are_looked_at_again_unless_nobody_can_have_acted_since_they_were(world, let_go_s, looks_again):
    world.run("Stopped", until=lambda act: act == "AcquireLease")
    let_go_at = world.sales.now + timedelta(seconds=let_go_s)
    world.leases.records = [_released(record, let_go_at) for record in world.leases.records]

    played = world.run("Stopped", name="again")

    told = [each["sentence"] for each in played.decisions]
    assert ("Observing what the last act has done" in told[: told.index(_of(played, "SaveModes"))]) is looks_again
    assert played.last["outcome"] == "Goal", played.last["sentence"]


@pytest.mark.parametrize("cut", sorted(set(STOP)))
def test_an_operation_cut_after_any_act_can_be_asked_for_again(world, cut):
    world.run("Stopped", until=lambda act: act == cut)
    world.leases.records = [_released(record, world.sales.now) for record in world.leases.records]

    again = world.run("Stopped", name="again")

    assert again.last["outcome"] == "Goal", again.last["sentence"]
    assert world.sales.one.state == "stopped" and world.sales.one.protected
    assert world.leases.records[0].saved_modes is not None


@pytest.mark.parametrize("cut", sorted(set(RETURN)))
def test_a_return_cut_after_any_act_is_finished_by_the_next(world, cut):
    world.run("Stopped")
    world.run("InService", until=lambda act: act == cut)
    world.leases.records = [_released(record, world.sales.now) for record in world.leases.records]

    again = world.run("InService", name="again")

    assert again.last["outcome"] == "Goal", again.last["sentence"]
    assert world.in_service()


def test_a_failed_evacuation_brings_the_node_back_into_service_with_the_reason(world):
    world.sales.one.worker_fails_at = 60

    played = world.run("Stopped")

    assert played.last["kind"] == "Complete"
    assert played.last["outcome"] == "InService"
    assert "RestoreCache" in played.acts and "StopInstance" not in played.acts
    assert played.operation["abandoned"]["code"] == "CW6201"
    assert "60 %" in played.last["notification"]["message"]
    assert world.in_service()


def test_a_worker_cut_off_by_a_reboot_is_resumed_not_given_up(world):
    def reboot(act: str) -> None:
        one = world.sales.one
        if act == "EvacuateCache" and one.boots == 1:
            one.boots += 1
            one.worker |= {"state": "failed", "code": "CW1054", "bytesDone": 10}
            one.sql_running = one.synchronized = True  # the boot task found D: whole

    played = world.run("Stopped", after=reboot)

    assert played.last["outcome"] == "Goal"
    assert played.acts.count("EvacuateCache") == 2
    assert played.acts.count("StopSqlServer") == 2


def test_a_reboot_between_proof_and_stop_voids_the_proof(world):
    def reboot(act: str) -> None:
        one = world.sales.one
        if act == "LiftProtection" and one.boots == 1:
            one.boots += 1
            one.sql_running = one.synchronized = True
            one.online = False
            one.ready_at = world.sales.now + timedelta(seconds=150)
            one.free_nvme = ("AWS1",)

    played = world.run("Stopped", after=reboot)

    assert played.last["outcome"] == "Goal"
    after = played.acts[played.acts.index("LiftProtection") + 1 :]
    assert after[0] == "SetProtection", "protection goes on while nobody can prove anything"
    assert after.index("StopSqlServer") < after.index("LiftProtection") < after.index("StopInstance")


def test_a_node_started_without_us_waits_for_its_boot_under_the_lease(world):
    one = world.sales.one
    world.run("Stopped")
    one.state, one.launched = "running", world.sales.now
    one.ready_at = world.sales.now + timedelta(seconds=180)

    played = world.run("InService")

    assert played.acts[:2] == ["AcquireLease", "MarkOperating"]
    assert "StartInstance" not in played.acts
    assert world.in_service()


def a_minute_ahead(now: datetime) -> int:
    """A token as a table gave it out whose clock was a little fast."""
    return int((now + timedelta(minutes=1)).timestamp() * 1000)


def test_hosts_that_remember_a_higher_token_than_the_table_are_served_all_the_same(world):
    remembered = a_minute_ahead(world.sales.now)
    world.sales.one.token = world.sales.two.token = remembered

    played = world.run("Stopped")

    assert played.last["outcome"] == "Goal"
    assert world.sales.one.token == remembered + 1


def test_a_host_that_shows_its_higher_token_only_after_its_boot_is_served_all_the_same(world):
    one = world.sales.one
    world.run("Stopped")
    remembered = one.token = a_minute_ahead(world.sales.now + timedelta(minutes=5))

    played = world.run("InService")

    assert played.acts.count("AcquireLease") == 2
    assert world.in_service()
    assert one.token == remembered + 1


def test_a_lost_cache_is_snapshotted_rebuilt_and_reseeded(world):
    one = world.sales.one
    _lose_cache(world, one)
    world.sales.primary = world.sales.two

    played = world.run("InService")

    assert played.acts == [
        "AcquireLease",
        "MarkOperating",
        "InitializeStorage",
        "SnapshotDataVolumes",
        "RebuildStorage",
        "StartSqlServer",
        "ReseedDatabases",
    ]
    assert played.last["outcome"] == "Goal"


def test_two_lost_caches_are_left_to_a_person(world):
    _lose_cache(world, world.sales.one)
    _lose_cache(world, world.sales.two)

    played = world.run("InService")

    assert played.acts == []
    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW6208")
    assert "Nothing was destroyed" in played.last["sentence"]


def test_a_lost_cache_of_the_only_running_node_is_left_to_a_person(world):
    _lose_cache(world, world.sales.one)
    world.sales.two.state, world.sales.two.online = "stopped", False

    played = world.run("InService")

    assert (played.last["outcome"], played.last["code"]) == ("Attention", "CW6210")
    assert not {"RebuildStorage", "SnapshotDataVolumes"} & set(played.acts)


def test_a_rebuild_waits_for_a_yes_when_the_owner_wants_it_so(world):
    _lose_cache(world, world.sales.one)
    world.sales.primary = world.sales.two
    world.sales.one.tags["cachewarden:rebuild"] = "approve"

    asked = world.run("InService")
    agreed = world.run("InService", name="agreed", document="CacheWarden-AcceptRebuildAndStartInstance")

    assert (asked.last["outcome"], asked.last["code"]) == ("Attention", "CW6209")
    assert "RebuildStorage" in agreed.acts


def test_a_partner_that_dies_during_the_evacuation_makes_the_node_stay(world):
    def die(act: str) -> None:
        if act == "EvacuateCache":
            world.sales.two.state, world.sales.two.online = "stopped", False
            world.sales.primary = world.sales.one

    played = world.run("Stopped", after=die)

    assert "StopInstance" not in played.acts
    assert played.operation["abandoned"]["code"] == "CW6103"
    assert played.acts[-4:] == ["StartSqlServer", "RestoreCache", "RestoreReplicaModes", "ForgetModes"]


def test_a_second_request_for_the_same_node_joins_the_first(world):
    world.run("Stopped", until=lambda act: act == "EvacuateCache")

    second = world.run("Stopped", name="second")

    assert second.last["outcome"] == "Joined"
    assert second.acts == ["AcquireLease"]


def test_a_request_for_the_other_node_is_refused_while_one_is_away(world):
    world.run("Stopped", until=lambda act: act == "EvacuateCache")

    second = world.run("Stopped", subject=world.sales.two, name="second")

    assert second.last["outcome"] == "Refused"
    assert second.last["code"] in ("CW5003", "CW6104")


def test_the_other_node_is_not_stopped_while_one_is_stopped(world):
    world.run("Stopped")

    second = world.run("Stopped", subject=world.sales.two, name="second")

    assert (second.last["outcome"], second.last["code"]) == ("Refused", "CW6103")
    assert second.acts == []


def test_a_way_back_waits_for_its_turn_instead_of_being_refused(world):
    two = world.sales.two
    world.run("Stopped", until=lambda act: act == "EvacuateCache")
    two.tags["cachewarden:state"] = "attention"
    asked = []

    def release(act: str) -> None:
        asked.append(world.sales.now)
        if len(asked) == 3:
            world.leases.records = [_released(record, world.sales.now) for record in world.leases.records]

    second = world.run("InService", subject=two, name="second", after=release)

    assert second.last["outcome"] in ("Goal", "Attention")
    assert second.acts[:4] == ["AcquireLease"] * 4
    assert (asked[1] - asked[0]).total_seconds() >= 60


def test_tokens_only_grow_over_operations(world):
    tokens = []
    for goal in ("Stopped", "InService", "Cycled"):
        tokens.append(world.run(goal, name=f"{goal}-n").operation["leaseToken"])

    assert tokens == sorted(set(tokens))


def test_every_wait_is_capped_at_a_third_of_the_leases_life(world):
    played = world.run("Cycled")

    waits = [decision["seconds"] for decision in played.decisions if decision["kind"] == "Wait"]
    assert waits and max(waits) <= 300


def test_every_decision_says_why_with_a_code_of_the_catalogue(world):
    from cachewarden.codes import CATALOGUE, Code

    world.sales.one.worker_fails_at = 60
    played = world.run("Cycled")

    for decision in played.decisions:
        assert len(decision["sentence"]) > 15
        assert Code(decision["code"]) in CATALOGUE


def _lose_cache(world: World, node) -> None:
    node.classification, node.readable, node.tempdb = "CACHE_LOST", False, False
    node.missing, node.free_nvme, node.sql_running = ("AWS1",), ("AWS9",), False
    node.synchronized = False
    node.launched = world.sales.now - timedelta(minutes=10)
    if world.sales.primary is node:
        world.sales.primary = None


def _of(played: Played, act: str) -> str:
    return next(each["sentence"] for each in played.decisions if each.get("action") == act)


def _released(record, now):
    from cachewarden.operation.lease import released

    return released(record, now)
