"""The way to `InService`: after a stop, after a crash, after a goal that was given up, after an unplanned stop."""

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import FAILURES_MAX, Action
from cachewarden.procedures.asynchronous import lent_told
from cachewarden.procedures.before_maintenance import cache_waits_for_maintenance
from cachewarden.procedures.boot_without_pool import (
    attach_pool_volumes,
    boot_without_pool,
    detach_pool_volumes,
    pool_volumes_refused,
)
from cachewarden.procedures.cluster_node import cluster_node_stays_paused, resume_cluster_node
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse
from cachewarden.procedures.fail_back import fail_back, kept_elsewhere
from cachewarden.procedures.forget_replica import (
    forget_replicas,
    lost_replica_stays,
    not_all_forgotten,
    nothing_to_forget,
)
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.approval import approval_does_not_count
from cachewarden.procedures.guards.brake import switched_off
from cachewarden.procedures.guards.node import (
    act_not_seen_yet,
    cluster_is_busy,
    data_loss_seen,
    node_is_gone,
    node_not_observed,
    node_report_is_old,
    opted_out,
    request_expired,
    state_is_changing,
)
from cachewarden.procedures.instance_type import change_told, type_told
from cachewarden.procedures.rebuild import cache_is_lost
from cachewarden.procedures.required_secondaries import lowered_told, restore_required_secondaries
from cachewarden.procedures.reseed import (
    contained_databases_lost,
    databases_come_from_backups,
    log_fills_while_seeding,
    reseed_databases,
    save_seeding_modes,
    seeding_failed,
    seeding_is_running,
)
from cachewarden.procedures.resize import change_instance_type, type_does_not_suit, type_was_not_changed
from cachewarden.procedures.return_sql import (
    forget_modes,
    not_synchronized_yet,
    restore_modes,
    second_copy_first,
    sql_server_does_not_answer,
    start_sql_server,
)
from cachewarden.procedures.return_storage import (
    attach_storage,
    boot_task_is_at_work,
    cache_stays_on_swap,
    cache_waits_for_less_load,
    restore_cache,
    restore_failed,
    storage_is_starting,
    storage_is_unclear,
    storage_needs_a_person,
)
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.snapshot import snapshots_told
from cachewarden.procedures.unopened import (
    copies_do_not_open,
    other_databases_do_not_open,
    restart_to_open_databases,
)
from cachewarden.procedures.worker_watch import worker_is_running, worker_must_end_first

STARTS_MAX = 3


def stopped_since_asked(situation: Situation) -> Decision | None:
    """A node that a person stopped after an event or the sweep saw it run isn't started again."""
    ec2, operation = situation.node.ec2, situation.operation
    if not situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED) or operation.changed_something:
        return None
    by_people = ec2.state_reason is not None and ec2.state_reason.startswith("Client.")
    if operation.run != ec2.launch_time or not by_people or ec2.stop_proven:
        return None
    return Refuse(
        code=Code.STOPPED_SINCE_ASKED,
        sentence=f"{situation.node.name} is {ec2.state.value} ({ec2.state_reason}): it was stopped after it was seen "
        f"running at {operation.requested_at:%H:%M:%S} UTC. It isn't started again",
    )


def start_instance(situation: Situation) -> Decision | None:
    """A stopped instance is started; protection is on before that."""
    if not situation.is_in(InstanceState.STOPPED):
        return None
    starts = situation.operation.attempts.get(Action.START_INSTANCE, 0)
    failures = situation.operation.failures.get(Action.START_INSTANCE, 0)
    if starts - failures >= STARTS_MAX:
        return Refuse(
            code=Code.START_FAILED,
            sentence=f"{situation.node.instance_id} went back to stopped {starts} times: "
            f"{situation.node.ec2.state_reason or 'EC2 gives no reason'}",
            who="DBA and cloud administrator",
        )
    last = situation.operation.last_failure
    refused = last is not None and last.action is Action.START_INSTANCE and last.code is Code.EC2_CALL_FAILED
    if failures >= FAILURES_MAX and last is not None and refused:
        return Refuse(
            code=Code.NOT_STARTED,
            sentence=f"EC2 refused StartInstance for {situation.node.instance_id} {failures} times, last with "
            f"{last.message.rstrip('.')}{type_told(situation)}",
            who="DBA and cloud administrator",
        )
    return situation.attempt(
        Execute(
            action=Action.START_INSTANCE,
            node=situation.node.instance_id,
            sentence=f"{situation.node.instance_id} is stopped and starts, stop-protected",
        )
    )


def another_cluster(situation: Situation) -> Decision | None:
    """The lease must be for the cluster that the nodes report."""
    known = situation.operation.identity
    if known is None or situation.identity is None or known.same_cluster(situation.identity):
        return None
    return Refuse(
        code=Code.IDENTITY_DISAGREES,
        sentence=f"The lease is for {known.cluster_name}, the nodes now report {situation.identity.cluster_name}",
    )


def computer_is_anothers(situation: Situation) -> Decision | None:
    """Nothing is done on an instance in whose place another one reports the same computer name."""
    own = situation.host.computer.casefold()
    others = [each for each in situation.partners if each.host is not None and each.host.computer.casefold() == own]
    if not others:
        return None
    return Refuse(
        code=Code.IDENTITY_DISAGREES,
        sentence=f"{situation.node.name} isn't brought into service: {', '.join(each.instance_id for each in others)} "
        "reports the same computer name. Take the tag cachewarden:cluster off the one that was replaced, and opt it "
        "out",
    )


def is_in_service(situation: Situation) -> Decision | None:
    """Everything that InService means is observed."""
    storage = situation.storage
    groups = groups_told([view.name for view in situation.node_groups])
    told = f"SYNCHRONIZED in {groups}" if groups else "without an Availability Group"
    spare = (
        ". Its Swap volume is missing: no planned stop is possible until it is back"
        if storage.classification is StorageClassification.SPARE_MISSING
        else ""
    )
    protected = "stop-protected" if situation.node.ec2.protectable else "not stop-protected: EC2 doesn't allow it here"
    return Complete(
        sentence=f"{situation.node.name} is in service: {'no write cache' if storage.uncached else 'cache on NVMe'}, "
        f"SQL Server runs, {told}, {protected}{spare}"
        f"{kept_elsewhere(situation)}{lent_told(situation)}{lowered_told(situation)}{change_told(situation)}"
        f"{snapshots_told(situation)}"
    )


RETURNING: tuple[Rule, ...] = (
    approval_does_not_count,
    request_expired,
    switched_off,
    cluster_is_busy,
    data_loss_seen,
    act_not_seen_yet,
    node_is_gone,
    opted_out,
    pool_volumes_refused,
    detach_pool_volumes,
    stopped_since_asked,
    type_does_not_suit,
    change_instance_type,
    start_instance,
    state_is_changing,
    attach_pool_volumes,
    boot_without_pool,
    node_not_observed,
    node_report_is_old,
    another_cluster,
    computer_is_anothers,
    worker_must_end_first,
    storage_is_starting,
    storage_needs_a_person,
    cache_is_lost,
    boot_task_is_at_work,
    attach_storage,
    start_sql_server,
    resume_cluster_node,
    restore_failed,
    second_copy_first,
    restore_cache,
    sql_server_does_not_answer,
    forget_replicas,
    restart_to_open_databases,
    log_fills_while_seeding,
    seeding_is_running,
    seeding_failed,
    databases_come_from_backups,
    save_seeding_modes,
    reseed_databases,
    contained_databases_lost,
    copies_do_not_open,
    lost_replica_stays,
    not_synchronized_yet,
    restore_modes,
    forget_modes,
    worker_is_running,
    restore_required_secondaries,
    storage_is_unclear,
    other_databases_do_not_open,
    cache_waits_for_less_load,
    cache_waits_for_maintenance,
    cache_stays_on_swap,
    cluster_node_stays_paused,
    fail_back,
    not_all_forgotten,
    nothing_to_forget,
    type_was_not_changed,
    is_in_service,
)
"""In order of danger, then in the order in which a node comes back."""

BEFORE_ANY_ACT: tuple[Rule, ...] = RETURNING[: RETURNING.index(worker_must_end_first)]
"""As long as one of them answers nothing is done for the node's groups: who asks, which node it is, what it reports."""
