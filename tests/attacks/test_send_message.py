"""Whoever may send messages to the queue of state changes, and nothing else, can say what ingest is told anyway."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.contracts import contracts
from tests.attacks.refused_stop import refused_stop
from tests.attacks.rights import RIGHTS
from tests.repository import EVENTS

GARBAGE = (" ", "null", "[]", "{", '"i-0123456789abcdef0"', "{}", '{"detail": null}', "\u0000", "9" * 5000)


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def send(scene: Attacked, body: str) -> None:
    """To the one queue that a function reads, as a principal who may only send."""
    sources = scene.cluster.account.event_sources
    (name,) = [arn.rpartition(":")[2] for arn in sources.queues if sources.reads(arn)]
    client = scene.cluster.account.client("sqs", RIGHTS["send-message"](scene))
    client.send_message(QueueUrl=f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT_ID}/{name}", MessageBody=body)


def state_change(scene: Attacked, node: str, state: str) -> dict[str, Any]:
    """As EC2 would report it here."""
    event = json.loads((EVENTS / f"ec2-state-change-{state}.json").read_text("utf-8"))
    event["account"], event["region"], event["time"] = ACCOUNT_ID, REGION, scene.cluster.world.clock.iso()
    event["detail"]["instance-id"] = scene.instance_id(node)
    event["resources"] = [f"arn:aws:ec2:{REGION}:{ACCOUNT_ID}:instance/{scene.instance_id(node)}"]
    return event


def test_made_up_state_changes_change_no_contract(scene):
    """CacheWarden asks EC2 and the node; it doesn't believe the message."""
    before = contracts(scene)
    for node in ("SALES1", "SALES2"):
        for state in ("pending", "running", "stopping", "stopped", "shutting-down", "terminated"):
            send(scene, json.dumps(state_change(scene, node, state)))
    scene.settle()
    assert scene.outcomes == [("InService", "Goal"), ("InService", "Goal")]
    assert contracts(scene) == before
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_what_is_no_event_keeps_no_true_one_from_being_read(scene):
    """It comes five times and then lies in the queue of what couldn't be delivered; an alarm watches that."""
    for body in GARBAGE * 5:
        send(scene, body)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    for body in GARBAGE * 5:
        send(scene, body)
    scene.perform(StepKind.START, "SALES2")
    scene.run_until(lambda: len(scene.outcomes) == 2)
    assert scene.outcomes == [("Stopped", "Goal"), ("InService", "Goal")]
    assert not scene.watch.violations


def test_a_made_up_refusal_in_the_queue_begins_a_safe_stop(scene):
    """Still possible, as for whoever may invoke ingest: it takes any event from its queue."""
    send(scene, json.dumps(refused_stop(scene, scene.instance_id("SALES1"))))
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.messages and not scene.watch.violations
