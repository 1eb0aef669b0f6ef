"""Ingest: one AWS event in; at most one execution per opted-in instance, a message, or nothing."""

import os
from typing import Any, assert_never

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ec2 import now
from adapters.instance_facts import instance_facts
from adapters.mode_parameter import read_mode
from adapters.observability import count, instrumented, logger
from adapters.stepfunctions import start
from adapters.told import HOURLY, tell_once
from cachewarden.codes import Code
from cachewarden.events.envelope import Home
from cachewarden.events.event import DocumentEnded, ExecutionEnded, InstanceEvent, UnhandledEvent
from cachewarden.events.read import MalformedEventError, read_event
from cachewarden.requests.held_by_mode import held_by_mode
from cachewarden.requests.request import Ignore, InstanceFacts, Notify, Request, StartExecution
from cachewarden.requests.request_for_event import request_for_event
from handlers.settings import IngestSettings


class SomeFailed(Exception):  # noqa: N818 - reads well in the on-failure queue
    """Some instances of the event couldn't be handled; the event is retried, the others are not done twice."""


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Any EventBridge event; returns what became of it.

    An unknown kind is a line in the log and a metric. A broken event of a known kind is a line, a metric and an error:
    Lambda retries it twice and then puts it into the on-failure queue, where AWS's new shape can be studied.
    """
    settings = IngestSettings.of(os.environ)
    try:
        happened = read_event(event, home=Home.of_arn(context.invoked_function_arn))
    except MalformedEventError as error:
        count("EventMalformed")
        logger().error(
            "an event of a known kind hasn't its shape: %s",
            error,
            extra={"code": Code.EVENT_MALFORMED.value, "event": event},
        )
        raise
    if isinstance(happened, UnhandledEvent):
        count("EventIgnored")
        logger().info(happened.why, extra={"code": happened.code.value, "event_id": event.get("id")})
        return {"requests": [{"kind": "UnhandledEvent", "code": happened.code.value, "sentence": happened.why}]}
    if isinstance(happened, ExecutionEnded | DocumentEnded):
        return {"requests": []}
    return {"requests": _answered(happened, settings)}


def _answered(event: InstanceEvent, settings: IngestSettings) -> list[dict[str, Any]]:
    moment = now()
    mode = read_mode(settings.mode_parameter)
    done: list[dict[str, Any]] = []
    failed: list[str] = []
    for facts in instance_facts(event.instance_ids, lease_table=settings.lease_table):
        try:
            request = request_for_event(event, facts, own_role_arns=settings.own_role_arns, now=moment)
            done.append(_carried_out(held_by_mode(request, mode), facts, settings, event=type(event).__name__))
        except Exception:
            # One instance's trouble mustn't keep the others of the call from being safe.
            logger().exception("%s couldn't be handled", facts.instance_id)
            failed.append(facts.instance_id)
    if failed:
        raise SomeFailed(", ".join(failed))
    return done


def _carried_out(request: Request, facts: InstanceFacts, settings: IngestSettings, *, event: str) -> dict[str, Any]:
    match request:
        case StartExecution():
            started = start(settings.state_machine_arn, request)
            count("RequestStarted" if started else "RequestRepeated")
            logger().info(
                "%s of %s requested by %s: %s",
                request.goal.value,
                request.instance_id,
                request.requested_by,
                "started" if started else "already started",
                extra={"execution_name": request.name, "code": Code.REQUEST_STARTED.value},
            )
            return {"kind": "StartExecution", "name": request.name, "goal": request.goal.value, "started": started}
        case Notify():
            # Whoever asks every five minutes gets the same answer once an hour; another kind of event, such as a stop
            # after a tag, and another run of the node are answered for themselves.
            told = tell_once(
                settings.lease_table,
                settings.topic_arn,
                request,
                about=f"{request.instance_id}/{request.code.value}/{event}",
                facts=f"{request.sentence}|{facts.launch_time.isoformat()}|{facts.state.value}",
                now=now(),
                quiet_for=HOURLY,
            )
            count("NotificationSent" if told else "NotificationRepeated")
            logger().warning(request.sentence, extra={"code": request.code.value})
            return {"kind": "Notify", "code": request.code.value, "sentence": request.sentence}
        case Ignore():
            count("EventIgnored")
            logger().info(request.sentence, extra={"code": request.code.value})
            return {"kind": "Ignore", "code": request.code.value, "sentence": request.sentence}
        case _:
            assert_never(request)
