"""FileSystemAccessRule, FileSecurity, DirectorySecurity over the model's access lists."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.real_members import declare_properties
from rehearsal.engines.powershell.net_types.system import files as engine_files
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
)
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.engines.powershell.runtime.file_access import paths_of
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.files import sddl
from rehearsal.world.windows.files.access_lists import AccessList, Rule, canonical_identity
from rehearsal.world.windows.types.identities import IdentityReference, NTAccount

RIGHTS = WINDOWS_TYPES.net_enum(
    "System.Security.AccessControl.FileSystemRights",
    {
        "ListDirectory": 1, "ReadData": 1, "WriteData": 2, "CreateFiles": 2, "AppendData": 4, "CreateDirectories": 4,
        "ReadExtendedAttributes": 8, "WriteExtendedAttributes": 16, "ExecuteFile": 32, "Traverse": 32,
        "DeleteSubdirectoriesAndFiles": 64, "ReadAttributes": 128, "WriteAttributes": 256, "Write": 278,
        "Delete": 65536,
        "ReadPermissions": 131072, "Read": 131209, "ReadAndExecute": 131241, "Modify": 197055,
        "ChangePermissions": 262144, "TakeOwnership": 524288, "Synchronize": 1048576, "FullControl": 2032127,
    },
    flags=True,
)  # fmt: skip
INHERITANCE = WINDOWS_TYPES.net_enum(
    "System.Security.AccessControl.InheritanceFlags", {"None": 0, "ContainerInherit": 1, "ObjectInherit": 2}, flags=True
)
PROPAGATION = WINDOWS_TYPES.net_enum(
    "System.Security.AccessControl.PropagationFlags", {"None": 0, "NoPropagateInherit": 1, "InheritOnly": 2}, flags=True
)
CONTROL = WINDOWS_TYPES.net_enum("System.Security.AccessControl.AccessControlType", {"Allow": 0, "Deny": 1})
_NAME = "System.Security.AccessControl."
ENGINE_DIRECTORY = "System.IO.Directory"
assert BUILTIN_TYPES.get(ENGINE_DIRECTORY) is not None, f"{engine_files.__name__} declares it"
WINDOWS_TYPES.net_enum(
    _NAME + "AccessControlSections",
    {"None": 0, "Audit": 1, "Access": 2, "Owner": 4, "Group": 8, "All": 15},
    flags=True,
)
_OWNER_AND_ACCESS = 6


@WINDOWS_TYPES.net_type(_NAME + "FileSystemAccessRule", base=_NAME + "AccessRule")
class FileSystemAccessRule(NetObject):
    """One rule."""

    __slots__ = ("members", "rule")

    def __init__(self, rule: Rule) -> None:
        self.members = None
        self.rule = rule

    @net_constructor("object", _NAME + "FileSystemRights", _NAME + "AccessControlType")
    @staticmethod
    def of_object(identity: Any, rights: Any, control: Any) -> FileSystemAccessRule:
        return _made(identity, rights, None, None, control)

    @net_constructor(
        "object", _NAME + "FileSystemRights", _NAME + "InheritanceFlags", _NAME + "PropagationFlags",
        _NAME + "AccessControlType",
    )  # fmt: skip
    @staticmethod
    def of_folder(identity: Any, rights: Any, inheritance: Any, propagation: Any, control: Any) -> FileSystemAccessRule:
        return _made(identity, rights, inheritance, propagation, control)

    @net_property("FileSystemRights", _NAME + "FileSystemRights")
    def rights(self) -> EnumValue:
        return EnumValue(RIGHTS, self.rule.rights)

    @net_property("AccessControlType", _NAME + "AccessControlType")
    def control(self) -> EnumValue:
        return EnumValue(CONTROL, 0 if self.rule.allow else 1)

    @net_property("IdentityReference", "System.Security.Principal.IdentityReference")
    def identity(self) -> NTAccount:
        return NTAccount(self.rule.identity)

    @net_property("IsInherited", "bool")
    def is_inherited(self) -> bool:
        return self.rule.inherited

    @net_property("InheritanceFlags", _NAME + "InheritanceFlags")
    def inheritance(self) -> EnumValue:
        return EnumValue(INHERITANCE, self.rule.inheritance)

    @net_property("PropagationFlags", _NAME + "PropagationFlags")
    def propagation(self) -> EnumValue:
        return EnumValue(PROPAGATION, self.rule.propagation)


def _made(identity: Any, rights: Any, inheritance: Any, propagation: Any, control: Any) -> FileSystemAccessRule:
    name = identity.value if isinstance(identity, IdentityReference) else str(identity)
    # .NET adds Synchronize to every allow rule
    added = rights.value | (1048576 if control.value == 0 else 0)
    return FileSystemAccessRule(
        Rule(
            identity=canonical_identity(name), rights=added, allow=control.value == 0,
            inheritance=0 if inheritance is None else inheritance.value,
            propagation=0 if propagation is None else propagation.value,
        )
    )  # fmt: skip


class FileSystemSecurity(NetObject):
    """What Get-Acl gives: a copy, written back by Set-Acl."""

    __slots__ = ("inherited", "list", "members", "path")

    def __init__(self, path: str, access: AccessList, inherited: tuple[Rule, ...]) -> None:
        self.members = None
        self.path = path
        self.list = access
        self.inherited = inherited

    @property
    def effective(self) -> list[Rule]:
        """Explicit rules, and the inherited ones unless they are cut off."""
        return [*self.list.rules, *(() if self.list.protected else self.inherited)]


class _Members:
    """Members of both classes."""

    @net_property("Access", "object")
    def access(self: Any) -> PSArray:
        return PSArray([FileSystemAccessRule(rule) for rule in self.effective])

    @net_property("Path", "string")
    def get_path(self: Any) -> str:
        return rf"Microsoft.PowerShell.Core\FileSystem::{self.path}"

    @net_property("Owner", "string")
    def owner(self: Any) -> str:
        return str(self.list.owner)

    @net_property("Group", "string")
    def group(self: Any) -> str:
        return r"NT AUTHORITY\SYSTEM"

    @net_property("AreAccessRulesProtected", "bool")
    def protected(self: Any) -> bool:
        return bool(self.list.protected)

    @net_property("AccessToString", "string")
    def access_text(self: Any) -> str:
        shown = [FileSystemAccessRule(rule) for rule in self.effective]
        return "\n".join(f"{r.rule.identity} {r.control().ps_string()}  {r.rights().ps_string()}" for r in shown)

    @net_method("AddAccessRule", _NAME + "FileSystemAccessRule", returns="void")
    def add(self: Any, added: FileSystemAccessRule) -> None:
        if added.rule not in self.list.rules:
            self.list.rules.append(added.rule)

    @net_method("SetAccessRule", _NAME + "FileSystemAccessRule", returns="void")
    def set_rule(self: Any, added: FileSystemAccessRule) -> None:
        mine = added.rule.identity.lower(), added.rule.allow
        self.list.rules = [rule for rule in self.list.rules if (rule.identity.lower(), rule.allow) != mine]
        self.list.rules.append(added.rule)

    @net_method("RemoveAccessRule", _NAME + "FileSystemAccessRule", returns="bool")
    def remove(self: Any, removed: FileSystemAccessRule) -> bool:
        before = len(self.list.rules)
        self.list.rules = [rule for rule in self.list.rules if rule != removed.rule]
        return len(self.list.rules) < before

    @net_method("SetAccessRuleProtection", "bool", "bool", returns="void")
    def set_protection(self: Any, protected: bool, keep: bool) -> None:
        if protected and keep and not self.list.protected:
            self.list.rules.extend(self.inherited)
        self.list.protected = protected

    @net_method("GetSecurityDescriptorSddlForm", _NAME + "AccessControlSections", returns="string")
    def to_sddl(self: Any, sections: Any) -> str:
        if sections.value != _OWNER_AND_ACCESS:
            raise PSException("System.NotSupportedException", "the model shows owner and access together")
        return sddl.written(self.list, self.effective)

    @net_method("SetSecurityDescriptorSddlForm", "string", returns="void")
    def from_sddl(self: Any, text: str) -> None:
        self.list = sddl.read(text)

    @net_method("SetOwner", "System.Security.Principal.IdentityReference", returns="void")
    def set_owner(self: Any, owner: IdentityReference) -> None:
        self.list.owner = canonical_identity(owner.value)


@WINDOWS_TYPES.net_type(_NAME + "DirectorySecurity", base=_NAME + "FileSystemSecurity")
class DirectorySecurity(FileSystemSecurity):
    """Of a folder; a new one has no rules."""

    __slots__ = ()

    @net_constructor()
    @staticmethod
    def empty() -> DirectorySecurity:
        return DirectorySecurity("", AccessList(), ())


# Behind it are the engine's own members, hence the base of the same name.
@WINDOWS_TYPES.net_type(ENGINE_DIRECTORY, base=ENGINE_DIRECTORY)
class Directory:
    """Folders that have their rights from the first moment."""

    @net_static("CreateDirectory", "string", _NAME + "DirectorySecurity", returns="object", context=True)
    @staticmethod
    def create(run: Any, path: str, security: DirectorySecurity) -> Any:
        full = str(paths_of(run).full(path))
        files = run.host.filesystem
        if not files.exists(full):
            files.make_directories(full)
            files.itself(full).access = security.list
        return file_object(run, full)


@WINDOWS_TYPES.net_type(_NAME + "FileSecurity", base=_NAME + "FileSystemSecurity")
class FileSecurity(FileSystemSecurity):
    """Of a file."""

    __slots__ = ()


_PROPERTIES = [
    "PSPath",
    "PSParentPath",
    "PSChildName",
    "PSDrive",
    "PSProvider",
    "CentralAccessPolicyId",
    "CentralAccessPolicyName",
    "Path",
    "Owner",
    "Group",
    "Access",
    "Sddl",
    "AccessToString",
    "AuditToString",
    "AccessRightType",
    "AccessRuleType",
    "AuditRuleType",
    "AreAccessRulesProtected",
    "AreAuditRulesProtected",
    "AreAccessRulesCanonical",
    "AreAuditRulesCanonical",
]
for _type in ("DirectorySecurity", "FileSecurity"):
    WINDOWS_TYPES.net_type(_NAME + _type)(type("CommonMembers", (), dict(vars(_Members))))
    declare_properties(_NAME + _type, _PROPERTIES)
declare_properties(
    _NAME + "FileSystemAccessRule",
    [
        "FileSystemRights",
        "AccessControlType",
        "IdentityReference",
        "IsInherited",
        "InheritanceFlags",
        "PropagationFlags",
    ],
)
