import contextvars
import random
import time
from datetime import UTC, datetime, timedelta

import pytest

from rehearsal.kernel import clock as kernel_clock
from rehearsal.kernel.clock import ActorError, Clock, ClockError, EndlessRunError, ExhaustedError, Killed, Signal

START = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.fixture
def clock():
    with Clock(START, random.Random(1)) as made:
        yield made


def test_time_and_sleep_of_the_process_follow_the_clock(clock):
    seen = []

    def actor():
        time.sleep(90)
        seen.append(datetime.now(UTC))

    clock.spawn("a", actor)
    clock.run_until()
    assert seen == [START + timedelta(seconds=90)]
    assert time.time() == (START + timedelta(seconds=90)).timestamp()


def test_real_time_is_back_after_the_run():
    with Clock(START, random.Random(1)):
        assert datetime.now(UTC) == START
    assert datetime.now(UTC) > START + timedelta(days=30)
    assert time.sleep.__module__ == "time"


def test_the_order_of_simultaneous_events_belongs_to_the_seed():
    def order(seed):
        with Clock(START, random.Random(seed)) as clock:
            seen = []
            for name in "abcdefgh":
                clock.spawn(name, seen.append, name)
            clock.run_until()
            return "".join(seen)

    assert order(1) == order(1)
    assert len({order(seed) for seed in range(10)}) > 5


def test_join_gives_the_result_or_raises_the_error(clock):
    def fails():
        clock.sleep(1)
        raise ValueError("told to")

    def waits():
        with pytest.raises(ValueError, match="told to"):
            clock.spawn("fails", fails).join()
        return clock.spawn("works", lambda: 42).join()

    actor = clock.spawn("waits", waits)
    clock.run_until()
    assert actor.result == 42


def test_an_error_that_nobody_waits_for_ends_the_run(clock):
    def fails():
        raise ValueError("told to")

    clock.spawn("fails", fails)
    with pytest.raises(ActorError, match="fails: ValueError: told to"):
        clock.run_until()


def test_join_with_a_timeout_gives_up_without_hurting_the_actor(clock):
    slow = clock.spawn("slow", clock.sleep, 10)

    def waits():
        with pytest.raises(TimeoutError):
            slow.join(3)
        return clock.monotonic()

    waiter = clock.spawn("waits", waits)
    clock.run_until()
    assert waiter.result == 3
    assert not slow.killed


def test_a_killed_actor_runs_nothing_more_not_even_finally(clock):
    seen = []

    def actor():
        try:
            clock.sleep(10)
        finally:
            seen.append("finally")

    victim = clock.spawn("victim", actor)
    clock.call_later(5, victim.kill)
    joined = clock.spawn("joins", victim.join)
    clock.run_until(20.0)
    assert victim.killed
    assert not victim.alive
    assert not joined.alive
    assert seen == []


def test_the_dead_can_do_nothing_when_they_are_buried():
    seen = []
    clock = Clock(START, random.Random(1))
    with clock:

        def actor():
            try:
                clock.sleep(10)
            finally:
                clock.check_alive()
                seen.append("a dead one acted")

        victim = clock.spawn("victim", actor)
        clock.call_later(5, victim.kill)
        clock.run_until(20.0)
    assert seen == []


def test_an_actor_can_kill_itself(clock):
    seen = []

    def actor():
        clock.current.kill()
        seen.append("survived")

    victim = clock.spawn("victim", actor)
    clock.run_until()
    assert victim.killed
    assert seen == []


def test_an_interrupt_is_raised_where_the_actor_waits_and_before_its_first_step_too(clock):
    class Stop(BaseException):
        pass

    seen = []

    def actor(name):
        try:
            clock.sleep(100)
        except Stop:
            seen.append((name, clock.monotonic()))

    first = clock.spawn("first", actor, "first")
    clock.call_later(5, lambda: first.interrupt(Stop()))
    clock.spawn("second", actor, "second").interrupt(Stop())
    clock.run_until()
    assert sorted(seen) == [("first", 5.0), ("second", 0.0)]


def test_an_actor_carries_the_context_it_was_spawned_in(clock):
    variable = contextvars.ContextVar("variable", default="nobody")
    seen = []
    token = variable.set("somebody")
    clock.spawn("a", lambda: seen.append(variable.get()))
    variable.reset(token)
    clock.spawn("b", lambda: seen.append(variable.get()))
    clock.run_until()
    assert sorted(seen) == ["nobody", "somebody"]


def test_a_signal_wakes_all_who_wait_and_a_wait_can_time_out(clock):
    signal = Signal(clock)
    seen = []

    def waits(seconds):
        seen.append((signal.wait(seconds), clock.monotonic()))

    clock.spawn("short", waits, 2)
    clock.spawn("long", waits, None)
    clock.call_later(5, signal.notify)
    clock.run_until(10.0)
    assert seen == [(False, 2.0), (True, 5.0)]


def test_a_notification_wins_over_a_timeout_of_the_same_instant():
    for seed in range(20):
        with Clock(START, random.Random(seed)) as clock:
            signal = Signal(clock)
            actor = clock.spawn("waits", signal.wait, 5)
            clock.call_later(5, signal.notify)
            clock.run_until(10.0)
            assert actor.result is True


def test_nobody_is_switched_away_inside_a_call_that_must_be_whole(clock):
    def actor():
        with clock.unswitchable("ec2:StopInstances"):
            clock.sleep(1)

    clock.spawn("a", actor)
    with pytest.raises(ActorError, match="ec2:StopInstances"):
        clock.run_until()


def test_a_timer_that_sleeps_is_a_mistake(clock):
    clock.call_later(1, lambda: clock.sleep(1))
    with pytest.raises(ClockError):
        clock.run_until()


def test_the_run_ends_when_only_background_work_is_left(clock):
    def tick():
        clock.call_later(60, tick, background=True)

    tick()
    clock.call_later(100, lambda: None)
    clock.run_until()
    assert clock.monotonic() == 100


def test_waiting_for_what_never_comes_says_so(clock):
    with pytest.raises(ExhaustedError):
        clock.run_until(lambda: False)


def test_a_cancelled_timer_does_nothing_and_holds_nobody_up(clock):
    seen = []
    timer = clock.call_later(50, lambda: seen.append("timer"))
    timer.cancel()
    timer.cancel()
    clock.run_until()
    assert seen == []
    assert clock.monotonic() == 0


def test_killed_is_no_exception_that_code_under_rehearsal_could_catch():
    assert not issubclass(Killed, Exception)


@pytest.mark.parametrize("pause_s", [0, 1])
def test_a_run_that_goes_round_in_a_circle_ends_at_its_limit_of_events(clock, monkeypatch, pause_s):
    monkeypatch.setattr(kernel_clock, "STEPS_AT_MOST", 1_000)

    def circle():
        while True:
            clock.sleep(pause_s)

    clock.spawn("circle", circle)
    with pytest.raises(EndlessRunError, match="1,000 events happened until 2026-02-03T"):
        clock.run_until(100_000.0)
