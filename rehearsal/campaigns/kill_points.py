"""Where a run can be killed: its states, its actions, and the statements of its scripts that change something.

They are read from a run of the story, so that a new state, action or change is killed at because it is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.kernel.clock import Actor
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.world import World

STATEMENT = "process.statement"
CHANGING = ("files.write", "storage.", "sql.statement", "service.", "task.start")
"""Fault points that are reached before something changes; every other change makes a checkpoint."""
ABORT_DELAYS_S = (0.2, 5.0)
"""Seconds into an action's state: its document is being started; it works, and its result isn't known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateVisit:
    """The `occurrence`-th visit of a state of a machine; `works`: it is a task, and may have had an effect."""

    machine: str
    state: str
    occurrence: int
    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The `occurrence`-th time that a node runs this line of a script; `function`: the one that the line is in."""

    node: str
    script: str
    function: str
    line: int
    occurrence: int

    @property
    def where(self) -> dict[str, Any]:
        """As a fault says it."""
        return {"node": self.node, "script": self.script, "function": self.function, "line": self.line}


@dataclass(frozen=True, slots=True, kw_only=True)
class KillPoints:
    """All of one run, each in the order of the run. `statements`: those that changed something."""

    states: tuple[StateVisit, ...]
    actions: tuple[str, ...]
    statements: tuple[Statement, ...]


def kill_points_of(story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]]) -> KillPoints:
    """Runs the story once."""
    watcher = KillPointWatcher()
    run = run_story(story, seed=seed, templates=templates, progress=SilentProgress(), prepare=watcher.follow)
    return watcher.points_of(run)


def kills_at_states(points: KillPoints) -> Iterator[Fault]:
    """The execution is aborted as it enters each state, and as it leaves each task."""
    for visit in points.states:
        for moment in ("entered", "left") if visit.works else ("entered",):
            yield Fault(
                point=f"state.{visit.state}",
                kind=FaultKind.KILL,
                where={"machine": visit.machine, "moment": moment},
                occurrence=visit.occurrence,
            )


def kills_at_actions(points: KillPoints) -> Iterator[Fault]:
    """The workflow's execution is aborted in the middle of each action."""
    seen: dict[str, int] = {}
    for action in points.actions:
        seen[action] = seen.get(action, 0) + 1
        for delay_s in ABORT_DELAYS_S:
            yield Fault(
                point="workflow.execution", kind=FaultKind.KILL, when=action, occurrence=seen[action], delay=delay_s
            )


def kills_at_statements(points: KillPoints) -> Iterator[Fault]:
    """The script is killed before each changing statement, and when it is done."""
    for statement in points.statements:
        for after in (0.0, 1.0):
            yield Fault(
                point=STATEMENT,
                kind=FaultKind.KILL,
                where=statement.where,
                occurrence=statement.occurrence,
                after=after,
            )


class StatementWatcher:
    """Observes the scripts of one world from now on: which of their statements changed something, in order."""

    def __init__(self, world: World) -> None:
        self._changing: dict[Statement, None] = {}
        self._line_counts: dict[tuple[str, str, str, int], int] = {}
        self._running: dict[Actor, Statement] = {}
        self._world = world
        world.faults.watches_statements = True
        world.faults.observers.append(self._reached)
        world.observers.append(self._changed)

    @property
    def changing(self) -> tuple[Statement, ...]:
        """Until now."""
        return tuple(self._changing)

    def _reached(self, point: str, context: Mapping[str, Any]) -> None:
        if point != STATEMENT:
            if point.startswith(CHANGING):
                self._note_change()
            return
        key = context["node"], context["script"], context["function"], context["line"]
        self._line_counts[key] = self._line_counts.get(key, 0) + 1
        actor = self._world.clock.current
        if actor is not None:
            node, script, function, line = key
            self._running[actor] = Statement(
                node=node, script=script, function=function, line=line, occurrence=self._line_counts[key]
            )

    def _changed(self, kind: str, facts: Mapping[str, Any]) -> None:
        self._note_change()

    def _note_change(self) -> None:
        """The actor that runs now has changed something: the statement that it is at is a changing one."""
        actor = self._world.clock.current
        if actor is not None and actor in self._running:
            self._changing[self._running[actor]] = None


class KillPointWatcher:
    """Observes one run, and changes nothing of it. Its dictionary is an ordered set.

    `statements`: those of scripts, too, which costs as much as to run them.
    """

    def __init__(self, *, statements: bool = True) -> None:
        self._watches_statements = statements
        self._states: dict[StateVisit, None] = {}
        self._state_counts: dict[tuple[str, str], int] = {}
        self._statements: StatementWatcher | None = None

    def points_of(self, run: Run) -> KillPoints:
        """Of this run, which is over and was followed."""
        statements = () if self._statements is None else self._statements.changing
        return KillPoints(states=tuple(self._states), actions=run.log.actions, statements=statements)

    def follow(self, cluster: Cluster) -> None:
        """Observes from now on: the story is about to begin."""
        if self._watches_statements:
            self._statements = StatementWatcher(cluster.world)
        cluster.account.machines.observers.append(self._entered)

    def _entered(self, record: ExecutionRecord, event: Event) -> None:
        if not event.type.endswith("StateEntered") or event.state is None:
            return
        key = record.machine.name, event.state
        self._state_counts[key] = self._state_counts.get(key, 0) + 1
        works = event.type.startswith("Task")
        visit = StateVisit(machine=key[0], state=key[1], occurrence=self._state_counts[key], works=works)
        self._states[visit] = None
