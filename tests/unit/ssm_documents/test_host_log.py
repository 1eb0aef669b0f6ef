"""What a node remembers for people: its own log, bounded and one line a record, and Windows' event log."""

from __future__ import annotations

import re

import pytest
from sales_scene import SalesScene, bundle_files

from rehearsal.world.windows.files.open_files import READ, WRITE

LOG = r"C:\ProgramData\CacheWarden\log\cachewarden.log"
MIB = 1 << 20
RECORD = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z .+")


def write(scene: SalesScene, message: str) -> None:
    """Calls Write-CwLog with any text."""
    functions = "\n".join(text for name, text in bundle_files().items() if name.startswith("all_"))
    call = f"{functions}\nWrite-CwLog -Message $env:MESSAGE"
    result = scene.play(scene.second.run_script, call, "write.ps1", {"MESSAGE": message})
    assert (result.exit_code, result.stderr) == (0, ""), result


def size(scene: SalesScene, path: str) -> int:
    return len(scene.second.files.read_bytes(path))


def fill(scene: SalesScene, path: str, count: int) -> None:
    scene.second.files.make_directories(path.rpartition("\\")[0])
    scene.second.files.write_bytes(path, b"2026-02-03T04:00:00.000Z former record\r\n" * (count // 40 + 1))


HOSTILE_NAMES = [
    "orders\r\n2026-02-03T04:00:00.000Z worker ends: CW1001 done",
    "a\nb", "a\rb", "a\x0bb", "a\x0cb", "a\x85b", "a\u2028b", "a\u2029b", "a\x1b[2Jb", "a\x00b", "x" * 20_000,
]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    HOSTILE_NAMES,
    ids=lambda name: ascii(name[:12]),
)  # fmt: skip
@pytest.mark.campaign(suite=4)
def test_a_record_is_one_line_whatever_a_name_holds(name):
    scene = SalesScene(build=False, install=False)
    write(scene, f"database {name} removed")
    (line,) = scene.log(scene.second).splitlines()
    assert RECORD.fullmatch(line) and len(line) < 4_100


def test_a_full_log_is_moved_aside_and_four_former_ones_are_kept():
    scene = SalesScene(build=False, install=False)
    for round_ in range(7):
        write(scene, f"round {round_}")
        fill(scene, LOG, MIB)
    write(scene, "the last")
    folder = LOG.rpartition("\\")[0]
    assert sorted(scene.second.files.list(folder)) == [
        "cachewarden.log",
        *(f"cachewarden.log.{n}" for n in (1, 2, 3, 4)),
    ]
    assert scene.log(scene.second).splitlines()[-1].endswith(" the last") and size(scene, LOG) < 100


def test_a_log_that_cannot_be_moved_grows_to_its_limit_and_fails_nothing():
    scene = SalesScene(build=False, install=False)
    fill(scene, LOG, MIB)
    hold = f"$held = New-Object -TypeName System.IO.FileStream -ArgumentList '{LOG}', 'Open', 'Read', 'ReadWrite'\n"
    scene.clock.spawn(
        "scanner", scene.second.run_script, hold + "Start-Sleep -Seconds 3600", "scan.ps1", {}, on_error=lambda *_: None
    )
    scene.pass_time(1)
    write(scene, "while a scanner reads")
    assert scene.log(scene.second).splitlines()[-1].endswith(" while a scanner reads")
    assert size(scene, LOG) > MIB
    scene.pass_time(4000)
    write(scene, "after it")
    assert len(scene.log(scene.second).splitlines()) == 1


def test_a_log_at_its_limit_takes_nothing_more():
    scene = SalesScene(build=False, install=False)
    fill(scene, LOG, 4 * MIB)
    full = size(scene, LOG)
    hold = f"$held = New-Object -TypeName System.IO.FileStream -ArgumentList '{LOG}', 'Open', 'Read', 'ReadWrite'\n"
    scene.clock.spawn(
        "scanner", scene.second.run_script, hold + "Start-Sleep -Seconds 60", "scan.ps1", {}, on_error=lambda *_: None
    )
    scene.pass_time(1)
    write(scene, "too much")
    assert size(scene, LOG) == full


@pytest.mark.parametrize(("seconds", "kept"), [(0.1, True), (5, False)])
def test_a_record_waits_a_moment_for_another_writer_and_no_longer(seconds, kept):
    scene = SalesScene(build=False, install=False)
    began = scene.clock.now()
    write(scene, "before")
    takes = (scene.clock.now() - began).total_seconds()
    other = scene.second.files.hold(LOG, access=WRITE, share=READ)
    scene.clock.call_later(takes + seconds, other.close)
    write(scene, "after")
    scene.pass_time(seconds + 1)
    assert [line.endswith(" after") for line in scene.log(scene.second).splitlines()][1:] == [True] * kept


def events(scene: SalesScene) -> list[tuple[int, str]]:
    entries = [entry for entry in scene.second.events.entries if entry.source == "CacheWarden"]
    assert {entry.log for entry in entries} <= {"Application"}
    return [(entry.event_id, entry.level) for entry in entries]


def test_what_ends_is_an_event_with_the_number_of_its_code():
    scene = SalesScene()
    assert events(scene) == [(3001, "Information")]
    scene.evacuated(scene.second)
    assert scene.run(scene.second, "evacuate_cache").code == "CW1002"
    assert scene.run(scene.second, "stop_sql_server", token=6).code == "CW3004"
    scene.observe(scene.second)
    assert events(scene)[1:] == [(2007, "Information"), (1003, "Information"), (1001, "Information")]
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert events(scene)[4] == (3014, "Information")


def test_an_event_is_one_line_and_its_id_the_code_whatever_a_name_holds():
    scene = SalesScene(build=False, install=False)
    scene.second.events.register("CacheWarden", "Application")
    functions = "\n".join(text for name, text in bundle_files().items() if name.startswith("all_"))
    call = f"{functions}\n" + "\n".join(
        f"Write-CwEvent -Action 'x' -Verdict @{{ code = 'CW1044'; outcome = 'unsafe'; message = $env:NAME{number} }}"
        for number in range(len(HOSTILE_NAMES) + 1)
    )
    names = {f"NAME{number}": name for number, name in enumerate([*HOSTILE_NAMES, "y" * 40_000])}
    assert scene.play(scene.second.run_script, call, "write.ps1", names).stderr == ""
    assert events(scene) == [(1044, "Warning")] * len(names)
    texts = [entry.message for entry in scene.second.events.entries if entry.source == "CacheWarden"]
    assert all(len(text.splitlines()) == 1 and text.isprintable() and len(text) <= 4_000 for text in texts)


def test_a_refusal_is_a_warning():
    scene = SalesScene()
    assert scene.run(scene.second, "evacuate_cache").code == "CW1030"
    assert events(scene)[-1] == (1030, "Warning")


def test_without_a_source_acts_go_on():
    scene = SalesScene()
    scene.second.events.unregister("CacheWarden")
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert "no event written" in scene.log(scene.second)
    assert scene.run(scene.second, "install_host").exit_code == 0
    assert scene.second.events.knows("CacheWarden")


def test_the_source_goes_with_cachewarden():
    scene = SalesScene()
    words = "a stop of this instance destroys the data drive"
    assert scene.run(scene.second, "uninstall_host", AcceptedLoss=words).code == "CW3024"
    assert not scene.second.events.knows("CacheWarden") and events(scene)
