"""The golden scenarios of a node's storage that no story plays, seen from the console: golden_scenarios.py plays them
on the host, under every value of each unsure fact."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import StepKind
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.uncertain_facts import settings_with
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "SALES2"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def data_pool(cluster: Cluster) -> Pool:
    storage = cluster.hosts[NODE].storage
    (space,) = [each for each in storage.visible_virtual_disks() if each.write_cache_bytes]
    return storage.pools[space.pool_id]


def end(scene: Attacked) -> tuple[str, str]:
    scene.settle()
    return scene.outcomes[-1]


def test_a_node_whose_pool_is_read_only_serves_and_is_not_stopped_until_it_is_writable(scene):
    pool = data_pool(scene.cluster)
    pool.read_only_by_policy = True
    scene.perform(StepKind.STOP, NODE)
    assert end(scene) == ("Stopped", "Refused") and "CW6108" in scene.messages[-1], scene.messages[-1]
    assert scene.cluster.in_service(NODE) and scene.cluster.instances[NODE].stop_protected

    pool.read_only_by_policy = False
    scene.perform(StepKind.STOP, NODE)
    assert end(scene) == ("Stopped", "Goal"), scene.messages[-1]
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_data_volume_that_is_missing_at_the_start_is_waited_for_and_nothing_is_rebuilt(scene):
    scene.perform(StepKind.STOP, NODE)
    assert end(scene) == ("Stopped", "Goal"), scene.messages[-1]
    instance = scene.cluster.instances[NODE]
    (volume,) = [each for each in instance.volumes if each.device == "xvdf"]
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("admin"))
    ec2.detach_volume(VolumeId=volume.id, InstanceId=instance.id)
    scene.sleep(60)
    scene.perform(StepKind.START, NODE)
    assert end(scene) == ("InService", "Attention"), scene.messages[-1]
    assert "CW6206" in scene.messages[-1] and "EBS_MISSING" in scene.messages[-1]

    ec2.attach_volume(VolumeId=volume.id, InstanceId=instance.id, Device="xvdf")
    scene.sleep(60)
    scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StartInstance")
    assert end(scene) == ("InService", "Goal"), scene.messages[-1]
    assert scene.whole(NODE) and scene.cluster.synchronized() and "RebuildStorage" not in scene.entered
    assert not scene.watch.violations


def test_a_drive_that_is_locked_after_a_start_waits_for_a_person_and_nothing_is_rebuilt(scene, monkeypatch):
    """As BitLocker leaves it: disk, partition and letter are there, the drive can't be read."""
    scene.perform(StepKind.STOP, NODE)
    assert end(scene) == ("Stopped", "Goal"), scene.messages[-1]
    with monkeypatch.context() as locked:
        storage, unlocked = scene.cluster.hosts[NODE].storage, letters.is_readable
        locked.setattr(
            letters, "is_readable", lambda at, letter: (at, letter) != (storage, "D") and unlocked(at, letter)
        )
        scene.perform(StepKind.START, NODE)
        assert end(scene) == ("InService", "Attention") and "CW1035" in scene.messages[-1], scene.messages[-1]
        scene.perform(StepKind.STOP, NODE)
        assert end(scene) == ("Stopped", "Refused") and "the data drive cannot be read" in scene.messages[-1]
    scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StartInstance")
    assert end(scene) == ("InService", "Goal"), scene.messages[-1]
    assert scene.whole(NODE) and "RebuildStorage" not in scene.entered and not scene.watch.violations


def test_a_lost_cache_that_windows_words_with_another_number_is_for_a_person_and_costs_no_snapshots(synthesized):
    """Only 50003 is taken for the proof; with another number the pool is left as it is, however often it is tried."""
    settings = settings_with(["storage.lost_attach_error=48006"])
    with attacked(synthesized, settings=settings) as scene:
        scene.perform(StepKind.SHUT_DOWN, NODE)
        scene.settle()
        scene.perform(StepKind.START, NODE)
        assert end(scene) == ("InService", "Attention") and "CW1091" in scene.messages[-1], scene.messages[-1]
        scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StartInstance")
        assert end(scene) == ("InService", "Attention") and "CW1091" in scene.messages[-1], scene.messages[-1]
        events = scene.cluster.world.trace.events
        assert not [event.text for event in events if event.kind in ("pool-removed", "virtual-disk-removed")]
        assert not {"SnapshotDataVolumes", "RebuildStorage"} & set(scene.entered)
        assert not scene.cluster.world.snapshots and not scene.watch.violations
