"""Broken host scripts: each rule's check finds just that, at its line and column."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checks.host_scripts import commands as host_commands
from checks.host_scripts import declared_variables, function_contracts, inlined_functions, seams, status_numbers
from checks.host_scripts import parameter_sets as host_parameter_sets
from checks.host_scripts import properties as host_properties
from checks.host_scripts.properties import windows_reads
from checks.host_scripts.sources import ENTRY, FUNCTIONS, PREAMBLE, host_scripts, script_of
from tests.unit.checks.breaking import the_finding, with_document, with_text

NEW = f"{FUNCTIONS}/storage/Get-CwThing.ps1"


def with_function(deployment, body, *, parameters="", path=NEW, call="Get-CwThing", output="[OutputType([void])]"):
    """The deployment with one more function, documented and called, whose body is `body`."""
    described = "".join(f"    .PARAMETER {name}\n        It.\n" for name in parameters.split())
    declared = ", ".join(f"[object] ${name}" for name in parameters.split())
    text = (
        "function Get-CwThing {\n    <#\n    .SYNOPSIS\n        Gets it.\n"
        f"{described}    .OUTPUTS\n        None\n    .EXAMPLE\n        Get-CwThing\n"
        "    .NOTES\n        Source: none.\n    #>\n"
        f"    [CmdletBinding()]\n    {output}\n    param({declared})\n\n{body}\n}}\n"
    )
    worker = f"{ENTRY}/worker.ps1"
    called = f"{deployment.files[worker]}{call}\n"
    return replace(deployment, files={**deployment.files, path: text, worker: called})


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("    Get-PhysicalDiskk", "Get-PhysicalDiskk is neither in the 5.1 reference nor defined"),
        ("    Get-PhysicalDisk -Serial 'x'", "-Serial abbreviates Get-PhysicalDisk -SerialNumber"),
        ("    Get-PhysicalDisk -Colour 'x'", "Get-PhysicalDisk has no parameter -Colour"),
        ("    $x = @{ Colour = 'x' }\n    Get-PhysicalDisk @x", "Get-PhysicalDisk has no parameter -Colour"),
        ("    Get-CwPoolMember -Pol $null -Inventory $null", "Get-CwPoolMember has no parameter -Pol"),
        ("    gci", "gci is an alias of Get-ChildItem"),
        ("    Invoke-Expression 'x'", "Invoke-Expression runs text as code"),
        ("    1 ? 2 : 3", "(powershell-7-syntax)"),
        ("    $null ?? 3", "(powershell-7-syntax)"),
        ("    Get-Disk && Get-Volume", "(powershell-7-syntax)"),
        ("    Get-Disk || Get-Volume", "(powershell-7-syntax)"),
        ("    1..3 | ForEach-Object -Parallel { $_ }", "ForEach-Object -Parallel is syntax of PowerShell 7"),
        ("    Set-PhysicalDisk -UniqueId 'x' -Usage Journal", "it needs -ErrorAction Stop"),
        ("    if ($true) {", "(does-not-parse)"),
        ("    $IsWindows", "5.1 has no automatic variable $IsWindows"),
    ],
)
@pytest.mark.campaign(suite=6)
def test_what_5_1_does_not_know_or_the_rules_forbid(deployment, body, problem):
    finding = the_finding(host_commands.CHECK, with_function(deployment, body))
    assert problem in finding.problem
    assert finding.where.startswith(f"{NEW}:")


def test_a_verb_that_is_not_approved(deployment):
    broken = with_text(
        deployment, f"{FUNCTIONS}/verdict/Get-CwHost.ps1", "function Get-CwHost", "function Fetch-CwHost"
    )
    assert "Fetch is no approved verb" in {
        finding.problem.partition(" (")[0] for finding in host_commands.CHECK.run(broken)
    }


@pytest.mark.parametrize("line", host_commands.STRICT)
def test_a_preamble_that_is_not_strict(deployment, line):
    findings = host_commands.CHECK.run(with_text(deployment, PREAMBLE, line, ""))
    assert [finding.problem for finding in findings if finding.where == PREAMBLE] == [
        f"no script begins with {line} any more"
    ]


def test_a_script_without_the_preamble(deployment):
    def changed(document):
        document["mainSteps"][0]["inputs"]["runCommand"][0] = "'no preamble'"

    broken = with_document(deployment, "CacheWarden-Host-EvacuateCache", changed)
    assert "doesn't begin with the preamble" in the_finding(host_commands.CHECK, broken).problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("    Get-VirtualDisk -UniqueId 'x' -FriendlyName 'y'", "-FriendlyName, -UniqueId stand in no parameter set"),
        ("    $x = @{ UniqueId = 1; FriendlyName = 2 }\n    Get-VirtualDisk @x", "stand in no parameter set"),
        ("    Set-VirtualDisk -IsManualAttach $false -ErrorAction Stop", "needs -"),
        ("    Move-Item -Force", "needs -"),
        ("    Test-Path 'a' 'b'", "takes fewer values by position than the 2"),
        ("    Get-CwPoolMember -Pool $null", "needs -Inventory"),
    ],
)
@pytest.mark.campaign(suite=3)
def test_parameters_that_do_not_go_together_or_are_missing(deployment, body, problem):
    finding = the_finding(host_parameter_sets.CHECK, with_function(deployment, body))
    assert problem in finding.problem
    assert finding.where.startswith(f"{NEW}:")


@pytest.mark.parametrize(
    "body",
    [
        "    $pool | Get-VirtualDisk",
        "    Get-VirtualDisk 'name'",
        "    $more = $Given\n    Set-VirtualDisk @more -IsManualAttach $false -ErrorAction Stop",
        "    Get-CwPoolMember $pool $inventory",
        "    Write-Output -InputObject 1 -NoEnumerate",
    ],
)
def test_what_fits_is_not_found(deployment, body):
    assert host_parameter_sets.CHECK.run(with_function(deployment, body)) == ()


@pytest.mark.parametrize(
    ("body", "parameters", "problem"),
    [
        ("    (Get-VirtualDisk).Siez", "", "MSFT_VirtualDisk has no property Siez"),
        ("    $x = @(Get-PhysicalDisk)\n    $x[0].JobType", "", "MSFT_PhysicalDisk has no property JobType"),
        ("    Get-StorageJob | Where-Object { $_.JobType -eq 1 }", "", "MSFT_StorageJob has no property JobType"),
        ("    Get-StorageJob | Sort-Object -Property JobType", "", "MSFT_StorageJob has no property JobType"),
        ("    Get-StorageJob | Select-Object -ExpandProperty JobType", "", "MSFT_StorageJob has no property JobType"),
        ('    foreach ($d in Get-Disk) { "$($d.Letter)" }', "", "MSFT_Disk has no property Letter"),
        ("    $r = @{ job = Get-StorageJob }\n    $r.job.JobType", "", "MSFT_StorageJob has no property JobType"),
        ("    (Get-CimInstance -ClassName Win32_Service).StartType", "", "Win32_Service has no property StartType"),
        ("    (Get-Service -Name 'x').StartMode", "", "has no property StartMode"),
        ("    (Get-VirtualDisk).WriteCacheReserveSize", "", "has no property WriteCacheReserveSize"),
        (
            "    (Get-VirtualDisk).CimInstanceProperties['Healthy'].Value",
            "",
            "MSFT_VirtualDisk has no property Healthy",
        ),
        ("    (Find-CwStorageObject -Query { Get-Disk }).Letter", "", "MSFT_Disk has no property Letter"),
        ("    Get-CwStorageSubSystem | ForEach-Object { $_.Nmae }", "", "MSFT_StorageSubSystem has no property Nmae"),
    ],
)
@pytest.mark.campaign(suite=4)
def test_a_property_that_windows_objects_do_not_have(deployment, body, parameters, problem):
    assert problem in the_finding(host_properties.CHECK, with_function(deployment, body, parameters=parameters)).problem


def test_what_a_function_is_given_is_known_inside_it(deployment):
    broken = with_function(
        deployment, "    $Job.JobType", parameters="Job", call="Get-CwThing -Job (Get-StorageJob -ErrorAction Stop)[0]"
    )
    assert "MSFT_StorageJob has no property JobType" in the_finding(host_properties.CHECK, broken).problem


@pytest.mark.parametrize(
    "body",
    [
        "    $x = Get-Disk\n    $x = Get-StorageJob\n    $x.JobType",
        "    $x = Get-Disk | Select-Object -Property Number\n    $x.Anything",
        "    $Given.Anything",
        "    (Get-Disk).Count + (Get-Disk).PSObject.Properties.Count",
    ],
)
def test_what_cannot_be_known_is_not_found(deployment, body):
    assert host_properties.CHECK.run(with_function(deployment, body, parameters="Given")) == ()


def test_most_of_what_the_tree_reads_is_known(deployment):
    assert len(list(windows_reads(deployment))) >= 60


def test_a_function_that_nobody_calls(deployment):
    broken = with_function(deployment, "    1", call="")
    assert the_finding(inlined_functions.CHECK, broken).problem == "nothing calls Get-CwThing"


def test_a_function_that_nobody_wrote(deployment):
    broken = with_function(deployment, "    Get-CwNothing")
    assert "Get-CwNothing is called, but there is no" in the_finding(inlined_functions.CHECK, broken).problem


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("    .EXAMPLE\n", "    .SAMPLE\n", "its help has no .EXAMPLE"),
        ("    .PARAMETER Inventory\n", "    .PARAMETER Inventori\n", "its help describes"),
        ("function Get-CwStorageFact {", "function Get-CwFacts {", "defines Get-CwFacts"),
    ],
)
def test_the_form_of_a_function(deployment, old, new, problem):
    broken = with_text(deployment, f"{FUNCTIONS}/storage/Get-CwStorageFact.ps1", old, new)
    assert problem in the_finding(inlined_functions.CHECK, broken).problem


def test_a_function_without_help(deployment):
    path = f"{FUNCTIONS}/storage/Get-CwStorageFact.ps1"
    text = deployment.files[path]
    bare = text[: text.index("    <#")] + text[text.index("#>\n") + 3 :]
    broken = replace(deployment, files={**deployment.files, path: bare})
    assert "no comment-based help" in the_finding(inlined_functions.CHECK, broken).problem


def run_command(document):
    return document["mainSteps"][0]["inputs"]["runCommand"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            lambda text: text.replace("function Read-CwBundle {", "function Read-CwBundles {"),
            "carries Read-CwBundles, which it never calls",
        ),
        (lambda text: f"{text}\nGet-CwNothing\n", "calls Get-CwNothing, which is neither in it nor in the bundle"),
        (lambda text: text.replace("$CwBundle = '", "$CwBundle = '0"), "isn't the one that the documents bring"),
        (lambda text: f"function Get-CwNothing {{ 1 }}\n{text}", "carries Get-CwNothing, which it never calls"),
        (lambda text: f"{text}\n{{", "doesn't parse"),
    ],
)
def test_the_text_that_a_node_gets(deployment, change, problem):
    def changed(document):
        run_command(document)[0] = change(run_command(document)[0])

    findings = inlined_functions.CHECK.run(with_document(deployment, "CacheWarden-Host-EvacuateCache", changed))
    assert any(problem in finding.problem for finding in findings)
    assert {finding.where for finding in findings} == {"ssm_documents/command/evacuate_cache.yaml"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("function Get-CwFileHash {", "function Get-CwFileHashes {", "calls Get-CwFileHash, which is neither"),
        ("function Get-CwStorageEvidence {", "function Get-CwStorageEvidenced {", "isn't the one that the documents"),
        ("function Get-CwStorageEvidence {", "function Get-CwTime {", "the bundle defines Get-CwTime twice"),
    ],
)
def test_the_bundle_that_documents_bring(deployment, old, new, problem):
    def changed(document):
        assert old in run_command(document)[0]
        run_command(document)[0] = run_command(document)[0].replace(old, new)

    findings = inlined_functions.CHECK.run(with_document(deployment, "CacheWarden-Host-InstallBundleStorage", changed))
    assert any(problem in finding.problem for finding in findings), findings


def test_a_function_that_is_inlined_twice(deployment):
    def changed(document):
        script = script_of("x", run_command(document)[0])
        first = next(iter(script.definitions()))
        run_command(document)[0] = f"{first.extent.text}\n{run_command(document)[0]}"

    broken = with_document(deployment, "CacheWarden-Host-EvacuateCache", changed)
    assert " 2 times" in the_finding(inlined_functions.CHECK, broken).problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("    [datetime]::UtcNow", "uses datetime::UtcNow, the seam of Get-CwTime"),
        ("    [datetime]::Now", "uses datetime::Now, which no function has been given"),
        (
            "    [System.IO.File]::ReadAllText('C:\\x')",
            "uses System.IO.File::ReadAllText, which no",
        ),
        ("    [IO.File]::Replace('a', 'b', 'c')", "uses IO.File::Replace, which no function has been given"),
        (
            "    New-Object -TypeName System.Threading.Mutex -ArgumentList $false, 'x'",
            "uses new System.Threading.Mutex",
        ),
        (
            "    New-Object -TypeName System.IO.FileStream -ArgumentList 'a', 'Open'",
            "the seam of Get-CwDriveFault or Open-CwLock or Open-CwTrialFile or Read-CwFile",
        ),
        ("    New-Object System.Net.WebClient", "uses new something that isn't named by -TypeName"),
        ("    Get-Acl -LiteralPath 'C:\\x'", "uses Get-Acl, the seam of Read-CwFileEntry or Set-CwFolderAccess"),
        ("    $x = [System.Security.Principal.WindowsIdentity]::GetCurrent()", "the seam of Get-CwUser"),
        ("    $x = [System.Net.Dns]\n    $x::GetHostName()", "uses System.Net.Dns, which no function has been given"),
    ],
)
@pytest.mark.campaign(suite=4)
def test_net_is_touched_by_the_functions_of_the_table_only(deployment, body, problem):
    finding = the_finding(seams.CHECK, with_function(deployment, body))
    assert problem in finding.problem and finding.where.startswith(f"{NEW}:")


def test_every_seam_is_used_where_the_table_says(deployment):
    used = {
        (name, script.stem)
        for script in host_scripts(deployment)
        if script.tree is not None
        for name, _ in seams.used_members(script)
    }
    for member, functions in seams.SEAMS.items():
        for function in functions:
            assert (member, function) in used


@pytest.mark.parametrize(
    ("output", "said"),
    [("", "nothing"), ("[OutputType([string])]", "System.String"), ("[OutputType([void], [string])]", "nothing")],
)
def test_help_and_attribute_name_the_same_type(deployment, output, said):
    finding = the_finding(function_contracts.CHECK, with_function(deployment, "", output=output))
    assert finding.problem == f"[OutputType()] says {said}, .OUTPUTS begins with None"


@pytest.mark.parametrize("body", ["    throw 'a text'", "    throw @{ code = 'CW1000' }", "    { throw 'later' }"])
def test_an_action_ends_with_an_error_that_has_an_id(deployment, body):
    finding = the_finding(function_contracts.CHECK, with_function(deployment, body))
    assert finding.problem == "throws something of its own" and finding.where.startswith(f"{NEW}:")


def test_what_was_caught_may_be_thrown_again(deployment):
    body = "    try {\n        Get-CwTime\n    }\n    catch {\n        throw\n    }"
    assert function_contracts.CHECK.run(with_function(deployment, body)) == ()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("    $inventory.members", "$inventory is set nowhere here"),
        ('    "of $machine"', "$machine is set nowhere here"),
        ("    $script:seen = 1", "$script:seen is shared by all scripts"),
        ("    $global:CwSql", "$global:CwSql is shared by all scripts"),
        ("    Get-CwHost @given", "$given is set nowhere here"),
    ],
)
def test_a_variable_is_set_before_it_is_read(deployment, body, problem):
    finding = the_finding(declared_variables.CHECK, with_function(deployment, body))
    assert finding.problem == problem and finding.where.startswith(f"{NEW}:")


def test_what_is_set_or_given_may_be_read(deployment):
    body = (
        "    $a, $b = 1, 2\n    foreach ($each in $Given) { $each + $a + $b }\n    $CwSql.observe_server\n"
        "    & { param($Inner) $Inner; $_; $env:ProgramData } 1"
    )
    assert declared_variables.CHECK.run(with_function(deployment, body, parameters="Given")) == ()


@pytest.mark.parametrize(
    "body",
    [
        "    $Disk.health -ne 0",
        "    [int] $Disk.CimInstanceProperties['HealthStatus'].Value -in 0, 1",
        "    $Disk | Where-Object { $_ -notin 2, 11 }",
        "    $status = @($Disk.x)\n    $status -contains 0xD002",
        "    $Disk | Where-Object { $_.state -lt 7 }",
        "    5 -eq $Disk.usage",
    ],
)
def test_a_status_is_compared_with_a_number_that_has_a_name(deployment, body):
    finding = the_finding(status_numbers.CHECK, with_function(deployment, body, parameters="Disk"))
    assert finding.problem == "Get-CwThing compares a status with a number of its own"
    assert finding.where.startswith(f"{NEW}:")


def test_what_a_document_carries_itself_names_its_numbers_too(deployment):
    carried = f"{FUNCTIONS}/facts/Get-CwThing.ps1"
    body = "    $Disk | Where-Object { $_.state -lt 7 }"
    finding = the_finding(status_numbers.CHECK, with_function(deployment, body, parameters="Disk", path=carried))
    assert finding.where.startswith(f"{carried}:")


def test_counts_names_and_other_rooms_numbers_are_no_status(deployment):
    body = (
        "    $number = Get-CwStatusNumber\n    $Disk.health -eq $number.healthy\n    $Disk.jobs.Count -gt 1\n"
        "    @($Disk | Where-Object { $_.usage -ne $number.journal }).Count -gt 0"
    )
    assert status_numbers.CHECK.run(with_function(deployment, body, parameters="Disk")) == ()
    elsewhere = f"{FUNCTIONS}/sql/Get-CwThing.ps1"
    assert status_numbers.CHECK.run(with_function(deployment, "    $Disk.state -eq 3", path=elsewhere)) == ()
