"""Enumerations of System.Management.Automation that parameters and properties of the language take."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.type_table import net_enum

net_enum(
    "System.Management.Automation.ActionPreference",
    {"SilentlyContinue": 0, "Stop": 1, "Continue": 2, "Inquire": 3, "Ignore": 4, "Suspend": 5},
)
net_enum("System.Management.Automation.ConfirmImpact", {"None": 0, "Low": 1, "Medium": 2, "High": 3})
net_enum(
    "System.Management.Automation.PSMemberTypes",
    {
        "AliasProperty": 1, "CodeProperty": 2, "Property": 4, "NoteProperty": 8, "ScriptProperty": 16, "Properties": 31,
        "PropertySet": 32, "Method": 64, "CodeMethod": 128, "ScriptMethod": 256, "Methods": 448,
        "ParameterizedProperty": 512,
        "MemberSet": 1024, "Event": 2048, "Dynamic": 4096, "All": 8191,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.CommandTypes",
    {
        "Alias": 1, "Function": 2, "Filter": 4, "Cmdlet": 8, "ExternalScript": 16, "Application": 32, "Script": 64,
        "Workflow": 128,
        "Configuration": 256, "All": 511,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.SplitOptions",
    {
        "SimpleMatch": 1, "RegexMatch": 2, "CultureInvariant": 4, "IgnorePatternWhitespace": 8, "Multiline": 16,
        "Singleline": 32,
        "IgnoreCase": 64, "ExplicitCapture": 128,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.ScopedItemOptions",
    {"None": 0, "ReadOnly": 1, "Constant": 2, "Private": 4, "AllScope": 8, "Unspecified": 16},
    flags=True,
)
