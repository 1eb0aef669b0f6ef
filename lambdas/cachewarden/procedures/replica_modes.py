"""Which replica modes are changed for an operation, kept meanwhile, and put back.

Only those of the leaving node: automatic failover takes place between two replicas that both have it
[availability-groups#automatic-failover], so nothing fails over from or to this node, and the replicas that remain keep
what their owner gave them. If the new primary is lost meanwhile, one of them can take over.
"""

from collections.abc import Iterable

from cachewarden.evidence.group_views import GroupView
from cachewarden.operation.operation import SavedMode

GROUPS_PER_CALL = 13
"""GUIDs with commas that fit a parameter value of 512 characters [automation#value-length]."""
MODES_PER_CALL = 6
"""`<group>/<replica>/<mode>/<mode>` entries that fit one."""


def modes_of(views: Iterable[GroupView], node_id: str) -> tuple[SavedMode, ...]:
    """Present modes of the node's replica of each group."""
    return tuple(
        SavedMode(
            group=view.id,
            replica=replica.id,
            server=replica.server,
            availability_mode=replica.availability_mode,
            failover_mode=replica.failover_mode,
        )
        for view in views
        for replica in view.replicas_on(node_id)
    )


def groups_to_hold(views: Iterable[GroupView], node_id: str) -> tuple[GroupView, ...]:
    """Groups that may still fail over from the node, or to it, by themselves."""
    return tuple(view for view in views if any(replica.automatic for replica in view.replicas_on(node_id)))


def modes_to_restore(saved: Iterable[SavedMode], views: Iterable[GroupView]) -> tuple[SavedMode, ...]:
    """Saved modes that differ from what is; commit modes first, since AUTOMATIC demands a synchronous replica.

    A replica or group that was dropped meanwhile has nothing to restore.
    """
    current = {(view.id, replica.id): replica for view in views for replica in view.group.replicas}
    differing: list[tuple[bool, SavedMode]] = []
    for mode in saved:
        replica = current.get((mode.group, mode.replica))
        if replica is None:
            continue
        commit_differs = replica.availability_mode != mode.availability_mode
        if commit_differs or replica.failover_mode != mode.failover_mode:
            differing.append((not commit_differs, mode))
    return tuple(mode for _, mode in sorted(differing, key=lambda item: (item[0], item[1].group, item[1].replica)))


def modes_parameter(modes: Iterable[SavedMode]) -> str:
    """The `Modes` parameter of restore_replica_modes."""
    return ",".join(f"{mode.group}/{mode.replica}/{mode.availability_mode}/{mode.failover_mode}" for mode in modes)


def groups_parameter(views: Iterable[GroupView]) -> str:
    """The `AvailabilityGroups` parameter: GUIDs, never names."""
    return ",".join(view.id for view in views)


def replicas_parameter(views: Iterable[GroupView], node_id: str) -> str:
    """The `Replicas` parameter of hold_replica_modes: GUIDs of the node's replicas."""
    return ",".join(replica.id for view in views for replica in view.replicas_on(node_id))
