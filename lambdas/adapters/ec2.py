"""EC2's facts of instances, as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ec2
from adapters.stop_records import StopRecord, read_stop
from adapters.unsuitable_instances import can_be_protected, why_unsuitable
from cachewarden.evidence.instance import Ec2Evidence, InstanceState
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.operation.policy import CLUSTER, MANAGED

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import FilterTypeDef, InstanceStatusEventTypeDef, InstanceTypeDef

TAG_PREFIX = "cachewarden:"
GONE = frozenset({"terminated"})
STATUSES_MAX = 100
"""Instances that one DescribeInstanceStatus names (EC2 API reference)."""
FILTER_VALUES_MAX = 200
"""Values that one call's filters may have, all together [ec2#filters]."""


def instances_by_id(instance_ids: Iterable[str]) -> list[InstanceTypeDef]:
    """Instances that exist among the ids; an unknown id is simply absent."""
    ids = sorted(set(instance_ids))
    return [
        instance
        for first in range(0, len(ids), FILTER_VALUES_MAX)
        for instance in _described([{"Name": "instance-id", "Values": ids[first : first + FILTER_VALUES_MAX]}])
    ]


def state_of(instance_id: str) -> InstanceState | None:
    """What EC2 says of the instance now; None where it knows none of this id."""
    return next((InstanceState(each["State"]["Name"]) for each in instances_by_id([instance_id])), None)


def name_of(instance_id: str) -> str:
    """The instance's tag Name, by which people know it; its id where it has none, or EC2 doesn't say."""
    try:
        found = instances_by_id([instance_id])
    except (ClientError, BotoCoreError):
        return instance_id
    tags = {tag["Key"]: tag["Value"] for each in found for tag in each.get("Tags", [])}
    return tags.get("Name") or instance_id


def tagged_instances(instance_ids: Iterable[str]) -> list[InstanceTypeDef]:
    """Those of the instances that carry the tag `cachewarden:managed`, whatever its value; one call for a few or many.

    A filter takes 200 values: of more instances than that, everybody's with the tag are asked for.
    """
    ids = set(instance_ids)
    if not ids:
        return []
    filters: list[FilterTypeDef] = [{"Name": "tag-key", "Values": [MANAGED]}]
    if len(ids) < FILTER_VALUES_MAX:
        filters.append({"Name": "instance-id", "Values": sorted(ids)})
    found = [instance for instance in _described(filters) if instance["InstanceId"] in ids]
    return sorted(found, key=lambda instance: instance["InstanceId"])


def instances_of_cluster(cluster_name: str) -> list[InstanceTypeDef]:
    """All instances tagged with exactly this name, terminated ones apart.

    EC2's filters take `*` and `?` for wildcards [ec2#filters]; what they let through is compared again.
    """
    literal = "".join(f"\\{letter}" if letter in "*?\\" else letter for letter in cluster_name)
    return [
        instance
        for instance in _described([{"Name": f"tag:{CLUSTER}", "Values": [literal]}])
        if instance["State"]["Name"] not in GONE and own_tags(instance).get(CLUSTER) == cluster_name
    ]


def instances_with_our_tags() -> list[InstanceTypeDef]:
    """Whatever is opted in, or carries the name of a cluster, terminated ones apart; ordered by id."""
    found = _described([{"Name": "tag-key", "Values": [MANAGED, CLUSTER]}])
    kept = [instance for instance in found if instance["State"]["Name"] not in GONE]
    return sorted(kept, key=lambda instance: instance["InstanceId"])


def scheduled_events(instance_ids: Sequence[str]) -> list[ScheduledEvent]:
    """Maintenance that EC2 shows for running instances and that is still to come [ec2#scheduled-events]."""
    events: list[ScheduledEvent] = []
    for first in range(0, len(instance_ids), STATUSES_MAX):
        answer = ec2().describe_instance_status(InstanceIds=list(instance_ids[first : first + STATUSES_MAX]))
        for status in answer["InstanceStatuses"]:
            for event in status.get("Events", []):
                description = event.get("Description", "")
                if not description.startswith(("[Completed]", "[Canceled]")):
                    events.append(scheduled_event(status["InstanceId"], event))
    return events


def scheduled_event(instance_id: str, event: InstanceStatusEventTypeDef) -> ScheduledEvent:
    """From what EC2 says of it."""
    return ScheduledEvent(
        instance_id=instance_id,
        event_id=event["InstanceEventId"],
        code=event["Code"],
        description=event.get("Description", ""),
        not_before=event.get("NotBefore"),
        not_before_deadline=event.get("NotBeforeDeadline"),
        not_after=event.get("NotAfter"),
    )


def stop_protected(instance_id: str) -> bool | None:
    """Whether `disableApiStop` reads true now [ec2#eventually-consistent]; None where EC2's answer doesn't say."""
    answer = ec2().describe_instance_attribute(InstanceId=instance_id, Attribute="disableApiStop")
    return answer["DisableApiStop"].get("Value") if "DisableApiStop" in answer else None


def ec2_evidence(
    instance: InstanceTypeDef,
    *,
    lease_table: str,
    observed_at: datetime,
    with_protection: bool = True,
    just_recorded: StopRecord | None = None,
) -> Ec2Evidence:
    """EC2's part of an instance's evidence, with its protection, and with the record of a stop once it has stopped.

    `just_recorded`: that record, where the caller has just written it.
    """
    instance_id, launch_time = instance["InstanceId"], instance["LaunchTime"]
    state = InstanceState(instance["State"]["Name"])
    stopped = state in (InstanceState.STOPPING, InstanceState.STOPPED)
    record = None
    if stopped:
        record = just_recorded or read_stop(lease_table, instance_id, attached=attached_volumes(instance))
    proven = record is not None and record.stopped_run_of(launch_time)
    return Ec2Evidence(
        observed_at=observed_at,
        state=state,
        stop_protected=stop_protected(instance_id) if with_protection else None,
        launch_time=launch_time,
        availability_zone=instance.get("Placement", {}).get("AvailabilityZone", ""),
        instance_type=instance["InstanceType"],
        tags=own_tags(instance),
        state_reason=_reason(instance),
        stop_proven=proven if stopped else None,
        stopped_by_us_at=record.at if record is not None and proven else None,
        stopped_as=record.instance_type if record is not None else None,
        detached_pool=record.detached_pool if record is not None else None,
        unsuitable=why_unsuitable(instance),
        protectable=can_be_protected(instance),
    )


def attached_volumes(instance: InstanceTypeDef) -> frozenset[str]:
    """Ids of the volumes that EC2 shows at it, on the way there or off it included."""
    return frozenset(each["Ebs"]["VolumeId"] for each in instance["BlockDeviceMappings"] if "Ebs" in each)


def evidence_of(
    instance_id: str, *, lease_table: str, with_protection: bool = True, just_recorded: StopRecord | None = None
) -> Ec2Evidence | None:
    """`ec2_evidence` of one instance now, dated by when EC2 was asked; None where EC2 knows no such instance."""
    asked_at = now()
    found = instances_by_id([instance_id])
    if not found:
        return None
    return ec2_evidence(
        found[0],
        lease_table=lease_table,
        observed_at=asked_at,
        with_protection=with_protection,
        just_recorded=just_recorded,
    )


def _reason(instance: InstanceTypeDef) -> str | None:
    """EC2's reason for the last change of state, its code in front (the message may repeat it)."""
    reason = instance.get("StateReason", {})
    code, message = reason.get("Code", ""), reason.get("Message", "")
    sentence = message if message.startswith(code) else f"{code}: {message}"
    return sentence.strip(": ") or None


def own_tags(instance: InstanceTypeDef) -> dict[str, str]:
    """The instance's `cachewarden:*` tags; other people's tags needn't be in a log."""
    return {
        tag["Key"]: tag.get("Value", "")
        for tag in sorted(instance.get("Tags", []), key=lambda tag: tag.get("Key", ""))
        if tag.get("Key", "").startswith(TAG_PREFIX)
    }


def now() -> datetime:
    """The time by this side's clock."""
    return datetime.now(UTC)


def _described(filters: list[FilterTypeDef]) -> Iterator[InstanceTypeDef]:
    for page in ec2().get_paginator("describe_instances").paginate(Filters=filters):
        for reservation in page["Reservations"]:
            yield from reservation["Instances"]
