"""A way back of a node that EC2 is about to stop: its cache stays on the Swap volume, out of the stop's reach.

What was evacuated for that very stop, and given up, would else be moved back onto the disk that goes with the host.
"""

from datetime import datetime
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.evidence.scheduled_event import TRY_EVERY
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.timing import PROOF_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Refuse, Wait
from cachewarden.procedures.situation import Situation

Held: TypeAlias = Wait | str | None
"""A look that has to come first; why the cache stays where it is, for sentences; None where it may move back."""


def asks_for_maintenance(node: ReplicaEvidence, at: datetime) -> bool:
    """Whether a move of the cache back to NVMe depends on what EC2 has scheduled for the node.

    Not within two hours of the instance's start: that has answered what was scheduled before, which EC2 may go on to
    show for a while [ec2#stop-start-ahead]. So a plain return after a stop asks nothing, nor does a stop, which moves
    the cache while SQL Server is down. A move that was cut between the two disks isn't held up: half a cache on each is
    no better off at EC2's stop, and from NVMe it can be evacuated again.
    """
    storage = node.host.storage if node.host is not None else None
    sql = node.host.sql if node.host is not None else None
    if storage is None or storage.classification is not StorageClassification.EVACUATED:
        return False
    if not storage.has_disk_for_cache or (sql is not None and sql.services and sql.all_stopped):
        return False
    return at - node.ec2.launch_time >= TRY_EVERY


def held_for_maintenance(situation: Situation) -> Held:
    """While EC2 shows a stop of the node within a day, or doesn't say; a start of the whole cluster isn't held up."""
    if situation.cluster_goal is not None or not asks_for_maintenance(situation.node, situation.now):
        return None
    seen = situation.evidence.maintenance
    if seen is None or not situation.fresh(seen.observed_at):
        if situation.operation.waited_s(WaitReason.LOOK, situation.now) < PROOF_OVERDUE_S:
            return situation.look_again(
                f"Before the cache of {situation.node.name} moves back to NVMe, EC2 is asked whether it is about to "
                "stop the instance"
            )
        return "EC2 doesn't say whether it is about to stop the instance for maintenance"
    for event in seen.events:
        due = event.not_before is None or event.on_last_day(situation.now)
        if event.ends_in_stop and event.instance_id == situation.node.instance_id and due:
            return event.shown
    return None


def cache_waits_for_maintenance(situation: Situation) -> Decision | None:
    """In service, with its cache on the Swap volume until EC2's stop is over or called off."""
    held = held_for_maintenance(situation)
    if held is None or isinstance(held, Wait):
        return held
    return Refuse(
        code=Code.CACHE_AWAITS_MAINTENANCE,
        sentence=f"{situation.node.name} is in service with its cache on the Swap volume, and it stays there: {held}. "
        "EC2's stop would take the NVMe disk and whatever were on it. Nothing is lost, writes are slower",
    )
