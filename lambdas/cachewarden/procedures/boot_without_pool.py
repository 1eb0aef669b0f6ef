"""The way back of a node whose Windows stops at every boot while its pool lacks the lost cache disk.

Only with a person's consent: it is stopped, the pool's EBS volumes are detached, it boots, and gets them back while
Windows runs. From then on it is a node like any other that lost its cache [write-cache#bugcheck-2025]. What
has begun goes on without a consent: volumes that were taken off a node are always brought back.
"""

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED
from cachewarden.evidence.detached_pool import DetachedPool
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.actions import POOL_VOLUME_ACTIONS, Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.timing import BOOT_OVERDUE_S
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.procedures.guards.silent_partner import wait_for_answer
from cachewarden.procedures.situation import Situation


def pool_volumes_refused(situation: Situation) -> Decision | None:
    """The function that would stop the node or move its volumes saw a reason not to: that is for a person."""
    last = situation.operation.last_failure
    if last is None or last.action not in POOL_VOLUME_ACTIONS or last.code is not Code.BOOT_WITHOUT_POOL_REFUSED:
        return None
    return _refuse(situation, last.message)


def detach_pool_volumes(situation: Situation) -> Decision | None:
    """Stopped because Windows never came up: it starts without the pool's volumes, which are written down."""
    pool = situation.node.ec2.detached_pool
    if pool is None or not situation.is_in(InstanceState.STOPPED) or pool.bare:
        return None
    if pool.whole and situation.node.ec2.stop_proven is not True:
        return _stop_not_recorded(situation, pool)
    return situation.attempt(
        Execute(
            action=Action.DETACH_POOL_VOLUMES,
            node=situation.node.instance_id,
            sentence=f"{situation.node.name} is to start without its pool: {pool.told} are detached meanwhile",
        )
    )


def attach_pool_volumes(situation: Situation) -> Decision | None:
    """Windows runs: the pool's volumes come back, each under its device name."""
    pool = situation.node.ec2.detached_pool
    if pool is None or not situation.node.reachable:
        return None
    return situation.attempt(
        Execute(
            action=Action.ATTACH_POOL_VOLUMES,
            node=situation.node.instance_id,
            sentence=f"Windows runs on {situation.node.name}: {pool.told} are attached again",
        )
    )


def boot_without_pool(situation: Situation) -> Decision | None:
    """Windows never came up, and a person consents: the node is stopped, to start without its pool."""
    node = situation.node
    if not situation.is_in(InstanceState.RUNNING) or node.reachable or node.host is not None:
        return None
    if situation.age_s(node.ec2.launch_time) < BOOT_OVERDUE_S:
        return None
    pool = node.ec2.detached_pool
    if pool is not None and not pool.whole:
        return _stays_without_pool(situation, pool)
    if not _is_consented(situation):
        return None
    return _replica_is_not_alone(situation) or situation.attempt(
        Execute(
            action=Action.STOP_NEVER_BOOTED_INSTANCE,
            node=node.instance_id,
            sentence=f"Windows never came up on {node.instance_id} since {node.ec2.launch_time:%H:%M:%S} UTC: it is "
            "stopped, to start without the EBS volumes of its pool",
        )
    )


def _is_consented(situation: Situation) -> bool:
    return situation.consent(Consent.DETACHED_POOL, allows=Action.STOP_NEVER_BOOTED_INSTANCE) is not None


def _stop_not_recorded(situation: Situation, pool: DetachedPool) -> Decision | None:
    """Every volume is there, and no stop of ours is recorded: of a former try, or the answer to ours was cut off."""
    node = situation.node
    if pool.launch_time != node.ec2.launch_time or not _is_consented(situation):
        return None
    return situation.attempt(
        Execute(
            action=Action.STOP_NEVER_BOOTED_INSTANCE,
            node=node.instance_id,
            sentence=f"{node.instance_id} is stopped; that Windows never came up before that is looked up once more",
        )
    )


def _replica_is_not_alone(situation: Situation) -> Decision | None:
    """Another node must serve every database of this one, and must not see it connected. None where that is so."""
    if not situation.fresh(situation.evidence.observed_at):
        return situation.look_again("What other nodes say of this one is too old to stop it")
    for partner in situation.partners:
        if partner.ec2.state is InstanceState.RUNNING and partner.why_silent is not None:
            return wait_for_answer(situation, partner) or _refuse(
                situation, f"{partner.name} doesn't answer: {partner.why_silent}"
            )
    seen = False
    for view in situation.groups:
        silent = [
            replica
            for replica in view.group.replicas
            if view.instance_id(replica) is None and replica.server in view.unknown_servers(situation.policy.outside)
        ]
        seen = seen or bool(silent)
        if silent and not view.online:
            return _refuse(situation, f"{view.name} has no primary online on another node")
        for replica in silent:
            if replica.connected is None or replica.connected == CONNECTED:
                known = "is connected" if replica.connected == CONNECTED else "may be connected"
                return _refuse(situation, f"{replica.server} {known} to the primary of {view.name}: Windows runs there")
    if not seen:
        return _refuse(situation, "no other node reports an Availability Group with a replica on this one")
    return None


def _stays_without_pool(situation: Situation, pool: DetachedPool) -> Refuse:
    """Without its pool Windows doesn't come up either: its volumes wait for a person."""
    return Refuse(
        code=Code.POOL_DETACHED,
        who="DBA and cloud administrator",
        sentence=f"Windows doesn't come up on {situation.node.instance_id} without its pool either. The EBS volumes "
        f"{pool.told} belong to it under these device names and are detached, their content as it was",
    )


def _refuse(situation: Situation, why: str) -> Refuse:
    pool = situation.node.ec2.detached_pool
    volumes = "" if pool is None or pool.whole else f". Its EBS volumes {pool.told} aren't all attached"
    return Refuse(
        code=Code.BOOT_WITHOUT_POOL_REFUSED,
        who="DBA and cloud administrator",
        sentence=f"{situation.node.instance_id} isn't brought up without its pool: {why}{volumes}",
    )
