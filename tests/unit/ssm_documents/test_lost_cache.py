"""Rebuild and reseed: only what is lost, only where it can come back from."""

import re
from dataclasses import replace

import pytest
import sales_scene
from sales_scene import SalesScene, scripts

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.groups import building
from rehearsal.world.sql.groups.building import ReplicaSpec
from rehearsal.world.sql.groups.failover import Failover
from rehearsal.world.storage import hardware
from rehearsal.world.storage.pools import attachment, repair, virtual_disk_operations
from rehearsal.world.windows.system.services import ServiceState
from tests.repository import ROOT


def dirty(*faults, **named) -> SalesScene:
    scene = SalesScene(*faults, **named)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    return scene


def rebuild(scene: SalesScene):
    """What the RebuildStorage document does: remove the lost pool, then build."""
    removed = scene.run(scene.second, "rebuild_storage")
    if removed.exit_code != 0:
        return removed
    none = {"DataVolumes": "none", "SwapVolume": "none", "CacheGiB": "0", "AllocationUnitKiB": "64"}
    return scene.run(scene.second, "initialize_storage", **none)


def lost(scene: SalesScene) -> str:
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    (replica,) = group["replicas"]
    assert {item["state"] for item in replica["worst"]} <= {3, 4}
    return ",".join(f"{group['id']}/{item['id']}" for item in replica["worst"])


def seed(scene: SalesScene, databases: str, *, restart: str = "no"):
    return scene.run(scene.first, "seed_databases", SeedStep="seed", Databases=databases, Restart=restart)


def test_a_secondary_is_rebuilt_and_reseeded():
    scene = dirty()
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    answer = rebuild(scene)
    assert answer.code == "CW1007", answer
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    databases = lost(scene)
    assert databases.count("/") == 2
    prepared = scene.reseed(databases)
    assert (prepared.code, prepared.verdict["changed"]) == ("CW2011", True), prepared
    assert scene.reseed(databases).code == "CW2012"
    seeded = seed(scene, databases)
    assert seeded.code in ("CW2013", "CW2014"), seeded  # the grant alone may have begun it
    scene.pass_time(120)
    seeding = scene.observe(scene.first)["sql"]["seeding"]
    assert seeding and seeding[0]["bytesTotal"] > 0 and seeding[0]["remote"] == "SALES2"
    assert seed(scene, databases).code == "CW2014"
    scene.pass_time(4 * 3600)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert [item["databases"]["synchronized"] for item in group["replicas"]] == [2, 2]


def services(scene: SalesScene) -> tuple[int, int]:
    """States of SQL Server's engine and its Agent; 4 runs, 1 is stopped."""
    (instance,) = scene.observe(scene.second)["sql"]["instances"]
    return instance["service"], instance["agent"]


def starts_of_the_agent(scene: SalesScene) -> int:
    return scene.log(scene.second).count("service SQLSERVERAGENT runs")


def test_the_agent_waits_until_the_databases_of_a_rebuilt_node_are_back():
    """Its jobs would run on databases that aren't there; a service that needs the engine waits with it."""
    scene = dirty()
    scene.second.services.add("VendorMonitor", "Monitor", 1.0, 1.0, depends_on=("MSSQLSERVER",))
    scene.write_state(scene.second, "services", {"automatic": ["VendorMonitor"], "stopped": []})
    before = starts_of_the_agent(scene)
    assert rebuild(scene).code == "CW1007"
    started = scene.run(scene.second, "start_sql_server")
    assert started.exit_code == 0 and "Agent" in started.message, started
    scene.pass_time(2000)
    assert services(scene) == (4, 1)
    databases = lost(scene)
    assert scene.reseed(databases).code == "CW2011"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    assert (services(scene), starts_of_the_agent(scene)) == ((4, 1), before)
    assert seed(scene, databases).exit_code == 0
    scene.pass_time(2700)
    assert (services(scene), starts_of_the_agent(scene)) == ((4, 4), before + 1)
    assert scene.second.services["VendorMonitor"].state is ServiceState.RUNNING
    assert scene.file(scene.second, "services")["waiting"] == []


def test_the_agent_waits_for_no_database_of_a_group_that_its_instance_is_not_in():
    """The view of the cluster's databases has those of every group, whichever instances they are on."""
    scene, _ = reseeding()
    away = building.new_group(scene.cluster, "elsewhere-ag", db_failover=True)
    building.new_replica(away, ReplicaSpec(server="SALES1"))
    building.new_group_database(away, "Elsewhere", data_bytes=2**30, write_kb_s=0)
    scene.pass_time(2700)
    assert services(scene) == (4, 4)


def test_the_agent_stops_waiting_when_the_groups_have_no_database_any_more():
    """A person took the databases out of the group instead of seeding them; backups of other databases must go on."""
    scene, _ = reseeding(Fault(point="sql.seeding", kind=FaultKind.HANG, count=2, after=0.05))
    (group,) = scene.cluster.groups.values()
    for database in list(group.databases.values()):
        text = f"ALTER AVAILABILITY GROUP [{group.name}] REMOVE DATABASE [{database.name}]"
        scene.play(scene.first.sql.connect("sa").execute, text)
    scene.pass_time(2000)
    assert services(scene) == (4, 4)
    assert scene.file(scene.second, "services")["waiting"] == []


def test_a_clock_that_is_set_forward_makes_no_engine_old():
    scene = SalesScene()
    scene.reboot(scene.second)
    scene.pass_time(120)
    text = (ROOT / "ssm_documents" / "sql" / "observe" / "engine_age.sql").read_text(encoding="utf-8")
    scene.second.set_clock_behind(-7200)
    ((seconds, quorum),) = scene.sql_rows(scene.second, text)
    assert 0 < seconds < 900 and quorum == 1


def test_an_instance_that_does_not_see_the_cluster_lets_its_agent_wait():
    scene, _ = reseeding(Fault(point="sql.seeding", kind=FaultKind.HANG, count=2, after=0.05))
    scene.play(scene.first.power_off)
    scene.play(scene.cluster.set_witness, False)
    scene.pass_time(2700)
    assert services(scene) == (4, 1)


def test_a_restart_of_windows_does_not_forget_that_the_agent_waits():
    scene, _ = reseeding()
    scene.reboot(scene.second)
    scene.pass_time(200)
    assert services(scene) == (4, 1)
    scene.pass_time(2700)
    assert services(scene) == (4, 4)


def test_a_rebuild_that_was_refused_leaves_the_agent_to_the_look_that_finds_the_databases():
    """It ends in the middle: SQL Server runs, and nothing was removed."""
    scene = dirty()
    scene.play(lambda: scene.first.power_off())
    assert scene.run(scene.second, "rebuild_storage").exit_code in (11, 20)
    assert services(scene) == (4, 1)


def test_whoever_starts_the_agent_by_hand_is_left_alone():
    scene, _ = reseeding(Fault(point="sql.seeding", kind=FaultKind.HANG, count=2, after=0.05))
    assert services(scene) == (4, 1)
    scene.play(scene.second.run_script, "Start-Service -Name 'SQLSERVERAGENT'", "dba.ps1", {})
    scene.pass_time(2000)
    assert services(scene) == (4, 4)
    assert scene.file(scene.second, "services")["waiting"] == []


@pytest.mark.parametrize(("disks", "gigabytes"), [(1, 300), (1, 75), (2, 75)])
def test_a_lost_pool_stays_where_a_disk_for_the_cache_or_for_tempdb_is_missing(monkeypatch, disks, gigabytes):
    """As after a change of the instance type. The only disk isn't made the tempdb drive: it proves the new host."""
    scene, made = SalesScene(), sales_scene.nvme
    scene.nvme_disks = disks
    monkeypatch.setattr(sales_scene, "nvme", lambda *which: replace(made(*which), size_bytes=gigabytes * 10**9))
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = rebuild(scene)
    assert (answer.code, answer.verdict["changed"]) == ("CW1090", False), answer
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_LOST" and not storage["tempdbVolume"]["present"]
    assert [disk["sizeBytes"] for disk in storage["instanceStore"]] == [gigabytes * 10**9] * disks


def test_a_primary_is_never_rebuilt():
    scene = SalesScene()
    scene.make_secondary(scene.first)
    held = scene.run(scene.second, "hold_replica_modes", AvailabilityGroups=scene.group_ids())
    assert held.exit_code == 0
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code in (11, 20), answer
    assert answer.verdict["changed"] is False
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_rebuild_without_a_partner_is_refused():
    scene = SalesScene()
    scene.play(lambda: scene.first.power_off())
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code in (11, 20), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_secondary_that_is_not_connected_to_its_primary_is_not_rebuilt(monkeypatch):
    """It is a secondary and the cluster knows the primary's name, but its endpoint doesn't answer."""
    genuine = Failover._rejoin

    def without_endpoint(failover, replica):
        genuine(failover, replica)
        replica.connected = False

    scene = dirty()
    monkeypatch.setattr(Failover, "_rejoin", without_endpoint)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1045", False), answer
    assert "primary 'SALES1', connected: False" in answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


@pytest.mark.parametrize("act", ["rebuild_storage", "initialize_storage"])
def test_a_virtual_disk_that_can_be_attached_after_all_is_not_removed(monkeypatch, act):
    scene = dirty()
    attached = []

    def attaches(storage, space):
        attached.append(space)
        attachment.attach(storage, space)

    monkeypatch.setattr(virtual_disk_operations, "connect", attaches)
    answer = scene.run(scene.second, act)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, True), answer
    assert len(attached) == 1
    assert scene.built["SALES2"].data_pool.unique_id in scene.second.storage.pools


def test_to_initialize_what_looks_lost_tries_to_attach_it_and_changes_nothing():
    scene = dirty()
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1021", 50, False), answer
    assert "can't be attached: StorageWMI 50003,Connect-VirtualDisk" in scene.log(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


@pytest.mark.parametrize(("error", "code"), [("48006", "CW1091"), ("48007", "CW1027"), ("4", "CW1091")])
def test_another_error_than_missing_data_proves_no_loss(error, code):
    scene = dirty(Fault(point="storage.connect", kind=FaultKind.FAIL, error=error, count=9))
    for act in ("initialize_storage", "rebuild_storage"):
        answer = scene.run(scene.second, act)
        assert (answer.code, answer.exit_code) == (code, 11), answer
    assert scene.built["SALES2"].data_pool.unique_id in scene.second.storage.pools
    assert scene.file(scene.second, "inventory")["building"] is False


def test_a_loss_that_windows_words_with_another_number_removes_nothing():
    scene = dirty(storage={"lost_attach_error": 48006})
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1091", False), answer
    assert "StorageWMI 48006" in answer.message
    assert scene.built["SALES2"].data_pool.unique_id in scene.second.storage.pools
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_whole_storage_is_not_rebuilt():
    scene = SalesScene()
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1012", False)


def test_an_evacuated_storage_is_not_rebuilt():
    scene = SalesScene()
    scene.evacuated(scene.second)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code != 0 and answer.verdict["changed"] is False
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_rebuild_that_is_cut_off_is_continued():
    scene = dirty(Fault(point="storage.remove-pool", kind=FaultKind.FAIL, error="4"))
    answer = rebuild(scene)
    assert (answer.code, answer.exit_code) == ("CW1050", 40), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert scene.run(scene.second, "initialize_storage").code == "CW1056"
    assert rebuild(scene).code == "CW1007"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_rebuild_that_failed_before_anything_was_removed_proves_the_loss_anew():
    scene = dirty(Fault(point="storage.remove-virtual-disk", kind=FaultKind.FAIL, error="4"))
    assert scene.run(scene.second, "rebuild_storage").code == "CW1050"
    assert scene.file(scene.second, "inventory")["building"] == "rebuild"
    proofs = scene.log(scene.second).count("can't be attached")
    scene.pass_time(3600)
    assert rebuild(scene).code == "CW1007"
    assert scene.log(scene.second).count("can't be attached") == 2 * proofs
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def cut_off_before_the_removal(scene: SalesScene) -> str:
    """The inventory says that the pool goes; nothing of it was removed. Returns the pool's id."""
    inventory = scene.file(scene.second, "inventory")
    pool = inventory["pool"]
    inventory["building"] = "rebuild"
    pool["removing"], pool["uniqueId"] = pool["uniqueId"], ""
    inventory["virtualDisk"]["uniqueId"] = ""
    scene.write_state(scene.second, "inventory", inventory)
    return pool["removing"]


def test_a_pool_that_is_whole_again_is_not_removed_by_a_rebuild_that_is_continued():
    scene = SalesScene()
    before = scene.file(scene.second, "inventory")
    pool = cut_off_before_the_removal(scene)
    files = scene.second.files.list("D:\\Data")
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_ON_NVME", False), storage["reasons"]
    assert scene.run(scene.second, "rebuild_storage").code == "CW1012"
    assert pool in scene.second.storage.pools and scene.second.files.list("D:\\Data") == files
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert scene.file(scene.second, "inventory") == before


def test_where_a_rebuild_removed_nothing_the_boot_task_and_the_other_documents_go_by_what_is_there():
    scene = SalesScene()
    before = scene.file(scene.second, "inventory")
    cut_off_before_the_removal(scene)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert services(scene) == (4, 4) and scene.file(scene.second, "boot")["code"] == "CW3014"
    assert scene.file(scene.second, "inventory") == before
    for stem, code in (("start_sql_server", "CW2010"), ("initialize_storage", "CW1008")):
        cut_off_before_the_removal(scene)
        answer = scene.run(scene.second, stem)
        assert (answer.code, scene.file(scene.second, "inventory")) == (code, before), answer


def test_where_a_rebuild_removed_nothing_a_full_system_drive_keeps_sql_server_from_no_start():
    """The inventory can't be written anew; that the pool is there is seen all the same, at each look."""
    full = Fault(point="files.write", kind=FaultKind.FAIL, count=1_000_000, where={"node": "SALES2", "letter": "C"})
    scene = SalesScene(full, faults_enabled=False)
    before = scene.file(scene.second, "inventory")
    cut_off_before_the_removal(scene)
    scene.world.faults.enabled = True
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert services(scene) == (4, 4), scene.log(scene.second)
    service = scene.second.services["MSSQLSERVER"]
    scene.play(scene.second.services.stop, service, force=True)
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    scene.world.faults.enabled = False
    assert scene.run(scene.second, "start_sql_server").code == "CW2010"
    assert scene.file(scene.second, "inventory") == before


def test_where_a_rebuild_removed_nothing_a_lost_cache_is_proven_anew_in_every_boot():
    scene = dirty()
    pool = cut_off_before_the_removal(scene)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_LOST", False)
    assert "is new and blank" in storage["reasons"][0]
    scene.reboot(scene.second)
    scene.pass_time(400)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_LOST", False), storage["reasons"]
    assert rebuild(scene).code == "CW1007" and pool not in scene.second.storage.pools


def test_a_rebuild_whose_pool_is_gone_says_who_continues_it():
    scene = dirty()
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_LOST", True)
    answer = scene.run(scene.second, "start_sql_server")
    assert answer.code == "CW1021" and "RebuildStorage" in answer.message, answer


def test_a_rebuild_that_is_continued_removes_nothing_that_can_be_attached(monkeypatch):
    scene = dirty()
    pool = cut_off_before_the_removal(scene)
    monkeypatch.setattr(virtual_disk_operations, "connect", attachment.attach)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, True), answer
    assert pool in scene.second.storage.pools and scene.second.storage.virtual_disks


def test_a_rebuild_that_is_continued_asks_again_for_a_primary_elsewhere():
    scene = dirty()
    pool = cut_off_before_the_removal(scene)
    scene.play(lambda: scene.first.power_off())
    scene.pass_time(120)
    assert scene.run(scene.second, "rebuild_storage").exit_code in (11, 20)
    assert pool in scene.second.storage.pools and scene.second.storage.virtual_disks


def test_of_two_virtual_disks_in_the_lost_pool_a_rebuild_that_is_continued_removes_none():
    scene = dirty()
    pool = cut_off_before_the_removal(scene)
    storage = scene.second.storage
    (lost_disk,) = [space for space in storage.virtual_disks.values() if space.pool_id == pool]
    storage.virtual_disks["further"] = replace(lost_disk, unique_id="further", friendly_name="Further")
    storage.pools[pool].virtual_disk_ids.append("further")
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1045", 11, False), answer
    assert pool in storage.pools and lost_disk.unique_id in storage.virtual_disks


def test_an_online_database_is_never_dropped():
    scene = SalesScene()
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    query = "SELECT group_database_id FROM sys.availability_databases_cluster"
    ids = [str(row[0]).lower() for row in scene.sql_rows(scene.second, query)]
    for database in ids:
        answer = scene.reseed(f"{group['id']}/{database}")
        assert (answer.code, answer.verdict["changed"]) == ("CW2043", False), answer
    replica = scene.observe(scene.second)["sql"]["availabilityGroups"][0]["replicas"][0]
    assert replica["databases"]["online"] == 2


def test_a_database_with_a_file_left_is_not_dropped():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    data = next(name for name in scene.second.files.list("D:\\Data") if name.endswith(".mdf"))
    scene.second.files.remove(f"D:\\Data\\{data}")
    scene.run(scene.second, "start_sql_server")
    scene.pass_time(30)
    answer = scene.reseed(lost(scene))
    assert (answer.code, answer.verdict["changed"]) == ("CW2043", False), answer
    assert "1 of 2 files" in answer.message


def reseeding(*faults) -> tuple[SalesScene, str]:
    """A node whose databases are being seeded since two minutes."""
    scene = dirty(*faults)
    assert rebuild(scene).exit_code == 0
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    databases = lost(scene)
    assert scene.reseed(databases).code == "CW2011"
    seed(scene, databases)
    scene.pass_time(120)
    return scene, databases


def test_a_seeding_that_hangs_goes_on_only_when_it_is_begun_anew():
    scene, databases = reseeding(Fault(point="sql.seeding", kind=FaultKind.HANG, count=2, after=0.05))
    assert seed(scene, databases).code == "CW2014"
    scene.pass_time(4 * 3600)
    assert {row["state"] for row in scene.observe(scene.first)["sql"]["seeding"]} == {"SEEDING"}
    assert scene.reseed(databases).code == "CW2012"
    assert seed(scene, databases, restart="yes").code == "CW2013"
    scene.pass_time(4 * 3600)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert [item["databases"]["synchronized"] for item in group["replicas"]] == [2, 2]


def test_half_made_files_of_a_seeding_under_way_are_no_reason_to_refuse():
    scene, databases = reseeding(Fault(point="sql.seeding", kind=FaultKind.HANG, count=2, after=0.05))
    server = scene.cluster.servers["SALES2"]
    (group,) = scene.cluster.groups.values()
    for database in group.databases.values():
        half_made = server.create_from_seeding(database.name, database.id, group.name)
        half_made.state, half_made.group, half_made.group_database_id = DatabaseState.RESTORING, None, None
    assert scene.reseed(databases).code == "CW2012"
    assert len([name for name in ("orders", "sales") if server.local(name)]) == len(group.databases)


def letters_changed() -> tuple[SalesScene, str]:
    """WCDB is whole but X:, D: is somebody else's; SQL Server was started by hand and finds none of its files."""
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    data = scene.second.files.list("D:\\Data")
    scene.name_volume(scene.second, "WCDB", "X")
    scene.plug_in_foreign_volume(scene.second, "D")
    assert scene.second.files.list("X:\\Data") == data
    script = "Start-Service -Name 'MSSQLSERVER' -ErrorAction Stop"
    assert scene.play(scene.second.run_script, script, "by_hand.ps1", {}).exit_code == 0
    scene.pass_time(60)
    return scene, lost(scene)


def test_files_on_a_whole_drive_that_lost_its_letter_are_not_lost():
    scene, databases = letters_changed()
    answer = scene.reseed(databases)
    assert (answer.code, answer.verdict["changed"]) == ("CW2038", False), answer
    assert "the volume of the virtual disk is drive X:" in answer.message
    assert lost(scene) == databases


def test_missing_files_prove_nothing_on_a_drive_that_is_not_the_virtual_disks(monkeypatch):
    """The guard in front of the drop holds by itself, even where the storage seems ready."""
    scene, databases = letters_changed()
    stem, ready = "reseed_databases", "    if (-not $whole -or -not $storage.dataVolume.usable) {\n"
    assert ready in scripts()[stem]
    monkeypatch.setitem(scripts(), stem, scripts()[stem].replace(ready, "    if ($false) {\n"))
    answer = scene.run(scene.second, stem, Databases=databases)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2043", 11, False), answer
    assert "isn't on the virtual disk, which is drive 'X:'" in answer.message
    assert lost(scene) == databases


def test_files_in_a_mounted_folder_whose_volume_is_not_there_are_not_lost():
    """A DBA mounted another EBS volume in D:\\Data, and it didn't come; the whole of D: says nothing about it."""
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    folder = scene.second.files.itself("D:\\Data")
    folder.target = "X:\\"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    databases = lost(scene)
    answer = scene.run(scene.second, "reseed_databases", Databases=databases)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2043", 11, False), answer
    assert "D:\\Data leads elsewhere" in answer.message
    folder.target = None
    for stem in ("stop_sql_server", "start_sql_server"):
        assert scene.run(scene.second, stem).exit_code == 0
    scene.pass_time(60)
    replica = scene.observe(scene.second)["sql"]["availabilityGroups"][0]["replicas"][0]
    assert replica["databases"]["online"] == 2


def test_sql_servers_own_procedure_drops_no_database_that_has_opened_meanwhile(monkeypatch):
    """A DBA brought the files back after the script looked: the signed procedure looks again."""
    scene = SalesScene()
    stem = "reseed_databases"
    unguarded, guards = re.subn(r"^ +Confirm-CwReseedAllowed .*", "", scripts()[stem], flags=re.MULTILINE)
    unguarded, copies = re.subn(r"@\(Select-CwPossibleCopy [^)]*\)", "$wanted", unguarded)
    assert (guards, copies) == (1, 1)
    monkeypatch.setitem(scripts(), stem, unguarded)
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    query = "SELECT group_database_id FROM sys.availability_databases_cluster"
    databases = ",".join(f"{group['id']}/{str(row[0]).lower()}" for row in scene.sql_rows(scene.second, query))
    answer = scene.run(scene.second, stem, Databases=databases)
    assert (answer.code, answer.exit_code, answer.verdict["detail"]) == ("CW2043", 11, {"sqlError": 52043}), answer
    replica = scene.observe(scene.second)["sql"]["availabilityGroups"][0]["replicas"][0]
    assert replica["databases"]["online"] == 2


def test_a_lost_pool_is_not_removed_while_its_letter_is_taken():
    """It could not be built anew: the letter is another volume's."""
    scene = dirty()
    scene.plug_in_foreign_volume(scene.second, "D")
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1028", False), answer
    assert "drive D: belongs to a volume that isn't on the virtual disk" in answer.message
    assert scene.built["SALES2"].data_pool.unique_id in scene.second.storage.pools


def test_a_blank_disk_with_the_lost_cache_disks_own_serial_number_proves_the_loss():
    """Nothing promises another serial number after a stop, on a Dedicated Host least of all."""
    scene = SalesScene()
    scene.stop_and_start(scene.second, same_serials=True)
    assert scene.storage(scene.second)["classification"] == "STARTING"
    scene.pass_time(200)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_LOST", storage["reasons"]
    answer = rebuild(scene)
    assert answer.code == "CW1007", answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_the_same_serial_number_after_a_proven_stop_takes_the_cache_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second, same_serials=True)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "EVACUATED"
    assert scene.run(scene.second, "restore_cache", token=8).code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_windows_server_2025_that_stops_at_every_boot_comes_back_without_its_volumes_first():
    """Stopped again, the pool's EBS volumes detached, started, and the volumes attached while Windows runs."""
    scene = SalesScene(windows={"build_number": 26100})
    scene.play(lambda: scene.second.power_off())
    scene.generation[2] += 1
    scene.pass_time(60)
    scene.second.power_on(scene.disks(2))
    scene.pass_time(1800)
    assert scene.second.stuck and not scene.second.agent_online
    scene.detached |= {"vol00000000000000202", "vol00000000000000203", "vol00000000000000204"}
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1022", False), answer
    scene.detached.clear()
    for disk in scene.disks(2):
        hardware.plug(scene.second.storage, disk)
    scene.pass_time(60)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_LOST", storage
    answer = rebuild(scene)
    assert answer.code == "CW1007", answer


def test_windows_server_2025_starts_after_a_proven_stop_as_any_other():
    scene = SalesScene(windows={"build_number": 26100})
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    assert scene.storage(scene.second)["classification"] in ("EVACUATED", "MOVING", "CACHE_ON_NVME")


def test_a_cache_disk_that_drops_out_during_a_look_is_never_called_put_into_another_pool():
    """It is asked for twice: among the disks that answer, and among the pool's members; it goes at any moment."""
    for half_seconds in range(24):
        scene = SalesScene()
        scene.pass_time(600)
        members = scene.built["SALES2"].data_pool.members.values()
        (cache,) = [each.device for each in members if not each.device.persistent]
        scene.clock.call_later(
            half_seconds / 2, lambda scene=scene, cache=cache: repair.lose(scene.second.storage, cache, destroyed=False)
        )

        seen = [scene.storage(scene.second) for _ in range(2)]

        assert [each["classification"] for each in seen].count("CACHE_LOST") == 0, (half_seconds, seen[0]["reasons"])
        scene.pass_time(30)
        assert scene.storage(scene.second)["classification"] == "AMBIGUOUS", half_seconds
