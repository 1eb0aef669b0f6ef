"""`cachewarden kill-everywhere`: a story once for each place where something of it can be killed."""

from __future__ import annotations

import json
import random
import sys
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from rehearsal.scenarios.story import DEFAULT_STORY, load_story, story_names

if TYPE_CHECKING:
    from rehearsal.campaigns.trials import Trial, TrialResult


class Where(StrEnum):
    """What is killed."""

    STATES = "states"
    """The execution is aborted as it enters each state, and as it leaves each task."""
    STATEMENTS = "statements"
    """A host's script is killed before each statement that changes something, and after it."""


def kill_everywhere(
    story: Annotated[str, typer.Argument(help="Name of the story.", show_default=True)] = DEFAULT_STORY,
    where: Annotated[
        list[Where] | None, typer.Option(help="What is killed; repeatable. [default: states and statements]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every run, and of the sample.")] = 1,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many places, drawn from the seed.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of lines.")] = False,
) -> None:
    """Play a story once for each place of an undisturbed run where something can be killed.

    The places are read from the run itself: every state of its executions, every statement of its scripts that changed
    something. Exit code 0 exactly when every run came to rest at its goal, back in service or at a clear Attention, and
    no invariant broke; each run that didn't is printed with the command that replays it.
    """
    if story not in story_names():
        print(f"cachewarden: no story is called {story!r}; the stories: {', '.join(story_names())}", file=sys.stderr)
        raise typer.Exit(2)
    began = time.perf_counter()
    trials = places(story, tuple(where or Where), seed=seed, sample=sample)
    bad, run = _play(trials, workers=workers, quiet=as_json)
    seconds = time.perf_counter() - began
    if as_json:
        shape = {"story": story, "seed": seed, "runs": run, "unsafe": [_shape(result) for result in bad]}
        print(json.dumps({**shape, "wall_seconds": round(seconds, 1)}, indent=2))
    else:
        print(f"{story}: killed at {run} places, {len(bad)} runs unsafe, {seconds:.0f} s")
    raise typer.Exit(1 if bad else 0)


def places(story: str, where: tuple[Where, ...], *, seed: int, sample: int | None) -> list[Trial]:
    """One trial for each place, in the order of the undisturbed run."""
    # The rehearsal's engines take a second to import: a misspelt name must not wait for them.
    from rehearsal.aws.cloudformation.synthesis import templates
    from rehearsal.campaigns.kill_points import kill_points_of, kills_at_statements, kills_at_states
    from rehearsal.campaigns.trials import Trial
    from rehearsal.faults import fault_text

    kill_points = kill_points_of(load_story(story), seed=seed, templates=templates())
    faults = [
        *(kills_at_states(kill_points) if Where.STATES in where else ()),
        *(kills_at_statements(kill_points) if Where.STATEMENTS in where else ()),
    ]
    if sample is not None and sample < len(faults):
        drawn = random.Random(f"kill-everywhere/{seed}").sample(range(len(faults)), sample)
        faults = [faults[number] for number in sorted(drawn)]
    return [Trial(story=story, seed=seed, faults=(fault_text(fault),)) for fault in faults]


def _play(trials: list[Trial], *, workers: int, quiet: bool) -> tuple[list[TrialResult], int]:
    """The verdicts that aren't safe, and how many there were; progress goes to standard error."""
    from rehearsal.campaigns.trials import run_trials

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    bad: list[TrialResult] = []
    for number, result in enumerate(run_trials(trials, workers=workers), start=1):
        if not result.safe:
            bad.append(result)
            if not quiet:
                print(f"UNSAFE {'; '.join(result.problems)}\n  {result.trial.command}")
        if not quiet and (number % 20 == 0 or number == len(trials)):
            console.print(f"{number} of {len(trials)} places, {len(bad)} unsafe", style="dim")
    return bad, len(trials)


def _shape(result: TrialResult) -> dict[str, object]:
    return {"command": result.trial.command, "outcome": result.outcome, "problems": list(result.problems)}
