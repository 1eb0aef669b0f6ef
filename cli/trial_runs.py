"""Runs many trials of a campaign, tells how far it is, and names each run that is unsafe with what replays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rehearsal.campaigns.trials import Trial, TrialResult

TOLD_EVERY = 20


def run_and_tell(trials: Iterable[Trial], *, count: int, workers: int, silent: bool) -> Iterator[TrialResult]:
    """Each result of the `count` trials, in order.

    Unless `silent`, an unsafe one is printed, and progress goes to standard error.
    """
    from rehearsal.campaigns.trials import run_trials

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    unsafe = 0
    for number, result in enumerate(run_trials(trials, workers=workers), start=1):
        if not result.safe:
            unsafe += 1
            if not silent:
                print(f"UNSAFE {'; '.join(result.problems)}\n  {result.trial.command}", flush=True)
        if not silent and (number % TOLD_EVERY == 0 or number == count):
            console.print(f"{number} of {count} runs, {unsafe} unsafe", style="dim")
        yield result


def as_shape(result: TrialResult) -> dict[str, object]:
    """For --json."""
    return {"command": result.trial.command, "outcome": result.outcome, "problems": list(result.problems)}
