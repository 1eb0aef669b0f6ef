"""House rules of the PowerShell that a machine can judge; `cachewarden check` judges what 5.1 knows, and the codes."""

import re
from pathlib import Path

from infra.documents.builder import ROOT
from rehearsal.engines.powershell.tools.static_check import approved_verbs
from tests.in_one_test import in_one_test

FUNCTIONS = sorted((ROOT / "powershell" / "functions").rglob("*.ps1"))
ENTRIES = sorted((ROOT / "powershell" / "entry").glob("*.ps1"))


def identify(path: Path) -> str:
    return path.stem


def help_of(text: str) -> str:
    found = re.search(r"^    <#\n(.*?)^    #>\n", text, re.DOTALL | re.MULTILINE)
    assert found
    return found.group(1)


@in_one_test("path", FUNCTIONS, ids=identify)
def test_one_function_per_file_with_an_approved_verb_and_our_prefix(path):
    text = path.read_text()
    assert re.findall(r"^ *function ([\w-]+)", text, re.MULTILINE) == [path.stem]
    verb, noun = path.stem.split("-")
    assert verb in approved_verbs() or verb.lower() in {known.lower() for known in approved_verbs()}
    assert re.fullmatch(r"Cw[A-Z][A-Za-z]+", noun)


@in_one_test("path", FUNCTIONS, ids=identify)
def test_help_says_what_each_parameter_is_and_where_the_facts_come_from(path):
    text = path.read_text()
    described = help_of(text)
    declared = re.search(r"^    param\((.*?)\)$", text, re.DOTALL | re.MULTILINE)
    parameters = re.findall(r"\$(\w+)(?: = [^\n]*)?,?$", declared.group(1), re.MULTILINE) if declared else []
    assert re.findall(r"^    \.PARAMETER (\w+)$", described, re.MULTILINE) == parameters
    for section in (".SYNOPSIS", ".OUTPUTS", ".EXAMPLE", ".NOTES"):
        assert f"    {section}\n        " in described
    assert path.stem in described.split(".EXAMPLE")[1].split(".NOTES")[0] or "Invoke-CwEntry" in described
    synopsis = described.split(".SYNOPSIS\n")[1].split("    .")[0].strip()
    assert synopsis.endswith(".") and path.stem not in synopsis


@in_one_test("path", [*FUNCTIONS, *ENTRIES], ids=identify)
def test_lines_are_ascii_and_fit_120_columns(path):
    text = path.read_text(encoding="ascii")
    assert max(map(len, text.splitlines())) <= 120
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


@in_one_test("path", ENTRIES, ids=identify)
def test_only_entry_scripts_end_the_process_and_only_with_a_code(path):
    exits = re.findall(r"^\s*exit\b(.*)$", path.read_text(), re.MULTILINE)
    assert exits and all(rest.strip() for rest in exits)
    for function in FUNCTIONS:
        assert not re.search(r"^\s*exit\b", function.read_text(), re.MULTILINE)


CHANGING = re.compile(
    r"^\s*(?:\$null = )?((?:Set|Add|Remove|New|Connect|Repair|Initialize|Format|Start|Stop|Register|Clear|Reset)-"
    r"(?:PhysicalDisk|StoragePool|VirtualDisk|Disk|Partition|Volume|Service|ScheduledTask|Acl))\b",
    re.MULTILINE,
)


@in_one_test("path", FUNCTIONS, ids=identify)
def test_what_changes_the_machine_supports_what_if(path):
    text = path.read_text()
    if CHANGING.search(re.sub(r"<#.*?#>", "", text, flags=re.DOTALL)):
        assert "SupportsShouldProcess" in text and "$PSCmdlet.ShouldProcess(" in text


@in_one_test("path", [*FUNCTIONS, *ENTRIES], ids=identify)
def test_no_wait_ends_at_a_time_of_the_clock(path):
    """A correction of the clock would end it at once, or prolong it: Test-CwTimeLeft limits waits."""
    assert "(Get-CwTime).Add" not in path.read_text("ascii")
