"""Runs recorded cases: what the engine says, compared as the corpus' README asks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rehearsal.engines.powershell import Engine, Unsupported
from rehearsal.engines.powershell.tools.real_machine import RealHost
from tests.repository import CONFORMANCE

CORPUS = CONFORMANCE / "powershell"
CASES = tuple(sorted(path.relative_to(CORPUS).as_posix() for path in CORPUS.glob("[01][0-9]-*/*.ps1")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`verdict` is pass, refused or wrong; `detail` says what differed or was refused."""

    verdict: str
    detail: str


class ScratchHost(RealHost):
    """This machine with an empty folder to stand in and another for temporary files, as the cases were recorded."""

    def __init__(self, folder: Path, temporary: Path) -> None:
        super().__init__()
        self.filesystem.current_directory = str(folder)
        self.filesystem.temp_directory = str(temporary) + os.sep
        self.environment["TMPDIR"] = str(temporary)
        self.waited_s = 0.0

    def sleep(self, seconds: float) -> None:
        self.waited_s += seconds

    def monotonic(self) -> float:
        return super().monotonic() + self.waited_s


def normalized(text: str, script: Path, temporary: Path) -> str:
    return text.replace(str(script), "SCRIPT").replace(str(temporary), "TMP").rstrip("\n")


@cache
def outcome(case: str) -> Outcome:
    """The engine's answer to one case; cached, since the summary asks again."""
    script = CORPUS / case
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
        host = ScratchHost(Path(folder), Path(temporary))
        try:
            result = Engine(host=host).run_script(
                script.read_text(encoding="utf-8"), name=script.name, path=str(script)
            )
        except Unsupported as refusal:
            return Outcome(verdict="refused", detail=str(refusal))
        stdout = normalized(result.stdout, script, Path(temporary))
    if result.exit_code != expected["exit_code"]:
        return Outcome(verdict="wrong", detail=f"exit code {result.exit_code}, recorded {expected['exit_code']}")
    if stdout != expected["stdout"].rstrip("\n"):
        return Outcome(verdict="wrong", detail=f"got:\n{stdout}\n\nrecorded:\n{expected['stdout']}\n\n{result.stderr}")
    if bool(expected["stderr"]) and not result.stderr:
        return Outcome(verdict="wrong", detail="real PowerShell reported an error on stderr, the engine none")
    return Outcome(verdict="pass", detail="")


def real_powershell() -> str | None:
    """The path of pwsh, None where there is none."""
    return shutil.which("pwsh")


def run_real(script: Path) -> tuple[str, int]:
    """stdout and exit code of a script under real PowerShell, as the corpus was recorded."""
    pwsh = real_powershell()
    assert pwsh is not None
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
        done = subprocess.run(
            [pwsh, "-NoProfile", "-NonInteractive", "-File", str(script)],
            cwd=folder,
            env={**os.environ, "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C", "TZ": "UTC", "TMPDIR": temporary},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return normalized(done.stdout, script, Path(temporary)), done.returncode
