"""Decide over the whole abstract state space: whatever the evidence, some things are never decided.

The suite draws a sixth of it; `make campaigns` goes through all.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product

import pytest

from cachewarden.evidence.absent_computer import AbsentComputer
from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.scheduled_event import ScheduledEvent, SeenMaintenance
from cachewarden.evidence.storage import InstanceStoreDisk, StorageClassification
from cachewarden.evidence.worker import WorkerState
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent, GivenConsent
from cachewarden.operation.operation import Operation
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Abandon, Decision, Execute, Wait
from tests.campaigns import WHOLE, part
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Node, Sales, iso
from tests.unit.lambdas.situations import SAVED_MODES

GOALS = ("Stopped", "InService", "Cycled", "FailedOver")
LEASED = {"leaseKey": "0123456789abcdef", "leaseToken": 7, "attempts": {"AcquireLease": 1, "MarkOperating": 1}}
OPERATIONS = {
    "new": {},
    "unmarked": {**LEASED, "attempts": {"AcquireLease": 1}},
    "leased": LEASED,
    "saved": {**LEASED, "savedModes": SAVED_MODES, "unattachable": True},
    "begun": {**LEASED, "attempts": {**LEASED["attempts"], "HoldReplicaModes": 1}, "savedModes": SAVED_MODES},
    "abandoned": {
        **LEASED,
        "attempts": {**LEASED["attempts"], "EvacuateCache": 1},
        "savedModes": SAVED_MODES,
        "abandoned": {"goal": "Stopped", "code": "CW6201", "message": "m"},
        "snapshots": ["snap-1"],
    },
}


@dataclass(frozen=True)
class Case:
    goal: str
    operation: str
    state: InstanceState
    protected: bool
    observed: bool
    leads: bool
    classification: StorageClassification
    proof: bool
    sql: bool
    worker: WorkerState
    tempdb: bool
    partner: str
    synchronized: bool


PARTNERS = ("whole", "stopped", "silent", "cache lost", "sql down")


def cases() -> Iterator[Case]:
    """Everything that is told apart; a node that doesn't run or answer has no inner life."""
    outer = product(GOALS, OPERATIONS, (True, False), PARTNERS, (True, False))
    for goal, operation, protected, partner, leads in outer:
        base = Case(
            goal=goal,
            operation=operation,
            state=InstanceState.RUNNING,
            protected=protected,
            observed=False,
            leads=leads,
            classification=StorageClassification.CACHE_ON_NVME,
            proof=False,
            sql=True,
            worker=WorkerState.IDLE,
            tempdb=True,
            partner=partner,
            synchronized=True,
        )
        for state in InstanceState:
            yield replace(base, state=state)
        for classification, proof, sql, worker, tempdb, synchronized in product(
            StorageClassification, (True, False), (True, False), WorkerState, (True, False), (True, False)
        ):
            if worker in (WorkerState.SUCCEEDED,) or (leads and not sql):
                continue
            yield replace(
                base,
                observed=True,
                classification=classification,
                proof=proof,
                sql=sql,
                worker=worker,
                tempdb=tempdb,
                synchronized=synchronized,
            )


def reboot_of(node: Node, sales: Sales) -> dict[str, object]:
    """What EC2 shows of the node: without it nothing fails over ahead of it."""
    return {
        "instanceId": node.instance_id,
        "eventId": "instance-event-1",
        "code": "instance-reboot",
        "description": "d",
        "notBefore": iso(sales.now + timedelta(minutes=45)),
        "notAfter": iso(sales.now + timedelta(minutes=165)),
        "notBeforeDeadline": None,
    }


UNUSABLE = (
    StorageClassification.CACHE_LOST,
    StorageClassification.DETACHED,
    StorageClassification.EBS_MISSING,
    StorageClassification.EMPTY,
)


class Space:
    """Evidence for a case, put together from parts that were parsed once."""

    def __init__(self) -> None:
        self.sales = Sales()
        self.now = self.sales.now + timedelta(seconds=1)
        self._facts: dict[tuple[bool, bool, bool, bool], ClusterEvidence] = {}
        self._replicas: dict[tuple[object, object], ReplicaEvidence] = {}
        self._operations = {
            (goal, name): parse_operation(request(self.sales.one, goal, self.sales, **more))
            for goal in GOALS
            for name, more in OPERATIONS.items()
        }

    def operation(self, case: Case) -> Operation:
        return self._operations[case.goal, case.operation]

    def evidence(self, case: Case) -> ClusterEvidence:
        shared = (case.leads, case.sql, case.synchronized, case.operation == "begun")
        base = self._base(*shared)
        about = (case.state, case.protected, case.observed, case.classification, case.proof, case.worker, case.tempdb)
        subject = self._replicas.get((shared, about))
        if subject is None:
            subject = self._replicas[shared, about] = self._subject(base.replicas[0], case)
        partner = self._replicas.get((shared, case.partner))
        if partner is None:
            partner = self._replicas[shared, case.partner] = self._partner(base.replicas[1], case)
        return replace(base, replicas=(subject, partner))

    def _base(self, leads: bool, sql: bool, synchronized: bool, held: bool) -> ClusterEvidence:
        key = (leads, sql, synchronized, held)
        if key not in self._facts:
            sales = Sales()
            sales.scheduled = [reboot_of(sales.one, sales)]
            sales.primary = sales.one if leads else sales.two
            sales.one.sql_running = sql
            sales.one.token = LEASED["leaseToken"]
            sales.one.failover_mode = sales.two.failover_mode = int(held)
            sales.one.tags["cachewarden:state"] = "operating" if held else "in-service"
            (sales.two if leads else sales.one).synchronized = synchronized
            self._facts[key] = parse_evidence(sales.evidence(sales.one))
        return self._facts[key]

    @staticmethod
    def _subject(replica: ReplicaEvidence, case: Case) -> ReplicaEvidence:
        ec2 = replace(replica.ec2, state=case.state, stop_protected=case.protected)
        if not case.observed:
            return replace(replica, ec2=ec2, host=None)
        storage = replace(
            replica.host.storage,
            classification=case.classification,
            proof=replace(replica.host.storage.proof, evacuated=case.proof),
            tempdb_present=case.tempdb,
            data_readable=case.classification not in UNUSABLE,
            data_usable=case.classification not in UNUSABLE,
            instance_store=tuple(InstanceStoreDisk(serial=each, size_bytes=300 * 10**9) for each in ("AWS0", "AWS1")),
            free_instance_store=("AWS1",),
        )
        worker = replace(replica.host.worker, work="evacuate", state=case.worker, token=7)
        return replace(replica, ec2=ec2, host=replace(replica.host, storage=storage, worker=worker))

    @staticmethod
    def _partner(replica: ReplicaEvidence, case: Case) -> ReplicaEvidence:
        match case.partner:
            case "stopped":
                return replace(replica, ec2=replace(replica.ec2, state=InstanceState.STOPPED), host=None)
            case "silent":
                return replace(replica, host=None)
            case "cache lost":
                storage = replace(
                    replica.host.storage,
                    classification=StorageClassification.CACHE_LOST,
                    data_readable=False,
                    data_usable=False,
                )
                return replace(replica, host=replace(replica.host, storage=storage))
            case "sql down":
                sql = replace(replica.host.sql, services=(replace(replica.host.sql.services[0], service=1),), groups=())
                return replace(replica, host=replace(replica.host, sql=sql))
        return replica


AHEAD_OF_A_REBOOT = (
    Action.ACQUIRE_LEASE,
    Action.MARK_OPERATING,
    Action.SET_PROTECTION,
    Action.SAVE_MODES,
    Action.FAIL_OVER_AVAILABILITY_GROUPS,
    Action.RESTORE_REPLICA_MODES,
    Action.FORGET_MODES,
)
"""No mode is held, and nothing is done for storage or SQL Server: the reboot may come at any moment."""


def broken(case: Case, decision: Decision, operation: Operation, *, in_place: bool = False) -> str | None:
    """Which law the decision breaks. `in_place`: the owner consents to that, and EC2 is about to stop the node."""
    whole = case.partner == "whole"
    stays = in_place and case.leads and case.observed and case.goal != "InService"
    stays = stays and (case.partner == "stopped" or (whole and not case.synchronized))
    act = decision.action if isinstance(decision, Execute) else None
    if act not in (None, Action.ACQUIRE_LEASE) and not operation.has_lease:
        return "acts without the lease"
    laws = {
        Action.STOP_INSTANCE: case.proof
        and not case.protected
        and not case.sql
        and not case.leads
        and whole
        and case.classification is StorageClassification.EVACUATED
        and case.worker is not WorkerState.RUNNING
        and operation.effective_goal.value != "InService",
        Action.LIFT_PROTECTION: case.proof
        and not case.sql
        and whole
        and case.classification is StorageClassification.EVACUATED
        and case.worker is not WorkerState.RUNNING,
        Action.EVACUATE_CACHE: not case.sql and whole and not case.leads and case.observed,
        Action.STOP_SQL_SERVER: stays or (whole and not case.leads),
        Action.FAIL_OVER_AVAILABILITY_GROUPS: whole and case.synchronized and case.leads,
        Action.REBUILD_STORAGE: whole
        and not case.leads
        and case.classification is StorageClassification.CACHE_LOST
        and bool(operation.snapshots),
        Action.SNAPSHOT_DATA_VOLUMES: case.classification is StorageClassification.CACHE_LOST
        and operation.unattachable,
        Action.START_SQL_SERVER: case.tempdb
        and case.classification
        not in (StorageClassification.CACHE_LOST, StorageClassification.EBS_MISSING, StorageClassification.EMPTY),
        Action.START_INSTANCE: case.state is InstanceState.STOPPED and case.protected,
        # Nobody consented here, and no volume was taken off a node.
        Action.STOP_NEVER_BOOTED_INSTANCE: False,
        Action.DETACH_POOL_VOLUMES: False,
        Action.ATTACH_POOL_VOLUMES: False,
        Action.RESTORE_CACHE: case.protected and operation.effective_goal.value != "Stopped",
    }
    if act in laws and not laws[act]:
        return f"{act.value} isn't allowed here"
    if operation.effective_goal.value == "FailedOver" and act is not None and act not in AHEAD_OF_A_REBOOT:
        return f"{act.value} on the way to a goal that takes no node out of service"
    if isinstance(decision, Abandon) and operation.effective_goal.value == "InService":
        return "retreats from the way back"
    exposed = case.state in (InstanceState.RUNNING, InstanceState.STOPPED) and not case.protected
    leaves_open = act is Action.STOP_INSTANCE or (isinstance(decision, Wait) and decision.unprotected)
    first = act in (Action.SET_PROTECTION, Action.ACQUIRE_LEASE, Action.MARK_OPERATING)
    if exposed and operation.has_lease and not leaves_open and not first:
        return "leaves an unprotected node unprotected"
    if isinstance(decision, Wait) and decision.unprotected and not (case.proof and not case.sql and whole):
        return "waits unprotected without a reason"
    return None


@pytest.fixture(scope="module")
def decisions() -> list[tuple[Case, Decision, Operation]]:
    space = Space()
    policy = policy_from_tags({"cachewarden:managed": "true"})
    found = []
    for case in part(cases(), 8_000, of="decide"):
        operation = space.operation(case)
        found.append((case, decide(space.evidence(case), operation, policy, space.now), operation))
    return found


def test_no_law_is_broken_anywhere_and_nearly_every_act_occurs(decisions):
    violations = Counter(
        law for case, decision, operation in decisions if (law := broken(case, decision, operation)) is not None
    )

    assert len(decisions) > (40_000 if WHOLE else 7_999)
    assert violations == Counter()

    kinds = Counter(type(decision).__name__ for _, decision, _ in decisions)
    acts = {decision.action for _, decision, _ in decisions if isinstance(decision, Execute)}

    assert set(kinds) == {"Execute", "Wait", "Refuse", "Abandon", "Complete"}
    # A tag has nodes drained (test_cluster_node), or their Swap volume raised (test_swap_throughput); an operation on a
    # whole cluster turns (test_whole_cluster_exhaustively); volumes hang on a consent (test_boot_without_pool), and so
    # do replicas that are gone (test_forget_replica); another type and snapshots have goals of their own (test_resize,
    # test_snapshot), and only a preflight asks for rights (test_ec2_rights_rules).
    assert set(Action) - acts == {
        Action.RESEED_DATABASES, Action.DRAIN_CLUSTER_NODE, Action.RESUME_CLUSTER_NODE, Action.TURN_TO_NODE,
        Action.STOP_NEVER_BOOTED_INSTANCE, Action.DETACH_POOL_VOLUMES, Action.ATTACH_POOL_VOLUMES,
        Action.REMOVE_REPLICAS, Action.RAISE_SWAP_THROUGHPUT, Action.CHANGE_INSTANCE_TYPE, Action.SNAPSHOT_NODE,
        Action.CHECK_RIGHTS,
    }  # fmt: skip


def test_by_consent_a_primary_stops_where_nobody_can_take_over_and_no_other_law_gives_way():
    space = Space()
    policy = policy_from_tags({"cachewarden:managed": "true"})
    node, partner = space.sales.one.instance_id, space.sales.two.instance_id
    consent = GivenConsent(
        word=Consent.EVACUATE_IN_PLACE,
        by="whoever set the tag",
        through="the tag",
        node_id=node,
        goals=tuple(TERMS[Consent.EVACUATE_IN_PLACE].goals),
        given_at=None,
        expires_at=space.now + timedelta(days=1),
        withdrawn=False,
    )
    event = ScheduledEvent(
        instance_id=node,
        event_id="instance-event-1",
        code="instance-stop",
        description="",
        not_before=space.now + timedelta(minutes=50),
        not_before_deadline=None,
    )
    seen = SeenMaintenance(observed_at=space.sales.now, events=(event,))
    away = (AbsentComputer(computer="sales2", instance_id=partner, gone=False, why="it is stopped"),)
    violations, stopped = Counter(), set()
    leading = (case for case in cases() if case.observed and case.leads and case.partner in ("whole", "stopped"))
    for case in part(leading, 4_000, of="decide in place"):
        operation = replace(space.operation(case), consents=(consent,))
        evidence = space.evidence(case)
        if case.partner == "stopped":
            evidence = replace(evidence, replicas=(_sees_it_down(evidence.replicas[0]), evidence.replicas[1]))
        evidence = replace(evidence, maintenance=seen, absent=away if case.partner == "stopped" else ())
        decision = decide(evidence, operation, policy, space.now)
        law = broken(case, decision, operation, in_place=True)
        if law is not None:
            violations[law] += 1
        if isinstance(decision, Execute) and decision.action is Action.STOP_SQL_SERVER:
            stopped.add((case.partner, case.synchronized))

    assert violations == Counter()
    assert stopped == {("whole", False), ("stopped", True), ("stopped", False)}


def _sees_it_down(replica: ReplicaEvidence) -> ReplicaEvidence:
    """What a primary reports of a partner whose instance is stopped."""
    sql = replica.host.sql
    members = tuple(replace(each, state=0) if each.name == "SALES2" else each for each in sql.cluster.members)
    groups = tuple(
        replace(group, replicas=tuple(each if each.local else replace(each, connected=0) for each in group.replicas))
        for group in sql.groups
    )
    seen = replace(sql, cluster=replace(sql.cluster, members=members), groups=groups)
    return replace(replica, host=replace(replica.host, sql=seen))


def test_the_laws_bite():
    space = Space()
    case = replace(next(cases()), goal="Stopped", operation="begun", observed=True, protected=False, sql=True)
    stop = Execute(action=Action.STOP_INSTANCE, node="i-1", sentence="a planted mistake")

    assert broken(case, stop, space.operation(case)) == "StopInstance isn't allowed here"

    down = replace(case, goal="FailedOver", leads=False, protected=True)
    stop_sql = Execute(action=Action.STOP_SQL_SERVER, node="i-1", sentence="a planted mistake")
    assert "takes no node out of service" in (broken(down, stop_sql, space.operation(down)) or "")
    held = replace(case, goal="FailedOver", operation="leased", leads=True, protected=True)
    hold = Execute(action=Action.HOLD_REPLICA_MODES, node="i-1", sentence="a planted mistake")
    assert "takes no node out of service" in (broken(held, hold, space.operation(held)) or "")
