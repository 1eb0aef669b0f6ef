"""Decide over every pair of states of a cluster's two nodes: whatever is seen, some things are never decided."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.json_reader import JsonReader
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent, GivenConsent
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import Abandoned, LeftBehind, Operation
from cachewarden.operation.operation_json import parse_operation, parse_saved_modes
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Complete, Decision, Execute
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import GROUP, Node, Sales
from tests.unit.lambdas.situations import SAVED_MODES


def stopped_by_us(node: Node) -> None:
    node.state, node.online, node.sql_running = "stopped", False, False
    node.proven_run, node.stopped_at = node.launched, node.launched + timedelta(hours=1)


def evacuated(node: Node) -> None:
    node.token = TOKEN
    node.sql_running, node.synchronized, node.classification, node.proof = False, False, "EVACUATED", True


def evacuated_and_open(node: Node) -> None:
    evacuated(node)
    node.protected = False


def stopping(node: Node) -> None:
    stopped_by_us(node)
    node.state = "stopping"


def stopped_by_others(node: Node) -> None:
    node.state, node.online, node.sql_running = "stopped", False, False


def moving(node: Node) -> None:
    node.sql_running, node.classification = False, "MOVING"
    node.worker = {"work": "evacuate", "state": "running", "token": TOKEN, "bytesDone": 1, "bytesTotal": 100}


def cache_lost(node: Node) -> None:
    node.sql_running, node.classification, node.readable = False, "CACHE_LOST", False


STATES: dict[str, Callable[[Node], object]] = {
    "serves": lambda node: None,
    "open": lambda node: setattr(node, "protected", False),
    "sql down": lambda node: setattr(node, "sql_running", False),
    "moving": moving,
    "evacuated": evacuated,
    "evacuated and open": evacuated_and_open,
    "stopping": stopping,
    "stopped by us": stopped_by_us,
    "stopped by others": stopped_by_others,
    "silent": lambda node: setattr(node, "online", False),
    "cache lost": cache_lost,
    "pending": lambda node: setattr(node, "state", "pending"),
}
TOKEN = 7
DOWN = ("stopping", "stopped by us")
EVACUATED = ("evacuated", "evacuated and open")
NO_SQL = ("sql down", "moving", *EVACUATED, "stopped by us", "stopped by others", "stopping", "cache lost")


@dataclass(frozen=True)
class Case:
    goal: Goal
    operation: str
    subject: int
    states: tuple[str, str]
    """Of SALES1, the leader, and of SALES2."""

    @property
    def own(self) -> str:
        return self.states[self.subject]

    @property
    def other(self) -> str:
        return self.states[1 - self.subject]


OPERATIONS = ("new", "leased", "begun", "abandoned", "left behind")


def operation_of(sales: Sales, case: Case) -> Operation:
    subject = (sales.one, sales.two)[case.subject]
    new = replace(
        parse_operation(request(subject, case.goal.value, sales)),
        leader=sales.one.instance_id,
        consents=(
            GivenConsent(
                word=Consent.WHOLE_CLUSTER, by="dana", through="a document", node_id=subject.instance_id,
                goals=tuple(TERMS[Consent.WHOLE_CLUSTER].goals), given_at=sales.now,
                expires_at=sales.now + timedelta(hours=1), withdrawn=False,
            ),
        ) if case.goal is Goal.CLUSTER_STOPPED else (),
    )  # fmt: skip
    if case.operation == "new":
        return new
    leased = replace(
        new,
        lease_key="0123456789abcdef",
        lease_token=TOKEN,
        attempts={Action.ACQUIRE_LEASE: 1, Action.MARK_OPERATING: 1},
    )
    if case.operation == "leased":
        return leased
    if case.operation == "left behind":
        other = (sales.two, sales.one)[case.subject]
        return replace(leased, left_behind=(LeftBehind(node=other.instance_id, code=Code.NOT_OBSERVABLE, message="m"),))
    identity = ClusterIdentity(cluster_name=sales.cluster_name, group_ids=(GROUP,))
    modes = parse_saved_modes(JsonReader.of({"savedModes": SAVED_MODES}), "savedModes")
    begun = replace(leased, begun_elsewhere=True, identity=identity, saved_modes=modes)
    if case.operation == "begun":
        return begun
    return replace(begun, abandoned=Abandoned(goal=case.goal, code=Code.CLUSTER_NOT_WHOLE, message="m"))


def decided() -> Iterator[tuple[Case, Decision]]:
    policy = policy_from_tags({"cachewarden:managed": "true"})
    for states in product(STATES, repeat=2):
        sales = Sales()
        for node, state in zip(sales.nodes.values(), states, strict=True):
            node.failover_mode = 1
            node.tags["cachewarden:state"] = "in-service" if state == "serves" else "operating"
            STATES[state](node)
        if states[0] in NO_SQL:
            sales.primary = None
        evidence = parse_evidence(sales.evidence(sales.one))
        for goal, operation, subject in product((Goal.CLUSTER_STOPPED, Goal.CLUSTER_IN_SERVICE), OPERATIONS, (0, 1)):
            case = Case(goal=goal, operation=operation, subject=subject, states=states)
            node_id = (sales.one, sales.two)[subject].instance_id
            seen = replace(evidence, node_id=node_id)
            yield case, decide(seen, operation_of(sales, case), policy, sales.now + timedelta(seconds=1))


def broken(case: Case, decision: Decision) -> str | None:
    """Which law the decision breaks."""
    downwards = case.goal is Goal.CLUSTER_STOPPED and case.operation != "abandoned"
    if isinstance(decision, Complete) and decision.code is Code.GOAL_REACHED:
        wanted = "stopped by us" if downwards else "serves"
        return None if set(case.states) == {wanted} else "calls a goal reached that isn't"
    if not isinstance(decision, Execute):
        return None
    act = decision.action
    if act is not Action.ACQUIRE_LEASE and case.operation == "new":
        return "acts without the lease"
    all_evacuated = all(state in (*DOWN, *EVACUATED) for state in case.states)
    leads = case.subject == 0
    laws = {
        Action.STOP_INSTANCE: downwards and all_evacuated and case.own == "evacuated and open",
        Action.LIFT_PROTECTION: downwards and all_evacuated and case.own == "evacuated",
        Action.STOP_SQL_SERVER: downwards and (not leads or case.other in EVACUATED),
        Action.EVACUATE_CACHE: downwards and case.own in NO_SQL,
        Action.START_INSTANCE: not downwards and case.own in ("stopped by us", "stopped by others"),
        Action.START_SQL_SERVER: not downwards and case.own != "cache lost",
        Action.RESTORE_CACHE: not downwards,
        Action.REBUILD_STORAGE: False,
        Action.TURN_TO_NODE: not (case.operation == "left behind" and not downwards),
    }
    return None if laws.get(act, True) else f"{act.value} isn't allowed here"


@pytest.fixture(scope="module")
def decisions() -> list[tuple[Case, Decision]]:
    return list(decided())


def test_no_law_is_broken_anywhere(decisions):
    assert len(decisions) == len(STATES) ** 2 * len(OPERATIONS) * 4
    assert Counter(law for case, decision in decisions if (law := broken(case, decision)) is not None) == Counter()


def test_both_ways_turn_from_node_to_node_and_reach_their_ends(decisions):
    acts = {(case.goal, decision.action) for case, decision in decisions if isinstance(decision, Execute)}
    down, up = Goal.CLUSTER_STOPPED, Goal.CLUSTER_IN_SERVICE

    assert {(down, Action.TURN_TO_NODE), (up, Action.TURN_TO_NODE)} <= acts
    assert {(down, Action.STOP_INSTANCE), (down, Action.EVACUATE_CACHE), (up, Action.START_INSTANCE)} <= acts
    assert {type(decision).__name__ for _, decision in decisions} == {
        "Execute", "Wait", "Refuse", "Abandon", "Complete",
    }  # fmt: skip


def test_the_laws_bite():
    case = Case(goal=Goal.CLUSTER_STOPPED, operation="begun", subject=1, states=("serves", "evacuated and open"))
    stop = Execute(action=Action.STOP_INSTANCE, node="i-1", sentence="a planted mistake")

    assert broken(case, stop) == "StopInstance isn't allowed here"
