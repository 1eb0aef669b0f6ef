"""Situations for the rules: an otherwise healthy cluster, what is wrong with it, and what is decided then."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.situation import Situation
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales

SAVED_MODES = [
    {"ag": "6a1f5f2e-0000-4000-8000-000000000001", "replica": "r1", "server": "SALES1"}
    | {"availabilityMode": 1, "failoverMode": 0}
]
"""The modes of SALES1's replica, as an operation writes them down."""
LEASED = {"leaseKey": "0123456789abcdef", "leaseToken": 7, "attempts": {"AcquireLease": 1, "MarkOperating": 1}}
ASKED = {"attempts": {"CheckRights": 1}, "callRights": [{"call": "StopInstances", "answer": "DryRunOperation"}]}
"""A preflight that EC2 has told that it may stop the node."""
BEGUN = {**LEASED, "attempts": {**LEASED["attempts"], "HoldReplicaModes": 1}, "savedModes": SAVED_MODES}


def decided(
    change: Callable[[Sales], Any] = lambda sales: None,
    *,
    goal: str = "Stopped",
    edit: Callable[[dict[str, Any]], Any] = lambda evidence: None,
    later_s: float = 1.0,
    **operation: Any,
) -> Decision:
    """What is decided for node one after `change` to the model and `edit` to its evidence, `later_s` after it."""
    seen = situation(change, goal=goal, edit=edit, later_s=later_s, **operation)
    return decide(seen.evidence, seen.operation, seen.policy, seen.now)


def situation(
    change: Callable[[Sales], Any] = lambda sales: None,
    *,
    goal: str = "Stopped",
    edit: Callable[[dict[str, Any]], Any] = lambda evidence: None,
    later_s: float = 1.0,
    **operation: Any,
) -> Situation:
    """What the rules look at, made as `decided` makes it."""
    sales = Sales()
    if goal == "Preflight" and "attempts" not in operation:
        operation |= ASKED
    asked = request(sales.one, goal, sales, **(operation or LEASED))
    change(sales)
    evidence = sales.evidence(sales.one)
    edit(evidence)
    facts = parse_evidence(evidence)
    now = sales.now + timedelta(seconds=later_s)
    policy = policy_from_tags(facts.node.ec2.tags)
    try:
        identity = identity_of(facts)
    except IdentityDisagreesError:
        identity = None
    return Situation.of(facts, parse_operation(asked), policy, now, identity)


def host(evidence: dict[str, Any], index: int) -> dict[str, Any]:
    return evidence["replicas"][index]["host"]["evidence"]


def set_node(index: int, **values: Any) -> Callable[[Sales], None]:
    def change(sales: Sales) -> None:
        for name, value in values.items():
            setattr(list(sales.nodes.values())[index], name, value)

    return change


def set_cluster(**values: Any) -> Callable[[Sales], None]:
    def change(sales: Sales) -> None:
        for name, value in values.items():
            setattr(sales, name, value)

    return change
