"""What touches Windows through .NET does so in one small function each, which a model can stand in for.

Cmdlets of Windows can be proxied under a real PowerShell; members of .NET can't. So the clock, files, rights, the lock,
the identity and the connection to SQL Server each have a function. Members that only compute may stand anywhere; a
member that is in neither table is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import HostScript, host_scripts, place
from rehearsal.engines.powershell.syntax import nodes

NAME = "host-seams"

SEAMS: dict[str, frozenset[str]] = {
    member: frozenset(functions.split())
    for member, functions in {
        "datetime::UtcNow": "Get-CwTime",
        "System.Security.Principal.WindowsIdentity::GetCurrent": "Get-CwUser",
        "Environment::GetEnvironmentVariable": "Get-CwParameter",
        "new System.IO.FileStream": "Get-CwDriveFault Open-CwLock Open-CwTrialFile Read-CwFile Switch-CwFile",
        "System.IO.File::Exists": "Switch-CwFile",
        "System.IO.File::ReadAllBytes": "Read-CwBundle",
        "System.IO.File::Replace": "Switch-CwFile",
        "System.IO.File::Move": "Move-CwLog Move-CwTrialFile Switch-CwFile",
        "System.IO.File::AppendAllText": "Write-CwLog",
        "System.IO.Directory::CreateDirectory": "New-CwFolder",
        "System.IO.Directory::Move": "New-CwServiceFolder Remove-CwBundle",
        "System.Diagnostics.EventLog::SourceExists": "Test-CwEventSource",
        "Microsoft.Win32.Registry::GetValue": "Get-CwShutDownPolicy",
        "Microsoft.Win32.Registry::SetValue": "Set-CwShutDownPolicy",
        "new System.Security.AccessControl.DirectorySecurity": "New-CwFolder",
        "System.Security.AccessControl.DirectorySecurity": "Set-CwFolderRight",
        "new System.Security.AccessControl.FileSystemAccessRule": "Set-CwFolderAccess",
        "new System.Security.Principal.SecurityIdentifier": "Set-CwFolderAccess",
        "new System.Security.Principal.NTAccount": "Set-CwFolderAccess Test-CwSystemAccount",
        "Get-Acl": "Read-CwFileEntry Set-CwFolderAccess Set-CwFolderRight",
        "Set-Acl": "Set-CwFolderAccess Set-CwFolderRight",
        "Get-FileHash": "Get-CwFileHash",
        "new System.Data.SqlClient.SqlConnection": "Connect-CwSqlServer",
        "new System.Data.SqlClient.SqlDataAdapter": "Invoke-CwSqlQuery",
        "new System.Data.DataTable": "Invoke-CwSqlQuery",
        "System.Data.SqlClient.SqlException": "Stop-CwSqlError",
    }.items()
}
"""Member, created type (`new`), type or cmdlet -> the functions that may use it."""

COMPUTING = frozenset(
    {
        "Math", "regex", "string", "BitConverter", "DBNull", "System.Text.Encoding", "System.Globalization.CultureInfo",
        "System.Security.Cryptography.SHA256", "System.StringComparison", "System.Globalization.DateTimeStyles",
        "System.IO.FileAccess", "System.IO.FileOptions",
        "System.IO.MemoryStream", "System.IO.Compression.DeflateStream", "System.IO.Compression.CompressionMode",
        "Convert",
    }
)  # fmt: skip
"""Types whose static members neither read nor change anything outside of the script."""

HARMLESS = COMPUTING | {
    "datetime", "datetime::ParseExact", "timespan", "timespan::Zero", "int", "long", "bool", "char", "object",
    "hashtable", "void",
    "pscustomobject", "scriptblock", "scriptblock::Create", "switch", "ordered", "double", "byte", "byte[]", "string[]",
    "object[]", "int[]", "new byte[]", "System.DBNull", "Environment::NewLine", "System.Collections.IDictionary",
    "System.Management.Automation.ErrorRecord", "new System.Management.Automation.ErrorRecord",
    "new System.InvalidOperationException", "System.IO.IOException", "System.IO.FileNotFoundException",
    "System.Security.Principal.SecurityIdentifier", "System.Security.Principal.IdentityNotMappedException",
    "System.IO.DirectoryNotFoundException", "System.UnauthorizedAccessException",
    "System.Management.Automation.ItemNotFoundException", "System.Management.Automation.DriveNotFoundException",
}  # fmt: skip
"""Types that may be named, and single members."""


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every host script; preamble, loader and entry scripts may use no seam at all."""
    for script in host_scripts(deployment):
        if script.tree is None:
            continue
        for used, node in used_members(script):
            allowed = SEAMS.get(used)
            if allowed is not None and script.stem in allowed:
                continue
            if allowed is None and (used in HARMLESS or used.rpartition("::")[0] in COMPUTING):
                continue
            where = place(script.path, node.extent)
            if allowed is not None:
                one = " or ".join(sorted(allowed))
                yield Finding(check=NAME, where=where, problem=f"uses {used}, the seam of {one}", remedy=f"Call {one}.")
            else:
                yield Finding(
                    check=NAME,
                    where=where,
                    problem=f"uses {used}, which no function has been given",
                    remedy="Give it a function of its own in SEAMS, or list it as HARMLESS if it touches nothing.",
                )


def used_members(script: HostScript) -> Iterator[tuple[str, nodes.Node]]:
    """Static members, created types, types that are named, and the cmdlets of the table."""
    assert script.tree is not None
    of_members: set[int] = set()
    for node in script.tree.descendants():
        if isinstance(node, nodes.Member | nodes.InvokeMember) and node.static:
            target, member = node.expression, node.member
            if isinstance(target, nodes.TypeExpression) and isinstance(member, nodes.StringConstant):
                of_members.add(id(target))
                yield f"{target.type_name.full_name}::{member.value}", node
    for node in script.tree.descendants():
        if (isinstance(node, nodes.TypeExpression) and id(node) not in of_members) or isinstance(
            node, nodes.TypeConstraint
        ):
            yield node.type_name.full_name, node
        elif isinstance(node, nodes.Command) and isinstance(node.elements[0], nodes.StringConstant):
            name = node.elements[0].value
            if name == "New-Object":
                yield f"new {_created(node)}", node
            elif name in SEAMS:
                yield name, node


def _created(command: nodes.Command) -> str:
    for first, second in zip(command.elements, command.elements[1:], strict=False):
        if isinstance(first, nodes.CommandParameter) and first.name == "TypeName":
            return second.value if isinstance(second, nodes.StringConstant) else second.extent.text
    return "something that isn't named by -TypeName"


CHECK = Check(
    name=NAME,
    proves="Clock, files, rights, lock, identity and SQL client are each touched in the functions of one table only.",
    findings=findings,
)
