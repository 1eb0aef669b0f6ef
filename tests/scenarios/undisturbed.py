"""Every story undisturbed, played once a process: what it ended with, its trace, where it can be killed.

The checks judge the same plays: what IAM saw of each is kept for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO

from rich.console import Console

from checks.policies.story_calls import SEED, calls_of_run
from checks.policies.story_calls_kept import content_hash, keep
from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.campaigns.kill_points import KillPoints, KillPointWatcher
from rehearsal.report.metrics import Metrics, metrics_of
from rehearsal.report.summary import print_summary
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from tests.campaigns import WHOLE

__all__ = ["SEED", "SMALLER", "Undisturbed", "undisturbed"]

SMALLER: Mapping[str, Mapping[str, int]] = (
    {} if WHOLE else {"many-groups": {"further_groups": 9, "further_databases": 25}}
)
"""Stories of a minute of CPU, and what is less of them in the suite; `make campaigns`, `cachewarden check` play all."""

KILLED_AT_STATEMENTS = frozenset({"stop-and-return", "dirty-stop"})
"""Stories whose scripts' statements are watched, too: those that test_kill_everywhere.py kills at."""

AS_IMPORTED = content_hash({})
"""The sources that this process plays; a play isn't kept for files that were edited since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undisturbed:
    """What tests read of it; the run itself would keep a whole cluster in memory."""

    complaints: tuple[str, ...]
    trace: str
    virtual_seconds: float
    metrics: Metrics
    summary: str
    points: KillPoints
    """Its statements only of the stories that are killed at them."""


@cache
def undisturbed(name: str) -> Undisturbed:
    """The story of this name, with the checks' seed."""
    watcher = KillPointWatcher(statements=name in KILLED_AT_STATEMENTS)
    story = replace(load_story(name), **SMALLER.get(name, {}))
    run = run_story(story, seed=SEED, templates=templates(), progress=SilentProgress(), prepare=watcher.follow)
    if content_hash({}) == AS_IMPORTED and name not in SMALLER:
        calls = calls_of_run(name, run, complaints=run.outcome.complaints)
        keep(calls, content=content_hash(templates()))
    return Undisturbed(
        complaints=run.outcome.complaints,
        trace=run.cluster.world.trace.lines(),
        virtual_seconds=run.virtual_seconds,
        metrics=metrics_of(run),
        summary=_summary(run),
        points=watcher.points_of(run),
    )


def _summary(run: Run) -> str:
    shown = StringIO()
    print_summary(Console(file=shown, width=120), run, wall_seconds=None)
    return shown.getvalue()
