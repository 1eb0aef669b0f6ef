"""An execution ended badly: with which goal its node is taken up again, and when a person is called instead."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cachewarden.codes import Code
from cachewarden.events.event import ExecutionEnded
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.requests.request import Notify, StartExecution
from cachewarden.requests.resume import RESUMES_MAX, goes_on_without_a_lease, request_to_resume

NODE = "i-0aaaaaaaaaaaaaaa1"
ENDED = ExecutionEnded(
    execution_arn="arn:e1",
    state_machine_arn="arn:m",
    status="ABORTED",
    instance_ids=(NODE,),
    goal="Stopped",
    resumes=0,
    error=None,
    cause=None,
)
OPERATING = {"cachewarden:state": "operating"}


def resumed(event: ExecutionEnded, goal: Goal, *states: InstanceState | None) -> StartExecution | Notify:
    return request_to_resume(event, NODE, goal=goal, states=states, now=datetime(2026, 2, 3, tzinfo=UTC))


@pytest.mark.parametrize(
    ("goal", "state", "next_goal"),
    [
        (Goal.STOPPED, InstanceState.STOPPING, Goal.STOPPED),
        (Goal.STOPPED, InstanceState.STOPPED, Goal.STOPPED),
        (Goal.STOPPED, InstanceState.RUNNING, Goal.IN_SERVICE),
        (Goal.STOPPED, None, Goal.IN_SERVICE),
        (Goal.CYCLED, InstanceState.STOPPED, Goal.IN_SERVICE),
        (Goal.IN_SERVICE, InstanceState.RUNNING, Goal.IN_SERVICE),
        (Goal.FAILED_OVER, InstanceState.RUNNING, Goal.IN_SERVICE),
        (Goal.PREFLIGHT, InstanceState.RUNNING, Goal.PREFLIGHT),
    ],
)
def test_a_stop_that_has_begun_is_finished_and_everything_else_goes_back_into_service(goal, state, next_goal):
    request = resumed(ENDED, goal, state)

    assert isinstance(request, StartExecution) and request.goal is next_goal and request.resumes == 1


@pytest.mark.parametrize(
    ("goal", "states", "next_goal"),
    [
        (Goal.CLUSTER_STOPPED, ("stopped", "stopping"), Goal.CLUSTER_STOPPED),
        (Goal.CLUSTER_STOPPED, ("stopped", "running"), Goal.CLUSTER_IN_SERVICE),
        (Goal.CLUSTER_STOPPED, ("stopped", None), Goal.CLUSTER_IN_SERVICE),
        (Goal.CLUSTER_IN_SERVICE, ("stopped", "stopped"), Goal.CLUSTER_IN_SERVICE),
    ],
)
def test_a_clusters_stop_is_finished_where_ec2_has_begun_it_on_every_node(goal, states, next_goal):
    request = resumed(ENDED, goal, *(InstanceState(state) if state else None for state in states))

    assert isinstance(request, StartExecution) and request.goal is next_goal


def test_after_too_many_tries_a_person_is_called():
    request = resumed(replace(ENDED, resumes=RESUMES_MAX), Goal.STOPPED, InstanceState.RUNNING)

    assert isinstance(request, Notify) and request.code is Code.RESUMES_EXHAUSTED
    assert "arn:e1 ended ABORTED (no error: no cause)" in request.sentence


@pytest.mark.parametrize(
    ("goal", "resumes", "tags", "goes_on"),
    [
        ("Stopped", 0, {}, None),
        ("Stopped", 0, OPERATING, Goal.STOPPED),
        ("Cycled", 1, {}, Goal.CYCLED),
        ("InService", 0, {}, Goal.IN_SERVICE),
        ("Preflight", 0, {}, Goal.PREFLIGHT),
        ("ClusterStopped", 0, {}, None),
        ("ClusterStopped", 0, OPERATING, Goal.CLUSTER_STOPPED),
        ("ClusterInService", 0, {}, Goal.CLUSTER_IN_SERVICE),
        ("Destroyed", 1, OPERATING, None),
        (None, 1, OPERATING, None),
    ],
)
def test_without_a_lease_only_what_was_begun_goes_on(goal, resumes, tags, goes_on):
    assert goes_on_without_a_lease(replace(ENDED, goal=goal, resumes=resumes), tags=[tags]) is goes_on


@pytest.mark.parametrize("state", ["operating", "stopped"])
def test_a_clusters_stop_has_begun_whichever_node_shows_it(state):
    """The node that it was asked for may be stopped already, and another one be in its turn."""
    cluster = replace(ENDED, goal="ClusterStopped")

    assert goes_on_without_a_lease(cluster, tags=[{}, {"cachewarden:state": state}]) is Goal.CLUSTER_STOPPED
    assert goes_on_without_a_lease(ENDED, tags=[{"cachewarden:state": "stopped"}]) is None
