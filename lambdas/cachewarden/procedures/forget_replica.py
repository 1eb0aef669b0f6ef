"""By consent: replicas whose instance is gone for good leave their groups, so that the cluster can be served again.

Nothing is removed that can come back: EC2 says that the instance doesn't, and the primary that nothing is connected in
its place. What is left is a whole primary; it keeps no log for the replica any more.
"""

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.group_views import GroupView
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.gone_replicas import gone_replicas, told_gone
from cachewarden.procedures.situation import Situation

REPLICAS_PER_CALL = 13
"""GUIDs with commas that fit a parameter value of 512 characters [automation#value-length]."""


def nothing_to_forget(situation: Situation) -> Decision | None:
    """A consent to forget replicas while none is proven to be gone: who gave it learns why."""
    if Action.REMOVE_REPLICAS in situation.operation.attempts or situation.evidence.gone:
        return None
    if not any(isinstance(each, GivenConsent) and each.word is Consent.FORGET_REPLICA for each in _given(situation)):
        return None
    told = "; ".join(f"{each.computer.upper()}: {each.why}" for each in situation.evidence.absent)
    return situation.refuse(
        Code.NO_REPLICA_GONE, f"No replica of {situation.node.name}'s cluster is proven to be gone for good. {told}"
    )


def forget_replicas(situation: Situation) -> Decision | None:
    """Replicas on instances that never come back leave their groups, by consent, on each primary."""
    found = [(view, gone) for view in situation.groups if (gone := gone_replicas(situation.evidence, view))]
    if not found or situation.consent(Consent.FORGET_REPLICA, allows=Action.REMOVE_REPLICAS) is None:
        return None
    for view, gone in found:
        obstacle = _obstacle(situation, view, gone)
        if obstacle is not None:
            return situation.refuse(
                Code.REPLICA_NOT_FORGOTTEN, f"{told_gone(situation.evidence, view, gone)}. It isn't removed: {obstacle}"
            )
    first, _ = found[0]
    if first.primary_id is None:
        raise AssertionError(f"{first.name} has no primary, and nothing objected")
    if not situation.fresh(first.seen_at):
        age_s = situation.age_s(first.seen_at)
        return situation.look_again(f"The report of {situation.name(first.primary_id)} is {age_s:.0f} s old")
    batch: list[tuple[GroupView, AvailabilityReplica]] = []
    for view, gone in found:
        if view.shares_primary(first) and len(batch) + len(gone) <= REPLICAS_PER_CALL:
            batch += [(view, replica) for replica in gone]
    return situation.attempt(
        Execute(
            action=Action.REMOVE_REPLICAS,
            node=first.primary_id,
            parameters={
                "AvailabilityGroups": ",".join(dict.fromkeys(view.id for view, _ in batch)),
                "Replicas": ",".join(replica.id for _, replica in batch),
            },
            sentence="; ".join(told_gone(situation.evidence, *each) for each in _by_group(batch))
            + f". It leaves the group; {_left(first)}",
        )
    )


def _given(situation: Situation) -> tuple[object, ...]:
    return situation.operation.consents


def _obstacle(situation: Situation, view: GroupView, gone: tuple[AvailabilityReplica, ...]) -> str | None:
    """Why nothing is removed from the group: what would be left isn't known to be whole, or something is there."""
    if view.primary_id is None or not view.online:
        return f"{view.name} has no undisputed primary online, and no other copy is made primary by force"
    primary = next((one for one in view.replicas_on(view.primary_id) if one.local), None)
    numbers = primary.databases if primary is not None else None
    if numbers is None or numbers.online is None:
        return f"{situation.name(view.primary_id)} doesn't say whether all databases of {view.name} are ONLINE"
    if numbers.online < numbers.count:
        return (
            f"only {numbers.online} of {numbers.count} databases are ONLINE on {situation.name(view.primary_id)}; "
            "first see whether the lost instance's volumes hold a better copy"
        )
    for replica in gone:
        if replica.connected is None:
            return f"{situation.name(view.primary_id)} doesn't say whether {replica.server} is connected"
        if replica.connected == CONNECTED:
            return f"{situation.name(view.primary_id)} sees {replica.server} connected"
    return None


def _by_group(
    batch: list[tuple[GroupView, AvailabilityReplica]],
) -> list[tuple[GroupView, tuple[AvailabilityReplica, ...]]]:
    views = {view.id: view for view, _ in batch}
    return [(view, tuple(replica for other, replica in batch if other.id == key)) for key, view in views.items()]


def _left(view: GroupView) -> str:
    """How many copies remain, for sentences: they are counted, not taken for granted."""
    others = [one for one in view.group.replicas if one.connected == CONNECTED and not one.local]
    copies = sum(one.synchronized for one in others)
    return f"{copies} synchronized {'copy' if copies == 1 else 'copies'} beside the primary's remain in {view.name}"
