"""By consent: replicas whose instance is gone for good leave their groups, so that the cluster can be served again.

Nothing is removed that can come back: EC2 says that the instance doesn't, and the primary that nothing is connected in
its place. What is left is a whole primary; it keeps no log for the replica any more. A consent covers what was gone
when the operation first looked with it, and nothing that is lost later. It keeps no node from coming back: the node
comes first, and only then people hear of what isn't removed.
"""

from datetime import datetime

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, computer_of
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.operation import Operation
from cachewarden.operation.timing import NO_PRIMARY_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.gone_replicas import copies_left, gone_replicas, told_gone
from cachewarden.procedures.situation import Situation

REPLICAS_PER_CALL = 13
"""GUIDs that the pattern of the parameter admits (ssm_documents/templates/parameters.yaml)."""


def to_forget(evidence: ClusterEvidence, operation: Operation, now: datetime) -> tuple[str, ...] | None:
    """The computers that the operation's consent covers: those that are gone at the first look at which the consent
    counts and somebody names the cluster's computers. None before that.
    """
    reports = [each.host.sql for each in evidence.replicas if each.host is not None and each.host.sql is not None]
    if operation.forgets is not None or all(sql.cluster is None for sql in reports):
        return operation.forgets
    counts = any(
        each.void_because(node_id=evidence.node_id, goal=operation.goal, at=now) is None
        for each in _given(operation.consents)
    )
    return tuple(sorted(evidence.gone)) if counts else None


def forget_replicas(situation: Situation) -> Decision | None:
    """Replicas on instances that never come back leave their groups, by consent, on each primary."""
    found = _covered(situation)
    if not found or situation.consent(Consent.FORGET_REPLICA) is None or _objections(situation, found):
        return None
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
    told = [
        f"{told_gone(situation.evidence, view, gone)}. It leaves the group; {copies_left(view)}"
        for view, gone in _by_group(batch)
    ]
    return situation.attempt(
        Execute(
            action=Action.REMOVE_REPLICAS,
            node=first.primary_id,
            parameters={
                "AvailabilityGroups": ",".join(dict.fromkeys(view.id for view, _ in batch)),
                "Replicas": ",".join(replica.id for _, replica in batch),
            },
            sentence="; ".join(told),
        )
    )


def lost_replica_stays(situation: Situation) -> Decision | None:
    """What would be left isn't known to be whole: nothing is removed, and who consented learns why."""
    objections = _objections(situation, _covered(situation))
    if not objections or situation.consent(Consent.FORGET_REPLICA) is None:
        return None
    told = "; ".join(objections)
    if _came_up_lately(situation):
        return situation.wait(WaitReason.PRIMARY, told, since=None, estimate_s=15)
    return situation.refuse(Code.REPLICA_NOT_FORGOTTEN, told)


def not_all_forgotten(situation: Situation) -> Decision | None:
    """In service, but a replica is there that a consent was given for and doesn't cover, or not any more."""
    given = [
        each
        for each in _given(situation.operation.consents)
        if each.void_because(node_id=situation.node.instance_id, goal=situation.operation.goal, at=each.expires_at)
        is None
    ]
    left = [(view, gone) for view in situation.groups if (gone := gone_replicas(situation.evidence, view))]
    if not given or not left:
        return None
    covered = situation.operation.forgets
    covers = ", ".join(computer.upper() for computer in covered) if covered else "no replica"
    ends = "; ".join(f"ends {each.expires_at:%Y-%m-%d %H:%M:%S} UTC" for each in given)
    told = "; ".join(told_gone(situation.evidence, *each) for each in left)
    return situation.refuse(
        Code.REPLICA_NOT_FORGOTTEN,
        f"{situation.node.name} is in service. {told}. It isn't removed: the consent '{Consent.FORGET_REPLICA.value}' "
        f"covers {covers}, as it was when this began, and {ends}; it takes a new one",
    )


def nothing_to_forget(situation: Situation) -> Decision | None:
    """In service, but a consent was given to forget replicas while none is proven to be gone: who gave it learns why.

    Not so where a replica was removed, by this operation or by the one that it was begun in place of.
    """
    if (
        Action.REMOVE_REPLICAS in situation.operation.attempts
        or situation.evidence.gone
        or _in_place_of_another(situation)
    ):
        return None
    if situation.consent(Consent.FORGET_REPLICA) is None:
        return None
    told = "; ".join(f"{each.computer.upper()}: {each.why}" for each in situation.evidence.absent)
    return situation.refuse(
        Code.NO_REPLICA_GONE,
        f"{situation.node.name} is in service; no replica of its cluster is proven to be gone for good. {told}",
    )


def _given(consents: tuple[object, ...]) -> list[GivenConsent]:
    return [each for each in consents if isinstance(each, GivenConsent) and each.word is Consent.FORGET_REPLICA]


def _in_place_of_another(situation: Situation) -> bool:
    run = situation.evidence.document_run
    return run is not None and run.speaks_for != run.id


def _covered(situation: Situation) -> list[tuple[GroupView, tuple[AvailabilityReplica, ...]]]:
    """By group: replicas that are gone, and were so when the operation first looked with its consent."""
    computers = situation.operation.forgets
    if computers is None:
        return []
    found: list[tuple[GroupView, tuple[AvailabilityReplica, ...]]] = []
    for view in situation.groups:
        gone = gone_replicas(situation.evidence, view)
        covered = tuple(one for one in gone if computer_of(one.server) in computers)
        if covered:
            found.append((view, covered))
    return found


def _objections(
    situation: Situation, found: list[tuple[GroupView, tuple[AvailabilityReplica, ...]]]
) -> tuple[str, ...]:
    obstacles = ((view, gone, _obstacle(situation, view, gone)) for view, gone in found)
    return tuple(
        f"{told_gone(situation.evidence, view, gone)}. It isn't removed: {obstacle}"
        for view, gone, obstacle in obstacles
        if obstacle is not None
    )


def _came_up_lately(situation: Situation) -> bool:
    """Whether a group may still come online, since this operation began to wait for it after a start."""
    started = {Action.START_INSTANCE, Action.START_SQL_SERVER} & set(situation.operation.attempts)
    lately = bool(started) or situation.up_s < NO_PRIMARY_OVERDUE_S
    return lately and situation.operation.waited_s(WaitReason.PRIMARY, situation.now) < NO_PRIMARY_OVERDUE_S


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
