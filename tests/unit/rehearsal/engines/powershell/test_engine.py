"""What the engine guarantees its host: arguments, exit codes, kills, refusals, budgets, no state between runs."""

from __future__ import annotations

from typing import Any

import pytest

from rehearsal.engines.powershell import Engine, ScriptResult, Unsupported
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost


def run(text: str, *arguments: str, host: MemoryHost | None = None, **limits: int) -> ScriptResult:
    return Engine(host=host or MemoryHost(), **limits).run_script(text, name="under_test.ps1", arguments=arguments)


class Killed(BaseException):
    """The host's way to end a process."""


class KillingHost(MemoryHost):
    """Kills the script when it sleeps."""

    def sleep(self, seconds: float) -> None:
        raise Killed


def test_arguments_are_text_named_ones_by_their_dash() -> None:
    text = 'param([string]$Name, [int]$Count, [switch]$Force) "$Name $($Count + 1) $Force"'
    assert run(text, "-Count", "5", "-Force", "db1").stdout == "db1 6 True\n"
    assert run(text, "-Name:-x", "-Force:$false").stdout == "-x 1 False\n"
    assert run(text, "-5").stdout == "-5 1 False\n"


def test_an_argument_that_does_not_fit_ends_with_code_1_before_the_body() -> None:
    result = run("param([int]$Count) 'body'", "-Count", "many")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert "Cannot process argument transformation on parameter 'Count'" in result.stderr


def test_a_text_that_does_not_parse_ends_with_code_1() -> None:
    result = run("if ($true) { 'open'")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert "under_test.ps1:1" in result.stderr


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("exit 7", 7),
        ("function F { exit 3 }; F; 'never'", 3),
        ("1..3 | ForEach-Object { exit $_ }", 1),
        ("try { exit 4 } finally { 'cleanup' }", 4),
        ("& { exit 5 }", 5),
        ("throw 'uncaught'", 1),
        ("$ErrorActionPreference = 'Stop'; Write-Error 'x'; 'never'", 1),
        ("Write-Error 'only reported'", 0),
        ("1..3 | ForEach-Object { break }; 'never'", 0),
    ],
)
def test_the_exit_code_is_what_powershell_gives(text: str, code: int) -> None:
    result = run(text)
    assert result.exit_code == code
    assert "never" not in result.stdout


def test_a_kill_runs_neither_catch_nor_finally() -> None:
    host = KillingHost()
    with pytest.raises(Killed):
        run("try { Start-Sleep 1 } catch { $env:CAUGHT = 'yes' } finally { $env:CLEANED = 'yes' }", host=host)
    assert "CAUGHT" not in host.environment
    assert "CLEANED" not in host.environment


def test_a_kill_leaves_redirected_files_alone() -> None:
    host = KillingHost()
    with pytest.raises(Killed):
        run("& { 'text'; Start-Sleep 1 } > C:\\work\\out.txt", host=host)
    assert host.filesystem.read_bytes("C:\\work\\out.txt") == b""


def test_a_refusal_runs_neither_catch_nor_finally() -> None:
    host = MemoryHost()
    with pytest.raises(Unsupported):
        run("try { 'x'.GetHashCode() } catch { $env:CAUGHT = 'yes' } finally { $env:CLEANED = 'yes' }", host=host)
    assert "CAUGHT" not in host.environment
    assert "CLEANED" not in host.environment


def test_a_command_that_is_not_covered_is_refused_before_anything_ran() -> None:
    host = MemoryHost()
    with pytest.raises(Unsupported) as refusal:
        run("$env:RAN = 'yes'\nfunction F { if ($false) { Get-Process } }", host=host)
    assert (refusal.value.construct, refusal.value.line) == ("command Get-Process", 2)
    assert "RAN" not in host.environment


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("function F { switch -File x.txt { 'a' { 1 } } }", "switch -File"),
        ("function F { dynamicparam { } end { } }", "dynamicparam block"),
        ("[System.Reflection.Assembly]::LoadFile('x')", "type [System.Reflection.Assembly]"),
        ("'x' -match '(?<a-b>x)'", "regular expression with a balancing group"),
    ],
)
def test_a_refusal_names_the_construct(text: str, construct: str) -> None:
    with pytest.raises(Unsupported) as refusal:
        run(text)
    assert construct in refusal.value.construct
    assert (refusal.value.file, refusal.value.line) == ("under_test.ps1", 1)


def test_output_before_a_refusal_is_kept_apart() -> None:
    with pytest.raises(Unsupported) as refusal:
        run("'before'\n'x'.GetHashCode()")
    partial: Any = refusal.value.partial
    assert partial.stdout == "before\n"


def test_an_endless_loop_meets_the_step_budget() -> None:
    with pytest.raises(Unsupported, match="more than 1000 statements"):
        run("while ($true) { $x++ }", step_budget=1000)
    with pytest.raises(Unsupported, match="more than 1000 statements"):
        run("while ($true) { }", step_budget=1000)


def test_endless_recursion_meets_the_depth_budget() -> None:
    with pytest.raises(Unsupported, match="nested calls"):
        run("function F { F }; F")
    with pytest.raises(Unsupported, match="nested calls"):
        run("function F { 1 | ForEach-Object { F } }; F")
    with pytest.raises(Unsupported, match="nested calls"):
        run("$b = { & $b }; & $b")


def test_runs_share_no_state() -> None:
    engine = Engine(host=MemoryHost())
    text = 'class C { static [int]$N = 0 }; [C]::N++; $global:seen += 1; "$([C]::N) $seen $($Error.Count)"'
    assert [engine.run_script(text, name="a.ps1").stdout for _ in range(2)] == ["1 1 0\n"] * 2


def test_the_host_is_asked_before_each_statement() -> None:
    host = MemoryHost()
    run("'a'; 'b'; foreach ($i in 1..3) { $i }", host=host)
    assert host.statements >= 6


def test_sleep_is_the_hosts() -> None:
    host = MemoryHost()
    run("Start-Sleep -Seconds 90; Start-Sleep -Milliseconds 500", host=host)
    assert host.elapsed_s == 90.5
