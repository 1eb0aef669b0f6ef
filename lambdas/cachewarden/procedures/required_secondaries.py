"""REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT: by consent lowered while the node is away, and put back afterwards.

Without the node fewer secondaries may be SYNCHRONIZED than the group demands for a commit; then commits would wait
[availability-groups#required-secondaries]. It is lowered as late as possible, no further than needed, on whichever node
leads; what it was is written down before, with the modes of the node's replica.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, SYNCHRONOUS_COMMIT, AvailabilityReplica
from cachewarden.evidence.group_views import GroupView
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.timing import SYNC_IDLE_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.procedures.guards.nodes_down import nodes_away
from cachewarden.procedures.in_place import stays
from cachewarden.procedures.replica_modes import MODES_PER_CALL
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache

NO_MODES = "none"
"""The parameter `Modes` of restore_replica_modes where no replica's mode is to change."""
SETTING = "REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT"


def fewer_consent(situation: Situation) -> GivenConsent | None:
    """A person's yes, given before anything was written down or changed for it."""
    return situation.consent(Consent.FEWER_COPIES, allows=Action.SAVE_MODES)


def secondaries_without(situation: Situation, view: GroupView) -> int:
    """SYNCHRONIZED secondaries once the node is gone; a group that it leads gets its primary from among them."""
    leaving = situation.node.instance_id
    remaining = sum(view.instance_id(replica) != leaving for replica in _secondaries(view))
    return max(0, remaining - 1 if view.primary_id == leaving else remaining)


def groups_to_lower(situation: Situation) -> list[tuple[GroupView, int]]:
    """Groups of the node that by consent are to demand fewer secondaries, each with how many remain without it."""
    if fewer_consent(situation) is None:
        return []
    kept = stays(situation)
    leaving = [view for view in situation.node_groups if view.id not in kept]
    found = [(view, secondaries_without(situation, view)) for view in leaving]
    return [(view, left) for view, left in found if not _demands_at_most(view, left)]


def with_required(situation: Situation, modes: Iterable[SavedMode]) -> tuple[SavedMode, ...]:
    """The modes, with what the groups that are to be lowered demand; what was written down first stays."""
    lowered = {view.id: view.group.required_synchronized for view, _ in groups_to_lower(situation)}
    node = situation.node.instance_id
    own = {(view.id, one.id) for view in situation.node_groups for one in view.replicas_on(node)}
    return tuple(
        replace(mode, required_synchronized=lowered[mode.group])
        if mode.group in lowered and (mode.group, mode.replica) in own and mode.required_synchronized is None
        else mode
        for mode in modes
    )


def lower_required_secondaries(situation: Situation) -> Decision | None:
    """By consent a group demands only as many secondaries for a commit as remain without the node, until it is back."""
    lowered = groups_to_lower(situation)
    consent = fewer_consent(situation)
    if not lowered or consent is None:
        return None
    first = lowered[0][0]
    batch = [(view, left) for view, left in lowered if view.shares_primary(first)][:MODES_PER_CALL]
    told = ", ".join(
        f"{view.name} demands {left} instead of {view.group.required_synchronized}" for view, left in batch
    )
    return _set(
        situation,
        batch,
        f"{told} SYNCHRONIZED secondaries for a commit ({SETTING}) until {situation.node.name} is back. Consented to: "
        f"{consent.told}",
    )


def still_lowered(situation: Situation) -> list[tuple[GroupView, int]]:
    """Groups that demand fewer secondaries than before they were lowered, each with what they are to demand again.

    One that demands more by now stays as somebody else made it. None demands more than it can have: of what can't be
    met any more nothing would ever be put back.
    """
    found = [(view, _to_demand(view, _saved(situation))) for view in situation.groups]
    return [(view, number) for view, number in found if number is not None and not _demands(view, number)]


def restore_required_secondaries(situation: Situation) -> Decision | None:
    """What was lowered by consent is put back once enough secondaries are SYNCHRONIZED again, and no cache moves.

    What was lowered for another node's absence isn't waited for, nor is a node that is away: its own way back needs
    the lease.
    """
    act = restore_where_enough(situation)
    if act is not None:
        return act
    lowered = [view for view, _ in still_lowered(situation) if _is_lowered_for_node(situation, view)]
    own = [(view, _demanded_before(view, _saved(situation))) for view in lowered]
    if not own:
        return None
    view, number = own[0]
    lacking = f"{view.name} has {len(_secondaries(view))} SYNCHRONIZED secondaries; it demanded {number} before"
    waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    saved_modes = situation.operation.saved_modes
    away = nodes_away(situation.evidence, outside=situation.policy.outside, saved_modes=saved_modes)
    if away or waited_s > SYNC_IDLE_OVERDUE_S:
        why = f"{', '.join(each.told for each in away)}. " if away else f"After {waited_s / 60:.0f} minutes "
        return Refuse(code=Code.REQUIRED_STAYS_LOWERED, sentence=f"{situation.node.name} is back. {why}{lacking}")
    return situation.wait(
        WaitReason.SYNCHRONIZATION, f"{lacking}; {SETTING} is put back then", since=None, estimate_s=30
    )


def restore_where_enough(situation: Situation) -> Decision | None:
    """As `restore_required_secondaries`, without waiting: each group as far as its secondaries are SYNCHRONIZED."""
    if moves_cache(situation):
        return None
    enough = [
        (view, reached)
        for view, number in still_lowered(situation)
        if view.online and (reached := _reached(view, number)) is not None
    ]
    if not enough:
        return None
    first = enough[0][0]
    if not situation.fresh(first.seen_at):
        return situation.look_again(f"What the primary of {first.name} reports is old")
    batch = [(view, number) for view, number in enough if view.shares_primary(first)][:MODES_PER_CALL]
    before = [_demanded_before(view, _saved(situation)) for view, _ in batch]
    told = ", ".join(
        f"{view.name} {number}" + ("" if number == whole else f" of {whole}")
        for (view, number), whole in zip(batch, before, strict=True)
    )
    return _set(situation, batch, f"Enough secondaries are SYNCHRONIZED again; {SETTING} is put back: {told}")


def lowered_told(situation: Situation) -> str:
    """The groups that still demand fewer secondaries, for the end of a sentence; empty where none do."""
    lowered = still_lowered(situation)
    if not lowered:
        return ""
    saved = _saved(situation)
    told = ", ".join(
        f"{view.name} {view.group.required_synchronized}, was {_demanded_before(view, saved)}" for view, _ in lowered
    )
    return (
        f". {SETTING} stays lowered ({told}) until an operation finds that many secondaries SYNCHRONIZED; "
        "CacheWarden-StartInstance starts one"
    )


def stays_lower(views: Iterable[GroupView], saved: Iterable[SavedMode]) -> Iterator[str]:
    """Of groups that demand fewer secondaries than before they were lowered: a sentence for each."""
    for view in views:
        before = _demanded_before(view, saved)
        if before is not None and not _demands(view, before):
            yield (
                f"{SETTING} of {view.name} is {view.group.required_synchronized} and was {before}; synchronous "
                f"secondaries: {_synchronous_secondaries(view, saved)}"
            )


def may_be_lowered(situation: Situation) -> bool:
    """Whether a group of the node could demand more than it does: only the lease's record says what it demanded."""
    return any(view.online and _reached(view, len(_secondaries(view))) is not None for view in situation.node_groups)


def _is_lowered_for_node(situation: Situation, view: GroupView) -> bool:
    """Whether the group still demands less than before it was lowered for the absence of this operation's node."""
    replicas = {one.id for one in view.replicas_on(situation.node.instance_id)}
    return any(
        mode.group == view.id
        and mode.replica in replicas
        and mode.required_synchronized is not None
        and not _demands(view, mode.required_synchronized)
        for mode in _saved(situation)
    )


def _saved(situation: Situation) -> tuple[SavedMode, ...]:
    return situation.operation.saved_modes or ()


def _demanded_before(view: GroupView, saved: Iterable[SavedMode]) -> int | None:
    """What the group demanded before it was first lowered; None where it wasn't."""
    numbers = [mode.required_synchronized for mode in saved if mode.group == view.id]
    return max((number for number in numbers if number is not None), default=None)


def _to_demand(view: GroupView, saved: Iterable[SavedMode]) -> int | None:
    """What the group is to demand again; None where it wasn't lowered. Only its primary sees every replica."""
    before = _demanded_before(view, saved)
    return before if before is None or not view.online else min(before, _synchronous_secondaries(view, saved))


def _synchronous_secondaries(view: GroupView, saved: Iterable[SavedMode]) -> int:
    """Replicas beside the primary that are synchronous, or are once their saved modes are put back."""
    modes = {mode.replica: mode.availability_mode for mode in saved if mode.group == view.id}
    return sum(
        modes.get(replica.id, replica.availability_mode) == SYNCHRONOUS_COMMIT
        for replica in view.group.replicas
        if view.instance_id(replica) != view.primary_id
    )


def _set(situation: Situation, batch: list[tuple[GroupView, int]], sentence: str) -> Decision:
    node = batch[0][0].primary_id
    if node is None:
        raise AssertionError("a group without a primary passed the guards")
    return situation.attempt(
        Execute(
            action=Action.RESTORE_REPLICA_MODES,
            node=node,
            parameters={
                "Modes": NO_MODES,
                "RequiredSynchronized": ",".join(f"{view.id}/{number}" for view, number in batch),
            },
            sentence=sentence,
        )
    )


def _demands_at_most(view: GroupView, number: int) -> bool:
    """Whether the group isn't seen to demand more; what isn't told is refused before anything is done."""
    required = view.group.required_synchronized
    return required is None or required <= number


def _demands(view: GroupView, number: int) -> bool:
    """Whether the group is seen to demand as many; what isn't told counts as not put back."""
    required = view.group.required_synchronized
    return number == 0 or (required is not None and required >= number)


def _reached(view: GroupView, number: int) -> int | None:
    """How many of `number` secondaries can be demanded now; None where that is no more than the group demands."""
    required, reached = view.group.required_synchronized, min(number, len(_secondaries(view)))
    if required is None:
        return number if reached == number else None
    return reached if reached > required else None


def _secondaries(view: GroupView) -> list[AvailabilityReplica]:
    """SYNCHRONIZED secondaries that are connected, as the primary sees them."""
    return [
        replica
        for replica in view.group.replicas
        if view.instance_id(replica) != view.primary_id
        and replica.synchronous
        and replica.synchronized
        and replica.connected == CONNECTED
    ]
