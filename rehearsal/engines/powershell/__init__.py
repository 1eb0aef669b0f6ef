"""Windows PowerShell 5.1, offline: parse(text, name), Engine(host=…).run_script(…), Unsupported."""

from __future__ import annotations

from rehearsal.engines.powershell.engine import Engine, ScriptResult
from rehearsal.engines.powershell.objects.errors import Unsupported
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse

__all__ = ["Engine", "ParseError", "ScriptResult", "Unsupported", "parse"]
