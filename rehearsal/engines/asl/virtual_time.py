"""Virtual time for a machine without a simulation around it: nothing waits, branches take turns as their sleeps end."""

import heapq
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import greenlet

T = TypeVar("T")


class VirtualTime:
    """Clock and branch runner in one; what is due at the same instant happens in the order of its scheduling."""

    def __init__(self, start: datetime) -> None:
        self._now = start
        self._due: list[tuple[datetime, int, greenlet.greenlet]] = []
        self._count = 0
        self._hub = greenlet.getcurrent()

    def run(self, function: Callable[[], T]) -> T:
        """Calls `function`, which may sleep and run branches, to its end. Raises what it raises."""
        self._hub = greenlet.getcurrent()
        whole = greenlet.greenlet(function)
        result: T = whole.switch()
        while not whole.dead:
            self._now, _, sleeper = heapq.heappop(self._due)
            if not sleeper.dead:
                result = sleeper.switch()
        return result

    def now(self) -> datetime:
        return self._now

    def sleep(self, seconds: float, /) -> None:
        """Runs the other branches until then."""
        self._wake(greenlet.getcurrent(), seconds)
        self._hub.switch()

    def run_branches(self, branches: Sequence[Callable[[], T]], limit: int, /) -> list[T]:
        """As BranchRunner says; a failure is reported after everything else that is due at its instant."""
        caller = greenlet.getcurrent()
        results: dict[int, Any] = {}
        failures: list[Exception] = []
        running: dict[int, greenlet.greenlet] = {}

        def run(index: int) -> None:
            try:
                results[index] = branches[index]()
            except Exception as failure:
                failures.append(failure)
            del running[index]
            self._wake(caller, 0)

        waiting = list(range(len(branches)))
        try:
            while (waiting or running) and not failures:
                while waiting and (not limit or len(running) < limit):
                    index = waiting.pop(0)
                    running[index] = greenlet.greenlet(lambda index=index: run(index), self._hub)
                    self._wake(running[index], 0)
                self._hub.switch()
        finally:
            for branch in tuple(running.values()):
                branch.parent = caller
                branch.throw(greenlet.GreenletExit)
        if failures:
            raise failures[0]
        return [results[index] for index in range(len(branches))]

    def _wake(self, sleeper: greenlet.greenlet, seconds: float) -> None:
        self._count += 1
        heapq.heappush(self._due, (self._now + timedelta(seconds=seconds), self._count, sleeper))
