"""Which names of a fault a run has: nodes of the cluster, and instances that the story launches beside it."""

from __future__ import annotations

import pytest

from rehearsal.faults import FaultError, fault_from_text
from rehearsal.scenarios.cluster import Cluster, build_cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.deployed_points import check_fault
from rehearsal.world.settings import Settings

MACHINE = "cachewarden-maintain-replica"


@pytest.fixture(scope="module")
def storage_built(synthesized) -> Cluster:
    return build_cluster(load_story("storage-built"), seed=1, templates=synthesized, settings=Settings())


def test_storage_of_an_instance_beside_the_cluster_may_fail(storage_built):
    check_fault(storage_built, MACHINE, fault_from_text("storage.add-physical-disk fail node=NEW error=50003"))


def test_what_comes_from_outside_comes_to_nodes_of_the_cluster_only(storage_built):
    with pytest.raises(FaultError, match=r"no node 'NEW'; there is: SALES1, SALES2 "):
        check_fault(storage_built, MACHINE, fault_from_text("host.crash kill node=NEW"))


def test_a_name_that_nothing_has_is_refused_with_the_names_that_there_are(storage_built):
    with pytest.raises(FaultError, match=r"no node 'WEB1'; there is: NEW, SALES1, SALES2 "):
        check_fault(storage_built, MACHINE, fault_from_text("storage.add-physical-disk fail node=WEB1 error=50003"))


@pytest.mark.parametrize("name", ["facts-recorded", "stand-alone", "replica-outside"])
def test_a_story_says_which_nodes_its_cluster_has(name, synthesized):
    cluster = build_cluster(load_story(name), seed=1, templates=synthesized, settings=Settings())
    beside = {*cluster.story.launched, *cluster.story.disposable_pair, *cluster.story.outside, "SALES9"}
    known = {each for each in {*cluster.hosts, *beside} if _has(cluster, f"storage.repair fail node={each}")}
    assert known == {*cluster.instances, *cluster.launched}
    struck = {each for each in {*cluster.hosts, *beside} if _has(cluster, f"host.crash kill node={each}")}
    assert struck == set(cluster.hosts)


def _has(cluster: Cluster, fault: str) -> bool:
    try:
        check_fault(cluster, MACHINE, fault_from_text(fault))
    except FaultError:
        return False
    return True
