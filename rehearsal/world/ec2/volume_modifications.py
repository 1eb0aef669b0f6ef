"""A gp3 volume gets another throughput and other IOPS: in its time, and not too often [ec2#modify-volume]."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.world.ec2.disks import Volume, VolumeModification
from rehearsal.world.ec2.instances import Ec2World

GP3_THROUGHPUT_MIB = (125, 2000)
GP3_IOPS = (3000, 80_000)
GP3_IOPS_PER_MIB = 4
GP3_IOPS_PER_GIB = 500
WINDOW = timedelta(hours=24)
MIB = 1024**2


class ModificationRefusedError(Exception):
    """EC2's refusal: its code, and a text."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(slots=True)
class VolumeModifications:
    """Of all volumes of one account."""

    world: Ec2World
    begun: dict[str, list[datetime]] = field(default_factory=dict)

    def begin(self, volume: Volume, *, throughput: int | None, iops: int | None) -> VolumeModification:
        """Raises `ModificationRefusedError`."""
        world, settings = self.world, self.world.settings.volumes
        throughput = volume.throughput if throughput is None else throughput
        iops = volume.iops if iops is None else iops
        _check_limits(volume, throughput, iops)
        present = volume.modification
        if present is not None and present.is_under_way:
            text = f"Volume {volume.id} cannot be modified in modification state {present.state.upper()}"
            raise ModificationRefusedError("IncorrectModificationState", text)
        now = world.clock.now()
        lately = [each for each in self.begun.get(volume.id, []) if now - each < WINDOW]
        if len(lately) >= settings.modifications_in_24_hours:
            text = f"You've reached the maximum modification rate per volume limit. Wait until {lately[0] + WINDOW}"
            raise ModificationRefusedError("VolumeModificationRateExceeded", text)
        self.begun[volume.id] = [*lately, now]
        volume.modification = modification = VolumeModification(
            original=(volume.throughput, volume.iops), target=(throughput, iops), started=now
        )
        world.trace.record("ec2", "volume-modification", f"{volume.id} modifying {modification.told}")
        world.clock.call_later(settings.modifying_s, lambda: self._optimize(volume, modification))
        return modification

    def _optimize(self, volume: Volume, modification: VolumeModification) -> None:
        settings = self.world.settings.volumes
        lowers = modification.target[0] < modification.original[0]
        if settings.modification_fails or (lowers and settings.lowering_fails):
            modification.state, modification.ended = "failed", self.world.clock.now()
            return
        modification.state = "optimizing"
        volume.throughput, volume.iops = modification.target
        if lowers or settings.faster_while_optimizing:
            self._sustain(volume, modification)
        self.world.clock.call_later(settings.optimizing_s, lambda: self._complete(volume, modification))

    def _complete(self, volume: Volume, modification: VolumeModification) -> None:
        modification.state, modification.ended = "completed", self.world.clock.now()
        self._sustain(volume, modification)
        self.world.trace.record("ec2", "volume-modification", f"{volume.id} completed {modification.told}")

    def _sustain(self, volume: Volume, modification: VolumeModification) -> None:
        """From now on the volume gives what it is set to, as far as its instance takes it."""
        if volume.built_throughput is None:
            volume.built_throughput = modification.original[0]
        instance = self.world.instances.get(volume.instance_id) if volume.instance_id is not None else None
        if instance is None or instance.host is None:
            return
        limit_mib = instance.type.ebs_mbps[0] / 8 * 1e6 / MIB
        most = max(1.0, limit_mib / volume.built_throughput)
        instance.host.runs_at(volume.disk, min(most, modification.target[0] / volume.built_throughput))


def _check_limits(volume: Volume, throughput: int, iops: int) -> None:
    if volume.kind != "gp3":
        text = f"The parameter throughput is not supported for {volume.kind} volumes"
        raise ModificationRefusedError("InvalidParameterCombination", text)
    if not GP3_THROUGHPUT_MIB[0] <= throughput <= GP3_THROUGHPUT_MIB[1] or not GP3_IOPS[0] <= iops <= GP3_IOPS[1]:
        raise ModificationRefusedError("InvalidParameterValue", f"{throughput} MiB/s, {iops} IOPS is no gp3 volume's")
    if throughput * GP3_IOPS_PER_MIB > iops or iops > max(GP3_IOPS[0], volume.size_gib * GP3_IOPS_PER_GIB):
        text = f"{throughput} MiB/s with {iops} IOPS and {volume.size_gib} GiB breaks a ratio of gp3"
        raise ModificationRefusedError("InvalidParameterCombination", text)
