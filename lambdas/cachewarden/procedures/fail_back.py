"""Back to the node what it led before its stop: where its owner asked for that with the tag `failback`, and where an
asynchronous replica has led only as long as the node was away."""

from cachewarden.evidence.group_views import GroupView, obstacle
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.timing import EVIDENCE_MAX_AGE_S
from cachewarden.procedures.asynchronous import lent
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.replica_modes import GROUPS_PER_CALL, groups_parameter
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache


def fail_back(situation: Situation) -> Decision | None:
    """Once the node is whole, what it led comes back to it: if its owner asked for that, or lent it meanwhile."""
    due = groups_to_fail_back(situation)
    if not due:
        return None
    seen_at = min(view.seen_at for view in due)
    if not situation.fresh(seen_at, EVIDENCE_MAX_AGE_S):
        return situation.look_again(f"The report on {due[0].name} is {situation.age_s(seen_at):.0f} s old")
    node = situation.node.instance_id
    batch = [view for view in due if view.server_on(node) == due[0].server_on(node)][:GROUPS_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.FAIL_OVER_AVAILABILITY_GROUPS,
            node=node,
            parameters={
                "AvailabilityGroups": groups_parameter(batch),
                "MaxRedoSeconds": f"{situation.policy.redo_max_s:.0f}",
            },
            sentence=f"{', '.join(view.name for view in batch)} fails back to {situation.node.name}, where it was led "
            f"before the stop: {_why(situation)}",
        )
    )


def groups_to_fail_back(situation: Situation) -> tuple[GroupView, ...]:
    """Groups that the node led, that another node leads now, and that the node can take over; it gets whole, or is."""
    whole = situation.storage.classification is StorageClassification.CACHE_ON_NVME
    if not (whole or moves_cache(situation)):
        return ()
    return tuple(view for view, why in _led_before(situation) if why is None)


def kept_elsewhere(situation: Situation) -> str:
    """Groups that can't fail back, and why, for sentences; empty where there are none."""
    return "".join(f"; {view.name} isn't failed back: {why}" for view, why in _led_before(situation) if why is not None)


def _why(situation: Situation) -> str:
    if situation.policy.fail_back:
        return "the tag cachewarden:failback asks for that"
    return "the replica that leads now is asynchronous but for that time"


def _led_before(situation: Situation) -> list[tuple[GroupView, str | None]]:
    """Each with what keeps it from coming back; None: nothing does. None of those that the operation is to move
    off."""
    saved, node = situation.operation.saved_modes, situation.node.instance_id
    if saved is None or situation.operation.goal is Goal.FAILED_OVER:
        return []
    only_lent = {mode.group for mode in saved if lent(situation, mode)}
    led = {
        (mode.group, mode.replica)
        for mode in saved
        if mode.led and (situation.policy.fail_back or mode.group in only_lent)
    }
    found: list[tuple[GroupView, str | None]] = []
    for view in situation.groups:
        for replica in view.replicas_on(node):
            if (view.id, replica.id) in led and view.primary_id != node:
                why = obstacle(replica) if view.online else f"{view.name} has no primary online"
                redo_s = replica.databases.redo_s if replica.databases is not None else None
                if why is None and (redo_s is None or redo_s > situation.policy.redo_max_s):
                    why = (
                        f"{replica.server} still redoes, {'nobody knows how long' if redo_s is None else f'{redo_s} s'}"
                    )
                found.append((view, why))
    return found
