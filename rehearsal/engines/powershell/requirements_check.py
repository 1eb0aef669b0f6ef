"""Whether #requires lets a script run under Windows PowerShell 5.1."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.signatures import module_names
from rehearsal.engines.powershell.objects.errors import TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.versions import POWERSHELL_VERSION
from rehearsal.engines.powershell.syntax import nodes

_EXCEPTION = "System.Management.Automation.ScriptRequiresException"


def check_requirements(tree: nodes.ScriptBlock, run: Any) -> None:
    """Raises what PowerShell reports instead of running the script; refuses modules that this engine knows
    nothing of.
    """
    wanted = tree.requirements
    if wanted is None:
        return
    script = run.file_name(run.script_path)
    if wanted.version is not None and _numbers(wanted.version) > _numbers(POWERSHELL_VERSION):
        raise _unmet(
            f"The script '{script}' cannot be run because it contained a \"#requires\" statement for Windows "
            f"PowerShell "
            f"{wanted.version}. The version of Windows PowerShell that is required by the script does not match "
            f"the currently "
            f"running version of Windows PowerShell {POWERSHELL_VERSION}.",
            "ScriptRequiresUnmatchedPSVersion",
            script,
        )
    if wanted.edition is not None and wanted.edition.lower() != "desktop":
        raise _unmet(
            f"The script '{script}' cannot be run because it contained a \"#requires\" statement for PowerShell "
            f"editions "
            f"'{wanted.edition}'. The edition of PowerShell that is required by the script does not match the "
            f"currently running "
            "PowerShell Desktop edition.",
            "ScriptRequiresUnmatchedPSEdition",
            script,
        )
    known = {name.lower() for name in module_names()}
    for module in wanted.modules:
        if module.strip("'\" ").lower() not in known:
            raise run.refusal(f"#requires -Modules {module}", tree.extent)


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in version.split(".") if part.isdigit()]
    return (*parts, 0) if len(parts) == 1 else tuple(parts)


def _unmet(message: str, error_id: str, script: str) -> TerminatingError:
    return runtime_error(message, error_id, "ResourceUnavailable", script, _EXCEPTION)
