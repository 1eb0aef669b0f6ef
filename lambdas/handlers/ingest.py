"""Ingest: AWS events in, one or a batch; at most one execution per opted-in instance, a message, or nothing."""

import json
import os
from collections.abc import Sequence
from typing import Any, assert_never

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ec2 import now, tagged_instances
from adapters.instance_facts import facts_of, instance_facts, operated_nodes
from adapters.mode_parameter import read_mode
from adapters.observability import count, instrumented, logger
from adapters.owners import is_running
from adapters.stepfunctions import start
from adapters.told import HOURLY, ONCE, tell_once
from cachewarden.codes import Code
from cachewarden.events.envelope import Home
from cachewarden.events.event import (
    ChangeRequestClosed,
    DocumentEnded,
    Event,
    ExecutionEnded,
    InstanceEvent,
    UnhandledEvent,
)
from cachewarden.events.read import MalformedEventError, read_event
from cachewarden.operation.mode import Mode
from cachewarden.operation.repeated_answer import JOINING_IS_TOLD_AGAIN_AFTER, about_joining
from cachewarden.requests.change_request import change_not_done
from cachewarden.requests.held_by_mode import held_by_mode
from cachewarden.requests.request import Ignore, InstanceFacts, Join, Notify, Request, StartExecution
from cachewarden.requests.request_for_event import request_for_event
from handlers.settings import IngestSettings

TIME_TO_ANSWER_MS = 10_000
"""With less time left, the rest of a batch is left to another call: a timeout would bring back all of it."""


class SomeFailed(Exception):  # noqa: N818 - reads well in the on-failure queue
    """Some instances of the event couldn't be handled; the event is retried, the others are not done twice."""


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Any EventBridge event, or a batch of them from the queue; returns what became of it.

    An unknown kind is a line in the log and a metric. A broken event of a known kind is a line, a metric and an error:
    Lambda retries it twice and then puts it into the on-failure queue, where AWS's new shape can be studied. From the
    queue it comes five times and then lies in the queue of what couldn't be delivered.
    """
    settings = IngestSettings.of(os.environ)
    home = Home.of_arn(context.invoked_function_arn)
    if "Records" in event:
        return _batch_answered(event["Records"], home, settings, context)
    happened = _read(event, home)
    if isinstance(happened, UnhandledEvent):
        return {"requests": [{"kind": "UnhandledEvent", "code": happened.code.value, "sentence": happened.why}]}
    if isinstance(happened, ChangeRequestClosed):
        told = change_not_done(happened)
        about = f"{told.code.value}/{happened.ops_item}"
        tell_once(settings.lease_table, settings.topic_arn, told, about=about, now=now(), quiet_for=ONCE)
        return {"requests": [{"kind": "Notify", "code": told.code.value, "sentence": told.sentence}]}
    if isinstance(happened, ExecutionEnded | DocumentEnded):
        return {"requests": []}
    return {"requests": _answered(happened, settings)}


def _read(event: Any, home: Home) -> Event:
    """What the event says. Raises MalformedEventError; that, and what isn't for us, is logged and counted."""
    try:
        happened = read_event(event, home=home)
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
        event_id = event.get("id") if isinstance(event, dict) else None
        logger().info(happened.why, extra={"code": happened.code.value, "event_id": event_id})
    return happened


def _answered(event: InstanceEvent, settings: IngestSettings) -> list[dict[str, Any]]:
    moment = now()
    mode = read_mode(settings.mode_parameter)
    done: list[dict[str, Any]] = []
    failed: list[str] = []
    for facts in instance_facts(event.instance_ids, lease_table=settings.lease_table):
        try:
            request = request_for_event(event, facts, own_role_arns=settings.own_role_arns, now=moment)
            done.append(_carried_out(_begun(request, mode, facts), facts, settings, event=type(event).__name__))
        except Exception:
            # One instance's trouble mustn't keep the others of the call from being safe.
            logger().exception("%s couldn't be handled", facts.instance_id)
            failed.append(facts.instance_id)
    if failed:
        raise SomeFailed(", ".join(failed))
    return done


def _batch_answered(
    records: Sequence[dict[str, Any]], home: Home, settings: IngestSettings, context: LambdaContext
) -> dict[str, Any]:
    """One question to EC2 for all events of the batch: nearly all are about instances that aren't opted in.

    Reports the messages whose instances weren't all handled; the queue shows them again.
    """
    by_instance, failed = _by_instance(records, home)
    ours = tagged_instances(by_instance)
    count("EventIgnored", len(by_instance) - len(ours))
    logger().info("events of %d instances, %d of them have our tag", len(by_instance), len(ours))
    done: list[dict[str, Any]] = []
    if ours:
        mode = read_mode(settings.mode_parameter)
        operated = operated_nodes(settings.lease_table)
    for instance in ours:
        messages = by_instance[instance["InstanceId"]]
        if context.get_remaining_time_in_millis() < TIME_TO_ANSWER_MS:
            failed |= {message for message, _ in messages}
            continue
        try:
            facts = facts_of(instance, lease_table=settings.lease_table, operated=operated)
            for _, event in messages:
                request = request_for_event(event, facts, own_role_arns=settings.own_role_arns, now=now())
                done.append(_carried_out(_begun(request, mode, facts), facts, settings, event=type(event).__name__))
        except Exception:
            logger().exception("%s couldn't be handled", instance["InstanceId"])
            failed |= {message for message, _ in messages}
    return {"requests": done, "batchItemFailures": [{"itemIdentifier": message} for message in sorted(failed)]}


def _by_instance(
    records: Sequence[dict[str, Any]], home: Home
) -> tuple[dict[str, list[tuple[str, InstanceEvent]]], set[str]]:
    """Each instance's messages with their events, and the messages that can't be read."""
    by_instance: dict[str, list[tuple[str, InstanceEvent]]] = {}
    failed: set[str] = set()
    for record in records:
        message = record["messageId"]
        try:
            happened = _read(_body(record), home)
        except MalformedEventError:
            failed.add(message)
            continue
        if not isinstance(happened, UnhandledEvent | ExecutionEnded | DocumentEnded | ChangeRequestClosed):
            for instance_id in happened.instance_ids:
                by_instance.setdefault(instance_id, []).append((message, happened))
    return by_instance, failed


def _body(record: dict[str, Any]) -> Any:
    """The event in a message; a text that isn't JSON is no event, and `read_event` says so."""
    try:
        return json.loads(record["body"])
    except ValueError:
        return record["body"]


def _begun(request: Request, mode: Mode, facts: InstanceFacts) -> Request:
    """The request as it is while the brake says so, and while the operation that it would join runs or has died."""
    if not isinstance(request, Join) and held_by_mode(request, mode) is request:
        return request
    # An owner that has died brings nothing anywhere: an execution clears up behind it and goes on.
    works = facts.operated_by is not None and is_running(facts.operated_by)
    if isinstance(request, Join):
        # What was begun before the brake goes on.
        return request if works else held_by_mode(request.begin, mode, facts=facts)
    return held_by_mode(request, mode, facts=facts, works=works)


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
        case Join(begin=begin):
            joined = Notify(instance_id=begin.instance_id, code=Code.REQUEST_JOINED, sentence=request.sentence)
            told = tell_once(
                settings.lease_table,
                settings.topic_arn,
                joined,
                about=about_joining(node=begin.instance_id, goal=begin.goal, operation=request.operation),
                now=now(),
                quiet_for=JOINING_IS_TOLD_AGAIN_AFTER,
            )
            count("NotificationSent" if told else "NotificationRepeated")
            logger().info(request.sentence, extra={"code": Code.REQUEST_JOINED.value})
            return {"kind": "Join", "code": Code.REQUEST_JOINED.value, "sentence": request.sentence}
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
