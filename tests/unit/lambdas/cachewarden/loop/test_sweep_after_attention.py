"""What the sweep doesn't ask for again: each try to move a cache back under load holds up commits."""

from datetime import timedelta

import pytest

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.sweep import request_for_running_node
from tests.unit.lambdas.sales_cluster import Sales, iso


@pytest.mark.parametrize(
    ("code", "hours", "state", "asked"),
    [
        ("CW1058", 23, "attention", False),
        ("CW1058", 25, "attention", True),
        ("CW1058", 1, "in-service", True),
        ("CW1052", 1, "attention", True),
    ],
)
def test_a_restore_that_was_given_up_under_load_is_asked_for_once_a_day(code, hours, state, asked):
    sales = Sales()
    node = sales.one
    node.tags["cachewarden:state"] = state
    node.classification, node.free_nvme = "EVACUATED", ("AWS9",)
    begun = iso(sales.now - timedelta(hours=hours))
    node.worker = {"work": "restore", "state": "failed", "code": code, "token": 1, "startedAt": begun}
    evidence = parse_evidence(sales.evidence(node))
    assert (request_for_running_node(evidence, now=sales.now) is not None) is asked
