"""Which nodes of a cluster are down: while one is, no second one may be taken out of service, whoever asks for it."""

from dataclasses import dataclass

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import computer_of
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.operation import SavedMode


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeDown:
    """`told`: its name and how that is known, for sentences."""

    name: str
    told: str


def nodes_down(
    evidence: ClusterEvidence, *, outside: frozenset[str], saved_modes: tuple[SavedMode, ...] | None
) -> tuple[NodeDown, ...]:
    """The partners that don't run, and servers called `outside` whose modes the lease keeps (`saved_modes`).

    Modes are kept, to be put back, of nodes that leave and of partners that take over, and of nothing outside. Tags can
    call such a node outside, and take it out of the cluster's name, meanwhile.
    """
    away = outside - evidence.answering - evidence.gone
    kept = sorted({mode.server for mode in saved_modes or () if computer_of(mode.server) in away})
    return (
        *(
            NodeDown(name=each.name, told=f"{each.name} is {each.ec2.state.value}")
            for each in evidence.partners
            if each.ec2.state is not InstanceState.RUNNING
        ),
        *(
            NodeDown(
                name=server,
                told=f"{server}, which cachewarden:outside names, was taken out of service by CacheWarden and isn't "
                "back (if it is gone for good, take its name out of that tag)",
            )
            for server in kept
        ),
    )
