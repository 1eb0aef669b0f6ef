"""One trial: a mutant lives in a copy of the tree, and tests that should catch it are run there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.mutants.mutant import Mutant, MutantError
from tests.mutants.pytest_server import OUT_OF_TIME
from tests.mutants.tree import Tree

CPU_LIMIT_S = 120
"""A mutant that never ends is caught: the tests would hang. None of those that end takes a quarter of this."""
PASSED, FAILED = 0, 1
"""pytest's exit codes; all others mean that it couldn't do what it was told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catch:
    """The first test that failed, and what it said."""

    test: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialResult:
    """`catch` is None for a mutant that survived, `error` says why it couldn't be tried."""

    mutant: Mutant
    catch: Catch | None
    error: str | None
    seconds: float


def run_trial(mutant: Mutant, tree: Tree) -> TrialResult:
    """Tries the mutant in this tree, and takes it out again."""
    began = time.monotonic()
    catch, error = None, None
    try:
        with tree.holding(mutant):
            catch = first_failure(mutant.caught_by, tree) if mutant.caught_by else None
    except MutantError as problem:
        error = str(problem)
    return TrialResult(mutant=mutant, catch=catch, error=error, seconds=time.monotonic() - began)


def first_failure(tests: Sequence[str], tree: Tree, *, baseline: bool = False) -> Catch | None:
    """Runs these tests in the tree until one fails. Raises `MutantError` when they can't be run.

    `baseline`: no mutant lives there, and they all must end.
    """
    report, output = tree.root / "mutant-report.xml", tree.root / "mutant-output.txt"
    report.unlink(missing_ok=True)
    options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", f"--junitxml={report}"]
    asked = {
        "arguments": [*options, *tests],
        "output": str(output),
        "seconds": CPU_LIMIT_S * len(tests) if baseline else CPU_LIMIT_S,
    }
    code = tree.server().ask(asked)
    if code == PASSED:
        return None
    if code == OUT_OF_TIME and not baseline:
        return Catch(test=", ".join(tests), message=f"didn't end within {CPU_LIMIT_S} s of CPU time")
    if code != FAILED:
        said = output.read_text("utf-8").strip().splitlines()
        raise MutantError(f"pytest ended with code {code}: {said[-1] if said else 'nothing said'}")
    return _catch_of(report)


def _catch_of(report: Path) -> Catch:
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("error") is not None:
            raise MutantError(f"{_name_of(case)} couldn't be run: {_first_line(case, 'error')}")
        if case.find("failure") is not None:
            return Catch(test=_name_of(case), message=_first_line(case, "failure"))
    raise MutantError("pytest failed, and no test of it did")


def _name_of(case: ElementTree.Element) -> str:
    return f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"


def _first_line(case: ElementTree.Element, kind: str) -> str:
    element = case.find(kind)
    assert element is not None
    lines = element.get("message", "").strip().splitlines()
    return lines[0] if lines else kind
