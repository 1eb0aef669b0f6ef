"""Runs a story on a cluster of its own, from its first step until nothing is under way any more."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rehearsal.kernel.clock import EndlessRunError
from rehearsal.scenarios.cluster import Cluster, build_cluster, configure_online_builds, install_hosts
from rehearsal.scenarios.steps import Overlaps, perform
from rehearsal.scenarios.story import Step, Story, load_story
from rehearsal.simulation.deployed_points import check_against
from rehearsal.simulation.expectation import mismatches
from rehearsal.simulation.fault_injection import FaultInjection
from rehearsal.simulation.idle import record_limit, run_until_idle
from rehearsal.simulation.invariants.watch import Watch
from rehearsal.simulation.outcome import Outcome
from rehearsal.simulation.progress import Progress
from rehearsal.simulation.recorder import Recorder
from rehearsal.simulation.unsafe_states import leases_left_owned, nodes_left_down, unsafe_states
from rehearsal.simulation.workflow_log import WORKFLOW, WorkflowLog
from rehearsal.world.settings import Settings

UNTIL_SWEPT_S = 1800
"""A node that is down at a story's end is brought back by its boot task, which repeats every 15 minutes, or told of by
the sweep, which begins as often, and calls the janitor where an execution ended and nobody cleared up. A message that
was overtaken is corrected as soon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run that is over. `begins_at`: index of the first trace event that belongs to the story itself."""

    story: Story
    seed: int
    cluster: Cluster
    log: WorkflowLog
    recorder: Recorder
    outcome: Outcome
    begins_at: int
    began_s: float
    ended_s: float

    @property
    def virtual_seconds(self) -> float:
        """From the story's first step to the end of all that followed."""
        return self.ended_s - self.began_s


def run_story(
    story: Story,
    *,
    seed: int,
    templates: Mapping[str, Mapping[str, Any]],
    progress: Progress,
    settings: Settings | None = None,
    prepare: Callable[[Cluster], None] | None = None,
) -> Run:
    """Runs it to its end, or to its limit of hours or events, which makes it unsafe.

    `prepare` gets the cluster as the story begins.
    """
    with _without_collector():
        return _run(story, seed, templates, progress, settings or Settings(), prepare)


_frozen: list[bool] = []
"""Whether this process has frozen what its first run loaded."""


@contextmanager
def _without_collector() -> Iterator[None]:
    """Python's cyclic collector walks every loaded grammar and template again and again: a quarter of a run's time.

    What the first run of a process has loaded is frozen out of its sight; a single run's garbage is small.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not _frozen:
            gc.freeze()
            _frozen.append(True)
        if was_enabled:
            gc.enable()


def _run(
    story: Story,
    seed: int,
    templates: Mapping[str, Mapping[str, Any]],
    progress: Progress,
    settings: Settings,
    prepare: Callable[[Cluster], None] | None,
) -> Run:
    cluster = build_cluster(story, seed=seed, templates=templates, settings=settings)
    clock = cluster.world.clock
    cluster.world.faults.enabled = False  # until the story begins
    with clock, cluster.account:
        configure_online_builds(cluster)
        install_hosts(cluster, templates)
        check_against(cluster, WORKFLOW)
        log = WorkflowLog(cluster.world)
        external_faults = FaultInjection(cluster, WORKFLOW)
        overlaps = Overlaps(cluster, WORKFLOW)
        cluster.account.machines.observers += [log.observe, external_faults.observe, overlaps.observe]
        watch = Watch(cluster)
        recorder = Recorder(cluster)
        cluster.world.observers += [watch.look, recorder.look]
        if story.after is not None:
            for step in load_story(story.after).steps:
                perform(cluster, step)
                run_until_idle(cluster, story, progress, share=(0.0, 0.0))
            log.forget()
        begins_at, began_s = len(cluster.world.trace.events), clock.monotonic()
        cluster.world.faults.begin()
        external_faults.begin()
        if prepare is not None:
            prepare(cluster)
        try:
            for number, step in enumerate(story.steps):
                if step.overlaps:
                    continue
                overlaps.plan(_overlapping(story, number))
                perform(cluster, step)
                share = (number / len(story.steps), (number + 1) / len(story.steps))
                run_until_idle(cluster, story, progress, share=share, also_busy=overlaps.waits)
            overlaps.end()
            if any(nodes_left_down(cluster, log)) or any(leases_left_owned(cluster)) or watch.unsettled:
                clock.sleep(UNTIL_SWEPT_S)
                run_until_idle(cluster, story, progress, share=(1.0, 1.0))
        except EndlessRunError as error:
            record_limit(cluster, str(error))
        outcome = Outcome(
            violations=watch.violations,
            mismatches=tuple(mismatches(cluster, log)),
            unsafe_states=tuple(unsafe_states(cluster, log)),
        )
        return Run(
            story=story,
            seed=seed,
            cluster=cluster,
            log=log,
            recorder=recorder,
            outcome=outcome,
            begins_at=begins_at,
            began_s=began_s,
            ended_s=clock.monotonic() if log.last is None else log.last.at_s,
        )


def _overlapping(story: Story, number: int) -> tuple[Step, ...]:
    """The steps after this one that don't wait for its end."""
    return tuple(takewhile(lambda step: step.overlaps, story.steps[number + 1 :]))
