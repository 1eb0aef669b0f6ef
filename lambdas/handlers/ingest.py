"""Ingest: one AWS event in; at most one execution per opted-in instance, a message, or nothing."""

import os
from datetime import datetime
from typing import Any, assert_never

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters import lease_table as lease_store
from adapters.ec2 import instances_by_id, now, own_tags, stop_protected
from adapters.observability import count, instrumented, logger
from adapters.sns import tell
from adapters.stepfunctions import start
from cachewarden.codes import Code
from cachewarden.events.event import (
    ExecutionEnded,
    HealthNotice,
    Nothing,
    OptInChanged,
    Signal,
    StateChanged,
    StopRefused,
)
from cachewarden.events.read import MalformedEventError, read_event
from cachewarden.evidence.cluster import InstanceState
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.requests import (
    Ask,
    Ignore,
    InstanceFacts,
    Start,
    Tell,
    ask_for_health,
    ask_for_opt_in,
    ask_for_refused_stop,
    ask_for_state_change,
)
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
        signal = read_event(event)
    except MalformedEventError as error:
        count("EventMalformed")
        logger().error(
            "an event of a known kind hasn't its shape: %s",
            error,
            extra={"code": Code.EVENT_MALFORMED.value, "event": event},
        )
        raise
    if isinstance(signal, Nothing):
        count("EventIgnored")
        logger().info(signal.why, extra={"code": signal.code, "event_id": event.get("id")})
        return {"asks": [{"kind": "Nothing", "code": signal.code, "sentence": signal.why}]}
    return {"asks": _answered(signal, settings)}


def _answered(signal: Signal, settings: IngestSettings) -> list[dict[str, Any]]:
    moment = now()
    done: list[dict[str, Any]] = []
    failed: list[str] = []
    for instance_id, facts in _facts_of(_instances_of(signal), settings).items():
        try:
            ask = _ask(signal, facts, settings, moment)
            done.append(_carried_out(ask, settings))
        except Exception:
            # One instance's trouble mustn't keep the others of the call from being safe.
            logger().exception("%s couldn't be handled", instance_id)
            failed.append(instance_id)
    if failed:
        raise SomeFailed(", ".join(failed))
    return done


def _instances_of(signal: Signal) -> tuple[str, ...]:
    match signal:
        case StopRefused() | HealthNotice():
            return signal.instance_ids
        case StateChanged() | OptInChanged():
            return (signal.instance_id,)
        case ExecutionEnded() | Nothing():
            return ()
        case _:
            assert_never(signal)


def _facts_of(instance_ids: tuple[str, ...], settings: IngestSettings) -> dict[str, InstanceFacts]:
    """Facts of the instances that exist in this account and region; others aren't ours to care for."""
    if not instance_ids:
        return {}
    found = instances_by_id(instance_ids)
    strangers = sorted(set(instance_ids) - {instance["InstanceId"] for instance in found})
    if strangers:
        count("InstanceForeign", len(strangers))
        logger().info(
            "no such instance in this account and region: %s",
            ", ".join(strangers),
            extra={"code": Code.FOREIGN_ACCOUNT.value},
        )
    managed = [instance for instance in found if policy_from_tags(own_tags(instance)).managed]
    operated = _operated(settings) if managed else {}
    facts: dict[str, InstanceFacts] = {}
    for instance in found:
        instance_id = instance["InstanceId"]
        facts[instance_id] = InstanceFacts(
            instance_id=instance_id,
            state=InstanceState(instance["State"]["Name"]),
            stop_protected=stop_protected(instance_id) if instance in managed else False,
            launch_time=instance["LaunchTime"],
            tags=own_tags(instance),
            operated_by=operated.get(instance_id),
        )
    return dict(sorted(facts.items()))


def _operated(settings: IngestSettings) -> dict[str, str]:
    """Execution that works on each instance now; a partner that starts meanwhile is somebody else's doing."""
    moment = now()
    return {
        lease.record.owner.subject: lease.record.owner.execution_arn
        for lease in lease_store.read_all(settings.lease_table)
        if lease.record.owner is not None and lease.record.held(moment)
    }


def _ask(signal: Signal, facts: InstanceFacts, settings: IngestSettings, moment: datetime) -> Ask:
    match signal:
        case StopRefused():
            return ask_for_refused_stop(signal, facts, own_role_arns=settings.own_role_arns, now=moment)
        case StateChanged():
            return ask_for_state_change(signal, facts, now=moment)
        case OptInChanged():
            return ask_for_opt_in(signal, facts, now=moment)
        case HealthNotice():
            return ask_for_health(signal, facts, now=moment)
        case ExecutionEnded() | Nothing():
            raise AssertionError(f"{signal} concerns no instance")
        case _:
            assert_never(signal)


def _carried_out(ask: Ask, settings: IngestSettings) -> dict[str, Any]:
    match ask:
        case Start():
            started = start(settings.state_machine_arn, ask)
            count("RequestStarted" if started else "RequestRepeated")
            logger().info(
                "%s of %s asked by %s: %s",
                ask.goal.value,
                ask.instance_id,
                ask.requested_by,
                "started" if started else "already started",
                extra={"execution_name": ask.name, "code": Code.REQUEST_STARTED.value},
            )
            return {"kind": "Start", "name": ask.name, "goal": ask.goal.value, "started": started}
        case Tell():
            tell(settings.topic_arn, instance_id=ask.instance_id, code=ask.code, sentence=ask.sentence)
            count("PeopleTold")
            logger().warning(ask.sentence, extra={"code": ask.code.value})
            return {"kind": "Tell", "code": ask.code.value, "sentence": ask.sentence}
        case Ignore():
            count("EventIgnored")
            logger().info(ask.sentence, extra={"code": ask.code.value})
            return {"kind": "Ignore", "code": ask.code.value, "sentence": ask.sentence}
        case _:
            assert_never(ask)
