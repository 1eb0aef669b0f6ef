"""Which replica modes are changed for an operation, kept meanwhile, and put back.

Only those of the leaving node: automatic failover takes place between two replicas that both have it
[availability-groups#automatic-failover], so nothing fails over from or to this node, and the replicas that remain keep
what their owner gave them. If the new primary is lost meanwhile, one of them can take over.
"""

from collections.abc import Iterable
from dataclasses import replace

from cachewarden.evidence.availability_groups import SEEDING_MANUAL, AvailabilityReplica
from cachewarden.evidence.group_views import GroupView
from cachewarden.operation.operation import SavedMode

GROUPS_PER_CALL = 13
"""GUIDs that the pattern of the parameter admits (ssm_documents/templates/parameters.yaml)."""
MODES_PER_CALL = 6
"""`<group>/<replica>/<mode>/<mode>/<mode>` entries that its pattern admits."""


def modes_of(views: Iterable[GroupView], node_id: str) -> tuple[SavedMode, ...]:
    """Present modes of the node's replica of each group."""
    return tuple(
        SavedMode(
            group=view.id,
            replica=replica.id,
            server=replica.server,
            availability_mode=replica.availability_mode,
            failover_mode=replica.failover_mode,
            seeding_mode=replica.seeding_mode,
            led=view.primary_id == node_id,
            required_synchronized=None,
        )
        for view in views
        for replica in view.replicas_on(node_id)
    )


def not_saved_yet(modes: Iterable[SavedMode], saved: Iterable[SavedMode]) -> tuple[SavedMode, ...]:
    """Those of `modes` whose replica isn't among `saved`: what was saved first is what the owner gave it."""
    known = {(mode.group, mode.replica) for mode in saved}
    return tuple(mode for mode in modes if (mode.group, mode.replica) not in known)


def none_led(modes: Iterable[SavedMode], views: Iterable[GroupView], node_id: str) -> tuple[SavedMode, ...]:
    """The modes as of a node whose roles are to stay away: no way back moves them to it again, whoever begins it."""
    own = {(view.id, replica.id) for view in views for replica in view.replicas_on(node_id)}
    return tuple(replace(mode, led=mode.led and (mode.group, mode.replica) not in own) for mode in modes)


def seeded_by_hand(modes: Iterable[SavedMode]) -> tuple[SavedMode, ...]:
    """Replicas whose owner doesn't want automatic seeding: reseeding changes that, so it is put back afterwards."""
    return tuple(mode for mode in modes if mode.seeding_mode == SEEDING_MANUAL)


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
        if commit_differs or replica.failover_mode != mode.failover_mode or _seeding_differs(replica, mode):
            differing.append((not commit_differs, mode))
    return tuple(mode for _, mode in sorted(differing, key=lambda item: (item[0], item[1].group, item[1].replica)))


def _seeding_differs(replica: AvailabilityReplica, mode: SavedMode) -> bool:
    known = replica.seeding_mode is not None and mode.seeding_mode is not None
    return known and replica.seeding_mode != mode.seeding_mode


def modes_parameter(modes: Iterable[SavedMode]) -> str:
    """The `Modes` parameter of restore_replica_modes; a seeding mode that wasn't told is left out."""
    return ",".join(
        f"{mode.group}/{mode.replica}/{mode.availability_mode}/{mode.failover_mode}"
        + (f"/{mode.seeding_mode}" if mode.seeding_mode is not None else "")
        for mode in modes
    )


def groups_parameter(views: Iterable[GroupView]) -> str:
    """The `AvailabilityGroups` parameter: GUIDs, never names."""
    return ",".join(view.id for view in views)


def replicas_parameter(views: Iterable[GroupView], node_id: str) -> str:
    """The `Replicas` parameter of hold_replica_modes: GUIDs of the node's replicas."""
    return ",".join(replica.id for view in views for replica in view.replicas_on(node_id))
