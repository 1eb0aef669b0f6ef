"""The way to `Snapshotted`: the cache moves to EBS, snapshots of all volumes begin, the node goes back into service.

The instance isn't stopped: protection stays on, no capacity is at stake, and the NVMe disks keep what they have. With
SQL Server stopped and the cache proven to be on EBS, the volumes together hold everything at the moment of the call
[ec2#multi-volume-snapshots], as after a power failure: NTFS is mounted. None of these rules can stop the instance.
"""

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.actions import Action
from cachewarden.operation.timing import PROOF_MAX_AGE_S
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.stop import AFTER_A_LOOK, BEFORE_A_LOOK, EVACUATING, proof_overdue


def node_does_not_run(situation: Situation) -> Decision | None:
    """Only a running node can prove where its cache is."""
    if not situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED):
        return None
    return situation.refuse(
        Code.SNAPSHOT_NOT_POSSIBLE,
        f"{situation.node.instance_id} is {situation.node.ec2.state.value}; only a running node proves that its cache "
        "is on EBS",
    )


def needs_no_evacuation(situation: Situation) -> Decision | None:
    """A node without a write cache has everything on EBS while it serves."""
    storage = situation.host.storage
    if storage is None or not storage.uncached:
        return None
    return situation.refuse(
        Code.SNAPSHOT_NOT_POSSIBLE,
        f"{situation.node.name} has no write cache: snapshots that EC2 takes while it serves lack nothing",
    )


def snapshot_node(situation: Situation) -> Decision | None:
    """Snapshots of all volumes together, on a proof as young as a stop needs."""
    host = situation.host
    storage = host.storage
    if storage is None or not storage.proof.evacuated:
        return situation.refuse(
            Code.PROOF_NOT_OBTAINED,
            f"{situation.node.name} doesn't prove that its cache is on EBS; no snapshot is taken",
        )
    if host.storage_command is not None and situation.fresh(host.storage_at, PROOF_MAX_AGE_S):
        return situation.attempt(
            Execute(
                action=Action.SNAPSHOT_NODE,
                node=situation.node.instance_id,
                sentence=f"Snapshots of all volumes of {situation.node.name} begin together: proven "
                f"{situation.age_s(host.storage_at):.0f} s ago, with SQL Server stopped, that nothing is on NVMe",
            )
        )
    return proof_overdue(situation) or situation.look_again("The proof is taken again right before the snapshots")


def snapshots_told(situation: Situation) -> str:
    """Which snapshots this operation took, to end a sentence; empty where none."""
    taken = situation.operation.node_snapshots
    if not taken:
        return ""
    return f". {len(taken)} snapshots, begun with its cache on EBS, hold all its volumes: {', '.join(taken)}"


SNAPSHOTTING: tuple[Rule, ...] = (
    *BEFORE_A_LOOK,
    node_does_not_run,
    *AFTER_A_LOOK,
    needs_no_evacuation,
    *EVACUATING,
    snapshot_node,
)
"""In order of danger; acts follow the guards in the order in which they have to happen."""
