"""Whether a Swap volume's throughput is raised for the move of a cache, and when it is put back. Pure.

EC2 promises only that a volume gets no slower meanwhile [ec2#modification-takes-effect]: so nothing ever waits for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from cachewarden.evidence.ebs import GP3, MIB, EbsLimits, gp3_iops_for
from cachewarden.evidence.volume_modification import (
    ModifiableVolume,
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
class Forget:
    """There is nothing to put back any more; `changed` where somebody else has changed the volume."""

    why: str
    changed: bool


PutBackDecision: TypeAlias = PutBack | Later | Forget


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


def decide_put_back(
    raised: Raised, volume: ModifiableVolume | None, *, operated: bool, cache_is_back: bool, now: datetime
) -> PutBackDecision:
    """What somebody else has set meanwhile stays.

    `volume` None: EC2 knows it no more. `operated`: an operation holds the node. `cache_is_back`: its cache is on NVMe.
    """
    if now - raised.at < SETTLES:
        return Later(why="it was raised just now")
    if volume is None:
        return Forget(why="EC2 knows the volume no more", changed=False)
    if volume.is_being_modified:
        return Later(why="EC2 is still modifying it")
    if volume.performance == raised.former:
        return Forget(why=f"it has {raised.former} again", changed=False)
    if volume.performance != raised.to:
        told = volume.performance or volume.kind
        return Forget(why=f"it has {told} now, which isn't what it was raised to ({raised.to})", changed=True)
    if operated:
        return Later(why="an operation works on the node")
    if cache_is_back or now - raised.at >= KEPT_AT_MOST:
        return PutBack(to=raised.former)
    return Later(why="the cache isn't back on NVMe yet")


def is_overdue(raised: Raised, now: datetime) -> bool:
    """Whether people should hear that it isn't put back yet."""
    return now - raised.at >= OVERDUE
