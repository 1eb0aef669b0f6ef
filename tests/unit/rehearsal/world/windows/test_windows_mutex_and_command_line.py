"""Named mutexes, command lines, WQL: the small parts of Windows that scripts lean on."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.world.windows.cim.wql import InvalidQueryError, select, where
from rehearsal.world.windows.system.command_line import UnknownCommandLine, cut, powershell_call
from rehearsal.world.windows.system.process import Process
from rehearsal.world.windows.system.tasks import seconds_of_text


def _process(scene: WindowsScene) -> Process:
    return scene.host.processes.begin("powershell", "x", scene.clock.current)


def test_a_mutex_lets_one_process_in_and_the_next_waits():
    scene = WindowsScene(build=False)
    order: list[tuple[str, float]] = []

    def work(name: str, hold_s: float) -> None:
        mutexes = scene.host.mutexes
        state = mutexes.open(r"Global\CacheWarden")
        process = _process(scene)
        assert mutexes.acquire(state, process, None) == (True, False)
        order.append((name, scene.clock.monotonic()))
        scene.clock.sleep(hold_s)
        assert mutexes.release(state, process)

    for name in ("a", "b"):
        scene.clock.spawn(name, work, name, 10.0)
    scene.clock.run_until(None)
    assert [at for _, at in order] == [0, 10]


def test_a_wait_with_a_time_limit_gives_up():
    scene = WindowsScene(build=False)
    mutexes = scene.host.mutexes
    state = mutexes.open("CacheWarden")
    scene.clock.spawn("owner", lambda: (mutexes.acquire(state, _process(scene), None), scene.clock.sleep(100)))

    def second() -> tuple[bool, float]:
        scene.clock.sleep(1)
        got, _ = mutexes.acquire(state, _process(scene), 20)
        return got, scene.clock.monotonic()

    assert scene.play(second) == (False, 21)


def test_a_mutex_whose_owner_was_killed_is_abandoned_to_the_next():
    scene = WindowsScene(build=False)
    mutexes = scene.host.mutexes
    state = mutexes.open("CacheWarden")
    owner = scene.clock.spawn("owner", lambda: (mutexes.acquire(state, _process(scene), None), scene.clock.sleep(100)))
    scene.clock.run_until(5.0)
    owner.kill()
    assert scene.play(lambda: mutexes.acquire(state, _process(scene), 20)) == (True, True)
    assert scene.clock.monotonic() < 6


def test_a_mutex_can_be_taken_twice_by_its_owner_and_released_by_nobody_else():
    scene = WindowsScene(build=False)
    mutexes = scene.host.mutexes
    state = mutexes.open("x")
    mine, other = _process(scene), _process(scene)
    assert scene.play(lambda: (mutexes.acquire(state, mine, 0), mutexes.acquire(state, mine, 0))) == (
        (True, False),
        (True, False),
    )
    assert not mutexes.release(state, other)
    assert mutexes.release(state, mine) and state.owner is mine and mutexes.release(state, mine)
    assert state.owner is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r'-File "C:\a b\c.ps1" -Work evacuate', ["-File", r"C:\a b\c.ps1", "-Work", "evacuate"]),
        (r'a\\\"b "c d"\ e', ['a\\"b', "c d\\", "e"]),
        (r"C:\dir\ x", ["C:\\dir\\", "x"]),
        ('"" x', ["", "x"]),
    ],
)
def test_command_lines_are_cut_as_the_c_runtime_does(text: str, words: list[str]):
    assert cut(text) == words


def test_powershell_exe_understands_file_command_and_its_switches():
    call = powershell_call("powershell.exe", r'-NoProfile -NonInteractive -ExecutionPolicy Bypass -File "C:\w.ps1" run')
    assert (call.file, call.arguments) == (r"C:\w.ps1", ("run",))
    assert powershell_call(r"C:\Windows\System32\powershell.exe", "-c Get-Disk | x").command == "Get-Disk | x"
    with pytest.raises(UnknownCommandLine):
        powershell_call("cmd.exe", "/c dir")
    with pytest.raises(UnknownCommandLine):
        powershell_call("powershell.exe", "-Wrong x -File y")


def test_durations_of_tasks():
    assert (seconds_of_text("PT72H"), seconds_of_text("P1DT30M"), seconds_of_text("PT0S"), seconds_of_text(None)) == (
        259200, 88200, None, None,
    )  # fmt: skip


def test_wql_conditions():
    row = {"Name": "MSSQLSERVER", "State": "Running", "ExitCode": 0, "Started": True, "Description": None}
    for text in (
        "Name = 'mssqlserver'", "Name LIKE 'MSSQL%'", "Name='x' OR State<>'Stopped'",
        "ExitCode >= 0 AND Started = TRUE",
        "NOT (Name = 'x')", "Description IS NULL",
    ):  # fmt: skip
        assert where(text)(row), text
    assert not where("Name = 'x'")(row)
    assert select("SELECT * FROM Win32_Service WHERE Name = 'a'") == ("Win32_Service", "Name = 'a'")
    for text in ("Name =", "Nonsense = 'x'", "Name ? 1"):
        with pytest.raises(InvalidQueryError):
            where(text)(row)
