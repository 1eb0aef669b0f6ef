"""A late instance-store disk of the same host is no proof of another host; a new host is a new boot of Windows."""

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware
from rehearsal.world.storage.pools import repair

MEMBERS = "C:\\ProgramData\\CacheWarden\\members.json"
LOCK = "C:\\ProgramData\\CacheWarden\\lock"


def on_a_new_host(*faults: Fault) -> SalesScene:
    """tempdb is on EBS, and the cache on the only NVMe disk."""
    scene = SalesScene(*faults, nvme_disks=1, faults_enabled=False)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(600)
    for stem in ("initialize_storage", "start_sql_server", "restore_cache"):
        assert scene.run(scene.second, stem).exit_code == 0
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    scene.pass_time(1000)
    return scene


def come_late(scene: SalesScene) -> str:
    scene.nvme_disks = 2
    late = scene.disks(2)[-1]
    hardware.plug(scene.second.storage, late)
    return late.serial.partition("_")[0]


def drop_out(scene: SalesScene) -> None:
    (pool,) = [each for each in scene.second.storage.pools.values() if each.friendly_name == "Data"]
    (cache,) = [member.device for member in pool.members.values() if not member.device.persistent]
    scene.play(lambda: repair.lose(scene.second.storage, cache, destroyed=False))
    scene.pass_time(60)


def forget(scene: SalesScene) -> None:
    """As a former version's record: it doesn't say in which boot instance store was here."""
    members = scene.file(scene.second, "members")
    scene.write_state(
        scene.second, "members", {key: value for key, value in members.items() if not key.startswith("store")}
    )


def damage(scene: SalesScene) -> None:
    for path in (MEMBERS, f"{MEMBERS}.bak"):
        scene.second.files.write_bytes(path, b"{")


def not_proven(scene: SalesScene) -> None:
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS" and storage["proof"]["deadCache"], storage["reasons"]
    assert "restart Windows" in storage["reasons"][0]
    pools = set(scene.second.storage.pools)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1028"
    assert set(scene.second.storage.pools) == pools


@pytest.mark.parametrize("record", [lambda scene: None, forget, damage], ids=["whole", "former", "damaged"])
def test_a_disk_that_comes_when_the_cache_disk_drops_out_proves_nothing_in_this_boot(record):
    scene = on_a_new_host()
    record(scene)
    come_late(scene)
    drop_out(scene)
    not_proven(scene)
    scene.reboot(scene.second)
    scene.pass_time(900)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["dataVolume"]["usable"], storage["reasons"]


def test_the_quarter_hourly_look_adds_a_late_disk():
    scene = on_a_new_host()
    late = come_late(scene)
    assert late not in scene.file(scene.second, "inventory")["instanceStore"]
    scene.pass_time(1000)
    assert late in scene.file(scene.second, "inventory")["instanceStore"]
    drop_out(scene)
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"


def test_while_an_action_runs_the_quarter_hourly_look_writes_nothing_over_what_it_writes():
    """The worker writes into members.json that a move begins; a look from before that would take it back."""
    scene = SalesScene()
    forget(scene)
    before = scene.file(scene.second, "members")
    action = scene.second.files.hold(LOCK)
    scene.pass_time(2000)
    assert scene.file(scene.second, "members") == before
    action.close()
    scene.pass_time(1000)
    assert scene.file(scene.second, "members")["storeSeen"] is True


def test_where_nothing_can_be_written_the_late_disk_proves_nothing():
    full = {"node": "SALES2", "letter": "C"}
    scene = on_a_new_host(Fault(point="files.write", kind=FaultKind.FAIL, count=10**6, where=full))
    scene.world.faults.enabled = True
    scene.reboot(scene.second)
    scene.pass_time(120)
    come_late(scene)
    scene.pass_time(1000)
    drop_out(scene)
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"


@pytest.mark.parametrize("record", [lambda scene: None, forget, damage], ids=["whole", "former", "damaged"])
def test_a_new_host_is_a_new_boot(record):
    scene = SalesScene()
    scene.pass_time(1000)
    record(scene)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    scene.pass_time(7200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_an_upgrade_writes_down_in_which_boot_the_cache_disk_was_here():
    scene = SalesScene()
    forget(scene)
    assert scene.install(scene.second).exit_code == 0
    assert scene.file(scene.second, "members")["storeSeen"] is True
