"""The variables that a fresh Windows PowerShell 5.1 has, and those that each read computes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.operators.arithmetic import cast_error
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.scopes import ALL_SCOPE, CONSTANT, READ_ONLY, Scope

# The Windows PowerShell that this engine says it is: Windows Server 2019's.
POWERSHELL_VERSION = "5.1.17763.6189"
BUILD_VERSION = "10.0.17763.6189"
CLR_VERSION = "4.0.30319.42000"
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
    put("ConfirmPreference", run.types.enum_value("System.Management.Automation.ConfirmImpact", "High"))
    put("WhatIfPreference", False)
    put("args", PSArray([]))
    constraint = _action_constraint(run)
    for name, value in _ACTIONS.items():
        put(name, run.types.enum_value("System.Management.Automation.ActionPreference", value), constraint=constraint)
    put("PSDefaultParameterValues", Hashtable())
    put("Host", HostView(), CONSTANT | ALL_SCOPE)
    run.files.update_location_variable()


def _action_constraint(run: Any) -> Any:
    target = run.types.resolve("System.Management.Automation.ActionPreference")

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
        target = run.types.resolve("System.Version")
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


@net_type("System.Management.Automation.Internal.Host.InternalHost")
class HostView(NetObject):
    """Name and version."""

    @net_property("Name", "string")
    def name(self) -> str:
        return "ConsoleHost"

    @net_property("Version", "System.Version", context=True)
    def version(run: Any, self: HostView) -> Any:  # noqa: N805
        return convert(POWERSHELL_VERSION, run.types.resolve("System.Version"), run)


def unset_variable(lower: str, node: Any, run: Any) -> Any:
    """What an undefined variable reads as; refuses automatic variables this engine doesn't keep."""
    if lower in _UNKEPT:
        raise run.refusal(f"variable ${node.name}", node.extent)
    return None


def invocation_variable(lower: str, frame: Frame) -> Any:
    """$MyInvocation, $PSBoundParameters, $PSCmdlet, $PSScriptRoot, $PSCommandPath."""
    scope: Scope | None = frame.scope
    while scope is not None and scope.call is None:
        scope = scope.parent
    call: Invocation | None = scope.call if scope is not None else None
    match lower:
        case "psscriptroot":
            return frame.run.files.folder_of(frame.script_path)
        case "pscommandpath":
            return frame.script_path
        case "myinvocation":
            return call
        case "psboundparameters":
            return call.bound if call is not None else None
    while scope is not None:
        if scope.call is not None and scope.call.cmdlet is not None:
            return scope.call.cmdlet
        if scope.call is not None and not scope.call.is_script and scope.call.name and lower == "pscmdlet":
            return _outer_cmdlet(scope.parent)
        scope = scope.parent
    return None


def _outer_cmdlet(scope: Scope | None) -> Any:
    while scope is not None:
        if scope.call is not None and scope.call.cmdlet is not None:
            return scope.call.cmdlet
        scope = scope.parent
    return None


_UNKEPT = frozenset(
    {"profile", "shellid", "event", "sender", "eventargs", "foreach", "switch", "psculture", "psuiculture"}
)
