"""What became of an act: read from the machine's report, and applied to the operation and to the evidence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, assert_never

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.ec2_rights import CallRight, parse_call_rights
from cachewarden.evidence.identity import ClusterIdentity, parse_identity
from cachewarden.evidence.instance import Ec2Evidence, parse_ec2
from cachewarden.evidence.merge import with_ec2_facts, with_tags, with_verdict
from cachewarden.evidence.verdict import SUCCEEDED, Verdict, VerdictOutcome, parse_verdict
from cachewarden.json_reader import Json, JsonReader
from cachewarden.loop.findings import modes_forgotten, required_not_put_back
from cachewarden.operation.actions import Action, Performer, failures_max, performer
from cachewarden.operation.goal import Goal, Purpose
from cachewarden.operation.host_commands import documents_of
from cachewarden.operation.mode import Mode, mode_of
from cachewarden.operation.operation import Failure, Holder, Operation, SavedMode
from cachewarden.operation.operation_json import parse_saved_modes, read_purpose
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.procedures.ec2_rights import told_of_rights

CHANGE_EC2 = frozenset({Performer.EC2, Performer.POOL_VOLUMES, Performer.SWAP_THROUGHPUT, Performer.INSTANCE_TYPE})
"""Functions whose failed call is one of EC2's."""
NO_SUCH_DOCUMENT = "InvalidDocument"
"""In the name of what SendCommand raises for a document or a version that isn't there (SSM API reference)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFailed:
    """The call that should have done the act failed, or its command ended without a verdict."""

    code: Code
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseAcquired:
    """The cluster's lease, with the replica modes that an earlier operation left to put back.

    `undisturbed`: nobody else can have acted since the cluster was observed.
    """

    key: str
    token: int
    identity: ClusterIdentity | None
    saved_modes: tuple[SavedMode, ...] | None
    undisturbed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseHeld:
    """Another operation has the cluster's lease."""

    owner: str
    node: str
    purpose: Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldByMode:
    """The brake lets nothing of the kind begin. `held`: by whom the lease is held, None where nobody has it."""

    mode: Mode
    held: LeaseHeld | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModesKept:
    """The replica modes that the lease record keeps now, None when it dropped them."""

    modes: tuple[SavedMode, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeMarked:
    """The node's state tag is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectionLifted:
    """EC2 took the call; what it shows, and the proof, are observed next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeLeft:
    """The state tag of the node that the operation turns away from is written."""

    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolVolumesHandled:
    """The node is asked to stop, or its pool's volumes to leave it or to come back; what came of it is observed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapThroughputHandled:
    """EC2 was asked to raise the Swap volume's throughput, or why it wasn't: nothing waits for what comes of it."""

    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RightsChecked:
    """What EC2 answered to the dry runs."""

    rights: tuple[CallRight, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotsMade:
    """Snapshots of every data volume."""

    snapshot_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSnapshotted:
    """Snapshots of every volume, begun while the cache was proven to be on EBS."""

    snapshot_ids: tuple[str, ...]


ActionOutcome: TypeAlias = (
    CallFailed
    | LeaseAcquired
    | LeaseHeld
    | HeldByMode
    | ModesKept
    | NodeMarked
    | NodeLeft
    | NodeSnapshotted
    | PoolVolumesHandled
    | ProtectionLifted
    | RightsChecked
    | SnapshotsMade
    | SwapThroughputHandled
    | Ec2Evidence
    | Verdict
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """An act, the node that it was done on, when it was begun by the asking side's clock, and what became of it.

    `answered_by`: the instance whose host answered; of an act of several commands it may be another node's.
    """

    action: Action
    node: str
    answered_by: str
    asked_at: datetime
    outcome: ActionOutcome


def parse_action_result(report: Json) -> ActionResult:
    """A report has `action`, `node`, `askedAt`, and `result` or `error` with `cause`; raises `UnexpectedJsonError`."""
    source = JsonReader.of(report, "$.report")
    action, node = source.one_of("action", Action), source.text("node")
    by = performer(action)
    return ActionResult(
        action=action,
        node=node,
        answered_by=_answered_by(source, by) or node,
        asked_at=source.time("askedAt"),
        outcome=_call_failed(source, by) if source.has("error") else _outcome(action, by, source.child("result")),
    )


def _call_failed(source: JsonReader, by: Performer) -> CallFailed:
    error, cause = source.text("error"), source.optional("cause", source.text) or ""
    code = Code.EC2_CALL_FAILED if by in CHANGE_EC2 else Code.DOCUMENT_FAILED
    said = _said_by_function(cause) or cause
    return CallFailed(code=code, message=said if said.startswith(error) else f"{error}: {said}".rstrip(": "))


def _said_by_function(cause: str) -> str | None:
    """The message in what Lambda writes of an error that a function raised; EC2's begin with EC2's code."""
    try:
        told = json.loads(cause)
    except ValueError:
        return None
    said = told.get("errorMessage") if isinstance(told, dict) else None
    return said if isinstance(said, str) and said else None


def _outcome(action: Action, by: Performer, result: JsonReader) -> ActionOutcome:
    match by:
        case Performer.LEASE:
            return _lease_outcome(action, result)
        case Performer.EC2:
            return _ec2_outcome(action, result)
        case Performer.POOL_VOLUMES:
            return _pool_outcome(result)
        case Performer.SWAP_THROUGHPUT:
            return SwapThroughputHandled(told=result.text("sentence"))
        case Performer.INSTANCE_TYPE:
            return parse_ec2(result.child("ec2"))
        case Performer.HOST:
            return _host_outcome(result)
        case other:
            assert_never(other)


def _lease_outcome(action: Action, result: JsonReader) -> LeaseAcquired | LeaseHeld | HeldByMode | ModesKept:
    if action is Action.SAVE_MODES:
        return ModesKept(modes=parse_saved_modes(result, "savedModes"))
    if action is Action.FORGET_MODES:
        return ModesKept(modes=None)
    if result.has("heldByMode"):
        held = _lease_held(result) if result.has("holder") else None
        return HeldByMode(mode=mode_of(result.text("heldByMode")), held=held)
    if not result.flag("acquired"):
        return _lease_held(result)
    return LeaseAcquired(
        key=result.text("leaseKey"),
        token=result.number("token"),
        identity=parse_identity(result.child("identity")) if result.has("identity") else None,
        saved_modes=parse_saved_modes(result, "savedModes") if result.has("savedModes") else None,
        undisturbed=result.has("undisturbed") and result.flag("undisturbed"),
    )


def _lease_held(result: JsonReader) -> LeaseHeld:
    holder = result.child("holder")
    return LeaseHeld(owner=holder.text("owner"), node=holder.text("subject"), purpose=read_purpose(holder, "goal"))


def _ec2_outcome(
    action: Action, result: JsonReader
) -> NodeMarked | NodeLeft | NodeSnapshotted | ProtectionLifted | RightsChecked | SnapshotsMade | Ec2Evidence:
    if action is Action.MARK_OPERATING:
        return NodeMarked()
    if action is Action.LIFT_PROTECTION:
        return ProtectionLifted()
    if action is Action.TURN_TO_NODE:
        tags = result.child("tags")
        return NodeLeft(tags={key: tags.text(key) for key in tags.members})
    if action is Action.CHECK_RIGHTS:
        return RightsChecked(rights=parse_call_rights(result, "rights"))
    if action is Action.SNAPSHOT_DATA_VOLUMES:
        return SnapshotsMade(snapshot_ids=result.texts("snapshots"))
    if action is Action.SNAPSHOT_NODE:
        return NodeSnapshotted(snapshot_ids=result.texts("snapshots"))
    return parse_ec2(result.child("ec2"))


def _pool_outcome(result: JsonReader) -> CallFailed | PoolVolumesHandled:
    if result.has("refusal"):
        return CallFailed(code=Code.BOOT_WITHOUT_POOL_REFUSED, message=result.text("refusal"))
    return PoolVolumesHandled()


def _answered_by(source: JsonReader, by: Performer) -> str | None:
    """None where the report is about no host's answer."""
    if by is not Performer.HOST or source.has("error"):
        return None
    return source.child("result").optional("instanceId", source.child("result").text)


def _host_outcome(result: JsonReader) -> CallFailed | Verdict:
    if not result.has("verdict"):
        status = result.optional("status", result.text) or "unknown"
        return CallFailed(code=Code.DOCUMENT_FAILED, message=f"the command ended {status} without a verdict")
    return parse_verdict(result.child("verdict"))


def apply_result(
    operation: Operation, evidence: ClusterEvidence, result: ActionResult, now: datetime
) -> tuple[Operation, ClusterEvidence]:
    """Counts the act as succeeded or failed, and brings along what it observed.

    Nothing in the result is believed beyond what its performer can know.
    """
    outcome = result.outcome
    done = operation.succeeded(result.action)
    match outcome:
        case CallFailed() if _turns_all_the_same(operation, result):
            leaving = operation.leaves_behind(
                outcome.code,
                f"The state tag of {operation.node_id} can't be written, so the "
                f"rest of its way back is left to a person: {outcome.message}",
            )
            return leaving.turns_to(result.node), replace(evidence, node_id=result.node)
        case CallFailed():
            said = _by_whom(evidence, result, outcome.message)
            failure = Failure(action=result.action, code=outcome.code, message=said, at=now)
            failed = _failed(operation, failure, result.asked_at)
            if result.action is Action.MARK_OPERATING:  # it may have been written all the same
                failed = _with_found_state(failed, evidence)
            return failed, _without_deleted_versions(evidence, result)
        case LeaseAcquired():
            leased = _with_lease(done, outcome)
            if not outcome.undisturbed:
                # Weaker modes that were seen before may have been held by the operation that had the lease then.
                leased = replace(leased, look_after=result.asked_at).no_longer_finds(Code.MODES_WEAKENED)
                evidence = replace(evidence, weaker_modes=None)
            known = operation.has_lease or outcome.saved_modes is not None
            return leased if known else leased.remembers(modes_forgotten(evidence)), evidence
        case LeaseHeld():
            return replace(done, holder=_holder(outcome, now)), evidence
        case HeldByMode(mode=mode, held=held):
            failure = Failure(action=result.action, code=Code.HELD_BY_MODE, message=mode.value, at=now)
            holder = _holder(held, now) if held is not None else None
            return replace(operation.failed(failure), holder=holder), evidence
        case ModesKept():
            kept, former = replace(done, saved_modes=outcome.modes), operation.saved_modes
            if outcome.modes is None and former is not None:
                kept = kept.remembers(required_not_put_back(evidence, former))
            return kept, evidence
        case NodeMarked():
            return _with_found_state(done, evidence), evidence
        case PoolVolumesHandled() | ProtectionLifted():
            return done, evidence
        case SwapThroughputHandled():
            return done.tells(result.action, outcome.told), evidence
        case RightsChecked():
            told = done.tells(result.action, f"It answered: {told_of_rights(outcome.rights)}")
            return replace(told, call_rights=outcome.rights), evidence
        case NodeLeft():
            left = with_tags(evidence, node=operation.node_id, tags=outcome.tags)
            return done.turns_to(result.node), replace(left, node_id=result.node)
        case SnapshotsMade():
            return replace(done, snapshots=outcome.snapshot_ids), evidence
        case NodeSnapshotted():
            told = done.tells(result.action, f"Begun: {', '.join(outcome.snapshot_ids)}")
            return replace(told, node_snapshots=outcome.snapshot_ids), evidence
        case Ec2Evidence():
            return done, with_ec2_facts(evidence, node=result.node, facts=outcome)
        case Verdict():
            return _apply_verdict(operation, evidence, result, outcome, now)
        case _:
            assert_never(outcome)


def _holder(held: LeaseHeld, now: datetime) -> Holder:
    return Holder(owner=held.owner, node=held.node, purpose=held.purpose, seen_at=now)


def _by_whom(evidence: ClusterEvidence, result: ActionResult, message: str) -> str:
    """The message, with the node that answered where it isn't the act's own: a sentence about a failure names that."""
    if result.answered_by == result.node:
        return message
    name = next((each.name for each in evidence.replicas if each.instance_id == result.answered_by), result.answered_by)
    return f"{name} was asked: {message}"


def _without_deleted_versions(evidence: ClusterEvidence, result: ActionResult) -> ClusterEvidence:
    """A version that Systems Manager doesn't have any more is looked for anew: another may say the same."""
    if performer(result.action) is not Performer.HOST or not isinstance(result.outcome, CallFailed):
        return evidence
    if NO_SUCH_DOCUMENT not in result.outcome.message:
        return evidence
    return replace(evidence, documents=evidence.documents.without(documents_of(result.action)))


def _turns_all_the_same(operation: Operation, result: ActionResult) -> bool:
    """Whether the other nodes are brought back though the state tag of the present one can't be written."""
    if result.action is not Action.TURN_TO_NODE or operation.effective_goal is not Goal.CLUSTER_IN_SERVICE:
        return False
    failures = operation.failures.get(Action.TURN_TO_NODE, 0) + 1
    return operation.has_left_node or failures >= failures_max(transient=False)


def _with_found_state(operation: Operation, evidence: ClusterEvidence) -> Operation:
    """With what the node's state tag said before this operation's mark; a second mark finds the first."""
    found = evidence.node.ec2.tags.get(STATE)
    return operation if found == NodeState.OPERATING.value else replace(operation, found_state=found)


def _with_lease(operation: Operation, lease: LeaseAcquired) -> Operation:
    return replace(
        operation,
        holder=None,
        lease_key=lease.key,
        lease_token=lease.token,
        saved_modes=lease.saved_modes,
        identity=lease.identity,
    )


def _apply_verdict(
    operation: Operation, evidence: ClusterEvidence, result: ActionResult, verdict: Verdict, now: datetime
) -> tuple[Operation, ClusterEvidence]:
    renewed = with_verdict(evidence, node=result.answered_by, asked_at=result.asked_at, verdict=verdict)
    if verdict.outcome in SUCCEEDED:
        done = operation.succeeded(result.action)
        if result.action is Action.FAIL_OVER_AVAILABILITY_GROUPS:
            done = done.tells(result.action, f"Measured: {verdict.message}")  # how long the databases really took
        if renewed is None:
            return replace(done, look_after=result.asked_at), evidence
        return done, renewed
    if result.action is Action.INITIALIZE_STORAGE and verdict.code is Code.CACHE_LOST:
        # It has tried to attach what looks lost, which is all that is asked of it then.
        return replace(operation.succeeded(result.action), unattachable=True, look_after=result.asked_at), evidence
    failure = Failure(
        action=result.action,
        code=verdict.code,
        message=_by_whom(evidence, result, verdict.message),
        at=now,
        transient=verdict.outcome is VerdictOutcome.RETRY,
    )
    failed = _failed(operation, failure, result.asked_at)
    # A lost cache is evidence like any other: what to do about it follows from the next observation.
    if verdict.outcome is VerdictOutcome.DATA_LOSS and verdict.code is not Code.CACHE_LOST:
        failed = replace(failed, data_loss=f"{verdict.code.value} {verdict.message}")
    return failed, renewed or evidence


def _failed(operation: Operation, failure: Failure, asked_at: datetime) -> Operation:
    return replace(operation.failed(failure), look_after=asked_at)
