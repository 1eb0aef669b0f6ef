"""What people read of a request that the brake holds."""

from __future__ import annotations

import pytest

from cachewarden.operation.goal import Goal
from cachewarden.operation.mode import Mode
from cachewarden.requests.held_by_mode import how_to_begin


@pytest.mark.parametrize("now", [True, False])
def test_a_failover_by_hand_is_started_for_the_node_that_takes_over(now):
    told = how_to_begin(Goal.FAILED_OVER, Mode.NOTIFY, now=now)
    assert told.startswith("Start CacheWarden-FailOverAvailabilityGroups for the node that is to take over ")
    assert " for the node" not in how_to_begin(Goal.STOPPED, Mode.NOTIFY, now=now)
