"""A tight function means what its file means: PowerShell reads the same from both."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from infra.documents.builder import ROOT
from infra.documents.document_error import DocumentError
from infra.documents.tight_code import flattened, tightened
from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.nodes import Node
from rehearsal.engines.powershell.syntax.parser.script import parse

FUNCTIONS = sorted((ROOT / "powershell" / "functions").rglob("*.ps1"))
HELP_AND_COMMENTS = re.compile(r"^ *<#.*?#>\n|^ *#[^\n]*\n|^\n|^ +", re.DOTALL | re.MULTILINE)
BINDING = re.compile(r"^\[CmdletBinding\(\)\]\n(?=param\(\n\[Param)", re.MULTILINE)
NAMED = re.compile(r"(Stop-CwAction|New-CwVerdict) -Code ('[A-Z0-9]+') -Outcome ('[a-z-]+')(?: -Message)?")


def plain(text: str) -> str:
    return HELP_AND_COMMENTS.sub("", HELP_AND_COMMENTS.sub("", text))


def read(value: Any) -> Any:
    """What a syntax tree says, without where it stands."""
    if isinstance(value, Node):
        values = (getattr(value, field.name) for field in fields(type(value)))
        return type(value).__name__, *(read(item) for item in values if not isinstance(item, Extent))
    if isinstance(value, tuple):
        return tuple(read(item) for item in value)
    return value


@pytest.mark.parametrize("path", FUNCTIONS, ids=lambda path: path.stem)
def test_the_tight_form_of_a_function_reads_as_its_file(path: Path) -> None:
    text = plain(path.read_text())
    if "ShouldProcess" in text or path.stem in ("Stop-CwAction", "New-CwVerdict"):
        text = tightened_guards(text)
    expected = (
        NAMED.sub(r"\1 \2 \3", BINDING.sub("", text)).replace(" -ErrorAction ", " -EA ").replace("] [object] $", "] $")
    )
    tight = tightened(text)
    assert read(parse(tight, path.name)) == read(parse(expected, path.name))
    flat = flattened(tight)
    assert read(parse(flat, path.name)) == read(parse(expected, path.name))
    assert flat.count("\n") == 1 and flat.endswith("\n")


def tightened_guards(text: str) -> str:
    """Without -WhatIf, which the tight form leaves out on purpose."""
    text = re.sub(r"^if \(-not \$PSCmdlet\.ShouldProcess\(.*\n.+\n\}\n", "", text, flags=re.MULTILINE)
    text = re.sub(r" -(?:or -not|and) \$PSCmdlet\.ShouldProcess\(.*\)\) \{$", ") {", text, flags=re.MULTILINE)
    return text.replace("[CmdletBinding(SupportsShouldProcess)]", "[CmdletBinding()]")


@pytest.mark.parametrize(
    ("code", "tight"),
    [
        ("$list = 'a, b', \"c = $d | e\"", "$list='a, b',\"c = $d | e\""),
        ("Get-X -Name $a[0] $b", "Get-X -Name $a[0] $b"),
        ("@{ key = [int] $value; other = 'it''s' }", "@{key=[int]$value;other='it''s'}"),
        ('"a `" = b" | Out-X', '"a `" = b"|Out-X'),
    ],
)
def test_texts_stay_as_they_are_and_code_loses_its_spaces(code: str, tight: str) -> None:
    assert tightened(code) == tight


@pytest.mark.parametrize("code", ['$a = "open', "Write-X it's"])
def test_a_text_that_can_not_be_told_from_code_is_refused(code: str) -> None:
    with pytest.raises(DocumentError):
        tightened(code)
