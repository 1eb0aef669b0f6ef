"""What becomes of an operation whose execution ended before its end."""

from collections.abc import Collection, Mapping
from datetime import datetime

from cachewarden.codes import Code
from cachewarden.events.event import ExecutionEnded
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import OF_CLUSTER, WAYS_BACK, Goal, way_back
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.requests.request import Notify, StartExecution

RESUMES_MAX = 3

STOPPED_OR_STOPPING = frozenset({InstanceState.STOPPED, InstanceState.STOPPING})


def request_to_resume(
    event: ExecutionEnded, node: str, *, goal: Goal, states: Collection[InstanceState | None], now: datetime
) -> StartExecution | Notify:
    """The request that brings the node to a safe end; a message when that was tried often enough.

    `goal` is the ended operation's; `states` those of the nodes that it was about, None for one that EC2 doesn't know.
    """
    resumes = event.resumes + 1
    if resumes > RESUMES_MAX:
        return Notify(instance_id=node, code=Code.RESUMES_EXHAUSTED, sentence=how_it_ended(event), details=goal.value)
    return StartExecution(
        goal=resumed_goal(goal, states),
        instance_id=node,
        kind="resume",
        event_id=event.execution_arn,
        requested_at=now,
        requested_by="CacheWarden janitor",
        reason=f"{goal.value} ended {event.status}",
        resumes=resumes,
    )


def resumed_goal(goal: Goal, states: Collection[InstanceState | None]) -> Goal:
    """The goal with which the node, or its whole cluster, is taken up again.

    A stop that EC2 has begun on every node that it is about is finished (protection goes on again), everything else
    goes back into service: whoever ended the execution may have wanted the node to stay.
    """
    if goal in (Goal.STOPPED, Goal.CLUSTER_STOPPED) and states and STOPPED_OR_STOPPING.issuperset(states):
        return goal
    return goal if goal is Goal.PREFLIGHT else way_back(goal)


def goes_on_without_a_lease(event: ExecutionEnded, *, tags: Collection[Mapping[str, str]]) -> Goal | None:
    """The goal to go on with where an execution ended and has no lease; None when it had not begun anything.

    `tags` are those of the nodes that it was about. Of a whole cluster one may be stopped by it already, and another
    still be marked.

    One that was itself taken up from another, or whose node is still marked by an operation, has an unfinished act
    behind it; no person watches a request for InService that an event made; and a preflight is what puts protection on.
    """
    if event.goal not in {goal.value for goal in Goal}:
        return None
    goal = Goal(event.goal)
    if goal is Goal.PREFLIGHT:
        return goal
    begun = {NodeState.OPERATING, NodeState.STOPPED} if goal in OF_CLUSTER else {NodeState.OPERATING}
    marked = any(each.get(STATE) in begun for each in tags)
    return goal if event.resumes > 0 or goal in WAYS_BACK or marked else None


def how_it_ended(event: ExecutionEnded) -> str:
    """For people: the execution, its status, error and cause."""
    return f"{event.execution_arn} ended {event.status} ({_reason(event)})"


def resumed(event: ExecutionEnded, request: StartExecution) -> Notify:
    """Says that the operation goes on."""
    return Notify(
        instance_id=request.instance_id,
        code=Code.WORKFLOW_FAILED,
        sentence=f"{how_it_ended(event)}; goes on with goal {request.goal.value} as {request.name}",
    )


def nothing_begun(event: ExecutionEnded, node: str) -> Notify:
    """Says that there is nothing to bring to an end."""
    return Notify(
        instance_id=node,
        code=Code.ENDED_IDLE,
        sentence=f"{event.execution_arn} ended {event.status} and held no lease by then: nothing of it was under way, "
        f"and nothing is taken up for it ({_reason(event)})",
    )


def _reason(event: ExecutionEnded) -> str:
    return f"{event.error or 'no error'}: {event.cause or 'no cause'}"
