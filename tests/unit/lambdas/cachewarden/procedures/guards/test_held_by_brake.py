"""What a request hears that the brake holds: what is true of its node, whoever works on it, and what follows."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.loop.action_result import apply_result, parse_action_result
from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Complete, Decision, Refuse
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import decided, set_node, situation

NOW = Sales().now
SALES1, SALES2 = Sales().one.instance_id, Sales().two.instance_id


def held(change: Any = lambda sales: None, *, goal: str = "Stopped", mode: str = "off", **more: Any) -> Decision:
    """What is decided once the lease was asked for and the brake kept it."""
    last = {"action": "AcquireLease", "code": "CW5118", "message": mode, "at": iso(NOW)}
    behind = {"attempts": {"AcquireLease": 1}, "failures": {"AcquireLease": 1}, "lastFailure": last}
    return decided(change, goal=goal, **{**behind, **more})


def stopping(*, proven: bool = True) -> Any:
    return going("stopping", proven=proven)


def going(state: str, *, proven: bool, protected: bool = False) -> Any:
    def change(sales: Sales) -> None:
        set_node(0, state=state, online=False, protected=protected)(sales)
        sales.one.proven_run = sales.one.launched if proven else None
        sales.primary = sales.two

    return change


def holder(node: str, goal: str) -> dict[str, Any]:
    return {"holder": {"owner": "other", "subject": node, "goal": goal, "seenAt": iso(NOW)}}


def sentence(decision: Decision) -> str:
    assert isinstance(decision, Refuse) and decision.code is Code.HELD_BY_MODE, decision
    return decision.sentence


def test_of_a_node_that_ec2_stops_already_the_stop_its_proof_and_what_follows_are_said():
    said = sentence(held(stopping()))
    assert "EC2 is stopping it already. CacheWarden asked for that stop, on a proof" in said
    assert said.endswith("Start CacheWarden-StartInstance when it should serve again")
    assert "no proof" in sentence(held(stopping(proven=False)))


def test_a_request_joins_what_an_operation_already_does_with_its_node():
    decision = held(**holder(SALES1, "Stopped"))
    assert isinstance(decision, Complete) and decision.code is Code.REQUEST_JOINED


@pytest.mark.parametrize("mode", ["off", "notify"])
def test_another_operation_on_the_node_is_named_and_nothing_is_promised_to_begin_now(mode):
    said = sentence(held(mode=mode, **holder(SALES1, "Cycled")))
    assert "other works on it already (Cycled) and goes on to its end" in said and "when that has ended" in said
    assert "works on it" not in sentence(held(mode=mode, **holder(SALES2, "Stopped")))


def test_a_node_that_was_stopped_without_a_proof_is_told_as_that():
    decision = held(going("stopped", proven=False))
    assert isinstance(decision, Refuse) and decision.code is Code.STOPPED_BEHIND_OUR_BACK, decision
    assert "what that held may be lost" in sentence(held(going("stopped", proven=False), goal="Cycled"))


def test_of_a_node_that_was_stopped_on_a_proof_missing_protection_is_said():
    said = sentence(held(going("stopped", proven=True)))
    assert "It is stopped, by CacheWarden and on a proof. Its stop protection is off: the sweep puts it on" in said


def test_a_running_node_that_is_not_stop_protected_is_not_asked_for_the_lease_again_and_again():
    """Protection goes on with the lease alone, which the brake doesn't give."""
    said = sentence(held(set_node(0, protected=False)))
    assert "Its stop protection is off" in said and "cachewarden/mode to notify or automatic first" in said
    assert "stop protection" not in sentence(held())


def test_a_terminated_node_is_told_as_that():
    decision = held(set_node(0, state="terminated"))
    assert isinstance(decision, Refuse) and decision.code is Code.INSTANCE_GONE


@pytest.mark.parametrize("who", [None, holder(SALES1, "Cycled")["holder"]])
def test_the_lease_functions_answer_says_mode_and_holder(who):
    seen = situation(attempts={"AcquireLease": 1})
    answer = {"acquired": False, "heldByMode": "notify", **({"holder": who} if who else {})}
    report = {"action": "AcquireLease", "node": SALES1, "askedAt": iso(NOW), "result": answer}
    operation, _ = apply_result(seen.operation, seen.evidence, parse_action_result(report), NOW)
    last = operation.last_failure
    assert last is not None and (last.action, last.code, last.message) == (
        Action.ACQUIRE_LEASE,
        Code.HELD_BY_MODE,
        "notify",
    )
    assert (operation.holder.owner if operation.holder else None) == ("other" if who else None)
    assert operation.look_after is None, "nothing was done that would have to be looked at"
