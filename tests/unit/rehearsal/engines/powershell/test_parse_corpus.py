"""The recorded verdicts of PowerShell's own parser, every recorded program, and every host script."""

from __future__ import annotations

import json
from pathlib import Path

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_files import decoded
from tests.in_one_test import in_one_test
from tests.repository import ROOT

DAMAGED = sorted((ROOT / "tests/conformance/powershell-parse").glob("*.ps1"))
PROGRAMS = sorted((ROOT / "tests/conformance/powershell").rglob("*.ps1"))
HOST_SCRIPTS = sorted((ROOT / "ssm_documents/powershell").rglob("*.ps1"))

# PowerShell 7 takes `$ & $Set | Out-Null` for a background job; Windows PowerShell 5.1 knows none and refuses the &.
DECIDED_AS_5_1_DOES = {"255-ins"}


def verdict(path: Path) -> ParseError | None:
    try:
        parse(decoded(path.read_bytes()), path.name)
    except ParseError as error:
        return error
    return None


def recorded(path: Path) -> dict[str, object]:
    return json.loads(path.with_name(f"{path.stem}.parse.json").read_text(encoding="utf-8"))


@in_one_test("path", DAMAGED, ids=lambda path: path.stem)
def test_agrees_with_powershell_whether_a_damaged_script_parses(path):
    error = verdict(path)
    if path.stem in DECIDED_AS_5_1_DOES:
        assert error is not None and error.error_id == "AmpersandNotAllowed"
    else:
        assert (error is None) is recorded(path)["ok"], error


def test_agrees_with_powershell_on_the_line_and_kind_of_nearly_every_error():
    refused = [path for path in DAMAGED if not recorded(path)["ok"]]
    errors = {path: verdict(path) for path in refused}
    same_line = [path for path in refused if errors[path] and errors[path].line == recorded(path)["line"]]
    same_kind = [path for path in refused if errors[path] and errors[path].error_id == recorded(path)["errorId"]]
    assert len(refused) > 100
    assert len(same_line) >= 0.97 * len(refused)
    assert len(same_kind) >= 0.95 * len(refused)


@in_one_test("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_recorded_program_parses(path):
    assert verdict(path) is None


@in_one_test("path", HOST_SCRIPTS, ids=lambda path: path.stem)
def test_every_host_script_parses(path):
    assert verdict(path) is None


def test_the_corpora_are_there():
    assert len(DAMAGED) == 179
    assert len(PROGRAMS) == 257


@in_one_test("path", PROGRAMS + HOST_SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_extents_nest_and_keep_the_order_of_the_text(path):
    tree = parse(decoded(path.read_bytes()), path.name)
    for node in tree.descendants():
        assert 0 <= node.extent.start_offset <= node.extent.end_offset <= len(tree.extent.source.text)
        for child in node.children():
            if isinstance(node, nodes.ParamBlock) and isinstance(child, nodes.Attribute):
                # As in PowerShell, the block starts at its keyword, behind the attributes.
                assert child.extent.end_offset <= node.extent.start_offset
                continue
            assert node.extent.start_offset <= child.extent.start_offset, (node, child)
            assert child.extent.end_offset <= node.extent.end_offset, (node, child)


@in_one_test("path", PROGRAMS + HOST_SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_statement_parses_again_from_its_own_text(path):
    """Round trip: an extent holds all of a statement and nothing else."""
    tree = parse(decoded(path.read_bytes()), path.name)
    body = tree.end
    for statement in body.statements if body is not None else ():
        again = parse(statement.extent.text, "again.ps1")
        assert shapes(again.end.statements[0]) == shapes(statement)


def shapes(node: object) -> list[str]:
    return [type(child).__name__ for child in node.descendants()]
