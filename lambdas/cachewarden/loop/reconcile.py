"""One pass of the loop: take the last act's report, decide, and say in JSON what the machine has to do."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import assert_never

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence, InstanceState, parse_evidence
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of
from cachewarden.json_reader import Json, format_time
from cachewarden.loop.action_result import take_report
from cachewarden.loop.notification import final_notification
from cachewarden.operation.action_token import action_token
from cachewarden.operation.actions import Action, Performer, performer
from cachewarden.operation.operation import Goal, Operation, operation_to_json, parse_operation
from cachewarden.operation.policy import LAST_ERROR, LAST_OPERATION, STATE, NodeState, policy_from_tags
from cachewarden.operation.timing import COMMAND_LIFE_S, STOP_LIFE_S, USUAL_DURATION_S
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Complete, Decision, Execute, Outcome, Unsafe, Wait

LEASE_CALLS: Mapping[Action, str] = {
    Action.ACQUIRE_LEASE: "acquire",
    Action.SAVE_MODES: "save_modes",
    Action.FORGET_MODES: "forget_modes",
}


def next_pass(*, evidence: Json, operation: Json, report: Json, now: datetime) -> dict[str, Json]:
    """Decision, operation and evidence for the machine's variables. Raises `UnexpectedJsonError`."""
    current = parse_operation(operation)
    known = evidence
    if report is not None:
        reported = take_report(current, evidence, report, now)
        current, known = reported.operation, reported.evidence
    facts = parse_evidence(known)
    decision = decide(facts, current, policy_from_tags(facts.subject.ec2.tags), now)
    following = _advanced(current, decision, now)
    return {
        "decision": _decision_json(decision, current, following, facts, now),
        "operation": operation_to_json(following),
        "evidence": known,
    }


def _advanced(operation: Operation, decision: Decision, now: datetime) -> Operation:
    match decision:
        case Execute():
            return operation.begins(decision.action.value, decision.node, now, decision.sentence)
        case Wait():
            return operation.waits_for(decision.topic, now, progress=decision.progress)
        case Unsafe(retreat=True):
            return operation.abandons(decision.code.value, decision.sentence)
        case Unsafe() | Complete():
            return operation
        case _:
            assert_never(decision)


def _decision_json(
    decision: Decision, operation: Operation, following: Operation, evidence: ClusterEvidence, now: datetime
) -> dict[str, Json]:
    common: dict[str, Json] = {
        "kind": type(decision).__name__,
        "sentence": decision.sentence,
        "code": decision.code.value,
        "effectiveGoal": following.effective_goal.value,
        "leaseKey": operation.lease_key,
        "cluster": evidence.cluster_name,
    }
    match decision:
        case Execute():
            return common | _execution(decision, operation, following, evidence, now)
        case Wait():
            return common | {"seconds": decision.seconds, "look": decision.look.value}
        case Unsafe(retreat=True):
            return common | {"retreat": True, "who": decision.who}
        case Unsafe() | Complete():
            return common | _ending(decision, operation, evidence, now)
        case _:
            assert_never(decision)


def _execution(
    decision: Execute, operation: Operation, following: Operation, evidence: ClusterEvidence, now: datetime
) -> dict[str, Json]:
    action = decision.action
    token = action_token(
        execution_arn=operation.execution_arn,
        action=action.value,
        node=decision.node,
        attempt=following.attempts[action.value],
    )
    common = {"action": action.value, "node": decision.node, "clientToken": token}
    match performer(action):
        case Performer.LEASE:
            return common | {"request": _lease_request(decision, operation, evidence)}
        case Performer.EC2:
            return common | {"request": _ec2_request(decision, operation, token, now)}
        case Performer.HOST:
            parameters = {
                "InstanceId": decision.node,
                "Token": str(operation.lease_token),
                "ActionToken": token,
                "NotAfter": format_time(now + timedelta(seconds=COMMAND_LIFE_S)),
                "ClusterKey": str(operation.lease_key),
                **decision.parameters,
            }
            return common | {
                "parameters": {name: [value] for name, value in parameters.items()},
                "estimateSeconds": USUAL_DURATION_S[action],
            }


def _lease_request(decision: Execute, operation: Operation, evidence: ClusterEvidence) -> dict[str, Json]:
    request: dict[str, Json] = {
        "action": LEASE_CALLS[decision.action],
        "owner": operation.execution_arn,
        "leaseKey": operation.lease_key,
        "token": operation.lease_token,
    }
    if decision.action is Action.SAVE_MODES:
        return request | {"modes": [mode.to_json() for mode in decision.modes]}
    if decision.action is Action.FORGET_MODES:
        return request
    try:
        identity = identity_of(evidence)
    except IdentityDisagreesError:
        identity = None
    return request | {
        "subject": operation.subject_id,
        "goal": operation.goal.value,
        "requestId": operation.request_id,
        "identity": identity.to_json() if identity else None,
        "members": sorted(replica.instance_id for replica in evidence.replicas),
        "seenToken": evidence.token_highest,
    }


def _ec2_request(decision: Execute, operation: Operation, token: str, now: datetime) -> dict[str, Json]:
    request: dict[str, Json] = {"action": decision.action.value, "instanceId": decision.node}
    if decision.action is Action.MARK_OPERATING:
        return request | {
            "action": "WriteTags",
            "tags": {STATE: NodeState.OPERATING.value, LAST_OPERATION: _tag_value(operation, "under way")},
        }
    if decision.action is Action.SNAPSHOT_DATA_VOLUMES:
        return request | {"operation": operation.request_id, "clientToken": token}
    if decision.action is Action.STOP_INSTANCE:
        return request | {"notAfter": format_time(now + timedelta(seconds=STOP_LIFE_S))}
    return request


def _ending(
    decision: Unsafe | Complete, operation: Operation, evidence: ClusterEvidence, now: datetime
) -> dict[str, Json]:
    outcome = _outcome(decision, operation)
    who = decision.who if isinstance(decision, Unsafe) else "DBA"
    notification = final_notification(
        operation,
        outcome=outcome,
        name=evidence.subject.name,
        who=who,
        code=decision.code.value,
        sentence=decision.sentence,
    )
    error = operation.abandoned.code if operation.abandoned else decision.code.value
    reached = outcome is Outcome.GOAL
    return {
        "outcome": outcome.value,
        "who": who,
        "notify": not _goes_without_saying(operation, outcome),
        "notification": {"subject": notification.subject, "message": notification.message},
        "request": {
            "action": "WriteTags",
            "instanceId": operation.subject_id,
            "tags": {
                STATE: _state_after(outcome, operation, evidence).value,
                LAST_OPERATION: _tag_value(operation, f"{outcome.value} {format_time(now)}"),
                LAST_ERROR: "none" if reached else error,
            },
        },
    }


def _outcome(decision: Unsafe | Complete, operation: Operation) -> Outcome:
    if decision.code is Code.REQUEST_JOINED:
        return Outcome.JOINED
    if decision.code is Code.REQUEST_EXPIRED:
        return Outcome.EXPIRED
    if decision.code is Code.STOPPED_BEHIND_OUR_BACK:
        return Outcome.ATTENTION
    if isinstance(decision, Complete):
        return Outcome.IN_SERVICE if operation.abandoned else Outcome.GOAL
    # Nobody stands beside an event that asks for InService: if it can't be reached, somebody must come.
    wants_service = operation.effective_goal is Goal.IN_SERVICE and decision.code is not Code.CLUSTER_BUSY
    return Outcome.ATTENTION if wants_service or _began(operation) else Outcome.REFUSED


def _began(operation: Operation) -> bool:
    harmless = {Action.ACQUIRE_LEASE.value, Action.MARK_OPERATING.value, Action.SET_PROTECTION.value}
    return bool(set(operation.attempts) - harmless)


def _goes_without_saying(operation: Operation, outcome: Outcome) -> bool:
    """Whether an event only told what is so already."""
    nothing_done = not operation.has_lease
    return nothing_done and operation.goal is Goal.IN_SERVICE and outcome in (Outcome.GOAL, Outcome.JOINED)


def _state_after(outcome: Outcome, operation: Operation, evidence: ClusterEvidence) -> NodeState:
    if outcome is Outcome.ATTENTION:
        return NodeState.ATTENTION
    stopped = evidence.subject.ec2.state is InstanceState.STOPPED
    return NodeState.STOPPED if stopped else NodeState.IN_SERVICE


def _tag_value(operation: Operation, state: str) -> str:
    """At most 256 characters out of those that tags allow (EC2 user guide, Tag restrictions)."""
    text = f"{operation.goal.value} {operation.request_id} {state}"
    return "".join(letter if letter.isalnum() or letter in " _.:/=+-@" else "-" for letter in text)[:256]
