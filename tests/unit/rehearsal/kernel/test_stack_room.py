"""Calls at any depth cost no fresh memory in a loop."""

from __future__ import annotations

import random
import resource
from datetime import UTC, datetime

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.stack_room import call_with_room

TURNS = 300
DEPTHS = 400
"""Frames of about 100 bytes: some of these depths are at the end of a chunk of 16 KiB."""


def outer() -> None:
    middle()


def middle() -> None:
    inner()


def inner() -> None:
    """The deepest."""


def at_depth(depth: int) -> None:
    if depth:
        at_depth(depth - 1)
        return
    for _ in range(TURNS):
        outer()


def at_every_depth() -> None:
    for depth in range(DEPTHS):
        at_depth(depth)


def page_faults() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def test_no_depth_maps_memory_at_every_turn():
    before = page_faults()
    call_with_room(at_every_depth, ())
    assert page_faults() - before < TURNS


def test_actors_begin_with_room():
    with Clock(datetime(2026, 1, 1, tzinfo=UTC), random.Random(1)) as clock:
        clock.spawn("deep", at_every_depth)
        before = page_faults()
        clock.run_until(None)
        assert page_faults() - before < TURNS


def test_the_call_returns_what_the_function_returns_and_raises_what_it_raises():
    assert call_with_room(divmod, (7, 2)) == (3, 1)
    try:
        call_with_room(divmod, (7, 0))
    except ZeroDivisionError as error:
        assert error.__traceback__ is not None
    else:
        raise AssertionError("it raised nothing")
