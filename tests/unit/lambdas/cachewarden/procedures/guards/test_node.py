"""What a stop hears while another node's operation has the lease: what is true of its own node comes first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.actions import Action
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse, Wait
from tests.unit.lambdas.loop_driver import Leases, play, request
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import decided, set_node

NOW = Sales().now
MAX_WAIT, LAST_OPERATION = "cachewarden:max-wait", "cachewarden:last-operation"
HELD_BY_MODE = {"action": "AcquireLease", "code": "CW5118", "message": "switched to 'off'", "at": iso(NOW)}


def busy(change: Callable[[Sales], Any] = lambda sales: None, *, asked_s_ago: float = 1.0, **more: Any) -> Decision:
    """What a request about SALES1 hears that asked for the lease; an operation on SALES2 has it."""
    asked = iso(NOW - timedelta(seconds=asked_s_ago))
    holder = {"owner": "other", "subject": Sales().two.instance_id, "goal": "InService", "seenAt": asked}
    behind = {"attempts": {"AcquireLease": 1}, "firstBegun": {"AcquireLease": asked}}
    return decided(change, **{"holder": holder, **behind, **more})


def may_wait(sales: Sales) -> None:
    sales.one.tags[MAX_WAIT] = "4h"


def opted_out(sales: Sales) -> None:
    may_wait(sales)
    del sales.one.tags["cachewarden:managed"]


def terminated(sales: Sales) -> None:
    may_wait(sales)
    sales.one.state = "terminated"


@pytest.mark.parametrize(
    ("change", "more", "code"),
    [
        (may_wait, {"lastFailure": HELD_BY_MODE, "failures": {"AcquireLease": 1}}, Code.HELD_BY_MODE),
        (opted_out, {}, Code.OPTED_OUT),
        (terminated, {}, Code.INSTANCE_GONE),
    ],
)
def test_a_stop_that_waits_for_its_turn_ends_at_once_where_it_can_not_be_done_any_more(change, more, code):
    decision = busy(change, **more)
    assert isinstance(decision, Refuse) and decision.code is code, decision


def test_a_cycle_of_a_node_that_stopped_while_it_waited_hears_of_the_brake_too():
    def stopped(sales: Sales) -> None:
        may_wait(sales)
        set_node(0, state="stopped", online=False)(sales)

    decision = busy(stopped, goal="Cycled", lastFailure=HELD_BY_MODE, failures={"AcquireLease": 1})
    assert isinstance(decision, Refuse) and decision.code is Code.HELD_BY_MODE, decision


def going_down(state: str, *, last: str = "Stopped", proven: bool = True, protected: bool = True) -> Any:
    """SALES1, which CacheWarden stopped for an operation that gave up waiting for EC2."""

    def change(sales: Sales) -> None:
        set_node(0, state=state, online=False, protected=protected and state == "stopped")(sales)
        sales.one.proven_run = sales.one.launched if proven else None
        sales.one.tags[LAST_OPERATION] = f"{last} request Attention"
        sales.primary = sales.two

    return change


@pytest.mark.parametrize("goal", ["Stopped", "Cycled"])
def test_what_ec2_stops_already_is_waited_for_though_another_operation_has_the_lease(goal):
    decision = busy(going_down("stopping"), goal=goal)
    assert isinstance(decision, Wait) and decision.reason is WaitReason.STOP, decision


def test_the_lease_is_asked_for_again_meanwhile_and_the_time_of_the_stop_goes_on():
    decision = busy(going_down("stopping"), asked_s_ago=61)
    assert isinstance(decision, Execute) and decision.action is Action.ACQUIRE_LEASE
    assert decision.ends_wait is False, "or a stop without end would be waited for without end"


def test_a_stop_without_end_is_told_without_the_lease_too():
    waiting = {"topic": "stop", "since": iso(NOW - timedelta(minutes=21))}
    decision = busy(going_down("stopping"), waiting=waiting)
    assert isinstance(decision, Refuse) and decision.code is Code.STOP_STUCK
    assert "where the last operation asked for that" in decision.sentence


def test_a_stop_of_the_node_that_has_no_proof_is_refused_while_another_operation_has_the_lease():
    decision = busy(going_down("stopping", proven=False))
    assert isinstance(decision, Refuse) and decision.code is Code.CLUSTER_BUSY


def test_once_ec2_has_stopped_it_the_lease_is_asked_for_before_anything_is_said():
    decision = busy(going_down("stopped"), asked_s_ago=20)
    assert isinstance(decision, Execute) and decision.action is Action.ACQUIRE_LEASE


@pytest.mark.parametrize(
    ("last", "protected", "answer"),
    [("Stopped", True, Complete), ("Cycled", True, Refuse), ("Stopped", False, Refuse)],
)
def test_stopped_without_the_lease_is_the_goal_only_where_the_node_stays_so_and_is_protected(last, protected, answer):
    """A cycle's tags bring it back, and protection isn't put on while another operation works."""
    decision = busy(going_down("stopped", last=last, protected=protected), asked_s_ago=-0.5)
    assert isinstance(decision, answer), decision
    assert decision.code is (Code.GOAL_REACHED if answer is Complete else Code.CLUSTER_BUSY)


@pytest.mark.parametrize("ends", [True, False])
def test_a_stop_that_ec2_carries_out_takes_the_lease_once_it_is_free_and_asks_for_it_rarely(ends):
    """`ends`: whether the other operation ends before EC2 has stopped the instance, five minutes from now."""
    sales, leases = Sales(), Leases()
    going_down("stopping", last="Cycled")(sales)
    sales.one.ready_at = NOW + timedelta(minutes=5)
    told = {"owner": "other", "subject": sales.two.instance_id, "goal": "InService", "requestId": "other"}
    members = {"members": [sales.one.instance_id, sales.two.instance_id], "observedAt": iso(NOW)}
    taken = leases.call({"action": "acquire", **told, **members}, sales)
    own = {"owner": "other", "leaseKey": taken["leaseKey"], "token": taken["token"]}
    marked_while: list[str] = []

    def after(act: str) -> None:
        if act == "MarkOperating":
            marked_while.append(sales.one.state)
        if ends and sales.now > NOW + timedelta(minutes=2) and leases.records[0].owned_by("other"):
            leases.call({"action": "release", **own}, sales)

    played = play(sales, request(sales.one, "Stopped", sales), leases=leases, after=after)
    assert sales.one.state == "stopped" and played.acts.count("AcquireLease") <= 6, played.acts
    if ends:
        assert played.last["outcome"] == "Goal" and sales.one.protected and marked_while == ["stopping"]
        assert sales.one.tags["cachewarden:state"] == "stopped" and "Stopped" in sales.one.tags[LAST_OPERATION]
    else:
        assert played.last["code"] == "CW5003" and sales.one.tags[LAST_OPERATION].startswith("Cycled")
