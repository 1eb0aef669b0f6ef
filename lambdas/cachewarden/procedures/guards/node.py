"""Guards on the node alone: does it exist, is it opted in, has it reported, did anything get lost."""

import math

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.sql import SqlService
from cachewarden.operation.goal import RETURN_AFTER_THE_STOP, STOP_ONE_NODE, WAYS_BACK, Goal
from cachewarden.operation.last_operation import goal_of_tag
from cachewarden.operation.operation import Holder
from cachewarden.operation.policy import LAST_OPERATION
from cachewarden.operation.timing import (
    BOOT_OVERDUE_S,
    INSTANCE_BOOT_S,
    INSTANCE_STOP_S,
    STATE_FILE_OVERDUE_S,
    STOP_OVERDUE_S,
    UNOBSERVED_OVERDUE_S,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Look, Refuse, Wait
from cachewarden.procedures.guards.bundle import bundle_is_missing
from cachewarden.procedures.guards.turn import ask_again, asks_every_s, joins, waits_for_turn, works_on_the_node
from cachewarden.procedures.situation import Situation


def request_expired(situation: Situation) -> Decision | None:
    """A request whose time is over and that wasn't begun is dropped."""
    operation = situation.operation
    if operation.has_lease or operation.expires_at is None or situation.now <= operation.expires_at:
        return None
    return Refuse(
        code=Code.REQUEST_EXPIRED,
        who="requester",
        sentence=f"The request of {operation.requested_at:%H:%M:%S} UTC wasn't begun in time; nothing was changed",
    )


def cluster_is_busy(situation: Situation) -> Decision | None:
    """Another operation holds the lease: the same request joins, a way back waits, a stop only where its owner lets it.

    A way back that brings a person's consent doesn't join: the operation that runs has no such consent. A stop that EC2
    carries out already, on a proof, goes on without the lease.
    """
    holder = situation.operation.holder
    if holder is None or situation.operation.has_lease:
        return None
    joined = joins(situation, holder)
    if joined is not None:
        return joined
    goal = situation.operation.goal
    if goal in WAYS_BACK:
        # No other operation would bring this node back later; while it waits it holds nothing.
        asked_s = situation.age_s(holder.seen_at)
        every_s = asks_every_s(situation)
        if asked_s >= every_s:
            return None
        return Wait(
            seconds=max(1, math.ceil(every_s - asked_s)),
            look=Look.EC2,
            reason=WaitReason.LEASE,
            sentence=f"{holder.owner} is working on {holder.node} of the same cluster ({holder.purpose.value}); "
            "this node comes next",
        )
    if not works_on_the_node(situation, holder) and _goes_down_on_a_proof(situation):
        if _asks_again_for_tags(situation, holder):
            return ask_again(situation, holder)
        if situation.is_in(InstanceState.STOPPING) or _stays_down(situation):
            return None
    waits = waits_for_turn(situation, holder)
    if waits is not None:
        return waits
    return Refuse(
        code=Code.CLUSTER_BUSY,
        who="requester",
        sentence=f"{holder.owner} is working on {holder.node} of the same cluster ({holder.purpose.value}); "
        "nothing was changed, ask again when it is done",
    )


def _goes_down_on_a_proof(situation: Situation) -> bool:
    """Whether EC2 does already, or has done, what a stop asks for: it needs the lease only for the tags."""
    stops = situation.operation.goal in STOP_ONE_NODE and situation.node.ec2.stop_proven is True
    return stops and situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED)


def _asks_again_for_tags(situation: Situation, holder: Holder) -> bool:
    """Whether the lease may be free by now: asked for from time to time, and once the instance is seen as stopped."""
    if situation.is_in(InstanceState.STOPPING):
        return situation.age_s(holder.seen_at) >= asks_every_s(situation)
    return holder.seen_at <= situation.node.ec2.observed_at


def _stays_down(situation: Situation) -> bool:
    """Whether a stopped node is as a stop leaves it: protected, and its last operation doesn't bring it back."""
    node = situation.node
    last = goal_of_tag(node.ec2.tags.get(LAST_OPERATION))
    kept = situation.operation.goal is Goal.STOPPED and last is Goal.STOPPED
    return kept and node.ec2.stop_protected is True


def data_loss_seen(situation: Situation) -> Decision | None:
    """A host reported data loss: a person decides, nothing goes on by itself."""
    if situation.operation.data_loss is None:
        return None
    return Refuse(code=Code.DATA_LOSS_SEEN, sentence=f"The host reported data loss: {situation.operation.data_loss}")


def act_not_seen_yet(situation: Situation) -> Decision | None:
    """The last act brought no observation of what it did, or failed: look before anything else is decided."""
    look_after = situation.operation.look_after
    if look_after is None or situation.evidence.observed_at > look_after:
        return None
    return situation.look_again("Observing what the last act has done")


def node_is_gone(situation: Situation) -> Decision | None:
    """A terminated instance can't be brought anywhere."""
    if not situation.is_in(InstanceState.TERMINATED, InstanceState.SHUTTING_DOWN):
        return None
    return Refuse(code=Code.INSTANCE_GONE, sentence=f"{situation.node.instance_id} is {situation.node.ec2.state.value}")


def opted_out(situation: Situation) -> Decision | None:
    """Without the tag nothing begins; what is under way goes on."""
    if situation.policy.managed or situation.operation.has_lease:
        return None
    return Refuse(
        code=Code.OPTED_OUT,
        who="requester",
        sentence=f"{situation.node.name} isn't tagged cachewarden:managed=true; nothing was changed",
    )


def state_is_changing(situation: Situation) -> Decision | None:
    """EC2 is starting or stopping the instance: wait for it, planned from what that usually takes."""
    ec2 = situation.node.ec2
    if situation.is_in(InstanceState.PENDING):
        return situation.wait(
            WaitReason.BOOT,
            f"{situation.node.instance_id} is starting",
            since=ec2.launch_time,
            estimate_s=INSTANCE_BOOT_S,
            look=Look.ARRIVAL,
        )
    if not situation.is_in(InstanceState.STOPPING):
        return None
    waited_s = situation.operation.waited_s(WaitReason.STOP, situation.now)
    if waited_s > STOP_OVERDUE_S:
        return Refuse(
            code=Code.STOP_STUCK,
            sentence=f"{situation.node.instance_id} has been stopping for {waited_s / 60:.0f} minutes. "
            f"{_whose_stop(situation)}",
        )
    return situation.wait(
        WaitReason.STOP,
        f"{situation.node.instance_id} is stopping",
        since=None,
        estimate_s=INSTANCE_STOP_S,
        look=Look.EC2,
    )


def _whose_stop(situation: Situation) -> str:
    """Whether the stop that EC2 doesn't end destroys something, as a sentence."""
    if situation.node.ec2.stop_proven is not True:
        return (
            "CacheWarden has no proof of that stop: what the cache held may be lost with it. Ask AWS Support before "
            "you force it"
        )
    operation = situation.operation
    returns = "brings it back into service"
    if not operation.has_lease:  # what its tags say isn't changed by this request
        then = f", and {returns} where the last operation asked for that (after a resize with its former type)"
    elif operation.goal is Goal.RESIZED:
        then = f", and {returns} with its former type"
    elif operation.goal in RETURN_AFTER_THE_STOP:
        then = f", and {returns}"
    else:
        then = ". It stays stopped then"
    return (
        "CacheWarden asked for that stop: forcing it loses nothing more. Once EC2 "
        f"shows the instance as stopped, CacheWarden puts its stop protection on{then}"
    )


def node_not_observed(situation: Situation) -> Decision | None:
    """Without the node's own report nothing is done to it: wait for the agent, after a while give up."""
    node = situation.node
    why = node.why_silent
    if why is None:
        return None
    since_launch_s = situation.age_s(node.ec2.launch_time)
    if node.bundle_error is not None:
        return bundle_is_missing(situation, node, Code.HOST_NOT_PREPARED)
    waited_s = situation.operation.waited_s(WaitReason.HOST, situation.now)
    if node.host_error is not None and node.host_error.code is Code.STATE_FILE_UNREADABLE:
        # A scanner may have had the file open; a damaged one stays so.
        if waited_s < STATE_FILE_OVERDUE_S:
            return situation.wait(WaitReason.HOST, f"{node.instance_id} can't report: {why}", since=None, estimate_s=20)
        return situation.refuse(Code.STATE_FILE_UNREADABLE, f"{node.instance_id} can't report: {why}")
    if since_launch_s < BOOT_OVERDUE_S:
        return situation.wait(
            WaitReason.BOOT,
            f"{node.instance_id} was started {since_launch_s:.0f} s ago and doesn't answer yet: {why}",
            since=node.ec2.launch_time,
            estimate_s=INSTANCE_BOOT_S,
            look=Look.ARRIVAL if node.host is None else Look.ALL,
        )
    if waited_s < UNOBSERVED_OVERDUE_S:
        return situation.wait(WaitReason.HOST, f"{node.instance_id} doesn't answer: {why}", since=None, estimate_s=20)
    return situation.refuse(
        Code.NOT_OBSERVABLE,
        f"{node.instance_id} doesn't answer since {waited_s:.0f} s: {why}",
        who="DBA and whoever runs the SSM agent",
    )


def node_report_is_old(situation: Situation) -> Decision | None:
    """Stale evidence never leads to an act: ask again."""
    host = situation.host
    oldest = min(host.storage_at, host.sql_at)
    if situation.fresh(oldest):
        return None
    return situation.look_again(f"The report of {situation.node.name} is {situation.age_s(oldest):.0f} s old")


def running_services(services: tuple[SqlService, ...]) -> str:
    """Names of the instances that aren't stopped, for sentences."""
    return ", ".join(service.name for service in services if not service.stopped)
