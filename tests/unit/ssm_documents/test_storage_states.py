"""All the states that a node can wake up in, and what the scripts do about each."""

import re

import pytest
from sales_scene import CACHE_BYTES, SalesScene, bundle_files, ebs, nvme

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts, hardware
from rehearsal.world.storage.commands import volumes
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.enumerations import ExtentKind, Operational, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import virtual_disk_operations
from rehearsal.world.storage.settings import LateDiskRecovery, SpaceDisk
from rehearsal.world.windows.cim.cim import CimObject
from rehearsal.world.windows.cim.cim_text import Language
from rehearsal.world.windows.system.services import ServiceState

VOLUMES = "vol-00000000000000202,vol-00000000000000203"
SWAP = "vol-00000000000000204"
UNCOUNTED = {"extents_list_cache": False}
"""Windows shows the cache on no disk, in no way."""


def empty_scene(*faults, **named) -> SalesScene:
    return SalesScene(*faults, build=False, install=False, **named)


def initialize(scene, **changes):
    parameters = {
        "DataVolumes": VOLUMES, "SwapVolume": SWAP, "CacheGiB": "100", "AllocationUnitKiB": "64", **changes,
    }  # fmt: skip
    return scene.run(scene.second, "initialize_storage", **parameters)


def prepare(scene):
    """Parameters of a run that builds nothing."""
    return initialize(scene, DataVolumes="none", SwapVolume="none", CacheGiB="0")


@pytest.mark.parametrize(
    "settings",
    [
        {}, {"space_disk": SpaceDisk.ONLINE}, {"ebs_media_is_ssd": False}, {"language": Language.GERMAN},
        {"journal_qualifies_whatever_media": False}, {"leaving_reverts_names": False}, {"empty_query_is_error": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_new_node_is_empty_and_is_built(settings):
    scene = empty_scene(storage=settings)
    assert scene.storage(scene.second)["classification"] == "EMPTY"
    answer = initialize(scene)
    assert (answer.code, answer.verdict["changed"]) == ("CW1007", True), answer
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME"
    assert storage["virtualDisk"]["writeCacheBytes"] == CACHE_BYTES
    assert storage["dataVolume"] == {"letter": "D", "readable": True, "usable": True, "offline": False}
    assert storage["tempdbVolume"]["present"] is True
    roles = sorted((member["role"], member["usage"]) for member in storage["members"])
    assert roles == [("cache", 5), ("data", 1), ("data", 1), ("swap", 4)]
    inventory = scene.file(scene.second, "inventory")
    assert inventory["building"] is False and inventory["virtualDisk"]["columns"] == 2
    assert initialize(scene).code == "CW1008"


def test_nothing_is_built_without_being_told_of_what():
    scene = empty_scene()
    answer = prepare(scene)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1020", 10, False)
    assert not scene.second.storage.pools


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"DataVolumes": "vol-00000000000000202,vol-00000000000000204", "SwapVolume": "vol-00000000000000203"},
            "CW1039",
        ),
        ({"DataVolumes": "vol-00000000000000202,vol-000000000000002ff"}, "CW1038"),
        ({"SwapVolume": "vol-00000000000000202"}, "CW3007"),
        ({"DataVolumes": "vol-00000000000000202"}, "CW1042"),
        ({"CacheGiB": "149"}, "CW1043"),
        ({"CacheGiB": "300"}, "CW1043"),
        ({"DataVolumes": "vol-00000000000000201,vol-00000000000000202"}, "CW1040"),
    ],
)
def test_a_plan_that_is_not_safe_is_refused_before_anything_is_touched(changes, code):
    scene = empty_scene()
    answer = initialize(scene, **changes)
    assert answer.code == code, answer
    assert answer.verdict["changed"] is False
    assert not scene.second.storage.pools
    assert not scene.second.files.exists(r"C:\ProgramData\CacheWarden\inventory.json")


def test_a_foreign_volume_is_never_touched():
    scene = empty_scene()
    foreign = ebs(2, 9, 500, "xvdj")
    scene.extra[2].append(foreign)
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    assert initialize(scene).code == "CW1007"
    inventory = scene.file(scene.second, "inventory")
    assert foreign.serial.partition("_")[0] not in str(inventory)
    assert foreign.serial.partition("_")[0] not in str(scene.storage(scene.second)["members"])


def test_with_one_instance_store_disk_tempdb_stays_on_ebs():
    scene = empty_scene(nvme_disks=1)
    assert initialize(scene).code == "CW1007"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME"
    assert storage["tempdbVolume"] == {"letter": None, "expected": False, "present": False}


def test_with_four_instance_store_disks_one_is_the_cache_and_three_carry_tempdb():
    scene = empty_scene(nvme_disks=4)
    assert initialize(scene).code == "CW1007"
    storage = scene.storage(scene.second)
    assert [member["role"] for member in storage["members"]].count("cache") == 1
    assert storage["freeInstanceStore"] == []


@pytest.mark.parametrize("formatted", [True, False])
def test_a_letter_that_is_taken_is_never_formatted(formatted):
    scene = empty_scene()
    other = ebs(2, 9, 50, "xvdj")
    scene.extra[2].append(other)
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    format_it = (
        "Get-Disk -SerialNumber '*209_00000001.' | Initialize-Disk -PartitionStyle GPT -PassThru | "
        "New-Partition -DriveLetter D -UseMaximumSize | "
    ) + ("Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null" if formatted else "Out-Null")
    scene.play(scene.second.run_script, format_it, "other.ps1", {})
    answer = initialize(scene)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1041", 11, False), answer
    assert not scene.second.storage.pools


def test_a_dirty_stop_is_told_from_a_missing_volume():
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_LOST"
    assert storage["missing"][0]["role"] == "cache"
    for stem in ("evacuate_cache", "restore_cache"):
        answer = scene.run(scene.second, stem)
        assert (answer.code, answer.outcome, answer.exit_code) == ("CW1021", "data-loss", 50)


def test_right_after_a_start_a_missing_disk_may_be_late():
    scene = SalesScene()
    scene.play(lambda: scene.second.power_off())
    scene.detached.add("vol00000000000000203")
    scene.second.power_on(scene.disks(2))
    scene.clock.run_until(lambda: scene.second.agent_online)
    assert scene.storage(scene.second)["classification"] == "STARTING"
    assert scene.run(scene.second, "restore_cache").code == "CW1025"


@pytest.mark.parametrize("volume", ["vol00000000000000202", "vol00000000000000203"])
@pytest.mark.parametrize("settings", [{}, {"lost_member_keeps_serial": False}, {"lost_reason_is_incomplete": True}])
def test_a_missing_data_volume_is_never_a_lost_cache(volume, settings):
    scene = SalesScene(storage=settings)
    scene.evacuated(scene.second)
    scene.detached.add(volume)
    scene.stop_and_start(scene.second)
    scene.pass_time(400)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "EBS_MISSING", storage
    assert {"serial": volume, "role": "data"} in storage["missing"]
    for stem in ("restore_cache", "initialize_storage", "rebuild_storage"):
        answer = prepare(scene) if stem == "initialize_storage" else scene.run(scene.second, stem)
        assert (answer.code, answer.exit_code) == ("CW1022", 11), answer


def test_a_missing_data_volume_after_a_dirty_stop_is_still_not_a_lost_cache():
    scene = SalesScene()
    scene.detached.add("vol00000000000000202")
    scene.stop_and_start(scene.second)
    scene.pass_time(400)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"


@pytest.mark.parametrize("recovery", list(LateDiskRecovery))
@pytest.mark.campaign(suite=1)
def test_everything_comes_back_with_a_late_volume(recovery):
    scene = SalesScene(storage={"late_disk_recovery": recovery})
    scene.evacuated(scene.second)
    scene.detached.add("vol00000000000000203")
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    scene.detached.clear()
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    scene.pass_time(60)
    answer = prepare(scene)
    assert answer.exit_code in (0, 11), answer
    storage = scene.storage(scene.second)
    assert storage["classification"] in ("EVACUATED", "CACHE_ON_NVME", "MOVING", "READ_ONLY")
    assert not facts.data_loss(scene.second.storage)


def come_back_late(scene: SalesScene, volume: str) -> None:
    """A start at which one EBS volume is five minutes late."""
    scene.detached.add(volume)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    scene.detached.clear()
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)


def retire_a_data_volume(scene: SalesScene) -> None:
    storage = scene.second.storage
    device = next(device for device in storage.devices.values() if device.serial.startswith("vol00000000000000203"))
    storage.pool_of(device).members[device.unique_id].usage = Usage.RETIRED


def usages(storage: dict) -> list[tuple[str, int]]:
    return sorted((member["role"], member["usage"]) for member in storage["members"])


@pytest.mark.parametrize("volume", ["vol00000000000000203", "vol00000000000000204"], ids=["data", "swap"])
@pytest.mark.campaign(suite=1)
def test_a_late_volume_that_windows_retired_serves_again(volume):
    scene = SalesScene(storage={"missing_disks_are_retired": True})
    scene.evacuated(scene.second)
    come_back_late(scene, volume)
    scene.pass_time(120)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
    assert scene.storage(scene.second)["classification"] == "EVACUATED"
    assert scene.run(scene.second, "restore_cache", token=8).code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME", storage
    assert usages(storage) == [("cache", 5), ("data", 1), ("data", 1), ("swap", 4)]
    assert storage["warnings"] == []
    assert not facts.data_loss(scene.second.storage)


@pytest.mark.parametrize(
    ("volume", "told"),
    [
        ("vol00000000000000203", "data volume vol00000000000000203 is Retired, expected Auto-Select"),
        ("vol00000000000000204", "usage of the Swap volume: 4"),
    ],
    ids=["data", "swap"],
)
@pytest.mark.campaign(suite=1)
def test_a_volume_that_stays_retired_is_told_of_and_never_keeps_sql_server_down(volume, told):
    """Whoever moves the cache later sets the usage first."""
    refused = Fault(
        point="storage.set-physical-disk", kind=FaultKind.FAIL, count=99, where={"serial": f"{volume}_00000001."}
    )
    scene = SalesScene(refused, storage={"missing_disks_are_retired": True}, faults_enabled=False)
    scene.evacuated(scene.second)
    scene.world.faults.begin()
    come_back_late(scene, volume)
    scene.pass_time(120)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
    assert "the usage of a member stays" in scene.log(scene.second)
    storage = scene.storage(scene.second)
    assert any(told in text for text in (*storage["warnings"], *storage["reasons"])), storage
    scene.world.faults.enabled = False
    scene.pass_time(60)
    assert scene.run(scene.second, "restore_cache", token=8).code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["warnings"]) == ("CACHE_ON_NVME", [])
    assert not facts.data_loss(scene.second.storage)


def stays_retired(scene: SalesScene) -> dict:
    """The volume that a person retired is as it was left, and a finding; SQL Server runs."""
    storage = scene.storage(scene.second)
    assert usages(storage)[:3] in ([("cache", 5), ("data", 1), ("data", 4)], [("data", 1), ("data", 4), ("swap", 5)])
    assert storage["classification"] == "AMBIGUOUS"
    assert storage["reasons"][0].startswith("data volume vol00000000000000203 is Retired, by a person or by Windows")
    assert storage["proof"]["evacuated"] is False
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
    assert not facts.data_loss(scene.second.storage)
    return storage


def test_a_data_volume_that_a_person_retires_stays_retired_and_no_cache_moves():
    scene = SalesScene()
    retire_a_data_volume(scene)
    stays_retired(scene)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.verdict["changed"]) == ("CW1028", False)
    assert scene.run(scene.second, "start_sql_server", token=8).exit_code == 0
    stays_retired(scene)


def test_a_data_volume_that_a_person_retired_stays_retired_when_windows_starts():
    scene = SalesScene()
    scene.evacuated(scene.second)
    retire_a_data_volume(scene)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    stays_retired(scene)


def test_a_retired_volume_that_was_late_stays_retired_where_a_person_had_retired_it():
    """It was seen Retired, and present, before it was missing."""
    scene = SalesScene(storage={"missing_disks_are_retired": True})
    scene.evacuated(scene.second)
    assert scene.run(scene.second, "start_sql_server", token=8).exit_code == 0
    retire_a_data_volume(scene)
    scene.pass_time(16 * 60)
    assert [entry["usage"] for entry in scene.file(scene.second, "members")["members"]] == [1, 4, 5]
    come_back_late(scene, "vol00000000000000203")
    scene.pass_time(120)
    stays_retired(scene)


@pytest.mark.parametrize("damage", [None, b"", b"{}"], ids=["none", "empty", "unsealed"])
def test_without_a_record_a_retired_volume_stays_retired(damage):
    scene = SalesScene(storage={"missing_disks_are_retired": True})
    scene.evacuated(scene.second)
    for name in ("members.json", "members.json.bak", "members.json.new"):
        if scene.second.files.exists(path := rf"C:\ProgramData\CacheWarden\{name}"):
            scene.second.files.remove(path)
            if damage is not None:
                scene.second.files.write_bytes(path, damage)
    come_back_late(scene, "vol00000000000000203")
    scene.pass_time(120)
    stays_retired(scene)


def test_what_the_boot_task_writes_down_is_what_rehearsals_begin_with():
    scene = SalesScene(install=False)
    preset = scene.file(scene.second, "members")
    scene = SalesScene()
    for name in ("members.json", "members.json.bak"):
        scene.second.files.remove(rf"C:\ProgramData\CacheWarden\{name}")
    scene.pass_time(16 * 60)
    written = scene.file(scene.second, "members")
    assert (written.pop("storeSeen"), written.pop("cacheSeen")) == (True, True)
    assert written.pop("storeBoot") == scene.observe(scene.second)["host"]["bootId"]
    assert written == preset
    assert [entry["usage"] for entry in preset["members"]] == [1, 1, 4]


def test_a_build_goes_on_with_a_data_volume_that_was_retired_meanwhile():
    scene = empty_scene(Fault(point="storage.new-virtual-disk", kind=FaultKind.FAIL, error="40000"))
    assert initialize(scene).code == "CW1050"
    retire_a_data_volume(scene)
    assert initialize(scene).code == "CW1007"
    assert usages(scene.storage(scene.second)) == [("cache", 5), ("data", 1), ("data", 1), ("swap", 4)]


def test_a_missing_swap_volume_blocks_the_next_evacuation_only():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    hardware.unplug(scene.second.storage, scene.built["SALES2"].roles.swap.serial)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "SPARE_MISSING"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1023"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


def test_a_detached_virtual_disk_is_attached():
    scene = SalesScene(storage={"disconnect_sets_manual_attach": True, "space_disk": SpaceDisk.OFFLINE_WHEN_NEW})
    scene.run(scene.second, "stop_sql_server")
    detach = "Get-VirtualDisk -FriendlyName 'WCDB' | Disconnect-VirtualDisk -ErrorAction Stop"
    scene.play(scene.second.run_script, detach, "detach.ps1", {})
    assert scene.storage(scene.second)["classification"] == "DETACHED"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1024"
    answer = prepare(scene)
    assert (answer.code, answer.verdict["changed"]) == ("CW1009", True), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    show = "(Get-VirtualDisk -FriendlyName 'WCDB').IsManualAttach"
    assert scene.play(scene.second.run_script, show, "show.ps1", {}).stdout.strip() == "False"


def test_a_pool_without_an_inventory_is_left_alone():
    scene = SalesScene()
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS" and "no inventory" in storage["reasons"][0]
    answer = initialize(scene)
    assert (answer.code, answer.exit_code) == ("CW1037", 11)


def serials(scene: SalesScene) -> list[str]:
    """The instance-store disks that the second node's host has."""
    return sorted(disk.serial.partition("_")[0] for disk in scene.disks(2) if not disk.persistent)


def test_the_inventory_of_a_built_node_is_the_one_that_rehearsals_begin_with():
    built, preset = empty_scene(nvme_disks=3), SalesScene(nvme_disks=3)
    assert initialize(built).code == "CW1007"
    ours, theirs = built.file(built.second, "inventory"), preset.file(preset.second, "inventory")
    assert [sorted(item) for item in (ours, ours["pool"], ours["virtualDisk"])] == [
        sorted(item) for item in (theirs, theirs["pool"], theirs["virtualDisk"])
    ]
    assert [(item["role"], sorted(item)) for item in ours["members"]] == [
        (item["role"], sorted(item)) for item in theirs["members"]
    ]
    assert ours["instanceStore"] == theirs["instanceStore"] == serials(built)


def test_the_inventory_knows_the_instance_store_of_the_host_to_which_the_cache_moved_back():
    scene = SalesScene()
    before = serials(scene)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.file(scene.second, "inventory")["instanceStore"] == serials(scene) != before


def test_a_disk_that_comes_late_is_one_of_the_host_from_the_next_boot_on():
    scene = SalesScene()
    late = nvme(2, 9)
    scene.extra[2].append(late)
    scene.second.crash()
    scene.second._disks = tuple(scene.disks(2))
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(300)
    assert late.serial.partition("_")[0] in scene.file(scene.second, "inventory")["instanceStore"]


@pytest.mark.parametrize("nvme_disks", [2, 3])
@pytest.mark.parametrize("comes_late", [False, True])
def test_an_instance_store_disk_that_dies_is_no_proof_of_a_new_host(nvme_disks, comes_late):
    """With three disks one is spare and blank all the time; so is one that came late."""
    scene = SalesScene(nvme_disks=nvme_disks)
    if comes_late:
        scene.extra[2].append(nvme(2, 9))
        hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    hardware.unplug(scene.second.storage, scene.built["SALES2"].roles.cache.serial)
    scene.pass_time(300)
    storage = scene.storage(scene.second)
    assert bool(storage["freeInstanceStore"]) == (comes_late or nvme_disks == 3)
    assert storage["classification"] == "AMBIGUOUS", storage
    assert scene.run(scene.second, "rebuild_storage").code == "CW1028"


def test_building_fails_without_harm_and_is_continued():
    fails = Fault(point="storage.new-virtual-disk", kind=FaultKind.FAIL, error="40000")
    scene = empty_scene(fails)
    answer = initialize(scene)
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW1050", "failed", 40), answer
    assert "40000" in answer.message
    assert initialize(scene).code == "CW1007"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def emptied_but_still_a_member(scene: SalesScene) -> None:
    """The cache is on the Swap volume; the emptied disk wasn't yet taken out of the pool."""
    scene.run(scene.second, "stop_sql_server")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    scene.clock.run_until(lambda: facts.bytes_at_risk(scene.second.storage) == 0)
    cache = scene.built["SALES2"].roles.cache.serial
    storage = scene.second.storage
    assert storage.pool_of(storage.device_by_serial(cache)) is not None


@pytest.mark.parametrize("settings", [{}, UNCOUNTED], ids=str)
def test_a_cache_that_never_left_the_swap_volume_is_no_lost_cache(settings):
    """Its way back had begun: by usage it was on the disk that the stop destroyed. A data volume came late."""
    stands_still = Fault(point="storage.repair", kind=FaultKind.HANG, occurrence=2)
    scene = SalesScene(stands_still, storage={"late_disk_recovery": LateDiskRecovery.AFTER_CONNECT, **settings})
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    scene.pass_time(120)
    usages = {member["role"]: member["usage"] for member in scene.storage(scene.second)["members"]}
    assert (usages["cache"], usages["swap"]) == (5, 4)
    scene.detached.add("vol00000000000000203")
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    # Else it attaches the drive as soon as the volume is there, and has the lock.
    scene.play(scene.second.run_script, "Stop-ScheduledTask -TaskName 'CacheWarden-Boot'", "end.ps1", {})
    scene.detached.clear()
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    assert scene.storage(scene.second)["classification"] == "DETACHED"
    assert scene.run(scene.second, "rebuild_storage").code == "CW1024"
    prepare(scene)
    assert scene.storage(scene.second)["dataVolume"]["usable"]
    assert not facts.data_loss(scene.second.storage)


def test_a_detached_virtual_disk_of_a_pool_that_a_person_made_read_only_stays_detached():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    close = (
        "Get-VirtualDisk -FriendlyName 'WCDB' | Disconnect-VirtualDisk -ErrorAction Stop\n"
        "Set-StoragePool -FriendlyName 'Data' -IsReadOnly $true -ErrorAction Stop"
    )
    scene.play(scene.second.run_script, close, "close.ps1", {})
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW1027", 11), answer
    assert scene.storage(scene.second)["pool"]["readOnly"]


def test_a_virtual_disk_that_somebody_detached_is_no_lost_cache():
    """Windows hasn't tried to attach it since: whether it can be read shows when it does."""
    scene = SalesScene(storage={"disconnect_sets_manual_attach": True})
    scene.run(scene.second, "stop_sql_server")
    detach = "Get-VirtualDisk -FriendlyName 'WCDB' | Disconnect-VirtualDisk -ErrorAction Stop"
    scene.play(scene.second.run_script, detach, "detach.ps1", {})
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "DETACHED", storage
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1024", False), answer


def test_a_disk_that_a_person_added_takes_no_cache_along():
    """The cache was on the Swap volume, which came late. Windows retired both disks, and counts no cache on any."""
    settings = {"missing_disks_are_retired": True, "quorum_tie_keeps_pool": True, **UNCOUNTED}
    scene = SalesScene(storage={"late_disk_recovery": LateDiskRecovery.AFTER_CONNECT, **settings})
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    add = (
        "$disk = Get-PhysicalDisk -CanPool $true | Where-Object SerialNumber -Like 'AWS*' | Select-Object -First 1\n"
        "Add-PhysicalDisk -StoragePoolFriendlyName 'Data' -PhysicalDisks $disk -Usage Retired -ErrorAction Stop"
    )
    scene.play(scene.second.run_script, add, "add.ps1", {})
    scene.detached.add("vol00000000000000204")
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    scene.detached.clear()
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    storage = scene.storage(scene.second)
    assert {member["usage"] for member in storage["members"] if member["role"] != "data"} == {4}
    assert storage["classification"] == "DETACHED", storage
    prepare(scene)
    assert scene.storage(scene.second)["dataVolume"]["usable"]


@pytest.mark.parametrize("recovery", list(LateDiskRecovery))
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"quorum_tie_keeps_pool": True},
        {"failed_attach_sets_manual_attach": True},
        {"footprint_counts_cache": False, "quorum_tie_keeps_pool": True},
        {"missing_disks_are_retired": True, "quorum_tie_keeps_pool": True, **UNCOUNTED},
    ],
)
@pytest.mark.campaign(suite=3)
def test_an_emptied_cache_disk_that_is_gone_is_never_a_lost_cache(recovery, settings):
    scene = SalesScene(storage={"late_disk_recovery": recovery, **settings})
    emptied_but_still_a_member(scene)
    scene.detached.add("vol00000000000000203")
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    scene.detached.clear()
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    scene.pass_time(60)
    storage = scene.storage(scene.second)
    assert storage["classification"] in ("DETACHED", "MOVING", "READ_ONLY"), storage
    refused = scene.run(scene.second, "rebuild_storage")
    assert refused.verdict["changed"] is False, refused
    prepare(scene)
    storage = scene.storage(scene.second)
    assert storage["dataVolume"] == {"letter": "D", "readable": True, "usable": True, "offline": False}, storage
    assert not facts.data_loss(scene.second.storage)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"lost_reason_is_incomplete": True},
        {"detached_health_is_unhealthy": True},
        {"missing_disks_are_retired": True},
        {"missing_disks_are_retired": True, "allocated_counts_cache": True, "extents_list_cache": False},
        {"missing_disks_are_retired": True, **UNCOUNTED},
        {"footprint_counts_cache": False},
    ],
)
@pytest.mark.parametrize("nvme_disks", [2, 3])
@pytest.mark.campaign(suite=5)
def test_a_cache_that_was_not_evacuated_is_lost_with_its_disk(settings, nvme_disks):
    scene = SalesScene(storage=settings, nvme_disks=nvme_disks)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_lost_disk_whose_extents_windows_does_not_tell_keeps_the_node_observable(monkeypatch):
    """Windows retired it, so that nothing says that the cache was on it: nothing is rebuilt."""
    scene = SalesScene(storage={"missing_disks_are_retired": True})
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    genuine = Session.source

    def of_disks_that_are_here(session: Session, **kinds: str) -> CimObject | None:
        found = genuine(session, **kinds)
        gone = found is not None and not getattr(session.storage.devices.get(found.key[2]), "present", True)
        if session.call.command_name == "Get-PhysicalExtent" and gone:
            session.report(StorageError(4, "planned fault"), "MSFT_PhysicalDisk")
            return None
        return found

    monkeypatch.setattr(Session, "source", of_disks_that_are_here)
    assert scene.storage(scene.second)["classification"] == "DETACHED"
    assert "its extents aren't told" in scene.log(scene.second)


def test_a_new_virtual_disk_that_would_not_be_attached_at_the_next_start_is_set_to_be(monkeypatch):
    genuine = virtual_disk_operations.create

    def created(*given, **named):
        space = genuine(*given, **named)
        space.is_manual_attach = True
        return space

    monkeypatch.setattr(virtual_disk_operations, "create", created)
    scene = empty_scene()
    assert initialize(scene).code == "CW1007"
    spaces = list(scene.second.storage.virtual_disks.values())
    assert len(spaces) == 2
    assert not any(space.is_manual_attach for space in spaces)


@pytest.mark.parametrize("query", ["get_partition", "get_volume"])
def test_a_failed_lookup_formats_nothing(query, monkeypatch):
    scene = empty_scene()
    genuine = Session.unless_empty
    formatted = []

    def failing(session, cim_class, found, *filters):
        if cim_class == "MSFT_Partition" and query == "get_partition" and session.given("Disk"):
            session.report(StorageError(4, "planned fault"), cim_class)
            return []
        return genuine(session, cim_class, found, *filters)

    def failing_volume(session, places):
        if session.given("Partition"):
            session.report(StorageError(4, "planned fault"), "MSFT_Volume")
            return []
        return shown(session, places)

    shown = volumes._shown
    monkeypatch.setattr(Session, "unless_empty", failing)
    if query == "get_volume":
        monkeypatch.setattr(volumes, "_shown", failing_volume)
    monkeypatch.setattr(volumes, "_format", lambda *_: formatted.append(1))
    answer = initialize(scene)
    assert answer.exit_code == 40, answer
    assert formatted == []


@pytest.mark.parametrize("evacuated", [False, True])
def test_a_whole_virtual_disk_under_another_letter_is_for_a_person(evacuated):
    scene = SalesScene()
    if evacuated:
        scene.evacuated(scene.second)
    scene.name_volume(scene.second, "WCDB", "X")
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS"
    assert storage["reasons"][0] == "the volume of the virtual disk is drive X:, the inventory says D:"
    assert storage["dataVolume"] == {"letter": "X", "readable": False, "usable": False, "offline": False}
    assert storage["proof"]["evacuated"] is False
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1028", False), answer


@pytest.mark.parametrize(("taken", "classification"), [(False, "CACHE_ON_NVME"), (True, "AMBIGUOUS")])
def test_a_virtual_disk_without_a_letter_is_brought_up_unless_the_letter_is_taken(taken, classification):
    scene = SalesScene()
    scene.name_volume(scene.second, "WCDB", None)
    if taken:
        scene.plug_in_foreign_volume(scene.second, "D")
    storage = scene.storage(scene.second)
    assert storage["classification"] == classification, storage["reasons"]
    assert storage["dataVolume"] == {"letter": None, "readable": False, "usable": False, "offline": not taken}
    told = r"drive D: belongs to a volume that isn't on the virtual disk \(disk \d, vol00000000000000209\)"
    assert bool(re.fullmatch(told, storage["reasons"][0])) is taken, storage["reasons"]


@pytest.mark.parametrize("lived_in", [False, True])
def test_tempdb_never_moves_onto_a_foreign_drive_with_its_letter(lived_in):
    """After a new start the tempdb drive is gone with its disks, and somebody's own volume has got its letter."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    scene.name_volume(scene.second, "SSD", None)
    scene.plug_in_foreign_volume(scene.second, "S")
    if lived_in:
        scene.second.files.make_directory("S:\\tempdb")
    before = scene.second.files.list("S:\\")
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1041", 11, False), answer
    assert scene.second.files.list("S:\\") == before


def extend_by_hand(scene: SalesScene) -> None:
    """The DBA adds an EBS disk of his own to the pool, as one does to make D: larger."""
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    extend = (
        "Add-PhysicalDisk -StoragePoolFriendlyName 'Data' -ErrorAction Stop "
        "-PhysicalDisks (Get-PhysicalDisk -CanPool $true | Where-Object SerialNumber -like '*209_*')"
    )
    scene.play(scene.second.run_script, extend, "extend.ps1", {})


def fail_a_data_volume(scene: SalesScene) -> None:
    scene.built["SALES2"].roles.data[0].ailing = Operational.IO_ERROR


def make_pool_read_only(scene: SalesScene) -> None:
    script = "Set-StoragePool -FriendlyName 'Data' -IsReadOnly $true -ErrorAction Stop"
    scene.play(scene.second.run_script, script, "read-only.ps1", {})


@pytest.mark.parametrize("way", ["reboot", "document"])
@pytest.mark.parametrize("space_disk", list(SpaceDisk))
@pytest.mark.parametrize(
    ("oddity", "classification"),
    [
        (lambda scene: None, "CACHE_ON_NVME"),
        (extend_by_hand, "AMBIGUOUS"),
        (fail_a_data_volume, "CACHE_ON_NVME"),
        (make_pool_read_only, "READ_ONLY"),
    ],
)  # fmt: skip
@pytest.mark.campaign(suite=8)
def test_sql_server_runs_on_a_drive_that_can_be_used_whatever_is_odd_about_the_pool(
    oddity, classification, space_disk, way
):
    scene = SalesScene(storage={"space_disk": space_disk})
    oddity(scene)
    if way == "reboot":
        scene.reboot(scene.second)
        scene.pass_time(300)
    else:
        assert scene.run(scene.second, "stop_sql_server").exit_code == 0
        answer = scene.run(scene.second, "start_sql_server")
        assert answer.code == "CW2009", answer
    seen = scene.observe(scene.second)
    assert seen["storage"]["classification"] == classification, seen["storage"]["reasons"]
    assert seen["storage"]["dataVolume"] == {"letter": "D", "readable": True, "usable": True, "offline": False}
    assert seen["sql"]["instances"][0]["service"] == 4, scene.log(scene.second)
    assert bool(seen["storage"]["warnings"]) is (oddity is fail_a_data_volume)
    if classification != "CACHE_ON_NVME":
        scene.run(scene.second, "stop_sql_server")
        for stem in ("evacuate_cache", "rebuild_storage"):
            refused = scene.run(scene.second, stem)
            assert (refused.exit_code, refused.verdict["changed"]) == (11, False), refused
    assert [name for name in scene.second.files.list("D:\\") if name.startswith("CacheWarden-")] == []


def test_sql_server_does_not_start_on_a_drive_to_which_nothing_can_be_written():
    scene = SalesScene(Fault(point="files.write", kind=FaultKind.FAIL, error="1117", where={"letter": "D"}))
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW2038", 10), answer
    assert "I/O device error" in answer.message


@pytest.mark.parametrize("error", ["112", "39"])
def test_sql_server_starts_on_a_drive_that_is_full(error):
    scene = SalesScene(Fault(point="files.write", kind=FaultKind.FAIL, count=100, error=error, where={"letter": "D"}))
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    answer = scene.run(scene.second, "start_sql_server")
    assert answer.code == "CW2009", answer
    assert "drive D: is full" in scene.log(scene.second)


def test_a_full_drive_that_cannot_be_read_is_at_fault():
    full = Fault(point="files.write", kind=FaultKind.FAIL, count=100, where={"letter": "D"})
    scene = SalesScene(full)
    functions = "\n".join(text for name, text in bundle_files().items() if name.startswith("all_"))
    ask = "function Get-ChildItem { throw 'no sector found' }\n[string] (Get-CwDriveFault -Letter 'D')"
    asked = [
        scene.play(scene.second.run_script, f"{functions}\n{text}", "ask.ps1", {}).stdout.strip()
        for text in (ask.partition("\n")[2], ask)
    ]
    assert asked == ["", "no sector found"]


def test_a_failing_data_volume_of_a_broken_virtual_disk_is_never_a_lost_cache():
    scene = SalesScene()
    scene.built["SALES2"].roles.data[0].ailing = Operational.PREDICTIVE_FAILURE
    scene.stop_and_start(scene.second)
    scene.pass_time(400)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"


def test_a_pool_with_one_data_volume_is_stopped_as_safely_as_others_and_never_rebuilt():
    """It was built by hand before there was a rule; once moved there and back it has no majority without its cache."""
    scene = SalesScene()
    storage, built = scene.second.storage, scene.built["SALES2"]
    inventory = scene.file(scene.second, "inventory")
    lone = built.roles.data[1].serial.partition("_")[0]
    inventory["members"] = [member for member in inventory["members"] if member["serial"] != lone]
    scene.write_state(scene.second, "inventory", inventory)
    pool = storage.pools[built.data_pool.unique_id]
    space = storage.virtual_disks[built.data_disk.unique_id]
    moved = space.extents.pop((built.roles.data[1].unique_id, ExtentKind.DATA))
    del pool.members[built.roles.data[1].unique_id]
    built.roles.data[1].wipe()
    assert moved and scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    scene.stop_and_start(scene.second)
    scene.pass_time(400)
    refused = scene.run(scene.second, "rebuild_storage")
    assert (refused.code, refused.verdict["changed"]) == ("CW1042", False), refused
    assert pool.unique_id in storage.pools


def test_a_restored_cache_stays_where_it_is_when_a_data_volume_is_retired_meanwhile():
    """The usage of another volume is no reason to move it back; that a person must look at it is told all the same."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    assert scene.run(scene.second, "start_sql_server", token=8).exit_code == 0
    assert scene.run(scene.second, "restore_cache", token=9).exit_code == 0
    scene.pass_time(405)
    retire_a_data_volume(scene)
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS" and "CacheWarden-AdoptStorage" in storage["reasons"][0]
    assert {("cache", 5), ("swap", 4)} <= set(usages(storage))
