"""Queues that a function reads: Lambda gathers their messages and calls the function with many at once.

Several pollers read a queue, each gathers a batch of its own; a message goes to any of them. What the function reports
as failed, or a whole batch after an error, is shown again once the queue's visibility timeout is over, and goes to the
queue's dead-letter queue when it was received too often. A message that is older than the queue keeps it is gone.
Source: AWS Lambda developer guide, "Using Lambda with Amazon SQS".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from rehearsal.aws.api import principal as principals
from rehearsal.aws.lambda_.service import Function, Functions, Outcome
from rehearsal.world.context import REGION
from rehearsal.world.world import World

POLLERS = 5
"""Lambda begins with five."""
UNTIL_A_CALL_ENDS_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What a deployed queue says of its messages; `max_receives` is None without a dead-letter queue."""

    arn: str
    visibility_s: float
    retention_s: float
    dead_letter_arn: str | None = None
    max_receives: int | None = None


@dataclass(slots=True, kw_only=True)
class Message:
    """One message in a queue."""

    id: str
    body: str
    sent: datetime
    receives: int = 0


@dataclass(slots=True, kw_only=True)
class EventSource:
    """One mapping of a queue to a function; `gathered`: what each poller has so far."""

    queue: Queue
    function: Function
    batch_size: int
    window_s: float
    concurrency: int
    reports_failures: bool
    gathered: list[list[Message]] = field(default_factory=lambda: [[] for _ in range(POLLERS)])
    calls: int = 0


class EventSources:
    """The account's mappings. `send_to_queue(queue_arn, body)` moves what was received too often."""

    def __init__(self, world: World, functions: Functions, send_to_queue: Callable[[str, str], None]) -> None:
        self._world = world
        self._functions = functions
        self._send = send_to_queue
        self.queues: dict[str, Queue] = {}
        self._sources: dict[str, EventSource] = {}

    def add(self, source: EventSource) -> None:
        """From now on the function reads the queue."""
        self._sources[source.queue.arn] = source

    def reads(self, queue_arn: str) -> bool:
        """Whether a function reads this queue."""
        return queue_arn in self._sources

    def put(self, queue_arn: str, body: str) -> None:
        """A message for a queue that a function reads."""
        world = self._world
        world.in_flight += 1
        self._show(self._sources[queue_arn], Message(id=world.uuid(), body=body, sent=world.clock.now()))

    def _show(self, source: EventSource, message: Message) -> None:
        """One of the pollers receives it; its first message opens the window."""
        poller = int(self._world.rng.random() * POLLERS)
        batch = source.gathered[poller]
        batch.append(message)
        if len(batch) == 1:
            self._world.clock.spawn(f"poller of {source.function.name}", self._call_after_window, source, poller)

    def _call_after_window(self, source: EventSource, poller: int) -> None:
        clock = self._world.clock
        clock.sleep(source.window_s)
        while source.calls >= source.concurrency:
            clock.sleep(UNTIL_A_CALL_ENDS_S)
        batch, source.gathered[poller] = source.gathered[poller], []
        while batch:
            batch, rest = batch[: source.batch_size], batch[source.batch_size :]
            self._call(source, batch)
            batch = rest

    def _call(self, source: EventSource, batch: list[Message]) -> None:
        clock = self._world.clock
        oldest = clock.now() - timedelta(seconds=source.queue.retention_s)
        kept = [message for message in batch if message.sent >= oldest]
        for _ in range(len(batch) - len(kept)):
            self._world.trace.record("sqs", "message-expired", f"{source.queue.arn} kept a message no longer")
            self._world.in_flight -= 1
        if not kept:
            return
        for message in kept:
            message.receives += 1
        source.calls += 1
        try:
            outcome = self._functions.invoke(source.function, {"Records": [_record(source, each) for each in kept]})
        finally:
            source.calls -= 1
        failed = _failed(source, outcome, {message.id for message in kept})
        for message in kept:
            if message.id not in failed:
                self._world.in_flight -= 1
            elif source.queue.max_receives is not None and message.receives >= source.queue.max_receives:
                self._bury(source.queue, message)
            else:
                clock.call_later(source.queue.visibility_s, partial(self._show, source, message))

    def _bury(self, queue: Queue, message: Message) -> None:
        assert queue.dead_letter_arn is not None
        text = f"{queue.arn} gave up on a message"
        self._world.trace.record("sqs", "dead-letter", text, queue=queue.dead_letter_arn)
        with principals.acting_as(principals.service("sqs.amazonaws.com")):
            self._send(queue.dead_letter_arn, message.body)
        self._world.in_flight -= 1


def _failed(source: EventSource, outcome: Outcome, ids: set[str]) -> set[str]:
    """All after an error, and where the answer names a message that wasn't in the batch, as Lambda has it."""
    if outcome.error is not None:
        return ids
    if not source.reports_failures or not outcome.payload:
        return set()
    named = {each["itemIdentifier"] for each in outcome.payload.get("batchItemFailures") or ()}
    return named if named <= ids else ids


def _record(source: EventSource, message: Message) -> dict[str, Any]:
    milliseconds = str(int(message.sent.timestamp() * 1000))
    return {
        "messageId": message.id,
        "receiptHandle": hashlib.sha256(f"{message.id}/{message.receives}".encode()).hexdigest(),
        "body": message.body,
        "attributes": {
            "ApproximateReceiveCount": str(message.receives),
            "SentTimestamp": milliseconds,
            "SenderId": "AIDAIENQZJOLO23YVJ4VO",
            "ApproximateFirstReceiveTimestamp": milliseconds,
        },
        "messageAttributes": {},
        "md5OfBody": hashlib.md5(message.body.encode()).hexdigest(),
        "eventSource": "aws:sqs",
        "eventSourceARN": source.queue.arn,
        "awsRegion": REGION,
    }
