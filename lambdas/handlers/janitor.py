"""Janitor: an execution ended without its last state; clear up behind it and bring the node to a safe end."""

import json
import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters import lease_table as lease_store
from adapters.clients import ec2
from adapters.ec2 import instances_by_id, now, own_tags, stop_protected
from adapters.inflight_calls import CALL_LIFE_S, wait_for_calls
from adapters.observability import count, instrumented, logger
from adapters.orphaned_work import end_work, is_running
from adapters.sns import tell
from adapters.stepfunctions import start
from cachewarden.codes import Code
from cachewarden.events.event import ExecutionEnded
from cachewarden.events.read import read_event
from cachewarden.operation.lease import LeaseLostError, LeaseRecord, Owner
from cachewarden.operation.operation import Goal
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.execution_name import execution_name
from cachewarden.requests.requests import Start
from cachewarden.requests.resume import goes_on_without_a_lease, resumed_goal
from handlers.settings import JanitorSettings

PATIENCE_S = 150
RESUMES_MAX = 3
GOALS = frozenset(goal.value for goal in Goal)


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """A Step Functions status event of maintain-replica; returns what was cleared up.

    Order: the owner is seen not to run, protection goes on, its calls, Automations and commands are seen ended,
    protection is seen to be on still, the node's next request is started, the lease is released. Each step may be
    repeated: Lambda retries the event.
    """
    settings = JanitorSettings.of(os.environ)
    signal = read_event(event)
    if not isinstance(signal, ExecutionEnded) or signal.state_machine_arn != settings.state_machine_arn:
        count("EventIgnored")
        logger().info("no bad end of an execution of ours", extra={"event_id": event.get("id")})
        return {"cleared": [], "resumed": None}
    if is_running(signal.execution_arn):
        # A redrive, or an event that overtook its cause: the owner may still act, so nothing is taken from it.
        logger().warning("%s is running, in spite of the event", signal.execution_arn)
        return {"cleared": [], "resumed": None}
    records = [
        lease.record
        for lease in lease_store.read_all(settings.lease_table)
        if lease.record.owned_by(signal.execution_arn)
    ]
    resumed: str | None = None
    for record in records:
        owner = record.owner
        if owner is None:
            raise AssertionError(f"{record.key} is owned by nobody")
        _protect(owner.subject)
        wait_for_calls(signal.execution_arn, patience_s=CALL_LIFE_S)
        end_work(record.members, token=record.token, patience_s=PATIENCE_S)
        _protect(owner.subject)
        resumed = _resume(settings, signal, owner.subject, Goal(owner.goal))
        _release(settings, record, owner)
        count("OrphanCleared")
        logger().info("%s is cleared up", record.key, extra={"code": Code.ORPHAN_CLEARED.value})
    if not records:
        resumed = _resume_unleased(settings, signal)
    return {"cleared": [record.key for record in records], "resumed": resumed}


def _protect(instance_id: str) -> None:
    """Protection goes on wherever it can be set; a node that is just stopping gets it by its next request."""
    instances = instances_by_id([instance_id])
    state = instances[0]["State"]["Name"] if instances else "gone"
    if state in ("running", "stopped") and not stop_protected(instance_id):
        ec2().modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": True})
        logger().info("stop protection of %s is on again", instance_id)


def _resume_unleased(settings: JanitorSettings, signal: ExecutionEnded) -> str | None:
    """Behind an execution without a lease there is no work to end, but there may be a node to bring on."""
    request = _request_of(signal)
    subject, goal = str(request.get("instanceId", "unknown instance")), str(request.get("goal"))
    instances = instances_by_id([subject]) if subject.startswith("i-") else []
    tags = own_tags(instances[0]) if instances else {}
    begun = goal in GOALS and goes_on_without_a_lease(Goal(goal), resumes=_resumes_of(signal), tags=tags)
    if not instances or not begun:
        _tell_nothing_was_begun(settings, signal, subject)
        return None
    if policy_from_tags(tags).managed:
        _protect(subject)
    return _resume(settings, signal, subject, Goal(goal))


def _resume(settings: JanitorSettings, signal: ExecutionEnded, subject: str, ended_goal: Goal) -> str | None:
    """Starts the request that brings the node to a safe end; None when that was tried often enough."""
    resumes = _resumes_of(signal) + 1
    told = f"{signal.execution_arn} ended {signal.status} ({signal.error or 'no error'}: {signal.cause or 'no cause'})"
    if resumes > RESUMES_MAX:
        tell(
            settings.topic_arn,
            instance_id=subject,
            code=Code.RESUMES_EXHAUSTED,
            sentence=told,
            details=ended_goal.value,
        )
        count("ResumesExhausted")
        return None
    instances = instances_by_id([subject])
    state = instances[0]["State"]["Name"] if instances else "terminated"
    goal = resumed_goal(ended_goal, state)
    name = execution_name(goal=goal.value, instance_id=subject, kind="resume", event_id=signal.execution_arn)
    ask = Start(
        name=name,
        goal=goal,
        instance_id=subject,
        requested_at=now(),
        requested_by="CacheWarden janitor",
        reason=f"{ended_goal.value} ended {signal.status}",
    )
    if start(settings.state_machine_arn, ask, resumes=resumes):
        tell(
            settings.topic_arn,
            instance_id=subject,
            code=Code.WORKFLOW_FAILED,
            sentence=f"{told}; goes on with goal {goal.value} as {name}",
        )
    return name


def _release(settings: JanitorSettings, record: LeaseRecord, owner: Owner) -> None:
    try:
        lease_store.release(settings.lease_table, key=record.key, owner=owner.execution_arn, token=record.token)
    except LeaseLostError:
        # The execution that was just started came first and took it over, as a taker may.
        logger().info("the lease %s was taken over already", record.key)


def _tell_nothing_was_begun(settings: JanitorSettings, signal: ExecutionEnded, subject: str) -> None:
    tell(
        settings.topic_arn,
        instance_id=subject,
        code=Code.WORKFLOW_FAILED,
        sentence=f"{signal.execution_arn} ended {signal.status} without holding a lease: nothing was under way "
        f"({signal.error or 'no error'}: {signal.cause or 'no cause'})",
    )


def _resumes_of(signal: ExecutionEnded) -> int:
    resumes = _request_of(signal).get("resumes", 0)
    return resumes if isinstance(resumes, int) else 0


def _request_of(signal: ExecutionEnded) -> dict[str, Any]:
    try:
        request = json.loads(signal.input_text or "{}")
    except ValueError:
        return {}
    return request if isinstance(request, dict) else {}
