"""Runs that differ in one fault or one fact share what comes before it: the process forks where each is due.

A run with a fault is, up to the instant at which that is due, the run without it: same seed, same order, same world. So
one run, the trunk, offers all faults. Where one is due a child process takes it and goes on to its own end; the trunk
doesn't, and goes on without. An uncertain fact is due where the world asks for it the first time.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from rehearsal.faults import fault_text
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Story
from rehearsal.simulation.deployed_points import check_fault
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.simulation.workflow_log import WORKFLOW
from rehearsal.world.settings import Settings
from rehearsal.world.uncertain_facts import listen, turn

T = TypeVar("T")
CAN_FORK = hasattr(os, "fork")


class BranchError(Exception):
    """A branch ended without a result: its run broke down, or its process died."""


def can_branch(fault: Fault) -> bool:
    """Whether there is an instant at which it is due; an external one without `when` is there from the beginning."""
    return CAN_FORK and (fault.when is not None or not point_called(fault.point).external)


def run_branches(
    story: Story,
    faults: Sequence[Fault],
    judge: Callable[[Run], T],
    *,
    seed: int,
    templates: Mapping[str, Mapping[str, Any]],
    settings: Settings | None = None,
    at_once: int = 1,
) -> list[T]:
    """What `judge` says of the story with each of the faults alone, in their order. It can be pickled.

    `at_once`: how many branches run while the trunk goes on or waits. A fault whose place is never reached is judged by
    the trunk's own run. Raises `BranchError`, or what the trunk itself raises.
    """
    forks = _Forks(at_once)

    def offer(cluster: Cluster) -> None:
        for fault in faults:
            check_fault(cluster, WORKFLOW, fault)
        cluster.world.faults.offer(faults, forks.takes)

    run, ended = forks.play(
        lambda: run_story(
            story, seed=seed, templates=templates, progress=SilentProgress(), settings=settings, prepare=offer
        ),
        judge,
    )
    return [ended[id(fault)] if id(fault) in ended else _judged(run, fault, judge) for fault in faults]


def run_turned(
    story: Story,
    facts: Sequence[str],
    judge: Callable[[Run], T],
    *,
    seed: int,
    templates: Mapping[str, Mapping[str, Any]],
    at_once: int = 1,
) -> list[T]:
    """What `judge` says of the story with each of the facts alone, in their order: each another value than the story's.

    An empty text stands for the story as it is, and so ends a fact that the world never asks for. Raises as
    `run_branches`.
    """
    forks, settings = _Forks(at_once), Settings()
    offered: dict[str, list[str]] = {}
    for fact in filter(None, facts):
        offered.setdefault(fact.partition("=")[0], []).append(fact)

    def read(name: str) -> None:
        for fact in () if forks.in_branch else offered.pop(name, ()):
            if forks.forks(fact, fact):
                turn(settings, fact)
                return

    def play() -> Run:
        listen(settings, read)
        run = run_story(story, seed=seed, templates=templates, progress=SilentProgress(), settings=settings)
        # Whoever judges the run may read what the world never asked for.
        offered.clear()
        return run

    run, ended = forks.play(play, judge)
    return [ended[fact] if fact in ended else judge(run) for fact in facts]


def _judged(run: Run, fault: Fault, judge: Callable[[Run], T]) -> T:
    """Of a fault that was planned in vain."""
    faults = run.cluster.world.faults
    planned = faults.planned
    faults.planned = (*planned, fault)
    try:
        return judge(run)
    finally:
        faults.planned = planned


class _Forks:
    """The branches of one trunk: each a child process that ends with one pickled answer in a pipe."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._running: list[tuple[Hashable, str, int, int]] = []
        """What sets it apart, for us and for people; process id, the pipe's end to read from; the oldest first."""
        self._ended: dict[Hashable, Any] = {}
        self._writes_to: int | None = None

    @property
    def in_branch(self) -> bool:
        """Whether this process is one of the branches."""
        return self._writes_to is not None

    def play(self, story: Callable[[], Run], judge: Callable[[Run], T]) -> tuple[Run, dict[Hashable, T]]:
        """The trunk's run, and what `judge` says of the branches'; a branch ends in here."""
        try:
            run = story()
            if self.in_branch:
                self.end_branch(judge(run))
        except BaseException as error:
            if self.in_branch:
                self.end_branch(BranchError(f"{type(error).__name__}: {error.__cause__ or error}"))
            self.gather()
            raise
        return run, self.gather()

    def takes(self, fault: Fault) -> bool:
        """Whether this process goes on with the fault."""
        return self.forks(id(fault), fault_text(fault))

    def forks(self, branch: Hashable, told: str) -> bool:
        """Forks: true in the branch, false in the trunk."""
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            self._writes_to = writes
            return True
        os.close(writes)
        self._running.append((branch, told, child, reads))
        while len(self._running) >= self._at_once:
            self._await_oldest()
        return False

    def end_branch(self, answer: object) -> NoReturn:
        """Nothing of what the trunk's process would do at its end happens in a branch."""
        assert self._writes_to is not None
        with os.fdopen(self._writes_to, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)

    def gather(self) -> dict[Hashable, Any]:
        """The answers by what sets their branch apart, once all have ended. Raises `BranchError` for a bad one."""
        while self._running:
            self._await_oldest()
        for answer in self._ended.values():
            if isinstance(answer, BranchError):
                raise answer
        return self._ended

    def _await_oldest(self) -> None:
        branch, told, child, reads = self._running.pop(0)
        with os.fdopen(reads, "rb") as pipe:
            answer = pipe.read()
        _, status = os.waitpid(child, 0)
        died = BranchError(f"the process of {told} died with status {status}")
        self._ended[branch] = pickle.loads(answer) if status == 0 and answer else died
