"""What a failover costs: SYNCHRONIZED means hardened, not redone, and until all is redone nobody can write."""

import math

from cachewarden.codes import Code
from cachewarden.evidence.group_views import Candidate, GroupView, candidates
from cachewarden.operation.timing import REDO_OVERDUE_S, REDO_STANDS_STILL_S, planned_wait_s
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Look, Wait
from cachewarden.procedures.in_place import may_wait, stays, unless_in_place
from cachewarden.procedures.situation import Situation


def failover_would_take_long(situation: Situation) -> Decision | None:
    """Redo of the target is the outage of a failover: waited for while it shrinks, refused above the owner's bound."""
    bound_s = situation.policy.redo_max_s
    kept = frozenset[str]() if may_wait(situation) else stays(situation)
    slow = [
        (view, best)
        for view in situation.led_groups
        if view.id not in kept
        for best in _best(situation, view)
        if not best.redoes_within(bound_s)
    ]
    if not slow:
        return None
    view, target = max(slow, key=lambda one: math.inf if one[1].redo_s is None else one[1].redo_s)
    told = f"A failover of {view.name} to {target.server} would take {redo_of(target)}; {bound_s:.0f} s are allowed"
    waited_s = situation.operation.waited_s(WaitReason.REDO, situation.now)
    if target.redo_s is None:
        if waited_s > REDO_STANDS_STILL_S:
            return situation.refuse(Code.FACT_UNKNOWN, f"{told}; look at redo_queue_size and redo_rate on its primary")
        return _wait(told, estimate_s=REDO_STANDS_STILL_S, elapsed_s=waited_s, progress=None)
    least_s = _least_seen(situation, target.redo_s)
    stood_s = situation.operation.stood_still_s(WaitReason.REDO, least_s, situation.now)
    if stood_s > REDO_STANDS_STILL_S or waited_s > REDO_OVERDUE_S:
        refusal = situation.refuse(
            Code.FAILOVER_TAKES_TOO_LONG, f"{told}, and it hasn't got less than {least_s} s for {stood_s:.0f} s"
        )
        return unless_in_place(situation, refusal)
    return _wait(f"{told}; it is waited for", estimate_s=target.redo_s - bound_s, elapsed_s=0.0, progress=least_s)


def redo_of(target: Candidate) -> str:
    """The expected outage with what it is reckoned from, for sentences."""
    queue = "an unknown part" if target.redo_queue_kb is None else f"{target.redo_queue_kb} KB"
    return f"{'an unknown time' if target.redo_s is None else f'{target.redo_s} s'} for redo ({queue})"


def _best(situation: Situation, view: GroupView) -> tuple[Candidate, ...]:
    """The replica that would take over, if any can."""
    bound_s = situation.policy.redo_max_s
    found = candidates(view, situation.node, situation.targets, redo_max_s=bound_s, spared=situation.spared)
    return tuple(one for one in found[:1] if one.obstacle is None)


def _least_seen(situation: Situation, redo_s: int) -> int:
    waiting = situation.operation.waiting
    if waiting is None or waiting.reason is not WaitReason.REDO or waiting.progress is None:
        return redo_s
    return min(waiting.progress, redo_s)


def _wait(sentence: str, *, estimate_s: float, elapsed_s: float, progress: int | None) -> Wait:
    return Wait(
        seconds=min(60, planned_wait_s(elapsed_s=elapsed_s, estimate_s=estimate_s)),
        look=Look.ALL,
        reason=WaitReason.REDO,
        sentence=sentence,
        progress=progress,
    )
