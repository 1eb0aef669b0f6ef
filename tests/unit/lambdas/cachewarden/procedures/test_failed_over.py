"""Ahead of a reboot by AWS the node leads nothing any more and stays in service; what can't move is told, and stays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.operation.mode import TAKES_OUT_OF_SERVICE
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.failed_over import FAILING_OVER
from cachewarden.procedures.stop import STOPPING
from tests.unit.lambdas.loop_driver import Leases, play, request
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, decided, host, set_node

Edit = Callable[[dict[str, Any]], Any]
ONE, TWO = (node.instance_id for node in (Sales().one, Sales().two))
HELD = {
    **LEASED,
    "attempts": {**LEASED["attempts"], "SaveModes": 1, "HoldReplicaModes": 1},
    "savedModes": [{**SAVED_MODES[0], "led": False}],
}
LED = [{**SAVED_MODES[0], "led": True}]


def event(instance_id: str, *, in_h: float | None, lasts_h: float | None = 2, code: str = "instance-reboot") -> Any:
    starts = None if in_h is None else Sales().now + timedelta(hours=in_h)
    over = None if starts is None or lasts_h is None else starts + timedelta(hours=lasts_h)
    return {
        "instanceId": instance_id, "eventId": f"instance-event-{code}-{in_h}", "code": code, "description": "d",
        "notBefore": starts and iso(starts), "notAfter": over and iso(over), "notBeforeDeadline": None,
    }  # fmt: skip


OWN = event(ONE, in_h=0.75)


def shown(*events: Any) -> Edit:
    return lambda evidence: evidence.update(scheduled=list(events))


def with_a_third(evidence: dict[str, Any], *, synchronized: bool = True) -> None:
    """SALES3 is like SALES2, with a replica of its own."""
    third = {**evidence["replicas"][1], "instanceId": "i-3"}
    third["host"] = {**third["host"], "evidence": {**third["host"]["evidence"]}}
    third["host"]["evidence"]["host"] = {**third["host"]["evidence"]["host"], "computer": "SALES3"}
    evidence["replicas"].append(third)
    for replica in evidence["replicas"]:
        sql = replica["host"]["evidence"]["sql"]
        sql["cluster"]["members"].append({"name": "SALES3", "type": 0, "state": 1, "votes": 1})
    sql = host(evidence, 0)["sql"]
    two = next(one for one in sql["availabilityGroups"][0]["replicas"] if one["server"] == "SALES2")
    sql["availabilityGroups"][0]["replicas"].append({**two, "id": "r3", "server": "SALES3"})


def decide_on(change: Any = lambda sales: None, *, edit: Edit = lambda evidence: None, **operation: Any) -> Decision:
    return decided(change, goal="FailedOver", edit=edit, **(operation or LEASED))


def test_the_whole_way_moves_the_roles_alone():
    sales = Sales()
    disturbed: list[str] = []

    def after(act: str) -> None:
        one = sales.one
        if not (one.protected and one.sql_running and one.state == "running" and one.classification == "CACHE_ON_NVME"):
            disturbed.append(act)

    played = play(sales, request(sales.one, "FailedOver", sales), after=after)

    assert played.acts == [
        "AcquireLease", "MarkOperating", "SaveModes", "HoldReplicaModes", "FailOverAvailabilityGroups",
        "RestoreReplicaModes", "ForgetModes",
    ]  # fmt: skip
    assert disturbed == []
    assert played.last["outcome"] == "Goal" and "It leads no Availability Group" in played.last["sentence"]
    assert sales.primary is sales.two
    assert {each.failover_mode for each in sales.nodes.values()} == {0}
    assert sales.one.tags["cachewarden:state"] == "in-service"


def test_a_secondary_has_reached_it_already():
    sales = Sales()
    sales.primary = sales.two
    played = play(sales, request(sales.one, "FailedOver", sales))
    assert played.acts == [] and played.last["outcome"] == "Goal"


def test_no_rule_of_it_takes_anything_out_of_service_but_the_failover():
    failover_alone = {Action.HOLD_REPLICA_MODES, Action.FAIL_OVER_AVAILABILITY_GROUPS}
    assert {each.value for each in TAKES_OUT_OF_SERVICE - failover_alone} == {
        "DrainClusterNode", "StopSqlServer", "EvacuateCache",
    }  # fmt: skip
    acts = {rule.__name__ for rule in STOPPING} & {
        "drain_cluster_node", "stop_sql_server", "evacuate_cache", "lift_protection", "stop_instance",
        "make_asynchronous", "make_synchronous", "lower_required_secondaries", "raise_swap_throughput",
    }  # fmt: skip
    assert len(acts) == 9 and not acts & {rule.__name__ for rule in FAILING_OVER}


def test_the_former_primary_is_waited_for_before_its_modes_are_back():
    def behind(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.synchronized, sales.one.failover_mode = False, 1

    decision = decide_on(behind, **HELD)
    assert isinstance(decision, Wait) and "catching up" in decision.sentence


@pytest.mark.parametrize(
    "goes_down",
    [
        event(TWO, in_h=0.75),
        event(TWO, in_h=0.75, code="system-reboot"),
        event(TWO, in_h=3.5),  # less than an hour after the node's own may come last
        event(TWO, in_h=-1),
        event(TWO, in_h=1, code="instance-retirement", lasts_h=None),
        event(TWO, in_h=-30, code="instance-stop", lasts_h=None),  # overdue: it may come at any moment
        event(TWO, in_h=None),
    ],
)
def test_nothing_moves_onto_a_node_that_aws_takes_down_at_about_the_same_time(goes_down):
    decision = decide_on(edit=shown(OWN, goes_down))
    assert isinstance(decision, Refuse) and decision.code == "CW6173", decision
    assert "SALES2 could take it over" in decision.sentence and goes_down["code"] in decision.sentence


@pytest.mark.parametrize(
    "event_of_two",
    [
        event(TWO, in_h=4),
        event(TWO, in_h=-2.5),  # a reboot whose time is over
        event("i-9", in_h=0.75),
    ],
)
def test_an_event_at_another_time_or_of_another_instance_holds_nothing_up(event_of_two):
    decision = decide_on(edit=shown(OWN, event_of_two), **{**LEASED, "savedModes": SAVED_MODES})
    assert isinstance(decision, Execute), decision


def backup_on(index: int) -> Edit:
    row = {"command": "BACKUP DATABASE", "database": "orders", "percent": 10, "remainingS": 7200}
    return lambda evidence: host(evidence, index)["sql"].update(requests=[row])


def test_a_long_backup_is_not_cut_off_without_its_owner_s_yes_and_never_on_the_partner():
    refused = decide_on(edit=backup_on(0))
    assert isinstance(refused, Refuse) and refused.code == "CW6155" and "the failover would cut" in refused.sentence
    given = {
        "word": "cut-work", "by": "an owner", "through": "the tag", "subject": ONE, "goals": ["FailedOver"],
        "givenAt": None, "expiresAt": iso(Sales().now + timedelta(hours=1)), "withdrawn": False,
    }  # fmt: skip
    assert isinstance(decide_on(edit=backup_on(0), **{**LEASED, "consents": [given]}), Execute)
    assert isinstance(decide_on(edit=backup_on(1), **{**LEASED, "consents": [given]}), Refuse)


def started(index: int, *, ago_s: float) -> Edit:
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, index)["host"]["bootedAt"] = iso(Sales().now - timedelta(seconds=ago_s))

    return edit


@pytest.mark.parametrize(
    ("ago_s", "moves"),
    [
        (60, True),
        (7200, False),  # before the time that EC2 gives
        (3700, False),  # in it, and EC2 goes on showing the reboot: that was somebody's own restart
    ],
)
def test_a_partner_that_was_rebooted_already_takes_over_though_ec2_shows_its_reboot_still(ago_s, moves):
    def edit(evidence: dict[str, Any]) -> None:
        evidence["scheduled"] = [OWN, event(TWO, in_h=-1.5, lasts_h=26, code="system-reboot")]
        started(1, ago_s=ago_s)(evidence)

    decision = decide_on(edit=edit)
    assert isinstance(decision, Execute if moves else Refuse), decision


def test_while_ec2_has_not_said_what_is_scheduled_nothing_moves():
    decision = decide_on(edit=lambda evidence: evidence.update(scheduled=None))
    assert isinstance(decision, Wait) and decision.seconds == 0
    since = {"lookingSince": iso(Sales().now - timedelta(hours=1))}
    given_up = decide_on(edit=lambda evidence: evidence.update(scheduled=None), **{**LEASED, **since})
    assert isinstance(given_up, Refuse) and given_up.code == "CW6113"


def test_of_three_nodes_the_one_that_stays_takes_over():
    def edit(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        evidence["scheduled"] = [OWN, event(TWO, in_h=0.75)]

    moves = decide_on(set_node(0, failover_mode=1), edit=edit, **HELD)
    assert isinstance(moves, Execute) and moves.action is Action.FAIL_OVER_AVAILABILITY_GROUPS
    assert moves.node == "i-3"


def tagged(**tags: str) -> Edit:
    """SALES2 has these tags besides its own."""

    def edit(evidence: dict[str, Any]) -> None:
        ec2 = evidence["replicas"][1]["ec2"]
        named = {f"cachewarden:{name.replace('_', '-')}": value for name, value in tags.items()}
        evidence["replicas"][1]["ec2"] = {**ec2, "tags": {**ec2["tags"], **named}}

    return edit


def on_swap(evidence: dict[str, Any]) -> None:
    two = host(evidence, 1)
    two["storage"] = {**two["storage"], "classification": "EVACUATED"}


TAKES_ROLES_LAST = {
    "its owner wants it left alone": tagged(snooze_until=iso(Sales().now + timedelta(days=1))),
    "a person has to look at it": tagged(state="attention"),
    "its cache is on Swap": on_swap,
}


@pytest.mark.parametrize("goal", ["FailedOver", "Stopped"])
@pytest.mark.parametrize("spared", TAKES_ROLES_LAST.values(), ids=TAKES_ROLES_LAST)
def test_of_two_able_targets_roles_move_to_the_one_that_is_in_service_with_its_cache_on_nvme(goal, spared):
    def target(*edits: Edit) -> str:
        def edit(evidence: dict[str, Any]) -> None:
            for each in edits:
                each(evidence)

        decision = decided(set_node(0, failover_mode=1), edit=edit, **{**HELD, "goal": goal})
        assert isinstance(decision, Execute) and decision.action is Action.FAIL_OVER_AVAILABILITY_GROUPS, decision
        return decision.node

    def slow_third(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        replicas = host(evidence, 0)["sql"]["availabilityGroups"][0]["replicas"]
        third = next(one for one in replicas if one["server"] == "SALES3")
        third["databases"] = {**third["databases"], "redoQueueKb": 99_000_000, "redoS": 99_000}

    assert target(with_a_third) == TWO
    assert target(with_a_third, spared) == "i-3"
    # Not at the price of a failover that takes longer than the owner allows, nor of none at all.
    assert target(slow_third, spared) == TWO
    assert target(spared) == TWO


def test_what_the_partner_lacks_is_told_though_it_goes_down_too():
    decision = decide_on(set_node(1, synchronized=False), edit=shown(OWN, event(TWO, in_h=0.75)))
    assert isinstance(decision, Refuse) and decision.code == "CW6105"


def test_without_a_group_nothing_can_move_and_the_databases_are_named():
    def alone(evidence: dict[str, Any]) -> None:
        del evidence["replicas"][1]
        sql = host(evidence, 0)["sql"]
        sql["availabilityGroups"], sql["cluster"] = [], None
        sql["instances"][0]["databasesAlone"] = 3

    decision = decide_on(edit=alone, **{**LEASED, "databasesAlone": "3 of MSSQLSERVER"})
    assert isinstance(decision, Refuse) and decision.code == "CW6172", decision
    assert "3 of MSSQLSERVER" in decision.sentence


def test_what_stays_behind_is_told_at_the_end():
    def demanding(sales: Sales) -> None:
        sales.primary, sales.required_synchronized = sales.two, 1

    done = decide_on(demanding, **{**LEASED, "databasesAlone": "2 of MSSQLSERVER"})
    assert isinstance(done, Complete), done
    assert "no commit ends in sales-ag" in done.sentence
    assert "2 of MSSQLSERVER) are out of service while it reboots" in done.sentence


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (set_node(1, synchronized=False), "CW6105"),
        (set_node(1, state="stopped", online=False), "CW6103"),
        (set_node(1, worker={"work": "restore", "state": "running", "bytesDone": 5, "bytesTotal": 10}), "CW6104"),
        (set_node(0, state="stopped", online=False), "CW6172"),
    ],
)
def test_what_stands_against_it_changes_nothing(change, code):
    decision = decide_on(change)
    assert isinstance(decision, Refuse) and decision.code == code, decision


@pytest.mark.parametrize("tag", ["true", None])
def test_no_mode_is_written_down_that_would_bring_the_roles_back(tag):
    sales = Sales()
    if tag is not None:
        sales.one.tags["cachewarden:failback"] = tag
    leases = Leases()
    played = play(sales, request(sales.one, "FailedOver", sales), leases=leases, until=lambda act: act == "SaveModes")
    (record,) = leases.records
    assert record.saved_modes is not None and {mode.led for mode in record.saved_modes} == {False}
    assert played.acts[-1] == "SaveModes"


def test_what_an_earlier_operation_wrote_down_is_not_brought_back_either():
    decision = decide_on(
        lambda sales: (setattr(sales, "primary", sales.two), sales.one.tags.update({"cachewarden:failback": "true"})),
        **{**LEASED, "savedModes": LED},
    )
    assert isinstance(decision, Execute) and decision.action is Action.FORGET_MODES, decision
    moved = decide_on(**{**LEASED, "savedModes": LED})
    assert isinstance(moved, Execute) and moved.action is Action.SAVE_MODES
    assert {mode.led for mode in moved.modes} == {False}


@pytest.mark.parametrize("cut", ["SaveModes", "HoldReplicaModes", "FailOverAvailabilityGroups", "RestoreReplicaModes"])
@pytest.mark.parametrize("tag", ["true", None])
def test_cut_anywhere_the_way_back_puts_the_modes_back_and_moves_no_role(cut, tag):
    sales = Sales()
    if tag is not None:
        sales.one.tags["cachewarden:failback"] = tag
    leases = Leases()
    play(sales, request(sales.one, "FailedOver", sales), leases=leases, until=lambda act: act == cut)
    leads = sales.primary
    owner = leases.records[0].owner
    assert owner is not None
    resumed = request(sales.one, "InService", sales, executionArn=owner.execution_arn)
    played = play(sales, resumed, leases=leases)
    assert played.last["outcome"] == "Goal"
    assert sales.primary is leads
    assert {each.failover_mode for each in sales.nodes.values()} == {0}


def test_a_node_that_goes_silent_before_the_failover_keeps_its_roles_and_gets_its_modes_back():
    def rebooting(sales: Sales) -> None:
        sales.one.online, sales.one.failover_mode = False, 1

    waits = decide_on(rebooting, **HELD)
    assert isinstance(waits, Wait), waits
    since = {"waiting": {"topic": "host", "since": iso(Sales().now - timedelta(hours=1))}}
    given_up = decide_on(rebooting, **{**HELD, **since})
    assert isinstance(given_up, Abandon) and given_up.code == "CW6113", given_up
