"""Get-Acl and Set-Acl."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import unwrap
from rehearsal.world.windows.cim.tables import WINDOWS_COMMANDS
from rehearsal.world.windows.files.access_lists import ADMINISTRATORS, ROOT_RULES, AccessList, Rule
from rehearsal.world.windows.system.access import is_hidden_from_system, rules_of
from rehearsal.world.windows.system.filesystem import split
from rehearsal.world.windows.system.script_host import script_host
from rehearsal.world.windows.types.access_rules import DirectorySecurity, FileSecurity, FileSystemSecurity

_MODULE = "Microsoft.PowerShell.Security"


def _missing(call: CmdletCall, path: str) -> None:
    text = f"Cannot find path '{path}' because it does not exist."
    exception = PSException("System.Management.Automation.ItemNotFoundException", text)
    call.write_error(ErrorRecord(exception, "PathNotFound", "ObjectNotFound", path))


@WINDOWS_COMMANDS.cmdlet(_MODULE, "Get-Acl", honours=("Path", "LiteralPath"))
def get_acl(call: CmdletCall) -> list[Any]:
    windows = script_host(call.host).windows
    found: list[Any] = []
    for path in call.strings("Path") or call.strings("LiteralPath"):
        text = str(unwrap(path))
        entry = windows.files.entry(text)
        if entry is None:
            _missing(call, text)
            continue
        if is_hidden_from_system(windows.files, text):
            refusal = "Attempted to perform an unauthorized operation."
            raise PSException("System.UnauthorizedAccessException", refusal)
        rules = rules_of(windows.files, text)
        explicit = [rule for rule in rules if not rule.inherited]
        own = entry.access if isinstance(entry.access, AccessList) else None
        copy = AccessList(
            rules=explicit, protected=own.protected if own else False,
            owner=own.owner if own else ADMINISTRATORS,
        )  # fmt: skip
        inherited = tuple(rule for rule in rules if rule.inherited)
        made = DirectorySecurity if entry.is_directory else FileSecurity
        found.append(made(text, copy, inherited))
    return found


@WINDOWS_COMMANDS.cmdlet(
    _MODULE, "Set-Acl", honours=("Path", "LiteralPath", "AclObject", "Passthru", "WhatIf", "Confirm")
)
def set_acl(call: CmdletCall) -> list[Any]:
    windows = script_host(call.host).windows
    security = unwrap(call.get("AclObject"))
    if not isinstance(security, FileSystemSecurity):
        call.throw("AclObject", "SetAcl_AclObject", "InvalidArgument", type_name="System.ArgumentException")
        return []
    for path in call.strings("Path") or call.strings("LiteralPath"):
        text = str(unwrap(path))
        entry = windows.files.entry(text)
        if entry is None:
            _missing(call, text)
            continue
        if call.should_process(text):
            own = AccessList(
                rules=[_explicit(rule) for rule in security.list.rules], protected=security.list.protected,
                owner=security.list.owner,
            )  # fmt: skip
            is_root = not split(text)[1]
            entry.access = None if is_root and own.rules == list(ROOT_RULES) else own
            windows.record("access", f"{text}: {len(own.rules)} rules", path=text)
    return [security] if call.switch("Passthru") else []


def _explicit(rule: Rule) -> Rule:
    return Rule(
        identity=rule.identity, rights=rule.rights, allow=rule.allow, inheritance=rule.inheritance,
        propagation=rule.propagation,
    )  # fmt: skip
