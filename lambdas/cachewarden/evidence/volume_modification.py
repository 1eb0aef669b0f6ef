"""A gp3 volume's throughput and IOPS, and what EC2 and our own record say of its modifications [ec2#modify-volume]."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MODIFICATIONS_IN_WINDOW = 4
WINDOW = timedelta(hours=24)
"""A volume can be modified four times within it."""


class ModificationState(StrEnum):
    """EC2's words."""

    MODIFYING = "modifying"
    OPTIMIZING = "optimizing"
    COMPLETED = "completed"
    FAILED = "failed"


UNDER_WAY = frozenset({ModificationState.MODIFYING, ModificationState.OPTIMIZING})
"""Another modification is refused meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Modification:
    """The newest modification of a volume: EC2 tells of no earlier one."""

    state: ModificationState
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """What a gp3 volume is set to."""

    throughput_mib: int
    iops: int

    def __str__(self) -> str:
        """For people."""
        return f"{self.throughput_mib} MiB/s and {self.iops} IOPS"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifiableVolume:
    """An EBS volume as EC2 describes it now. `performance`: None where EC2 doesn't say it, as of other types than gp3.

    `attached_to`: ids of instances. `role`: the value of its tag `cachewarden:role`. `newest`: None where EC2 tells of
    no modification.
    """

    volume_id: str
    kind: str
    performance: Performance | None
    attached_to: tuple[str, ...]
    role: str | None
    newest: Modification | None

    @property
    def is_being_modified(self) -> bool:
        """Whether EC2 would refuse a modification for that alone."""
        return self.newest is not None and self.newest.state in UNDER_WAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A volume whose throughput we raised for a move and haven't put back; written down before EC2 was asked."""

    instance_id: str
    former: Performance
    to: Performance
    at: datetime


def modifications_left(newest: Modification | None, ours: Sequence[datetime], now: datetime) -> int | None:
    """How often the volume may still be modified now; None where nobody can say.

    `ours`: when those began that we asked for. EC2 tells of the newest modification only. Where that is one of ours,
    whatever came before the first of them was older than the window, or ours were never counted on.
    """
    if newest is None or now - newest.started_at >= WINDOW:
        return MODIFICATIONS_IN_WINDOW
    if newest.started_at not in ours:
        return None
    lately = [started for started in ours if now - started < WINDOW]
    return max(0, MODIFICATIONS_IN_WINDOW - len(lately))
