"""EC2's mutating calls on one instance: protection, type, maintenance, stop, start, tags."""

from collections.abc import Mapping
from datetime import datetime

from adapters.clients import ec2
from adapters.ec2 import scheduled_event, stop_protected
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.scheduled_event import ScheduledEvent

PROTECTED_IN = frozenset({InstanceState.RUNNING, InstanceState.STOPPED})
"""A node that is just stopping gets its protection by its next request."""


def set_stop_protection(instance_id: str, *, on: bool) -> None:
    """Sets `disableApiStop`; EC2 may show it later [ec2#eventually-consistent]."""
    ec2().modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": on})


def ensure_stop_protection(instance_id: str, state: InstanceState | None) -> bool:
    """Sets `disableApiStop` unless it reads as set. Returns whether it had to be set; False in any other state."""
    if state not in PROTECTED_IN or stop_protected(instance_id) is True:
        return False
    set_stop_protection(instance_id, on=True)
    return True


def change_instance_type(instance_id: str, instance_type: str) -> None:
    """Gives a stopped instance another type; whether that can be had the start says [ec2#change-type]."""
    ec2().modify_instance_attribute(InstanceId=instance_id, InstanceType={"Value": instance_type})


def put_off(event: ScheduledEvent, until: datetime) -> ScheduledEvent:
    """Moves maintenance that EC2 has scheduled [ec2#reschedule]. Returns it as EC2's answer says."""
    answer = ec2().modify_instance_event_start_time(
        InstanceId=event.instance_id, InstanceEventId=event.event_id, NotBefore=until
    )
    return scheduled_event(event.instance_id, answer["Event"])


def stop_instance(instance_id: str) -> None:
    """Stops one instance, orderly: no Force, no SkipOsShutdown, no Hibernate, whatever is asked [glossary#never]."""
    ec2().stop_instances(InstanceIds=[instance_id])


def start_instance(instance_id: str) -> None:
    """Starts the instance."""
    ec2().start_instances(InstanceIds=[instance_id])


def write_tags(instance_id: str, tags: Mapping[str, str]) -> None:
    """Writes tags, in the order of their keys."""
    ec2().create_tags(Resources=[instance_id], Tags=[{"Key": key, "Value": tags[key]} for key in sorted(tags)])
