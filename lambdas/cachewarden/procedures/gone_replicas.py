"""Replicas whose instance is gone for good: which ones, what is left, and how people are told. Pure."""

from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, computer_of
from cachewarden.operation.policy import policy_from_tags


def gone_replicas(evidence: ClusterEvidence, view: GroupView) -> tuple[AvailabilityReplica, ...]:
    """The group's replicas on computers of which it is proven that their instance never comes back.

    None that an owner calls outside: whatever its former instance is, its owner has it elsewhere.
    """
    if not evidence.absent:  # nearly always: then the tags aren't read again for each of many groups
        return ()
    outside = {computer for each in evidence.replicas for computer in policy_from_tags(each.ec2.tags).outside}
    gone = evidence.gone - outside
    return tuple(replica for replica in view.group.replicas if computer_of(replica.server) in gone)


def told_gone(evidence: ClusterEvidence, view: GroupView, gone: tuple[AvailabilityReplica, ...]) -> str:
    """Which replicas of a group these are, and what is known of their instances, for sentences."""
    whys = {each.computer: each.why for each in evidence.absent}
    told = "; ".join(f"{replica.server} ({whys[computer_of(replica.server)]})" for replica in gone)
    return f"{view.name} has a replica that is gone for good: {told}"


def copies_left(view: GroupView) -> str:
    """How many copies a group has without the replicas that aren't connected, by its primary's report, for sentences:
    they are counted, not taken for granted.
    """
    others = [one for one in view.group.replicas if one.connected == CONNECTED and not one.local]
    copies = sum(one.synchronized for one in others)
    return (
        f"{copies} synchronized {'copy' if copies == 1 else 'copies'} beside the primary's "
        f"{'remains' if copies == 1 else 'remain'} in {view.name}"
    )
