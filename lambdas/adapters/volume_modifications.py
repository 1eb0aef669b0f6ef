"""What EC2 says of a volume's settings and its newest modification, and the one call that modifies a volume."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from adapters.clients import ec2
from cachewarden.evidence.ebs import GP3
from cachewarden.evidence.volume_modification import (
    ModifiableVolume,
    Modification,
    ModificationState,
    Performance,
)
from cachewarden.evidence.volume_role import ROLE_TAG

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import VolumeModificationTypeDef, VolumeTypeDef


def modifiable_volume(volume_id: str) -> ModifiableVolume | None:
    """The volume as it is now; None where EC2 knows none of this id."""
    # By filter, so that a volume that is gone is absent instead of an error; filters take wildcards [ec2#filters].
    answer = ec2().describe_volumes(Filters=[{"Name": "volume-id", "Values": [volume_id]}])
    found = next((each for each in answer["Volumes"] if each["VolumeId"] == volume_id), None)
    if found is None:
        return None
    tags = {tag["Key"]: tag["Value"] for tag in found.get("Tags", [])}
    return ModifiableVolume(
        volume_id=volume_id,
        kind=found["VolumeType"],
        performance=_performance(found),
        attached_to=tuple(each["InstanceId"] for each in found["Attachments"]),
        role=tags.get(ROLE_TAG),
        newest=_newest(volume_id),
    )


def modify_volume(volume_id: str, to: Performance) -> datetime:
    """Asks EC2 to set throughput and IOPS, and nothing else; returns when the modification began."""
    modified = ec2().modify_volume(VolumeId=volume_id, Throughput=to.throughput_mib, Iops=to.iops)
    return _began(modified["VolumeModification"])


def _performance(described: VolumeTypeDef) -> Performance | None:
    if described["VolumeType"] != GP3 or "Throughput" not in described or "Iops" not in described:
        return None
    return Performance(throughput_mib=described["Throughput"], iops=described["Iops"])


def _newest(volume_id: str) -> Modification | None:
    answer = ec2().describe_volumes_modifications(Filters=[{"Name": "volume-id", "Values": [volume_id]}])
    found = [each for each in answer["VolumesModifications"] if each["VolumeId"] == volume_id]
    if not found:
        return None
    newest = max(found, key=_began)
    return Modification(state=ModificationState(newest["ModificationState"]), started_at=_began(newest))


def _began(modification: VolumeModificationTypeDef) -> datetime:
    """To the second, as it is written down."""
    return modification["StartTime"].replace(microsecond=0)
