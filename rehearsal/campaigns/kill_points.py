"""What an undisturbed run passes: every state of its executions, every statement of its scripts that changes something.

Where to kill is read from here, so that a new state or a new change is killed at by being there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.stepfunctions.service import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.kernel.clock import Actor
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

STATEMENT = "process.statement"
CHANGING = ("files.write", "storage.", "sql.statement", "service.", "task.start")
"""Points that are asked before something changes; a checkpoint tells of the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateVisit:
    """The `occurrence`-th visit of a state of a machine; `works`: it is a task, and may have had an effect."""

    machine: str
    state: str
    occurrence: int
    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The `occurrence`-th time that a node runs this line of a script."""

    node: str
    script: str
    line: int
    occurrence: int


class KillPoints:
    """Listens to one run. `states` and `statements` are in the order in which they were passed."""

    def __init__(self) -> None:
        self._visits: dict[StateVisit, None] = {}
        self._changing: dict[Statement, None] = {}
        self._state_counts: dict[tuple[str, str], int] = {}
        self._line_counts: dict[tuple[str, str, int], int] = {}
        self._running: dict[Actor, Statement] = {}
        self._cluster: Cluster | None = None

    @property
    def states(self) -> tuple[StateVisit, ...]:
        """All visits."""
        return tuple(self._visits)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Those that changed something."""
        return tuple(self._changing)

    def follow(self, cluster: Cluster) -> None:
        """Listens from now on: the story is about to begin."""
        self._cluster = cluster
        cluster.world.faults.asks_statements = True
        cluster.world.faults.observers.append(self._asked)
        cluster.world.observers.append(self._changed)
        cluster.account.machines.observers.append(self._entered)

    def _entered(self, record: ExecutionRecord, event: Event) -> None:
        if not event.type.endswith("StateEntered") or event.state is None:
            return
        key = record.machine.name, event.state
        self._state_counts[key] = self._state_counts.get(key, 0) + 1
        works = event.type.startswith("Task")
        visit = StateVisit(machine=key[0], state=key[1], occurrence=self._state_counts[key], works=works)
        self._visits[visit] = None

    def _asked(self, point: str, context: Mapping[str, Any]) -> None:
        if point != STATEMENT:
            if point.startswith(CHANGING):
                self._note()
            return
        key = context["node"], context["script"], context["line"]
        self._line_counts[key] = self._line_counts.get(key, 0) + 1
        actor = self._actor()
        if actor is not None:
            self._running[actor] = Statement(node=key[0], script=key[1], line=key[2], occurrence=self._line_counts[key])

    def _changed(self, kind: str, facts: Mapping[str, Any]) -> None:
        self._note()

    def _note(self) -> None:
        """Whoever runs now has changed something: the statement that he is at is a changing one."""
        actor = self._actor()
        if actor is not None and actor in self._running:
            self._changing[self._running[actor]] = None

    def _actor(self) -> Actor | None:
        assert self._cluster is not None
        return self._cluster.world.clock.current


def kill_points_of(story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]]) -> KillPoints:
    """Plays the story undisturbed."""
    kill_points = KillPoints()
    run_story(story, seed=seed, templates=templates, progress=SilentProgress(), prepare=kill_points.follow)
    return kill_points


def kills_at_states(kill_points: KillPoints) -> Iterator[Fault]:
    """The execution is aborted as it enters each state, and as it leaves each task."""
    for visit in kill_points.states:
        for moment in ("entered", "left") if visit.works else ("entered",):
            yield Fault(
                point=f"state.{visit.state}",
                kind=FaultKind.KILL,
                where={"machine": visit.machine, "moment": moment},
                occurrence=visit.occurrence,
            )


def kills_at_statements(kill_points: KillPoints) -> Iterator[Fault]:
    """The script is killed before each changing statement, and when it is done."""
    for statement in kill_points.statements:
        for after in (0.0, 1.0):
            yield Fault(
                point=STATEMENT,
                kind=FaultKind.KILL,
                where={"node": statement.node, "script": statement.script, "line": statement.line},
                occurrence=statement.occurrence,
                after=after,
            )
