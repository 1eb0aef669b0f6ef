"""What the host remembers in files: read and written while others have them open, cut off, or damaged."""

import json

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import sealed_state
from rehearsal.world.windows.files.open_files import READ, SHARE_ALL

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
    answer = scene.run(scene.second, "stop_sql_server")
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
