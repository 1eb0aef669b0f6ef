"""A step as JSON: the machine's variables `decision`, `operation` and `evidence`."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import assert_never

from cachewarden.code_page import IN_THE_REPOSITORY
from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence, evidence_to_json
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of, identity_to_json, remembered_key
from cachewarden.evidence.instance import InstanceState
from cachewarden.json_reader import Json, format_time
from cachewarden.loop.as_of import as_of
from cachewarden.loop.ending import UNSETTLED, did_nothing, goes_without_saying, keeps_tags, outcome_of, state_after
from cachewarden.loop.notification import Notification, final_notification
from cachewarden.loop.own_events import OF_OUTCOME
from cachewarden.loop.preflight_report import preflight_report
from cachewarden.loop.reconcile import Step
from cachewarden.loop.standing import standing
from cachewarden.loop.turn_notification import turn_notification
from cachewarden.operation.actions import Action, Performer, performer
from cachewarden.operation.fencing import highest_believed
from cachewarden.operation.goal import STOP_ONE_NODE, Goal
from cachewarden.operation.host_commands import commands_of
from cachewarden.operation.idempotency import act_name, action_token
from cachewarden.operation.last_operation import tag_value
from cachewarden.operation.lease import FREE, NOT_ASKED_FOR, holder_text
from cachewarden.operation.operation import Operation
from cachewarden.operation.operation_json import operation_to_json, saved_modes_to_json
from cachewarden.operation.policy import LAST_ERROR, LAST_OPERATION, STATE, NodeState, policy_from_tags
from cachewarden.operation.repeated_answer import (
    JOINING_IS_TOLD_AGAIN_AFTER,
    REFUSALS_ARE_TOLD_AGAIN_AFTER,
    about_joining,
    about_refusal,
)
from cachewarden.operation.timing import COMMAND_LIFE_S, STOP_LIFE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Abandon, Complete, Execute, Outcome, Refuse, Wait
from cachewarden.procedures.guards.turn import turn_ends_at

ATTEMPTS_OF_A_TURN = 1000
"""Attempts are counted anew after each turn to another node; their tokens must not be those of another node's."""

LEASE_CALLS: Mapping[Action, str] = {
    Action.ACQUIRE_LEASE: "acquire",
    Action.SAVE_MODES: "save_modes",
    Action.FORGET_MODES: "forget_modes",
}


def step_to_json(step: Step, docs: str = IN_THE_REPOSITORY) -> dict[str, Json]:
    """The machine's three variables after the step; `docs`: where the pages about codes lie."""
    return {
        "decision": _decision_json(step, docs),
        "operation": operation_to_json(step.following),
        "evidence": evidence_to_json(step.evidence),
    }


def _decision_json(step: Step, docs: str) -> dict[str, Json]:
    decision, operation, following, evidence = step.decision, step.operation, step.following, step.evidence
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
            return common | _execution(decision, operation, following, evidence, step.now)
        case Wait():
            return common | {"seconds": decision.seconds, "look": decision.look.value} | _turn(step, decision, docs)
        case Abandon():
            return common | {"who": decision.who}
        case Refuse() | Complete():
            return common | _ending(step, decision, docs)
        case _:
            assert_never(decision)


def _turn(step: Step, decision: Wait, docs: str) -> dict[str, Json]:
    """The message that a stop waits for its turn, once; otherwise empty."""
    operation, waiting = step.operation, step.operation.waiting
    told = waiting is not None and waiting.reason is WaitReason.LEASE
    until = turn_ends_at(operation, policy_from_tags(step.evidence.node.ec2.tags), step.now)
    if decision.reason is not WaitReason.LEASE or told or until is None:
        return {}
    message = turn_notification(operation, until=until, sentence=decision.sentence, docs=docs)
    return {"notification": _message_json(message)}


def _message_json(message: Notification) -> dict[str, Json]:
    """What is published of a message."""
    return {"subject": message.subject, "message": message.message, "chat": message.chat, "facts": message.facts}


def _execution(
    decision: Execute, operation: Operation, following: Operation, evidence: ClusterEvidence, now: datetime
) -> dict[str, Json]:
    action = decision.action
    attempt = following.attempts[action] + ATTEMPTS_OF_A_TURN * following.turns
    token = action_token(
        execution_arn=operation.execution_arn, action=action.value, node=decision.node, attempt=attempt
    )
    common = {"action": action.value, "node": decision.node, "clientToken": token}
    match performer(action):
        case Performer.LEASE:
            return common | {"request": _lease_request(decision, operation, evidence, now)}
        case Performer.EC2:
            return common | {"request": _ec2_request(decision, operation, evidence, token, now)}
        case Performer.POOL_VOLUMES:
            request = {"action": action.value, "instanceId": decision.node, **_claim(operation)}
            return common | {"request": request}
        case Performer.INSTANCE_TYPE:
            request = {
                "action": action.value,
                "instanceId": decision.node,
                **_claim(operation),
                "instanceType": decision.parameters["instanceType"],
            }
            return common | {"request": request}
        case Performer.SWAP_THROUGHPUT:
            request = {
                "action": action.value,
                "instanceId": decision.node,
                **_claim(operation),
                "swap": decision.parameters["swap"],
                "cacheBytes": int(decision.parameters["cacheBytes"]),
            }
            return common | {"request": request}
        case Performer.HOST:
            parameters = {
                "Token": str(operation.lease_token),
                "ActionToken": token,
                "NotAfter": format_time(now + timedelta(seconds=COMMAND_LIFE_S)),
                "ClusterKey": str(operation.lease_key),
            }
            own = decision.parameters
            return common | {
                "name": act_name(action=action.value, node=decision.node, token=operation.lease_token, attempt=attempt),
                "commands": [
                    {
                        "document": command.document,
                        "version": evidence.documents.versions[command.document],
                        "instanceId": decision.node if command.on is None else own[command.on],
                        "parameters": command.parameters(parameters, own),
                        "estimateSeconds": command.usual_s,
                        "tells": command.tells,
                    }
                    for command in commands_of(action, own)
                ],
            }


def _claim(operation: Operation) -> dict[str, Json]:
    """What the operation says of its lease; the functions compare it with the table."""
    return {"owner": operation.execution_arn, "leaseKey": operation.lease_key, "token": operation.lease_token}


def _lease_request(
    decision: Execute, operation: Operation, evidence: ClusterEvidence, now: datetime
) -> dict[str, Json]:
    request: dict[str, Json] = {"action": LEASE_CALLS[decision.action], **_claim(operation)}
    if decision.action is Action.SAVE_MODES:
        former = operation.saved_modes
        return request | {
            "modes": saved_modes_to_json(decision.modes),
            "former": saved_modes_to_json(former) if former is not None else None,
        }
    if decision.action is Action.FORGET_MODES:
        return request
    try:
        identity = identity_of(evidence)
    except IdentityDisagreesError:
        identity = None
    return request | {
        "subject": operation.first_node_id,
        "goal": operation.goal.value,
        "requestId": operation.request_id,
        "identity": identity_to_json(identity) if identity else None,
        "members": sorted(replica.instance_id for replica in evidence.replicas),
        "strangers": list(evidence.no_members),
        "seenToken": highest_believed(evidence.tokens, now),
        "rememberedKey": remembered_key(evidence, identity),
        "observedAt": format_time(evidence.observed_at),
        # What an event began was weighed against the brake when it came; what waited for its turn is weighed again.
        "byEvent": operation.holder is not None and operation.goal in STOP_ONE_NODE and operation.by_event,
    }


def _ec2_request(
    decision: Execute, operation: Operation, evidence: ClusterEvidence, token: str, now: datetime
) -> dict[str, Json]:
    request: dict[str, Json] = {
        "action": decision.action.value,
        "instanceId": decision.node,
        **_claim(operation),
    }
    if decision.action is Action.MARK_OPERATING:
        return request | {
            "action": "WriteTags",
            "tags": {STATE: NodeState.OPERATING.value, LAST_OPERATION: tag_value(operation, "under way")},
        }
    if decision.action is Action.TURN_TO_NODE:
        left = NodeState(decision.parameters["state"])
        ended = tag_value(operation, f"{left.value} {format_time(now)}")
        tags: dict[str, Json] = {STATE: left.value, LAST_OPERATION: ended}
        if left is NodeState.ATTENTION:
            tags[LAST_ERROR] = _last_error(decision.code, evidence).value
        return request | {"action": "WriteTags", "instanceId": operation.node_id, "tags": tags}
    if decision.action is Action.SNAPSHOT_DATA_VOLUMES:
        return request | {"operation": operation.request_id, "clientToken": token}
    if decision.action is Action.SNAPSHOT_NODE:
        return request | {
            "operation": operation.request_id,
            "commandId": _storage_command(evidence, decision.node),
        }
    if decision.action is Action.LIFT_PROTECTION:
        return request | {"commandId": _storage_command(evidence, decision.node)}
    if decision.action is Action.STOP_INSTANCE:
        not_after = format_time(now + timedelta(seconds=STOP_LIFE_S))
        return request | {"commandId": _storage_command(evidence, decision.node), "notAfter": not_after}
    return request


def _storage_command(evidence: ClusterEvidence, node: str) -> str | None:
    """The command whose output proves the evacuation."""
    host = evidence.replica(node).host
    return host.storage_command if host else None


def _ending(step: Step, decision: Refuse | Complete, docs: str) -> dict[str, Json]:
    operation, evidence, now = step.operation, step.evidence, step.now
    outcome = outcome_of(decision, operation)
    who = decision.who if isinstance(decision, Refuse) else "DBA"
    notification = final_notification(
        operation,
        outcome=outcome,
        who=who,
        code=decision.code,
        sentence=decision.sentence,
        cause=decision.cause if isinstance(decision, Refuse) else None,
        as_of=as_of(evidence, now),
        holds=standing(evidence, operation.node_name),
        docs=docs,
    )
    reached = outcome is Outcome.GOAL
    return {
        "outcome": outcome.value,
        "who": who,
        "notify": bool(operation.findings) or not goes_without_saying(operation, outcome),
        "answer": _answer(operation, evidence, decision, outcome),
        "notification": _message_json(notification) | {"event": OF_OUTCOME[outcome].value},
        "why": notification.why,
        "dataIsSafe": notification.data_is_safe,
        "next": notification.next_step if reached else f"{notification.next_step} Page: {notification.page}",
        "preflight": preflight_report(step, decision, docs),
        "joined": operation.holder.owner if outcome is Outcome.JOINED and operation.holder else None,
        "whoHoldsTheLease": _lease_holder(operation),
        "request": {
            "action": "WriteTags",
            "instanceId": operation.node_id,
            **_claim(operation),
            "tags": _tags_after(step, decision, outcome),
        },
    }


def _tags_after(step: Step, decision: Refuse | Complete, outcome: Outcome) -> dict[str, Json]:
    """What the node's tags say from now on; empty where they stay as an earlier operation left them."""
    operation, evidence = step.operation, step.evidence
    if keeps_tags(operation, outcome, evidence):
        return {}
    ended: dict[str, Json] = {LAST_OPERATION: tag_value(operation, f"{outcome.value} {format_time(step.now)}")}
    if operation.found_state in UNSETTLED and did_nothing(operation, outcome):
        # What needed a person, or a way back, before still does, for the reason that the tag of the last error says.
        return ended | {STATE: operation.found_state}
    code_of_node = _code_of_node(decision)
    in_service = code_of_node is Code.GOAL_REACHED
    error = operation.abandoned.code if operation.abandoned else code_of_node
    fine = outcome is Outcome.GOAL or error is Code.GOAL_REACHED
    return ended | {
        STATE: state_after(outcome, evidence, in_service=in_service).value,
        LAST_ERROR: "none" if fine else _last_error(error, evidence).value,
    }


def _code_of_node(decision: Refuse | Complete) -> Code:
    own = decision.code_of_node if isinstance(decision, Refuse) else None
    return own or decision.code


def _last_error(code: Code, evidence: ClusterEvidence) -> Code:
    """Whatever an operation ended for: that EC2 hadn't ended our stop of the node is what its late end is known by."""
    ec2 = evidence.node.ec2
    return Code.STOP_STUCK if ec2.state is InstanceState.STOPPING and ec2.stop_proven is True else code


def _lease_holder(operation: Operation) -> str:
    """Who holds the cluster's lease once this is told, for people: an operation releases its own before it ends."""
    if operation.has_lease:
        return FREE
    holder = operation.holder
    return holder_text(holder.owner, holder.purpose, holder.node) if holder is not None else NOT_ASKED_FOR


def _answer(
    operation: Operation, evidence: ClusterEvidence, decision: Refuse | Complete, outcome: Outcome
) -> dict[str, Json] | None:
    """The question whether people have this answer already; None where it is told in any case.

    That is whatever was begun, reached or needs people, what has findings, and the answer to a person's document. What
    a preflight says that a tag asked for is told again only where it says something else.
    """
    examined = operation.goal is Goal.PREFLIGHT
    found = bool(operation.findings) and not examined
    told_anyway = operation.has_lease or operation.document_run is not None or found
    if told_anyway or not (outcome in (Outcome.JOINED, Outcome.REFUSED) or (examined and outcome is Outcome.GOAL)):
        return None
    node, goal, holder = operation.node_id, operation.goal, operation.holder
    if outcome is Outcome.JOINED and holder is not None:
        about, quiet = about_joining(node=node, goal=goal, operation=holder.owner), JOINING_IS_TOLD_AGAIN_AFTER
    else:
        launched = evidence.node.ec2.launch_time
        said = " ".join([decision.sentence, *(finding.sentence for finding in operation.findings)])
        about = about_refusal(node=node, goal=goal, code=decision.code, sentence=said, launched=launched)
        quiet = REFUSALS_ARE_TOLD_AGAIN_AFTER
    return {
        "action": "answer",
        "owner": operation.execution_arn,
        "about": about,
        "quietSeconds": int(quiet.total_seconds()),
    }
