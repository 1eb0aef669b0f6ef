"""How long an evacuation, the stop with the start, and the way back take on a node, and what limits them."""

from dataclasses import dataclass, replace

from cachewarden.evidence.ebs import MB, MIB, EbsLimits, SwapVolume, gp3_iops_for
from cachewarden.evidence.volume_modification import UNDER_WAY, Modification, Raised
from cachewarden.operation.timing import EVACUATION_FINISHES_S, GIB, Pace, Work, lower_bound_s
from cachewarden.procedures.duration_text import minutes_and_seconds


class NoEstimateError(Exception):
    """What the estimate rests on isn't known; the text says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Seconds for each leg, as short as volume and instance allow: work besides makes them longer.

    `limit_bytes_per_s`: of the slower of both. `wanted_mib`: the Swap volume's throughput with which it would be no
    slower than the instance; None where it isn't now.
    """

    swap: SwapVolume
    instance: EbsLimits
    cache_bytes: int
    limit_bytes_per_s: float
    evacuation_s: float
    away_s: float
    restore_s: float
    wanted_mib: int | None
    wanted_restore_s: float | None

    @property
    def sentences(self) -> tuple[str, ...]:
        """For people: what takes how long, what limits it, and what would make it faster."""
        return (
            f"With {self.cache_bytes / GIB:g} GiB of cache the evacuation takes about "
            f"{minutes_and_seconds(self.evacuation_s)} (SQL Server's stop and the move), stop and start with SQL "
            f"Server's start {minutes_and_seconds(self.away_s)}, the move back "
            f"{minutes_and_seconds(self.restore_s)} while SQL Server runs; longer under load.",
            *self.pace_told,
        )

    @property
    def pace_told(self) -> tuple[str, ...]:
        """For people: what limits the moves, and what would make them faster."""
        swap, instance = self.swap, self.instance
        both = (
            f"Swap volume {swap.volume_id} ({swap.kind}, {swap.iops} IOPS): {swap.throughput_mib} MiB/s. Instance "
            f"({instance.instance_type}): {_mib(instance.bytes_per_s)} MiB/s to EBS all the time"
        )
        if instance.bursts and instance.maximum_mb is not None:
            both += f", {instance.maximum_mb * MB / MIB:.0f} for half an hour a day"
        told = [f"{both}."]
        if self.wanted_mib is None or self.wanted_restore_s is None:
            told.append("The instance sets the pace: a faster Swap volume gains nothing.")
            return tuple(told)
        iops = gp3_iops_for(self.wanted_mib)
        told.append(
            f"The Swap volume sets the pace. With {self.wanted_mib} MiB/s, for which gp3 needs {iops} IOPS, each move "
            f"takes about {minutes_and_seconds(self.wanted_restore_s)}."
        )
        return tuple(told)


def estimate(*, cache_bytes: int, swap: SwapVolume, instance: EbsLimits) -> Estimate:
    """The estimate. Raises `NoEstimateError` where EC2 doesn't say how fast the volume or the instance is."""
    of_swap, of_instance = swap.bytes_per_s, instance.bytes_per_s
    if not of_swap:
        raise NoEstimateError(
            f"EC2 says the throughput of gp3 volumes only, and Swap volume {swap.volume_id} is {swap.kind}"
        )
    if not of_instance:
        raise NoEstimateError(f"EC2 doesn't say what {instance.instance_type} can move to EBS")
    limit = min(of_swap, of_instance)
    wanted = instance.gp3_mib if of_swap < of_instance else None
    pace = _pace(limit)
    move = Work(cache_bytes_moved=cache_bytes)
    return Estimate(
        swap=swap,
        instance=instance,
        cache_bytes=cache_bytes,
        limit_bytes_per_s=limit,
        evacuation_s=lower_bound_s(Work(cache_bytes_moved=cache_bytes, sql_stops=1), pace) + EVACUATION_FINISHES_S,
        away_s=lower_bound_s(Work(instance_stops=1, instance_boots=1, sql_starts=1), pace),
        restore_s=lower_bound_s(move, pace),
        wanted_mib=wanted,
        wanted_restore_s=lower_bound_s(move, _pace(min(wanted * MIB, of_instance))) if wanted is not None else None,
    )


def as_slow_as(swap: SwapVolume, newest: Modification | None, raised: Raised | None) -> tuple[SwapVolume, str | None]:
    """The volume with the throughput that the next move can count on, and why that isn't the one that EC2 shows.

    EC2 shows the new throughput at once; until it has completed the modification the volume may be as slow as before
    [ec2#modification-takes-effect]. What we raised for a move is put back after it.
    """
    if swap.throughput_mib is None:
        return swap, None
    told: str | None = None
    surely = swap.throughput_mib
    former = newest.original if newest is not None and newest.state in UNDER_WAY else None
    if former is not None and former.throughput_mib < surely:
        surely = former.throughput_mib
        told = (
            f"EC2 is still modifying {swap.volume_id}, to {swap.throughput_mib} MiB/s: until it has completed that, "
            f"only {surely} MiB/s are sure"
        )
    if raised is not None and raised.former.throughput_mib < surely:
        surely = raised.former.throughput_mib
        told = (
            f"{swap.volume_id} is raised to {swap.throughput_mib} MiB/s for a move, and goes back to {surely} MiB/s "
            "after it"
        )
    return replace(swap, throughput_mib=surely), told


def _pace(bytes_per_s: float) -> Pace:
    return Pace(cache_move_s_per_gib=GIB / bytes_per_s)


def _mib(bytes_per_s: float | None) -> str:
    return f"{bytes_per_s / MIB:.0f}" if bytes_per_s is not None else "unknown"
