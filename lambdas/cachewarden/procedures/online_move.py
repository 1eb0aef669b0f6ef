"""Evacuating the cache while SQL Server runs, on the way to `Stopped`: whether, and the two acts that it takes.

The node's owner asks for it by a tag, and it must have been recorded for the node's build of Windows. Each command
carries the request with its own token and end, so that no parameter that a person gives a document asks for it.
"""

from datetime import timedelta

from cachewarden.codes import Code
from cachewarden.evidence.storage import StorageClassification
from cachewarden.evidence.worker import WorkerState
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import NO_CONSENT
from cachewarden.operation.policy import Evacuation
from cachewarden.operation.timing import COMMAND_LIFE_S, cache_move_s
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.in_place import stays
from cachewarden.procedures.replica_modes import GROUPS_PER_CALL, groups_parameter, replicas_parameter
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import EVACUATE

STALLED = Code.MOVE_STALLED_UNDER_LOAD
"""The worker gave up while SQL Server wrote: the move goes on without that."""


def make_asynchronous(situation: Situation) -> Decision | None:
    """Where the cache moves while SQL Server runs, no commit waits for the node meanwhile."""
    if why_offline(situation) is not None:
        return None
    leaving = situation.node.instance_id
    waited_for = [view for view in situation.node_groups if any(one.synchronous for one in view.replicas_on(leaving))]
    if not waited_for:
        return None
    node = waited_for[0].primary_id
    if node is None:
        raise AssertionError("a group without a primary passed the guards")
    batch = [view for view in waited_for if view.shares_primary(waited_for[0])][:GROUPS_PER_CALL]
    names = ", ".join(view.name for view in batch)
    return situation.attempt(
        Execute(
            action=Action.HOLD_REPLICA_MODES,
            node=node,
            parameters={
                "AvailabilityGroups": groups_parameter(batch),
                "Replicas": replicas_parameter(batch, leaving),
                "Consent": _request(situation),
            },
            sentence=f"{situation.node.name} becomes an asynchronous replica of {names} while its cache moves, so that "
            "no commit waits for its volume",
        )
    )


def evacuate_online(situation: Situation) -> Decision | None:
    """The cache moves from NVMe to the Swap volume while SQL Server runs and receives log, where that was asked for."""
    storage = situation.host.storage
    if storage is None or why_offline(situation) is not None:
        return None
    minutes = cache_move_s(storage.write_cache_bytes) / 60
    return situation.attempt(
        Execute(
            action=Action.EVACUATE_CACHE,
            node=situation.node.instance_id,
            parameters={"Consent": _request(situation)},
            sentence=f"The write-back cache of {situation.node.name} moves from NVMe to the Swap volume while SQL "
            f"Server runs, about {minutes:.0f} minutes",
        )
    )


def why_offline(situation: Situation) -> str | None:
    """Why SQL Server stops before the cache moves; None where the cache moves first."""
    if situation.policy.evacuation is not Evacuation.ONLINE:
        return "its owner doesn't ask for more"
    host = situation.host
    unrecorded = build_not_recorded(situation)
    if unrecorded is not None:
        return unrecorded
    if not situation.node_groups:
        return "it is in no Availability Group"
    if stays(situation):
        return "it keeps an Availability Group that nobody can take over"
    if host.sql is None or not host.sql.all_told:
        return "not all of its SQL Server runs"
    if host.storage is None or host.storage.classification not in _MOVES_FROM:
        return "its cache isn't on NVMe"
    return "the move made no progress while SQL Server wrote" if stalled(situation) else None


def build_not_recorded(situation: Situation) -> str | None:
    """Why nobody knows that this Windows moves a cache under load; None where it was recorded."""
    build, recorded = situation.host.windows_build, situation.evidence.online_builds
    if build is None or recorded is None:
        return "its build of Windows, or what was recorded, is unknown"
    if build in recorded:
        return None
    return f"for its build of Windows, {build}, nobody has recorded that such a move succeeds"


def stalled(situation: Situation) -> bool:
    """Whether the worker gave up an evacuation of this operation for SQL Server's writes."""
    worker = situation.host.worker
    return (
        worker is not None
        and worker.work == EVACUATE
        and worker.state is WorkerState.FAILED
        and worker.code is STALLED
        and worker.token == situation.operation.lease_token
    )


def _request(situation: Situation) -> str:
    token = situation.operation.lease_token
    if token is None:
        return NO_CONSENT
    until = situation.now + timedelta(seconds=COMMAND_LIFE_S)
    return f"online/{token}/{until:%Y-%m-%dT%H:%M:%SZ}"


_MOVES_FROM = frozenset({StorageClassification.CACHE_ON_NVME, StorageClassification.MOVING})
