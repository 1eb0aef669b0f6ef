"""Where a story's CPU goes, layer by layer: `cachewarden rehearse STORY --profile`."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.scenarios.story import Story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

LAYERS = (
    ("PowerShell engine", "/rehearsal/engines/powershell/"),
    ("state machines (ASL, JSONata)", "/rehearsal/engines/asl/"),
    ("JSONata library", "/jsonata/"),
    ("T-SQL engine", "/rehearsal/engines/tsql/"),
    ("world: storage", "/rehearsal/world/storage/"),
    ("world: SQL Server", "/rehearsal/world/sql/"),
    ("world: Windows, EC2", "/rehearsal/world/"),
    ("AWS account", "/rehearsal/aws/"),
    ("Automation engine", "/rehearsal/engines/automation/"),
    ("invariants", "/rehearsal/simulation/invariants/"),
    ("report", "/rehearsal/report/"),
    ("clock, trace, stories", "/rehearsal/"),
    ("Lambda handlers and domain", "/lambdas/"),
    ("moto and botocore", "/moto/"),
    ("moto and botocore", "/botocore/"),
    ("Powertools", "/aws_lambda_powertools/"),
)
"""Layer and the part of the path that says so; the first that fits."""
REST = "Python and other libraries"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerProfile:
    """`cpu_seconds`: one warm run, measured without the profiler; `shares`: layer → share of the profiled time."""

    cpu_seconds: float
    shares: Mapping[str, float]
    api_calls: Mapping[str, int]


def profile(story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]]) -> LayerProfile:
    """Runs the story three times: to warm up, to measure, and under the profiler."""

    def once() -> Run:
        return run_story(story, seed=seed, templates=templates, progress=SilentProgress())

    once()
    began = time.process_time()
    run = once()
    cpu_seconds = time.process_time() - began
    profiler = cProfile.Profile()
    profiler.runcall(once)
    return LayerProfile(
        cpu_seconds=cpu_seconds,
        shares=_shares(pstats.Stats(profiler)),
        api_calls={name: count.calls for name, count in sorted(run.cluster.account.api_calls.items())},
    )


def _shares(stats: pstats.Stats) -> dict[str, float]:
    spent: dict[str, float] = {}
    for (path, _, _), (_, _, own_seconds, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        spent[_layer(path)] = spent.get(_layer(path), 0.0) + own_seconds
    total = sum(spent.values())
    ordered = sorted(spent.items(), key=lambda pair: pair[1], reverse=True)
    return {layer: seconds / total for layer, seconds in ordered}


def _layer(path: str) -> str:
    unified = path.replace("\\", "/")
    return next((layer for layer, part in LAYERS if part in unified), REST)


def lines(found: LayerProfile) -> list[str]:
    """The profile as text."""
    shown = [f"CPU of one run after imports: {found.cpu_seconds:.2f} s"]
    shown += [f"  {share:6.1%}  {layer}" for layer, share in found.shares.items()]
    shown.append(f"AWS calls: {sum(found.api_calls.values())}")
    shown += [f"  {calls:6}  {name}" for name, calls in found.api_calls.items()]
    return shown
