"""A place in a script that is reached again with something else: nothing of the first time may stick to it."""

from __future__ import annotations

import gc

import pytest

from rehearsal.engines.powershell import Engine
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost
from tests.unit.rehearsal.engines.powershell.script_output import output


def test_a_function_defined_anew_gets_its_arguments_by_its_own_parameters():
    script = """
foreach ($turn in 1, 2) {
    if ($turn -eq 1) { function Show-It($First, $Second) { "$First/$Second" } }
    else { function Show-It([int]$Second, $First) { "$($Second + 1)-$First" } }
    Show-It 7 x
    Show-It -Second 7 x
}
"""
    assert output(script) == ["7/x", "x/7", "8-x", "8-x"]


def test_where_object_takes_a_block_or_a_property_at_the_same_place():
    script = """
foreach ($by in { $_ -gt 2 }, 'Sign', { $_ -lt 2 }) {
    $n = @(1, 5 | Add-Member -NotePropertyName Sign -NotePropertyValue 1 -PassThru | Where-Object $by)
    "$($n.Count)"
}
"""
    assert output(script) == ["1", "2", "1"]


def test_default_parameter_values_count_from_when_they_are_set():
    script = """
function Show-It { [CmdletBinding()] param($Name, $Unit = 'GB') "$Name $Unit" }
foreach ($turn in 1..4) {
    if ($turn -eq 2) { $PSDefaultParameterValues['Show-It:Unit'] = 'TB' }
    if ($turn -eq 3) { $PSDefaultParameterValues['Disabled'] = $true }
    if ($turn -eq 4) { $PSDefaultParameterValues.Clear() }
    Show-It a
}
"""
    assert output(script) == ["a GB", "a TB", "a GB", "a GB"]


def test_values_are_validated_each_time():
    script = """
$ErrorActionPreference = 'Stop'
function Show-It { param([Parameter(Mandatory)][string]$Name, [ValidateRange(1, 3)][int]$Count = 1) "$Name $Count" }
foreach ($pair in @('a', 2), @('', 2), @('b', 9), @('c', 'x'), @('d', '3')) {
    try { Show-It $pair[0] -Count $pair[1] } catch { $_.FullyQualifiedErrorId.Split(',')[0] }
}
"""
    assert output(script) == [
        "a 2",
        "ParameterArgumentValidationErrorEmptyStringNotAllowed",
        "ParameterArgumentValidationError",
        "ParameterArgumentTransformationError",
        "d 3",
    ]


def test_an_alias_set_in_between_leads_elsewhere():
    script = """
function One { 'one' }
function Two { 'two' }
foreach ($name in 'One', 'Two') { Set-Alias it $name; it }
"""
    assert output(script) == ["one", "two"]


def test_bound_parameters_are_those_of_the_call_whenever_they_are_asked_for():
    script = """
function Show-It {
    [CmdletBinding()] param($A, $B, [Parameter(ValueFromPipeline)]$C)
    process {
        $A = 'changed'
        $seen = $PSBoundParameters
        ($seen.Keys | ForEach-Object { "$_=$($seen[$_])" }) -join ' '
    }
}
Show-It -B 2 -A 1 -Verbose
5, 6 | Show-It 1
"""
    assert output(script) == ["Verbose=True A=1 B=2", "A=1 C=5", "A=1 C=6"]


@pytest.mark.parametrize(
    ("block", "kept"),
    [
        ("$_", "1 2"),
        ("$_ -eq 2", "2"),
        ("-not ($_ -eq 2)", "0 1"),
        ("@($false, $false)", "0 1 2"),
        ("@()", ""),
        ("$null", ""),
        ("'text'", "0 1 2"),
        ("$(if ($_ -eq 1) { $true })", "1"),
        ("$(return ($_ -eq 1))", ""),
        ("$(0, 0)", "0 1 2"),
        ("$_ -eq 1 -and (1, 2 | Where-Object { $_ -eq 2 })", "1"),
        ("[int]::Parse($(if ($_ -eq 1) { 'x' } else { '1' }))", "0 2"),
    ],
)
def test_what_a_where_block_writes_decides(block: str, kept: str):
    script = "$_ = 'outer'\n'[' + (@(0, 1, 2 | Where-Object { BLOCK }) -join ' ') + ']' + $_"
    result = Engine(host=MemoryHost()).run_script(script.replace("BLOCK", block))
    assert result.stdout.splitlines() == [f"[{kept}]outer"]


def test_literals_keep_the_spelling_and_order_of_their_keys():
    script = """
$h = [ordered]@{ Zeta = 1; alpha = 2; 'With Blank' = 3 }
($h.Keys -join ','), $h.ZETA, $h['with blank'], (@{ a = 1 }).A
$o = [pscustomobject]@{ Zeta = 1; alpha = 2 }
($o.PSObject.Properties.Name -join ','), $o.ALPHA
$k = 'A'
try { @{ a = 1; $k = 2 } } catch { $_.FullyQualifiedErrorId }
"""
    assert output(script) == ["Zeta,alpha,With Blank", "1", "3", "1", "Zeta,alpha", "2", "DuplicateKeyInHashLiteral"]


def test_an_all_scope_variable_is_the_same_one_in_functions():
    script = """
New-Variable shared 1 -Option AllScope
$own = 1
function Set-Both { $shared = 2; $own = 2 }
Set-Both
"$shared $own"
"""
    assert output(script) == ["2 1"]


def test_the_best_overload_is_chosen_without_the_others_conversions():
    script = """
[Math]::Max(1, [long]2).GetType().Name
[Math]::Max(1.5, 2).GetType().Name
[Math]::Max('3', 2)
'abc'.Substring('1')
try { [Math]::Max('x', 'y') } catch { $_.FullyQualifiedErrorId }
"""
    assert output(script) == ["Int64", "Double", "3", "bc", "MethodCountCouldNotFindBest"]


def test_a_run_that_is_over_leaves_nothing_to_the_cyclic_collector():
    script = """
function Get-It { [CmdletBinding()] param([Parameter(ValueFromPipeline)]$X) process { $PSCmdlet.ParameterSetName } }
foreach ($turn in 1..40) {
    $made = 1..3 | Get-It | Where-Object { $_ } | ForEach-Object { $_ } | Sort-Object
    $null = 1..3 | Where-Object { @($_) } | Select-Object -First 1
    & { param($a) $a } 1
}
"""
    engine = Engine(host=MemoryHost())
    engine.run_script(script)
    gc.collect()
    enabled = gc.isenabled()
    gc.disable()
    try:
        engine.run_script(script)
        assert gc.collect() < 100  # 40 turns left 4,600 while every call referred to itself
    finally:
        if enabled:
            gc.enable()
