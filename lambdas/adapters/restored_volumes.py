"""Whether the EBS volumes of a node were made from snapshots of one moment, as far as the snapshots' tags say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ec2
from adapters.observability import logger
from adapters.snapshots import TAKEN_TAG
from cachewarden.evidence.cluster import ClusterEvidence

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef


def with_mixed_sets(evidence: ClusterEvidence, described: Callable[[], list[InstanceTypeDef]]) -> ClusterEvidence:
    """With the volumes of the operation's node by the set they come from, where that is more than one set.

    `described`: what EC2 says of the instance.

    Reported in the preflight's message; no decision depends on it.
    """
    try:
        sets = _sets(evidence.node_id, described)
    except (ClientError, BotoCoreError) as problem:
        logger().warning("what the volumes of %s were made from can't be read: %s", evidence.node_id, problem)
        return evidence
    if len(sets) < 2:
        return evidence
    told = "; ".join(f"{', '.join(sorted(volumes))} of {taken}" for taken, volumes in sorted(sets.items()))
    return replace(evidence, mixed_sets=told)


def _sets(instance_id: str, described: Callable[[], list[InstanceTypeDef]]) -> dict[str, list[str]]:
    """When a set was taken -> the instance's volumes from it. The root volume isn't in the pool and doesn't count.

    A volume that was made from nothing, from a snapshot that is gone, or from one without the tag says nothing.
    """
    roots = {each.get("RootDeviceName") for each in described()}
    attached = ec2().describe_volumes(Filters=[{"Name": "attachment.instance-id", "Values": [instance_id]}])
    made_from = {
        volume["VolumeId"]: volume["SnapshotId"]
        for volume in attached["Volumes"]
        if volume.get("SnapshotId") and not {each["Device"] for each in volume["Attachments"]} & roots
    }
    if len(made_from) < 2:
        return {}
    snapshots = sorted(set(made_from.values()))
    found = ec2().describe_snapshots(Filters=[{"Name": "snapshot-id", "Values": snapshots}])["Snapshots"]
    taken = {
        each["SnapshotId"]: tag["Value"]
        for each in found
        if "Tags" in each
        for tag in each["Tags"]
        if tag["Key"] == TAKEN_TAG
    }
    sets: dict[str, list[str]] = {}
    for volume, snapshot in made_from.items():
        if snapshot in taken:
            sets.setdefault(taken[snapshot], []).append(volume)
    return sets
