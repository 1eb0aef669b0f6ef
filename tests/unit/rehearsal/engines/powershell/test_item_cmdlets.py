"""Files and folders through cmdlets: bytes on disk, wildcards, errors."""

from __future__ import annotations

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost
from tests.unit.rehearsal.engines.powershell.script_output import error_ids, output


def test_set_content_writes_the_ansi_code_page_and_crlf():
    host = MemoryHost()
    output("Set-Content C:\\work\\a.txt 'é','x'; Add-Content C:\\work\\a.txt 'y'", host)
    assert host.filesystem.read_bytes("C:\\work\\a.txt") == b"\xe9\r\nx\r\ny\r\n"


def test_encodings_write_their_marks_and_reading_follows_them():
    host = MemoryHost()
    script = "'é' | Set-Content a.txt -Encoding UTF8; 'é' | Out-File b.txt; Get-Content a.txt; Get-Content b.txt"
    assert output(script, host) == ["é", "é"]
    assert host.filesystem.read_bytes("C:\\work\\a.txt") == b"\xef\xbb\xbf\xc3\xa9\r\n"
    assert host.filesystem.read_bytes("C:\\work\\b.txt") == b"\xff\xfe\xe9\x00\r\x00\n\x00"


@given(st.lists(st.text(st.characters(codec="ascii", exclude_categories=("Cc",)), max_size=9), min_size=1, max_size=5))
@settings(max_examples=30, deadline=None)
def test_lines_come_back_as_they_were_written(lines: list[str]):
    host = MemoryHost()
    literal = ",".join("'" + line.replace("'", "''") + "'" for line in lines)
    assert output(f'Set-Content a.txt @({literal}); (Get-Content a.txt | ForEach-Object {{ "<$_>" }})', host) == [
        f"<{line}>" for line in lines
    ]


def test_new_item_makes_all_folders_and_refuses_what_exists():
    script = "(New-Item -ItemType Directory C:\\work\\x\\y\\z).FullName; Test-Path C:\\work\\x\\y -PathType Container"
    assert output(script) == ["C:\\work\\x\\y\\z", "True"]
    assert error_ids(
        "New-Item -ItemType Directory C:\\work",
        "New-Item -ItemType Directory C:\\work -Force",
        "Get-Item C:\\nope",
        "Remove-Item C:\\nope",
        "Get-Content C:\\nope",
        "Get-Item Q:\\x",
        "Copy-Item C:\\nope C:\\x",
    ) == ["DirectoryExist", "none", "PathNotFound", "PathNotFound", "PathNotFound", "DriveNotFound", "PathNotFound"]


def test_what_if_leaves_everything_as_it_is():
    host = MemoryHost()
    made = output("Set-Content a.txt x; Remove-Item a.txt -WhatIf; Test-Path a.txt", host)
    assert made[-1] == "True"
    assert made[0].startswith('What if: Performing the operation "Remove File" on target "C:\\work\\a.txt"')


def test_folders_are_listed_first_and_wildcards_filter():
    script = "$null = New-Item -ItemType Directory b, a; Set-Content 2.txt,1.log x; (Get-ChildItem).Name -join ','\n"
    assert output(script + "(Get-ChildItem *.txt).Name; (Get-ChildItem -Directory).Count; (Test-Path *.log)") == [
        "a,b,1.log,2.txt", "2.txt", "2", "True",
    ]  # fmt: skip


def test_a_full_folder_needs_recurse_because_nobody_can_be_asked():
    assert error_ids("& { $null = New-Item -ItemType Directory d; Set-Content d\\f x; Remove-Item d }") == [
        "InvalidOperation"
    ]
    assert output(
        "$null = New-Item -ItemType Directory d; Set-Content d\\f x; Remove-Item d -Recurse; Test-Path d"
    ) == ["False"]


def test_move_and_rename_keep_the_bytes_and_spare_what_exists():
    script = "Set-Content a x; Move-Item a b; Rename-Item b c; Test-Path a; Get-Content c"
    assert output(script) == ["False", "x"]
    assert error_ids("& { Set-Content a x; Set-Content b y; Move-Item a b }") == ["MoveFileItemIOError"]


def test_file_hash_is_that_of_the_bytes():
    script = "[IO.File]::WriteAllText('C:\\work\\f', 'abc'); (Get-FileHash f).Hash"
    assert output(script) == [hashlib.sha256(b"abc").hexdigest().upper()]


def test_paths_are_taken_apart_as_windows_does():
    script = "Split-Path C:\\a\\b.txt; Split-Path C:\\a\\b.txt -Leaf; Split-Path C:\\a; Split-Path C:\\a -Qualifier\n"
    script += "Join-Path C:\\a b"
    assert output(script) == ["C:\\a", "b.txt", "C:\\", "C:", "C:\\a\\b"]


def test_locations_move_relative_paths():
    script = "$null = New-Item -ItemType Directory d; Push-Location d; Set-Content f 1; (Get-Location).Path\n"
    script += "Pop-Location; Test-Path d\\f"
    assert output(script) == ["C:\\work\\d", "True"]
