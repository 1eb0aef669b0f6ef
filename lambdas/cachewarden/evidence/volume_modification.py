"""A gp3 volume's throughput and IOPS, and what EC2 and our own record say of its modifications [ec2#modify-volume]."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MODIFICATIONS_IN_WINDOW = 4
WINDOW = timedelta(hours=24)
"""A volume can be modified four times within it."""
CLOCKS_DIFFER = timedelta(minutes=1)
CALL_LASTS = timedelta(minutes=2)
"""The function ends long before; what somebody else asks for so soon EC2 refuses, since ours is under way."""


class ModificationState(StrEnum):
    """EC2's words."""

    MODIFYING = "modifying"
    OPTIMIZING = "optimizing"
    COMPLETED = "completed"
    FAILED = "failed"


UNDER_WAY = frozenset({ModificationState.MODIFYING, ModificationState.OPTIMIZING})
"""Another modification is refused meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """What a gp3 volume is set to."""

    throughput_mib: int
    iops: int

    def __str__(self) -> str:
        """For people."""
        return f"{self.throughput_mib} MiB/s and {self.iops} IOPS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Modification:
    """The newest modification of a volume: EC2 tells of no earlier one.

    `original` and `target`: what it was set to before, and is to be set to; None where EC2 doesn't say.
    """

    state: ModificationState
    started_at: datetime
    original: Performance | None = None
    target: Performance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifiableVolume:
    """An EBS volume as EC2 describes it now. `performance`: None where EC2 doesn't say it, as of other types than gp3.

    `attached_to`: ids of instances. `role`: the value of its tag `cachewarden:role`. `newest`: None where EC2 tells of
    no modification. `raised_tag`: the value of the tag that we write before it is raised.
    """

    volume_id: str
    kind: str
    performance: Performance | None
    attached_to: tuple[str, ...]
    role: str | None
    newest: Modification | None
    raised_tag: str | None = None

    @property
    def is_being_modified(self) -> bool:
        """Whether EC2 would refuse a modification for that alone."""
        return self.newest is not None and self.newest.state in UNDER_WAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A volume whose throughput we raised for a move and haven't put back; written down before EC2 was asked.

    `wanted_at`: when an operation last asked for it. `began_at`: when EC2 began, None until it has said so.
    `put_backs`: when the modifications began that were to put it back.
    """

    instance_id: str
    former: Performance
    to: Performance
    at: datetime
    wanted_at: datetime
    began_at: datetime | None
    put_backs: tuple[datetime, ...]

    def is_begun_by(self, newest: Modification | None) -> bool:
        """Whether this modification is the one that we asked for: by its target, and by the time that a call takes."""
        return (
            newest is not None
            and newest.target == self.to
            and self.at - CLOCKS_DIFFER <= newest.started_at <= self.at + CALL_LASTS
        )

    def is_told_of_by(self, newest: Modification | None) -> bool:
        """Whether EC2 tells of this modification or of a later one."""
        return newest is not None and newest.started_at >= self.at - CLOCKS_DIFFER


def modifications_left(newest: Modification | None, ours: Sequence[datetime], now: datetime) -> int | None:
    """How often the volume may still be modified now; None where nobody can say.

    `ours`: when those began that we asked for. EC2 tells of the newest modification only. Where that is one of ours,
    whatever came before the first of them was older than the window, or ours were never counted on.
    """
    lately = [started for started in ours if now - started < WINDOW]
    if len(lately) >= MODIFICATIONS_IN_WINDOW:
        return 0
    if newest is None or now - newest.started_at >= WINDOW:
        # Where EC2 doesn't tell of our own it is behind, and nothing that it doesn't tell of is known.
        return None if lately else MODIFICATIONS_IN_WINDOW
    if not ours or newest.started_at != max(ours):
        return None
    return MODIFICATIONS_IN_WINDOW - len(lately)
