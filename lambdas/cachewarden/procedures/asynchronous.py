"""Where only a replica in asynchronous commit mode could take over: by consent it is made synchronous and waited for.

It is written down before, as every mode; on the way back the node takes its roles over again first, since a primary in
asynchronous mode would make every replica asynchronous.
"""

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.group_views import GroupView, candidates
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.timing import SYNC_IDLE_OVERDUE_S, redo_s
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.replica_modes import MODES_PER_CALL, modes_to_restore
from cachewarden.procedures.situation import Situation

SYNCHRONOUS_AND_MANUAL = "1/1"
"""Availability and failover mode, as restore_replica_modes takes them."""


def asynchronous_consent(situation: Situation) -> GivenConsent | None:
    """A person's yes, given before anything was changed for it."""
    return situation.consent(Consent.ASYNCHRONOUS, allows=Action.SAVE_MODES)


def asynchronous_target(situation: Situation, view: GroupView) -> AvailabilityReplica | None:
    """The partner that could be made synchronous, or was by this operation; None where none is connected and whole."""
    found = [
        replica
        for replica in view.group.replicas
        if view.instance_id(replica) in {partner.instance_id for partner in situation.partners}
        and (not replica.synchronous or _was_asynchronous(situation, view, replica))
        and _receives_all(replica)
    ]
    return min(found, key=lambda one: (not one.synchronous, _same_zone(situation, view, one), one.server), default=None)


def modes_of_targets(situation: Situation) -> tuple[SavedMode, ...]:
    """Present modes of the replicas that are about to be made synchronous."""
    return tuple(
        SavedMode(
            group=view.id,
            replica=target.id,
            server=target.server,
            availability_mode=target.availability_mode,
            failover_mode=target.failover_mode,
            seeding_mode=target.seeding_mode,
            led=False,
            required_synchronized=None,
        )
        for view, target in _without_a_ready_one(situation)
        if not target.synchronous
    )


def make_synchronous(situation: Situation) -> Decision | None:
    """By consent an asynchronous replica that is to take over commits synchronously from now on, and is waited for."""
    lacking = _without_a_ready_one(situation)
    if not lacking:
        return None
    consent = asynchronous_consent(situation)
    told = consent.told if consent is not None else "nothing"
    node = situation.node.instance_id
    waiting = [(view, target) for view, target in lacking if not target.synchronous]
    if waiting:
        server = waiting[0][0].server_on(node)
        batch = [(view, target) for view, target in waiting if view.server_on(node) == server][:MODES_PER_CALL]
        return situation.attempt(
            Execute(
                action=Action.RESTORE_REPLICA_MODES,
                node=node,
                parameters={
                    "Modes": ",".join(f"{view.id}/{target.id}/{SYNCHRONOUS_AND_MANUAL}" for view, target in batch)
                },
                sentence=f"{', '.join(target.server for _, target in batch)} commits synchronously until "
                f"{situation.node.name} is back: so it can take over and lose nothing. Consented to: {told}",
            )
        )
    view, target = lacking[0]
    waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    numbers = target.databases
    behind = (
        f"{target.server} isn't SYNCHRONIZED in {view.name} yet: {numbers.queues if numbers else 'it tells nothing'}"
    )
    if waited_s > SYNC_IDLE_OVERDUE_S:
        return situation.refuse(
            Code.NOT_SYNCHRONIZED_IN_TIME, f"{behind}, {waited_s:.0f} s after it was made synchronous"
        )
    estimate_s = 10.0
    if numbers is not None:
        estimate_s = redo_s(
            send_queue_kb=numbers.send_queue_kb,
            send_rate_kb=numbers.send_rate_kb,
            redo_queue_kb=numbers.redo_queue_kb,
            redo_rate_kb=numbers.redo_rate_kb,
        )
    return situation.wait(WaitReason.SYNCHRONIZATION, behind, since=None, estimate_s=estimate_s)


def lent(situation: Situation, mode: SavedMode) -> bool:
    """Whether the replica leads now only because it was made synchronous for it: it can't be put back before."""
    if mode.availability_mode != 0:
        return False
    for view in situation.groups:
        if view.id == mode.group and view.primary_id is not None:
            return any(replica.id == mode.replica for replica in view.replicas_on(view.primary_id))
    return False


def lent_told(situation: Situation) -> str:
    """The replicas that are synchronous only while they lead, for the end of a sentence; empty where there are none."""
    names = {view.id: view.name for view in situation.groups}
    held = modes_to_restore(situation.operation.saved_modes or (), situation.groups)
    told = [f"{mode.server} in {names[mode.group]}" for mode in held if lent(situation, mode)]
    if not told:
        return ""
    return (
        f". The modes of {', '.join(told)} are put back once the group is led from elsewhere again: by consent the "
        "replica was made synchronous to take over"
    )


def _without_a_ready_one(situation: Situation) -> list[tuple[GroupView, AvailabilityReplica]]:
    """Groups that the node leads and that, by consent, an asynchronous replica has to take over."""
    if asynchronous_consent(situation) is None:
        return []
    found: list[tuple[GroupView, AvailabilityReplica]] = []
    for view in situation.led_groups:
        partners = candidates(view, situation.node, situation.partners, redo_max_s=situation.policy.redo_max_s)
        target = asynchronous_target(situation, view)
        if target is not None and all(each.obstacle is not None for each in partners):
            found.append((view, target))
    return found


def _was_asynchronous(situation: Situation, view: GroupView, replica: AvailabilityReplica) -> bool:
    saved = situation.operation.saved_modes
    return saved is not None and any(
        (mode.group, mode.replica, mode.availability_mode) == (view.id, replica.id, 0) for mode in saved
    )


def _receives_all(replica: AvailabilityReplica) -> bool:
    numbers = replica.databases
    return (
        replica.connected == CONNECTED
        and numbers is not None
        and numbers.count > 0
        and numbers.joined == numbers.count
        and numbers.suspended == 0
    )


def _same_zone(situation: Situation, view: GroupView, replica: AvailabilityReplica) -> bool:
    instance_id = view.instance_id(replica)
    zone = situation.node.ec2.availability_zone
    return instance_id is not None and situation.replica(instance_id).ec2.availability_zone == zone
