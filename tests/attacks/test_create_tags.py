"""Whoever may set tags, and nothing else, mixes no clusters and blocks no stop by naming strangers as members."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.ec2.instances import Instance, InstanceState
from tests.attacks.attacked_cluster import Attacked, attacked

STRANGER_IN_CLUSTER = "CW6118"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def stranger(scene: Attacked, state: InstanceState, **tags: str) -> Instance:
    """Another team's instance, without an SSM agent of ours, that has nothing to do with any cluster here."""
    instance = Instance(
        scene.cluster.world,
        instance_id=scene.cluster.world.hex_id("i-"),
        kind=R5D_4XLARGE,
        zone="eu-west-1c",
        tags={"Name": "build server", **tags},
        private_ip="10.0.9.9",
    )
    instance.state = state
    return instance


def tag(scene: Attacked, instance: Instance, **tags: str) -> None:
    """As a principal whose only right is CreateTags."""
    client = scene.cluster.account.client("ec2", scene.principal("sets-tags", "ec2:CreateTags"))
    client.create_tags(
        Resources=[instance.id], Tags=[{"Key": f"cachewarden:{key}", "Value": value} for key, value in tags.items()]
    )


@pytest.mark.parametrize("state", [InstanceState.STOPPED, InstanceState.RUNNING])
@pytest.mark.campaign(suite=1)
def test_an_instance_that_is_called_a_member_blocks_no_stop(scene, state):
    """It is no node of the failover cluster, every node of which answers: people are told, and nothing waits for it."""
    intruder = stranger(scene, state)
    tag(scene, intruder, cluster="sales")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert any(STRANGER_IN_CLUSTER in message and intruder.id in message for message in scene.messages)
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert intruder.id not in scene.lease()["members"]
    assert not scene.watch.violations


def test_an_opted_in_intruder_blocks_no_stop_either(scene):
    intruder = stranger(scene, InstanceState.STOPPED)
    tag(scene, intruder, cluster="sales", managed="true")
    scene.settle()
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert ("Stopped", "Goal") in scene.outcomes
    assert not scene.watch.violations


@pytest.mark.parametrize("name", ["*", "sales?", "s*", "sale?", "\\*"])
@pytest.mark.campaign(suite=2)
def test_a_wildcard_for_a_name_gathers_no_other_clusters_nodes(scene, name):
    """EC2 takes `*` and `?` in filters for wildcards: a node that is called so must still be alone."""
    for node in ("SALES1", "SALES2"):
        tag(scene, scene.cluster.instances[node], cluster=name)
    others = [stranger(scene, InstanceState.STOPPED, **{"cachewarden:cluster": each}) for each in ("hr", "sales2")]
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not any(each.id in scene.lease()["members"] for each in others)
    assert not any(each.id in message for each in others for message in scene.messages)


def test_a_true_member_that_is_down_still_blocks_every_stop(scene):
    """What the failover cluster names and nobody answers for is no stranger, whatever else carries the tag."""
    tag(scene, stranger(scene, InstanceState.STOPPED), cluster="sales")
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.cluster.instances["SALES1"].state is InstanceState.RUNNING
    assert scene.outcomes[-1] == ("Stopped", "Refused")
    assert not scene.watch.violations


def test_a_node_that_we_stopped_and_tags_call_outside_still_blocks_every_stop(synthesized):
    """Four of five nodes would keep quorum and synchronized copies; two nodes are never down by our doing."""
    with attacked(synthesized, story="five-replicas") as scene:
        scene.perform(StepKind.STOP, "SALES2")
        scene.settle()
        tag(scene, scene.cluster.instances["SALES2"], cluster="other", managed="false")
        for name in ("SALES1", "SALES3", "SALES4", "SALES5"):
            tag(scene, scene.cluster.instances[name], cluster="another", outside="SALES2")
        scene.perform(StepKind.STOP, "SALES3")
        scene.settle()
        assert scene.outcomes == [("Stopped", "Goal"), ("Stopped", "Refused")]
        assert any("SALES2, which cachewarden:outside names" in message for message in scene.messages)
        assert scene.whole("SALES3")
        assert not scene.watch.violations


def test_taking_a_member_out_of_the_name_still_blocks_the_stops(scene):
    """Still possible: nobody answers for the other replica then, so nothing is stopped, and people hear why."""
    tag(scene, scene.cluster.instances["SALES2"], cluster="other")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Refused")]
    assert any("CW6102" in message for message in scene.messages)
    assert scene.whole("SALES1")
