"""How an execution's work is spread over actors: one for each attempt of a task, one for each branch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rehearsal.engines.asl import Aborted, States, TaskContext, TaskError, TaskInvoker
from rehearsal.kernel.clock import Actor, Clock, Signal

T = TypeVar("T")

_WAITING = (".sync", ".sync:2", ".waitForTaskToken")


def attempt(clock: Clock, invoke: TaskInvoker, resource: str, arguments: Any, context: TaskContext) -> Any:
    """One attempt of a task, waited for until its deadline.

    What no longer is waited for goes on: a call or a function under way can't be taken back. Only the waiting for a job
    or a token ends.
    """

    def perform() -> Any:
        try:
            return invoke(resource, arguments, context)
        except Aborted:
            return None

    left = None if context.deadline is None else max(0.0, (context.deadline - clock.now()).total_seconds())
    actor = clock.spawn(f"task {context.state}", perform, on_error=_given_up)
    try:
        return actor.join(left)
    except TimeoutError:
        if actor.error is not None:  # the invoker's own, a defect of the model
            raise
        raise TaskError(States.TIMEOUT) from None
    finally:
        if actor.alive and resource.endswith(_WAITING):
            actor.interrupt(Aborted())


def _given_up(actor: Actor, error: Exception) -> None:
    """The result of an attempt that the execution no longer waits for; a defect of the rehearsal still ends the run."""
    if not isinstance(error, TaskError):
        raise error


class BranchActors:
    """Parallel's and Map's branches as actors; the first failure ends the others."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __call__(self, branches: Sequence[Callable[[], T]], limit: int, /) -> list[T]:
        clock = self._clock
        results: list[Any] = [None] * len(branches)
        failures: list[BaseException] = []
        changed = Signal(clock)

        def run(number: int) -> None:
            try:
                results[number] = branches[number]()
            except (Exception, Aborted) as error:
                failures.append(error)
            changed.notify()

        actors: list[Actor] = []
        try:
            for number in range(len(branches)):
                while limit and sum(actor.alive for actor in actors) >= limit and not failures:
                    changed.wait()
                if failures:
                    break
                actors.append(clock.spawn(f"branch {number}", run, number))
            while any(actor.alive for actor in actors) and not failures:
                changed.wait()
        finally:
            for actor in actors:
                actor.interrupt(Aborted())
        if failures:
            raise failures[0]
        return results
