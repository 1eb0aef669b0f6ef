"""One virtual clock: every sleep, wait and duration of a run is on it.

Actors are plain synchronous functions on greenlets, switched only here, in the order (time, priority, draw, counter);
the draw comes from the run's seeded generator, so that what happens at the same instant happens in an order that
belongs to the seed. Three traps that this file takes care of [simulation#greenlets-finally]:

- a greenlet that is collected runs its `finally` blocks; so the killed are kept until `close()`, and by then whatever
  they touch of the world raises `Killed`;
- a new greenlet starts with an empty context; so `spawn` copies the caller's (the calling principal lives in it);
- no actor may be switched away inside an API call; so `unswitchable()` turns such an attempt into an error.

While a clock is active (`with clock:`), `time`, `datetime` (through time-machine, tick off) and `time.sleep` follow it.
"""

from __future__ import annotations

import contextvars
import heapq
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Any, Self

import greenlet
import time_machine

from rehearsal.kernel.stack_room import call_with_room

MICROSECONDS = 1_000_000
STEPS_AT_MOST = 1_000_000
"""Events of one run. The largest story has some ten thousand; whatever comes to this many goes round in a circle."""
NORMAL = 0
LATE = 10
"""Priority of what must see everything else of the same instant done (checks, deadlines that lose against results)."""

_switch_to = greenlet.greenlet.switch


class Killed(BaseException):
    """The actor is dead: its host lost power, its execution was stopped. Never caught by simulated code."""


class ClockError(RuntimeError):
    """The clock was used in a way that has no meaning (switching inside an API call, sleeping in a timer)."""


class ExhaustedError(RuntimeError):
    """Nothing is left to happen, and what was waited for has not happened."""


class EndlessRunError(RuntimeError):
    """More than `STEPS_AT_MOST` events happened: the run would never come to its end."""


class ActorError(RuntimeError):
    """An actor that nobody joins ended with an error: a defect of the rehearsal or of what it executes."""


class Timer:
    """A call that lies ahead. `cancel()` is idempotent and also allowed after it happened."""

    __slots__ = ("_clock", "_counted", "cancelled", "due_us", "function")

    def __init__(self, clock: Clock, due_us: int, function: Callable[[], object], counted: bool) -> None:
        self._clock = clock
        self._counted = counted
        self.due_us = due_us
        self.function = function
        self.cancelled = False

    def cancel(self) -> None:
        """Takes it off the queue; nothing happens at its time."""
        if not self.cancelled:
            self.cancelled = True
            self._retire()

    def _retire(self) -> None:
        if self._counted:
            self._counted = False
            self._clock._foreground -= 1


class Actor:
    """One cooperative task. Its result or error stays readable after its end."""

    __slots__ = (
        "_clock", "_early_error", "_finished", "_greenlet", "_joiners", "_timer", "_waiting_in", "alive", "background",
        "error", "facts", "killed", "name", "on_error", "result",
    )  # fmt: skip

    def __init__(
        self, clock: Clock, name: str, background: bool, on_error: Callable[[Actor, Exception], None] | None
    ) -> None:
        self._clock = clock
        self._greenlet: greenlet.greenlet | None = None
        self._timer: Timer | None = None
        self._waiting_in: Signal | None = None
        self._early_error: BaseException | None = None
        self._joiners = 0
        self._finished = Signal(clock)
        self.name = name
        self.background = background
        self.on_error = on_error
        self.alive = True
        self.killed = False
        self.result: Any = None
        self.error: Exception | None = None
        self.facts: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"<Actor {self.name} {'alive' if self.alive else 'killed' if self.killed else 'ended'}>"

    def join(self, timeout_s: float | None = None) -> Any:
        """Waits for the end and gives the result; raises what the actor raised, `Killed` never (see `killed`).

        Raises TimeoutError when it still runs after `timeout_s`.
        """
        self._joiners += 1
        try:
            while self.alive:
                if not self._finished.wait(timeout_s):
                    raise TimeoutError(f"{self.name} still runs after {timeout_s} s")
        finally:
            self._joiners -= 1
        if self.error is not None:
            raise self.error
        return self.result

    def kill(self) -> None:
        """Ends it where it stands: no `except`, no `finally` of it runs, as when a host loses power."""
        self._clock._kill(self)

    def interrupt(self, error: BaseException) -> None:
        """Raises `error` inside it at this instant, where it waits (a cancelled call, a request to end)."""
        self._clock._interrupt(self, error)


class Signal:
    """Something that actors wait for. Being notified carries no data: look at the world afterwards."""

    __slots__ = ("_clock", "_waiters")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiters: list[Actor] = []

    def wait(self, timeout_s: float | None = None) -> bool:
        """Sleeps until notified (True) or until `timeout_s` passed (False)."""
        return self._clock._wait(self, timeout_s)

    def notify(self) -> None:
        """Wakes all who wait now, at this instant, in an order drawn from the seed."""
        waiters, self._waiters = self._waiters, []
        for actor in waiters:
            actor._waiting_in = None
            self._clock._wake(actor, True)


class Clock:
    """Virtual time. `rng` draws the order of simultaneous events; the same seed gives the same run."""

    def __init__(self, start: datetime, rng: random.Random) -> None:
        if start.tzinfo is None:
            raise ClockError("the start needs a time zone")
        self._epoch = start.astimezone(UTC)
        self._rng = rng
        self._now_us = 0
        self._now_known = 0, self._epoch
        self._queue: list[tuple[int, int, float, int, Timer]] = []
        self._counter = 0
        self._foreground = 0
        self._hub: greenlet.greenlet | None = None
        self._has_predicate, self._deadline_us = True, 0
        """Of the `run_until` under way: whether a predicate ends it, and the instant that does."""
        self._current: Actor | None = None
        self._in_timer = False
        self._unswitchable: str | None = None
        self._actors: dict[Actor, None] = {}
        """All that haven't ended by themselves, the killed included, in order of birth."""
        self._failed: Actor | None = None
        self._traveller: Any = None
        self._travel: time_machine.travel | None = None
        self._real_sleep: Any = None
        self._closing = False
        self.steps = 0
        """Events that happened so far: the measure of a run's size."""

    # -- time ---------------------------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The virtual instant, in UTC, to the microsecond."""
        if self._now_known[0] != self._now_us:
            self._now_known = self._now_us, self._epoch + timedelta(microseconds=self._now_us)
        return self._now_known[1]

    def monotonic(self) -> float:
        """Seconds since the start of the run."""
        return self._now_us / MICROSECONDS

    def iso(self) -> str:
        """Now as AWS and our verdicts write it: `2026-02-03T04:05:06.789Z`."""
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def __enter__(self) -> Self:
        self._travel = time_machine.travel(self.now(), tick=False)
        self._traveller = self._travel.start()
        self._real_sleep = time.sleep
        virtual_sleep: Any = self.sleep
        time.sleep = virtual_sleep
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends every actor and gives real time back; the run's objects can be dropped afterwards."""
        self._closing = True
        for actor in tuple(self._actors):
            self._unwind(actor)
        self._actors.clear()
        self._queue.clear()
        if self._travel is not None and self._real_sleep is not None:
            time.sleep = self._real_sleep
            self._travel.stop()
            self._travel = self._traveller = self._real_sleep = None

    def _unwind(self, actor: Actor) -> None:
        body = actor._greenlet
        if body is None or body.dead or body is greenlet.getcurrent():
            return
        actor.killed, actor.alive = True, False
        if not body:  # never started: nothing to unwind, and throwing into it would start it
            actor._greenlet = None
            return
        self._current = actor
        body.parent = greenlet.getcurrent()
        for _ in range(20):  # a `finally` that waits again is thrown out again
            with suppress(Killed, Exception):  # what it raises no longer matters
                body.throw(Killed)
            if body.dead:
                break
        self._current = None
        actor._greenlet = None

    # -- actors -------------------------------------------------------------------------------------------------------

    @property
    def current(self) -> Actor | None:
        """The actor that runs now; None in timers and outside the run."""
        return self._current

    def check_alive(self) -> None:
        """Raises `Killed` in an actor that is dead: the world's objects call it before they do anything."""
        if self._current is not None and self._current.killed:
            raise Killed

    def spawn(
        self,
        name: str,
        function: Callable[..., Any],
        *args: Any,
        background: bool = False,
        on_error: Callable[[Actor, Exception], None] | None = None,
    ) -> Actor:
        """Starts `function(*args)` as an actor at this instant, in a copy of the caller's context.

        `background`: `run_until(None)` doesn't wait for its sleeps. `on_error`: gets its error when nobody joins it;
        without that, an error nobody joins ends the run with `ActorError`.
        """
        self.check_alive()
        actor = Actor(self, name, background, on_error)
        body = greenlet.greenlet(lambda: self._run_actor(actor, function, args))
        body.gr_context = contextvars.copy_context()
        actor._greenlet = body
        self._actors[actor] = None
        self._wake(actor, None)
        return actor

    def _run_actor(self, actor: Actor, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        try:
            actor.result = call_with_room(function, args)
        except Killed:
            actor.killed = True
        except Exception as error:
            actor.error = error
            if not actor._joiners and not self._closing:
                if actor.on_error is None:
                    self._failed = actor
                else:
                    actor.on_error(actor, error)
        actor.alive = False
        if not self._closing:
            del self._actors[actor]
            actor._greenlet = None
            actor._finished.notify()

    def _kill(self, actor: Actor) -> None:
        if not actor.alive:
            return
        actor.alive, actor.killed = False, True
        if actor._timer is not None:
            actor._timer.cancel()
            actor._timer = None
        if actor._waiting_in is not None:
            actor._waiting_in._waiters.remove(actor)
            actor._waiting_in = None
        actor._finished.notify()
        if actor is self._current:
            if self._unswitchable is not None:
                raise Killed
            self._to_hub()

    def _interrupt(self, actor: Actor, error: BaseException) -> None:
        if not actor.alive:
            return
        if actor is self._current:
            raise error
        if actor._waiting_in is not None:
            actor._waiting_in._waiters.remove(actor)
            actor._waiting_in = None
        if actor._timer is not None:
            actor._timer.cancel()
        self._wake(actor, error)

    # -- waiting ------------------------------------------------------------------------------------------------------

    def sleep(self, seconds: float) -> None:
        """Lets `seconds` pass. Outside of actors it advances the run by that long (what `time.sleep` means there)."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        actor = self._current
        if actor is None:
            if self._in_timer:
                raise ClockError("a timer can't sleep: spawn an actor")
            self.run_until(self.monotonic() + seconds)
            return
        self._refuse_unswitchable()
        self._raise_early(actor)
        due = self._now_us + round(seconds * MICROSECONDS)
        if self._nothing_until(due):
            # what the queue would have given back at once: the same draw, the same step, without two switches
            self._rng.random()
            self._counter += 1
            self.steps += 1
            self._advance_to(due)
            return
        actor._timer = self._schedule(seconds, lambda: self._resume(actor, None), NORMAL, not actor.background)
        self._to_hub()

    def _nothing_until(self, due_us: int) -> bool:
        """Nothing else happens up to that instant, it included, and no predicate could end the run before."""
        if self._has_predicate or due_us > self._deadline_us or self.steps >= STEPS_AT_MOST:
            return False
        queue = self._queue
        while queue and queue[0][4].cancelled:
            heapq.heappop(queue)
        return not queue or queue[0][0] > due_us

    def _wait(self, signal: Signal, timeout_s: float | None) -> bool:
        actor = self._current
        if actor is None:
            raise ClockError("only actors wait for signals; use run_until outside")
        self._refuse_unswitchable()
        self._raise_early(actor)
        signal._waiters.append(actor)
        actor._waiting_in = signal
        if timeout_s is not None:
            actor._timer = self._schedule(
                max(0.0, timeout_s), lambda: self._expire(actor, signal), LATE, not actor.background
            )
        return self._to_hub() is True

    def _expire(self, actor: Actor, signal: Signal) -> None:
        signal._waiters.remove(actor)
        actor._waiting_in = None
        self._resume(actor, False)

    def _wake(self, actor: Actor, value: object) -> None:
        if actor._timer is not None:
            actor._timer.cancel()
        actor._timer = self._schedule(0, lambda: self._resume(actor, value), NORMAL, True)

    @staticmethod
    def _raise_early(actor: Actor) -> None:
        """An interrupt that came before the actor's first step is raised where it first waits."""
        if actor._early_error is not None:
            error, actor._early_error = actor._early_error, None
            raise error

    def _refuse_unswitchable(self) -> None:
        self.check_alive()
        if self._unswitchable is not None:
            raise ClockError(f"switched away inside {self._unswitchable}")

    @contextmanager
    def unswitchable(self, what: str) -> Iterator[None]:
        """Makes any wait inside the block an error: `what` is being done, and must be done in one piece."""
        before, self._unswitchable = self._unswitchable, what
        try:
            yield
        finally:
            self._unswitchable = before

    def _to_hub(self) -> object:
        hub = self._hub
        if hub is None:  # only while `close` unwinds the killed
            raise Killed
        value = _switch_to(hub)
        if isinstance(value, BaseException):
            raise value
        return value

    def _resume(self, actor: Actor, value: object) -> None:
        actor._timer = None
        body = actor._greenlet
        if not actor.alive or body is None:
            return
        body.parent = greenlet.getcurrent()
        self._current, self._in_timer = actor, False
        try:
            if body:
                body.switch(value)
            else:
                if isinstance(value, BaseException):
                    actor._early_error = value
                body.switch()
        finally:
            self._current = None

    # -- the queue ----------------------------------------------------------------------------------------------------

    def call_later(
        self, seconds: float, function: Callable[[], object], *, priority: int = NORMAL, background: bool = False
    ) -> Timer:
        """Calls `function()` after `seconds`. It runs outside of any actor and can't sleep.

        `background`: `run_until(None)` doesn't wait for it (polling, schedules).
        """
        return self._schedule(seconds, function, priority, not background)

    def _schedule(self, seconds: float, function: Callable[[], object], priority: int, counted: bool) -> Timer:
        due = self._now_us + round(seconds * MICROSECONDS)
        timer = Timer(self, due, function, counted)
        if counted:
            self._foreground += 1
        self._counter += 1
        heapq.heappush(self._queue, (due, priority, self._rng.random(), self._counter, timer))
        return timer

    def run_until(self, until: Callable[[], bool] | datetime | float | None = None, *, limit_s: float = 1e9) -> None:
        """Advances the run until the predicate holds (evaluated after every event), the instant comes (datetime, or
        seconds since the start), or, for None, nothing but background work lies ahead.

        Raises ExhaustedError when a predicate doesn't come true although nothing is left or `limit_s` passed,
        EndlessRunError when the run has had `STEPS_AT_MOST` events, and ActorError with the cause when an actor ended
        with an error and no other one joins it.
        """
        if self._hub is not None:
            raise ClockError("run_until inside the run: actors sleep or wait")
        match until:
            case None:
                done: Callable[[], bool] | None = lambda: self._foreground <= 0  # noqa: E731
                deadline = self._now_us + round(limit_s * MICROSECONDS)
            case datetime():
                done, deadline = None, round((until - self._epoch) / timedelta(microseconds=1))
            case int() | float():
                done, deadline = None, round(until * MICROSECONDS)
            case _:
                done, deadline = until, self._now_us + round(limit_s * MICROSECONDS)
        self._hub = greenlet.getcurrent()
        self._has_predicate, self._deadline_us = done is not None, deadline
        try:
            self._drain(done, deadline)
        finally:
            self._hub = None

    def _drain(self, done: Callable[[], bool] | None, deadline_us: int) -> None:
        queue = self._queue
        while True:
            if done is not None and done():
                return
            while queue and queue[0][4].cancelled:
                heapq.heappop(queue)
            if not queue or queue[0][0] > deadline_us:
                if done is None:
                    self._advance_to(deadline_us)
                    return
                raise ExhaustedError(f"nothing is left to happen at {self.iso()}")
            due, _, _, _, timer = heapq.heappop(queue)
            if self.steps >= STEPS_AT_MOST:
                raise EndlessRunError(f"{STEPS_AT_MOST:,} events happened until {self.iso()}")
            if due > self._now_us:
                self._advance_to(due)
            timer.cancelled = True
            timer._retire()
            self.steps += 1
            self._in_timer = True
            try:
                timer.function()
            finally:
                self._in_timer = False
            if self._failed is not None:
                actor, self._failed = self._failed, None
                raise ActorError(f"{actor.name}: {type(actor.error).__name__}: {actor.error}") from actor.error

    def _advance_to(self, instant_us: int) -> None:
        passed = instant_us - self._now_us
        if passed > 0:
            self._now_us = instant_us
            if self._traveller is not None:
                self._traveller.shift(timedelta(microseconds=passed))
