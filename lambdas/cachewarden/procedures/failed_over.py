"""The way to `FailedOver`: the node leads no Availability Group any more and stays in service, ahead of a reboot by
AWS.

SQL Server isn't stopped, the cache isn't moved, protection stays on: a reboot keeps instance-store data
[ec2#reboot-keeps-cache]. What takes the node out of service is the reboot, which comes whatever is decided here. So
only what a failover needs is asked for; the votes, logs, copies and storage that a planned stop needs aren't. Once the
roles have moved, the way back into service puts the modes back; nothing fails back.
"""

from cachewarden.codes import Code
from cachewarden.evidence.group_views import candidates
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.cluster import (
    cluster_node_is_down,
    group_has_no_primary,
    group_kind_is_unsupported,
    identity_is_unclear,
    instance_not_readable,
    partner_is_busy,
    partner_is_down,
    partner_not_observed,
    permissions_are_missing,
    replica_is_gone,
    replica_is_unknown,
    target_not_ready,
)
from cachewarden.procedures.guards.documents import act_not_deployed
from cachewarden.procedures.guards.redo import failover_would_take_long
from cachewarden.procedures.guards.running_work import work_would_be_cut
from cachewarden.procedures.required_secondaries import secondaries_without
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.stop import (
    AFTER_A_LOOK,
    BEFORE_A_LOOK,
    fail_over,
    hold_modes,
    save_modes,
)


def leads_nothing(situation: Situation) -> bool:
    """Whether every group of the node is seen to be led elsewhere; what isn't seen doesn't count."""
    seen = situation.node.why_silent is None and bool(situation.node_groups)
    return seen and not situation.led_groups and all(view.online for view in situation.node_groups)


def node_serves_nothing(situation: Situation) -> Decision | None:
    """An instance that is stopped, or about to be, leads nothing, and no reboot of it comes."""
    if not situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED):
        return None
    return situation.refuse(
        Code.NOTHING_TO_FAIL_OVER,
        f"{situation.node.instance_id} is {situation.node.ec2.state.value}: it leads no Availability Group",
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


def targets_go_down_too(situation: Situation) -> Decision | None:
    """Roles don't move onto a node that AWS takes down at about the same time, if only such a one could take them."""
    if situation.evidence.scheduled is None:
        return situation.look_again("EC2 hasn't said yet what it has scheduled for the other nodes")
    going = situation.partners_going_down
    if not going:
        return None
    bound_s = situation.policy.redo_max_s
    for view in situation.led_groups:
        ready = [one for one in candidates(view, situation.node, situation.partners, redo_max_s=bound_s)
                 if one.obstacle is None]  # fmt: skip
        left = {each.instance_id for each in situation.targets}
        if ready and not any(one.instance_id in left for one in ready):
            able = {one.instance_id for one in ready}
            told = "; ".join(event.shown for event in going if event.instance_id in able)
            return situation.refuse(
                Code.PARTNER_GOES_DOWN_TOO,
                f"{view.name} stays on {situation.node.name}: {', '.join(one.server for one in ready)} could take it "
                f"over, and AWS takes that down at about the same time ({told})",
            )
    return None


def roles_off_told(situation: Situation) -> str:
    """What a reboot of the node now means for those who use its databases, to end a sentence; empty for other goals."""
    if situation.operation.effective_goal is not Goal.FAILED_OVER:
        return ""
    told = ". It leads no Availability Group"
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


FAILING_OVER: tuple[Rule, ...] = (
    *BEFORE_A_LOOK,
    node_serves_nothing,
    *AFTER_A_LOOK,
    act_not_deployed,
    partner_is_down,
    partner_not_observed,
    instance_not_readable,
    identity_is_unclear,
    replica_is_gone,
    replica_is_unknown,
    permissions_are_missing,
    boot_task_is_at_work,
    nothing_to_fail_over,
    group_kind_is_unsupported,
    partner_is_busy,
    cluster_node_is_down,
    group_has_no_primary,
    targets_go_down_too,
    target_not_ready,
    failover_would_take_long,
    work_would_be_cut,
    save_modes,
    hold_modes,
    fail_over,
)
"""In order of danger; acts follow the guards in the order in which they have to happen."""
