"""Another instance type for a node: looked at before anything is changed, given while the instance is stopped.

A type that lacks a disk for the cache or for tempdb is refused, though a node that got it by hand would serve: whoever
asks for one wants both back on NVMe. Capacity is known only when the instance starts, unless a reservation holds it.
"""

from collections.abc import Iterator

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.wanted_type import InstanceTypeFacts, WantedType
from cachewarden.operation.actions import FAILURES_MAX, Action
from cachewarden.operation.goal import Goal
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.instance_type import fewer_disks, lacks_disks
from cachewarden.procedures.situation import Situation


def is_with_wanted_type(situation: Situation) -> bool:
    """Whether EC2 shows the node with the type that the operation is to give it."""
    return situation.node.ec2.instance_type == situation.operation.instance_type


def resized_goal(situation: Situation) -> Goal:
    """Which half of `Resized` counts now: Stopped as long as another type runs and EC2 wasn't asked to change it.

    Once it was asked, a description that still shows the former type must not stop the node again.
    """
    asked = Action.CHANGE_INSTANCE_TYPE in situation.operation.attempts
    if asked or is_with_wanted_type(situation) or situation.is_in(InstanceState.STOPPED):
        return Goal.IN_SERVICE
    return Goal.STOPPED


def type_does_not_suit(situation: Situation) -> Decision | None:
    """The type that is asked for can't be had by this node, or lacks the disks for cache and tempdb drive."""
    operation, wanted = situation.operation, situation.evidence.wanted_type
    if operation.effective_goal is not Goal.RESIZED or is_with_wanted_type(situation):
        return None
    if {Action.STOP_INSTANCE, Action.CHANGE_INSTANCE_TYPE} & set(operation.attempts):
        return None
    if wanted is None or wanted.wanted is None or wanted.present is None:
        unknown = wanted.name if wanted is not None and wanted.present is not None else situation.node.ec2.instance_type
        told = f"EC2 knows no instance type {unknown}" if wanted is not None else "no instance type is named"
        return situation.refuse(Code.TYPE_DOES_NOT_FIT, f"{situation.node.name} keeps its type: {told}")
    objections = tuple(_objections(wanted, wanted.wanted, wanted.present, situation.node.ec2.availability_zone))
    if objections:
        return situation.refuse(
            Code.TYPE_DOES_NOT_FIT, f"{situation.node.name} can't become {wanted.name}: {'; '.join(objections)}"
        )
    lacking = _lacking(situation, wanted, wanted.wanted, wanted.present)
    if lacking is not None:
        return situation.refuse(Code.TYPE_LACKS_DISKS, f"{wanted.name} doesn't suit {situation.node.name}: {lacking}")
    return None


def change_instance_type(situation: Situation) -> Decision | None:
    """The stopped instance gets the type that is asked for."""
    operation, wanted = situation.operation, situation.evidence.wanted_type
    if operation.effective_goal is not Goal.RESIZED or not situation.is_in(InstanceState.STOPPED):
        return None
    if wanted is None or is_with_wanted_type(situation):
        return None
    settling = situation.settling(Action.CHANGE_INSTANCE_TYPE, "EC2 doesn't show the other instance type yet")
    if settling is not None:
        return settling
    node, last = situation.node, operation.last_failure
    failures = operation.failures.get(Action.CHANGE_INSTANCE_TYPE, 0)
    if failures >= FAILURES_MAX and last is not None and last.action is Action.CHANGE_INSTANCE_TYPE:
        return situation.refuse(
            Code.TYPE_NOT_CHANGED,
            f"{node.instance_id} stays {node.ec2.instance_type}: {wanted.name} was refused {failures} times, last with "
            f"{last.message.rstrip('.')}",
        )
    return situation.attempt(
        Execute(
            action=Action.CHANGE_INSTANCE_TYPE,
            node=node.instance_id,
            parameters={"instanceType": wanted.name},
            sentence=f"{node.instance_id} is stopped and becomes {wanted.name}; it was {node.ec2.instance_type}. "
            f"{_capacity_told(wanted)}",
        )
    )


def type_was_not_changed(situation: Situation) -> Decision | None:
    """In service, but with another type than was asked for: it was started or changed meanwhile."""
    wanted = situation.operation.instance_type
    if situation.operation.effective_goal is not Goal.RESIZED or is_with_wanted_type(situation):
        return None
    return situation.refuse(
        Code.TYPE_NOT_CHANGED,
        f"{situation.node.name} is in service as {situation.node.ec2.instance_type}, not as {wanted}",
    )


def _objections(wanted: WantedType, kind: InstanceTypeFacts, present: InstanceTypeFacts, zone: str) -> Iterator[str]:
    instance = wanted.instance
    if not wanted.offered:
        yield f"the zone {zone} doesn't have {kind.name}"
    if instance.architecture not in kind.architectures:
        yield f"the instance is {instance.architecture}, the type {', '.join(kind.architectures)}"
    if instance.virtualization not in kind.virtualizations:
        yield f"the instance is {instance.virtualization}, the type {', '.join(kind.virtualizations)}"
    if kind.xen != present.xen:
        yield f"{(kind if kind.xen else present).name} runs on Xen and the other type doesn't: Windows sees other disks"
    if kind.needs_ena and not instance.ena:
        yield "the type needs enhanced networking (ENA), and EC2 doesn't show it enabled for the instance"
    if kind.interfaces_max is not None and instance.interfaces > kind.interfaces_max:
        yield f"the instance has {instance.interfaces} network interfaces, the type takes {kind.interfaces_max}"
    if kind.addresses_max is not None and instance.addresses > kind.addresses_max:
        yield (
            f"a network interface has {instance.addresses} IPv4 addresses, those of cluster and listeners among them, "
            f"the type takes {kind.addresses_max}"
        )
    with_room = {each.reservation_id for each in wanted.reservations if each.available > 0}
    if instance.reservation is not None and instance.reservation not in with_room:
        yield f"the instance starts in the capacity reservation {instance.reservation} only, which has no room for it"
    elif instance.only_reserved and instance.reservation is None and not any(_open(wanted)):
        yield "the instance starts in a capacity reservation only, and none of this type and zone has room"


def _lacking(
    situation: Situation, wanted: WantedType, kind: InstanceTypeFacts, present: InstanceTypeFacts
) -> str | None:
    """Why its disks don't do for what the node has on NVMe; of a stopped node only its former type tells that."""
    host = situation.node.host
    if host is not None and host.storage is not None:
        tempdb_bytes = host.sql.tempdb_bytes if host.sql is not None else None
        return lacks_disks(host.storage, kind.disks, present, tempdb_bytes)
    if kind == wanted.former:
        return None
    if wanted.former is None:
        return "the node is stopped, so nobody says what it needs, and CacheWarden doesn't know its former type"
    return fewer_disks(kind.disks, wanted.former)


def _capacity_told(wanted: WantedType) -> str:
    held = wanted.instance.reservation or next(_open(wanted), None)
    if held is not None:
        return f"The capacity reservation {held} has room for it"
    return "No capacity reservation holds room for it: whether EC2 has any is known when it starts"


def _open(wanted: WantedType) -> Iterator[str]:
    return (each.reservation_id for each in wanted.reservations if each.open and each.available > 0)
