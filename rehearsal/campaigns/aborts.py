"""Plays a story once for each of its actions, the workflow's execution aborted in the middle of that action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import Story, load_story
from rehearsal.simulation.progress import Progress, SilentProgress
from rehearsal.simulation.run import Run, run_story

MOMENTS_S = (0.2, 5.0)
"""Seconds into the action's state: the act is being asked for; it has begun, and nobody has heard how it ended."""


def variants(story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]]) -> Iterator[Story]:
    """One story for each action of the undisturbed one, in its order; the names say after which action."""
    assert story.abort_after_each_of is not None, story.name
    undisturbed = run_story(
        load_story(story.abort_after_each_of), seed=seed, templates=templates, progress=SilentProgress()
    )
    seen: dict[str, int] = {}
    for action in undisturbed.log.actions:
        seen[action] = seen.get(action, 0) + 1
        for moment_s in MOMENTS_S:
            abort = Fault(
                point="workflow.execution",
                kind=FaultKind.KILL,
                when=action,
                occurrence=seen[action],
                delay=moment_s,
            )
            name = f"{story.name}: {action} + {moment_s:g} s"
            yield replace(story, name=name, abort_after_each_of=None, faults=(*story.faults, abort))


def play_each(
    story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]], progress: Progress
) -> Iterator[Run]:
    """Plays every variant; each is a run of its own."""
    for variant in variants(story, seed=seed, templates=templates):
        yield run_story(variant, seed=seed, templates=templates, progress=progress)
