"""A person exchanges a volume of the pool for one that was made from a snapshot: which pools SQL Server runs on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sales_scene import SalesScene, ebs
from test_storage_states import extend_by_hand

from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.storage import hardware, images
from rehearsal.world.storage.enumerations import Usage

DATA = ("vol00000000000000202", "vol00000000000000203")
SWAP = "vol00000000000000204"


def copies(scene: SalesScene) -> dict[str, AttachedDisk]:
    """A volume of a snapshot of each of the pool's, as of now, by the original's serial number."""
    taken = images.taken(scene.second.storage)
    made = {}
    for number, original in enumerate((*DATA, SWAP), start=7):
        (image,) = [each for serial, each in taken.items() if serial.startswith(original)]
        size = 150 if original == SWAP else 500
        made[original] = replace(ebs(2, number, size, f"xvd{'bcd'[number - 7]}"), image=image)
    return made


def exchange(scene: SalesScene, volumes: dict[str, AttachedDisk]) -> None:
    """While the instance is stopped; it is started then, on another host."""
    scene.play(lambda: scene.second.power_off())
    scene.detached |= volumes.keys()
    scene.extra[2] = [*scene.extra[2], *volumes.values()]
    start(scene)


def start(scene: SalesScene) -> None:
    scene.generation[2] += 1
    scene.pass_time(60)
    scene.second.power_on(scene.disks(2))
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(1300)


def states(scene: SalesScene) -> set[DatabaseState]:
    return {each.state for each in scene.second.sql.databases.values() if not each.is_system}


def _cache_disks(scene: SalesScene) -> list[Usage]:
    """The usages of the instance-store disks in the pool, also of those that are gone."""
    (pool,) = [each for each in scene.second.storage.pools.values() if each.friendly_name == "Data"]
    return [each.usage for each in pool.members.values() if each.device.serial.startswith("AWS")]


def of_yesterday(*names: str, **named) -> tuple[SalesScene, dict[str, AttachedDisk]]:
    """An evacuated node, and copies of its volumes as of a day before."""
    scene = SalesScene(**named)
    made = copies(scene)
    scene.pass_time(24 * 3600)
    scene.evacuated(scene.second)
    return scene, {name: made[name] for name in names}


@pytest.mark.parametrize("names", [DATA[:1], DATA[1:], (DATA[0], SWAP), (SWAP,), DATA])
def test_sql_server_does_not_start_on_members_of_two_moments_and_the_originals_stay_good(names):
    scene, made = of_yesterday(*names)
    exchange(scene, made)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS"
    assert (storage["dataVolume"]["usable"], storage["dataVolume"]["offline"]) == (False, False)
    assert not scene.second.sql.running, scene.log(scene.second)
    assert scene.file(scene.second, "boot")["code"] == "CW1071"
    for stem in ("start_sql_server", "initialize_storage"):
        answer = scene.run(scene.second, stem)
        assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1071", 11, False), answer
        for name in names:
            assert name in answer.message and made[name].serial.partition("_")[0] in answer.message, answer.message
        assert answer.message.strip(".").split("; ")[0] in "; ".join(storage["reasons"]), storage["reasons"]
    assert not scene.second.files.exists("D:\\Data")

    # What the remedy says.
    for disk in made.values():
        hardware.unplug(scene.second.storage, disk.serial)
    scene.extra[2] = [disk for disk in scene.extra[2] if disk not in made.values()]
    scene.detached -= set(names)
    for disk in scene.disks(2):
        hardware.plug(scene.second.storage, disk)
    scene.second._disks = tuple(scene.disks(2))
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.second.sql.running and states(scene) == {DatabaseState.ONLINE}, scene.log(scene.second)


def test_an_exchange_is_seen_where_only_the_copy_of_the_inventory_is_left():
    """The copy says the same: whatever writes the inventory writes it twice, and an upgrade does so once more."""
    scene, made = of_yesterday(DATA[0])
    scene.second.files.write_bytes(r"C:\ProgramData\CacheWarden\inventory.json", b"{")
    exchange(scene, made)
    assert scene.run(scene.second, "start_sql_server").code == "CW1071" and not scene.second.sql.running


def test_a_copy_that_windows_refuses_is_a_missing_volume():
    scene, made = of_yesterday(DATA[0], storage={"member_of_another_moment_is_taken_in": False})
    exchange(scene, made)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    assert scene.run(scene.second, "start_sql_server").code == "CW1022"


def test_a_whole_set_in_the_place_of_all_volumes_starts():
    """Restored on purpose, on the same machine: the databases are as of the set's moment."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    made = copies(scene)
    exchange(scene, made)
    assert scene.second.sql.running and states(scene) == {DatabaseState.ONLINE}, scene.log(scene.second)


@pytest.mark.parametrize("names", [DATA[:1], DATA])
def test_adopting_says_that_a_volume_was_exchanged_on_purpose(names):
    """Copied while the instance was stopped, to have it encrypted say: only a person knows that it fits."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.play(lambda: scene.second.power_off())
    made = copies(scene)
    exchange_off(scene, {name: made[name] for name in names})
    assert scene.run(scene.second, "start_sql_server").code == "CW1071"
    online = "Get-VirtualDisk -FriendlyName WCDB | Get-Disk | Set-Disk -IsOffline $false; "
    online += "Get-VirtualDisk -FriendlyName WCDB | Get-Disk | Set-Disk -IsReadOnly $false"
    scene.play(scene.second.run_script, online, "online.ps1", {})
    adopted = scene.run_raw(
        scene.second, "adopt_storage", {"SSM_DataVolumes": "none", "SSM_SwapVolume": "none", "SSM_Write": "yes"}
    )
    assert '"code":"CW1015"' in adopted.stdout, adopted
    assert scene.run(scene.second, "initialize_storage").code == "CW1010"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert states(scene) == {DatabaseState.ONLINE}


def exchange_off(scene: SalesScene, volumes: dict[str, AttachedDisk]) -> None:
    scene.detached |= volumes.keys()
    scene.extra[2] = [*scene.extra[2], *volumes.values()]
    start(scene)


def test_a_swap_volume_that_was_exchanged_while_the_cache_is_on_nvme_keeps_nothing_down():
    """docs/storage-growth.md: another Swap volume joins, the former leaves; Windows restarts before AdoptStorage."""
    scene = SalesScene()
    extend_by_hand(scene)
    leave = (
        "$disk = Get-PhysicalDisk | Where-Object SerialNumber -like '*204_*'; "
        "Remove-PhysicalDisk -StoragePoolFriendlyName 'Data' -PhysicalDisks $disk -Confirm:$false -ErrorAction Stop"
    )
    scene.play(scene.second.run_script, leave, "leave.ps1", {})
    scene.pass_time(60)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert [each["role"] for each in scene.storage(scene.second)["members"]].count("unknown") == 1
    assert SWAP not in str(scene.storage(scene.second)["members"])
    assert scene.second.sql.running, scene.log(scene.second)


def test_where_a_volume_is_exchanged_and_the_cache_is_lost_the_former_volume_leads_to_the_rebuild():
    """The message names both; the loss is proven once the pool has its own volumes again."""
    scene = SalesScene()
    made = copies(scene)
    exchange(scene, {DATA[0]: made[DATA[0]]})
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW1071", 11) and not scene.second.sql.running, answer
    assert DATA[0] in answer.message and "AWS" in answer.message, answer.message
    assert scene.file(scene.second, "boot")["code"] == "CW1071"
    assert answer.message.strip(".").split("; ")[0] in "; ".join(scene.storage(scene.second)["reasons"])

    scene.play(lambda: scene.second.power_off())
    scene.extra[2] = []
    scene.detached.clear()
    start(scene)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"


@pytest.mark.parametrize("name", [DATA[0], SWAP])
def test_a_cache_disk_that_had_just_joined_the_pool_hides_no_exchanged_volume(name):
    """It is Journal, gone with its host, and held nothing: the cache is on the Swap volume, and the drive attaches."""
    scene, made = of_yesterday(name)
    scene.stop_and_start(scene.second)
    scene.pass_time(30)
    assert scene.run(scene.second, "restore_cache").outcome == "started"
    scene.clock.run_until(lambda: _cache_disks(scene) == [Usage.JOURNAL])
    exchange(scene, made)
    assert _cache_disks(scene) == [Usage.JOURNAL], "it is still a member of the pool"
    assert not scene.second.sql.running, scene.log(scene.second)
    assert states(scene) == {DatabaseState.ONLINE}, "nothing was recovered on members of two moments"
    assert scene.file(scene.second, "boot")["code"] == "CW1071"


def test_a_volume_more_keeps_sql_server_up_while_nothing_is_missing():
    scene = SalesScene()
    extend_by_hand(scene)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.second.sql.running
