"""The way to `Stopped`: which step comes next, or why none may."""

from cachewarden.codes import Code
from cachewarden.evidence.group_views import GroupView, candidates
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import NO_CONSENT, Consent
from cachewarden.operation.timing import (
    LAST_LOOK_MAX_AGE_S,
    PROOF_MAX_AGE_S,
    PROOF_OVERDUE_S,
    SYNC_AFTER_FAILOVER_OVERDUE_S,
    cache_move_s,
    redo_s,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.asynchronous import make_synchronous, modes_of_targets
from cachewarden.procedures.cluster_node import drain_cluster_node
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.approval import approval_does_not_count
from cachewarden.procedures.guards.brake import switched_off
from cachewarden.procedures.guards.cluster import (
    cluster_node_is_down,
    commits_would_stall,
    group_has_no_primary,
    group_kind_is_unsupported,
    identity_is_unclear,
    instance_not_readable,
    only_copy_without_consent,
    partner_is_busy,
    partner_is_down,
    partner_not_observed,
    permissions_are_missing,
    quorum_would_break,
    replica_is_gone,
    replica_is_unknown,
    target_not_ready,
    votes_left,
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
    opted_out,
    request_expired,
    running_services,
    state_is_changing,
)
from cachewarden.procedures.guards.redo import failover_would_take_long, redo_of
from cachewarden.procedures.guards.running_work import work_would_be_cut
from cachewarden.procedures.guards.storage import evacuation_failed, host_would_refuse, storage_not_plannable
from cachewarden.procedures.guards.suitability import instance_is_unsuitable
from cachewarden.procedures.in_place import in_place, in_place_no_more, maintenance_not_seen, stays
from cachewarden.procedures.online_move import evacuate_online, make_asynchronous, stalled
from cachewarden.procedures.raise_swap import raise_swap_throughput
from cachewarden.procedures.replica_modes import (
    GROUPS_PER_CALL,
    groups_parameter,
    groups_to_hold,
    modes_of,
    not_saved_yet,
    replicas_parameter,
)
from cachewarden.procedures.required_secondaries import lower_required_secondaries, with_required
from cachewarden.procedures.resize import type_does_not_suit
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.unreadable_cache import cache_is_dead, is_given_up
from cachewarden.procedures.worker_watch import worker_is_running

REFUSALS_IN_PLACE_MAX = 2
"""How often the host may refuse to stop SQL Server in place because a replica can take over."""


def is_stopped(situation: Situation) -> Decision | None:
    """EC2 says stopped: that is the goal, if we stopped it; whoever else did had no proof of the evacuation."""
    if not situation.is_in(InstanceState.STOPPED):
        return None
    if not situation.fresh(situation.evidence.observed_at):
        # People are told who serves now, with how many copies; an instance may take long to stop.
        return situation.look_again(f"{situation.node.instance_id} is stopped; what the other nodes say is old")
    if _stopped_by_us(situation):
        unsaved = situation.consent(Consent.UNREADABLE_CACHE, allows=Action.LIFT_PROTECTION)
        if unsaved is not None and Action.EVACUATE_CACHE not in situation.operation.attempts:
            return Complete(
                code=Code.STOPPED_WITHOUT_CACHE,
                sentence=f"{situation.node.instance_id} is stopped and stop-protected; its cache wasn't evacuated by "
                f"this operation, which is consented to: {unsaved.told}",
            )
        return Complete(sentence=f"{situation.node.instance_id} is stopped and stop-protected{_kept_told(situation)}")
    return Refuse(
        code=Code.STOPPED_BEHIND_OUR_BACK,
        sentence=f"{situation.node.instance_id} stopped before its cache was proven to be on the Swap volume "
        f"(EC2: {situation.node.ec2.state_reason or 'no reason given'}). What the cache held may be lost there",
    )


def _kept_told(situation: Situation) -> str:
    """That the groups which it kept have no primary until it is back, for the end of a sentence; empty for most.

    One that another node is seen to lead was taken over, or forced, meanwhile.
    """
    taken = {view.id for view in situation.groups if view.primary_id not in (None, situation.node.instance_id)}
    kept = len([each for each in situation.operation.leads if each not in taken])
    if not kept or Action.STOP_SQL_SERVER not in situation.operation.attempts:
        return ""
    return (
        f". Nobody could take over {'an Availability Group' if kept == 1 else f'{kept} Availability Groups'} that it "
        "leads: out of service until it is started again. Don't force a failover meanwhile"
    )


def _stopped_by_us(situation: Situation) -> bool:
    """Whether this operation stopped it, or an earlier operation stopped this very run of it, both on a proof.

    Tags and EC2's reason prove nothing: a person who lifts protection stops it through the API as we do.
    """
    return Action.STOP_INSTANCE in situation.operation.attempts or situation.node.ec2.stop_proven is True


def save_modes(situation: Situation) -> Decision | None:
    """Replica modes are written down durably before the first of them changes; those saved for another node stay."""
    saved = situation.operation.saved_modes or ()
    present = (
        *modes_of(situation.node_groups, situation.node.instance_id),
        *modes_of_targets(situation),
    )
    modes = with_required(situation, (*saved, *not_saved_yet(present, saved)))
    missing = [mode for mode in modes if mode not in saved]
    if not missing:
        return None
    return situation.attempt(
        Execute(
            action=Action.SAVE_MODES,
            node=situation.node.instance_id,
            modes=modes,
            sentence=f"Writing down the modes of {situation.node.name} in its Availability Groups ({len(missing)}), "
            "to put them back afterwards",
        )
    )


def hold_modes(situation: Situation) -> Decision | None:
    """Nothing may fail over from the leaving node or to it by itself: its AUTOMATIC becomes MANUAL, on the primary."""
    if not _needs_its_groups(situation):
        return None
    leaving = situation.node.instance_id
    waiting = groups_to_hold(situation.node_groups, leaving)
    if not waiting:
        return None
    node = waiting[0].primary_id
    if node is None:
        raise AssertionError("a group without a primary passed the guards")
    batch = [view for view in waiting if view.shares_primary(waiting[0])][:GROUPS_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.HOLD_REPLICA_MODES,
            node=node,
            parameters={
                "AvailabilityGroups": groups_parameter(batch),
                "Replicas": replicas_parameter(batch, leaving),
                "Consent": NO_CONSENT,
            },
            sentence=f"Automatic failover of {_names(batch)} to and from {situation.node.name} is suspended, "
            "so that only we move its roles",
        )
    )


def fail_over(situation: Situation) -> Decision | None:
    """Groups that the node leads move to their best partner, on the partner; by consent, the others stay."""
    kept = stays(situation)
    led = [view for view in situation.led_groups if view.id not in kept]
    if not led:
        return None
    bound_s = situation.policy.redo_max_s
    partners, spared = situation.targets, situation.spared
    targets = {
        view.id: candidates(view, situation.node, partners, redo_max_s=bound_s, spared=spared)[0] for view in led
    }
    target = targets[led[0].id]
    batch = [view for view in led if targets[view.id].server == target.server][:GROUPS_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.FAIL_OVER_AVAILABILITY_GROUPS,
            node=target.instance_id,
            parameters={"AvailabilityGroups": groups_parameter(batch), "MaxRedoSeconds": f"{bound_s:.0f}"},
            sentence=f"{_names(batch)} {'fails' if len(batch) == 1 else 'fail'} over from {situation.node.name} to "
            f"{target.server}: all databases SYNCHRONIZED there; expected without commits: a few seconds, and "
            f"{redo_of(target)}",
        )
    )


def former_primary_behind(situation: Situation) -> Decision | None:
    """After the failover the node must be SYNCHRONIZED again before its SQL Server stops: two good copies first."""
    failed_over = Action.FAIL_OVER_AVAILABILITY_GROUPS in situation.operation.attempts
    if not failed_over or not _needs_its_groups(situation):
        return None
    for view in situation.node_groups:
        if view.primary_id == situation.node.instance_id:
            continue
        for replica in view.replicas_on(situation.node.instance_id):
            if not replica.synchronous or replica.synchronized:
                continue
            waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
            numbers = replica.databases
            if waited_s > SYNC_AFTER_FAILOVER_OVERDUE_S:
                return situation.refuse(
                    Code.NOT_SYNCHRONIZED_IN_TIME,
                    f"{replica.server} isn't SYNCHRONIZED in {view.name} {waited_s:.0f} s after the failover",
                )
            estimate_s = (
                redo_s(
                    send_queue_kb=numbers.send_queue_kb,
                    send_rate_kb=numbers.send_rate_kb,
                    redo_queue_kb=numbers.redo_queue_kb,
                    redo_rate_kb=numbers.redo_rate_kb,
                )
                if numbers
                else 10.0
            )
            return situation.wait(
                WaitReason.SYNCHRONIZATION,
                f"{replica.server} is catching up as a secondary of {view.name}",
                since=None,
                estimate_s=estimate_s,
            )
    return None


def stop_sql_server(situation: Situation) -> Decision | None:
    """Nothing writes to the volume while its cache moves."""
    sql = situation.host.sql
    if sql is None or sql.all_stopped or situation.storage.uncached:
        return None
    alone = situation.only_copies is not None
    kept = in_place(situation)
    outage = kept or (situation.consent(Consent.OUTAGE, allows=Action.STOP_SQL_SERVER) if alone else None)
    why = "it leads no Availability Group any more" if outage is None else f"the outage is consented to: {outage.told}"
    if kept is not None:
        stay = stays(situation)
        names = [view.name for view in situation.groups if view.id in stay]
        why = f"nobody can take over {groups_told(names) if names else 'what it leads'}, and {why}"
        refused = _refused_by_the_host(situation)
        if refused is not None:
            return refused
    if stalled(situation) and outage is None:
        why = "the move of its cache made no progress while it wrote"
    token = situation.operation.lease_token
    consent = NO_CONSENT if outage is None or token is None else outage.for_host(token, situation.now)
    return situation.attempt(
        Execute(
            action=Action.STOP_SQL_SERVER,
            node=situation.node.instance_id,
            parameters={"Consent": consent},
            sentence=f"SQL Server ({running_services(sql.services)}) on {situation.node.name} stops; {why}"
            f"{votes_left(situation)}",
        )
    )


def _refused_by_the_host(situation: Situation) -> Decision | None:
    """The host has found twice that a replica can take over, and what is seen from here says that none can: a person
    has to look. Trying on wouldn't change it, and automatic failover is off meanwhile."""
    operation, last = situation.operation, situation.operation.last_failure
    failures = operation.failures.get(Action.STOP_SQL_SERVER, 0)
    if failures < REFUSALS_IN_PLACE_MAX or last is None or last.action is not Action.STOP_SQL_SERVER:
        return None
    if last.code is not Code.NOT_THE_LAST_RESORT or situation.evidence.observed_at <= last.at:
        return None
    return situation.refuse(
        Code.ATTEMPTS_EXHAUSTED,
        f"{situation.node.name} refused {failures} times to stop SQL Server in place: {last.code.value} "
        f"{last.message}; what the other nodes say doesn't show that",
        cause=last.code,
    )


def evacuate_cache(situation: Situation) -> Decision | None:
    """The cache moves from NVMe to the Swap volume."""
    storage = situation.storage
    if is_given_up(situation) or storage.uncached:
        return None
    if storage.classification is StorageClassification.EVACUATED and storage.proof.evacuated:
        return None
    if storage.classification is StorageClassification.EVACUATED:
        waited_s = situation.operation.waited_s(WaitReason.PROOF, situation.now)
        if waited_s > SYNC_AFTER_FAILOVER_OVERDUE_S:
            return situation.refuse(
                Code.PROOF_NOT_OBTAINED,
                f"The cache of {situation.node.name} left NVMe, but the proof is missing: {storage.proof.why}",
            )
        return situation.wait(
            WaitReason.PROOF,
            f"The cache of {situation.node.name} left NVMe; not proven yet: {storage.proof.why}",
            since=None,
            estimate_s=10,
        )
    resuming = storage.classification is StorageClassification.MOVING
    minutes = cache_move_s(storage.write_cache_bytes) / 60
    return situation.attempt(
        Execute(
            action=Action.EVACUATE_CACHE,
            node=situation.node.instance_id,
            parameters={"Consent": NO_CONSENT},
            sentence=f"The write-back cache of {situation.node.name} {'goes on moving' if resuming else 'moves'} "
            f"from NVMe to the Swap volume, about {minutes:.0f} minutes",
        )
    )


def fence_the_host(situation: Situation) -> Decision | None:
    """Before protection comes off the node itself knows of this operation: its boot task then leaves the cache alone.

    A node that was found evacuated, with SQL Server stopped, has had no command of this operation yet.
    """
    token = situation.operation.lease_token
    if token is None or situation.host.token_highest == token or situation.storage.uncached:
        return None
    if Action.STOP_SQL_SERVER in situation.operation.attempts:
        return situation.look_again(f"{situation.node.name} knows of this operation; its answer is read")
    return situation.attempt(
        Execute(
            action=Action.STOP_SQL_SERVER,
            node=situation.node.instance_id,
            parameters={"Consent": NO_CONSENT},
            sentence=f"{situation.node.name} gets notice of this operation: its boot task then leaves the cache alone",
        )
    )


def lift_protection(situation: Situation) -> Decision | None:
    """With the proof in hand protection comes off, last of all."""
    if situation.node.ec2.stop_protected is False:
        return None
    settling = situation.settling(
        Action.LIFT_PROTECTION, "EC2 doesn't show yet that protection is off", unprotected=True
    )
    if settling is not None:
        return settling
    if situation.host.storage_command is None:
        return situation.look_again("An act's own answer shows the evacuation; an observation has to prove it")
    return situation.attempt(
        Execute(
            action=Action.LIFT_PROTECTION,
            node=situation.node.instance_id,
            sentence=_cache_lost_told(situation)
            if is_given_up(situation)
            else f"{'What a stop needs' if situation.storage.uncached else 'Evacuation'} of {situation.node.name} is "
            f"proven: {situation.storage.proof.why}",
        )
    )


def stop_instance(situation: Situation) -> Decision | None:
    """Stop only on a proof taken after protection was lifted, right after every node of the cluster has answered."""
    host, ec2, given_up = situation.host, situation.node.ec2, is_given_up(situation)
    taken_after_lift = host.storage_at > ec2.observed_at and host.storage_command is not None
    just_seen = situation.fresh(situation.evidence.answered_at, LAST_LOOK_MAX_AGE_S)
    if taken_after_lift and just_seen and situation.fresh(host.storage_at, PROOF_MAX_AGE_S):
        return situation.attempt(
            Execute(
                action=Action.STOP_INSTANCE,
                node=situation.node.instance_id,
                sentence=f"{situation.node.name} stops: proven again {situation.age_s(host.storage_at):.0f} s ago, "
                f"after protection was lifted, that {'its cache is lost' if given_up else 'nothing is on NVMe'}",
            )
        )
    return proof_overdue(situation) or situation.look_again(
        "The proof is taken again and every node looked at, now that protection is off", unprotected=True
    )


def proof_overdue(situation: Situation) -> Decision | None:
    """Refuses where looking for a young proof has taken too long."""
    if situation.operation.waited_s(WaitReason.LOOK, situation.now) <= PROOF_OVERDUE_S:
        return None
    return situation.refuse(
        Code.PROOF_NOT_OBTAINED, f"{situation.node.name} couldn't prove again in time that nothing is on NVMe"
    )


def _needs_its_groups(situation: Situation) -> bool:
    """Whether SQL Server on the node still runs, so that its roles and modes matter before it stops."""
    sql = situation.host.sql
    return sql is not None and not sql.all_stopped


def _cache_lost_told(situation: Situation) -> str:
    given = situation.consent(Consent.UNREADABLE_CACHE, allows=Action.LIFT_PROTECTION)
    return (
        f"The cache of {situation.node.name} on disk {situation.storage.proof.dead_cache} is lost, and its stop "
        f"without evacuation is consented to: {given.told if given else 'no more'}"
    )


def _names(views: list[GroupView]) -> str:
    names = [view.name for view in views]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


CLUSTER_GUARDS: tuple[Rule, ...] = (
    act_not_deployed,
    maintenance_not_seen,
    in_place_no_more,
    partner_is_down,
    partner_not_observed,
    instance_not_readable,
    identity_is_unclear,
    replica_is_gone,
    replica_is_unknown,
    permissions_are_missing,
    group_kind_is_unsupported,
    partner_is_busy,
    cluster_node_is_down,
    group_has_no_primary,
    quorum_would_break,
    commits_would_stall,
    only_copy_without_consent,
    target_not_ready,
    failover_would_take_long,
    log_would_fill,
    log_backup_too_old,
    cache_is_dead,
    work_would_be_cut,
    storage_not_plannable,
    host_would_refuse,
    files_would_be_lost,
    evacuation_failed,
)

BEFORE_A_LOOK: tuple[Rule, ...] = (
    approval_does_not_count,
    request_expired,
    data_loss_seen,
    act_not_seen_yet,
    node_is_gone,
    opted_out,
    switched_off,
    cluster_is_busy,
    instance_is_unsuitable,
)

AFTER_A_LOOK: tuple[Rule, ...] = (
    state_is_changing,
    node_not_observed,
    node_report_is_old,
)

EVACUATING: tuple[Rule, ...] = (
    *CLUSTER_GUARDS,
    worker_is_running,
    boot_task_is_at_work,
    save_modes,
    hold_modes,
    make_synchronous,
    fail_over,
    former_primary_behind,
    drain_cluster_node,
    raise_swap_throughput,
    lower_required_secondaries,
    make_asynchronous,
    evacuate_online,
    stop_sql_server,
    evacuate_cache,
    fence_the_host,
)
"""What stands against taking SQL Server of the node down, then how its cache comes to EBS."""

STOPPING: tuple[Rule, ...] = (
    *BEFORE_A_LOOK,
    is_stopped,
    *AFTER_A_LOOK,
    type_does_not_suit,
    *EVACUATING,
    lift_protection,
    stop_instance,
)
"""In order of danger; acts follow the guards in the order in which they have to happen."""
