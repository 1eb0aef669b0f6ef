"""Settings of the operation's node and its account that take it, its volumes or its cache away, or keep refused stops
from being logged; read for a preflight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adapters.clients import cloudwatch, ec2
from adapters.ec2 import scheduled_events
from adapters.partial_reading import PartialReading
from adapters.trails import why_stops_not_logged
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance_settings import InstanceSettings
from cachewarden.json_reader import format_time

if TYPE_CHECKING:
    from types_boto3_cloudwatch.type_defs import MetricAlarmTypeDef
    from types_boto3_ec2.type_defs import InstanceTypeDef

LOSING_ACTIONS = ("recover", "stop", "terminate")
"""EC2 actions of alarms that end with another host or none; `reboot` keeps the instance store
[ec2#recovery-loses-it]."""
ALARMS_A_PAGE, PAGES_MAX = 100, 100
"""Most records that DescribeAlarms answers at once (CloudWatch API reference, MaxRecords), and the most pages
that are read: a preflight waits for no more."""


class TooManyAlarmsError(Exception):
    """The account has more alarms than are read."""


def with_instance_settings(
    evidence: ClusterEvidence, described: Callable[[], list[InstanceTypeDef]]
) -> ClusterEvidence:
    """With the node's settings; what can't be read is named there, and not taken for harmless.

    `described`: what EC2 says of the instance.
    """
    node_id = evidence.node_id
    reading = PartialReading(node_id)
    found = InstanceSettings(
        shutdown_behavior=reading.read(
            "what a shutdown from inside Windows does", lambda: _shutdown_behavior(node_id), otherwise=None
        ),
        deleted_volumes=reading.read(
            "which volumes EC2 deletes with it", lambda: _deleted_volumes(described()), otherwise=None
        ),
        alarms=reading.read("which CloudWatch alarms stop or move it", lambda: _alarms(node_id), otherwise=None),
        maintenance=reading.read(
            "which maintenance EC2 has scheduled for it", lambda: _maintenance(node_id), otherwise=None
        ),
        stops_not_logged=reading.read(
            "whether a CloudTrail trail logs refused stops", why_stops_not_logged, otherwise=None
        ),
        unread=(),
    )
    return replace(evidence, settings=replace(found, unread=tuple(reading.unread)))


def _shutdown_behavior(instance_id: str) -> str | None:
    answer = ec2().describe_instance_attribute(InstanceId=instance_id, Attribute="instanceInitiatedShutdownBehavior")
    return answer["InstanceInitiatedShutdownBehavior"].get("Value")


def _deleted_volumes(instances: list[InstanceTypeDef]) -> tuple[str, ...]:
    """EBS volumes beside the root with DeleteOnTermination."""
    return tuple(
        mapping["Ebs"]["VolumeId"]
        for instance in instances
        for mapping in instance["BlockDeviceMappings"]
        if mapping["DeviceName"] != instance.get("RootDeviceName")
        and "Ebs" in mapping
        and mapping["Ebs"]["DeleteOnTermination"]
    )


def _maintenance(instance_id: str) -> tuple[str, ...]:
    """Each event's code with the time from which on it may begin."""
    return tuple(
        f"{event.code} ({'no time told' if event.not_before is None else f'from {format_time(event.not_before)} on'})"
        for event in scheduled_events([instance_id])
    )


def _alarms(instance_id: str) -> tuple[str, ...]:
    """Names of alarms, each with what it does to the instance of its own dimension.

    All alarms are read: whether ActionPrefix looks at the actions of all three states isn't said [ec2#alarm-actions].
    One whose actions are switched off is named, too: switched on again, it acts without asking. Raises
    `TooManyAlarmsError` where there are more than are read.
    """
    found: dict[str, None] = {}
    pages = cloudwatch().get_paginator("describe_alarms").paginate(PaginationConfig={"PageSize": ALARMS_A_PAGE})
    for number, page in enumerate(pages):
        if number == PAGES_MAX:
            raise TooManyAlarmsError(f"the account has more than {PAGES_MAX * ALARMS_A_PAGE} alarms")
        for alarm in page["MetricAlarms"]:
            if {"Name": "InstanceId", "Value": instance_id} in alarm.get("Dimensions", []):
                found |= {f"{alarm.get('AlarmName')} ({does})": None for does in _losing(alarm)}
    return tuple(found)


def _losing(alarm: MetricAlarmTypeDef) -> Iterator[str]:
    """What it does when it goes off, and when it is OK again or lacks data."""
    off = "" if alarm.get("ActionsEnabled", True) else ", its actions are switched off now"
    for arn in (
        *alarm.get("AlarmActions", []),
        *alarm.get("OKActions", []),
        *alarm.get("InsufficientDataActions", []),
    ):
        service, _, action = arn.partition(":")[2].partition(":")[2].partition(":")
        name = action.rpartition("InstanceId.")[2].partition("/")[0] if service == "swf" else action.rpartition(":")[2]
        if service in ("swf", "automate") and name.lower() in LOSING_ACTIONS:
            yield f"{name.lower()}{off}"
