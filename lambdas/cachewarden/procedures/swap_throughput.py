"""Whether a Swap volume's throughput is raised for the move of a cache, and when it is put back. Pure.

EC2 promises only that a volume gets no slower meanwhile [ec2#modification-takes-effect]: so nothing ever waits for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from cachewarden.evidence.ebs import GP3, MIB, EbsLimits, gp3_iops_for
from cachewarden.evidence.volume_modification import (
    WINDOW,
    ModifiableVolume,
    ModificationState,
    Performance,
    Raised,
    modifications_left,
)
from cachewarden.evidence.volume_role import ROLE_TAG, VolumeRole

NEEDED_TO_RAISE = 2
"""Modifications that must be left: this one, and the one that puts the volume back."""
GAIN_AT_LEAST_S = 120.0
"""A move that gets no shorter than by this isn't worth two of the day's modifications."""
SETTLES = timedelta(minutes=15)
"""So long after a volume was raised nobody looks at it: the call may still be under way, and EC2 be behind."""
KEPT_AT_MOST = timedelta(hours=24)
"""A raised volume is put back then, wherever the cache is: the instance may stay stopped for weeks."""
OVERDUE = timedelta(hours=36)
"""People are told of a volume that is still raised then: the last modification may take hours, and EC2 may refuse the
next one for as many."""
GONE_AFTER = timedelta(days=7)
"""Only then a volume that EC2 doesn't find is forgotten: one answer may be wrong, and a volume that is gone costs
nothing."""
SEEN_LATELY = timedelta(minutes=15)
"""How old a look at the node's cache may be: a sweep's call can wait for hours in Lambda's queue."""
OURS_IN_WINDOW = 3
"""Of the four modifications in 24 hours: after a failure one is left to the volume's owner."""
ASKED_AGAIN_AFTER = timedelta(hours=1)
"""So long after EC2 failed to put a volume back it is asked once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """From what the volume has to what it should have; `gain_s`: by how much a move gets shorter, once it has it."""

    former: Performance
    to: Performance
    gain_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAsIs:
    """The volume isn't changed, and why."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    """EC2 is asked for the former performance."""

    to: Performance


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """It stays raised for now, and why; the next sweep looks again."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBackFailed:
    """EC2 took the former performance and failed at it; it is asked again later, and people hear of it at once."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """There is nothing to put back any more; `changed` where somebody else has changed the volume."""

    why: str
    changed: bool


PutBackDecision: TypeAlias = PutBack | PutBackFailed | Later | Forget


def decide_raise(
    *,
    volume: ModifiableVolume,
    instance_id: str,
    limits: EbsLimits,
    cache_bytes: int,
    ours: Sequence[datetime],
    now: datetime,
) -> Raise | LeaveAsIs:
    """Raised only where everything that this rests on is known; never beyond gp3's limits, and never lowered."""
    present = volume.performance
    if volume.kind != GP3 or present is None:
        return LeaveAsIs(why=f"{volume.volume_id} is {volume.kind}, and only of gp3 the throughput can be set")
    if volume.role != VolumeRole.SWAP:
        return LeaveAsIs(why=f"{volume.volume_id} doesn't have the tag {ROLE_TAG}={VolumeRole.SWAP}")
    if volume.attached_to != (instance_id,):
        return LeaveAsIs(why=f"{volume.volume_id} isn't attached to {instance_id} alone")
    wanted = limits.gp3_mib
    if wanted is None:
        return LeaveAsIs(why=f"EC2 doesn't say what {limits.instance_type} can move to EBS")
    if wanted <= present.throughput_mib:
        return LeaveAsIs(why=f"{limits.instance_type} sets the pace, not {volume.volume_id}")
    gain_s = cache_bytes / MIB / present.throughput_mib - cache_bytes / MIB / wanted
    if gain_s < GAIN_AT_LEAST_S:
        return LeaveAsIs(why=f"the move would get only {gain_s:.0f} s shorter")
    if volume.is_being_modified:
        return LeaveAsIs(why=f"{volume.volume_id} is being modified")
    left = modifications_left(volume.newest, ours, now)
    if left is None:
        return LeaveAsIs(
            why=f"{volume.volume_id} was modified in the last 24 hours, and nobody can say how often; EC2 takes four"
        )
    if left < NEEDED_TO_RAISE:
        return LeaveAsIs(
            why=f"{volume.volume_id} has {left} of the four modifications of 24 hours left, and two are needed"
        )
    return Raise(
        former=present,
        to=Performance(throughput_mib=wanted, iops=max(present.iops, gp3_iops_for(wanted))),
        gain_s=gain_s,
    )


def decide_tagged(tagged: Raised, volume: ModifiableVolume, now: datetime) -> Raised | Later | Forget:
    """What the tag of a raised volume is worth where the lease table knows nothing of it, or less.

    The table may have been deleted, or restored to an earlier time. Whoever may tag a volume can write the tag: so it
    counts only where EC2's own history shows the very change.
    """
    newest = volume.newest
    if newest is not None and tagged.is_begun_by(newest) and newest.original == tagged.former:
        return replace(tagged, began_at=newest.started_at)
    if now - tagged.at < SETTLES:
        return Later(why="it was raised just now")
    if volume.performance is None or volume.performance == tagged.to:
        return Later(why="its tag says that it was raised, and EC2 doesn't tell who did it")
    return Forget(why="it isn't raised any more", changed=False)


def decide_put_back(
    raised: Raised,
    volume: ModifiableVolume | None,
    *,
    ours: Sequence[datetime],
    operated: bool,
    cache_seen_back_at: datetime | None,
    now: datetime,
) -> PutBackDecision:
    """What somebody else has set meanwhile stays.

    `volume` None: EC2 doesn't find it. `ours`: when those modifications began that we asked for and could count.
    `operated`: an operation holds the node. `cache_seen_back_at`: when its cache was seen on NVMe.
    """
    if now - raised.at < SETTLES:
        return Later(why="it was raised just now")
    if volume is None:
        if now - raised.at < GONE_AFTER:
            return Later(why="EC2 doesn't find the volume")
        return Forget(why="EC2 knows the volume no more", changed=False)
    if volume.is_being_modified:
        return Later(why="EC2 is still modifying it")
    if volume.performance != raised.to:
        return _not_as_raised(raised, volume, now)
    whose = _set_by_others(raised, volume, now)
    if whose is not None:
        return whose
    if operated:
        return Later(why="an operation works on the node")
    seen = cache_seen_back_at
    is_back = seen is not None and seen > raised.wanted_at and now - seen < SEEN_LATELY
    if not is_back and now - raised.at < KEPT_AT_MOST:
        return Later(why="the cache isn't back on NVMe yet")
    return _after_failures(raised, volume, ours, now) or PutBack(to=raised.former)


def _not_as_raised(raised: Raised, volume: ModifiableVolume, now: datetime) -> Later | Forget:
    present = volume.performance
    if present is None and volume.kind == GP3:
        return Later(why="EC2 doesn't say what it is set to")
    if present != raised.former:
        told = present or volume.kind
        return Forget(why=f"it has {told} now, which isn't what was asked for ({raised.to})", changed=True)
    if raised.began_at is not None and not raised.is_told_of_by(volume.newest) and now - raised.at < KEPT_AT_MOST:
        return Later(why="EC2 doesn't tell yet that it was raised")
    return Forget(why=f"it has {raised.former}", changed=False)


def _set_by_others(raised: Raised, volume: ModifiableVolume, now: datetime) -> Later | Forget | None:
    """It has what it was raised to; None where that is ours to put back."""
    newest = volume.newest
    if raised.is_begun_by(newest):
        return None
    if newest is None or not raised.is_told_of_by(newest):
        if raised.began_at is not None:
            return None
        if now - raised.at < KEPT_AT_MOST:
            return Later(why="EC2 doesn't tell yet who raised it")
        return Forget(why="EC2 doesn't tell who raised it", changed=True)
    failed = newest.state is ModificationState.FAILED
    if newest.target == raised.former and not failed:
        return Later(why="EC2 has put it back, and doesn't show it yet")
    if newest.target is None or (newest.target != newest.original and not failed):
        return Forget(why=f"somebody else set it to {raised.to} at {newest.started_at:%H:%M} UTC", changed=True)
    # It failed, or modified something else, as the size: what the volume has it had before.
    if raised.began_at is not None:
        return None
    return Forget(why="it was modified since, and EC2 doesn't tell who raised it", changed=True)


def _after_failures(
    raised: Raised, volume: ModifiableVolume, ours: Sequence[datetime], now: datetime
) -> PutBackFailed | None:
    """A put-back that failed counts among the four of 24 hours, and its owner needs one of them."""
    newest = volume.newest
    if newest is None or newest.state is not ModificationState.FAILED or newest.target != raised.former:
        return None
    asked = {*ours, *raised.put_backs, newest.started_at, raised.began_at or raised.at}
    if sum(now - each < WINDOW for each in asked) >= OURS_IN_WINDOW:
        why = "EC2 failed to put it back; of the four modifications in 24 hours one is left to you"
        return PutBackFailed(why=f"{why}, and CacheWarden asks again when more are")
    if now - newest.started_at < ASKED_AGAIN_AFTER:
        return PutBackFailed(why="EC2 failed to put it back, and is asked again after an hour")
    return None


def is_overdue(raised: Raised, now: datetime) -> bool:
    """Whether people should hear that it isn't put back yet."""
    return now - raised.at >= OVERDUE
