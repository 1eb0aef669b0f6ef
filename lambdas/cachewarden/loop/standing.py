"""What holds after an operation, as the last evidence shows it: who serves the databases, and with how many copies."""

from collections.abc import Iterator

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, read_groups
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.next_primary import who_could_lead

NO_FAILOVER_BY_ITSELF = "no failover happens by itself"


def standing(evidence: ClusterEvidence, node: str) -> tuple[str, ...]:
    """One text for each group while the operation's node, called `node`, is stopped; none while it runs.

    A group whose primary nobody has reported, or that two report, is said to be unknown, with who could lead it.
    """
    if evidence.node.ec2.state is not InstanceState.STOPPED:
        return ()
    return tuple(" ".join(_sentences(view, evidence, node)) for view in read_groups(evidence))


def _sentences(view: GroupView, evidence: ClusterEvidence, node: str) -> Iterator[str]:
    primary = view.group.primary
    if view.primary_id is None or view.primary_id == evidence.node_id or not view.online or primary is None:
        yield f"{view.name}: which replica serves its databases isn't known. {who_could_lead(evidence, view)}."
        return
    others = {partner.instance_id for partner in evidence.partners} - {view.primary_id}
    current = [
        replica for replica in view.group.replicas if replica.synchronized and view.instance_id(replica) in others
    ]
    if current:
        names = ", ".join(sorted(replica.server for replica in current))
        yield f"{view.name}: {primary} serves, and {names} has every commit."
    else:
        yield f"{view.name}: {primary} serves and holds the only current copy until {node} is back."
    yield f"Its transaction log keeps what {node} misses: watch its free space."
    leading = view.replicas_on(view.primary_id)
    if not (any(replica.automatic for replica in leading) and any(replica.automatic for replica in current)):
        yield f"Until then {NO_FAILOVER_BY_ITSELF}."
