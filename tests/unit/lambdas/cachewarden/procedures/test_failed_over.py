"""Ahead of a reboot by AWS the node leads nothing any more and stays in service; what can't move is told, and stays."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.operation.lease import released
from cachewarden.operation.mode import TAKES_OUT_OF_SERVICE
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.failed_over import FAILING_OVER, LED_ELSEWHERE
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
"""As a stop has it before it fails over."""
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


def assert_moves(decision: Decision, *, onto: str = TWO) -> None:
    assert isinstance(decision, Execute) and decision.action is Action.FAIL_OVER_AVAILABILITY_GROUPS, decision
    assert decision.node == onto


def decide_on(change: Any = lambda sales: None, *, edit: Edit = lambda evidence: None, **operation: Any) -> Decision:
    """With the node's own reboot in 45 minutes, unless the test says what EC2 shows."""

    def edited(evidence: dict[str, Any]) -> None:
        evidence["scheduled"] = [OWN]
        edit(evidence)

    return decided(change, goal="FailedOver", edit=edited, **(operation or LEASED))


def about_to_be_rebooted() -> Sales:
    sales = Sales()
    sales.scheduled = [OWN]
    return sales


def test_the_whole_way_moves_the_roles_alone():
    sales = about_to_be_rebooted()
    disturbed: list[str] = []

    def after(act: str) -> None:
        one = sales.one
        automatic = all(each.failover_mode == 0 for each in sales.nodes.values())
        untouched = one.protected and one.state == "running" and one.classification == "CACHE_ON_NVME"
        if not (automatic and untouched and one.sql_running):
            disturbed.append(act)

    played = play(sales, request(sales.one, "FailedOver", sales), after=after)

    assert played.acts == ["AcquireLease", "MarkOperating", "FailOverAvailabilityGroups"]
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
    assert {each.value for each in TAKES_OUT_OF_SERVICE - {Action.FAIL_OVER_AVAILABILITY_GROUPS}} == {
        "HoldReplicaModes", "DrainClusterNode", "StopSqlServer", "EvacuateCache",
    }  # fmt: skip
    acts = {rule.__name__ for rule in STOPPING} & {
        "drain_cluster_node", "stop_sql_server", "evacuate_cache", "lift_protection", "stop_instance",
        "make_asynchronous", "make_synchronous", "lower_required_secondaries", "raise_swap_throughput", "hold_modes",
        "save_modes",
    }  # fmt: skip
    assert len(acts) == 11 and not acts & {rule.__name__ for rule in (*FAILING_OVER, *LED_ELSEWHERE)}


def test_the_former_primary_is_waited_for_before_its_modes_are_back():
    def behind(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.synchronized, sales.one.failover_mode = False, 1

    decision = decide_on(behind, **{**LEASED, "savedModes": SAVED_MODES})
    assert isinstance(decision, Wait) and "catching up" in decision.sentence


@pytest.mark.parametrize(
    "goes_down",
    [
        event(TWO, in_h=0.75),
        event(TWO, in_h=0.75, code="system-reboot"),
        event(TWO, in_h=1.7),  # less than an hour after the node's own may come first
        event(TWO, in_h=-1),
        event(TWO, in_h=3.5, code="instance-retirement", lasts_h=None),  # within an hour after the node's may come last
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
        event(TWO, in_h=1.8),  # roles can move back before, once the node was rebooted
        event(TWO, in_h=4, code="instance-stop", lasts_h=None),
        event(TWO, in_h=-2.5),  # a reboot whose time is over
        event("i-9", in_h=0.75),
    ],
)
def test_an_event_at_another_time_or_of_another_instance_holds_nothing_up(event_of_two):
    assert_moves(decide_on(edit=shown(OWN, event_of_two)))


def test_of_the_node_s_own_reboots_only_those_within_the_hour_count():
    assert_moves(decide_on(edit=shown(OWN, event(ONE, in_h=240), event(TWO, in_h=120))))


@pytest.mark.parametrize(("in_h", "moves"), [(1.5, False), (20, True)])
def test_a_long_time_for_the_node_s_reboot_keeps_its_roles_only_from_what_comes_soon(in_h, moves):
    decision = decide_on(edit=shown(event(ONE, in_h=0.75, lasts_h=26), event(TWO, in_h=in_h, lasts_h=26)))
    assert isinstance(decision, Execute if moves else Refuse), decision


def backup_on(index: int) -> Edit:
    row = {"command": "BACKUP DATABASE", "database": "orders", "percent": 10, "remainingS": 2400}
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

    assert_moves(decide_on(edit=edit), onto="i-3")


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
            evidence["scheduled"] = [OWN]
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


def test_nothing_is_written_down_that_would_have_to_be_put_back():
    sales, leases = about_to_be_rebooted(), Leases()
    play(sales, request(sales.one, "FailedOver", sales), leases=leases)
    (record,) = leases.records
    assert record.saved_modes is None


def test_what_an_earlier_operation_wrote_down_is_not_brought_back_either():
    """Of the node's replica alone: another node's operation counts on what it led."""
    decision = decide_on(
        lambda sales: (setattr(sales, "primary", sales.two), sales.one.tags.update({"cachewarden:failback": "true"})),
        **{**LEASED, "savedModes": LED},
    )
    assert isinstance(decision, Execute) and decision.action is Action.FORGET_MODES, decision
    of_two = {**LED[0], "replica": "r2", "server": "SALES2"}
    written = decide_on(**{**LEASED, "savedModes": [*LED, of_two]})
    assert isinstance(written, Execute) and written.action is Action.SAVE_MODES
    assert {mode.server: mode.led for mode in written.modes} == {"SALES1": False, "SALES2": True}
    assert_moves(decide_on(**{**LEASED, "savedModes": [{**LED[0], "led": False}, of_two]}))


@pytest.mark.parametrize("cut", ["MarkOperating", "SaveModes", "FailOverAvailabilityGroups", "RestoreReplicaModes"])
@pytest.mark.parametrize("tag", ["true", None])
def test_cut_anywhere_the_way_back_puts_held_modes_back_and_moves_no_role(cut, tag):
    """An operation before this one was cut while it held the modes of the node's replica."""
    sales = about_to_be_rebooted()
    if tag is not None:
        sales.one.tags["cachewarden:failback"] = tag
    leases = Leases()
    stop = request(sales.one, "Stopped", sales)
    play(sales, stop, leases=leases, until=lambda act: act == "HoldReplicaModes")
    leases.records = [released(each, sales.now) for each in leases.records]
    assert sales.one.failover_mode == 1 and sales.primary is sales.one

    play(sales, request(sales.one, "FailedOver", sales), leases=leases, until=lambda act: act == cut)
    leads = sales.primary
    owner = leases.records[0].owner
    assert owner is not None
    resumed = request(sales.one, "InService", sales, executionArn=owner.execution_arn)
    played = play(sales, resumed, leases=leases)
    assert played.last["outcome"] == "Goal"
    assert sales.primary is leads
    assert {each.failover_mode for each in sales.nodes.values()} == {0}
    assert leases.records[0].saved_modes is None


def test_a_node_that_goes_silent_before_the_failover_is_waited_for_and_nothing_was_changed():
    waits = decide_on(set_node(0, online=False))
    assert isinstance(waits, Wait), waits
    since = {"waiting": {"topic": "host", "since": iso(Sales().now - timedelta(hours=1))}}
    given_up = decide_on(set_node(0, online=False), **{**LEASED, **since})
    assert isinstance(given_up, Refuse) and given_up.code == "CW6113", given_up


MOVED = {**LEASED, "attempts": {**LEASED["attempts"], "FailOverAvailabilityGroups": 1}}


@pytest.mark.parametrize(
    "events",
    [
        [],
        [event(ONE, in_h=-5, lasts_h=2)],
        [event(ONE, in_h=1.1)],
        [event(ONE, in_h=0.5, code="instance-stop")],
        [event(TWO, in_h=0.5)],
    ],
)
def test_without_a_reboot_that_is_still_to_come_nothing_moves(events):
    refused = decide_on(edit=shown(*events))
    assert isinstance(refused, Refuse) and refused.code == "CW6174", refused
    given_up = decide_on(edit=shown(*events), **MOVED)
    assert isinstance(given_up, Abandon) and given_up.code == "CW6174", given_up


def test_a_node_that_was_rebooted_already_keeps_its_roles_though_ec2_shows_the_reboot_still():
    def edit(evidence: dict[str, Any]) -> None:
        evidence["scheduled"] = [event(ONE, in_h=-0.5)]
        started(0, ago_s=600)(evidence)

    refused = decide_on(edit=edit)
    assert isinstance(refused, Refuse) and refused.code == "CW6174", refused
    assert "instance-reboot" in refused.sentence
    assert_moves(decide_on(edit=shown(event(ONE, in_h=-0.5))))


def third(**changes: Any) -> Edit:
    """SALES3 is like SALES2, but for what its report, or EC2, says of it."""

    def edit(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        node = evidence["replicas"][2] = deepcopy(evidence["replicas"][2])
        report = node["host"]["evidence"]
        match changes:
            case {"state": state}:
                node["ec2"]["state"], node["host"] = state, None
            case {"silent": True}:
                node["host"] = None
            case {"stopping": True}:
                node["ec2"]["state"] = "stopping"
            case {"down": True}:
                for index in (0, 1):
                    members = host(evidence, index)["sql"]["cluster"]["members"]
                    next(each for each in members if each["name"] == "SALES3")["state"] = 0
            case {"unreadable": True}:
                second = {**report["sql"]["instances"][0], "name": "MSSQL$SECOND", "error": "login timeout"}
                report["sql"]["instances"].append(second)
            case {"stopped_services": True}:
                for service in report["sql"]["instances"]:
                    service["service"] = 1
            case {"old": True}:
                node["host"]["observedAt"] = iso(Sales().now - timedelta(hours=1))
            case _:
                report["storage"] |= changes

    return edit


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "stopped"},
        {"silent": True},
        {"stopping": True},
        {"unreadable": True},
        {"down": True},
        {"stopped_services": True},
        {"classification": "CACHE_LOST"},
        {"old": True},
    ],
)
def test_a_third_node_that_can_not_take_over_holds_nothing_up(changes):
    assert_moves(decide_on(edit=third(**changes)))

    def and_two_behind(evidence: dict[str, Any]) -> None:
        third(**changes)(evidence)
        replicas = host(evidence, 0)["sql"]["availabilityGroups"][0]["replicas"]
        for replica in replicas:
            if replica["server"] == "SALES2":
                replica["databases"] = {**replica["databases"], "synchronized": 0, "failoverReady": 0}

    assert not isinstance(decide_on(edit=and_two_behind), Execute)


def test_roles_never_move_onto_a_node_that_is_not_whole_though_its_replica_is_synchronized():
    def two_is_moving(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        host(evidence, 1)["worker"] = {"work": "restore", "state": "running", "bytesDone": 5, "bytesTotal": 10}

    def two_is_old(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        evidence["replicas"][1]["host"]["observedAt"] = iso(Sales().now - timedelta(hours=1))

    def two_is_stopping(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        evidence["replicas"][1]["ec2"] = {**evidence["replicas"][1]["ec2"], "state": "stopping"}

    def two_has_a_silent_instance(evidence: dict[str, Any]) -> None:
        with_a_third(evidence)
        sql = host(evidence, 1)["sql"] = deepcopy(host(evidence, 1)["sql"])
        sql["instances"].append({**sql["instances"][0], "name": "MSSQL$SECOND", "error": "login timeout"})

    assert_moves(decide_on(edit=two_is_moving), onto="i-3")
    assert_moves(decide_on(edit=two_is_stopping), onto="i-3")
    assert_moves(decide_on(edit=two_has_a_silent_instance), onto="i-3")
    assert_moves(decide_on(edit=two_is_old), onto="i-3")


def test_while_an_instance_of_the_node_can_not_be_asked_nothing_is_known_to_be_led_elsewhere():
    def unreadable(evidence: dict[str, Any]) -> None:
        second = {**host(evidence, 0)["sql"]["instances"][0], "name": "MSSQL$SECOND", "error": "login timeout"}
        host(evidence, 0)["sql"]["instances"].append(second)

    waits = decide_on(lambda sales: setattr(sales, "primary", sales.two), edit=unreadable)
    assert isinstance(waits, Wait) and "can't be asked" in waits.sentence, waits


def test_work_that_the_reboot_cuts_off_anyway_holds_the_failover_up_no_longer():
    def until(minutes: float, index: int = 0) -> Edit:
        row = {"command": "BACKUP DATABASE", "database": "orders", "percent": 10, "remainingS": int(minutes * 60)}
        return lambda evidence: host(evidence, index)["sql"].update(requests=[row])

    assert_moves(decide_on(edit=until(46)))
    assert isinstance(decide_on(edit=until(46, index=1)), Refuse)
    assert not isinstance(decide_on(edit=until(44)), Execute)
    assert isinstance(decide_on(edit=until(5)), Wait)


@pytest.mark.parametrize("classification", ["MOVING", "DETACHED", "EVACUATED", "SPARE_MISSING"])
def test_once_the_roles_are_off_storage_is_left_to_the_next_sweep(classification):
    def roles_off(sales: Sales) -> None:
        sales.primary, sales.one.classification = sales.two, classification

    done = decide_on(roles_off, **MOVED)
    assert isinstance(done, Complete), done
