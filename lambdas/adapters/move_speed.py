"""How long moves of a node's cache take, from what EC2 says of its Swap volume and its instance type."""

from __future__ import annotations

from dataclasses import dataclass, replace

from botocore.exceptions import BotoCoreError, ClientError

from adapters.ebs import ebs_limits, swap_volume
from adapters.observability import logger
from adapters.volume_modifications import VolumeNotToldError, modifiable_volume
from adapters.volume_records import VolumeRecord, read_volume
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.host import HostEvidence
from cachewarden.evidence.move_speed import MoveSpeed
from cachewarden.evidence.volume_modification import ModifiableVolume
from cachewarden.procedures.estimate import Estimate, NoEstimateError, as_slow_as, estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenEstimate:
    """The estimate with what it rests on. `slower`: why the volume counts as slower than EC2 shows it; None if not."""

    estimate: Estimate
    volume: ModifiableVolume
    record: VolumeRecord
    slower: str | None


def seen_estimate(host: HostEvidence, instance_type: str, *, lease_table: str) -> SeenEstimate:
    """Raises `NoEstimateError` where the host or EC2 doesn't say enough."""
    storage = host.storage
    if storage is not None and storage.uncached:
        raise NoEstimateError(f"{host.computer} has no write cache: nothing has to move for a stop")
    if storage is None or storage.swap is None or not storage.write_cache_bytes:
        told = storage.classification.value if storage is not None else "not reported"
        raise NoEstimateError(f"{host.computer} has no cache with a Swap volume (storage {told})")
    swap = swap_volume(storage.swap)
    if swap is None:
        raise NoEstimateError(f"EC2 knows no volume for the serial number {storage.swap}")
    try:
        volume = modifiable_volume(swap.volume_id)
    except VolumeNotToldError as problem:
        raise NoEstimateError(str(problem)) from problem
    if volume is None:
        raise NoEstimateError(f"EC2 knows no volume {swap.volume_id} any more")
    record = read_volume(lease_table, swap.volume_id)
    sure, slower = as_slow_as(swap, volume.newest, record.raised)
    estimated = estimate(cache_bytes=storage.write_cache_bytes, swap=sure, instance=ebs_limits(instance_type))
    return SeenEstimate(estimate=estimated, volume=volume, record=record, slower=slower)


def with_move_speed(evidence: ClusterEvidence, *, lease_table: str) -> ClusterEvidence:
    """With how fast the cache of the operation's node moves, where it has reported one."""
    host = evidence.node.host
    if host is None or host.storage is None or not host.storage.write_cache_bytes:
        return evidence
    try:
        seen = seen_estimate(host, evidence.node.ec2.instance_type, lease_table=lease_table)
    except NoEstimateError as why:
        return replace(evidence, move_speed=MoveSpeed(bytes_per_s=None, told=str(why)))
    except (ClientError, BotoCoreError) as problem:
        logger().warning("the speed of %s can't be told: %s", evidence.node_id, problem)
        return replace(evidence, move_speed=MoveSpeed(bytes_per_s=None, told="EC2 didn't answer"))
    told = " ".join((*seen.estimate.pace_told, *(f"{each}." for each in (seen.slower,) if each is not None)))
    return replace(evidence, move_speed=MoveSpeed(bytes_per_s=seen.estimate.limit_bytes_per_s, told=told))
