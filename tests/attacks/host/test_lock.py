"""Who can keep CacheWarden from acting on a node, and for how long."""

from __future__ import annotations

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.files.open_files import READ
from rehearsal.world.windows.local_users import LocalUser

LOCK = r"C:\ProgramData\CacheWarden\lock"


def test_a_local_user_who_takes_every_mutex_keeps_nobody_out():
    scene = SalesScene()
    mallory = LocalUser(scene.second, "mallory")
    for name in (r"Global\CacheWarden", r"Local\CacheWarden", "CacheWarden"):
        mallory.hold_mutex(name)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.reboot(scene.second)
    mallory.hold_mutex(r"Global\CacheWarden")
    scene.pass_time(120)
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_a_local_user_cannot_open_the_lock_file():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    mallory = LocalUser(scene.second, "mallory")
    assert scene.second.files.exists(LOCK)
    assert not mallory.may(LOCK, READ)
    with pytest.raises(PermissionError):
        mallory.write_file(LOCK, b"")


def test_a_scanner_that_has_the_lock_file_open_for_a_moment_is_waited_for():
    scene = SalesScene()
    scene.run(scene.second, "start_sql_server")
    scanner = scene.second.files.hold(LOCK)
    scene.clock.call_later(12, scanner.close)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


def test_who_holds_it_longer_is_named_and_the_command_may_be_repeated():
    scene = SalesScene()
    scene.run(scene.second, "start_sql_server")
    backup = scene.second.files.hold(LOCK)
    answer = scene.run(scene.second, "stop_sql_server")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3003", 20, False)
    assert "being used by another process" in answer.message
    backup.close()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


def test_the_boot_task_outlasts_whoever_holds_the_lock():
    scene = SalesScene()
    scene.run(scene.second, "start_sql_server")
    scene.second.reboot()
    scene.clock.run_until(lambda: not scene.second.up)
    scene.clock.run_until(lambda: scene.second.up)
    backup = scene.second.files.hold(LOCK)
    scene.pass_time(7200)
    assert "boot task ends" not in scene.log(scene.second).rpartition("boot task begins")[2]
    backup.close()
    scene.pass_time(120)
    assert "boot task ends: CW3014" in scene.log(scene.second)
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_the_lock_of_an_action_that_was_killed_is_free_at_once():
    killed = Fault(
        point="process.statement", kind=FaultKind.KILL, where={"node": "SALES2", "script": "stop_sql_server"}
    )
    scene = SalesScene(killed, faults_enabled=False)
    scene.world.faults.enabled = True
    scene.run_raw(scene.second, "stop_sql_server", {})
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
