"""`cachewarden kill-everywhere`: a story once for each place where something of it can be killed."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cli.known_stories import exit_unless_known
from cli.trial_runs import as_shape, run_and_tell
from rehearsal.scenarios.story import DEFAULT_STORY, load_story

if TYPE_CHECKING:
    from rehearsal.campaigns.kill_points import KillPoints
    from rehearsal.campaigns.trials import Trial


class Where(StrEnum):
    """What is killed."""

    STATES = "states"
    """The execution is aborted as it enters each state, and as it leaves each task."""
    ACTIONS = "actions"
    """The workflow's execution is aborted in the middle of each action: 0.2 and 5 seconds after it began."""
    STATEMENTS = "statements"
    """A host's script is killed before each statement that changes something, and after it."""


def kill_everywhere(
    story: Annotated[str, typer.Argument(help="Name of the story.", show_default=True)] = DEFAULT_STORY,
    where: Annotated[
        list[Where] | None, typer.Option(help="What is killed; repeatable. [default: all of them]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every run, and of the sample.")] = 1,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many places, drawn from the seed.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that run trials.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of lines.")] = False,
) -> None:
    """Run a story once for each place of an undisturbed run where something can be killed.

    The places are read from the run itself: every state and action of its executions, every statement of its scripts
    that changed something. Exit code 0 exactly when every run came to rest at its goal, back in service or at a clear
    Attention, and no invariant broke; each run that didn't is printed with the command that replays it.
    """
    exit_unless_known([story])
    began = time.perf_counter()
    trials = trials_of(story, tuple(where or Where), seed=seed, sample=sample)
    unsafe = [
        result for result in run_and_tell(trials, count=len(trials), workers=workers, silent=as_json) if not result.safe
    ]
    seconds = time.perf_counter() - began
    if as_json:
        shape = {"story": story, "seed": seed, "runs": len(trials), "unsafe": [as_shape(result) for result in unsafe]}
        print(json.dumps({**shape, "wall_seconds": round(seconds, 1)}, indent=2))
    else:
        print(f"{story}: killed at {len(trials)} places, {len(unsafe)} runs unsafe, {seconds:.0f} s")
    raise typer.Exit(1 if unsafe else 0)


def trials_of(story: str, where: tuple[Where, ...], *, seed: int, sample: int | None) -> list[Trial]:
    """One trial for each place, in the order of the undisturbed run."""
    # The rehearsal's engines take a second to import: a misspelt name must not wait for them.
    from rehearsal.aws.cloudformation.synthesis import templates
    from rehearsal.campaigns.kill_points import kill_points_of

    points = kill_points_of(load_story(story), seed=seed, templates=templates())
    return trials_at(points, story, where, seed=seed, sample=sample)


def trials_at(
    points: KillPoints, story: str, where: tuple[Where, ...], *, seed: int, sample: int | None
) -> list[Trial]:
    """One trial for each of these places of the story."""
    from rehearsal.campaigns.kill_points import kills_at_actions, kills_at_statements, kills_at_states
    from rehearsal.campaigns.trials import one_trial_each

    kills_at = {
        Where.STATES: kills_at_states,
        Where.ACTIONS: kills_at_actions,
        Where.STATEMENTS: kills_at_statements,
    }
    faults = [fault for kind, kills in kills_at.items() if kind in where for fault in kills(points)]
    return one_trial_each(story, faults, seed=seed, sample=sample)
