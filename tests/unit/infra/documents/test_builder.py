"""What goes into a document, and what the builder refuses."""

import hashlib
import re
from pathlib import Path

import pytest

from infra.documents.builder import (
    PARAMETER_ROOM,
    ROOT,
    SIZE_LIMIT,
    DocumentError,
    build_bundle,
    build_documents,
    document_bytes,
)
from infra.documents.names import deployed_name
from infra.documents.scripts import BUNDLE_TRIM, ScriptSource, Trim

SUBSTITUTIONS = {
    "MAINTAIN_REPLICA_ARN": {"Fn::Sub": "machine"},
    "ASSUME_ROLE_ARN": lambda name: {"Fn::Sub": name},
    "DOCUMENT_LEASE_FUNCTION": "lease",
}
DOCUMENTS = build_documents(SUBSTITUTIONS)
COMMANDS = [document for document in DOCUMENTS.values() if document.kind == "Command"]
SOURCE = ScriptSource(powershell=ROOT / "powershell", sql=ROOT / "sql")
ENTRY, FUNCTIONS = "powershell/entry", "powershell/functions/verdict"
HELP = re.compile(r"^    <#.*?#>\n", re.DOTALL | re.MULTILINE)


def script_of(document) -> str:
    (text,) = document.content["mainSteps"][0]["inputs"]["runCommand"]
    return text


def only(folder: Path, name: str) -> str:
    (path,) = folder.rglob(name)
    return path.read_text()


WHAT_IF = re.compile(
    r"^ *if \(-not \$PSCmdlet\.ShouldProcess\(.*\)\) \{\n.*\n *\}\n"
    r"| -(?:or -not|and) \$PSCmdlet\.ShouldProcess\(.*\)(?=\) \{)"
    r"|\[CmdletBinding\([A-Za-z]*\)\]|^ *--.*$|^ *#.*$",
    re.MULTILINE,
)


NAMED = re.compile(r"(Stop-CwAction|New-CwVerdict) -Code ('CW\d{4}') -Outcome ('[a-z-]+')(?: -Message)?")


def squeezed(text: str) -> str:
    """What is left of a script when nothing is kept that the last trims may leave out."""
    text = NAMED.sub(r"\1 \2 \3", WHAT_IF.sub("", HELP.sub("", text)))
    text = text.replace(" -ErrorAction ", " -EA ")
    return re.sub(r"[\s;]", "", text).replace(")][object]$", ")]$")


def is_tight(document) -> bool:
    """Whether one of the last trims was needed."""
    return all(SOURCE.assemble(document.stem, trim=trim) != script_of(document) for trim in Trim if trim < Trim.TIGHT)


def without_layout(text: str) -> list[str]:
    lines = [line.strip() for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda document: document.name)
def test_every_document_leaves_room_for_its_parameters_below_64_kb(document):
    assert document_bytes(document.content) + PARAMETER_ROOM < SIZE_LIMIT


@pytest.mark.parametrize("document", COMMANDS, ids=lambda document: document.stem)
def test_the_inlined_script_is_its_sources_and_nothing_else(document):
    text = script_of(document)
    stem = document.stem
    entry = (ROOT / "powershell" / "entry" / f"{stem}.ps1").read_text()
    for inlined in SOURCE.scripts_inlined_by(stem):
        carried = SOURCE.assemble(inlined, trim=BUNDLE_TRIM).removesuffix("\n")
        entry = entry.replace(f"%%SCRIPT={inlined}.ps1%%", carried)
    parts = [(ROOT / "powershell" / "preamble.ps1").read_text()]
    entry = re.sub(r"%%HASH=(\w+)\.ps1%%", lambda match: SOURCE.hash_on_hosts(match[1]), entry)
    tables = re.findall(r"^\$CwSql = @\{\n.*?^\}\n", text.split(entry)[0], re.DOTALL | re.MULTILINE)
    parts += tables
    parts += [only(ROOT / "powershell" / "functions", f"{name}.ps1") for name in SOURCE.functions_of(stem)]
    parts = [re.sub(r"%%HASH=(\w+)\.ps1%%", lambda match: SOURCE.hash_on_hosts(match[1]), part) for part in parts]
    parts.append(entry)
    expected = "\n".join(parts)
    if "<#" not in text.removesuffix(entry):
        expected = "\n".join([*(HELP.sub("", part) for part in parts[:-1]), entry])
    assert text.endswith(entry)
    if is_tight(document):
        assert squeezed(text) == squeezed(expected)
    else:
        assert without_layout(text) == without_layout(expected)


@pytest.mark.parametrize("document", COMMANDS, ids=lambda document: document.stem)
def test_every_tsql_text_that_is_used_stands_in_the_script_as_in_its_file(document):
    text = script_of(document)
    for stem in set(re.findall(r"\$CwSql\.(\w+)", re.sub(r"<#.*?#>", "", text, flags=re.DOTALL))):
        sql = only(ROOT / "sql", f"{stem}.sql")
        if is_tight(document):
            sql = "".join(f"{line.strip()}\n" for line in sql.splitlines() if not line.strip().startswith("--"))
        assert f"    {stem} = @'\n{sql}'@\n" in text


def test_names_follow_the_stem():
    assert deployed_name("Command", "evacuate_cache") == "CacheWarden-Host-EvacuateCache"
    assert deployed_name("Automation", "evacuate_cache") == "CacheWarden-EvacuateCache"


def test_without_substitutions_only_command_documents_are_built():
    assert {document.kind for document in build_documents().values()} == {"Command"}


def test_a_substitution_may_depend_on_the_document():
    role = DOCUMENTS["CacheWarden-StopInstance"].content["parameters"]["AutomationAssumeRole"]["default"]
    assert role == {"Fn::Sub": "CacheWarden-StopInstance"}
    step, *_ = DOCUMENTS["CacheWarden-StopInstance"].content["mainSteps"]
    assert step["inputs"]["stateMachineArn"] == {"Fn::Sub": "machine"}


def test_the_bundle_is_what_the_install_documents_write():
    bundle = build_bundle()
    installers = {"boot_task": "install_host", "worker": "install_worker"}
    hashes = {}
    for file, script in bundle.scripts.items():
        stem, _, digits = file.removesuffix(".ps1").partition("-")
        text = script_of(DOCUMENTS[deployed_name("Command", installers[stem])])
        assert f"$text = @'\n{script}'@\n" in text
        assert digits == hashlib.sha256(script.encode()).hexdigest()[:32]
        hashes[stem] = digits
    assert bundle.hash == hashes["boot_task"] + hashes["worker"]


@pytest.mark.parametrize("stem", ["evacuate_cache", "restore_cache"])
def test_a_document_that_starts_the_worker_knows_the_hash_of_its_script(stem):
    worker = SOURCE.hash_on_hosts("worker")
    assert f"$deployed = '{worker}'" in script_of(DOCUMENTS[deployed_name("Command", stem)])
    (boot_task,) = (text for file, text in build_bundle().scripts.items() if file.startswith("boot_task"))
    assert f"$deployed='{worker}'" in boot_task


def test_two_builds_are_equal():
    assert build_documents() == build_documents()


def test_a_small_script_keeps_its_help(root):
    (document,) = build_documents(root=root).values()
    assert script_of(document) == (
        "Set-StrictMode -Version Latest\n\n$CwSql = @{\n    greet = @'\nSELECT 1;\n'@\n}\n\n"
        "function Write-CwText {\n    <#\n    Help: Get-CwNothing\n    #>\n    $args\n}\n\n"
        "Write-CwText -Text $CwSql.greet\n"
    )


def test_a_large_script_loses_its_help_and_then_its_indentation(root):
    function = root / FUNCTIONS / "Write-CwText.ps1"
    function.write_text("function Write-CwText {\n    <#\n" + "    x\n" * 11_000 + "    #>\n        $args\n}\n")
    (document,) = build_documents(root=root).values()
    assert "<#" not in script_of(document)
    assert "\n        $args\n" in script_of(document)
    function.write_text("function Write-CwText {\n" + "        $null = 1\n" * 3_500 + "}\n")
    (document,) = build_documents(root=root).values()
    assert "\n  $null = 1\n" in script_of(document)


def test_the_last_trim_leaves_out_what_powershell_does_not_need(root):
    function = root / FUNCTIONS / "Write-CwText.ps1"
    function.write_text(
        "function Write-CwText {\n    [CmdletBinding(SupportsShouldProcess)]\n    param(\n"
        "        [Parameter(Mandatory)] [AllowNull()] [string] $Text,\n        [int[]] $Number = @()\n    )\n\n"
        "    if (-not $PSCmdlet.ShouldProcess($Text, 'Write')) {\n        return\n    }\n"
        "    if ($Text -eq '' -or -not $PSCmdlet.ShouldProcess($Text, 'Write')) {\n        return\n    }\n"
        "    $x = @(foreach ($n in $Number) {\n            $n\n        })\n" + "    $null = 1\n" * 6_500 + "}\n"
    )
    (document,) = build_documents(root=root).values()
    assert (
        "function Write-CwText {param([Parameter(Mandatory)][AllowNull()][string]$Text,[int[]]$Number=@())\n"
        "if($Text -eq ''){return}\n$x=@(foreach ($n in $Number){$n})\n$null=1\n"
    ) in script_of(document)


def test_a_guard_of_a_form_that_cannot_be_left_out_is_refused(root):
    function = root / FUNCTIONS / "Write-CwText.ps1"
    function.write_text(
        "function Write-CwText {\n    $PSCmdlet.ShouldProcess('a')\n" + "    $null = 1\n" * 6_500 + "}\n"
    )
    with pytest.raises(DocumentError, match="a guard of a form that can't be left out"):
        build_documents(root=root)


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        (f"{FUNCTIONS}/Write-CwText.ps1", "function Write-CwText {\n" + "$null = 1\n" * 8_600 + "}\n", "64 KB"),
        (f"{FUNCTIONS}/Write-CwText.ps1", "function Write-CwOther {\n}\n", "doesn't define Write-CwText"),
        (
            "powershell/functions/boot/Write-CwText.ps1",
            "function Write-CwText {\n}\n",
            "Write-CwText is there twice: functions/boot/Write-CwText.ps1 and functions/verdict/Write-CwText.ps1",
        ),
        ("sql/change/greet.sql", "SELECT 2;\n", "greet is there twice: sql/change/greet.sql and sql/observe/greet.sql"),
        (f"{ENTRY}/say.ps1", "Get-CwNothing\n", "Get-CwNothing is used, but there is no Get-CwNothing.ps1 below"),
        (f"{ENTRY}/say.ps1", "$CwSql.nothing\n", "$CwSql.nothing is used, but there is no nothing.sql below sql/"),
        (
            f"{ENTRY}/say.ps1",
            "%%SCRIPT=gone.ps1%%\n",
            "gone.ps1 is used, but there is no such file in",
        ),
        (f"{ENTRY}/say.ps1", "'%%NAME%%'\n", "command/say.yaml: the placeholder"),
        (f"{ENTRY}/say.ps1", "'é'\n", "isn't plain ASCII"),
        (f"{ENTRY}/say.ps1", "'{{ Token }}'\n", "two opening braces"),
        (f"{ENTRY}/say.ps1", "\t1\n", "a tab"),
        (f"{ENTRY}/other.ps1", "1\n", "no document names the script other"),
        ("powershell/other.ps1", "1\n", "no document names the script other"),
        ("command/other.yaml", "description: Says.\ntimeoutSeconds: 60\n", "other.ps1 is used, but there is no such"),
        ("templates/command.yaml", "description: x %%OTHER%%\n", "placeholder x %%OTHER%% was not filled"),
        (
            "templates/workflow.yaml",
            "description: x\nparameters: [InstanceId, Said]\nassumeRole: '%%OTHER%%'\n",
            "was not filled",
        ),
        (
            "templates/workflow.yaml",
            "description: x\nparameters: [InstanceId, Said]\nassumeRole: 'a %%ROLE%%'\n",
            "was not filled",
        ),
    ],
)
def test_refuses(root, file, text, complaint):
    (root / file).parent.mkdir(exist_ok=True)
    (root / file).write_text(text)
    with pytest.raises(DocumentError, match=re.escape(complaint)):
        build_documents({"ROLE": {"Fn::Sub": "role"}, "MAINTAIN_REPLICA_ARN": "machine"}, root=root)


def test_an_automation_document_of_64_kb_is_refused(root):
    (root / "automation/stop.yaml").write_text(f"description: {'x' * 65_000}\ngoal: Stopped\nstartedBy: operator\n")
    with pytest.raises(DocumentError, match=r"automation/stop\.yaml has \d+ bytes, 64 KB"):
        build_documents({"ROLE": "arn"}, root=root)
