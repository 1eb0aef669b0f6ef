"""A decision on many Availability Groups: what it costs grows with their number, never with its square."""

import sys
from types import FrameType
from typing import Any

import pytest

from benchmarks.deciding import decided, steps

FEW, MANY = 20, 80


def calls_of(name: str, groups: int) -> int:
    """Calls of Python's and built-in functions in one decision: the same on every machine, unlike time."""
    step, calls = steps(groups)[name], 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    decided(step)
    sys.setprofile(count)
    try:
        decided(step)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", steps(1))
def test_four_times_the_groups_cost_at_most_four_times_as_much(name):
    assert calls_of(name, MANY) <= calls_of(name, FEW) * MANY / FEW
