"""Where `pwsh` is on PATH, real PowerShell is asked again: every recorded case, and its parser on every script.

Without it there are no such tests, only those of the lane itself (a stand-in for pwsh agrees or lies), and the summary
says "skipped: no pwsh".
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_files import decoded
from tests.repository import ROOT
from tests.unit.rehearsal.engines.powershell.conformance_summary import NO_PWSH
from tests.unit.rehearsal.engines.powershell.corpus import CASES, CORPUS, real_powershell, run_real

HOST_SCRIPTS = sorted((ROOT / "ssm_documents/powershell").rglob("*.ps1"))
PARSED = [*HOST_SCRIPTS, *(CORPUS / case for case in CASES)]
PARSE_ALL = """\
foreach ($line in [System.IO.File]::ReadAllLines($args[0])) {
    $tokens = $null
    $errors = $null
    $null = [System.Management.Automation.Language.Parser]::ParseFile($line, [ref] $tokens, [ref] $errors)
    if ($errors.Count -eq 0) { 'ok' } else { "{0}: {1}" -f $errors[0].Extent.StartLineNumber, $errors[0].ErrorId }
}
"""


def recorded(case: str) -> tuple[str, int]:
    expected = json.loads((CORPUS / case).with_suffix(".expected.json").read_text(encoding="utf-8"))
    return expected["stdout"].rstrip("\n"), expected["exit_code"]


def verdict_here(path: Path) -> str:
    """This engine's parser, in the words of PARSE_ALL."""
    try:
        parse(decoded(path.read_bytes()), path.name)
    except ParseError as error:
        return f"{error.line}: {error.error_id}"
    return "ok"


def verdicts_there(folder: Path) -> list[str]:
    """PowerShell's own parser on every file, in one process."""
    driver, files = folder / "parse_all.ps1", folder / "files.txt"
    driver.write_text(PARSE_ALL, encoding="utf-8")
    files.write_text("".join(f"{path}\n" for path in PARSED), encoding="utf-8")
    command = [real_powershell() or "", "-NoProfile", "-NonInteractive", "-File", str(driver), str(files)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if real_powershell() is not None:

    @pytest.mark.parametrize("case", CASES)
    def test_real_powershell_answers_as_recorded(case):
        assert run_real(CORPUS / case) == recorded(case)

    def test_real_powershell_parses_every_script_as_this_engine_does(tmp_path):
        there = verdicts_there(tmp_path)
        differing = [
            (path.name, verdict_here(path), real)
            for path, real in zip(PARSED, there, strict=True)
            if verdict_here(path) != real
        ]
        assert differing == []


STAND_IN = """\
import json, sys
from pathlib import Path
script = Path(sys.argv[sys.argv.index("-File") + 1])
if script.name == "parse_all.ps1":
    files = Path(sys.argv[-1]).read_text().splitlines()
    print("\\n".join("1: Lie" if {lie!r} in file else "ok" for file in files))
    raise SystemExit
expected = json.loads(script.with_suffix(".expected.json").read_text())
sys.stdout.write("a lie" if {lie!r} in str(script) else expected["stdout"])
raise SystemExit(expected["exit_code"])
"""


def lane_with(folder: Path, lie: str | None) -> subprocess.CompletedProcess[str]:
    """Some of this file's tests, run with a stand-in for pwsh that lies about what `lie` names; None: no pwsh."""
    folder.mkdir()
    if lie is not None:
        (folder / "stand_in.py").write_text(STAND_IN.format(lie=lie), encoding="utf-8")
        pwsh = folder / "pwsh"
        pwsh.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {folder}/stand_in.py "$@"\n', encoding="utf-8")
        pwsh.chmod(0o755)
    wanted = f"{CASES[0]} or {CASES[1]} or parses_every or spot"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", wanted, __file__],
        cwd=ROOT,
        env={**os.environ, "PATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_recorded_case_stays_in_one_spot():
    """Selected by the inner runs: they always have one test, also where no pwsh is."""
    assert recorded(CASES[0])[1] == 0


def test_a_pwsh_that_agrees_passes_and_the_summary_says_compared(tmp_path):
    ended = lane_with(tmp_path / "agrees", "nothing at all")
    assert ended.returncode == 0, ended.stdout
    assert "4 passed" in ended.stdout
    assert "powershell under pwsh: compared" in ended.stdout
    assert NO_PWSH not in ended.stdout


def test_a_pwsh_that_answers_otherwise_fails_the_lane(tmp_path):
    ended = lane_with(tmp_path / "lies", CASES[0])
    assert ended.returncode == 1
    assert "2 failed, 2 passed" in ended.stdout


def test_without_pwsh_there_is_one_line_that_says_so(tmp_path):
    ended = lane_with(tmp_path / "none", None)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout
    assert ended.stdout.count(NO_PWSH) == 1


def test_the_engine_itself_parses_what_the_lane_would_compare():
    assert len(HOST_SCRIPTS) > 80
    assert [path.name for path in PARSED if verdict_here(path) != "ok"] == []
