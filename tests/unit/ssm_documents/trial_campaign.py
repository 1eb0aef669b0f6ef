"""A campaign over trials of a host's procedures: all of them or a sample from a seed; each problem is printed."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Trial = TypeVar("Trial")


def sample_of(trials: Sequence[Trial], size: int | None, *, seed: str) -> list[Trial]:
    """Drawn from the seed, in their order; all of them without a size."""
    if size is None or size >= len(trials):
        return list(trials)
    drawn = random.Random(seed).sample(range(len(trials)), size)
    return [trials[number] for number in sorted(drawn)]


def run_campaign(
    given: Sequence[str],
    *,
    program: str,
    about: str | None,
    procedures: Iterable[str],
    trials_of: Callable[[str], Sequence[Trial]],
    problems_of: Callable[[Trial], Sequence[str]],
    what: str,
) -> int:
    """All of these procedures. `program`: the seeds' name; `what`: the trials in the last line.

    Exit code 0 exactly when none has a problem, 2 where a name is none of a procedure.
    """
    names = list(procedures)
    parser = argparse.ArgumentParser(prog=f"{program.replace('-', '_')}.py", description=about)
    parser.add_argument("names", nargs="*", help=f"{', '.join(names)} [default: all]")
    parser.add_argument("--sample", type=int, help="so many trials of each, drawn from the seed")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(given)
    unknown = [name for name in wanted.names if name not in names]
    if unknown:
        parser.error(f"no procedure is called {', '.join(map(repr, unknown))}. The procedures: {', '.join(names)}")
    trials = [
        trial
        for name in wanted.names or names
        for trial in sample_of(trials_of(name), wanted.sample, seed=f"{program}/{wanted.seed}")
    ]
    bad = 0
    with ProcessPoolExecutor(2) as pool:
        for number, (trial, problems) in enumerate(zip(trials, pool.map(problems_of, trials), strict=True), start=1):
            bad += bool(problems)
            for problem in problems:
                print(f"UNSAFE {trial}: {problem}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(trials)}, {bad} unsafe", file=sys.stderr)
    print(f"{len(trials)} {what}, {bad} unsafe")
    return 1 if bad else 0
