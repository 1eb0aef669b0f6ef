"""One step of the loop: apply the last act's result, decide, and bring the operation on by what was decided."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import groups_led_by
from cachewarden.loop.action_result import ActionResult, apply_result
from cachewarden.loop.consents import asked_by, consents_in
from cachewarden.loop.findings import findings_in
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import OF_CLUSTER
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.forget_replica import to_forget
from cachewarden.procedures.whole_cluster.order import evacuated_runs, leader_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A decision, the time and the evidence it was made on, and the operation before and after it."""

    decision: Decision
    evidence: ClusterEvidence
    operation: Operation
    following: Operation
    now: datetime


def reconcile(evidence: ClusterEvidence, operation: Operation, result: ActionResult | None, now: datetime) -> Step:
    """The next step; `result` is the last act's, None after a wait."""
    if result is not None:
        operation, evidence = apply_result(operation, evidence, result, now)
    operation = operation.no_longer_finds(Code.REPLICA_GONE).remembers(findings_in(evidence, now))
    host = evidence.node.host
    if host is not None:
        operation = replace(operation, computer=host.computer)
        if host.sql is not None and not host.sql.all_stopped:
            operation = replace(operation, databases_alone=host.sql.alone)
        if host.sql is not None and host.sql.all_running:
            operation = replace(operation, leads=groups_led_by(evidence, evidence.node_id))
    if operation.goal in OF_CLUSTER:
        operation = replace(
            operation,
            leader=leader_of(evidence, operation.leader),
            evacuated_runs=evacuated_runs(evidence, operation.evacuated_runs),
        )
    operation = replace(
        operation,
        requested_by=asked_by(evidence, operation),
        consents=consents_in(evidence, operation, now),
    )
    operation = replace(operation, forgets=to_forget(evidence, operation, now))
    decision = decide(evidence, operation, policy_from_tags(evidence.node.ec2.tags), now)
    following = _following(operation, decision, now)
    wanted = decision.documents if isinstance(decision, Wait) else ()
    evidence = replace(evidence, documents=evidence.documents.wanting(wanted))
    return Step(decision=decision, evidence=evidence, operation=operation, following=following, now=now)


def _following(operation: Operation, decision: Decision, now: datetime) -> Operation:
    match decision:
        case Execute(action=Action.TURN_TO_NODE, code=code) if code is not Code.NEXT_STEP:
            left = operation.leaves_behind(code, decision.sentence)
            return left.begins(decision.action, decision.node, now, decision.sentence)
        case Execute():
            return operation.begins(
                decision.action, decision.node, now, decision.sentence, ends_wait=decision.ends_wait
            )
        case Wait():
            return operation.waits_for(decision.reason, now, progress=decision.progress)
        case Abandon():
            return operation.abandons(decision.code, decision.sentence, cause=decision.cause)
        case Refuse() | Complete():
            return operation
        case _:
            assert_never(decision)
