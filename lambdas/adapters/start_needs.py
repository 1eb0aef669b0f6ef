"""Whether the operation's node could be started again after a stop: its volumes' keys, its licences, its place and the
account's quota; read for a preflight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from adapters.clients import cloudwatch, ec2, kms, service_quotas
from adapters.ec2 import now
from adapters.partial_reading import PartialReading
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.start_needs import StartNeeds

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef

AWS_MANAGED = "AWS"
"""Keys of this kind let every principal of the account use them through EC2 [iam#kms-grant]."""
ENABLED = "Enabled"
STANDARD_FAMILIES, STANDARD_QUOTA = re.compile(r"(?:a|c|d|h|i|im|is|m|r|t|z)\d"), "L-1216C47A"
"""On-Demand instances of these families share one quota of vCPUs [ec2#vcpu-quota]."""
USAGE_SINCE, USAGE_PERIOD_S = timedelta(hours=1), 300


class NotToldError(Exception):
    """AWS answered, and the answer lacks what was asked for."""


def with_start_needs(
    evidence: ClusterEvidence,
    described: Callable[[], list[InstanceTypeDef]],
    *,
    kms_keys: frozenset[str],
    licences: frozenset[str],
) -> ClusterEvidence:
    """With what the node lacks for its next start; what can't be read is named there, and not taken for harmless.

    `described`: what EC2 says of the instance. `kms_keys` and `licences`: ARNs for which the deployment gives the right
    to start.
    """
    reading = PartialReading(evidence.node_id)
    found = reading.read("what EC2 says of the instance", described, otherwise=None)
    if not found:
        return replace(evidence, start_needs=StartNeeds(unread=tuple(reading.unread)))
    (instance,) = found
    licensed = [each.get("LicenseConfigurationArn", "") for each in instance.get("Licenses", [])]
    reservation, reserved = reading.read("the capacity reservations", lambda: _place(instance), otherwise=(None, None))
    needs = StartNeeds(
        keys=reading.read(
            "the keys of its EBS volumes",
            lambda: tuple(_keys(evidence.node_id, kms_keys, reading.unread)),
            otherwise=(),
        ),
        licences=tuple(arn for arn in licensed if arn not in licences),
        reservation=reservation,
        reserved=reserved,
        quota=reading.read("the account's quota of vCPUs", lambda: _quota(instance), otherwise=None),
    )
    return replace(evidence, start_needs=replace(needs, unread=tuple(reading.unread)))


def _keys(instance_id: str, named: frozenset[str], unread: list[str]) -> Iterator[str]:
    """Keys with which the node wouldn't start, each with the reason. Adds to `unread` those that can't be described."""
    attached = ec2().describe_volumes(Filters=[{"Name": "attachment.instance-id", "Values": [instance_id]}])
    for arn in sorted({each["KmsKeyId"] for each in attached["Volumes"] if each.get("KmsKeyId")}):
        try:
            key = kms().describe_key(KeyId=arn)["KeyMetadata"]
        except ClientError as problem:
            unread.append(f"whether {arn} can be used ({problem.response['Error'].get('Code')})")
            continue
        if key["KeyState"] != ENABLED:
            yield f"{arn} (its state is {key['KeyState']})"
        elif key["KeyManager"] != AWS_MANAGED and arn not in named:
            yield f"{arn} (the deployment doesn't name it in kms_key_arns)"


def _place(instance: InstanceTypeDef) -> tuple[str | None, bool | None]:
    """Why the reservation that the instance must start in doesn't take it, and whether a reservation keeps its place.

    One that it runs in is free again once it has stopped; any other needs room.
    """
    wish = instance.get("CapacityReservationSpecification", {})
    wanted = wish.get("CapacityReservationTarget", {}).get("CapacityReservationId")
    runs_in = instance.get("CapacityReservationId")
    ids = [each for each in (wanted, runs_in) if each is not None]
    if not ids:
        return None, False
    filters: Any = [{"Name": "state", "Values": ["active"]}]
    pages = ec2().get_paginator("describe_capacity_reservations").paginate(Filters=filters)
    active = {
        each["CapacityReservationId"]: each["AvailableInstanceCount"]
        for page in pages
        for each in page["CapacityReservations"]
    }
    if wanted is None:
        return None, runs_in in active
    if wanted not in active:
        return f"{wanted}, which it must start in, isn't active", False
    if wanted != runs_in and active[wanted] < 1:
        return f"{wanted}, which it must start in, has no room", False
    return None, True


def _quota(instance: InstanceTypeDef) -> str | None:
    """What the quota leaves besides the running instances, where that is less than the node's own vCPUs.

    The node's own come free at its stop, and whatever the account starts meanwhile takes them.
    """
    name = instance["InstanceType"]
    if "CapacityReservationId" in instance:
        return None
    if not STANDARD_FAMILIES.match(name):
        raise NotToldError(f"the quota of {name} is another one")
    described = ec2().describe_instance_types(Filters=[{"Name": "instance-type", "Values": [name]}])
    (kind,) = described["InstanceTypes"]
    own = kind["VCpuInfo"]["DefaultVCpus"]
    quota = service_quotas().get_service_quota(ServiceCode="ec2", QuotaCode=STANDARD_QUOTA)["Quota"]
    free = quota["Value"] - _used(quota["UsageMetric"])
    if free >= own:
        return None
    return f"the node needs {own} vCPUs, and {free:g} of the account's {quota['Value']:g} are free besides"


def _used(metric: dict[str, Any]) -> float:
    """The newest value of the metric that Service Quotas names for a quota. Raises `NotToldError` where it has none."""
    statistic = metric["MetricStatisticRecommendation"]
    found = cloudwatch().get_metric_statistics(
        Namespace=metric["MetricNamespace"],
        MetricName=metric["MetricName"],
        Dimensions=[{"Name": name, "Value": value} for name, value in metric["MetricDimensions"].items()],
        StartTime=now() - USAGE_SINCE,
        EndTime=now(),
        Period=USAGE_PERIOD_S,
        Statistics=[statistic],
    )
    if not found["Datapoints"]:
        raise NotToldError("CloudWatch has no value of the last hour")
    newest: Any = max(found["Datapoints"], key=lambda each: each["Timestamp"])
    return float(newest[statistic])
