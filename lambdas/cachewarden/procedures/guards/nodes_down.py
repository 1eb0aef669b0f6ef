"""Which nodes of a cluster are down or away: meanwhile no second one is taken out of service, whoever asks for it."""

from dataclasses import dataclass

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import computer_of
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.policy import may_be_asked


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


def nodes_away(
    evidence: ClusterEvidence, *, outside: frozenset[str], saved_modes: tuple[SavedMode, ...] | None
) -> tuple[NodeDown, ...]:
    """Those that are down, and partners that run and aren't seen to serve their databases.

    Of one that isn't opted in EC2's state is all that is known, and the replica's connection, at which the node looks.
    """
    return (
        *nodes_down(evidence, outside=outside, saved_modes=saved_modes),
        *(
            NodeDown(name=each.name, told=f"{each.name} {each.why_not_serving}")
            for each in evidence.partners
            if each.ec2.state is InstanceState.RUNNING
            and may_be_asked(each.ec2.tags)
            and each.why_not_serving is not None
        ),
    )
