"""The way to `FailedOver`: the node leads no Availability Group any more and stays in service, ahead of a reboot by
AWS.

SQL Server isn't stopped, the cache isn't moved, protection stays on: a reboot keeps instance-store data
[ec2#reboot-keeps-cache]. What takes the node out of service is the reboot, which comes whatever is decided here, and
perhaps in the midst of it. So automatic failover stays as its owner set it: nothing is held, nothing has to be put
back, and wherever the reboot comes in between, the groups fail over by themselves. Only what a failover needs is asked
for, of the partners that are to take over; the votes, logs, copies and storage that a planned stop needs aren't.
Nothing fails back. Once the roles are off, modes are put back that an operation before left held; storage is the next
sweep's affair.
"""

from cachewarden.codes import Code
from cachewarden.evidence.group_views import GroupView, candidates
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Complete, Decision, Execute
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.approval import approval_does_not_count
from cachewarden.procedures.guards.brake import switched_off
from cachewarden.procedures.guards.cluster import (
    cluster_node_is_down,
    group_has_no_primary,
    group_kind_is_unsupported,
    identity_is_unclear,
    instance_not_readable,
    node_not_readable,
    partner_is_busy,
    partner_is_down,
    partner_not_observed,
    permissions_are_missing,
    quorum_is_not_normal,
    replica_is_gone,
    replica_is_unknown,
    target_not_ready,
)
from cachewarden.procedures.guards.documents import act_not_deployed
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
from cachewarden.procedures.guards.redo import failover_would_take_long
from cachewarden.procedures.guards.running_work import work_would_be_cut
from cachewarden.procedures.replica_modes import none_led
from cachewarden.procedures.required_secondaries import secondaries_without
from cachewarden.procedures.return_sql import forget_modes, not_synchronized_yet, restore_modes
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.return_to_service import another_cluster, computer_is_anothers
from cachewarden.procedures.situation import Rule, Situation, first_answer
from cachewarden.procedures.stop import AFTER_A_LOOK, BEFORE_A_LOOK, fail_over


def leads_nothing(situation: Situation) -> bool:
    """Whether every group of the node is seen to be led elsewhere; what isn't seen doesn't count."""
    sql = situation.node.host.sql if situation.node.host is not None else None
    seen = situation.node.why_silent is None and sql is not None and not sql.unreadable
    groups = situation.node_groups
    return seen and bool(groups) and not situation.led_groups and all(view.online for view in groups)


def node_serves_nothing(situation: Situation) -> Decision | None:
    """An instance that is stopped, or about to be, leads nothing, and no reboot of it comes."""
    if not situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED):
        return None
    return situation.refuse(
        Code.NOTHING_TO_FAIL_OVER,
        f"{situation.node.instance_id} is {situation.node.ec2.state.value}: it leads no Availability Group",
    )


def no_reboot_comes(situation: Situation) -> Decision | None:
    """Nothing moves without a reboot of the node that may come within the hour: it may be over, cancelled or moved."""
    shown = situation.evidence.scheduled
    if shown is None:
        return situation.look_again("EC2 hasn't said yet what it has scheduled for the nodes")
    if situation.reboots_due:
        return None
    own = [event.shown for event in shown if event.instance_id == situation.evidence.node_id and event.reboots]
    told = f" ({'; '.join(own)})" if own else ""
    return situation.refuse(
        Code.NO_REBOOT_COMES,
        f"EC2 shows no reboot of {situation.node.name} that is still to come within the hour{told}: what it leads "
        "needn't move, or not yet",
    )


def nothing_to_fail_over(situation: Situation) -> Decision | None:
    """Databases of no group are on this node alone: they can't move, and go down with it for the reboot."""
    if situation.node_groups:
        return None
    alone = situation.operation.databases_alone
    databases = f" ({alone})" if alone else ""
    return situation.refuse(
        Code.NOTHING_TO_FAIL_OVER,
        f"No Availability Group has a replica on {situation.node.name}: nothing can be failed over, and its databases"
        f"{databases} are out of service while it reboots",
    )


def partners_unfit(situation: Situation) -> Decision | None:
    """Partners that are down, silent, busy or unknown stand against it only where no other one can take the roles."""
    if all(_ready(situation, view, situation.targets) for view in situation.led_groups):
        return None
    return first_answer(OF_PARTNERS, situation)


def targets_go_down_too(situation: Situation) -> Decision | None:
    """Roles don't move onto a node that AWS takes down at about the same time, if only such a one could take them."""
    going = situation.partners_going_down
    for view in situation.led_groups:
        ready = _ready(situation, view, situation.whole_partners)
        if ready and not _ready(situation, view, situation.targets):
            told = "; ".join(event.shown for event in going if event.instance_id in ready)
            return situation.refuse(
                Code.PARTNER_GOES_DOWN_TOO,
                f"{view.name} stays on {situation.node.name}: {', '.join(ready.values())} could take it over, and AWS "
                f"takes that down at about the same time ({told})",
            )
    return None


def _ready(situation: Situation, view: GroupView, partners: tuple[ReplicaEvidence, ...]) -> dict[str, str]:
    """Replicas on `partners` that could take the group over without data loss: their servers by instance."""
    found = candidates(view, situation.node, partners, redo_max_s=situation.policy.redo_max_s)
    return {one.instance_id: one.server for one in found if one.obstacle is None}


def roles_stay_away(situation: Situation) -> Decision | None:
    """What an operation before wrote down as led by the node doesn't fail back to it, whoever puts its modes back."""
    saved = situation.operation.saved_modes or ()
    modes = none_led(saved, situation.node_groups, situation.node.instance_id)
    if modes == saved:
        return None
    return situation.attempt(
        Execute(
            action=Action.SAVE_MODES,
            node=situation.node.instance_id,
            modes=modes,
            sentence=f"{situation.node.name} is about to be rebooted: what it led before an operation that ended early "
            "doesn't fail back to it; its modes stay written down, to be put back",
        )
    )


def roles_are_off(situation: Situation) -> Decision | None:
    """Every group of the node is seen to be led elsewhere, and what was written down is put back."""
    groups = groups_told([view.name for view in situation.node_groups])
    protected = "stop-protected" if situation.node.ec2.protectable else "not stop-protected: EC2 doesn't allow it here"
    return Complete(
        sentence=f"{situation.node.name} is SYNCHRONIZED in {groups}, {protected}. It leads no Availability Group"
        f"{_means_for_users(situation)}"
    )


def _means_for_users(situation: Situation) -> str:
    """What a reboot of the node now means for those who use its databases, to end a sentence."""
    told = ""
    stalled = [
        view
        for view in situation.node_groups
        if view.group.required_synchronized and secondaries_without(situation, view) < view.group.required_synchronized
    ]
    if stalled:
        told += (
            f"; while it reboots no commit ends in {groups_told([view.name for view in stalled])}, where more "
            "SYNCHRONIZED secondaries are demanded than remain"
        )
    alone = situation.operation.databases_alone
    if alone:
        told += f"; databases of no Availability Group ({alone}) are out of service while it reboots"
    return told


OF_PARTNERS: tuple[Rule, ...] = (
    partner_is_down,
    partner_not_observed,
    instance_not_readable,
    replica_is_gone,
    replica_is_unknown,
    partner_is_busy,
    cluster_node_is_down,
)
"""What partners have to be before a stop of the node; a reboot comes all the same, so one good target is enough."""

FAILING_OVER: tuple[Rule, ...] = (
    *BEFORE_A_LOOK,
    node_serves_nothing,
    *AFTER_A_LOOK,
    no_reboot_comes,
    act_not_deployed,
    node_not_readable,
    identity_is_unclear,
    permissions_are_missing,
    boot_task_is_at_work,
    nothing_to_fail_over,
    group_kind_is_unsupported,
    quorum_is_not_normal,
    partners_unfit,
    group_has_no_primary,
    targets_go_down_too,
    target_not_ready,
    failover_would_take_long,
    work_would_be_cut,
    roles_stay_away,
    fail_over,
)
"""In order of danger; acts follow the guards in the order in which they have to happen."""

LED_ELSEWHERE: tuple[Rule, ...] = (
    approval_does_not_count,
    request_expired,
    switched_off,
    cluster_is_busy,
    data_loss_seen,
    act_not_seen_yet,
    node_is_gone,
    opted_out,
    state_is_changing,
    node_not_observed,
    node_report_is_old,
    another_cluster,
    computer_is_anothers,
    not_synchronized_yet,
    restore_modes,
    forget_modes,
    roles_are_off,
)
"""As on the way back into service, without what is done for the node's storage, its databases and what it led."""
