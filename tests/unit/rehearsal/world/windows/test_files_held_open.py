"""Files that somebody holds open: who may open, read, replace or delete them meanwhile."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.files.open_files import DELETE, READ, WRITE, SharingViolationError

PATH = r"C:\Windows\Temp\a"


def scene() -> WindowsScene:
    made = WindowsScene(build=False)
    made.host.files.write_bytes(PATH, b"1")
    made.host.files.write_bytes(PATH + ".new", b"2")
    return made


def run(made: WindowsScene, text: str) -> list[str]:
    result = made.play(made.host.run_script, text, "a.ps1", {})
    assert result.stderr == "", result.stderr
    return result.stdout.splitlines()


OPEN = "New-Object IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\a', 'OpenOrCreate', 'ReadWrite', 'None'"


def test_what_is_open_without_sharing_opens_for_nobody_else_until_it_is_closed():
    made = scene()
    held = made.host.files.hold(PATH, access=READ, share=0)
    failing = f"try {{ {OPEN} }} catch {{ $_.Exception.InnerException.GetType().Name; $_.Exception.Message }}"
    name, message = run(made, failing)
    assert name == "IOException" and "being used by another process" in message
    held.close()
    assert run(made, f"$s = {OPEN}; $s.Length; $s.Dispose()") == ["1"]
    assert run(made, f"$s = {OPEN}; $s.Length; $s.Dispose()") == ["1"]


def test_a_handle_ends_with_its_process():
    made = scene()
    made.play(made.host.run_script, f"$s = {OPEN}", "a.ps1", {})
    assert made.host.files.read_bytes(PATH) == b"1"


def test_replacing_needs_readers_that_share_deletion():
    made = scene()
    held = made.host.files.hold(PATH, access=READ, share=READ)
    with pytest.raises(SharingViolationError):
        made.host.files.replace(PATH + ".new", PATH, PATH + ".bak")
    assert made.host.files.exists(PATH + ".new")
    held.close()
    made.host.files.hold(PATH, access=READ, share=READ | WRITE | DELETE)
    made.host.files.replace(PATH + ".new", PATH, PATH + ".bak")
    assert made.host.files.read_bytes(PATH) == b"2" and made.host.files.read_bytes(PATH + ".bak") == b"1"
    assert not made.host.files.exists(PATH + ".new")


def test_a_stream_reads_and_writes_bytes():
    made = scene()
    text = (
        "$bytes = [Text.Encoding]::ASCII.GetBytes('hello')\n"
        "$s = New-Object IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\a', 'Create', 'Write', 'None'\n"
        "$s.Write($bytes, 0, $bytes.Length); $s.Flush($true); $s.Dispose()\n"
        "$s = New-Object IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\a', 'Open', 'Read', 'ReadWrite, Delete'\n"
        "$buffer = New-Object byte[] $s.Length\n"
        "$s.Read($buffer, 0, $buffer.Length); $s.Dispose()\n"
        "[Text.Encoding]::ASCII.GetString($buffer)"
    )
    assert run(made, text) == ["5", "hello"]


def test_a_buffer_is_read_into_again_and_again():
    made = scene()
    made.host.files.write_bytes(PATH, b"hello")
    text = (
        "$buffer = New-Object byte[] 2; $texts = @(); $counts = @()\n"
        "$s = New-Object IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\a', 'Open', 'Read', 'ReadWrite, Delete'\n"
        "foreach ($turn in 1..4) {\n"
        "    $counts += $s.Read($buffer, 0, 2); $texts += [Text.Encoding]::ASCII.GetString($buffer)\n"
        "}\n"
        "$s.Dispose(); $counts -join ','; $texts -join ','; $buffer -join ','"
    )
    assert run(made, text) == ["2,2,1,0", "he,ll,ol,ol", "111,108"]


def test_a_restart_of_windows_closes_everything():
    made = scene()
    made.host.files.hold(PATH, access=READ, share=0)
    made.host.files.windows_starts()
    assert made.host.files.read_bytes(PATH) == b"1"


SIX = "New-Object IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\b', 'CreateNew', {}, 'None', 4096, {}"
ACCESS, OPTIONS = "([IO.FileAccess]::ReadWrite)", "([IO.FileOptions]::DeleteOnClose)"


@pytest.mark.parametrize("access", ["'ReadWrite'", ACCESS])
def test_a_word_for_a_streams_options_is_taken_for_a_boolean(access):
    """.NET Framework has a constructor with useAsync: a text is nearer to it than to FileOptions; the file stays."""
    made = scene()
    word = "'DeleteOnClose'"
    assert run(made, f"$s = {SIX.format(access, word)}; $s.Length; $s.Dispose()") == ["0"]
    assert made.host.files.exists(r"C:\Windows\Temp\b")


def test_a_word_for_a_streams_access_may_mean_rights_too():
    made = scene()
    text = "'ReadWrite'"
    failing = f"try {{ {SIX.format(text, OPTIONS)} }} catch {{ $_.FullyQualifiedErrorId; $_.Exception.Message }}"
    assert run(made, failing) == [
        "ConstructorInvokedThrowException,Microsoft.PowerShell.Commands.NewObjectCommand",
        'Multiple ambiguous overloads found for "FileStream" and the argument count: "6".',
    ]
    assert not made.host.files.exists(r"C:\Windows\Temp\b")


def test_a_stream_with_typed_access_and_options_is_gone_with_its_handle():
    made = scene()
    assert run(made, f"$s = {SIX.format(ACCESS, OPTIONS)}; $s.Length; $s.Dispose()") == ["0"]
    assert not made.host.files.exists(r"C:\Windows\Temp\b")


TRIES = """
foreach ($try in 1..3) {
    try {
        $s = New-Object -TypeName IO.FileStream -ArgumentList 'C:\\Windows\\Temp\\a', 'Create', 'Write', 'None'
        try { $s.Write($bytes, 0, $bytes.Length); 'written'; $s.Flush($true); 'flushed' } finally { $s.Dispose() }
        'closed'
    }
    catch { $_.Exception.GetBaseException().HResult -band 65535 }
}
"""


def tries(made: WindowsScene, size: int, fault: Fault) -> list[str]:
    made.world.faults.planned = (fault,)
    made.world.faults.begin()
    return run(made, f"$bytes = New-Object byte[] {size}\n{TRIES}")


def no_room(count: int = 1, occurrence: int = 1) -> Fault:
    return Fault(point="files.write", kind=FaultKind.FAIL, count=count, occurrence=occurrence, where={"path": PATH})


def test_a_truncation_needs_no_room_and_what_fails_leaves_no_handle():
    """The file is there, so nothing is made: the first try fails where it writes, the second one finds nobody."""
    made = scene()
    whole = ["written", "flushed", "closed"]
    assert tries(made, 10, no_room(2)) == ["written", "112", *whole, *whole]


def test_a_file_that_cannot_be_made_is_not_there_and_not_held():
    made = scene()
    made.host.files.remove(PATH)
    assert tries(made, 10, no_room())[:4] == ["112", "written", "flushed", "closed"]


def test_a_few_bytes_wait_in_a_buffer_until_they_are_flushed_or_the_stream_is_closed():
    made = scene()
    create = f"$s = {OPEN.replace('OpenOrCreate', 'Create')}\n"
    write = "$bytes = [Text.Encoding]::ASCII.GetBytes('hello'); $s.Write($bytes, 0, 5)\n"
    made.play(made.host.run_script, create + write, "a.ps1", {})
    assert made.host.files.read_bytes(PATH) == b"", "its process ended before"
    assert run(made, f"{create}{write}$s.Length; $s.Position; $s.Dispose()") == ["5", "5"]
    made.play(made.host.run_script, f"{create}{write}$s.Dispose()", "a.ps1", {})
    assert made.host.files.read_bytes(PATH) == b"hello"


def test_more_than_the_buffer_is_written_at_once():
    made = scene()
    assert tries(made, 4096, no_room())[0] == "112"
    assert tries(scene(), 4095, no_room(2))[:2] == ["written", "112"]


def test_a_stream_that_cannot_be_flushed_fails_again_when_it_is_closed_and_is_closed():
    made = scene()
    made.world.faults.planned = (no_room(10),)
    made.world.faults.begin()
    text = (
        f"$s = {OPEN.replace('OpenOrCreate', 'Create')}\n$s.Write([byte[]] (1, 2), 0, 2)\n"
        "try { $s.Flush() } catch { 'flush' }\ntry { $s.Dispose() } catch { 'dispose' }\n"
        "try { $s.Flush() } catch { $_.Exception.GetBaseException().GetType().Name }"
    )
    assert run(made, text) == ["flush", "dispose", "ObjectDisposedException"]
    assert run(made, f"$s = {OPEN}; $s.Length; $s.Dispose()") == ["0"]
