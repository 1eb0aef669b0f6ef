"""Campaigns: tests that try many places, values or draws. The suite runs a fixed part of each, `make campaigns` all.

`@pytest.mark.campaign(suite=3)` says how many of a test's cases the suite runs (without a number none: what they try is
tried there by others); `part` and `examples` draw from what a test goes through itself. `CAMPAIGNS=whole` in the
environment runs all.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

WHOLE = os.environ.get("CAMPAIGNS") == "whole"


def part(every: Iterable[T], size: int, *, of: str) -> list[T]:
    """All of them in the campaign; in the suite `size`, drawn with the campaign's name as seed, in their order."""
    found = list(every)
    if WHOLE or size >= len(found):
        return found
    return [found[index] for index in sorted(random.Random(of).sample(range(len(found)), size))]


def examples(whole: int) -> int:
    """How many Hypothesis draws: in the suite a fifth of the campaign's."""
    return whole if WHOLE else whole // 5


def cases_of_the_suite(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """What is run, and what is left to the campaigns."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("campaign"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left: set[pytest.Item] = set()
    for name, those in cases.items():
        mark = those[0].get_closest_marker("campaign")
        assert mark is not None
        assert not mark.args and mark.kwargs.keys() <= {"suite"}, f"{name}: campaign(suite=N), or campaign"
        left |= {*those} - {*part(those, mark.kwargs.get("suite", 0), of=name)}
    return [item for item in items if item not in left], [item for item in items if item in left]
