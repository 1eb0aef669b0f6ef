"""Add-Member and Get-Member."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.object_view import property_views, type_names_of
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CimProperty,
    CodeMethod,
    Member,
    NoteProperty,
    ScriptMethod,
    ScriptProperty,
)
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type, type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    CimInstance,
    NetObject,
    PSCustomObject,
    PSObject,
)
from rehearsal.engines.powershell.operators.text import wildcard_pattern
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

UTILITY = "Microsoft.PowerShell.Utility"
net_enum(
    "System.Management.Automation.PSMemberViewTypes", {"Extended": 1, "Adapted": 2, "Base": 4, "All": 7}, flags=True
)


@cmdlet(
    UTILITY,
    "Add-Member",
    honours=(
        "InputObject", "MemberType", "Name", "Value", "SecondValue", "TypeName", "Force", "PassThru",
        "NotePropertyName",
        "NotePropertyValue", "NotePropertyMembers",
    ),
)  # fmt: skip
def add_member(call: CmdletCall) -> None:
    """Adds to the object itself; a string or number can only pass on a wrapped copy (-PassThru)."""
    value = call.get("InputObject")
    if value is None:
        return
    target: Any = value if isinstance(value, NetObject) else PSObject(value, {})
    for member in _members(call):
        _add(target, member, call)
    name = call.get("TypeName")
    if name:
        if isinstance(target, PSCustomObject | PSObject):
            target.type_names = [name, *(target.type_names or ())]
        else:
            call.unsupported(f"Add-Member -TypeName on {type_of(value).full_name}")
    if call.switch("PassThru"):
        call.write(target)


def _members(call: CmdletCall) -> list[Member]:
    if "NotePropertyMembers" in call.bound:
        return [NoteProperty(to_text(name, call.run), item) for name, item in call["NotePropertyMembers"].pairs()]
    if "NotePropertyName" in call.bound:
        return [NoteProperty(call["NotePropertyName"], _plain(call.get("NotePropertyValue")))]
    if "MemberType" not in call.bound:
        return []
    kind = to_text(call["MemberType"], call.run).lower()
    name = call["Name"]
    value = call.get("Value")
    match kind:
        case "noteproperty":
            return [NoteProperty(name, _plain(value))]
        case "scriptproperty":
            _need_block(value, call)
            return [ScriptProperty(name, value, call.get("SecondValue"))]
        case "scriptmethod":
            _need_block(value, call)
            return [ScriptMethod(name, value)]
        case "aliasproperty":
            return [AliasProperty(name, to_text(value, call.run))]
    call.unsupported(f"Add-Member -MemberType {to_text(call['MemberType'], call.run)}")
    return []


def _plain(value: Any) -> Any:
    return None if value is AUTOMATION_NULL else value


def _need_block(value: Any, call: CmdletCall) -> None:
    if not isinstance(value, ScriptBlock):
        call.unsupported("Add-Member of a script member without a script block")


def _add(target: Any, member: Member, call: CmdletCall) -> None:
    if target.members is None:
        target.members = {}
    lower = member.name.lower()
    known = lower in target.members
    if not known and not isinstance(target, PSCustomObject | CimInstance | NetDictionary):
        known = type_of(target).find_property(member.name) is not None
    if known and not call.switch("Force"):
        call.write_error(
            PSException(
                "System.InvalidOperationException",
                f'Cannot add a member with the name "{member.name}" because a member with that name already exists. To '
                "overwrite the member anyway, add the Force parameter to your command.",
            ),
            "MemberAlreadyExists",
            "ResourceExists",
            target,
        )
        return
    target.members.pop(lower, None)
    target.members[lower] = member


@net_type("Microsoft.PowerShell.Commands.MemberDefinition", closed=True)
class MemberDefinition(NetObject):
    """One line of Get-Member."""

    def __init__(self, type_name: str, name: str, kind: str, definition: str, run: Any) -> None:
        self.owner_type = type_name
        self.member_name = name
        self.kind = kind
        self.text = definition
        self.run = run

    def ps_string(self) -> str:
        return self.text

    @net_property("TypeName", "string")
    def type_name(self) -> str:
        return self.owner_type

    @net_property("Name", "string")
    def name(self) -> str:
        return self.member_name

    @net_property("MemberType")
    def member_type(self) -> Any:
        return self.run.types.enum_value("System.Management.Automation.PSMemberTypes", self.kind)

    @net_property("Definition", "string")
    def definition(self) -> str:
        return self.text


@cmdlet(UTILITY, "Get-Member", honours=("InputObject", "Name", "MemberType"), aliases=("gm",))
class GetMember(PipelineCmdlet):
    """Members of each type of object once, properties by name. Definitions of methods aren't known: those are
    refused.
    """

    def begin(self, call: CmdletCall) -> None:
        self.seen: set[str] = set()
        self.any = False
        self.kinds = (
            {part.strip().lower() for part in to_text(call["MemberType"], call.run).split(",")}
            if ("MemberType" in call.bound)
            else {"all"}
        )

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if value is None or value is AUTOMATION_NULL:
            return
        self.any = True
        names = type_names_of(value)
        key = names[0]
        if key in self.seen:
            return
        self.seen.add(key)
        patterns = [wildcard_pattern(text) for text in call.strings("Name")]
        rows = [row for row in self._rows(value, names[0], call) if not patterns or any(
            pattern.match(row.member_name) for pattern in patterns)]  # fmt: skip
        for row in sorted(rows, key=lambda row: (_rank(row.kind), row.member_name.lower())):
            call.write(row)

    def _wants(self, kind: str) -> bool:
        lower = kind.lower()
        return (
            "all" in self.kinds
            or lower in self.kinds
            or ("properties" in self.kinds and lower.endswith("property"))
            or ("methods" in self.kinds and lower.endswith("method"))
        )

    def _rows(self, value: Any, type_name: str, call: CmdletCall) -> list[MemberDefinition]:
        rows: list[MemberDefinition] = []
        members: dict[str, Member] = getattr(value, "members", None) or {}
        plain = isinstance(value, PSCustomObject)
        if not plain and any(self._wants(kind) for kind in ("Method",)) and not call.strings("Name"):
            call.unsupported(f"Get-Member of the methods of {type_name}")
        if plain and self._wants("Method"):
            for name, text in (
                ("Equals", "bool Equals(System.Object obj)"), ("GetHashCode", "int GetHashCode()"),
                ("GetType", "type GetType()"), ("ToString", "string ToString()"),
            ):  # fmt: skip
                rows.append(MemberDefinition(type_name, name, "Method", text, call.run))
        for member in members.values():
            if isinstance(member, ScriptMethod | CodeMethod) and self._wants(member.member_type):
                text = f"System.Object {member.name}();"
                rows.append(MemberDefinition(type_name, member.name, member.member_type, text, call.run))
        for view in property_views(value, call.run):
            if self._wants(view.kind):
                rows.append(
                    MemberDefinition(type_name, view.name, view.kind, self._definition(value, view, call), call.run)
                )
        if not plain and call.strings("Name") and self._wants("Method"):
            for name in call.strings("Name"):
                if type_of(value).find_method(name):
                    rows.append(
                        MemberDefinition(type_name, type_of(value).find_method(name)[0].name, "Method", "", call.run)
                    )
        return rows

    def _definition(self, value: Any, view: Any, call: CmdletCall) -> str:
        members: dict[str, Member] = getattr(value, "members", None) or {}
        member = members.get(view.name.lower())
        if isinstance(member, AliasProperty):
            return f"{member.name} = {member.target}"
        if isinstance(member, ScriptProperty):
            return f"System.Object {member.name} {{get={to_text(member.getter)};}}"
        if isinstance(member, NoteProperty) and not isinstance(member, CimProperty):
            item = member.value
            shown = "object" if item is None else _short(type_of(item).full_name)
            return f"{shown} {member.name}={'null' if item is None else to_text(item, call.run)}"
        found = type_of(value).find_property(view.name)
        accessors = "{get;set;}" if found is not None and found.setter is not None else "{get;}"
        return f"{_short(view.declared_type)} {view.name} {accessors}"

    def end(self, call: CmdletCall) -> None:
        if not self.any:
            call.write_error(
                PSException(
                    "System.InvalidOperationException", "You must specify an object for the Get-Member cmdlet."
                ),
                "NoObjectInGetMember",
                "CloseError",
            )


def _rank(kind: str) -> tuple[int, str]:
    return (0, "") if kind.endswith("Method") and kind == "Method" else (1, kind)


def _short(name: str) -> str:
    return {
        "System.String": "string", "System.Int32": "int", "System.Boolean": "bool", "System.Double": "double",
        "System.Int64": "long", "System.Object": "System.Object", "System.DateTime": "datetime", "System.Char": "char",
        "System.Decimal": "decimal",
        "System.Management.Automation.PSCustomObject": "System.Management.Automation.PSCustomObject",
        "System.Collections.Hashtable": "hashtable", "System.TimeSpan": "timespan", "System.Byte": "byte",
    }.get(name, name)  # fmt: skip
