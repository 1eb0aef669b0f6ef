"""That Windows never came up since the start is proven from outside, or the node isn't stopped."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.never_booted import MayHaveBootedError, RunFacts, confirm_never_booted

LAUNCHED = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
NOW = LAUNCHED + timedelta(minutes=40)
NEVER_UP = RunFacts(
    state=InstanceState.RUNNING,
    launch_time=LAUNCHED,
    instance_check="impaired",
    system_check="ok",
    impaired_since=LAUNCHED,
    last_ping_at=LAUNCHED - timedelta(hours=1),
)


def test_a_check_that_fails_since_the_start_and_an_agent_that_was_silent_since_are_a_proof():
    confirm_never_booted(NEVER_UP, NOW)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"state": InstanceState.STOPPED}, "is stopped"),
        ({"launch_time": NOW - timedelta(minutes=29)}, "a boot may take 30 minutes"),
        ({"last_ping_at": None}, "doesn't know when its agent called last"),
        ({"last_ping_at": LAUNCHED + timedelta(minutes=3)}, "its cache may be on NVMe, and a stop would destroy it"),
        ({"system_check": "impaired"}, "AWS's host, not Windows"),
        ({"system_check": None}, "system status check is None"),
        ({"instance_check": "ok"}, "instance status check is ok"),
        ({"instance_check": "insufficient-data"}, "is insufficient-data"),
        ({"instance_check": None}, "instance status check is None"),
        ({"impaired_since": None}, "since an unknown time"),
        ({"impaired_since": LAUNCHED + timedelta(minutes=16)}, "not since the start"),
    ],
)
def test_whatever_leaves_it_open_refuses(change: dict[str, Any], told: str):
    with pytest.raises(MayHaveBootedError, match=told):
        confirm_never_booted(replace(NEVER_UP, **change), NOW)
