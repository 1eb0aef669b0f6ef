"""EventBridge's default bus: rules by the deployed patterns, targets, retries, dead-letter queues, schedules.

At least once, unordered, best effort for what EC2 and SSM send (that is in `World.emit`); what reached the bus is
delivered to each target with EventBridge's retries, and ends in the rule's dead-letter queue when they are used up.
A permission error isn't retried (aws.md §8).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from rehearsal.aws.errors import ApiError, UnsupportedError
from rehearsal.aws.gateway import Handler
from rehearsal.eventbridge.event_fields import EventFields
from rehearsal.eventbridge.pattern import Pattern
from rehearsal.eventbridge.target_input import TargetInput
from rehearsal.world.faults import FaultKind
from rehearsal.world.world import ACCOUNT_ID, PARTITION, REGION, World

Deliver = Callable[[str, Any, str], None]
"""(target's ARN, input, rule's ARN): hands an event over. Raises ApiError."""

NOT_RETRIED = frozenset({"AccessDeniedException", "AccessDenied", "ResourceNotFoundException"})
BACKOFF_S = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0)
_RATE = re.compile(r"rate\((\d+) (minute|hour|day)s?\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a rule sends events, and how long it tries."""

    id: str
    arn: str
    dead_letter_arn: str | None
    retry_attempts: int
    max_age_s: float
    input: TargetInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule on the default bus: a pattern, or a period for a schedule."""

    name: str
    pattern: Pattern | None
    period_s: float | None
    enabled: bool
    targets: tuple[Target, ...]

    @property
    def arn(self) -> str:
        """Its ARN on the default bus."""
        return f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:rule/{self.name}"


class Bus:
    """The default bus. `deliver` hands an input to a target by its ARN; `dead_letter` puts a message into a queue."""

    def __init__(self, world: World, deliver: Deliver, dead_letter: Callable[[str, str, str], None]) -> None:
        self._world = world
        self._deliver = deliver
        self._dead_letter = dead_letter
        self.rules: dict[str, Rule] = {}
        self.events: list[dict[str, Any]] = []

    @property
    def operations(self) -> Mapping[str, Handler]:
        """EventBridge's API as far as it is modelled."""
        return {"PutEvents": self.put_events}

    def add(self, rule: Rule) -> None:
        """Adds a rule; a schedule begins to run."""
        self.rules[rule.name] = rule
        if rule.period_s is not None and rule.enabled:
            self._world.clock.call_later(rule.period_s, lambda: self._fire(rule), background=True)

    def put(self, event: dict[str, Any]) -> None:
        """An event is on the bus: every matching rule's targets get it, each by itself."""
        self.events.append(event)
        fields = EventFields(event)
        matched = [
            rule
            for rule in self.rules.values()
            if rule.enabled and rule.pattern is not None and rule.pattern.matches(fields)
        ]
        self._world.trace.record(
            "eventbridge", "event", event["detail-type"], event_id=event["id"], event_source=event["source"],
            rules=[rule.name for rule in matched],
        )  # fmt: skip
        for rule in matched:
            self._start(rule, event)

    def put_events(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """events:PutEvents onto the default bus."""
        answers = []
        for entry in parameters["Entries"]:
            if entry.get("EventBusName", "default") not in ("default", self.arn):
                raise UnsupportedError(f"event bus {entry['EventBusName']}")
            try:
                detail = json.loads(entry["Detail"])
            except ValueError:
                answers.append({"ErrorCode": "MalformedDetail", "ErrorMessage": "Detail is malformed."})
                continue
            event = self._world.event(entry["Source"], entry["DetailType"], detail, *entry.get("Resources", ()))
            self._world.clock.call_later(0, lambda event=event: self.put(event))
            answers.append({"EventId": event["id"]})
        return {"FailedEntryCount": sum("ErrorCode" in answer for answer in answers), "Entries": answers}

    @property
    def arn(self) -> str:
        """The default bus's ARN."""
        return f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:event-bus/default"

    def _fire(self, rule: Rule) -> None:
        self._start(rule, self._world.event("aws.events", "Scheduled Event", {}, rule.arn))
        assert rule.period_s is not None
        self._world.clock.call_later(rule.period_s, lambda: self._fire(rule), background=True)

    def _start(self, rule: Rule, event: dict[str, Any]) -> None:
        for target in rule.targets:
            self._world.clock.spawn(f"event for {target.id}", self._try, rule, target, event)

    def _try(self, rule: Rule, target: Target, event: dict[str, Any]) -> None:
        clock = self._world.clock
        clock.sleep(self._world.latency(self._world.settings.latency.eventbridge_to_target_s))
        content = target.input.value(event, rule.name)
        expires = clock.now() + timedelta(seconds=target.max_age_s)
        for attempt in range(target.retry_attempts + 1):
            fault = self._world.fault("eventbridge.target", rule=rule.name, target=target.id)
            try:
                if fault is not None and fault.kind is FaultKind.FAIL:
                    raise ApiError(fault.error or "ThrottlingException", "Rate exceeded")
                self._deliver(target.arn, content, rule.arn)
                return
            except ApiError as error:
                failure = error
            delay = BACKOFF_S[min(attempt, len(BACKOFF_S) - 1)]
            if failure.code in NOT_RETRIED or clock.now() + timedelta(seconds=delay) > expires:
                break
            clock.sleep(delay)
        text = f"{rule.name} could not deliver {event['detail-type']}"
        self._world.trace.record("eventbridge", "dead-letter", text, why=str(failure), queue=target.dead_letter_arn)
        if target.dead_letter_arn is not None:
            self._dead_letter(target.dead_letter_arn, json.dumps(event), rule.arn)


def schedule_period_s(expression: str) -> float:
    """Seconds between two runs of `rate(…)`. Raises UnsupportedError for other schedules."""
    found = _RATE.fullmatch(expression)
    if found is None:
        raise UnsupportedError(f"schedule {expression}: only rate(…)")
    return int(found[1]) * {"minute": 60, "hour": 3600, "day": 86_400}[found[2]]
