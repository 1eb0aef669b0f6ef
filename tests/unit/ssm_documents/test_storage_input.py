"""Input that storage scripts meet in the field: disks, pools and names that nobody planned for."""

from dataclasses import replace

import pytest
from sales_scene import CACHE_BYTES, DRIVES, GIB, SalesScene, ebs, lines_called, nvme

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.preset import grant_folder
from rehearsal.world.sql.rights import run_script, shipped_grants
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.storage import facts, hardware
from rehearsal.world.storage.commands import physical_disks
from rehearsal.world.storage.enumerations import Usage
from rehearsal.world.storage.pools import pool_operations, repair, virtual_disk_operations
from rehearsal.world.storage.settings import ClusterView
from rehearsal.world.windows.cim.cim_text import Language

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip


def empty_scene(*extra, **named) -> SalesScene:
    """SALES2 without storage; `extra` are further EBS volumes."""
    scene = SalesScene(build=False, install=False, **named)
    plug_in(scene, *extra)
    return scene


def plug_in(scene: SalesScene, *disks) -> None:
    scene.extra[2].extend(disks)
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)


def initialize(scene, **changes):
    return scene.run(scene.second, "initialize_storage", **{**PLAN, **changes})


def device(scene: SalesScene, serial: str):
    """By its serial number as the inventory has it."""
    (found,) = [item for item in scene.second.storage.devices.values() if item.serial.partition("_")[0] == serial]
    return found


def shown(scene: SalesScene, script: str) -> list[str]:
    return scene.play(scene.second.run_script, script, "show.ps1", {}).stdout.split()


def untouched(scene: SalesScene) -> bool:
    return not scene.second.storage.pools and not scene.second.files.exists(
        r"C:\ProgramData\CacheWarden\inventory.json"
    )


# -- what is built ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("nvme_disks", "tempdb_disks"), [(1, 0), (2, 1), (4, 3), (8, 7)])
def test_one_instance_store_disk_is_the_cache_and_the_others_carry_tempdb(nvme_disks, tempdb_disks):
    scene = empty_scene(nvme_disks=nvme_disks)
    assert initialize(scene).code == "CW1007"
    storage = scene.storage(scene.second)
    assert [member["role"] for member in storage["members"]].count("cache") == 1
    assert storage["tempdbVolume"]["present"] is (tempdb_disks > 0)
    pools = sorted(len(pool.members) for pool in scene.second.storage.pools.values())
    assert pools == sorted([4, *([tempdb_disks] if tempdb_disks else [])])


def test_a_tempdb_drive_with_a_dead_disk_is_made_again_on_another_host_only():
    scene = empty_scene(nvme_disks=4)
    assert initialize(scene).code == "CW1007"
    (cache,) = [member["serial"] for member in scene.storage(scene.second)["members"] if member["role"] == "cache"]
    here = [item for item in scene.second.storage.devices.values() if not item.persistent]
    dead = next(item for item in here if item.serial.partition("_")[0] != cache)
    scene.play(lambda: repair.lose(scene.second.storage, dead, destroyed=True))
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1047", 11, False), answer
    assert dead.serial.partition("_")[0] in answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_without_an_instance_store_disk_nothing_is_built():
    scene = empty_scene(nvme_disks=0)
    answer = initialize(scene)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1043", 11, False), answer
    assert untouched(scene)


@pytest.mark.parametrize("volumes", [["202", "203"], ["202", "203", "205"]])
def test_the_virtual_disk_has_a_column_for_each_data_volume(volumes):
    scene = empty_scene(ebs(2, 5, 500, "xvde"))
    names = ",".join(f"vol-{number:>017}" for number in volumes)
    assert initialize(scene, DataVolumes=names).code == "CW1007"
    columns = "(Get-VirtualDisk -FriendlyName 'WCDB').NumberOfColumns"
    assert shown(scene, columns) == [str(len(volumes))]
    assert scene.file(scene.second, "inventory")["virtualDisk"]["columns"] == len(volumes)


def test_a_data_volume_of_another_size_is_refused_whichever_comes_first():
    scene = empty_scene(ebs(2, 5, 501, "xvde"))
    for names in ("vol-00000000000000202,vol-00000000000000205", "vol-00000000000000205,vol-00000000000000202"):
        answer = initialize(scene, DataVolumes=names)
        assert (answer.code, answer.verdict["changed"]) == ("CW1039", False), answer
    assert untouched(scene)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"DataVolumes": "vol-00000000000000299"}, "CW1038"),
        ({"SwapVolume": "vol-00000000000000299"}, "CW1038"),
        ({"DataVolumes": "vol-00000000000000202,vol-00000000000000202"}, "CW3007"),
        ({"DataVolumes": "vol-00000000000000204"}, "CW3007"),
        ({"DataVolumes": "vol-00000000000000201"}, "CW1040"),
        ({"SwapVolume": "vol-00000000000000201"}, "CW1040"),
        ({"DataVolumes": "vol-0000000000000020G"}, "CW3007"),
        ({"DataVolumes": "VOL-00000000000000202"}, "CW3007"),
        ({"DataVolumes": "vol-00000000000000202;Stop-Computer"}, "CW3007"),
        ({"DataVolumes": "vol-00000000000000202\nvol-00000000000000203"}, "CW3007"),
        ({"SwapVolume": "$(Stop-Computer)"}, "CW3007"),
        ({"CacheGiB": "-1"}, "CW3007"),
        ({"CacheGiB": "0x10"}, "CW3007"),
        ({"CacheGiB": "9999"}, "CW1043"),
    ],
    ids=str,
)
def test_volumes_that_are_wrong_duplicate_foreign_or_hostile_are_refused(changes, code):
    scene = empty_scene()
    answer = initialize(scene, **changes)
    assert (answer.code, answer.verdict["changed"]) == (code, False), answer
    assert untouched(scene)


def test_two_disks_with_one_serial_number_are_for_a_person():
    scene = empty_scene()
    first, second = device(scene, "vol00000000000000202"), device(scene, "vol00000000000000203")
    second.attached = replace(second.attached, serial=first.serial)
    answer = initialize(scene, DataVolumes="vol-00000000000000202")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1028", 11, False), answer
    assert "Two disks have the serial number" in answer.message
    assert untouched(scene)


def volume(scene: SalesScene, letter: str) -> list[str]:
    """File system and allocation unit of a drive."""
    return shown(scene, f"$v = Get-Volume -DriveLetter {letter}; $v.FileSystem; $v.AllocationUnitSize")


@pytest.mark.parametrize(("file_system", "unit"), [("NTFS", "8"), ("NTFS", "2048"), ("ReFS", "64"), ("ReFS", "4")])
def test_letters_file_system_and_allocation_unit_are_those_that_were_asked_for(file_system, unit):
    scene = empty_scene()
    wanted = {"FileSystem": file_system, "AllocationUnitKiB": unit, "DataLetter": "M", "TempdbLetter": "T"}
    assert initialize(scene, **wanted).code == "CW1007"
    assert volume(scene, "M") == [file_system, str(int(unit) * 1024)] and volume(scene, "T") == ["NTFS", "65536"]
    assert scene.file(scene.second, "inventory")["tempdb"] == {"letter": "T", "folders": ["T:\\tempdb"]}
    assert initialize(scene).code == "CW1008"


@pytest.mark.parametrize(
    "changes",
    [
        {"FileSystem": "FAT32"}, {"FileSystem": "none"}, {"FileSystem": "ReFS", "AllocationUnitKiB": "32"},
        {"DataLetter": "C"}, {"DataLetter": "none"}, {"DataLetter": "d"}, {"TempdbLetter": "A"}, {"TempdbLetter": "S:"},
    ],
    ids=str,
)  # fmt: skip
def test_drives_that_cannot_be_are_refused(changes):
    scene = empty_scene()
    answer = initialize(scene, **changes)
    assert (answer.code, answer.verdict["changed"]) == ("CW3007", False), answer
    assert untouched(scene)


@pytest.mark.parametrize(("nvme_disks", "letter", "folder"), [(1, "D", True), (2, "D", True), (2, "none", False)])
def test_tempdb_gets_a_folder_on_the_data_drive_or_stays_where_it_is_if_asked(nvme_disks, letter, folder):
    scene = empty_scene(nvme_disks=nvme_disks)
    assert initialize(scene, TempdbLetter=letter).code == "CW1007"
    assert scene.second.files.exists(r"D:\tempdb") is folder
    assert not scene.second.files.exists("S:\\") and scene.file(scene.second, "inventory")["tempdb"] is None


def sql_server(scene: SalesScene) -> SqlServer:
    """A running SQL Server that needs none of the new drives."""
    server = SqlServer(scene.world, scene.second, None, tempdb_folder=r"C:\tempdb", hadr_enabled=False)
    server.install_files()
    grant_folder(scene.second, server.tempdb_folder, server.service_account)
    server.run_from_the_start()
    run_script(server, shipped_grants())
    scene.play(lambda: scene.second.services.start(scene.second.services["MSSQLSERVER"]))
    return server


def meant_for(scene: SalesScene, what: str) -> None:
    """Something is to lie on one of the drives that are built."""
    if what == "the page file in use":
        scene.second.page_files.append(r"S:\pagefile.sys")
    elif what == "the page file of the next boot":
        scene.second.page_file_settings.append(r"d:\pagefile.sys")
    elif what == "the default backup folder":
        sql_server(scene).backup_folder = r"D:\Backup"
    elif what == "the buffer pool extension":
        sql_server(scene).buffer_pool_extension = r"s:\extension.bpe"
    else:
        msdb = sql_server(scene).databases["msdb"]
        msdb.files = (replace(msdb.files[0], path=r"D:\msdb.mdf"), *msdb.files[1:])


@pytest.mark.parametrize(
    "what",
    [
        "the page file in use", "the page file of the next boot", "the default backup folder",
        "the buffer pool extension", "a system database",
    ],
)  # fmt: skip
def test_what_must_not_be_lost_is_not_put_onto_the_new_drives(what):
    scene = empty_scene()
    meant_for(scene, what)
    answer = initialize(scene)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1044", 11, False), answer
    assert what.removesuffix(" in use").removesuffix(" of the next boot") in answer.message
    assert untouched(scene)
    assert initialize(scene, DataLetter="M", TempdbLetter="T").code == "CW1007"


def test_a_sql_server_that_waits_for_its_drives_keeps_nobody_from_building_them():
    scene = empty_scene()
    scene.second.services.add("MSSQL$OTHER", "SQL Server (OTHER)", 5, 5, account=r"NT SERVICE\MSSQL$OTHER")
    assert sql_server(scene) and initialize(scene).code == "CW1007"
    assert "OTHER doesn't run and isn't asked" in scene.log(scene.second)


@pytest.mark.parametrize("letter", ["D", "S"])
def test_both_letters_are_looked_at_before_anything_is_made(letter):
    scene = empty_scene()
    scene.plug_in_foreign_volume(scene.second, letter)
    answer = initialize(scene)
    assert (answer.code, answer.verdict["changed"]) == ("CW1041", False), answer
    assert f"Drive {letter}:" in answer.message
    assert untouched(scene)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("unconfirmed_as_text", [True, False])
@pytest.mark.campaign(suite=2)
def test_localized_texts_change_nothing(language, unconfirmed_as_text):
    scene = empty_scene(storage={"language": language, "unconfirmed_as_text": unconfirmed_as_text})
    assert initialize(scene).code == "CW1007"
    scene.run(scene.second, "install_host")
    said = {"seenAt": None, "bootId": "", "systemDatabases": 0, "tempdb": []}
    scene.write_state(scene.second, "files", said)
    for stem, there in (("evacuate_cache", "EVACUATED"), ("restore_cache", "CACHE_ON_NVME")):
        assert scene.run(scene.second, stem).exit_code == 0
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
        assert scene.storage(scene.second)["classification"] == there


def test_the_tempdb_folder_belongs_to_the_services_of_all_instances():
    scene = empty_scene()
    scene.second.services.add("MSSQL$OTHER", "SQL Server (OTHER)", 5, 5, account=r"NT SERVICE\MSSQL$OTHER")
    assert initialize(scene).code == "CW1007"
    who = "(Get-Acl -LiteralPath 'S:\\tempdb').Access | ForEach-Object { $_.IdentityReference.Value }"
    identities = scene.play(scene.second.run_script, who, "show.ps1", {}).stdout.splitlines()
    assert {r"NT SERVICE\MSSQLSERVER", r"NT SERVICE\MSSQL$OTHER"} <= set(identities)


# -- what is found ----------------------------------------------------------------------------------------------------


def test_pools_of_other_nodes_of_the_cluster_are_not_looked_at():
    scene = SalesScene(storage={"cluster_view": ClusterView.ALL_NODES})
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")
    storage = scene.storage(scene.second)
    assert storage["reasons"] == ["2 pools, no inventory on this host"]


def test_friendly_names_are_nobodys_identity():
    scene = SalesScene()
    plug_in(scene, ebs(2, 9, 500, "xvdj"))
    before = scene.storage(scene.second)
    scene.play(pool_operations.create, scene.second.storage, "Data", [device(scene, "vol00000000000000209")])
    scene.built["SALES2"].data_pool.friendly_name = "Storage Pool 1"
    after = scene.storage(scene.second)
    assert after["classification"] == "CACHE_ON_NVME"
    assert (after["pool"], after["members"]) == (before["pool"], before["members"])


def test_two_instance_store_disks_in_the_pool_are_for_a_person():
    scene = SalesScene(nvme_disks=3)
    free = scene.storage(scene.second)["freeInstanceStore"]
    pool = scene.built["SALES2"].data_pool
    scene.play(pool_operations.add_disks, scene.second.storage, pool, [device(scene, free[0])], Usage.JOURNAL)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["proof"]["evacuated"]) == ("AMBIGUOUS", False), storage
    scene.run(scene.second, "stop_sql_server")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1028"


def test_a_second_virtual_disk_in_the_pool_is_for_a_person():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    storage, pool = scene.second.storage, scene.built["SALES2"].data_pool
    scene.built["SALES2"].data_disk.size_bytes -= 50 * GIB
    extents = scene.built["SALES2"].data_disk.extents
    for place in extents:
        extents[place] -= 25 * GIB if place[1].name == "DATA" else 0
    scene.play(
        lambda: virtual_disk_operations.create(
            storage, pool, "Scratch", size=10 * GIB, use_maximum=False, resiliency="Simple", write_cache=0
        )
    )
    observed = scene.storage(scene.second)
    assert observed["classification"] == "AMBIGUOUS", observed
    assert scene.run(scene.second, "evacuate_cache").code == "CW1028"


def test_a_member_that_nobody_planned_is_for_a_person():
    scene = SalesScene()
    plug_in(scene, ebs(2, 9, 500, "xvdj"))
    pool = scene.built["SALES2"].data_pool
    scene.play(pool_operations.add_disks, scene.second.storage, pool, [device(scene, "vol00000000000000209")])
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"
    scene.run(scene.second, "stop_sql_server")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1028"


def test_an_evacuation_is_not_proven_while_the_drive_has_no_letter():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.name_volume(scene.second, "WCDB", None)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "EVACUATED"
    proof = storage["proof"]
    assert (proof["evacuated"], proof["why"], proof["deadCache"]) == (False, "the data drive cannot be read", None)


def test_a_drive_that_cannot_be_read_is_not_moved():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "WCDB", None)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1035", 11, False), answer


def test_a_cache_on_swap_whose_drive_cannot_be_read_is_not_moved_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.name_volume(scene.second, "WCDB", None)
    answer = scene.run(scene.second, "restore_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1035", 11, False), answer


@pytest.mark.parametrize(("grabbed", "size", "code"), [(True, None, "CW1032"), (False, 50 * GIB, "CW1033")])
def test_a_cache_without_an_instance_store_disk_for_it_stays_on_ebs(grabbed, size, code):
    """The new host has one beside the tempdb drive's, and something else took it, or it is smaller."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(60)
    (serial,) = scene.storage(scene.second)["freeInstanceStore"]
    if grabbed:
        pool_operations.create(scene.second.storage, "Somebody's", [device(scene, serial)])
    else:
        small = device(scene, serial)
        small.attached = replace(small.attached, size_bytes=size)
    answer = scene.run(scene.second, "restore_cache", token=8)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == (code, 11, False), answer
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_the_cache_stays_while_a_named_instance_runs():
    scene = SalesScene()
    scene.second.services.add("MSSQL$OTHER", "SQL Server (OTHER)", 5, 5, account=r"NT SERVICE\MSSQL$OTHER")
    scene.play(scene.second.run_script, "Stop-Service -Name MSSQLSERVER -Force -ErrorAction Stop", "by_hand.ps1", {})
    scene.play(lambda: scene.second.services.start(scene.second.services["MSSQL$OTHER"]))
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.verdict["changed"]) == ("CW1030", False), answer
    assert "SQL Server OTHER" in answer.message


def test_sql_server_is_stopped_when_the_answer_says_so():
    scene = SalesScene()
    answer = scene.run(scene.second, "stop_sql_server")
    assert answer.code == "CW2007"
    assert int(scene.second.services["MSSQLSERVER"].state) == 1


def test_a_service_that_does_not_stop_is_said():
    scene = SalesScene(Fault(point="service.stop", kind=FaultKind.HANG, where={"service": "MSSQLSERVER"}))
    answer = scene.run(scene.second, "stop_sql_server")
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW2031", "partial", 30), answer
    assert scene.run(scene.second, "evacuate_cache").code == "CW1030"


def test_a_replica_that_failed_over_by_hand_only_does_so_afterwards():
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    modes = ",".join(f"{group['id']}/{replica['id']}/1/1" for replica in group["replicas"])
    assert scene.run(scene.first, "restore_replica_modes", Modes=modes).code == "CW2003"
    assert scene.run(scene.first, "restore_replica_modes", Modes=modes).code == "CW2004"
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert {replica["failoverMode"] for replica in group["replicas"]} == {1}


# -- what is rebuilt --------------------------------------------------------------------------------------------------


def dirty(*faults, **named) -> SalesScene:
    scene = SalesScene(*faults, **named)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    return scene


def test_a_rebuilt_data_drive_has_the_folders_that_tempdb_was_in():
    """SQL Server makes tempdb's files at its start, no folders."""
    scene = dirty()
    tempdb = [r"S:\tempdb\tempdb.mdf", r"D:\temp\db\temp2.ndf"]
    said = {"seenAt": None, "bootId": "", "systemDatabases": 0, "tempdb": tempdb}
    scene.write_state(scene.second, "files", said)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    assert initialize(scene).code == "CW1007"
    assert scene.second.files.exists(r"D:\temp\db") and not scene.second.files.exists(r"D:\tempdb")


def test_a_rebuild_removes_no_other_virtual_disk_of_that_name():
    scene = SalesScene()
    plug_in(scene, ebs(2, 9, 500, "xvdj"))
    storage = scene.second.storage
    pool = scene.play(pool_operations.create, storage, "Data", [device(scene, "vol00000000000000209")])
    theirs = scene.play(
        lambda: virtual_disk_operations.create(
            storage, pool, "WCDB", size=None, use_maximum=True, resiliency="Simple", write_cache=0
        )
    )
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    assert theirs.unique_id in storage.virtual_disks
    assert pool.unique_id in storage.pools


def test_a_lost_pool_that_a_person_made_read_only_is_left_to_the_person():
    scene = dirty()
    pool = scene.built["SALES2"].data_pool
    pool.read_only_by_policy = True
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW1027", 11), answer
    assert pool.unique_id in scene.second.storage.pools
    pool.read_only_by_policy = False
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"


def test_a_lost_pool_that_is_read_only_is_made_writable_first():
    """By its loss of disks; in the second case it is so when a removal that was cut off is continued."""
    scene = dirty()
    scene.built["SALES2"].data_pool.read_only_after_loss = True
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.code == "CW1011", answer
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
    scene = dirty(Fault(point="storage.remove-pool", kind=FaultKind.FAIL, error="4"))
    assert scene.run(scene.second, "rebuild_storage").code == "CW1050"
    scene.built["SALES2"].data_pool.read_only_after_loss = True
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.code == "CW1011", answer


def test_without_sql_server_nobody_says_who_has_the_data():
    scene = dirty()
    for name in ("MSSQLSERVER", "SQLSERVERAGENT"):
        del scene.second.services._services[name.lower()]
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW1045", 11), answer
    assert "No SQL Server on this node" in answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_cache_disk_that_is_gone_from_a_readable_virtual_disk_is_no_lost_cache():
    """The worker was killed before anything moved back: by usage the cache was on the disk that is gone now."""
    (retiring,) = [line for line in lines_called("worker") if "-Member $swap -Usage 'Retired'" in line.text]
    killed = Fault(point="process.statement", kind=FaultKind.KILL, where=retiring.where("worker"))
    scene = SalesScene(killed, storage={"footprint_counts_cache": False}, faults_enabled=False)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    scene.world.faults.begin()
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["code"] == "CW1054"
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    storage = scene.storage(scene.second)
    assert storage["classification"] in ("EVACUATED", "MOVING", "CACHE_ON_NVME"), storage
    assert storage["dataVolume"]["readable"]
    assert not facts.data_loss(scene.second.storage)


def test_a_cache_that_was_half_moved_is_for_a_person():
    """Part of it was on the disk that is gone, part on the Swap volume: no rule says that nothing can be saved."""
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(200)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] in ("DETACHED", "AMBIGUOUS")
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.exit_code in (10, 11), answer.verdict["changed"]) == (True, False), answer


def test_the_sizes_of_the_evidence_are_those_of_the_plan():
    scene = empty_scene(nvme(2, 9))
    assert initialize(scene).code == "CW1007"
    assert scene.storage(scene.second)["virtualDisk"]["writeCacheBytes"] == CACHE_BYTES


def test_no_pool_is_built_on_windows_server_2025():
    scene = empty_scene(windows={"build_number": 26100})
    answer = initialize(scene)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1048", 11, False), answer
    assert untouched(scene)


def test_a_node_of_windows_server_2025_that_has_its_pool_is_evacuated_as_any_other():
    scene = SalesScene(windows={"build_number": 26100})
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"]


def test_a_unique_id_that_two_disks_have_changes_neither(monkeypatch):
    """A disk of another node, say, that the cluster shows here, too."""
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    genuine = physical_disks.all_disks
    monkeypatch.setattr(physical_disks, "all_disks", lambda session: [*genuine(session), *genuine(session)])
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1028"), worker
    assert "2 objects were found of disk vol" in worker["message"]
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
