"""Whether the nodes that faults name are a story's. Read from the story alone: no cluster has to be built for it."""

from __future__ import annotations

from rehearsal.faults.errors import unknown
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.story import Story


def check_nodes(story: Story) -> None:
    """Raises FaultError for the first fault that names a node which the story doesn't have."""
    for fault in story.faults:
        check_node(story, fault)


def check_node(story: Story, fault: Fault) -> None:
    """Raises FaultError as `check_nodes`, of one fault."""
    # What comes from outside is injected into nodes of the cluster; anything else may fail on any instance.
    beside = () if point_called(fault.point).external else (*story.launched, *story.disposable_pair)
    nodes = (*story.nodes, *story.stand_alone, *beside)
    if "node" in fault.where and fault.where["node"] not in nodes:
        raise unknown("node", fault.where["node"], nodes, see=f"for {fault.point} in the story {story.name}")
