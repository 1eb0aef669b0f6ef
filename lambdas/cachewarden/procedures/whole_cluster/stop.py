"""The way to `ClusterStopped`: everything is examined, then every cache is evacuated, and only then a node is stopped.

Until the first StopInstances every node runs and votes, so quorum is never at stake while SQL Server runs anywhere.
The leader's SQL Server stops last, with every other replica stopped already: nobody has a commit that it lacks.
"""

from dataclasses import replace

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import NodeState, policy_from_tags
from cachewarden.operation.timing import CYCLE_AWAY_S, LAST_LOOK_MAX_AGE_S
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.guards.approval import approval_does_not_count
from cachewarden.procedures.guards.brake import switched_off
from cachewarden.procedures.guards.cluster import (
    cluster_node_is_down,
    group_has_no_primary,
    group_kind_is_unsupported,
    identity_is_unclear,
    instance_not_readable,
    partner_not_observed,
    permissions_are_missing,
    replica_is_gone,
    replica_is_unknown,
    target_not_ready,
)
from cachewarden.procedures.guards.documents import act_not_deployed
from cachewarden.procedures.guards.files import files_would_be_lost
from cachewarden.procedures.guards.log import log_backup_too_old, log_would_fill
from cachewarden.procedures.guards.node import (
    act_not_seen_yet,
    cluster_is_busy,
    data_loss_seen,
    node_is_gone,
    node_not_observed,
    node_report_is_old,
    request_expired,
    running_services,
    state_is_changing,
)
from cachewarden.procedures.guards.redo import failover_would_take_long
from cachewarden.procedures.guards.running_work import work_would_be_cut
from cachewarden.procedures.guards.silent_partner import wait_for_answer
from cachewarden.procedures.guards.storage import evacuation_failed, host_would_refuse, storage_not_plannable
from cachewarden.procedures.guards.suitability import instance_is_unsuitable
from cachewarden.procedures.objections import objections
from cachewarden.procedures.raise_swap import raise_swap_throughput
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.situation import Rule, Situation, first_answer
from cachewarden.procedures.stop import (
    evacuate_cache,
    fail_over,
    fence_the_host,
    former_primary_behind,
    hold_modes,
    lift_protection,
    save_modes,
    stop_instance,
)
from cachewarden.procedures.unreadable_cache import cache_is_dead
from cachewarden.procedures.whole_cluster.order import downwards, goes_down, is_evacuated, turn_to
from cachewarden.procedures.worker_watch import worker_is_running


def every_node_is_down(situation: Situation) -> Decision | None:
    """EC2 says stopped of every node: that is the goal, if we stopped them; what we didn't stop had no proof."""
    nodes = downwards(situation)
    if any(each.ec2.state not in (InstanceState.STOPPING, InstanceState.STOPPED) for each in nodes):
        return None
    stopping = next((each for each in nodes if each.ec2.state is InstanceState.STOPPING), None)
    if stopping is not None:
        # Nobody can hold up what EC2 does with every node any more: no consent is asked for.
        here = stopping.instance_id == situation.node.instance_id
        return state_is_changing(situation) if here else turn_to(situation, stopping, leaving_as=NodeState.STOPPED)
    for each in nodes:
        if each.ec2.stop_protected is not True and each is not situation.node and situation.operation.has_lease:
            return turn_to(situation, each, leaving_as=NodeState.STOPPED)
    unproven = [each for each in nodes if not goes_down(each)]
    if any(not situation.fresh(each.ec2.observed_at, LAST_LOOK_MAX_AGE_S) for each in nodes):
        return situation.look_again("Every node is looked at once more before the cluster is called stopped")
    if not unproven:
        told = ", ".join(each.instance_id for each in nodes)
        return Complete(sentence=f"Every node of the cluster is stopped and stop-protected, in this order: {told}")
    names = ", ".join(each.name for each in unproven)
    if all(situation.operation.evacuated_runs.get(each.instance_id) == each.ec2.launch_time for each in unproven):
        return Refuse(
            code=Code.STOPPED_AFTER_EVACUATION,
            sentence=f"Every node of the cluster is stopped, {names} by somebody else: before CacheWarden stopped it, "
            "but after its SQL Server was stopped and its cache was seen on the Swap volume",
        )
    return Refuse(
        code=Code.STOPPED_BEHIND_OUR_BACK,
        sentence=f"Every node of the cluster is stopped, but {names} stopped before its cache was proven "
        "to be on the Swap volume. What the cache held may be lost there",
    )


def whole_cluster_without_consent(situation: Situation) -> Decision | None:
    """Nobody's databases stay in service: that needs a yes."""
    if situation.consent(Consent.WHOLE_CLUSTER, allows=Action.STOP_SQL_SERVER) is not None:
        return None
    return situation.refuse(
        Code.WHOLE_CLUSTER_NEEDS_CONSENT,
        f"Stopping every node of the cluster takes all of its databases out of service, which needs the consent "
        f"'{Consent.WHOLE_CLUSTER.value}'{situation.void_consents(Consent.WHOLE_CLUSTER)}",
    )


def node_of_cluster_is_not_ours(situation: Situation) -> Decision | None:
    """A node that isn't opted in isn't touched, and so the cluster isn't stopped as a whole."""
    if situation.operation.has_lease:
        return None
    foreign = [each.name for each in situation.evidence.replicas if not policy_from_tags(each.ec2.tags).managed]
    if not foreign:
        return None
    return Refuse(
        code=Code.OPTED_OUT,
        who="requester",
        sentence=f"{', '.join(foreign)} isn't tagged cachewarden:managed=true; nothing was changed",
    )


def stop_every_node(situation: Situation) -> Decision | None:
    """Once every cache is proven to be on EBS and SQL Server runs nowhere, the instances stop, the leader last.

    What somebody else evacuated wasn't examined by this operation: that comes first.
    """
    nodes = downwards(situation)
    if not situation.changed_something or not all(is_evacuated(each) or goes_down(each) for each in nodes):
        return None
    node = next(each for each in nodes if each.ec2.state is not InstanceState.STOPPED)
    if node.instance_id != situation.node.instance_id:
        stopped = situation.is_in(InstanceState.STOPPED)
        return turn_to(situation, node, leaving_as=NodeState.STOPPED if stopped else NodeState.OPERATING)
    return first_answer(STOP_OF_A_NODE, situation.about(node.instance_id, Goal.STOPPED))


def node_of_cluster_does_not_run(situation: Situation) -> Decision | None:
    """Before every cache is evacuated no node may be down; while nodes go down, one that falls silent is waited for."""
    running = [each for each in situation.evidence.replicas if each.ec2.state is InstanceState.RUNNING]
    down = [each for each in situation.evidence.replicas if each not in running]
    if not down:
        return None
    if all(goes_down(each) for each in down):
        for each in running:
            wait = wait_for_answer(situation, each) if each.why_silent is not None else None
            if wait is not None:
                return wait
    told = ", ".join(f"{each.name} is {each.ec2.state.value}" for each in down)
    return situation.refuse(
        Code.CLUSTER_NOT_WHOLE, f"{told}, and not every other node has its cache on EBS with SQL Server stopped"
    )


def every_node_can_be_stopped(situation: Situation) -> Decision | None:
    """Before anything is changed every node is examined, and all that is in the way is told at once."""
    if situation.changed_something:
        return None
    found: list[Refuse | Abandon] = []
    for node in downwards(situation):
        answer = objections(_examined(situation, node), CHECKS_OF_A_NODE)
        if isinstance(answer, Wait):
            return answer
        found += answer
    if not found:
        return None
    told = dict.fromkeys(f"{each.code.value} {each.sentence}" for each in found)
    return Refuse(
        code=found[0].code, who=found[0].who, sentence=f"The cluster can't be stopped as a whole: {'; '.join(told)}"
    )


def evacuate_every_node(situation: Situation) -> Decision | None:
    """SQL Server stops and the cache moves to EBS on one node after the other, the leader last."""
    node = next(each for each in downwards(situation) if not is_evacuated(each))
    if node.instance_id != situation.node.instance_id:
        return turn_to(situation, node, leaving_as=NodeState.OPERATING)
    part = situation.about(node.instance_id, Goal.STOPPED)
    return first_answer(EVACUATION_OF_A_NODE, part)


def cluster_is_unclear(situation: Situation) -> Decision | None:
    """The cluster must be the one that the lease is for; once SQL Server runs nowhere nobody can say it any more."""
    silent = all(
        each.host is not None and each.host.sql is not None and each.host.sql.all_stopped
        for each in situation.evidence.replicas
    )
    if silent and not situation.changed_something:
        return Refuse(
            code=Code.CLUSTER_NOT_WHOLE,
            sentence="SQL Server runs on no node of the cluster, so nobody can say which node leads and which files a "
            "stop would destroy; start CacheWarden-StartCluster first",
        )
    if silent and situation.operation.identity is not None:
        return None
    return identity_is_unclear(situation)


def leader_is_unknown(situation: Situation) -> Decision | None:
    """Who goes down last must be known; where SQL Server runs nowhere nobody can say it."""
    if situation.operation.leader is not None or not situation.partners:
        return None
    outside = situation.policy.outside
    if any(view.led_from(outside) is not None for view in situation.groups):
        # Who leads is known, and it isn't a node that goes down: which group it is, is told with the node's.
        return None
    return situation.refuse(
        Code.FACT_UNKNOWN,
        "No node of the cluster leads an Availability Group, so nobody knows which one goes down last; "
        "start SQL Server",
    )


def group_reaches_outside(situation: Situation) -> Decision | None:
    """A synchronous replica that isn't ours could take roles over; an asynchronous one can't, unless it is forced."""
    found = sorted(
        f"{replica.server} in {view.name}"
        for view in situation.node_groups
        for replica in view.outside(situation.policy.outside)
        if replica.synchronous
    )
    if not found:
        return None
    return situation.refuse(
        Code.CLUSTER_REACHES_OUTSIDE,
        f"{', '.join(found)} isn't a node that CacheWarden stops, and commits synchronously: it could take over while "
        "the cluster is down",
    )


def cache_is_under_way(situation: Situation) -> Decision | None:
    """What moves a cache already ends first."""
    worker = situation.host.worker
    if worker is None or not worker.running:
        return None
    return situation.refuse(
        Code.PARTNER_BUSY, f"{situation.node.name} is moving its cache ({worker.work}, {worker.reached})"
    )


def gather_roles(situation: Situation) -> Decision | None:
    """What another node than the leader leads is failed over to the leader, as planned failovers are."""
    return None if _leads_the_cluster(situation) else fail_over(_towards_leader(situation))


def roles_can_not_be_gathered(situation: Situation) -> Decision | None:
    """Each group of another node needs a replica on the leader that can take over without data loss."""
    return None if _leads_the_cluster(situation) else target_not_ready(_towards_leader(situation))


def gathering_would_take_long(situation: Situation) -> Decision | None:
    """The leader's redo of such a group must be within the bound."""
    return None if _leads_the_cluster(situation) else failover_would_take_long(_towards_leader(situation))


def stop_sql_server_of_cluster(situation: Situation) -> Decision | None:
    """SQL Server stops: on secondaries first, on the leader when no other replica runs."""
    sql = situation.host.sql
    consent = situation.consent(Consent.WHOLE_CLUSTER, allows=Action.STOP_SQL_SERVER)
    token = situation.operation.lease_token
    if sql is None or sql.all_stopped or consent is None or token is None:
        return None
    last = "every other node is evacuated, so the leader's stops now"
    what = last if _leads_the_cluster(situation) else "it leads no Availability Group"
    return situation.attempt(
        Execute(
            action=Action.STOP_SQL_SERVER,
            node=situation.node.instance_id,
            parameters={"Consent": consent.for_host(token, situation.now)},
            sentence=f"SQL Server ({running_services(sql.services)}) on {situation.node.name} stops; {what}, and the "
            f"outage is consented to: {consent.told}{_commits_that_wait(situation)}{_left_outside(situation)}",
        )
    )


def _left_outside(situation: Situation) -> str:
    """With the leader: who is left up, and what the next start asks of them; for the sentence."""
    if not _leads_the_cluster(situation):
        return ""
    outside = situation.policy.outside
    copies = sorted({one.server for view in situation.node_groups for one in view.outside(outside)})
    sql = situation.host.sql
    voters: list[str] = []
    if sql is not None and sql.cluster is not None:
        members = sql.cluster.members
        voters = sorted(one.name for one in members if one.is_node and one.votes and one.name.casefold() in outside)
    told = ""
    if copies:
        told += f". {', '.join(copies)} stays up as a secondary without a primary; don't force a failover to it"
    if voters:
        told += f". {', '.join(voters)} keeps its vote: let it run until the cluster is started again"
    return told


def _commits_that_wait(situation: Situation) -> str:
    """Which groups commit nothing more once this secondary stops: their outage begins here; for the sentence."""
    waiting: list[str] = []
    for view in situation.node_groups:
        required = view.group.required_synchronized
        besides = (view.primary_id, situation.node.instance_id)
        left = [one for one in view.group.replicas if one.synchronized and view.instance_id(one) not in besides]
        if required is not None and len(left) < required and view.primary_id != situation.node.instance_id:
            waiting.append(f"{view.name} (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT {required})")
    return f". Commits wait from now on in {', '.join(waiting)}" if waiting else ""


def _examined(situation: Situation, node: ReplicaEvidence) -> Situation:
    """One node's part before anything is changed: logs have to last while the others are evacuated, not for days."""
    part = situation.about(node.instance_id, Goal.STOPPED)
    return replace(part, policy=replace(part.policy, away_max_s=min(part.policy.away_max_s, CYCLE_AWAY_S)))


def _leads_the_cluster(situation: Situation) -> bool:
    """Whether this is the node that goes down last: it keeps its roles, and those of the others have to reach it."""
    return situation.node.instance_id == situation.operation.leader


def _towards_leader(situation: Situation) -> Situation:
    """The situation as if the leader were the only other node: nobody else takes roles over."""
    keep = {situation.node.instance_id, situation.operation.leader}
    replicas = tuple(each for each in situation.evidence.replicas if each.instance_id in keep)
    return replace(situation, evidence=replace(situation.evidence, replicas=replicas))


CHECKS_OF_A_NODE: tuple[Rule, ...] = (
    instance_is_unsuitable,
    act_not_deployed,
    group_kind_is_unsupported,
    group_reaches_outside,
    group_has_no_primary,
    roles_can_not_be_gathered,
    gathering_would_take_long,
    cache_is_under_way,
    cache_is_dead,
    log_would_fill,
    log_backup_too_old,
    work_would_be_cut,
    storage_not_plannable,
    host_would_refuse,
    files_would_be_lost,
)
"""Asked of every node before anything is changed."""

EVACUATION_OF_A_NODE: tuple[Rule, ...] = (
    group_has_no_primary,
    roles_can_not_be_gathered,
    gathering_would_take_long,
    cache_is_dead,
    work_would_be_cut,
    storage_not_plannable,
    host_would_refuse,
    files_would_be_lost,
    evacuation_failed,
    worker_is_running,
    boot_task_is_at_work,
    save_modes,
    hold_modes,
    gather_roles,
    former_primary_behind,
    raise_swap_throughput,
    stop_sql_server_of_cluster,
    evacuate_cache,
)
"""Of one node at a time, while every node runs."""

STOP_OF_A_NODE: tuple[Rule, ...] = (
    node_report_is_old,
    files_would_be_lost,
    evacuate_cache,
    fence_the_host,
    lift_protection,
    stop_instance,
)
"""Of one node at a time, once every cache is evacuated."""

CLUSTER_STOPPING: tuple[Rule, ...] = (
    approval_does_not_count,
    request_expired,
    switched_off,
    cluster_is_busy,
    data_loss_seen,
    act_not_seen_yet,
    node_is_gone,
    node_of_cluster_is_not_ours,
    every_node_is_down,
    whole_cluster_without_consent,
    state_is_changing,
    stop_every_node,
    node_of_cluster_does_not_run,
    node_not_observed,
    node_report_is_old,
    partner_not_observed,
    instance_not_readable,
    cluster_is_unclear,
    replica_is_gone,
    replica_is_unknown,
    permissions_are_missing,
    cluster_node_is_down,
    leader_is_unknown,
    every_node_can_be_stopped,
    evacuate_every_node,
)
"""In order of danger. The node is the one that the operation works on now."""
