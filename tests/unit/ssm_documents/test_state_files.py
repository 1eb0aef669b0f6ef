"""What the host remembers in files: read and written while others have them open, cut off, or damaged."""

import json

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import sealed_state
from rehearsal.world.windows.files.open_files import READ, SHARE_ALL
from rehearsal.world.windows.system.services import StartMode

FOLDER = r"C:\ProgramData\CacheWarden"


def token_file(highest: int) -> dict[str, object]:
    return {
        "v": 1, "highest": highest, "clusterKey": None, "operationUntil": "2026-02-03T04:30:00.000Z", "actions": [],
    }  # fmt: skip


def put(scene: SalesScene, name: str, highest: int, sequence: int) -> None:
    scene.second.files.write_bytes(f"{FOLDER}\\{name}", sealed_state(token_file(highest), sequence))


def seen(scene: SalesScene) -> int:
    return scene.observe(scene.second)["token"]["highest"]


def test_each_file_is_numbered_and_carries_the_hash_of_its_content():
    scene = SalesScene(install=False)
    for number in (1, 2):
        scene.run(scene.second, "start_sql_server")
        raw = scene.second.files.read_bytes(FOLDER + r"\token.json")
        file = json.loads(raw)
        assert list(file) == ["seq", "sha256", "content"] and file["seq"] == 2 * number
        assert raw == sealed_state(file["content"], file["seq"])


def test_a_reader_that_shares_everything_is_never_in_the_way():
    scene = SalesScene(install=False)
    scene.run(scene.second, "start_sql_server")
    scene.second.files.hold(FOLDER + r"\token.json", access=READ, share=SHARE_ALL)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


def test_a_write_waits_for_a_scanner_that_has_the_file_open():
    scene = SalesScene(install=False)
    scene.run(scene.second, "start_sql_server")
    scanner = scene.second.files.hold(FOLDER + r"\token.json")
    scene.clock.call_later(3, scanner.close)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


@pytest.mark.parametrize("error", ["1175", "1176", "1177"])
def test_a_replacement_that_windows_breaks_off_is_completed_by_the_next_attempt(error):
    fault = Fault(point="files.replace", kind=FaultKind.FAIL, error=error, where={"node": "SALES2"})
    scene = SalesScene(fault, install=False)
    scene.run(scene.second, "start_sql_server")
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2007"
    assert scene.world.faults.injected
    raw = scene.second.files.read_bytes(FOLDER + r"\token.json")
    file = json.loads(raw)
    assert raw == sealed_state(file["content"], file["seq"])
    assert file["content"]["highest"] == 8


def test_what_was_remembered_is_still_known_between_the_two_names():
    """Error 1177 leaves no file of that name: readers take what is newest of its copies."""
    fault = Fault(point="files.replace", kind=FaultKind.FAIL, error="1177", where={"node": "SALES2"}, count=1000)
    scene = SalesScene(fault, install=False)
    scene.world.faults.enabled = False
    scene.run(scene.second, "start_sql_server")
    scene.world.faults.enabled = True
    scene.play(_replace_once, scene)
    assert not scene.second.files.exists(FOLDER + r"\token.json")
    assert seen(scene) == 9


def _replace_once(scene: SalesScene) -> None:
    """A script that is cut off right after ReplaceFile failed half-way."""
    put(scene, "token.json.new", 9, 99)
    with pytest.raises(OSError):
        scene.second.files.replace(*(f"{FOLDER}\\token.json{end}" for end in (".new", "", ".bak")))


def test_a_file_that_stays_in_use_is_a_refusal_before_anything_is_changed():
    scene = SalesScene(install=False)
    scene.run(scene.second, "start_sql_server")
    backup = scene.second.files.hold(FOLDER + r"\token.json")
    answer = scene.run(scene.second, "stop_sql_server", token=8)
    assert (answer.code, answer.exit_code) == ("CW3020", 20)
    assert r"token.json could not be replaced" in answer.message
    backup.close()
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


@pytest.mark.parametrize(
    "damage",
    [b"", b"\0" * 64, b'{"seq":9,"sha', sealed_state(token_file(9)).replace(b'"highest":9', b'"highest":8'), b"{}"],
)
def test_a_damaged_file_is_answered_from_its_copy(damage):
    scene = SalesScene(install=False)
    put(scene, "token.json.bak", 5, 1)
    scene.second.files.write_bytes(FOLDER + r"\token.json", damage)
    assert seen(scene) == 5


def test_the_copy_of_a_whole_file_is_never_looked_at():
    scene = SalesScene(install=False)
    put(scene, "token.json", 5, 3)
    put(scene, "token.json.bak", 6, 9)
    put(scene, "token.json.new", 7, 10)
    assert seen(scene) == 5


def test_a_file_that_was_cut_off_between_its_two_names_is_the_new_one():
    scene = SalesScene(install=False)
    put(scene, "token.json.bak", 5, 3)
    put(scene, "token.json.new", 6, 4)
    assert seen(scene) == 6
    assert scene.run(scene.second, "start_sql_server", token=6).code == "CW2010"
    assert json.loads(scene.second.files.read_bytes(FOLDER + r"\token.json"))["seq"] > 3


def test_a_first_file_that_never_got_its_name_was_never_written():
    scene = SalesScene(install=False)
    put(scene, "token.json.new", 6, 1)
    assert seen(scene) == 0


def test_a_file_in_no_whole_form_is_not_the_same_as_none():
    scene = SalesScene(install=False)
    scene.second.files.write_bytes(FOLDER + r"\inventory.json", b"{")
    scene.second.files.write_bytes(FOLDER + r"\inventory.json.bak", b"{")
    assert scene.run(scene.second, "stop_sql_server").code == "CW3010"


def test_progress_that_cannot_be_written_neither_ends_nor_undoes_a_move():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    scene.pass_time(60)
    backup = scene.second.files.hold(FOLDER + r"\worker.json")
    scene.pass_time(700)
    assert scene.storage(scene.second)["classification"] == "EVACUATED"
    assert "progress could not be written" in scene.log(scene.second)
    backup.close()
    assert scene.run(scene.second, "evacuate_cache").code == "CW1002"


def test_a_damaged_record_of_the_worker_leaves_its_node_observable_and_the_move_goes_on():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    scene.pass_time(5)
    damage_worker(scene)
    running = scene.observe(scene.second)["worker"]
    assert running["state"] == "running"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"

    damage_worker(scene)
    lost = scene.observe(scene.second)["worker"]
    assert (lost["work"], lost["state"], lost["code"]) == ("unknown", "failed", "CW1054")
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def damage_worker(scene: SalesScene) -> None:
    for name in ("worker.json", "worker.json.bak"):
        scene.second.files.write_bytes(f"{FOLDER}\\{name}", b'{"seq"')


FULL = {"point": "files.write", "kind": FaultKind.FAIL, "count": 1_000_000}


def full_drive(**named: object) -> SalesScene:
    """C: of SALES2 is full from where the test begins the faults."""
    return SalesScene(Fault(**FULL, where={"node": "SALES2", "letter": "C"}), faults_enabled=False, **named)


def end_of_worker(scene: SalesScene) -> None:
    task = scene.second.tasks.get("CacheWarden-Worker")
    scene.clock.run_until(lambda: not task.running)


def begun(scene: SalesScene) -> None:
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_an_evacuation_neither_writes_nor_needs_an_inventory_that_is_right_already():
    """A backup has it open for longer than any retry: the cache goes to the Swap volume all the same."""
    scene = SalesScene()
    before = scene.second.files.read_bytes(FOLDER + r"\inventory.json")
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    backup = scene.second.files.hold(FOLDER + r"\inventory.json")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    end_of_worker(scene)
    backup.close()
    worker = scene.observe(scene.second)["worker"]
    assert (worker["state"], worker["code"]) == ("succeeded", "CW1001"), worker
    assert scene.storage(scene.second)["proof"]["evacuated"]
    assert scene.second.files.read_bytes(FOLDER + r"\inventory.json") == before


def test_an_inventory_that_should_change_and_cannot_is_only_logged_by_an_evacuation():
    scene = SalesScene()
    inventory = scene.file(scene.second, "inventory")
    inventory["members"] = [member for member in inventory["members"] if member["role"] != "cache"]
    scene.write_state(scene.second, "inventory", inventory)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    backup = scene.second.files.hold(FOLDER + r"\inventory.json")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    end_of_worker(scene)
    backup.close()
    assert scene.observe(scene.second)["worker"]["code"] == "CW1001"
    assert "instance-store disks not written down" in scene.log(scene.second)


def on_swap_of_a_new_host() -> SalesScene:
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    return scene


@pytest.mark.parametrize(("seconds", "end"), [(90, "CW1004"), (3600, "CW1052")])
def test_a_disk_joins_the_pool_only_once_the_inventory_names_it(seconds, end):
    """The worker has time: two minutes. After that the cache stays on the Swap volume, and the file is named."""
    scene = on_swap_of_a_new_host()
    backup = scene.second.files.hold(FOLDER + r"\inventory.json")
    scene.clock.call_later(seconds, backup.close)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    end_of_worker(scene)
    worker = scene.observe(scene.second)["worker"]
    assert worker["code"] == end, worker
    named = {member["serial"] for member in scene.file(scene.second, "inventory")["members"]}
    assert {member["serial"] for member in scene.storage(scene.second)["members"]} <= named
    if end == "CW1052":
        assert "inventory.json could not be replaced" in worker["message"]
        assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_late_disk_that_cannot_be_written_down_undoes_no_restore():
    """It is written down once the cache is back: the next start does it."""
    scene = on_swap_of_a_new_host()
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    scene.pass_time(30)
    inventory = scene.file(scene.second, "inventory")
    inventory["instanceStore"] = inventory["instanceStore"][:1]
    scene.write_state(scene.second, "inventory", inventory)
    backup = scene.second.files.hold(FOLDER + r"\inventory.json")
    end_of_worker(scene)
    backup.close()
    assert scene.observe(scene.second)["worker"]["code"] == "CW1004"
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert len(scene.file(scene.second, "inventory")["instanceStore"]) == 2


def test_a_full_drive_in_the_middle_of_a_move_hides_no_end():
    scene = full_drive()
    begun(scene)
    scene.world.faults.begin()
    end_of_worker(scene)
    scene.world.faults.enabled = False
    assert scene.storage(scene.second)["proof"]["evacuated"]
    ends = [entry for entry in scene.second.events.entries if "worker: CW1001" in entry.message]
    assert len(ends) == 1
    worker = scene.observe(scene.second)["worker"]
    assert worker["code"] == "CW1054" and "could not write down how it ended" in worker["message"], worker


def test_the_worker_waits_two_minutes_to_write_its_end_down():
    scene = SalesScene()
    begun(scene)
    scene.pass_time(60)
    backup = scene.second.files.hold(FOLDER + r"\worker.json")
    task = scene.second.tasks.get("CacheWarden-Worker")
    scene.clock.run_until(lambda: "worker ends" in scene.log(scene.second))
    scene.pass_time(60)
    assert task.running
    backup.close()
    end_of_worker(scene)
    worker = scene.observe(scene.second)["worker"]
    assert (worker["state"], worker["code"]) == ("succeeded", "CW1001"), worker


def test_a_damaged_record_of_progress_keeps_no_end_from_being_written():
    scene = SalesScene()
    begun(scene)
    scene.pass_time(60)
    backup = scene.second.files.hold(FOLDER + r"\worker.json")
    scene.clock.run_until(lambda: "its removal from the pool was accepted" in scene.log(scene.second))
    backup.close()
    damage_worker(scene)
    end_of_worker(scene)
    worker = scene.observe(scene.second)["worker"]
    assert (worker["state"], worker["code"]) == ("succeeded", "CW1001"), worker


@pytest.mark.parametrize("token", [7, 8], ids=["the same operation's", "a later one's"])
def test_sql_server_is_started_though_nothing_can_be_written(token):
    scene = full_drive()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.world.faults.begin()
    answer = scene.run(scene.second, "start_sql_server", token=token)
    assert (answer.code, answer.outcome) == ("CW2009", "done"), answer
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_an_answer_that_cannot_be_remembered_is_still_given():
    scene = SalesScene(install=False)
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    backup = scene.second.files.hold(FOLDER + r"\token.json")
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    backup.close()
    assert "answer not written down" in scene.log(scene.second)


def test_a_damaged_record_of_files_proves_nothing_of_a_dead_cache_and_hides_no_node():
    scene = SalesScene()
    scene.detached.add(scene.storage(scene.second)["members"][-1]["serial"])
    scene.stop_and_start(scene.second, same_serials=True)
    scene.pass_time(1200)
    proof = scene.storage(scene.second)["proof"]
    assert proof["deadCache"] and proof["unreadable"], proof
    for end in ("", ".bak"):
        scene.second.files.write_bytes(FOLDER + r"\files.json" + end, b"{")
    answer = scene.run(scene.second, "observe_host")
    assert answer.exit_code == 0, answer
    proof = answer.evidence["storage"]["proof"]
    assert proof["deadCache"] and not proof["unreadable"]
    assert "whether SQL Server ran since isn't known" in proof["why"] and "files.json" in proof["why"]


def test_an_installed_node_is_upgraded_while_its_cache_moves():
    scene = SalesScene()
    begun(scene)
    scene.pass_time(30)
    files, inventory = (scene.second.files.read_bytes(rf"{FOLDER}\{name}.json") for name in ("files", "inventory"))
    assert scene.run(scene.second, "install_host").code == "CW3002"
    assert "left to the next start" in scene.log(scene.second)
    assert scene.second.files.read_bytes(FOLDER + r"\files.json") == files
    assert scene.second.files.read_bytes(FOLDER + r"\inventory.json") == inventory
    end_of_worker(scene)
    assert scene.observe(scene.second)["worker"]["code"] == "CW1001"


def test_a_first_installation_changes_no_start_mode_while_somebody_has_the_lock():
    scene = SalesScene(install=False)
    scene.second.services["MSSQLSERVER"].start_mode = StartMode.AUTOMATIC
    scene.second.files.write_bytes(FOLDER + r"\lock", b"")
    other = scene.second.files.hold(FOLDER + r"\lock")
    assert scene.run(scene.second, "install_host").code == "CW3003"
    assert scene.second.services["MSSQLSERVER"].start_mode is StartMode.AUTOMATIC
    other.close()
    assert scene.run(scene.second, "install_host").exit_code == 0
    assert scene.second.services["MSSQLSERVER"].start_mode is StartMode.MANUAL


def test_where_the_boot_cannot_be_remembered_windows_event_log_says_how_sql_server_is_kept_stopped():
    scene = full_drive()
    scene.world.faults.begin()
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.second.sql.running
    (entry,) = [each for each in scene.second.events.entries if "boot_task: CW3020" in each.message]
    assert "boot.json" in entry.message and "Disabled" in entry.message
    stop = "Set-Service -Name 'MSSQLSERVER' -StartupType Disabled; Stop-Service -Name 'MSSQLSERVER' -Force"
    scene.play(scene.second.run_script, stop, "dba.ps1", {})
    scene.pass_time(2700)
    assert not scene.second.sql.running
