"""A node that was seen running and that somebody stopped since isn't started again; any other stopped node is."""

from datetime import timedelta
from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.procedures.return_to_service import start_instance, stopped_since_asked
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, set_node, situation

BY_A_PERSON = "Client.InstanceInitiatedShutdown: Instance initiated shutdown"
BY_AWS = "Server.InternalError: internal error"
LAUNCHED = Sales().one.launched


def stopped(reason: str | None = BY_A_PERSON, state: str = "stopped", proven: bool = False, **operation: Any):
    def change(sales: Sales) -> None:
        set_node(0, state=state, state_reason=reason)(sales)
        if proven:
            sales.one.proven_run = sales.one.launched

    return situation(change, goal="InService", **{**LEASED, "run": iso(LAUNCHED), **operation})


@pytest.mark.parametrize("state", ["stopping", "stopped"])
def test_who_stopped_it_doesn_t_want_it_back(state):
    refused = stopped_since_asked(stopped(state=state))
    assert refused is not None and refused.code.value == "CW6271"
    assert BY_A_PERSON in refused.sentence and "isn't started again" in refused.sentence


@pytest.mark.parametrize(
    "otherwise",
    [
        pytest.param({"run": None}, id="a person asked, whatever state it is in"),
        pytest.param({"run": iso(LAUNCHED - timedelta(days=1))}, id="it was another run that was seen"),
        pytest.param({"reason": BY_AWS}, id="AWS stopped it"),
        pytest.param({"reason": None}, id="nobody says who stopped it"),
        pytest.param({"proven": True}, id="CacheWarden stopped it"),
        pytest.param({"attempts": {**LEASED["attempts"], Action.RESTORE_CACHE.value: 1}}, id="something was begun"),
    ],
)
def test_any_other_stopped_node_is_started(otherwise):
    seen = stopped(**otherwise)
    assert stopped_since_asked(seen) is None
    assert start_instance(seen) is not None
