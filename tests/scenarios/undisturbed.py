"""Every story as nobody disturbs it, played once a process: what it ended with, its trace, where it can be killed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.campaigns.kill_points import KillPoints, KillPointWatcher
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Undisturbed:
    """What tests read of it; the run itself would keep a whole cluster in memory."""

    complaints: tuple[str, ...]
    trace: str
    virtual_seconds: float
    points: KillPoints


@cache
def undisturbed(name: str) -> Undisturbed:
    """The story of this name, with the seed above."""
    watcher = KillPointWatcher()
    run = run_story(
        load_story(name), seed=SEED, templates=templates(), progress=SilentProgress(), prepare=watcher.follow
    )
    return Undisturbed(
        complaints=run.outcome.complaints,
        trace=run.cluster.world.trace.lines(),
        virtual_seconds=run.virtual_seconds,
        points=watcher.points_of(run),
    )
