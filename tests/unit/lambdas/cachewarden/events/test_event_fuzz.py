"""Thousands of mutated events: each is read, ignored or refused by name; nothing else happens."""

import json
import random
from collections import Counter
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

from cachewarden.events.envelope import Home, instance_id_in
from cachewarden.events.event import HealthNotice, OptInChanged, StateChanged, StopRefused, UnhandledEvent
from cachewarden.events.read import MalformedEventError, read_event
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.last_operation import tag_value
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.refused_stop import request_for_refused_stop
from cachewarden.requests.request import InstanceFacts, Notify, StartExecution
from cachewarden.requests.request_for_event import request_for_event
from tests.repository import EVENTS
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales

SAMPLES = [json.loads(path.read_text("utf-8")) for path in sorted(EVENTS.glob("*.json")) if path.name != "index.json"]
HOSTILE = [
    None,
    "",
    0,
    -1,
    1e308,
    True,
    [],
    {},
    [[]],
    "'; DROP DATABASE sales; --",
    "$(Stop-Computer)",
    "`n`r",
    "{{ ssm:secret }}",
    "]]><script>",
    "i-0c4d7e19f2a85b301\n\ni-1",
    "\x00",
    "ü" * 600,
    "${jndi:ldap://x}",
    "../../etc/passwd",
    {"instanceId": {"instanceId": "i-1"}},
    "i-*",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "2026-03-23T11:41:30",
]
NOW = datetime(2026, 3, 23, 11, 45, tzinfo=UTC)
HOME = Home("111122223333", "us-east-1")


def mutated(event: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """The event with one to three values replaced, removed or moved."""
    copy = deepcopy(event)
    for _ in range(draw.randint(1, 3)):
        node: Any = copy
        while True:
            key = draw.choice(sorted(node)) if isinstance(node, dict) else draw.randrange(len(node))
            child = node[key]
            if isinstance(child, dict | list) and child and draw.random() < 0.75:
                node = child
                continue
            break
        match draw.randrange(3):
            case 0:
                node[key] = draw.choice(HOSTILE)
            case 1:
                del node[key]
            case _:
                node[key] = {str(key): child}
        if not copy:
            break
    return copy


def opted_in(instance_id: str) -> InstanceFacts:
    return InstanceFacts(
        instance_id=instance_id,
        state=InstanceState.RUNNING,
        stop_protected=True,
        launch_time=NOW,
        policy=policy_from_tags({"cachewarden:managed": "true", "cachewarden:on-health": "auto"}),
        stop_proven=None,
        operated_by=None,
    )


def test_five_thousand_mutated_events_never_do_more_than_they_say():
    draw = random.Random(20260203)
    seen: Counter[str] = Counter()
    for number in range(5_000):
        event = mutated(SAMPLES[number % len(SAMPLES)], draw)
        try:
            signal = read_event(event, home=HOME)
        except MalformedEventError:
            seen["malformed"] += 1
            continue
        seen[type(signal).__name__] += 1
        if isinstance(signal, StopRefused | StateChanged | HealthNotice | OptInChanged):
            for instance_id in signal.instance_ids:
                request = request_for_event(signal, opted_in(instance_id), own_role_arns=frozenset(), now=NOW)
                seen["requests"] += 1
                if isinstance(request, StartExecution):
                    assert request.instance_id == instance_id == instance_id_in(instance_id)
                    assert request.expires_at is None or request.expires_at <= NOW + timedelta(minutes=15)
        match signal:
            case StateChanged():
                assert [instance_id_in(each) for each in signal.instance_ids] == list(signal.instance_ids)
            case HealthNotice():
                assert all(instance_id_in(each) == each for each in signal.instance_ids)
            case StopRefused():
                assert signal.instance_ids and all(isinstance(each, str) for each in signal.instance_ids)
            case UnhandledEvent():
                assert signal.why
    assert seen.total() - seen["requests"] == 5_000
    assert all(
        seen[kind] > 50 for kind in ("malformed", "UnhandledEvent", "StateChanged", "StopRefused", "HealthNotice")
    )


def test_a_hostile_caller_s_name_stays_text():
    """Names come from outside: they go into JSON and messages as text, into tags filtered, into no command."""
    sales = Sales()
    for text in [item for item in HOSTILE if isinstance(item, str)]:
        facts = InstanceFacts(
            instance_id="i-1",
            state=InstanceState.RUNNING,
            stop_protected=True,
            launch_time=sales.now,
            policy=policy_from_tags({"cachewarden:managed": text, "cachewarden:on-stop": text}),
            stop_proven=False,
            operated_by=None,
        )
        signal = StopRefused(
            event_id=text, instance_ids=("i-1",), requested_by=text, role_arn=text, requested_at=datetime.now(UTC)
        )
        ask = request_for_refused_stop(signal, facts, own_role_arns=frozenset(), now=datetime.now(UTC))
        assert isinstance(ask, Notify), "neither opted in nor out"
        ask.sentence.encode()

        operation = parse_operation(request(sales.one, "Stopped", sales) | {"requestId": text, "requestedBy": text})
        tag = tag_value(operation, "under way")
        assert len(tag) <= 256
        assert not set(tag) & set("`$(){}[]<>;'\"\n\x00|&\\")
