"""docs/powershell.md says what the code covers, today."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

from rehearsal.engines.powershell import Engine, Unsupported
from rehearsal.engines.powershell.commands.registry import BUILTIN_COMMANDS
from rehearsal.engines.powershell.engine import load_declarations
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct
from rehearsal.engines.powershell.tools.real_machine import RealHost
from rehearsal.engines.powershell.tools.refusal_texts import RefusalText, refusal_texts
from rehearsal.world.windows.command_table import world_commands
from tests.repository import ROOT

PAGE = ROOT / "docs" / "powershell.md"


@cache
def generated() -> str:
    """From a process of its own: what tests declare or resolve must not show."""
    command = [sys.executable, "-m", "rehearsal.engines.powershell.tools.coverage"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()


def test_the_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == generated(), (
        "python -m rehearsal.engines.powershell.tools.coverage > docs/powershell.md"
    )


def test_every_command_stands_on_it_with_what_it_honours_and_refuses():
    load_declarations()
    rows = dict(re.findall(r"^\| ([A-Z]\w+-\w+) \| (.*) \|$", generated(), re.MULTILINE))
    for definition in BUILTIN_COMMANDS.merged(world_commands()).commands.values():
        shown = rows[definition.name].lower()
        names = {name.strip() for part in shown.replace("all: ", "").split("|") for name in part.split(",")} - {""}
        assert names == (set(definition.signature.parameters) or {"has none"}), definition.name
    honoured, refused = rows["Get-ChildItem"].split("|")
    assert "Recurse" in honoured and "FollowSymlink" not in honoured + refused


def test_every_kind_of_statement_and_expression_is_named_as_executed_or_refused():
    language = generated().partition("## Language")[2].partition("### ")[0]
    named = set(re.findall(r"[A-Z]\w+", language))
    for kind in vars(nodes).values():
        bases = (nodes.Statement, nodes.Expression)
        if isinstance(kind, type) and issubclass(kind, bases) and kind not in bases:
            assert kind.__name__ in named, kind


def test_what_the_page_says_is_refused_is_refused():
    refused = generated().partition("Parsed and refused before the script runs: ")[2].partition(".")[0].split(", ")
    samples = {"Data": "data x { 1 }", "UsingExpression": "Invoke-Command { $using:x }"}
    for name in refused:
        try:
            Engine(host=RealHost()).run_script(f"'before'\n{samples[name]}")
        except Unsupported as refusal:
            assert refusal.line == 2
        else:
            raise AssertionError(f"{name} ran")


def test_every_refused_syntax_is_on_it():
    for construct in RefusedConstruct:
        assert f"| {construct.title.replace('|', chr(92) + '|')} | " in generated()


def test_refusals_are_read_off_the_sources(tmp_path):
    (tmp_path / "a.py").write_text(
        'raise refused("data section", node)\nraise run.refusal(f"drive {name}:", None)\ncall.unsupported(f"{x}")\n',
        encoding="utf-8",
    )
    assert refusal_texts(tmp_path) == (
        RefusalText(construct="data section", before_anything_ran=True),
        RefusalText(construct="drive …:", before_anything_ran=False),
    )
    assert len(refusal_texts()) > 80


def test_it_says_what_came_of_looking_for_an_engine_on_pypi():
    assert "`pwshpy` 1.9.0" in generated() and "skipped: no pwsh" in generated()
