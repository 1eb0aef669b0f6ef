"""Windows PowerShell 5.1, offline: parse(text, name), Engine(host=…).run_script(…), Unsupported."""

from __future__ import annotations

from rehearsal.powershell.engine import Engine, ScriptResult
from rehearsal.powershell.errors import Unsupported
from rehearsal.powershell.parse_errors import ParseError
from rehearsal.powershell.parser import parse

__all__ = ["Engine", "ParseError", "ScriptResult", "Unsupported", "parse"]
