"""Runs a script on a machine in memory and gives its output line by line."""

from __future__ import annotations

from rehearsal.engines.powershell import Engine
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost


def output(script: str, host: MemoryHost | None = None) -> list[str]:
    """The lines of stdout; an error on stderr fails the test."""
    result = Engine(host=host or MemoryHost()).run_script(script)
    assert result.stderr == ""
    return result.stdout.splitlines()


def error_ids(*statements: str) -> list[str]:
    """FullyQualifiedErrorId, without the command's name, of each statement's error; "none" where none came."""
    script = "".join(
        f"try {{ $null = {one}; 'none' }} catch {{ $_.FullyQualifiedErrorId.Split(',')[0] }}\n" for one in statements
    )
    return output("$ErrorActionPreference = 'Stop'\n" + script)
