"""A mutant for each refusal of the host scripts: the guard is dropped, read from the scripts themselves.

So a new refusal has its mutant by being there. The tests that must catch it are those that name its code: a refusal
that no test names has survived.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.parser.script import parse
from tests.mutants.mutant import FOLDER, Edit, Mutant, MutantError, NothingToMutate

SCRIPTS = "ssm_documents/powershell"
AREAS = (
    "cache", "storage", "classification", "provisioning", "tempdb", "boot", "sql", "worker", "lease",
    "adoption", "tasks",
)  # fmt: skip
"""Folders of functions whose refusals keep storage from harm; the entry scripts are read, too."""
TESTS = ("tests/unit/ssm_documents", "tests/attacks", "tests/attacks/host")
SLOW = "test_killed_anywhere.py"
REFUSALS = ("Stop-CwAction", "Stop-CwOnClassification")
CLASSIFICATIONS = tuple(f"CW10{number}" for number in range(20, 30))
"""What Stop-CwOnClassification says."""
SECOND_GUARDS = FOLDER / "second_guards.yaml"
"""Refusals that another one comes before: dropping them alone changes nothing that can be seen, with the reason."""


def dropped_guards(root: Path) -> tuple[list[Mutant], list[NothingToMutate]]:
    """All of them, by script; those of the list with their reasons. Raises `MutantError` for a stale list."""
    second: dict[str, str] = yaml.safe_load(SECOND_GUARDS.read_text("utf-8")) or {}
    likely = _LikelyTests(root)
    mutants: list[Mutant] = []
    nothing: list[NothingToMutate] = []
    for path in _scripts(root):
        for mutant in _mutants_of(path, likely):
            if mutant.name in second:
                reason = " ".join(second.pop(mutant.name).split())
                nothing.append(NothingToMutate(name=mutant.name, defect=mutant.defect, reason=reason))
            else:
                mutants.append(mutant)
    if second:
        raise MutantError(f"{SECOND_GUARDS.name} lists what isn't there: {', '.join(second)}")
    return mutants, nothing


def _scripts(root: Path) -> Iterator[Path]:
    for area in AREAS:
        yield from sorted((root / SCRIPTS / "functions" / area).glob("*.ps1"))
    yield from sorted((root / SCRIPTS / "entry").glob("*.ps1"))


def _mutants_of(path: Path, likely: _LikelyTests) -> Iterator[Mutant]:
    text = path.read_text("utf-8")
    counts: dict[str, int] = {}
    for guard, start, end, replacement in _guards(parse(text, path.name)):
        code = _code_of(guard)
        counts[code] = counts.get(code, 0) + 1
        number = f"#{counts[code]}" if counts[code] > 1 else ""
        yield Mutant(
            name=f"{path.stem}/{code}{number}",
            defect=f"{path.stem} doesn't refuse: {' '.join(text[start:end].split())}",
            prevented="",
            # The whole file is the text: a condition may stand in it several times.
            edits=(Edit(file=path.name, text=text, becomes=text[:start] + replacement + text[end:]),),
            caught_by=likely.naming(_codes_of(code, text)),
        )


def _guards(tree: nodes.ScriptBlock) -> Iterator[tuple[nodes.Command, int, int, str]]:
    """The refusing call, and what is put in which place to be rid of it.

    Of an `if` that refuses, the condition becomes `$false`; any other refusal becomes nothing.
    """
    conditions: dict[int, nodes.IfClause] = {}
    for node in tree.descendants():
        for clause in node.clauses if isinstance(node, nodes.If) else ():
            for statement in clause.body.statements:
                conditions[id(statement)] = clause
    for node in tree.descendants():
        if not isinstance(node, nodes.Pipeline) or not isinstance(node.elements[0], nodes.Command):
            continue
        call = node.elements[0]
        name = call.elements[0]
        if not isinstance(name, nodes.StringConstant) or name.value not in REFUSALS:
            continue
        found = conditions.get(id(node))
        extent = node.extent if found is None else found.condition.extent
        yield call, extent.start_offset, extent.end_offset, "$null = 0" if found is None else "$false"


def _code_of(call: nodes.Command) -> str:
    name = call.elements[0]
    if isinstance(name, nodes.StringConstant) and name.value == "Stop-CwOnClassification":
        return "classification"
    for place, element in enumerate(call.elements):
        if isinstance(element, nodes.CommandParameter) and element.name == "Code":
            given = call.elements[place + 1]
            return given.value if isinstance(given, nodes.StringConstant) else "code"
    return "code"


def _codes_of(code: str, text: str) -> tuple[str, ...]:
    """What tests of this refusal name: its code, or every one that it may be."""
    if code == "classification":
        return CLASSIFICATIONS
    return tuple(re.findall(r"CW\d{4}", text)) if code == "code" else (code,)


class _LikelyTests:
    """Test functions by what their text says."""

    def __init__(self, root: Path) -> None:
        self._functions: list[tuple[str, str]] = []
        for path in [path for folder in TESTS for path in sorted((root / folder).glob("test_*.py"))]:
            text = path.read_text("utf-8")
            for node in ast.parse(text).body if path.name != SLOW else ():
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                    source = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
                    self._functions.append((f"{path.relative_to(root).as_posix()}::{node.name}", source))

    def naming(self, codes: Iterable[str]) -> tuple[str, ...]:
        """Those that name one of the codes."""
        return tuple(name for name, source in self._functions if any(code in source for code in codes))
