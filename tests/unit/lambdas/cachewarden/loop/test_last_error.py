"""A stop that EC2 doesn't end stays in the node's tags by its code: by that it is known when it ends after all."""

from datetime import timedelta
from typing import Any

import pytest

from tests.unit.lambdas.loop_driver import decide_next, request
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import BEGUN, LEASED

GIVEN_UP = {"abandoned": {"goal": "Stopped", "code": "CW6201", "message": "given up"}}


def tags_behind_a_stop_without_end(goal: str, **behind: Any) -> dict[str, str]:
    """Tags that are written for SALES1, which is stopping for a day."""
    sales = Sales()
    asked = request(sales.one, goal, sales, **{**BEGUN, **behind})
    sales.pass_s(24 * 3600)
    sales.one.state, sales.one.proven_run = "stopping", sales.one.launched
    asked["waiting"] = {"topic": "stop", "since": iso(sales.now - timedelta(hours=23))}
    decision = decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]
    assert "has been stopping for" in decision["sentence"]
    assert decision["request"]["instanceId"] == sales.one.instance_id
    return decision["request"]["tags"]


@pytest.mark.parametrize(
    ("goal", "behind"), [("Stopped", {}), ("InService", {}), ("Stopped", GIVEN_UP), ("ClusterInService", {})]
)
def test_a_stop_that_ec2_does_not_end_is_the_last_error(goal, behind):
    tags = tags_behind_a_stop_without_end(goal, **behind)
    assert tags["cachewarden:state"] == "attention"
    assert tags["cachewarden:last-error"] == "CW4203"
    assert tags["cachewarden:last-operation"].startswith(f"{goal} ")


def test_a_stop_without_end_of_another_node_is_not_the_present_one_s_last_error():
    """The end names the node first that was left behind first; what the present one lacks is in its own tag."""
    sales = Sales()
    left = {"node": sales.two.instance_id, "code": "CW4203", "message": "stopping for hours"}
    tried = {**BEGUN, "attempts": {"AcquireLease": 1, "MarkOperating": 1, "TurnToNode": 1, "StartInstance": 99}}
    asked = request(sales.one, "ClusterInService", sales, **tried, leftBehind=[left])
    sales.pass_s(3600)
    sales.one.state, sales.two.state = "stopped", "stopping"
    sales.one.proven_run = sales.one.launched
    decision = decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]
    assert decision["code"] == "CW4203" and decision["outcome"] == "Attention"
    assert decision["request"]["tags"]["cachewarden:last-error"] == "CW4202"


@pytest.mark.parametrize("left", [("CW4203", "stopping for hours"), ("CW4202", "not started")])
def test_what_another_node_was_left_behind_for_is_not_written_on_one_that_is_in_service(left):
    sales = Sales()
    sales.two.tags |= {"cachewarden:state": "attention", "cachewarden:last-error": left[0]}
    sales.two.state = "stopping" if left[0] == "CW4203" else "stopped"
    sales.primary = sales.one
    behind = {"node": sales.two.instance_id, "code": left[0], "message": left[1]}
    asked = request(sales.one, "ClusterInService", sales, **LEASED, leftBehind=[behind])
    decision = decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]
    assert (decision["code"], decision["outcome"]) == (left[0], "Attention"), decision["sentence"]
    assert f"In service: SALES1 ({sales.one.instance_id})" in decision["sentence"]
    tags = decision["request"]["tags"]
    assert decision["request"]["instanceId"] == sales.one.instance_id
    assert (tags["cachewarden:state"], tags["cachewarden:last-error"]) == ("in-service", "none")


def test_a_stop_that_is_not_cachewarden_s_is_not_the_last_error_of_an_operation_that_ends_for_it():
    sales = Sales()
    asked = request(sales.one, "InService", sales, **BEGUN, **GIVEN_UP)
    sales.pass_s(24 * 3600)
    sales.one.state = "stopping"
    asked["waiting"] = {"topic": "stop", "since": iso(sales.now - timedelta(hours=23))}
    decision = decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]
    assert decision["request"]["tags"]["cachewarden:last-error"] == "CW6201"
