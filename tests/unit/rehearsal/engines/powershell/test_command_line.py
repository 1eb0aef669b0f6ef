"""`python -m rehearsal.engines.powershell` from outside: what it writes to which stream, and its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rehearsal.engines.powershell.__main__ import main
from tests.repository import ROOT

DECLARED = (
    "param([string] $Name = 'none', [int] $Count, [switch] $Force, [string[]] $Rest)\n"
    "\"name=$Name count=$Count force=$Force rest=$($Rest -join '|')\"\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A process that has ended."""

    stdout: str
    stderr: str
    exit_code: int


def called(*arguments: str | Path, cwd: Path = ROOT, **environment: str) -> Ended:
    done = subprocess.run(
        [sys.executable, "-m", "rehearsal.engines.powershell", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ended(stdout=done.stdout.decode(), stderr=done.stderr.decode(), exit_code=done.returncode)


@pytest.fixture
def script(tmp_path: Path):
    def write(text: str | bytes, name: str = "script.ps1") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    return write


def test_output_goes_to_stdout_and_the_exit_code_is_zero(script):
    assert called(script("'one'\n1..2 | ForEach-Object { $_ * 2 }\n")) == Ended(
        stdout="one\n2\n4\n", stderr="", exit_code=0
    )


@pytest.mark.parametrize(
    ("statement", "code"), [("exit 7", 7), ("exit", 0), ("& { exit 3 }", 3), ("1..3 | ForEach-Object { exit 9 }", 9)]
)
def test_exit_ends_it_with_that_code(script, statement, code):
    assert called(script(f"'before'\n{statement}\n'after'")) == Ended(stdout="before\n", stderr="", exit_code=code)


def test_an_error_that_nobody_caught_is_on_stderr_with_exit_code_one(script):
    ended = called(script("'before'\nthrow 'it broke'\n'after'"))
    assert (ended.stdout, ended.exit_code) == ("before\n", 1)
    assert "it broke" in ended.stderr


def test_an_error_that_does_not_end_the_script_is_on_stderr_with_exit_code_zero(script):
    ended = called(script("Write-Error 'a pity'\nGet-NoSuchThing\n'after'"))
    assert (ended.stdout, ended.exit_code) == ("after\n", 0)
    assert "a pity" in ended.stderr and "Get-NoSuchThing" in ended.stderr


def test_text_that_does_not_parse_runs_nothing_and_says_where(script):
    ended = called(script("'before'\n  if (1\n"))
    assert (ended.stdout, ended.exit_code) == ("", 1)
    assert "script.ps1:3 char:1" in ended.stderr and "MissingEndParenthesisAfterStatement" in ended.stderr


@pytest.mark.parametrize(
    ("text", "construct", "line", "column"),
    [
        ("'printed'\n  Get-Counter\n", "command Get-Counter", 2, 3),
        ("$a = 1\n$b = $a ?? 2\n", "the null-coalescing operator ??", 2, 9),
        ("workflow W { 1 }\n", "workflow", 1, 1),
        ("'printed'\n[System.Net.WebClient]::new()\n", "type [System.Net.WebClient]", 2, 1),
    ],
)
def test_a_refusal_is_one_line_on_stderr_and_exit_code_120(script, text, construct, line, column):
    ended = called(script(text))
    assert ended.exit_code == 120
    assert ended.stdout == "", "refused before anything ran"
    (said,) = ended.stderr.splitlines()
    assert said.startswith(f"unsupported: {construct}")
    assert said.endswith(f" at script.ps1:{line}:{column}")


def test_a_script_that_is_not_there_is_named(tmp_path):
    missing = tmp_path / "none.ps1"
    assert called(missing) == Ended(
        stdout="", stderr=f"cannot read {missing}: No such file or directory\n", exit_code=2
    )


@pytest.mark.parametrize("arguments", [(), ("--parse-only",)])
def test_without_a_file_it_says_how_to_call_it(arguments):
    ended = called(*arguments)
    assert (ended.stdout, ended.exit_code) == ("", 2)
    assert ended.stderr.startswith("usage: python -m rehearsal.engines.powershell FILE.ps1")


def called_here(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Ended:
    """The same without a process of its own."""
    exit_code = main([str(argument) for argument in arguments])
    written = capsys.readouterr()
    return Ended(stdout=written.out, stderr=written.err, exit_code=exit_code)


def test_arguments_come_from_the_command_line(script):
    ended = called(script(DECLARED), "-Name", "value", "-Count:3", "-Force", "-Rest", "a b")
    assert ended == Ended(stdout="name=value count=3 force=True rest=a b\n", stderr="", exit_code=0)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "name=none count=0 force=False rest="),
        (("-Name", "value"), "name=value count=0 force=False rest="),
        (("-Name:value", "-Force"), "name=value count=0 force=True rest="),
        (("-force", "-COUNT", "3"), "name=none count=3 force=True rest="),
        (("-Force:$false", "-Count:4"), "name=none count=4 force=False rest="),
        (("first", "-Force", "5", "r"), "name=first count=5 force=True rest=r"),
        (("-Na", "with space"), "name=with space count=0 force=False rest="),
        (("-Rest", "a,b"), "name=none count=0 force=False rest=a,b"),
        (("-Name", "$null"), "name=$null count=0 force=False rest="),
        (("-Count", "-5"), "name=none count=-5 force=False rest="),
    ],
)
def test_arguments_are_bound_as_powershell_file_binds_them(capsys, script, arguments, line):
    assert called_here(capsys, script(DECLARED), *arguments) == Ended(stdout=f"{line}\n", stderr="", exit_code=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-Nope", "1"), "A parameter cannot be found that matches parameter name 'Nope'."),
        (("-Count", "abc"), "Cannot process argument transformation on parameter 'Count'."),
        (("-Count",), "Missing an argument for parameter 'Count'."),
        (("a", "1", "b", "c", "d"), "A positional parameter cannot be found that accepts argument"),
    ],
)
def test_arguments_that_do_not_fit_are_an_error(capsys, script, arguments, message):
    ended = called_here(capsys, script(f"[CmdletBinding()]\n{DECLARED}"), *arguments)
    assert (ended.stdout, ended.exit_code) == ("", 1)
    assert message in ended.stderr


def test_the_script_knows_its_place_and_its_arguments(script, tmp_path):
    path = script("$PSCommandPath\n$PSScriptRoot\n$MyInvocation.MyCommand.Name\n$args -join '|'\n$PWD.Path", "here.ps1")
    ended = called("here.ps1", "-x", "1", "two words", cwd=tmp_path)
    assert ended == Ended(stdout=f"{path}\n{tmp_path}\nhere.ps1\n-x|1|two words\n{tmp_path}\n", stderr="", exit_code=0)


@pytest.mark.parametrize(
    "content", ["'h\u00e9'".encode(), b"\xef\xbb\xbf'h\xc3\xa9'", b"'h\xe9'", "'h\u00e9'".encode("utf-16")]
)
def test_any_usual_encoding_is_read_and_utf_8_is_written(script, content):
    ended = called(script(content), PYTHONIOENCODING="ascii", LC_ALL="C")
    assert ended == Ended(stdout="h\u00e9\n", stderr="", exit_code=0)


def test_parse_only_says_one_line_for_each_file_and_runs_none(script, tmp_path):
    marker = tmp_path / "ran.txt"
    good = script(f"Set-Content -Path '{marker}' -Value 1\nGet-Counter", "good.ps1")
    bad = script("'x'\n  if (1) 2\n", "bad.ps1")
    ended = called("--parse-only", good, bad, tmp_path / "none.ps1")
    assert (ended.stderr, ended.exit_code) == ("", 1)
    first, second, third = ended.stdout.splitlines()
    assert first == f"{good}: ok"
    assert second.startswith(f"{bad}:2:8: ")
    assert third.startswith(f"{tmp_path / 'none.ps1'}:1:1: cannot be read")
    assert called("--parse-only", good) == Ended(stdout=f"{good}: ok\n", stderr="", exit_code=0)
    assert not marker.exists()
