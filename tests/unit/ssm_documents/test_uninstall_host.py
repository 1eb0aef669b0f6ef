"""CacheWarden leaves a node as it found it, but for the storage, which it doesn't touch."""

from __future__ import annotations

import re

import pytest
from sales_scene import SalesScene, built_bundle, bundle_files, lines_called

from rehearsal.campaigns.kill_points import STATEMENT, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import write_bundle
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.windows.system.services import ServiceState, StartMode
from tests.campaigns import part

ENGINE, MONITOR = "MSSQLSERVER", "VendorMonitor"
BUNDLE = r"C:\ProgramData\CacheWarden\bundle"
SERVICES = r"C:\ProgramData\CacheWarden\services.json"
FILES = r"C:\ProgramData\CacheWarden\files.json"
MENU = r"HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\PolicyManager\default\Start\HideShutDown"
EC2LAUNCH = "Amazon Ec2 Launch - Disk Initialization"
SCHEDULE = (
    f"$null = Register-ScheduledTask -TaskName '{EC2LAUNCH}' -Trigger (New-ScheduledTaskTrigger -AtStartup) "
    "-Action (New-ScheduledTaskAction -Execute 'powershell.exe') "
    "-Principal (New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType 'ServiceAccount')"
)
WORDS = "a stop of this instance destroys the data drive"
UNINSTALLED = {"engine": StartMode.AUTOMATIC, "monitor": StartMode.AUTOMATIC, "ec2launch": True, "hidden": 0}
INSTALLED = {"engine": StartMode.MANUAL, "monitor": StartMode.MANUAL, "ec2launch": False, "hidden": 1}


def scene_before(*faults: Fault) -> SalesScene:
    """SQL Server, and a vendor's service that needs it, start with Windows; EC2Launch v1 initializes disks."""
    scene = SalesScene(*faults, install=False, faults_enabled=False)
    services = scene.second.services
    services.add(MONITOR, MONITOR, 1.0, 1.0, start_mode=StartMode.AUTOMATIC, depends_on=(ENGINE,))
    scene.play(lambda: services.start(services[MONITOR]))
    services[ENGINE].start_mode = StartMode.AUTOMATIC
    assert scene.play(scene.second.run_script, SCHEDULE, "schedule.ps1", {}).stderr == ""
    return scene


def installed(*faults: Fault) -> SalesScene:
    scene = scene_before(*faults)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert settings(scene) == INSTALLED
    return scene


def settings(scene: SalesScene) -> dict[str, object]:
    task = scene.second.tasks.get(EC2LAUNCH)
    assert task is not None
    return {
        "engine": scene.second.services[ENGINE].start_mode,
        "monitor": scene.second.services[MONITOR].start_mode,
        "ec2launch": task.enabled,
        "hidden": scene.second.registry.value(MENU, "value"),
    }


def uninstall(scene: SalesScene, accepted: str = WORDS):
    return scene.run(scene.second, "uninstall_host", AcceptedLoss=accepted)


def gone(scene: SalesScene) -> bool:
    tasks = scene.second.tasks
    left = [tasks.get("CacheWarden-Boot"), tasks.get("CacheWarden-Worker")]
    return left == [None, None] and not scene.second.files.exists(BUNDLE)


def test_all_that_was_changed_is_put_back_and_the_storage_stays():
    scene = installed()
    before = scene.storage(scene.second)
    answer = uninstall(scene)
    assert (answer.code, answer.exit_code) == ("CW3024", 0), answer
    assert settings(scene) == UNINSTALLED and gone(scene)
    assert scene.second.services[ENGINE].state is ServiceState.RUNNING
    write_bundle(scene.second, bundle_files(), built_bundle().hash)
    assert scene.storage(scene.second) == before


def test_a_second_run_says_that_nothing_is_installed():
    scene = installed()
    uninstall(scene)
    assert (again := uninstall(scene)).code == "CW3008", again


def test_a_cache_on_nvme_keeps_it_unless_its_loss_is_accepted_in_words():
    scene = installed()
    answer = uninstall(scene, "none")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3025", 11, False), answer
    assert "CACHE_ON_NVME" in answer.message
    assert settings(scene) == INSTALLED and not gone(scene)
    for words in ("yes", WORDS.upper(), f"{WORDS} or not"):
        assert uninstall(scene, words).code == "CW3007"


def test_after_an_evacuation_no_words_are_needed():
    scene = installed()
    scene.evacuated(scene.second)
    assert uninstall(scene, "none").code == "CW3024"
    assert settings(scene) == UNINSTALLED and gone(scene)


def test_a_file_that_is_not_tempdbs_on_instance_store_keeps_it_too():
    scene = installed()
    scene.evacuated(scene.second)
    path = r"S:\sales.bak"
    scene.second.files.write_bytes(path, b"x" * 4096)
    answer = uninstall(scene, "none")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1046", 11, False), answer
    assert path in answer.message and settings(scene) == INSTALLED and not gone(scene)
    assert uninstall(scene).code == "CW3024", "the loss is accepted in words"


def test_files_of_a_running_tempdb_keep_it_from_nothing():
    scene = installed()
    scene.evacuated(scene.second)
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    for end in ("", ".bak"):
        scene.second.files.remove(FILES + end)
    assert uninstall(scene, "none").code == "CW3024"


def test_a_storage_that_is_not_known_keeps_it_as_well():
    scene = installed()
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert uninstall(scene, "none").code == "CW3025"


def test_a_start_mode_that_cannot_be_remembered_is_not_changed():
    unwritable = Fault(
        point="files.write", kind=FaultKind.FAIL, count=1_000, where={"node": "SALES2", "path": f"{SERVICES}.new"}
    )
    scene = scene_before(unwritable)
    scene.world.faults.begin()
    answer = scene.run(scene.second, "install_host")
    assert (answer.code, answer.exit_code) == ("CW3020", 20) and "services.json" in answer.message, answer
    assert scene.second.services[ENGINE].start_mode is StartMode.AUTOMATIC
    assert scene.second.services[MONITOR].start_mode is StartMode.AUTOMATIC
    scene.world.faults.enabled = False
    scene.run(scene.second, "install_host")
    assert settings(scene) == INSTALLED
    assert uninstall(scene).code == "CW3024"
    assert settings(scene) == UNINSTALLED


def test_the_boot_task_starts_sql_server_whose_start_mode_it_cannot_remember():
    unwritable = Fault(
        point="files.write", kind=FaultKind.FAIL, count=1_000, where={"node": "SALES2", "path": f"{SERVICES}.new"}
    )
    scene = SalesScene(unwritable, faults_enabled=False)
    scene.second.services[ENGINE].start_mode = StartMode.AUTOMATIC
    scene.world.faults.begin()
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.second.services[ENGINE].state is ServiceState.RUNNING
    assert scene.second.services[ENGINE].start_mode is StartMode.AUTOMATIC
    assert scene.file(scene.second, "boot")["code"] == "CW3014"
    assert "MSSQLSERVER isn't Manual" in scene.log(scene.second)


def test_no_service_is_manual_without_the_boot_task_that_starts_it():
    unwritable = Fault(
        point="files.write", kind=FaultKind.FAIL, count=1_000,
        where={"node": "SALES2", "path": r"C:\ProgramData\CacheWarden\settings.json.new"},
    )  # fmt: skip
    scene = scene_before(unwritable)
    scene.world.faults.begin()
    assert scene.run(scene.second, "install_host").code == "CW3020"
    boot = scene.second.tasks.get("CacheWarden-Boot")
    assert scene.second.services[ENGINE].start_mode is StartMode.AUTOMATIC or (boot is not None and boot.enabled)


def test_records_that_cannot_be_read_are_found_out_before_anything_is_changed():
    for name in ("services", "settings"):
        scene = installed()
        path = rf"C:\ProgramData\CacheWarden\{name}.json"
        for end in ("", ".bak"):
            scene.second.files.write_bytes(path + end, b"{")
        answer = uninstall(scene)
        assert (answer.code, answer.verdict["changed"]) == ("CW3010", False) and name in answer.message, answer
        assert settings(scene) == INSTALLED and not gone(scene)
        boot = scene.second.tasks.get("CacheWarden-Boot")
        assert boot is not None and boot.enabled, name


def test_a_record_that_cannot_be_read_is_not_written_anew():
    scene = installed()
    for end in ("", ".bak"):
        scene.second.files.write_bytes(SERVICES + end, b"{")
    scene.second.services[ENGINE].start_mode = StartMode.AUTOMATIC
    assert scene.run(scene.second, "install_host").code == "CW3010"
    assert scene.second.services[ENGINE].start_mode is StartMode.AUTOMATIC
    assert scene.second.files.read_bytes(SERVICES) == b"{"


def test_services_that_stay_manual_are_named_where_nothing_says_what_they_were():
    scene = installed()
    scene.second.files.remove(SERVICES)
    answer = uninstall(scene)
    assert answer.code == "CW3024" and gone(scene)
    assert "Windows doesn't start MSSQLSERVER, SQLSERVERAGENT, whose start mode stays Manual" in answer.message


def test_an_agent_that_was_manual_before_is_not_named():
    """SQL Server's setup leaves it so: CacheWarden has changed nothing there."""
    scene = installed()
    assert scene.second.services["SQLSERVERAGENT"].start_mode is StartMode.MANUAL
    answer = uninstall(scene)
    assert answer.code == "CW3024" and "MSSQLSERVER starts with Windows again" in answer.message, answer
    assert "stays Manual" not in answer.message, answer.message


@pytest.mark.parametrize("recorded", [True, False])
def test_a_failover_cluster_instance_is_never_named(recorded):
    """Its start mode is Manual for ever: set to Automatic, Windows would start it beside its cluster."""
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    scene.second.sql.clustered = True
    if recorded:
        scene.second.services["MSSQL$AUDIT"].start_mode = StartMode.AUTOMATIC
    assert scene.run(scene.second, "install_host").exit_code == 0
    assert scene.second.files.exists(SERVICES) is recorded
    answer = uninstall(scene)
    assert answer.code == "CW3024", answer
    assert "MSSQLSERVER" not in answer.message and "SQLSERVERAGENT" not in answer.message, answer.message
    assert ("stays Manual" in answer.message) is not recorded, answer.message


def test_a_full_drive_keeps_nothing_from_being_put_back():
    full = Fault(point="files.write", kind=FaultKind.FAIL, count=1_000_000, where={"node": "SALES2", "letter": "C"})
    scene = installed(full)
    scene.world.faults.begin()
    assert uninstall(scene).code == "CW3024"
    assert settings(scene) == UNINSTALLED and gone(scene)


def test_on_a_node_without_storage_no_words_are_needed():
    scene = SalesScene(build=False)
    assert uninstall(scene, "none").code == "CW3024"
    assert gone(scene)


def test_nothing_goes_while_the_cache_is_moved():
    scene = installed()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert uninstall(scene).code == "CW3003"
    scene.pass_time(60)
    assert uninstall(scene).code == "CW3003"
    scene.second.tasks.stop(scene.second.tasks.get("CacheWarden-Worker"))
    answer = uninstall(scene)
    assert (answer.code, answer.verdict["changed"]) == ("CW1029", False), answer
    assert settings(scene) == INSTALLED and not gone(scene)


def test_what_a_person_has_set_since_stays_so():
    scene = installed()
    scene.second.services[MONITOR].start_mode = StartMode.DISABLED
    assert uninstall(scene).code == "CW3024"
    assert settings(scene) == {**UNINSTALLED, "monitor": StartMode.DISABLED}


def test_a_menu_that_hid_it_before_still_does():
    scene = scene_before()
    scene.second.registry.set(MENU, "value", 1)
    scene.run(scene.second, "install_host")
    uninstall(scene)
    assert settings(scene) == {**UNINSTALLED, "hidden": 1}


def test_a_menu_that_cannot_be_set_fails_nothing_and_is_told():
    scene = scene_before()
    scene.second.registry.writable = False
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert "can't hide" in scene.log(scene.second)
    assert scene.observe(scene.second)["host"]["shutDownHidden"] is False
    scene.second.registry.writable = True
    scene.run(scene.second, "install_host")
    assert scene.observe(scene.second)["host"]["shutDownHidden"] is True
    uninstall(scene)
    assert settings(scene) == UNINSTALLED


def test_installed_again_it_is_as_before():
    scene = installed()
    uninstall(scene)
    write_bundle(scene.second, bundle_files(), built_bundle().hash)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert settings(scene) == INSTALLED
    assert scene.observe(scene.second)["host"]["bundle"]["deployed"]
    uninstall(scene)
    assert settings(scene) == UNINSTALLED


def test_a_boot_task_that_waits_for_the_lock_makes_nothing_manual_again():
    scene = installed()
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\boot.json")
    scene.second.tasks.start(scene.second.tasks.get("CacheWarden-Boot"))
    assert uninstall(scene).code in ("CW3024", "CW3003")
    if not gone(scene):
        scene.pass_time(60)
        assert uninstall(scene).code == "CW3024"
    scene.pass_time(2000)
    assert settings(scene) == UNINSTALLED


def uninstall_as_the_agent(scene: SalesScene) -> str:
    """Its standard output: nothing where it was killed."""
    return str(scene.run_raw(scene.second, "uninstall_host", {"SSM_AcceptedLoss": WORDS}).stdout)


def test_cut_off_anywhere_the_next_run_does_the_rest():
    scene = installed()
    watcher = StatementWatcher(scene.world)
    uninstall_as_the_agent(scene)
    changing = {(each.function, each.line): (each.where, each.occurrence) for each in watcher.changing}
    assert {"Restore-CwStartMode", "Restore-CwFormerSetting", "Uninstall-CwHost"} <= {name for name, _ in changing}
    moves = [
        (line.where("uninstall_host"), 1)
        for line in lines_called("uninstall_host")
        if line.function == "Remove-CwBundle" and re.search("::Move|Remove-Item .*SilentlyContinue", line.text)
    ]
    assert len(moves) == 2
    for place, occurrence in part([*changing.values(), *moves], 4, of="uninstall"):
        killed = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place, occurrence=occurrence)
        scene = installed(killed)
        scene.world.faults.begin()
        assert uninstall_as_the_agent(scene) == "", place
        scene.pass_time(10)
        assert uninstall(scene).code in ("CW3024", "CW3008"), place
        assert settings(scene) == UNINSTALLED and gone(scene), place


PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100",
}  # fmt: skip


def built_in_a_cluster(*faults: Fault, adds_pools: bool = True) -> tuple[SalesScene, str]:
    """A node of a failover cluster that adds new pools by default; the message of InitializeStorage."""
    scene = SalesScene(
        *faults, build=False, install=False, storage={"automatic_clustering": adds_pools}, faults_enabled=False
    )
    scene.second.storage.cluster_name = "sales-cluster"
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert answer.code == "CW1007", answer
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert scene.second.storage.automatic_clustering is False
    return scene, answer.message


def test_the_cluster_adds_new_pools_again_where_it_did_before():
    scene, told = built_in_a_cluster()
    assert "AutomaticClusteringEnabled of the failover cluster was on; CacheWarden has switched it off, for all" in told
    assert scene.file(scene.second, "settings")["poolClustering"]
    answer = uninstall(scene)
    assert (
        answer.code == "CW3024" and "AutomaticClusteringEnabled of the failover cluster is on again" in answer.message
    )
    assert scene.second.storage.automatic_clustering is True and gone(scene)
    assert scene.file(scene.second, "settings")["poolClustering"] == []


def test_a_cluster_that_added_no_pools_before_adds_none_afterwards():
    scene, told = built_in_a_cluster(adds_pools=False)
    assert "AutomaticClusteringEnabled" not in told
    assert "AutomaticClusteringEnabled" not in uninstall(scene).message
    assert scene.second.storage.automatic_clustering is False and gone(scene)


def test_what_the_cluster_does_not_let_be_switched_off_is_not_switched_on_later(monkeypatch):
    scene = SalesScene(build=False, install=False, storage={"automatic_clustering": True})
    scene.second.storage.cluster_name = "sales-cluster"
    may = Session.may

    def refuse(session: Session, target: str, **named: bool) -> bool:
        if session.flag("AutomaticClusteringEnabled") is not None:
            session.report(StorageError(40001), "MSFT_StorageSubSystem")
            return False
        return may(session, target, **named)

    monkeypatch.setattr(Session, "may", refuse)
    scene.run(scene.second, "initialize_storage", **PLAN)
    assert "AutomaticClusteringEnabled isn't known to be off: StorageWMI 40001" in scene.log(scene.second)
    assert scene.file(scene.second, "settings")["poolClustering"] == []


def test_a_cluster_that_is_not_shown_keeps_nothing_else_from_being_put_back():
    """Its service is stopped, say: what stays is said, and how it is put back."""
    scene, _ = built_in_a_cluster()
    scene.second.storage.cluster_name = None
    answer = uninstall(scene)
    assert answer.code == "CW3024" and gone(scene)
    assert "AutomaticClusteringEnabled stays off in the failover cluster, where it was on before" in answer.message
    assert "Set-StorageSubSystem switches it on" in answer.message
    assert scene.file(scene.second, "settings")["poolClustering"]
