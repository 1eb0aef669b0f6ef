"""Refusals that ordinary runs never need: each alone keeps something from harm."""

import pytest
from sales_scene import DRIVES, SalesScene, built_bundle, scripts

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.storage import hardware
from rehearsal.world.storage.commands import subsystems
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import pool_operations, repair
from rehearsal.world.storage.settings import RepairReturns
from rehearsal.world.windows.cim.cim import view
from rehearsal.world.windows.commands import cim_instances
from rehearsal.world.windows.system.services import ServiceState

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip


def empty_scene(**named) -> SalesScene:
    return SalesScene(build=False, **named)


def quiet(*faults, **named) -> SalesScene:
    """SALES2 with SQL Server stopped."""
    scene = SalesScene(*faults, **named)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    return scene


def evacuated(scene: SalesScene) -> str:
    """Evacuates, and says how the worker ended."""
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    return scene.wait_for_worker(scene.second, limit_s=20_000)["code"]


@pytest.mark.parametrize("stem", ["evacuate_cache", "restore_cache", "rebuild_storage"])
def test_where_nothing_was_built_nothing_is_moved_or_removed(stem):
    scene = empty_scene()
    answer = scene.run(scene.second, stem)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1020", 10, False), answer


@pytest.mark.parametrize("stem", ["evacuate_cache", "restore_cache", "rebuild_storage"])
def test_a_pool_of_the_failover_cluster_is_left_alone(stem):
    """Windows shows it in the clustered subsystem only."""
    scene = quiet()
    scene.built["SALES2"].data_pool.is_clustered = True
    answer = scene.run(scene.second, stem)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1026", 11, False), answer
    assert scene.storage(scene.second)["classification"] == "CLUSTERED"


@pytest.mark.parametrize("stem", ["evacuate_cache", "rebuild_storage"])
def test_a_read_only_pool_is_left_alone(stem):
    scene = quiet()
    scene.built["SALES2"].data_pool.read_only_by_policy = True
    answer = scene.run(scene.second, stem)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1027", 11, False), answer


def test_a_storage_that_only_lacks_its_swap_volume_is_not_rebuilt():
    scene = quiet()
    hardware.unplug(scene.second.storage, scene.built["SALES2"].roles.swap.serial)
    scene.pass_time(300)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1023", 11, False), answer
    assert scene.storage(scene.second)["dataVolume"]["usable"]


def test_of_two_local_storage_subsystems_neither_is_guessed(monkeypatch):
    """Another storage provider's, or what a cluster node shows of another node."""
    scene = SalesScene(install=False)
    genuine = subsystems.all_subsystems
    monkeypatch.setattr(subsystems, "all_subsystems", lambda session: [*genuine(session), genuine(session)[0]])
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1028", 11, False), answer
    assert "2 local storage subsystems" in answer.message


def test_of_two_pools_of_instance_store_disks_neither_becomes_the_tempdb_drive():
    """Somebody took the drive away, and made a pool of the spare disk; which disks the drive had is forgotten."""
    scene = quiet(nvme_disks=3)
    storage = scene.second.storage
    remove = "Get-VirtualDisk -FriendlyName 'SSD' | Remove-VirtualDisk -Confirm:$false -ErrorAction Stop"
    scene.play(scene.second.run_script, remove, "by_hand.ps1", {})
    (spare,) = scene.storage(scene.second)["freeInstanceStore"]
    (disk,) = [device for device in storage.devices.values() if device.serial.startswith(spare)]
    scene.play(pool_operations.create, storage, "Somebody's", [disk])
    scene.write_state(scene.second, "files", {**scene.file(scene.second, "files"), "disks": None})
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1028", 11, False), answer
    assert "2 pools consist of instance-store disks only" in answer.message
    assert [space.friendly_name for space in storage.virtual_disks.values()] == ["WCDB"]


def test_without_an_instance_store_disk_for_it_the_tempdb_drive_is_not_made():
    """The instance got a type without any while it was stopped."""
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.nvme_disks = 0
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1085", 11, False), answer
    assert "of 0. Move tempdb" in answer.message
    assert scene.storage(scene.second)["dataVolume"]["usable"]


def test_a_storage_whose_cache_moves_is_not_rebuilt():
    scene = quiet(Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6, count=2))
    assert evacuated(scene) == "CW1053"
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1029", 20, False), answer


@pytest.mark.parametrize("letter", ["D", "S"])
def test_a_page_file_on_a_drive_that_is_to_be_made_is_refused(letter, monkeypatch):
    file = view("Win32_PageFileUsage").make(None, {"Name": rf"{letter}:\pagefile.sys"})
    monkeypatch.setitem(cim_instances.WIN32_CLASSES, "win32_pagefileusage", lambda _: [file])
    scene = empty_scene()
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1044", 11, False), answer


def cluster_every_new_pool(monkeypatch) -> None:
    """Windows adds new pools to the cluster, though that was switched off."""
    genuine = pool_operations.create
    monkeypatch.setattr(
        pool_operations, "create", lambda *args, **named: genuine(*args, **{**named, "clustered": True})
    )


def test_windows_is_kept_from_giving_new_pools_to_the_cluster():
    scene = empty_scene(storage={"automatic_clustering": True})
    scene.second.storage.cluster_name = "sales-cluster"
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert "AutomaticClusteringEnabled was on and is off" in scene.log(scene.second)


def test_after_a_stop_the_tempdb_drive_stays_the_nodes_own():
    """The pool of a node that was built elsewise, say by hand: nobody switched it off before."""
    scene = SalesScene(storage={"automatic_clustering": True})
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
    assert not any(pool.is_clustered for pool in scene.second.storage.pools.values())


def test_a_tempdb_pool_that_windows_gave_to_the_cluster_is_named_as_the_reason(monkeypatch):
    """Not a dead disk, nor a disk that something else grabbed; neither at once nor at the next try."""
    scene = SalesScene()
    cluster_every_new_pool(monkeypatch)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert "boot task ends: CW1026 unsafe: Windows added the new pool SSD" in scene.log(scene.second)
    answer = scene.run(scene.second, "initialize_storage", token=8)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1026", 11, False), answer
    assert "Pool SSD of instance-store disk AWS" in answer.message
    # The disk that is kept for the cache isn't taken instead.
    assert len(scene.storage(scene.second)["freeInstanceStore"]) == 1


def test_a_new_pool_that_windows_gave_to_the_cluster_is_not_built_upon(monkeypatch):
    scene = empty_scene()
    cluster_every_new_pool(monkeypatch)
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1026", 11, True), answer
    assert not scene.second.storage.virtual_disks


def test_a_removal_that_is_continued_looks_again_whose_disks_are_in_the_pool():
    scene = SalesScene(Fault(point="storage.remove-pool", kind=FaultKind.FAIL, error="4"))
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1050"
    scene.plug_in_foreign_volume(scene.second, "Q")
    (theirs,) = [d for d in scene.second.storage.devices.values() if d.serial.startswith("vol00000000000000209")]
    pool = scene.built["SALES2"].data_pool
    pool_operations._join(pool, theirs, pool_operations.Usage.AUTO_SELECT, None)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW1045", 11), answer
    assert pool.unique_id in scene.second.storage.pools


def test_a_usage_that_windows_does_not_show_afterwards_is_no_success(monkeypatch):
    scene = quiet()
    genuine = pool_operations.set_disk

    def without_usage(storage, device, *, usage=None, **named):
        genuine(storage, device, **named)

    monkeypatch.setattr(pool_operations, "set_disk", without_usage)
    evacuated(scene)
    assert "evacuate failed: CW1050" in scene.log(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"] is False


def test_repairs_that_end_without_emptying_the_disk_are_given_up(monkeypatch):
    scene = quiet()
    monkeypatch.setattr(repair, "plan", lambda storage, space: ())
    assert evacuated(scene) == "CW1051"
    assert "CW1053: Three repairs ended" in scene.log(scene.second)


def test_a_storage_job_that_fails_after_the_repair_returned_is_seen():
    scene = quiet(
        Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6), storage={"repair_returns": RepairReturns.AT_ONCE}
    )
    assert evacuated(scene) == "CW1051"
    assert "evacuate failed: CW1053" in scene.log(scene.second)


def test_a_move_that_leaves_the_drive_unreadable_is_no_success():
    scene = quiet()
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    scene.pass_time(100)
    scene.name_volume(scene.second, "WCDB", None)
    worker = scene.wait_for_worker(scene.second, limit_s=20_000)
    assert (worker["state"], worker["code"]) == ("failed", "CW1053"), worker
    assert "After the move the storage is" in scene.log(scene.second)
    # The emptied disk isn't taken back: CW1032.
    assert "the instance-store disk is not in the pool any more" in worker["message"]
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_move_without_progress_ends_after_ten_minutes():
    scene = quiet(Fault(point="storage.repair", kind=FaultKind.HANG))
    began = scene.clock.now()
    evacuated(scene)
    assert "No progress for 600 s" in scene.log(scene.second), "CW1053"
    assert (scene.clock.now() - began).total_seconds() < 3600


def test_an_agent_that_does_not_start_is_said():
    scene = quiet(Fault(point="service.start", kind=FaultKind.FAIL, where={"service": "SQLSERVERAGENT"}), install=False)
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW2040", "partial", 30), answer


@pytest.mark.parametrize("primary", [True, False])
def test_a_server_that_runs_and_takes_no_connection_is_not_stopped(primary):
    """It may be the primary: nobody can say."""
    scene = SalesScene(Fault(point="sql.connect", kind=FaultKind.FAIL, error="18456", count=99), install=False)
    host = scene.first if primary else scene.second
    answer = scene.run(host, "stop_sql_server")
    assert (answer.code, answer.outcome, answer.verdict["changed"]) == ("CW2042", "retry", False), answer
    assert int(host.services["MSSQLSERVER"].state) == 4


def dirty() -> SalesScene:
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    return scene


@pytest.mark.parametrize(
    ("collation", "drive"),
    [("SQL_Latin1_General_CP1_CI_AS", "D"), ("Latin1_General_CS_AS", "d"), ("Latin1_General_BIN2", "d")],
)
def test_a_database_that_no_group_holds_elsewhere_keeps_the_pool(collation, drive):
    """However its path is written: d: is D: for Windows, whatever the server's collation says."""
    scene = SalesScene(sql={"collation": collation})
    path = rf"{drive}:\Data\alone.mdf"
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="alone", path=path, size_kb=8192)
    scene.second.sql.write_files(scene.second.sql.add_database("alone", (file,)))
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, False), answer
    assert "No Availability Group has a copy of alone" in answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_virtual_disk_with_more_columns_than_data_volumes_is_not_removed():
    """Somebody took a volume out of the inventory, as out of a pool that was once larger."""
    scene = dirty()
    inventory = scene.file(scene.second, "inventory")
    inventory["virtualDisk"]["columns"] = 3
    scene.write_state(scene.second, "inventory", inventory)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, False), answer
    assert "had 3 columns, and the pool has 2 data volumes" in answer.message


def test_a_volume_that_goes_while_sql_server_is_asked_keeps_the_pool():
    scene = dirty()
    data = scene.built["SALES2"].roles.data[0].serial
    scene.clock.call_later(8, lambda: hardware.unplug(scene.second.storage, data))
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW1022", 11), answer
    assert "the lost pool" not in scene.log(scene.second)
    assert scene.built["SALES2"].data_pool.unique_id in scene.second.storage.pools


def test_a_node_without_a_group_keeps_its_pool():
    scene = dirty()
    scene.cluster.groups.clear()
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, False), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_document_of_another_version_moves_nothing(monkeypatch):
    scene = quiet()
    other = scripts()["evacuate_cache"].replace(built_bundle().hash, "0" * 32)
    monkeypatch.setitem(scripts(), "evacuate_cache", other)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3019", 11, False), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_storage_that_is_not_whole_after_building_is_not_called_built():
    scene = empty_scene(install=False)
    taken = "Get-CwStorageEvidence -Machine $Context.host\n        if ("
    text = scripts()["initialize_storage"]
    assert taken in text
    broken = taken.replace("\n", "\n        $storage.classification = 'MOVING'\n", 1)
    environment = {f"SSM_{name}": value for name, value in PLAN.items()}
    fencing = {"SSM_Token": "7", "SSM_ActionToken": "none", "SSM_NotAfter": scene.soon(), "SSM_ClusterKey": "none"}
    ran = scene.play(
        scene.second.run_script, text.replace(taken, broken), "initialize_storage.ps1", environment | fencing
    )
    assert ran.exit_code == 30 and '"CW1055"' in ran.stdout, ran


def test_a_cluster_that_does_not_answer_keeps_no_sql_server_down_at_a_start(monkeypatch):
    """The look whether Windows gives new pools to the cluster fails right before the tempdb pool is made."""
    looks: list[object] = []
    made: list[int] = []
    refused: set[int] = set()
    subsystems_of, create = subsystems.all_subsystems, pool_operations.create

    def look(session):
        looks.append(session)
        if len(looks) in refused:
            session.report(StorageError(4), "MSFT_StorageSubSystem")
        return subsystems_of(session)

    def record(*arguments, **named):
        made.append(len(looks))
        return create(*arguments, **named)

    def start() -> SalesScene:
        scene = SalesScene()
        scene.evacuated(scene.second)
        looks.clear()
        made.clear()
        scene.stop_and_start(scene.second)
        scene.pass_time(200)
        return scene

    monkeypatch.setattr(subsystems, "all_subsystems", look)
    monkeypatch.setattr(pool_operations, "create", record)
    start()
    refused.add(made[0])
    scene = start()
    assert "AutomaticClusteringEnabled isn't known to be off" in scene.log(scene.second)
    assert "boot task waits" not in scene.log(scene.second)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
