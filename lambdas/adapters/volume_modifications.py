"""What EC2 says of a volume's settings and its newest modification, the tag that says that it is raised, and the one
call that modifies a volume."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from adapters.clients import ec2
from adapters.errors import code_of, was_repeated
from cachewarden.evidence.ebs import GP3
from cachewarden.evidence.raised_tag import RAISED_TAG
from cachewarden.evidence.volume_modification import (
    ModifiableVolume,
    Modification,
    ModificationState,
    Performance,
)
from cachewarden.evidence.volume_role import ROLE_TAG

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import VolumeModificationTypeDef, VolumeTypeDef


NO_VOLUME = "InvalidVolume.NotFound"
TAKEN_LATER = frozenset({"IncorrectModificationState", "VolumeModificationRateExceeded"})
"""EC2 takes the modification once another is completed, or fewer than four are in the window [ec2#modify-volume]."""
REFUSES = frozenset(
    {
        "InvalidParameter",
        "InvalidParameterCombination",
        "InvalidParameterValue",
        "RequestLimitExceeded",
        "UnauthorizedOperation",
        "VolumeModificationRateExceeded",
    }
)
"""Nothing was modified. Not so where another modification is under way: it may be ours, whose answer got lost."""


class VolumeNotToldError(Exception):
    """EC2 answered, and said nothing of the volume that was asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModificationRefused:
    """What EC2 answered instead. `nothing_was_done`: no try of this call can have been taken."""

    code: str
    text: str
    nothing_was_done: bool

    @classmethod
    def of(cls, error: ClientError) -> ModificationRefused:
        """An error that EC2 answered to ModifyVolume."""
        code = code_of(error)
        refuses = code in REFUSES and not was_repeated(error)
        return cls(code=code, text=error.response["Error"]["Message"][:200], nothing_was_done=refuses)

    @property
    def is_taken_later(self) -> bool:
        """Whether the same call may succeed another time."""
        return self.code in TAKEN_LATER

    def __str__(self) -> str:
        """For people."""
        return f"{self.code}: {self.text}"


def modifiable_volume(volume_id: str) -> ModifiableVolume | None:
    """The volume as it is now; None where EC2 says that it knows none of this id.

    By id, not by filter: an empty answer says nothing. Raises `VolumeNotToldError` for one.
    """
    try:
        answer = ec2().describe_volumes(VolumeIds=[volume_id])
    except ClientError as error:
        if code_of(error) == NO_VOLUME:
            return None
        raise
    found = next((each for each in answer["Volumes"] if each["VolumeId"] == volume_id), None)
    if found is None:
        raise VolumeNotToldError(f"EC2 said nothing about {volume_id}")
    tags = {tag["Key"]: tag["Value"] for tag in found.get("Tags", [])}
    return ModifiableVolume(
        volume_id=volume_id,
        kind=found["VolumeType"],
        performance=_performance(found),
        attached_to=tuple(each["InstanceId"] for each in found["Attachments"]),
        role=tags.get(ROLE_TAG),
        newest=_newest(volume_id),
        raised_tag=tags.get(RAISED_TAG),
    )


def marked_volumes() -> dict[str, str | None]:
    """Volume id -> its instance, None without one, of all volumes with the tag of a raised one."""
    pages = ec2().get_paginator("describe_volumes").paginate(Filters=[{"Name": "tag-key", "Values": [RAISED_TAG]}])
    return {
        volume["VolumeId"]: next((each["InstanceId"] for each in volume["Attachments"]), None)
        for page in pages
        for volume in page["Volumes"]
    }


def mark_volume(volume_id: str, value: str) -> None:
    """Writes the tag of a raised volume."""
    ec2().create_tags(Resources=[volume_id], Tags=[{"Key": RAISED_TAG, "Value": value}])


def unmark_volume(volume_id: str) -> None:
    """Takes the tag of a raised volume off."""
    ec2().delete_tags(Resources=[volume_id], Tags=[{"Key": RAISED_TAG}])


def modify_volume(volume_id: str, to: Performance) -> datetime | ModificationRefused:
    """Asks EC2 to set throughput and IOPS, and nothing else; when the modification began, or why there is none."""
    try:
        modified = ec2().modify_volume(VolumeId=volume_id, Throughput=to.throughput_mib, Iops=to.iops)
    except ClientError as error:
        return ModificationRefused.of(error)
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
    return Modification(
        state=ModificationState(newest["ModificationState"]),
        started_at=_began(newest),
        original=_told(newest.get("OriginalThroughput"), newest.get("OriginalIops")),
        target=_told(newest.get("TargetThroughput"), newest.get("TargetIops")),
    )


def _told(throughput: int | None, iops: int | None) -> Performance | None:
    return Performance(throughput_mib=throughput, iops=iops) if throughput is not None and iops is not None else None


def _began(modification: VolumeModificationTypeDef) -> datetime:
    """To the second, as it is written down."""
    return modification["StartTime"].replace(microsecond=0)
