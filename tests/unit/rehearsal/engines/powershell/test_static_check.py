"""The static check of host scripts: what Windows PowerShell 5.1 lacks, and what the rules for host scripts forbid."""

from __future__ import annotations

import pytest

from rehearsal.engines.powershell.tools.script_parameters import ParameterNames
from rehearsal.engines.powershell.tools.static_check import Finding, FindingCode, check_script


def codes(text: str, *known: str) -> list[str]:
    return [found.code.value for found in check_script(text, "t.ps1", known)]


def only(text: str, *known: str) -> Finding:
    (found,) = check_script(text, "t.ps1", known)
    return found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Get-Nothing", FindingCode.UNKNOWN_COMMAND),
        ("Get-PhysicalDisk -UnqiueId x", FindingCode.UNKNOWN_PARAMETER),
        ("Get-PhysicalDisk -Uniq x", FindingCode.ABBREVIATED_PARAMETER),
        ("Get-Item x -ea Stop", FindingCode.PARAMETER_ALIAS),
        ("Get-ChildItem -Dir", FindingCode.ABBREVIATED_PARAMETER),
        ("gci", FindingCode.COMMAND_ALIAS),
        ("1 | % { $_ }", FindingCode.COMMAND_ALIAS),
        ("1 | foreach { $_ }", FindingCode.COMMAND_ALIAS),
        ("function Frob-It { }", FindingCode.UNAPPROVED_VERB),
        ("function doIt { }", FindingCode.UNAPPROVED_VERB),
        ("Invoke-Expression $x", FindingCode.INVOKE_EXPRESSION),
        ("Get-Item `\n  x", FindingCode.BACKTICK_CONTINUATION),
        ("Set-PhysicalDisk -UniqueId 1 -Usage Retired", FindingCode.ERRORS_DO_NOT_STOP),
        ("Set-PhysicalDisk -UniqueId 1 -Usage Retired -ErrorAction Continue", FindingCode.ERRORS_DO_NOT_STOP),
        ("Stop-Service -Name x", FindingCode.ERRORS_DO_NOT_STOP),
        ("Register-ScheduledTask -TaskName x", FindingCode.ERRORS_DO_NOT_STOP),
        ("$a ?? $b", FindingCode.POWERSHELL_7_SYNTAX),
        ("1 | ForEach-Object -Parallel { 1 }", FindingCode.POWERSHELL_7_SYNTAX),
        ("if (", FindingCode.DOES_NOT_PARSE),
        ('"`e[0m"', FindingCode.POWERSHELL_7_ESCAPE),
        ('"`u{41}"', FindingCode.POWERSHELL_7_ESCAPE),
        ("if ($IsWindows) { 1 }", FindingCode.POWERSHELL_7_VARIABLE),
        ("Get-Content x -AsByteStream", FindingCode.UNKNOWN_PARAMETER),
        ("ConvertFrom-Json x -AsHashtable", FindingCode.UNKNOWN_PARAMETER),
        ("Join-Path a b -AdditionalChildPath c", FindingCode.UNKNOWN_PARAMETER),
        ("function Get-It { param($A) }; Get-It -B 1", FindingCode.UNKNOWN_PARAMETER),
        ("function Get-It { param($A) }; Get-It -A 1 -ErrorAction Stop", FindingCode.UNKNOWN_PARAMETER),
        ("$p = @{ Pth = 'x' }; Get-Item @p", FindingCode.UNKNOWN_PARAMETER),
        ("$p = @{ UniqueId = 1 }; Set-PhysicalDisk @p", FindingCode.ERRORS_DO_NOT_STOP),
    ],
)
def test_reports(text, code):
    assert only(text).code is code


@pytest.mark.parametrize(
    "text",
    [
        "Get-PhysicalDisk -UniqueId x -ErrorAction Stop",
        "Set-PhysicalDisk -UniqueId 1 -Usage Retired -ErrorAction Stop",
        "Set-PhysicalDisk -UniqueId 1 -Usage Retired -ErrorAction:'Stop'",
        "$p = @{ UniqueId = 1; ErrorAction = 'Stop' }; Set-PhysicalDisk @p",
        "$p = @{ UniqueId = 1 }; $p['ErrorAction'] = 'Stop'; $p.Usage = 'Retired'; Set-PhysicalDisk @p",
        "Set-PhysicalDisk @PSBoundParameters",
        "Get-VirtualDisk -FriendlyName x",
        "New-ScheduledTaskTrigger -AtStartup",
        "Get-Service -Name x",
        "sqlcmd.exe -Q 'select 1'",
        "& $command -Nonsense 1",
        "$x.Nonsense()",
        "function Get-It { [CmdletBinding(SupportsShouldProcess)] param($A) }; Get-It -A 1 -WhatIf -ErrorAction Stop",
        "function Get-It { param([Parameter()] $A) }; Get-It -A 1 -Verbose",
        "'a ` b'; \"a `` b\"; @'\n`\n'@ # `",
        "# a comment ends with `\nGet-Item x",
        "\"``e and `n\"; '`e'",
        "Get-ChildItem -Directory -Recurse -Force",
        "1 | ForEach-Object { $_ } | Where-Object -Property X -EQ -Value 1",
    ],
)
def test_accepts(text):
    assert codes(text) == []


def test_functions_known_from_elsewhere_may_be_called_with_any_parameter():
    assert codes("Get-CwThing -Whatever 1") == ["unknown-command"]
    assert codes("Get-CwThing -Whatever 1", "Get-CwThing") == []


def test_a_function_of_the_script_is_known_before_its_definition_and_inside_other_functions():
    assert codes("Get-It\nfunction Get-It { function script:Get-Sub { }\n Get-Sub }") == []


def test_findings_have_positions_and_come_in_their_order():
    found = check_script("gci\n  Get-Item x `\n   -Pth y", "t.ps1")
    assert [(f.line, f.column, f.code.value) for f in found] == [
        (1, 1, "command-alias"),
        (2, 14, "backtick-continuation"),
        (3, 4, "unknown-parameter"),
    ]
    assert str(found[0]).startswith("t.ps1:1:1: command-alias: ")


def test_errors_stop_under_the_alias_of_the_parameter_too_and_each_statement_of_a_line_is_read():
    assert codes("Set-PhysicalDisk -UniqueId 1 -Usage Retired -EA Stop") == ["parameter-alias"]
    assert codes("$p=@{UniqueId=1;EA='Stop'};Set-PhysicalDisk @p") == ["parameter-alias"]
    assert codes("Set-PhysicalDisk -UniqueId 1 -EA SilentlyContinue") == ["errors-do-not-stop", "parameter-alias"]
    line = "Set-PhysicalDisk -UniqueId 1 -EA Stop;Set-PhysicalDisk -UniqueId 2;Get-PhysicalDisk -EA Stop"
    found = [f.column for f in check_script(line, "t.ps1") if f.code is FindingCode.ERRORS_DO_NOT_STOP]
    assert found == [39]


def test_an_alias_is_judged_by_the_command_behind_it():
    assert codes("iex 'x'") == ["command-alias", "invoke-expression"]
    assert codes("gci -Nope") == ["command-alias", "unknown-parameter"]


def test_splatted_keys_belong_to_the_function_they_are_assigned_in():
    text = "function Get-A { $p = @{ Nope = 1 } }\nfunction Get-B { $p = @{ Path = 1 }; Get-Item @p }"
    assert codes(text) == []


def test_a_script_that_does_not_parse_has_that_one_finding():
    found = only("Get-Item (\n")
    assert (found.code, found.line, found.column) == (FindingCode.DOES_NOT_PARSE, 1, 11)


def test_parameters_of_a_function_defined_elsewhere_are_checked_where_they_are_known():
    declared = {"Get-CwHost": ParameterNames(full={"name": "Name"}, aliases={})}
    (found,) = check_script("Get-CwHost -Name 'x' -Nmae 'x'", "t.ps1", declared)
    assert (found.code, found.column) == (FindingCode.UNKNOWN_PARAMETER, 22)
