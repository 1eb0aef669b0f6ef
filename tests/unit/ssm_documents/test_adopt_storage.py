"""AdoptStorage takes in what a person or the published scripts built, and what a DBA changed; it writes one file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from sales_scene import GIB, SalesScene, ebs

from rehearsal.campaigns.kill_points import STATEMENT, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage import hardware
from rehearsal.world.storage.pools import pool_operations, repair, virtual_disk_operations
from tests.campaigns import part

FOLDER = "C:\\ProgramData\\CacheWarden\\"
INVENTORY = FOLDER + "inventory.json"
NOBODY = {"Write": "no", "DataVolumes": "none", "SwapVolume": "none"}
DATA = ["vol00000000000000202", "vol00000000000000203"]
SWAP = "vol00000000000000204"
POOL = 'Größe "1" {0}'

ALL = "$all = Get-PhysicalDisk -CanPool $true"
PUBLISHED = r"""
$subsystem = (Get-StorageSubSystem | Where-Object { $_.FriendlyName -like 'Windows Storage*' }).UniqueId
$first = Get-PhysicalDisk -CanPool $true -FriendlyName 'NVMe Amazon EC2 NVMe' | Select-Object -First 1
New-StoragePool -StorageSubSystemId $subsystem -FriendlyName SSD -PhysicalDisks $first | Out-Null
Get-StoragePool SSD |
    New-VirtualDisk -FriendlyName SSD -ProvisioningType Fixed -UseMaximumSize -ResiliencySettingName Simple | Out-Null
$all = Get-PhysicalDisk -CanPool $true
New-StoragePool -StorageSubSystemId $subsystem -FriendlyName Data -PhysicalDisks $all | Out-Null
$members = Get-StoragePool Data | Get-PhysicalDisk
$members | Where-Object { $_.FriendlyName -eq 'NVMe Amazon Elastic B' } | Sort-Object -Property Size |
    Select-Object -First 1 | Set-PhysicalDisk -MediaType SSD -Usage Retired -NewFriendlyName Swap
$members = Get-StoragePool Data | Get-PhysicalDisk
$members | Where-Object { $_.FriendlyName -eq 'NVMe Amazon Elastic B' } |
    Set-PhysicalDisk -MediaType HDD -Usage AutoSelect -NewFriendlyName Data
$members | Where-Object { $_.FriendlyName -eq 'NVMe Amazon EC2 NVMe' } |
    Set-PhysicalDisk -MediaType SSD -Usage Journal -NewFriendlyName NVME
Get-StoragePool Data | New-VirtualDisk -FriendlyName WCDB -ProvisioningType Fixed -UseMaximumSize `
    -ResiliencySettingName Simple -WriteCacheSize (10 * 1073741824) | Out-Null
foreach ($space in @(@{ name = 'SSD'; letter = 'S' }, @{ name = 'WCDB'; letter = 'D' })) {
    Get-VirtualDisk $space.name | Get-Disk | Set-Disk -IsOffline $false
    Get-VirtualDisk $space.name | Get-Disk | Set-Disk -IsReadOnly $false
    Get-VirtualDisk $space.name | Get-Disk | Initialize-Disk -PartitionStyle GPT -Confirm:$false
    Get-VirtualDisk $space.name | Get-Disk |
        New-Partition -Alignment 1024KB -DriveLetter $space.letter -UseMaximumSize | Out-Null
    Format-Volume -DriveLetter $space.letter -FileSystem NTFS -NewFileSystemLabel $space.name `
        -AllocationUnitSize 64KB -Confirm:$false | Out-Null
}
"""
"""What the published script does, defects and all: any disk that can be pooled, the smallest EBS volume for Swap, every
NVMe disk that is left as Journal, no columns, whatever interleave Windows takes."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """What AdoptStorage printed: the lines for people, and the verdict."""

    lines: tuple[str, ...]
    verdict: dict[str, Any]
    exit_code: int

    @property
    def code(self) -> str:
        return str(self.verdict["code"])

    def told(self, beginning: str) -> str:
        (line,) = [each for each in self.lines if each.startswith(beginning)]
        return line


def adopt(scene: SalesScene, **parameters: str) -> Adopted:
    environment = {f"SSM_{name}": value for name, value in {**NOBODY, **parameters}.items()}
    result = scene.run_raw(scene.second, "adopt_storage", environment)
    assert result.stderr == "" and result.stdout.isascii(), result
    *lines, verdict = result.stdout.splitlines()
    assert len(verdict) <= 2_000 and len(result.stdout) <= 20_000
    return Adopted(tuple(lines), json.loads(verdict), result.exit_code)


def write(scene: SalesScene, **parameters: str) -> Adopted:
    return adopt(scene, Write="yes", **parameters)


def inventory_of(scene: SalesScene) -> dict[str, Any]:
    """Without its time, and the members' sizes: Windows shows a disk smaller once it is in a pool."""
    inventory = {name: value for name, value in scene.file(scene.second, "inventory").items() if name != "writtenAt"}
    for member in inventory["members"]:
        del member["sizeBytes"]
    return inventory


def run(scene: SalesScene, script: str) -> None:
    result = scene.play(scene.second.run_script, script, "by_hand.ps1", {})
    assert result.stderr == "", result.stderr


def by_hand(script: str = PUBLISHED, *extra: Any, **named: Any) -> SalesScene:
    """SALES2 with a pool that somebody's script built, without SQL Server; CacheWarden's bundle is there."""
    scene = SalesScene(build=False, install=False, **named)
    scene.extra[2].extend(extra)
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    run(scene, script)
    return scene


def without_inventory(**named: Any) -> SalesScene:
    """The cluster in service, its second node as if somebody had built it by hand."""
    scene = SalesScene(**named)
    scene.second.files.remove(INVENTORY)
    return scene


def data_pool(scene: SalesScene) -> Any:
    return scene.built["SALES2"].data_pool


def member(scene: SalesScene, serial: str) -> Any:
    (found,) = [item for item in scene.second.storage.devices.values() if item.serial.partition("_")[0] == serial]
    return found


def untouched(scene: SalesScene, *, inventory: bool = False) -> bool:
    return scene.second.files.exists(INVENTORY) is inventory


# -- what is taken in -------------------------------------------------------------------------------------------------


def test_what_the_published_script_built_is_shown_then_taken_in():
    scene = by_hand()
    assert scene.storage(scene.second)["reasons"] == ["2 pools, no inventory on this host"]
    before = scene.second.storage.world.clock.now()
    shown = adopt(scene)
    assert (shown.code, shown.exit_code, shown.verdict["changed"]) == ("CW1014", 0, False), shown
    assert untouched(scene) and scene.second.storage.world.clock.now() > before
    for serial in DATA:
        assert "data (EBS, Auto-Select, parts of the virtual disk lie on it)" in shown.told(
            f"disk {serial.replace('vol', 'vol-')}"
        )
    assert "its name is Swap" in shown.told("disk vol-00000000000000204")
    written = write(scene)
    assert (written.code, written.exit_code, written.verdict["changed"]) == ("CW1015", 0, True), written
    found = inventory_of(scene)
    assert [(each["role"], each["serial"]) for each in found["members"]] == [
        *(("data", serial) for serial in DATA), ("swap", SWAP), ("cache", "AWS00000000000002002"),
    ]  # fmt: skip
    assert found["virtualDisk"]["interleaveBytes"] == 256 << 10 and found["virtualDisk"]["columns"] == 2
    assert found["tempdb"] == {"letter": "S", "folders": []}
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    again = write(scene)
    assert (again.code, again.verdict["changed"]) == ("CW1016", False), again


def test_of_what_initialize_storage_has_built_nothing_differs():
    """It wrote the sizes of blank disks."""
    scene = SalesScene()
    assert write(scene).code == "CW1016"


def test_the_inventory_is_the_one_that_initialize_storage_had_written():
    scene = SalesScene()
    built = inventory_of(scene)
    scene.second.files.remove(INVENTORY)
    assert write(scene).code == "CW1015"
    adopted = inventory_of(scene)
    assert adopted["virtualDisk"].pop("label") == "WCDB"
    assert adopted == built


def test_other_names_letters_columns_and_units_are_taken_as_they_are():
    changes = {
        "letter = 'S'": "letter = 'T'", "letter = 'D'": "letter = 'm'", "NewFriendlyName NVME": "NewFriendlyName fast",
        "-FriendlyName Data ": f"-FriendlyName '{POOL}' ", "Get-StoragePool Data": f"Get-StoragePool '{POOL}'",
        "WCDB": "salesdata", "-AllocationUnitSize 64KB": "-AllocationUnitSize 8KB",
        "-WriteCacheSize": "-NumberOfColumns 1 -Interleave 131072 -WriteCacheSize",
    }  # fmt: skip
    script = PUBLISHED
    for was, becomes in changes.items():
        assert was in script
        script = script.replace(was, becomes)
    scene = by_hand(script)
    written = write(scene)
    # One column on two volumes: both are filled.
    assert (written.code, written.exit_code) == ("CW1015", 0), written
    found = inventory_of(scene)
    assert found["pool"]["friendlyName"] == POOL
    disk = found["virtualDisk"]
    assert (disk["letter"], disk["columns"], disk["interleaveBytes"], disk["allocationUnitBytes"], disk["label"]) == (
        "M", 1, 131072, 8192, "salesdata",
    )  # fmt: skip
    assert found["tempdb"]["letter"] == "T"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_taken_in_node_goes_there_and_back_and_is_rebuilt_as_any_other():
    scene = without_inventory()
    assert write(scene).code == "CW1015"
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "restore_cache").code in ("CW1005", "CW1006")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"


def test_a_rebuilt_virtual_disk_has_the_interleave_and_label_of_the_one_that_was_taken_in():
    scene = without_inventory()
    assert write(scene).code == "CW1015"
    inventory = scene.file(scene.second, "inventory")
    inventory["virtualDisk"].update(interleaveBytes=262144, label="Sales data")
    scene.write_state(scene.second, "inventory", inventory)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
    shown = "(Get-VirtualDisk -FriendlyName WCDB).Interleave; (Get-Volume -DriveLetter D).FileSystemLabel"
    assert scene.play(scene.second.run_script, shown, "show.ps1", {}).stdout.splitlines() == ["262144", "Sales data"]


def test_a_cache_on_the_swap_volume_is_taken_in_where_it_is():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.second.files.remove(INVENTORY)
    written = write(scene)
    assert written.code == "CW1015" and "EVACUATED" in written.verdict["message"]
    assert "the write-back cache is on it" in written.told("disk vol-00000000000000204")
    assert "moves it to NVMe" in written.told("finding: the cache is on the Swap volume")
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_one_data_volume_is_taken_in_with_a_finding():
    scene = by_hand(PUBLISHED.replace(ALL, f"{ALL} | Where-Object {{ $_.SerialNumber -notlike '*202_*' }}"))
    written = write(scene)
    assert written.code == "CW1015", written
    assert "one data volume" in written.verdict["detail"]["findings"][0]
    assert "never rebuilt by itself" in written.told("finding: the pool has one")


def test_what_lies_on_the_data_drive_and_seeding_does_not_bring_back_is_told():
    scene = without_inventory()
    scene.second.sql.backup_folder = "D:\\Backup"
    shown = adopt(scene)
    assert shown.code == "CW1014" and "the default backup folder" in shown.told("finding: Drive D:")


def test_a_plain_partition_for_tempdb_is_known():
    scene = without_inventory(plain_tempdb=True)
    assert write(scene).code == "CW1015"
    assert inventory_of(scene)["tempdb"] == {"letter": "S", "folders": ["S:\\tempdb"]}


# -- what a DBA changed -----------------------------------------------------------------------------------------------


def extended(scene: SalesScene) -> None:
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    scene.play(
        pool_operations.add_disks, scene.second.storage, data_pool(scene), [member(scene, "vol00000000000000209")]
    )


def test_a_volume_that_a_dba_added_is_taken_in_and_the_former_inventory_is_kept():
    scene = SalesScene()
    former = scene.second.files.read_bytes(INVENTORY)
    extended(scene)
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"
    assert adopt(scene).code == "CW1066"
    volumes = {"DataVolumes": ",".join(f"vol-00000000000000{number}" for number in (202, 203, 209))}
    shown = adopt(scene, **volumes)
    assert (shown.code, shown.verdict["detail"]["differences"]) == ("CW1014", 1), shown
    assert shown.told("inventory: vol-00000000000000209").endswith("data (new)")
    assert scene.second.files.read_bytes(INVENTORY) == former
    written = write(scene, **volumes)
    assert written.code == "CW1015"
    (kept,) = written.verdict["detail"]["kept"]
    assert scene.second.files.read_bytes(FOLDER + kept) == former
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_letter_that_a_dba_changed_is_taken_in():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "WCDB", "X")
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"
    written = write(scene)
    assert written.code == "CW1015", written
    assert written.told("inventory: drive") == "inventory: drive: was D:, is X:"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_folders_of_tempdb_and_disks_that_died_stay_known_where_nobody_can_be_asked():
    scene = SalesScene()
    inventory = scene.file(scene.second, "inventory")
    inventory["instanceStore"].append("AWS00000000000009999")
    scene.write_state(scene.second, "inventory", inventory)
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    scene.name_volume(scene.second, "WCDB", "X")
    for name in ("files.json", "files.json.bak"):
        scene.second.files.remove(FOLDER + name)
    unasked = write(scene)
    assert (unasked.code, unasked.exit_code) == ("CW1069", 11), unasked
    for path in list(scene.second.files.list("S:\\tempdb")):
        scene.second.files.remove(f"S:\\tempdb\\{path}")
    written = write(scene)
    assert written.code == "CW1015", written
    assert "start it, then start this document again" in written.told("finding: SQL Server")
    found = inventory_of(scene)
    assert found["tempdb"]["folders"] == ["S:\\tempdb"]
    assert "AWS00000000000009999" in found["instanceStore"]


# -- what was lost ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copy", [False, True], ids=["without a copy", "the copy, too"])
def test_a_damaged_inventory_is_written_anew_from_what_is_there(copy):
    scene = SalesScene()
    built = inventory_of(scene)
    scene.second.files.write_bytes(INVENTORY, b'{"seq":1,"sha2')
    if copy:
        scene.second.files.write_bytes(INVENTORY + ".bak", b"\xff\xfe")
    assert scene.run(scene.second, "observe_host").code == "CW3010"
    assert "is damaged" in adopt(scene).told("inventory: the one")
    written = write(scene)
    assert written.code == "CW1015", written
    kept = [scene.second.files.read_bytes(FOLDER + name) for name in written.verdict["detail"]["kept"]]
    assert kept[0] == b'{"seq":1,"sha2' and len(kept) == 1 + copy
    adopted = inventory_of(scene)
    del adopted["virtualDisk"]["label"]
    assert adopted == built and scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_damaged_inventory_whose_copy_is_whole_is_replaced_though_nothing_differs():
    scene = without_inventory()
    assert write(scene).code == "CW1015"
    whole = scene.second.files.read_bytes(INVENTORY)
    scene.second.files.write_bytes(INVENTORY + ".bak", whole)
    scene.second.files.write_bytes(INVENTORY, whole[:-20])
    written = write(scene)
    assert (written.code, written.verdict["detail"]["differences"]) == ("CW1015", 0), written
    assert len(written.verdict["detail"]["kept"]) == 2
    assert write(scene).code == "CW1016"


def test_after_an_evacuation_the_inventory_is_found_again_on_another_host():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    scene.second.files.remove(INVENTORY)
    scene.second.files.remove(INVENTORY + ".bak")
    assert write(scene).code == "CW1015"
    here = sorted(disk.serial.partition("_")[0] for disk in scene.disks(2) if not disk.persistent)
    assert inventory_of(scene)["instanceStore"] == here


# -- what is refused --------------------------------------------------------------------------------------------------


def refused(scene: SalesScene, code: str, *words: str, inventory: bool = False, **parameters: str) -> Adopted:
    """Both ways of starting it refuse, and change nothing."""
    for answer in (adopt(scene, **parameters), write(scene, **parameters)):
        assert (answer.code, answer.verdict["changed"]) == (code, False), answer
        for word in words:
            assert word in answer.verdict["message"], answer
    assert answer.exit_code in (10, 11, 20)
    assert untouched(scene, inventory=inventory)
    return answer


def test_without_a_pool_there_is_nothing_to_take_in():
    refused(SalesScene(build=False, install=False), "CW1020")


def test_a_retired_disk_without_a_name_is_nobodys_until_a_person_says_so():
    """The Swap volume, or one that a DBA is taking out."""
    scene = without_inventory()
    data_pool(scene).members[member(scene, SWAP).unique_id].friendly_name = None
    refused(scene, "CW1066", SWAP.replace("vol", "vol-"), "SwapVolume")
    assert write(scene, SwapVolume="vol-00000000000000204").code == "CW1015"


@pytest.mark.parametrize(
    "parameters",
    [
        {"SwapVolume": "vol-00000000000000202"},
        {"DataVolumes": "vol-00000000000000202"},
        {"DataVolumes": "vol-00000000000000202,vol-00000000000000204"},
        {"SwapVolume": "vol-00000000000000201"},
        {"DataVolumes": "vol-00000000000000202,vol-00000000000000203,vol-00000000000000299"},
    ],
    ids=str,
)
def test_what_a_person_says_is_held_against_the_pool(parameters):
    foreign = parameters == {"SwapVolume": "vol-00000000000000201"}
    refused(without_inventory(), "CW1020" if foreign else "CW1066", **parameters)


@pytest.mark.parametrize(
    "parameters",
    [
        {"SwapVolume": "vol-00000000000000202", "DataVolumes": "vol-00000000000000202"},
        {"SwapVolume": "$(Stop-Computer)"}, {"DataVolumes": "vol-0000000000000020G"}, {"Write": "maybe"},
    ],
    ids=str,
)  # fmt: skip
def test_parameters_that_cannot_be_are_refused(parameters):
    answer = adopt(without_inventory(), **parameters)
    assert (answer.code, answer.verdict["changed"]) == ("CW3007", False), answer


def test_a_pool_without_a_swap_volume_says_what_to_add():
    scene = without_inventory()
    swap = member(scene, SWAP)
    scene.play(pool_operations.remove_disks, scene.second.storage, data_pool(scene), [swap])
    scene.pass_time(60)
    refused(scene, "CW1067", "no Swap volume")
    run(scene, "Add-PhysicalDisk -StoragePoolFriendlyName Data -Usage Retired -PhysicalDisks "
        "(Get-PhysicalDisk -CanPool $true | Where-Object { $_.SerialNumber -like '*204_*' })")  # fmt: skip
    assert write(scene, SwapVolume="vol-00000000000000204").code == "CW1015"


def test_a_swap_volume_that_is_too_small_is_refused():
    """The published script takes the smallest volume, whatever its size."""
    scene = without_inventory(cache_bytes=200 * GIB)
    refused(scene, "CW1031")


def test_several_journals_on_instance_store_are_refused():
    """The published script makes every NVMe disk but the first one a Journal."""
    scene = by_hand(nvme_disks=4)
    refused(scene, "CW1064", "3 instance-store disks")


@pytest.mark.parametrize("size", ["1GB", "0"])
def test_data_on_instance_store_is_refused(size):
    """A pool of all disks, whose script stopped before it set any usage; with a cache, and without one."""
    script = PUBLISHED.replace("-Usage Journal -NewFriendlyName NVME", "-NewFriendlyName NVME").replace(
        "-WriteCacheSize (10 * 1073741824)", f"-WriteCacheSize {size}"
    )
    refused(by_hand(script), "CW1069", "instance store, Auto-Select")


@pytest.mark.parametrize(
    ("cache", "why"),
    [("-WriteCacheSize 0", "has no write-back cache"), ("-WriteCacheSize 1GB", "lies on the data volumes")],
)
def test_a_pool_that_no_stop_harms_is_refused(cache, why):
    """Without a write-back cache, or with one that Windows has put onto EBS volumes, which say that they are SSDs."""
    script = (
        PUBLISHED.replace("-WriteCacheSize (10 * 1073741824)", cache)
        .replace(ALL, f"{ALL} | Where-Object {{ $_.SerialNumber -like 'vol*' }}")
        .replace("-MediaType HDD", "-MediaType SSD")
    )  # fmt: skip
    answer = refused(by_hand(script), "CW1068", why)
    assert answer.exit_code == 10


def test_columns_on_the_swap_volume_are_refused():
    """It was a data volume when the virtual disk was made, and became the Journal afterwards."""
    script = (
        PUBLISHED.replace("-WriteCacheSize (10 * 1073741824)", "-WriteCacheSize 1GB -NumberOfColumns 3")
        .replace(ALL, f"{ALL} | Where-Object {{ $_.SerialNumber -like 'vol*' }}")
        .replace("-Usage Retired -NewFriendlyName Swap", "-NewFriendlyName Swap")
        .replace("-MediaType HDD", "-MediaType SSD")
    )  # fmt: skip
    journal = "Get-PhysicalDisk -FriendlyName Swap | Set-PhysicalDisk -Usage Journal"
    refused(by_hand(f"{script}\n{journal}"), "CW1064", "3 columns, and the pool 2 data volumes")


def test_of_several_pools_the_named_volumes_tell_which_is_meant():
    scene = without_inventory()
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    scene.play(pool_operations.create, scene.second.storage, "Data", [member(scene, "vol00000000000000209")])
    refused(scene, "CW1064", "2 pools")
    assert write(scene, SwapVolume="vol-00000000000000204").code == "CW1015"


def test_a_second_virtual_disk_is_refused():
    scene = without_inventory()
    storage, space = scene.second.storage, scene.built["SALES2"].data_disk
    for place in space.extents:
        space.extents[place] -= 25 * GIB if place[1].name == "DATA" else 0
    scene.play(
        lambda: virtual_disk_operations.create(
            storage, data_pool(scene), "Scratch", size=10 * GIB, use_maximum=False, resiliency="Simple", write_cache=0
        )
    )
    refused(scene, "CW1064", "2 virtual disks")


def test_a_pool_without_a_virtual_disk_is_refused():
    scene = without_inventory()
    space = scene.built["SALES2"].data_disk
    scene.play(lambda: virtual_disk_operations.remove(scene.second.storage, space))
    refused(scene, "CW1064", "No virtual disk is in the pool")


def test_a_mirror_is_refused():
    scene = without_inventory()
    scene.built["SALES2"].data_disk.resiliency = "Mirror"
    refused(scene, "CW1064", "Mirror, expected Simple")


def test_a_volume_without_a_letter_is_refused():
    scene = without_inventory()
    scene.name_volume(scene.second, "WCDB", None)
    refused(scene, "CW1064", "0 of them with a drive letter")


def test_a_file_system_that_is_not_managed_is_refused():
    refused(by_hand(PUBLISHED.replace("-FileSystem NTFS", "-FileSystem exFAT")), "CW1064", "exFAT")


@pytest.mark.parametrize("lists_jobs", [True, False])
def test_a_cache_that_is_moved_by_hand_is_left_until_it_is_there(lists_jobs):
    scene = without_inventory(storage={"lists_jobs": lists_jobs})
    run(scene, "Get-PhysicalDisk -FriendlyName Swap | Set-PhysicalDisk -Usage Journal")
    refused(scene, "CW1065", "both Journal")
    run(scene, "Get-PhysicalDisk -FriendlyName NVME | Set-PhysicalDisk -Usage Retired")
    scene.pass_time(20)
    refused(scene, "CW1065", "storage jobs run" if lists_jobs else "the cache is being moved off it")


def test_a_detached_virtual_disk_is_refused():
    scene = without_inventory()
    scene.run(scene.second, "stop_sql_server")
    run(scene, "Get-VirtualDisk -FriendlyName 'WCDB' | Disconnect-VirtualDisk")
    refused(scene, "CW1065", "is Detached")


def test_a_disk_that_is_offline_is_refused():
    scene = without_inventory()
    run(scene, "Get-VirtualDisk -FriendlyName 'WCDB' | Get-Disk | Set-Disk -IsOffline $true")
    refused(scene, "CW1065", "offline")


def test_a_member_that_warns_or_is_gone_is_refused():
    scene = without_inventory()
    scene.play(lambda: repair.lose(scene.second.storage, scene.built["SALES2"].roles.cache, destroyed=True))
    refused(scene, "CW1065")


def test_a_lost_cache_is_no_healthy_pool():
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.second.files.remove(INVENTORY)
    scene.pass_time(300)
    refused(scene, "CW1065")


def test_a_pool_that_is_read_only_or_clustered_is_refused():
    scene = without_inventory()
    data_pool(scene).read_only_by_policy = True
    refused(scene, "CW1027")
    data_pool(scene).read_only_by_policy = False
    data_pool(scene).is_clustered = True
    refused(scene, "CW1026")


def test_a_pool_that_is_starting_is_waited_for():
    scene = SalesScene(storage={"pool_starting_s": 900.0})
    scene.stop_and_start(scene.second)
    scene.second.files.remove(INVENTORY)
    refused(scene, "CW1025")


def test_a_missing_swap_volume_shows_in_the_pool_alone():
    scene = without_inventory()
    hardware.unplug(scene.second.storage, member(scene, SWAP).serial)
    refused(scene, "CW1065", "The pool has HealthStatus 1")


def test_two_members_with_one_serial_number_are_refused():
    scene = without_inventory()
    first, second = (member(scene, serial) for serial in DATA)
    second.attached = replace(second.attached, serial=first.serial)
    refused(scene, "CW1064", "the same serial number")


def test_two_drives_on_instance_store_of_which_nobody_knows_which_is_tempdbs_are_refused():
    further = """
Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*2003_*' } | Initialize-Disk -PartitionStyle GPT -PassThru |
    New-Partition -DriveLetter T -UseMaximumSize | Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null
"""
    refused(by_hand(further + PUBLISHED, nvme_disks=3), "CW1064", "gone (S, T)")


def test_an_unfinished_building_is_finished_first():
    scene = SalesScene()
    inventory = scene.file(scene.second, "inventory")
    scene.write_state(scene.second, "inventory", {**inventory, "building": True})
    refused(scene, "CW1065", "still being built", inventory=True)


def test_a_file_that_may_be_a_disabled_instances_is_refused_though_another_one_answers():
    scene = without_inventory()
    sql_preset.add_instance(scene.cluster, scene.second, "OLD", tempdb_folder="C:\\tempdb-OLD", disabled=True)
    scene.second.files.make_directories("S:\\old")
    scene.second.files.write_bytes("S:\\old\\ledger.mdf", b"x")
    refused(scene, "CW1069", "S:\\old\\ledger.mdf")


def test_a_disabled_instance_with_nothing_on_instance_store_is_no_reason_to_refuse():
    scene = without_inventory()
    sql_preset.add_instance(scene.cluster, scene.second, "OLD", tempdb_folder="C:\\tempdb-OLD", disabled=True)
    assert write(scene).code == "CW1015"


def test_databases_on_the_tempdb_drive_are_refused():
    scene = without_inventory()
    server = scene.second.sql
    database = next(each for each in server.databases.values() if not each.is_system)
    database.files = (replace(database.files[0], path="S:\\sales.mdf"), *database.files[1:])
    refused(scene, "CW1069", "1 others")


def test_a_page_file_on_the_tempdb_drive_is_refused():
    scene = without_inventory()
    scene.second.page_files.append("S:\\pagefile.sys")
    refused(scene, "CW1044", "the page file")


def test_while_the_worker_moves_the_cache_nothing_is_written():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    before = inventory_of(scene)
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    scene.pass_time(60)
    assert write(scene).code == "CW3003"
    assert adopt(scene).code == "CW1065"
    assert inventory_of(scene)["members"] == before["members"]


# -- killed -----------------------------------------------------------------------------------------------------------


def test_killed_at_each_statement_that_changes_something_and_run_again_it_ends_the_same():
    scene = changed_letter()
    watcher = StatementWatcher(scene.world)
    assert write(scene).code == "CW1015"
    end = inventory_of(scene), len(kept(scene))
    places = [each for each in watcher.changing if each.script.startswith("adopt_storage")]
    assert len(places) >= 4
    for place in part(places, 4, of="adopt"):
        fault = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place.where, occurrence=place.occurrence)
        scene = changed_letter(fault)
        scene.world.faults.begin()
        scene.run_raw(scene.second, "adopt_storage", {f"SSM_{k}": v for k, v in {**NOBODY, "Write": "yes"}.items()})
        assert scene.world.faults.injected, place
        assert write(scene).code in ("CW1015", "CW1016"), place
        assert (inventory_of(scene), len(kept(scene))) == end, place


def changed_letter(*faults: Fault) -> SalesScene:
    scene = SalesScene(*faults, faults_enabled=False)
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "WCDB", "X")
    return scene


def kept(scene: SalesScene) -> list[str]:
    names = scene.second.files.list(FOLDER)
    return [name for name in names if name.startswith("inventory-former-") and name.endswith(".json")]
