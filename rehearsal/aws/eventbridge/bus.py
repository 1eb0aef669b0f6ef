"""EventBridge's default bus: rules by the deployed patterns, targets, retries, dead-letter queues, schedules.

At least once, unordered, best effort for what EC2 and SSM send (that is in delivery.py); what reached the bus is
delivered to each target with EventBridge's retries (exponential back-off with jitter, until the target's retry policy
is used up), and goes to the target's dead-letter queue then, with the attributes that AWS gives it. What a retry can't
change (permission, existence) goes there at once ([events#retries]; page "Using dead-letter queues to process
undelivered events").

Fault point `eventbridge.target` (context rule, target), at each attempt: FAIL, the target refuses with `error`; LATE;
LOST, the target has the event, but EventBridge takes the attempt for failed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.eventbridge.delivery import envelope
from rehearsal.engines.eventbridge.event_fields import EventFields
from rehearsal.engines.eventbridge.pattern import Pattern
from rehearsal.engines.eventbridge.target_input import TargetInput
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION
from rehearsal.world.world import World

Deliver = Callable[[str, Any, str], None]
"""(target's ARN, input, rule's ARN): hands an event over. Raises ApiError."""

DeadLetter = Callable[[str, str, str, Mapping[str, str]], None]
"""(queue's ARN, body, rule's ARN, attributes): puts a message into a queue, if the queue lets it."""

NOT_RETRIED = frozenset({"NO_PERMISSIONS", "NO_RESOURCE"})
FIRST_DELAY_S = 1.0
LONGEST_DELAY_S = 600.0
_LOST_ANSWER = ApiError("ReadTimeout", "The target didn't answer in time")
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

    def __init__(self, world: World, deliver: Deliver, dead_letter: DeadLetter) -> None:
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
            if entry["Source"].startswith("aws."):
                reserved = "Not authorized for the source."
                answers.append({"ErrorCode": "NotAuthorizedForSourceException", "ErrorMessage": reserved})
                continue
            try:
                detail = json.loads(entry["Detail"])
            except ValueError:
                answers.append({"ErrorCode": "MalformedDetail", "ErrorMessage": "Detail is malformed."})
                continue
            event = envelope(self._world, entry["Source"], entry["DetailType"], detail, entry.get("Resources", ()))
            self._world.clock.call_later(0, partial(self.put, event))
            answers.append({"EventId": event["id"]})
        return {"FailedEntryCount": sum("ErrorCode" in answer for answer in answers), "Entries": answers}

    @property
    def arn(self) -> str:
        """The default bus's ARN."""
        return f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:event-bus/default"

    def _fire(self, rule: Rule) -> None:
        if self.rules.get(rule.name) is not rule:  # deleted, with its stack
            return
        self._start(rule, envelope(self._world, "aws.events", "Scheduled Event", {}, (rule.arn,)))
        assert rule.period_s is not None
        self._world.clock.call_later(rule.period_s, lambda: self._fire(rule), background=True)

    def _start(self, rule: Rule, event: dict[str, Any]) -> None:
        for target in rule.targets:
            self._world.in_flight += 1
            self._world.clock.spawn(f"event for {target.id}", self._hand_over, rule, target, event)

    def _hand_over(self, rule: Rule, target: Target, event: dict[str, Any]) -> None:
        try:
            self._try(rule, target, event)
        finally:
            self._world.in_flight -= 1

    def _try(self, rule: Rule, target: Target, event: dict[str, Any]) -> None:
        clock = self._world.clock
        clock.sleep(self._world.latency(self._world.settings.latency.eventbridge_to_target_s))
        content = target.input.value(event, rule.name)
        expires = clock.now() + timedelta(seconds=target.max_age_s)
        attempt, exhausted = 0, None
        while (failure := self._attempt(rule, target, content)) is not None:
            if error_code(failure) in NOT_RETRIED:
                break
            if attempt == target.retry_attempts:
                exhausted = "MaximumRetryAttempts"
                break
            delay = self._backoff_s(attempt)
            if clock.now() + timedelta(seconds=delay) > expires:
                exhausted = "MaximumEventAgeInSeconds"
                break
            clock.sleep(delay)
            attempt += 1
        if failure is not None:
            self._give_up(rule, target, event, failure, attempt, exhausted)

    def _attempt(self, rule: Rule, target: Target, content: Any) -> ApiError | None:
        """What the attempt failed with, as EventBridge sees it."""
        fault = self._world.fault("eventbridge.target", rule=rule.name, target=target.id)
        if fault is not None and fault.kind is FaultKind.LATE:
            self._world.clock.sleep(fault.seconds)
        try:
            if fault is not None and fault.kind is FaultKind.FAIL:
                raise ApiError(fault.error or "ThrottlingException", "Rate exceeded")
            self._deliver(target.arn, content, rule.arn)
        except ApiError as error:
            return error
        return _LOST_ANSWER if fault is not None and fault.kind is FaultKind.LOST else None

    def _backoff_s(self, attempt: int) -> float:
        """Twice as long each time, with jitter; AWS doesn't publish its numbers."""
        longest = min(FIRST_DELAY_S * 2.0**attempt, LONGEST_DELAY_S)
        return longest * (0.5 + self._world.rng.random() / 2)

    def _give_up(
        self, rule: Rule, target: Target, event: dict[str, Any], failure: ApiError, retries: int, exhausted: str | None
    ) -> None:
        text = f"{rule.name} could not deliver {event['detail-type']}"
        self._world.trace.record("eventbridge", "dead-letter", text, why=str(failure), queue=target.dead_letter_arn)
        if target.dead_letter_arn is None:
            return
        attributes = {
            "RULE_ARN": rule.arn,
            "TARGET_ARN": target.arn,
            "ERROR_CODE": error_code(failure),
            "ERROR_MESSAGE": failure.message,
            "RETRY_ATTEMPTS": str(retries),
        }
        if exhausted is not None:
            attributes["EXHAUSTED_RETRY_CONDITION"] = exhausted
        self._dead_letter(target.dead_letter_arn, json.dumps(event), rule.arn, attributes)


def error_code(failure: ApiError) -> str:
    """EventBridge's own name for what a target answered; `ERROR_CODE` of a dead letter."""
    code = failure.code
    if "AccessDenied" in code or "Unauthorized" in code:
        return "NO_PERMISSIONS"
    if "NotFound" in code or "NonExistent" in code:
        return "NO_RESOURCE"
    if "Throttl" in code or "TooManyRequests" in code:
        return "THROTTLING"
    if "LimitExceeded" in code:
        return "RESOURCE_LIMIT_EXCEEDED"
    if "Timeout" in code:
        return "TIMEOUT"
    return "INTERNAL_ERROR" if failure.status >= 500 else "ERROR_FROM_TARGET"


def schedule_period_s(expression: str) -> float:
    """Seconds between two runs of `rate(…)`. Raises UnsupportedError for other schedules."""
    found = _RATE.fullmatch(expression)
    if found is None:
        raise UnsupportedError(f"schedule {expression}: only rate(…)")
    return int(found[1]) * {"minute": 60, "hour": 3600, "day": 86_400}[found[2]]
