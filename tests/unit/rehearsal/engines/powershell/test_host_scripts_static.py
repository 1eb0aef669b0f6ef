"""Every host script, as its document carries it and file by file, against the static check, which bites."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

import pytest

from infra.documents.builder import ROOT, build_bundle, build_documents
from rehearsal.engines.powershell.binding.signatures import command_modules
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_parameters import ParameterNames, parameters_of_function
from rehearsal.engines.powershell.tools.splatted_keys import SplattedKey, SplattedKeys
from rehearsal.engines.powershell.tools.static_check import FindingCode, check_script
from tests.in_one_test import in_one_test

FILES = sorted((ROOT / "powershell").rglob("*.ps1"))
FUNCTIONS = tuple(path.stem for path in FILES if "functions" in path.parts)
HOST = "evacuate_cache"
CARRYING = ("record_host_facts", "record_pair_facts", "record_restart_facts")
"""Documents that carry functions which no other node needs."""
CHANGES_STORAGE = ("all_cache", "all_provisioning", "all_storage", "all_cluster")
CHANGING = ("set-", "new-", "remove-", "repair-", "connect-", "initialize-", "format-", "update-", "clear-")

PLANTED: dict[FindingCode, str] = {
    FindingCode.DOES_NOT_PARSE: "if (1) 2",
    FindingCode.POWERSHELL_7_SYNTAX: "$left = $null ?? 1",
    FindingCode.POWERSHELL_7_ESCAPE: '$bell = "`e[0m"',
    FindingCode.POWERSHELL_7_VARIABLE: "$system = $IsWindows",
    FindingCode.UNKNOWN_COMMAND: "Get-PhysicalDisc",
    FindingCode.UNKNOWN_PARAMETER: "Get-PhysicalDisk -UnqiueId x",
    FindingCode.ABBREVIATED_PARAMETER: "Get-PhysicalDisk -Uniq x",
    FindingCode.PARAMETER_ALIAS: "Get-PhysicalDisk -UniqueId x -ea Stop",
    FindingCode.COMMAND_ALIAS: "$found = gci",
    FindingCode.UNAPPROVED_VERB: "function Evacuate-CwCache { }",
    FindingCode.INVOKE_EXPRESSION: "Invoke-Expression $Text",
    FindingCode.ERRORS_DO_NOT_STOP: "Set-PhysicalDisk -UniqueId 1 -Usage Retired",
    FindingCode.BACKTICK_CONTINUATION: "Get-PhysicalDisk `",
}


@cache
def assembled() -> dict[str, str]:
    """Text by document stem, and the bundle's files that are code by name."""
    documents = {
        document.stem: "\n".join(document.content["mainSteps"][0]["inputs"]["runCommand"])
        for document in build_documents().values()
        if document.kind == "Command"
    }
    return documents | {
        f"{name}.ps1": text for name, text in build_bundle().files.items() if not name.startswith("sql_texts")
    }


@cache
def defined() -> dict[str, ParameterNames]:
    """What each function takes: the bundle's, and those that a document carries itself."""
    return {
        node.name: parameters_of_function(node)
        for name, text in assembled().items()
        if name.startswith("all_") or name in CARRYING
        for node in _all(text)
        if isinstance(node, nodes.FunctionDefinition)
    }


def shown(text: str, name: str, known: Collection[str] | Mapping[str, ParameterNames] = ()) -> str:
    return "\n".join(str(finding) for finding in check_script(text, name, known))


def test_every_command_document_and_every_file_of_the_bundle_are_looked_at():
    documents = {path.stem for path in (ROOT / "command").glob("*.yaml")}
    bundle = {name.removesuffix(".ps1") for name in assembled() if name.endswith(".ps1")}
    assert bundle == {name for name in build_bundle().files if not name.startswith("sql_texts")}
    assert set(FUNCTIONS) == set(defined())
    assert {name for name in assembled() if not name.endswith(".ps1")} == documents
    assert len(FILES) > 80


@pytest.mark.parametrize("name", sorted(assembled()))
def test_an_assembled_script_has_no_finding(name):
    assert shown(assembled()[name], name, defined()) == ""


@pytest.mark.parametrize("name", sorted(assembled()))
@pytest.mark.campaign(suite=15)
def test_every_changing_call_of_an_assembled_script_is_found_when_it_loses_its_stop(name):
    text = assembled()[name]
    wanting = re.sub(r"(?<= -ErrorAction )Stop\b", "Skip", text)
    wanting = re.sub(r"(ErrorAction = )'Stop'", r"\1'Skip'", wanting)
    found = [f for f in check_script(wanting, name, defined()) if f.code is FindingCode.ERRORS_DO_NOT_STOP]
    functions = {function.lower() for function in defined()}
    changing = [
        node
        for node in _all(text)
        if isinstance(node, nodes.Command)
        and isinstance(head := node.elements[0], nodes.StringConstant)
        and head.value.lower() not in functions
        and head.value.lower().startswith(CHANGING)
        and command_modules().get(head.value.lower(), ("",))[0] == "Storage"
    ]
    places = {(node.extent.start_line, node.extent.start_column) for node in changing}
    assert places or not name.startswith(CHANGES_STORAGE)
    assert places <= {(finding.line, finding.column) for finding in found}


@in_one_test("path", FILES, ids=lambda path: path.stem)
def test_a_script_file_has_no_finding(path):
    assert shown(path.read_text(encoding="ascii"), path.name, FUNCTIONS) == ""


def test_every_kind_of_finding_is_planted():
    assert set(PLANTED) == set(FindingCode)


@pytest.mark.parametrize("code", FindingCode, ids=lambda code: code.value)
def test_a_line_planted_in_a_host_script_is_found_where_it_stands(code):
    lines = assembled()[HOST].split("\n")
    place = len(lines) - 1
    planted = [*lines[:place], PLANTED[code], *lines[place:]]
    found = check_script("\n".join(planted), HOST, defined())
    assert (code, place + 1) in {(finding.code, finding.line) for finding in found}
    assert {finding.line for finding in found} == {place + 1}


@pytest.mark.parametrize("name", sorted(assembled()))
@pytest.mark.campaign(suite=15)
def test_each_misspelt_parameter_of_a_host_script_is_found(name):
    """Every parameter, written with a dash or as the key of a splatted literal, gets two letters more."""
    text = assembled()[name]
    known = {function.lower() for function in defined()} | set(command_modules())
    splatted = SplattedKeys(parse(text, "host.ps1"))
    ends: set[int] = set()
    for command in _all(text):
        head = command.elements[0] if isinstance(command, nodes.Command) else None
        if not isinstance(head, nodes.StringConstant) or head.value.lower() not in known:
            continue
        for element in command.elements:
            if isinstance(element, nodes.CommandParameter) and element.name:
                ends.add(element.extent.start_offset + 1 + len(element.name))
            elif isinstance(element, nodes.Variable) and element.splatted:
                ends.update(key.extent.start_offset + len(key.name) for key in splatted.keys_of(element) if _bare(key))
    assert ends
    damaged = text
    for end in sorted(ends, reverse=True):
        damaged = f"{damaged[:end]}Zq{damaged[end:]}"
    found = [f for f in check_script(damaged, name, defined()) if f.code is FindingCode.UNKNOWN_PARAMETER]
    lines = {text.count("\n", 0, end) + 1 for end in ends}
    assert {finding.line for finding in found} == lines
    assert len(found) >= len(ends)


@pytest.mark.parametrize("name", sorted(assembled()))
@pytest.mark.campaign(suite=15)
def test_each_misspelt_command_of_a_host_script_is_found(name):
    text = assembled()[name]
    heads = [
        node.elements[0]
        for node in _all(text)
        if isinstance(node, nodes.Command) and isinstance(node.elements[0], nodes.StringConstant)
    ]
    heads = [head for head in heads if "." not in head.value]
    assert heads
    damaged = text
    for head in sorted(heads, key=lambda one: one.extent.start_offset, reverse=True):
        end = head.extent.end_offset
        damaged = f"{damaged[:end]}Zq{damaged[end:]}"
    found = [f for f in check_script(damaged, name, defined()) if f.code is FindingCode.UNKNOWN_COMMAND]
    assert len(found) == len(heads)


def _all(text: str) -> list[nodes.Node]:
    return list(parse(text, "host.ps1").descendants())


def _bare(key: SplattedKey) -> bool:
    return key.extent.text == key.name
