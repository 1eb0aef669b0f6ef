"""What ingest has to know of an event's instances before it decides on a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adapters import lease_table as leases
from adapters.ec2 import instances_by_id, now, own_tags, stop_protected
from adapters.observability import count, logger
from adapters.stop_records import stop_is_proven
from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.request import InstanceFacts

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef


def instance_facts(instance_ids: Sequence[str], *, lease_table: str) -> list[InstanceFacts]:
    """Facts of the instances that exist in this account and region, by id; others are only logged."""
    if not instance_ids:
        return []
    found = {instance["InstanceId"]: instance for instance in instances_by_id(instance_ids)}
    _log_foreign(sorted(set(instance_ids) - set(found)))
    tags = {instance_id: own_tags(instance) for instance_id, instance in found.items()}
    policies = {instance_id: policy_from_tags(own) for instance_id, own in tags.items()}
    operated = _operated(lease_table) if any(policy.managed for policy in policies.values()) else {}
    return [
        InstanceFacts(
            instance_id=instance_id,
            state=InstanceState(instance["State"]["Name"]),
            stop_protected=stop_protected(instance_id) if policies[instance_id].managed else None,
            launch_time=instance["LaunchTime"],
            policy=policies[instance_id],
            stop_proven=_stop_proven(instance, lease_table) if policies[instance_id].managed else None,
            operated_by=operated.get(instance_id),
        )
        for instance_id, instance in sorted(found.items())
    ]


def _stop_proven(instance: InstanceTypeDef, lease_table: str) -> bool | None:
    if InstanceState(instance["State"]["Name"]) is not InstanceState.STOPPED:
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


def _operated(lease_table: str) -> dict[str, str]:
    """The execution that works on each instance now; a partner that starts meanwhile wasn't started by it.

    A document for a single act isn't one: it neither starts nor stops an instance.
    """
    moment = now()
    return {
        node: lease.record.owner.execution_arn
        for lease in leases.read_all(lease_table)
        if lease.record.owner is not None and isinstance(lease.record.owner.purpose, Goal) and lease.record.held(moment)
        for node in lease.record.operated
    }
