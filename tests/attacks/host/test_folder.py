"""C:\\ProgramData\\CacheWarden, where SYSTEM runs and believes what it finds: who can put something there?"""

from __future__ import annotations

import pytest
from sales_scene import INSTALLERS, SalesScene, bundle_files

from infra.documents.builder import build_bundle
from rehearsal.scenarios.host_installation import sealed_state, write_bundle
from rehearsal.world.windows.files.access_lists import FULL_CONTROL, AccessList, Rule
from rehearsal.world.windows.local_users import LocalUser
from rehearsal.world.windows.system.access import owner_of
from rehearsal.world.windows.system.services import ServiceState

FOLDER = r"C:\ProgramData\CacheWarden"
BUNDLE = FOLDER + r"\bundle"
THIS = f"{BUNDLE}\\{build_bundle().hash}"


def bare() -> tuple[SalesScene, LocalUser]:
    """A node on which nothing of CacheWarden was ever."""
    scene = SalesScene(build=False, bundle=False)
    return scene, LocalUser(scene.second, "mallory")


def install(scene: SalesScene):
    answer = scene.install(scene.second)
    return answer.verdict, answer.exit_code


def everything_below(scene: SalesScene, path: str) -> list[str]:
    found = [path]
    if scene.second.files.is_directory(path):
        for name in scene.second.files.list(path):
            found += everything_below(scene, f"{path}\\{name}")
    return found


def test_who_makes_the_folder_first_loses_it():
    scene, mallory = bare()
    mallory.create_folder(FOLDER)
    mallory.grant_itself(FOLDER)
    mallory.create_folder(BUNDLE)
    mallory.grant_itself(BUNDLE)
    verdict, exit_code = install(scene)
    assert (verdict["code"], exit_code) == ("CW3001", 0)
    for path in everything_below(scene, FOLDER):
        assert owner_of(scene.second.files, path) == r"BUILTIN\Administrators", path
        assert not mallory.may(path, 2) and not mallory.may(path, 1), path
    with pytest.raises(PermissionError):
        mallory.write_file(THIS + r"\boot_task.ps1", b"evil")
    with pytest.raises(PermissionError):
        mallory.grant_itself(FOLDER)
    assert scene.observe(scene.second)["host"]["folder"] == {"protected": True, "faults": []}


def test_a_file_that_somebody_else_made_is_not_believed():
    scene, mallory = bare()
    mallory.create_folder(FOLDER)
    mallory.write_file(FOLDER + r"\inventory.json", sealed_state({"tempdb": {"folders": [r"C:\Windows"]}}))
    verdict, exit_code = install(scene)
    assert (verdict["code"], exit_code, verdict["outcome"]) == ("CW3018", 11, "refused")
    assert r"C:\ProgramData\CacheWarden\inventory.json belongs to somebody else" in verdict["message"]
    assert not scene.second.files.exists(BUNDLE) and scene.second.tasks.get("CacheWarden-Boot") is None
    assert mallory.may(FOLDER, 2), "nothing was changed"


@pytest.mark.parametrize("where", [FOLDER, BUNDLE, FOLDER + r"\log"])
def test_a_junction_is_refused_before_anything_is_written(where):
    scene, mallory = bare()
    mallory.create_folder(r"C:\ProgramData\elsewhere")
    if where != FOLDER:
        mallory.create_folder(FOLDER)
    mallory.create_junction(where, r"C:\ProgramData\elsewhere")
    verdict, exit_code = install(scene)
    assert (verdict["code"], exit_code) == ("CW3018", 11)
    assert f"{where} is a Junction" in verdict["message"]
    assert everything_below(scene, r"C:\ProgramData\elsewhere") == [r"C:\ProgramData\elsewhere"]


def test_a_hard_link_is_refused():
    scene, mallory = bare()
    mallory.create_folder(r"C:\ProgramData\elsewhere")
    mallory.write_file(r"C:\ProgramData\elsewhere\token.json", b"mine")
    mallory.create_folder(FOLDER)
    mallory.create_hard_link(r"C:\ProgramData\elsewhere\token.json", FOLDER + r"\token.json")
    verdict, _ = install(scene)
    assert verdict["code"] == "CW3018" and "token.json is a HardLink" in verdict["message"]
    assert scene.second.files.read_bytes(r"C:\ProgramData\elsewhere\token.json") == b"mine"


def test_a_file_that_system_may_not_look_at_is_a_fault_and_not_a_missing_file():
    scene, mallory = bare()
    mallory.create_folder(FOLDER)
    mallory.write_file(FOLDER + r"\inventory.json", b"mine")
    entry = scene.second.files.itself(FOLDER + r"\inventory.json")
    rules = [Rule(identity="Everyone", rights=FULL_CONTROL, allow=False)]
    entry.access = AccessList(owner=owner_of(scene.second.files, FOLDER), protected=True, rules=rules)
    verdict, exit_code = install(scene)
    assert (verdict["code"], exit_code) == ("CW3018", 11)
    assert "inventory.json can't be looked at: unknown: Attempted to perform" in verdict["message"]


def test_before_installation_no_action_believes_a_folder_of_somebody_else():
    scene, mallory = bare()
    mallory.create_folder(FOLDER)
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3008", 11, False)
    assert list(scene.second.files.list(FOLDER)) == []


def test_a_bundle_in_a_folder_of_somebody_else_is_not_enough():
    """Its content is right: that was compared. What an action would write there could be changed."""
    scene, mallory = bare()
    mallory.create_folder(FOLDER)
    mallory.create_folder(BUNDLE)
    mallory.create_folder(THIS)
    for name, text in bundle_files().items():
        mallory.write_file(f"{THIS}\\{name}", text.encode())
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3018", 11, False)
    assert list(scene.second.files.list(FOLDER)) == ["bundle"]


def test_the_folder_that_installation_makes_is_the_administrators_from_the_first_moment():
    scene, mallory = bare()
    scene.run(scene.second, INSTALLERS[0])
    assert scene.second.files.exists(FOLDER)
    with pytest.raises(PermissionError):
        mallory.write_file(FOLDER + r"\work.json", b"")


def open_to_all(scene: SalesScene, path: str) -> None:
    """An administrator's mistake."""
    entry = scene.second.files.itself(path)
    if not isinstance(entry.access, AccessList):
        entry.access = AccessList()
    entry.access.rules.append(Rule(identity="Everyone", rights=FULL_CONTROL, inheritance=3))


def test_a_folder_that_was_opened_later_stops_every_act_and_is_seen():
    scene = SalesScene()
    open_to_all(scene, FOLDER)
    folder = scene.observe(scene.second)["host"]["folder"]
    assert folder["protected"] is False and "(A;OICI;FA;;;WD)" in folder["faults"][0]
    answer = scene.run(scene.second, "stop_sql_server")
    assert (answer.code, answer.exit_code) == ("CW3018", 11)
    assert install(scene)[0]["outcome"] in ("done", "already")
    assert scene.observe(scene.second)["host"]["folder"]["protected"] is True
    assert scene.run(scene.second, "start_sql_server").code == "CW2010"


def test_the_boot_task_closes_an_opened_folder_and_brings_the_node_up():
    scene = SalesScene()
    open_to_all(scene, FOLDER)
    mallory = LocalUser(scene.second, "mallory")
    mallory.write_file(FOLDER + r"\notes.txt", b"not read by anybody")
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert "the folder was open and was closed" in scene.log(scene.second)
    after = scene.observe(scene.second)
    assert after["host"]["folder"] == {"protected": True, "faults": []}
    assert after["sql"]["instances"][0]["service"] == 4
    assert not mallory.may(FOLDER + r"\notes.txt", 2)


def test_the_boot_task_does_not_move_the_cache_on_the_word_of_an_opened_folder():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    open_to_all(scene, FOLDER)
    scene.stop_and_start(scene.second)
    scene.pass_time(1800)
    after = scene.observe(scene.second)
    assert after["sql"]["instances"][0]["service"] == 4
    assert after["storage"]["classification"] == "EVACUATED" and after["worker"]["work"] == "evacuate"


def test_the_boot_task_believes_no_state_file_of_somebody_else():
    scene = SalesScene()
    open_to_all(scene, FOLDER)
    mallory = LocalUser(scene.second, "mallory")
    scene.second.files.remove(FOLDER + r"\inventory.json")
    mallory.write_file(FOLDER + r"\inventory.json", sealed_state({"tempdb": {"folders": [r"C:\Windows"]}}))
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert "boot task ends: CW3018" in scene.log(scene.second)


@pytest.mark.parametrize("file", [THIS + r"\worker.ps1", THIS + r"\all_storage.ps1", THIS + r"\sql_texts.ps1"])
def test_a_byte_of_the_bundle_that_was_changed_does_not_run_on_our_command(file):
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    changed = scene.second.files.read_bytes(file).replace(b"a", b"b", 1)
    scene.second.files.write_bytes(file, changed)
    for stem in ("observe_host", "evacuate_cache"):
        answer = scene.run(scene.second, stem)
        assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3019", 11, False)
        assert "its files have the hash" in answer.message
    assert install(scene)[0]["code"] == "CW3002", "both tasks ran it already"
    assert scene.observe(scene.second)["host"]["bundle"]["deployed"] is True
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_a_file_of_the_bundle_that_is_replaced_between_two_runs_is_seen():
    scene = SalesScene()
    file = THIS + r"\all_cache.ps1"
    scene.observe(scene.second)
    scene.second.files.write_bytes(file, b"function Start-CwCacheMove { 'evil' }\n")
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.verdict["changed"]) == ("CW3019", False) and "evil" not in answer.stdout


def test_a_file_of_the_bundle_that_is_gone_is_named():
    scene = SalesScene()
    scene.second.files.remove(THIS + r"\all_cache.ps1")
    answer = scene.run(scene.second, "observe_host")
    assert answer.code == "CW3019" and THIS + r"\all_cache.ps1" in answer.message


def test_the_boot_task_does_not_go_on_as_another_script_than_it_was_installed_as():
    scene = SalesScene()
    scene.second.files.append_bytes(THIS + r"\boot_task.ps1", b"# changed\n")
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert scene.second.tasks.get("CacheWarden-Boot").last_result == 11
    assert scene.second.services["MSSQLSERVER"].state is not ServiceState.RUNNING


def test_a_worker_of_another_version_is_not_given_an_order():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    former = f"{BUNDLE}\\{'0' * 32}\\worker.ps1"
    write_bundle(scene.second, {"worker.ps1": "exit 0\n"}, "0" * 32)
    register = (
        f"$run = '-NoProfile -NonInteractive -ExecutionPolicy Bypass -File \"{former}\"'\n"
        "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $run\n"
        "$null = Register-ScheduledTask -TaskName 'CacheWarden-Worker' -Action $action -Force"
    )
    assert scene.play(scene.second.run_script, register, "former.ps1", {}).stderr == ""
    assert scene.run(scene.second, "evacuate_cache").code == "CW3019"
    assert not scene.second.files.exists(FOLDER + r"\work.json")
