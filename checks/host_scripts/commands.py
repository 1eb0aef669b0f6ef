"""Windows PowerShell 5.1 can read every host script and knows each command and parameter in it; house rules hold.

Syntax that only 7 has (`?:`, `??`, `&&`, `-Parallel`), aliases, abbreviations, Invoke-Expression, unapproved verbs, and
calls that change something without -ErrorAction Stop: rehearsal/engines/powershell/tools/static_check.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import PREAMBLE, HostScript, declared_parameters, host_scripts
from rehearsal.engines.powershell.tools.script_parameters import ParameterNames
from rehearsal.engines.powershell.tools.static_check import Finding as ScriptFinding
from rehearsal.engines.powershell.tools.static_check import FindingCode, check_script

NAME = "host-commands"
STRICT = ("Set-StrictMode -Version Latest", "$ErrorActionPreference = 'Stop'")
"""What every script begins with, by the preamble."""
REMEDIES: Mapping[FindingCode, str] = {
    FindingCode.DOES_NOT_PARSE: "Correct the syntax.",
    FindingCode.POWERSHELL_7_SYNTAX: "Say it as Windows PowerShell 5.1 can.",
    FindingCode.POWERSHELL_7_ESCAPE: "Use [char] 27, or the character itself.",
    FindingCode.POWERSHELL_7_VARIABLE: "Don't use it: hosts run 5.1.",
    FindingCode.UNKNOWN_COMMAND: "Use a command of 5.1, or add a function of that name.",
    FindingCode.UNKNOWN_PARAMETER: "Use a parameter that the command has.",
    FindingCode.ABBREVIATED_PARAMETER: "Write the whole name.",
    FindingCode.PARAMETER_ALIAS: "Write the parameter's own name.",
    FindingCode.COMMAND_ALIAS: "Write the command's own name.",
    FindingCode.UNAPPROVED_VERB: "Use a verb that Get-Verb lists.",
    FindingCode.INVOKE_EXPRESSION: "Call what is to be called.",
    FindingCode.ERRORS_DO_NOT_STOP: "Add -ErrorAction Stop.",
    FindingCode.BACKTICK_CONTINUATION: "Splat the parameters.",
}


class _Judged:
    """What was found in each file while functions took the same parameters: of 250 files one changes at a time."""

    def __init__(self) -> None:
        self._known: Mapping[str, ParameterNames | None] = {}
        self._found: dict[tuple[str, str], tuple[ScriptFinding, ...]] = {}

    def found_in(self, script: HostScript, known: Mapping[str, ParameterNames | None]) -> tuple[ScriptFinding, ...]:
        """Of the file, from memory where nothing has changed."""
        if known is not self._known:
            if known != self._known:
                self._found = {}
            self._known = known
        key = script.path, script.text
        if key not in self._found:
            self._found[key] = check_script(script.text, script.path, known)
        return self._found[key]


_judged = _Judged()


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every source file, by position; then of the preamble."""
    known = declared_parameters(deployment)
    for script in host_scripts(deployment):
        for found in _judged.found_in(script, known):
            yield Finding(
                check=NAME,
                where=f"{script.path}:{found.line}:{found.column}",
                problem=f"{found.message} ({found.code})",
                remedy=REMEDIES[found.code],
            )
    for line in STRICT:
        if line not in deployment.files.get(PREAMBLE, "").splitlines():
            problem = f"no script begins with {line} any more"
            yield Finding(check=NAME, where=PREAMBLE, problem=problem, remedy=f"Put {line} back.")
    preamble = deployment.files.get(PREAMBLE, "")
    for document in deployment.documents.values():
        texts = document.steps[0].get("inputs", {}).get("runCommand", [""]) if document.kind == "Command" else []
        if any(not text.startswith(preamble) for text in texts):
            problem = f"the script of {document.name} doesn't begin with the preamble: it isn't strict"
            yield Finding(check=NAME, where=document.source, problem=problem, remedy="Put the preamble first.")


CHECK = Check(
    name=NAME,
    proves="Windows PowerShell 5.1 reads every host script, knows its commands and parameters; errors stop.",
    findings=findings,
)
