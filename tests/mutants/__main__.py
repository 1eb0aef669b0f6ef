"""`make mutants`: tries every mutant, and says for each what caught it."""

from __future__ import annotations

import argparse
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.guards import dropped_guards
from tests.mutants.mutant import Mutant, MutantError, NothingToMutate, written
from tests.mutants.tree import Tree
from tests.mutants.trial import TrialResult, first_failure, run_trial
from tests.repository import ROOT


def all_mutants(root: Path = ROOT) -> tuple[list[Mutant], list[NothingToMutate]]:
    """Those that people wrote, then a dropped guard each."""
    mutants, nothing = written()
    guards, second = dropped_guards(root)
    return [*mutants, *guards], [*nothing, *second]


def try_all(mutants: Sequence[Mutant], *, workers: int, baseline: bool = True) -> Iterator[TrialResult]:
    """Each result as it is there. `baseline`: first the tests must pass without any mutant, else they catch nothing."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = Tree.of_checkout(ROOT, Path(folder) / "0")
        if baseline:
            tests = sorted({test for mutant in mutants for test in mutant.caught_by})
            failure = first_failure(tests, first, baseline=True) if tests else None
            if failure is not None:
                raise MutantError(f"{failure.test} fails without any mutant: {failure.message}")
        trees: SimpleQueue[Tree] = SimpleQueue()
        trees.put(first)
        for number in range(1, workers):
            first.close()
            trees.put(first.twin(Path(folder) / str(number)))

        def tried(mutant: Mutant) -> TrialResult:
            tree = trees.get()
            try:
                return run_trial(mutant, tree)
            finally:
                trees.put(tree)

        try:
            with ThreadPoolExecutor(workers) as pool:
                for done in as_completed([pool.submit(tried, mutant) for mutant in mutants]):
                    yield done.result()
        finally:
            while not trees.empty():
                trees.get().close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 exactly when every mutant was caught, 2 where a name is none of a mutant."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these, such as I13 or Test-CwMoveNeeded")
    parser.add_argument("--workers", type=int, default=2, help="copies of the tree that are worked in side by side")
    parser.add_argument("--list", action="store_true", help="say what each mutant brings back, and end")
    parser.add_argument("--no-baseline", action="store_true", help="the tests are known to pass without any mutant")
    given = parser.parse_args(arguments)
    try:
        mutants, nothing = all_mutants()
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 1
    names = [entry.name for entry in (*mutants, *nothing)]
    unknown = [each for each in given.names if not any(_is_asked_for(name, [each]) for name in names)]
    if unknown:
        print(_no_such(unknown, names), file=sys.stderr)
        return 2
    if given.names:
        mutants = [mutant for mutant in mutants if _is_asked_for(mutant.name, given.names)]
        nothing = [entry for entry in nothing if _is_asked_for(entry.name, given.names)]
    if given.list:
        for mutant in mutants:
            print(f"{mutant.name}: {mutant.defect}\n    {mutant.prevented}".rstrip())
        return 0
    for entry in nothing:
        print(f"no mutant  {entry.name}: {entry.defect}\n           {entry.reason}")
    return _report(mutants, workers=given.workers, baseline=not given.no_baseline)


def _no_such(unknown: Sequence[str], names: Sequence[str]) -> str:
    """What is wrong, and by which names mutants can be asked for: those of scripts stand for all of the script."""
    there = ", ".join(dict.fromkeys(name.partition("/")[0] for name in names))
    told = f"mutants: none is called {', '.join(map(repr, unknown))}; --list says what each is. There are:"
    return "\n".join(
        [told, textwrap.fill(there, 118, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]
    )


def _is_asked_for(name: str, asked: Sequence[str]) -> bool:
    return any(name == each or name.startswith((f"{each}-", f"{each}/")) for each in asked)


def _report(mutants: Sequence[Mutant], *, workers: int, baseline: bool) -> int:
    survived = errors = 0
    if baseline:
        print(f"{len(mutants)} mutants; first the tests without any", file=sys.stderr)
    try:
        for number, result in enumerate(try_all(mutants, workers=workers, baseline=baseline), start=1):
            survived += result.catch is None and result.error is None
            errors += result.error is not None
            print(_line(result), flush=True)
            print(f"{number} of {len(mutants)}, {survived} survived", file=sys.stderr)
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 1
    could_not = f", {errors} could not be tried" if errors else ""
    print(f"{len(mutants)} mutants, {survived} survived{could_not}")
    return 1 if survived or errors else 0


def _line(result: TrialResult) -> str:
    name = f"{result.mutant.name}: {result.mutant.defect}"
    took = f"({result.seconds:.0f} s)"
    if result.error is not None:
        return f"ERROR      {name}\n           {result.error}"
    if result.catch is None:
        tests = ", ".join(result.mutant.caught_by)
        why = f"not caught by {tests}" if tests else "no test names its code"
        return f"SURVIVED   {name} {took}\n           {why}"
    return f"caught     {name} {took}\n           {result.catch.test}: {result.catch.message}"


if __name__ == "__main__":
    sys.exit(main())
