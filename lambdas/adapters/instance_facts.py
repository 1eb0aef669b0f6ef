"""What ingest has to know of an event's instances before it decides on a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adapters import lease_table as leases
from adapters.change_calendars import calendar_of
from adapters.ec2 import instances_by_id, now, own_tags, stop_protected
from adapters.observability import count, logger
from adapters.stop_records import stop_is_proven
from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import Owner
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.request import InstanceFacts

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef


def instance_facts(instance_ids: Sequence[str], *, lease_table: str) -> list[InstanceFacts]:
    """Facts of the instances that exist in this account and region, by id; others are only logged."""
    if not instance_ids:
        return []
    found = instances_by_id(instance_ids)
    _log_foreign(sorted(set(instance_ids) - {instance["InstanceId"] for instance in found}))
    managed = any(policy_from_tags(own_tags(instance)).managed for instance in found)
    operated = operated_nodes(lease_table) if managed else {}
    return [
        facts_of(instance, lease_table=lease_table, operated=operated)
        for instance in sorted(found, key=lambda instance: instance["InstanceId"])
    ]


def facts_of(instance: InstanceTypeDef, *, lease_table: str, operated: Mapping[str, Owner]) -> InstanceFacts:
    """Facts of a described instance; `operated` is what `operated_nodes` returned a moment ago."""
    instance_id, tags = instance["InstanceId"], own_tags(instance)
    policy = policy_from_tags(tags)
    owner = operated.get(instance_id)
    return InstanceFacts(
        instance_id=instance_id,
        state=InstanceState(instance["State"]["Name"]),
        stop_protected=stop_protected(instance_id) if policy.managed else None,
        launch_time=instance["LaunchTime"],
        policy=policy,
        stop_proven=_stop_proven(instance, lease_table) if policy.managed else None,
        operated_by=owner.execution_arn if owner is not None else None,
        stopped_by=owner.execution_arn if owner is not None and owner.purpose is Goal.STOPPED else None,
        calendar=calendar_of(policy, policy.on_stop, policy.on_health) if policy.managed else None,
        tags=tags,
    )


def _stop_proven(instance: InstanceTypeDef, lease_table: str) -> bool | None:
    if InstanceState(instance["State"]["Name"]) not in (InstanceState.STOPPING, InstanceState.STOPPED):
        return None
    return stop_is_proven(lease_table, instance["InstanceId"], launch_time=instance["LaunchTime"])


def _log_foreign(instance_ids: Sequence[str]) -> None:
    if instance_ids:
        count("InstanceForeign", len(instance_ids))
        logger().info(
            "no such instance in this account and region: %s",
            ", ".join(instance_ids),
            extra={"code": Code.FOREIGN_ACCOUNT.value},
        )


def operated_nodes(lease_table: str) -> dict[str, Owner]:
    """Which operation works on each instance now; a partner that starts meanwhile wasn't started by it.

    A document for a single act isn't one: it neither starts nor stops an instance.
    """
    moment = now()
    return {
        node: lease.record.owner
        for lease in leases.read_all(lease_table)
        if lease.record.owner is not None and isinstance(lease.record.owner.purpose, Goal) and lease.record.held(moment)
        for node in lease.record.operated
    }
