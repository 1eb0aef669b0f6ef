"""The variables a fresh Windows PowerShell 5.1 has."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import PSArray
from rehearsal.engines.powershell.objects.versions import BUILD_VERSION, CLR_VERSION, POWERSHELL_VERSION
from rehearsal.engines.powershell.operators.arithmetic import cast_error
from rehearsal.engines.powershell.runtime.host_view import HostView
from rehearsal.engines.powershell.runtime.scopes import ALL_SCOPE, CONSTANT, READ_ONLY

_ACTIONS = {
    "DebugPreference": "SilentlyContinue",
    "ErrorActionPreference": "Continue",
    "InformationPreference": "SilentlyContinue",
    "ProgressPreference": "Continue",
    "VerbosePreference": "SilentlyContinue",
    "WarningPreference": "Continue",
}


def declare_automatic_variables(run: Any) -> None:
    """Fills the global scope of a new run."""
    scope = run.global_scope

    def put(name: str, value: Any, options: int = 0, constraint: Any = None) -> None:
        scope.declare(name, value, constraint, options)

    put("Error", run.new_array_list(), CONSTANT)
    put("PSVersionTable", _version_table(run), READ_ONLY | ALL_SCOPE)
    put("PSEdition", "Desktop", CONSTANT | ALL_SCOPE)
    put("PID", run.host.process_id, CONSTANT | ALL_SCOPE)
    put("HOME", run.host.filesystem.home_directory.rstrip(run.host.filesystem.separator), READ_ONLY | ALL_SCOPE)
    put("PSHOME", _ps_home(run), CONSTANT | ALL_SCOPE)
    put("MaximumHistoryCount", 4096)
    put("ConfirmPreference", run.enum_value("System.Management.Automation.ConfirmImpact", "High"))
    put("WhatIfPreference", False)
    put("args", PSArray([]))
    constraint = _action_constraint(run)
    for name, value in _ACTIONS.items():
        put(name, run.action(value), constraint=constraint)
    put("PSDefaultParameterValues", Hashtable())
    put("Host", HostView(), CONSTANT | ALL_SCOPE)
    run.update_location_variable()


def _action_constraint(run: Any) -> Any:
    target = run.resolve_type("System.Management.Automation.ActionPreference")

    def check(value: Any) -> Any:
        try:
            return convert(value, target, run)
        except PSException as failure:
            raise cast_error(failure) from None

    return check if target is not None else None


def _ps_home(run: Any) -> str:
    return r"C:\Windows\System32\WindowsPowerShell\v1.0"


def _version_table(run: Any) -> Hashtable:
    def version(text: str) -> Any:
        target = run.resolve_type("System.Version")
        return convert(text, target, run) if target is not None else text

    table = Hashtable()
    table.set("PSVersion", version(POWERSHELL_VERSION))
    table.set("PSEdition", "Desktop")
    table.set(
        "PSCompatibleVersions",
        PSArray([version(text) for text in ("1.0", "2.0", "3.0", "4.0", "5.0", POWERSHELL_VERSION)]),
    )
    table.set("BuildVersion", version(BUILD_VERSION))
    table.set("CLRVersion", version(CLR_VERSION))
    table.set("WSManStackVersion", version("3.0"))
    table.set("PSRemotingProtocolVersion", version("2.3"))
    table.set("SerializationVersion", version("1.1.0.1"))
    return table
