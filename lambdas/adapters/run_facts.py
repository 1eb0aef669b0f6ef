"""What is known from outside of the run that an instance is in: EC2's status checks, the agent's last call."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from adapters.clients import ec2, ssm
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.never_booted import RunFacts

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceStatusSummaryTypeDef, InstanceTypeDef


def run_facts(instance: InstanceTypeDef) -> RunFacts:
    """Of an instance as DescribeInstances has just shown it."""
    instance_id = instance["InstanceId"]
    statuses = ec2().describe_instance_status(InstanceIds=[instance_id])["InstanceStatuses"]
    status = statuses[0] if statuses else None
    checked = status.get("InstanceStatus") if status is not None else None
    system = status.get("SystemStatus") if status is not None else None
    return RunFacts(
        state=InstanceState(instance["State"]["Name"]),
        launch_time=instance["LaunchTime"],
        instance_check=checked.get("Status") if checked is not None else None,
        system_check=system.get("Status") if system is not None else None,
        impaired_since=_impaired_since(checked) if checked is not None else None,
        last_ping_at=_last_ping(instance_id),
    )


def _impaired_since(check: InstanceStatusSummaryTypeDef) -> datetime | None:
    """The latest of what EC2 says: one that passed meanwhile isn't the failure that began with the start."""
    if "Details" not in check:
        return None
    times = [detail["ImpairedSince"] for detail in check["Details"] if "ImpairedSince" in detail]
    return max(times) if times else None


def _last_ping(instance_id: str) -> datetime | None:
    known = ssm().describe_instance_information(Filters=[{"Key": "InstanceIds", "Values": [instance_id]}])
    return next((each.get("LastPingDateTime") for each in known["InstanceInformationList"]), None)
