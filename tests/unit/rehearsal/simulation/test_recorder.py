"""What is recorded of the world while it changes."""

from __future__ import annotations

import pytest

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.simulation.recorder import Aspect
from tests.unit.rehearsal.report.recorded_scene import Scene, stop_and_return


@pytest.fixture(scope="module")
def scene():
    return stop_and_return()


def history(scene, node, aspect):
    return [(round(change.at_s), change.state, change.detail) for change in scene.recorder.nodes[node].changes[aspect]]


def test_instance_states_are_recorded_with_stop_protection(scene):
    assert history(scene, "SALES1", Aspect.INSTANCE) == [
        (0, "running", "protected"),
        (560, "running", "unprotected"),
        (563, "stopping", "unprotected"),
        (623, "stopped", "unprotected"),
        (640, "stopped", "protected"),
        (900, "pending", "protected"),
        (912, "running", "protected"),
    ]


def test_windows_is_off_until_it_has_booted(scene):
    assert history(scene, "SALES1", Aspect.WINDOWS) == [
        (0, "up", ""),
        (563, "shutting-down", ""),
        (608, "off", ""),
        (912, "booting", ""),
        (1062, "up", ""),
    ]


def test_sql_server_and_role_follow_failover_stop_and_return(scene):
    assert [state for _, state, _ in history(scene, "SALES1", Aspect.SQL)] == [
        "up", "stopping", "down", "starting", "up",
    ]  # fmt: skip
    assert [(state, detail) for _, state, detail in history(scene, "SALES1", Aspect.ROLE)] == [
        ("primary", ""),
        ("resolving", ""),
        ("secondary", "synchronizing"),
        ("secondary", "synchronized"),
        ("none", ""),
        ("resolving", ""),
        ("secondary", "synchronizing"),
        ("secondary", "synchronized"),
    ]
    assert [state for _, state, _ in history(scene, "SALES2", Aspect.ROLE)] == ["secondary", "resolving", "primary"]


def test_cache_is_followed_from_nvme_to_swap_and_back(scene):
    assert history(scene, "SALES1", Aspect.CACHE) == [
        (0, "nvme", ""),
        (120, "moving", "swap"),
        (520, "swap", ""),
        (1145, "moving", "nvme"),
        (1545, "nvme", ""),
    ]
    assert history(scene, "SALES2", Aspect.CACHE) == [(0, "nvme", "")]


def test_a_repair_that_fails_leaves_the_cache_split_where_it_stopped():
    scene = Scene(faults=[Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6)])
    with scene.clock:
        scene.at(100)
        scene.evacuate("SALES1")
        scene.at(600)
    changes = scene.recorder.nodes["SALES1"].changes[Aspect.CACHE]
    assert [change.state for change in changes] == ["nvme", "moving", "split"]
    assert changes[-1].at_s == pytest.approx(100 + 0.6 * 400)
    assert changes[-1].cache.share_on_swap == pytest.approx(0.6)


def test_cache_on_nvme_is_lost_from_the_moment_that_the_instance_stops_not_only_once_windows_looks():
    scene = Scene()
    with scene.clock:
        scene.at(10)
        scene.cluster.hosts["SALES2"].shut_down_from_inside()
        scene.at(300)
        lost_s = next(change.at_s for change in scene.recorder.nodes["SALES2"].changes[Aspect.CACHE][1:])
        scene.cluster.instances["SALES2"].start()
        scene.at(700)
    assert history(scene, "SALES2", Aspect.CACHE) == [(0, "nvme", ""), (round(lost_s), "lost", "")]
    off_s = next(at_s for at_s, state, _ in history(scene, "SALES2", Aspect.WINDOWS) if state == "off")
    assert lost_s == pytest.approx(off_s, abs=20)


def test_a_reboot_keeps_the_cache_and_the_instance_but_not_windows():
    scene = Scene()
    with scene.clock:
        scene.at(10)
        scene.cluster.hosts["SALES2"].reboot()
        scene.at(400)
    assert history(scene, "SALES2", Aspect.INSTANCE) == [(0, "running", "protected")]
    assert [state for _, state, _ in history(scene, "SALES2", Aspect.WINDOWS)] == [
        "up", "shutting-down", "booting", "up",
    ]  # fmt: skip
    assert history(scene, "SALES2", Aspect.CACHE) == [(0, "nvme", "")]


def test_a_secondary_that_is_seeded_says_so_until_it_is_synchronized():
    scene = Scene()
    group = next(iter(scene.cluster.failover_cluster.groups.values()))
    with scene.clock:
        scene.at(10)
        database = group.databases["orders"]
        server = scene.cluster.hosts["SALES2"].sql
        database.members["SALES2"].joined = False
        database.log.copies["SALES2"].intact = False
        for file in server.databases.pop("orders").files:
            scene.cluster.hosts["SALES2"].files.remove(file.path)
        replica = group.replicas["SALES2"]
        replica.create_any_database = True
        group.refresh("dropped")
        group.seeding.consider(replica, "a test asks")
        scene.at(7200)
    states = [(state, detail) for _, state, detail in history(scene, "SALES2", Aspect.ROLE)]
    assert ("secondary", "seeding") in states
    assert states[-1] == ("secondary", "synchronized")


def test_a_moving_cache_is_measured_in_between():
    scene = Scene()
    with scene.clock:
        scene.at(100)
        scene.evacuate("SALES1")
        scene.at(200)
        scene.world.checkpoint("sns.published")
        scene.at(600)
    assert [(at_s, round(share, 3)) for at_s, share in scene.recorder.nodes["SALES1"].samples] == [
        (0, 0.0), (100, 0.0), (200, 0.25), (500, 1.0),
    ]  # fmt: skip


def test_recording_changes_nothing_of_what_happens():
    recorded = stop_and_return().world.trace.lines()
    unrecorded = stop_and_return(watched=False).world.trace.lines()
    assert recorded == unrecorded
