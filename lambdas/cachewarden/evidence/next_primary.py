"""Who could lead a group that has no primary: told to a person who has to end the outage, and never done by itself."""

from cachewarden.evidence.availability_groups import ReplicaDatabases
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView
from cachewarden.evidence.instance import InstanceState


def who_could_lead(evidence: ClusterEvidence, view: GroupView) -> str:
    """Sentences about replicas on nodes that run, by the cluster's own mark of what they have (is_failover_ready).

    Only a primary clears that mark, so it holds while there is none; SQL Server looks at it again
    [availability-groups#failover-conditions].
    """
    ready = sorted(
        replica.server
        for node in evidence.replicas
        if node.ec2.state is InstanceState.RUNNING and node.host is not None and node.host.sql is not None
        for group in node.host.sql.groups
        if group.id == view.id
        for replica in group.replicas
        if replica.local and replica.synchronous and _marked_ready(replica.databases)
    )
    if ready:
        return (
            f"{', '.join(ready)} was last seen with all commits (is_failover_ready). If the former primary doesn't "
            "come back soon, run ALTER AVAILABILITY GROUP ... FAILOVER there: it loses nothing, and is refused where "
            "that isn't so any more. Of a former primary that runs again the cluster may leave the role Failed and "
            "try it again after an hour: bring the role online in Failover Cluster Manager"
        )
    former = f" {view.group.primary}" if view.group.primary else ""
    return f"No replica that answers is marked as having all commits: bring the former primary{former} back first"


def _marked_ready(databases: ReplicaDatabases | None) -> bool:
    return databases is not None and databases.count > 0 and databases.failover_ready == databases.count
