"""Who asks sixty times in five minutes gets one answer, within the ceilings that docs/security.md states."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from rehearsal.report.metrics import PRICE_PER_TRANSITION_USD
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

ASKED = 60
EVERY_S = 5.0
HOUR_S = 3600
BEFORE_THE_LEASE = 4
"""Requests that came before the first one had the lease: each is an execution, which observes once and then joins."""

COMMANDS_OF_A_LOOK = 4
"""Two for all nodes that are asked together, and a second look."""
COMMANDS_OF_A_STOP = 12
TRANSITIONS_OF_A_REFUSAL = 9
USD_AN_HOUR = 0.014
"""What docs/security.md states for sixty refused stops, one a minute."""


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def ask(scene: Attacked, node: str) -> None:
    client = scene.cluster.account.client("ec2", scene.cluster.account.person("scheduler"))
    with pytest.raises(ClientError):
        client.stop_instances(InstanceIds=[scene.instance_id(node)])


def begun(scene: Attacked) -> int:
    return sum(each.machine.name == WORKFLOW for each in scene.cluster.account.executions)


def commands(scene: Attacked) -> int:
    calls = scene.cluster.account.api_calls
    return calls["ssm:SendCommand"].calls if "ssm:SendCommand" in calls else 0


def told(scene: Attacked, *words: str) -> int:
    return sum(all(word in message for word in words) for message in scene.messages)


def test_sixty_stops_of_one_node_are_one_stop_and_two_messages(scene):
    asked, before = 0, commands(scene)
    for _ in range(ASKED):
        if scene.cluster.instances["SALES1"].stop_protected:
            ask(scene, "SALES1")
            asked += 1
        scene.sleep(EVERY_S)
    scene.settle()
    assert asked > ASKED / 2
    assert scene.cluster.instances["SALES1"].state.api_name == "stopped"
    assert begun(scene) <= 1 + BEFORE_THE_LEASE
    assert told(scene, "CW5002") == 1
    assert told(scene, "is stopped, safely") == 1
    assert len(scene.messages) == 2
    assert commands(scene) - before <= COMMANDS_OF_A_STOP + COMMANDS_OF_A_LOOK * BEFORE_THE_LEASE
    assert not scene.watch.violations


def test_sixty_stops_within_seconds_are_one_execution_or_two(scene):
    """Before any of them has the lease; a minute may begin in between."""
    for _ in range(ASKED):
        ask(scene, "SALES1")
        scene.sleep(0.1)
    scene.settle()
    assert 1 <= begun(scene) <= 2
    assert scene.cluster.instances["SALES1"].state.api_name == "stopped"


def test_refused_stops_cost_one_execution_and_one_look_a_minute(scene):
    """Without an end: an hour of this is sixty executions, which is the ceiling."""
    ask(scene, "SALES1")
    scene.settle()
    executions, sent, before = begun(scene), commands(scene), len(scene.cluster.account.executions)
    for _ in range(ASKED):
        ask(scene, "SALES2")
        scene.sleep(EVERY_S)
    scene.settle()
    minutes = ASKED * EVERY_S / 60 + 1
    assert 1 < begun(scene) - executions <= minutes
    assert commands(scene) - sent <= COMMANDS_OF_A_LOOK * minutes
    transitions = [each.execution.history.transitions for each in scene.cluster.account.executions[before:]]
    assert 0 < max(transitions) <= TRANSITIONS_OF_A_REFUSAL
    assert 60 * max(transitions) * PRICE_PER_TRANSITION_USD <= USD_AN_HOUR
    assert scene.cluster.instances["SALES2"].state.api_name == "running"
    assert not scene.watch.violations


def test_the_same_refusal_is_told_once_an_hour_and_then_says_how_often_it_was_given(scene):
    ask(scene, "SALES1")
    scene.settle()
    for _ in range(6):
        ask(scene, "SALES2")
        scene.sleep(300)
    assert told(scene, "stop of SALES2", "refused") == 1
    scene.sleep(HOUR_S)
    ask(scene, "SALES2")
    scene.settle()
    assert told(scene, "stop of SALES2", "refused") == 2
    assert told(scene, "stop of SALES2", "Repeated: the same was asked 5 more times since") == 1
    assert not scene.watch.violations


def test_a_stop_is_not_lost_when_the_operation_that_it_would_join_has_died(scene):
    ask(scene, "SALES1")
    scene.run_until_state("StopSqlServer")
    scene.sleep(EVERY_S)
    dead = scene.claim()["owner"]
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    client.stop_execution(executionArn=dead)
    ask(scene, "SALES1")
    scene.settle()
    assert any(goal == "Stopped" for goal, _ in scene.outcomes), "an execution was begun for the second request"


@pytest.mark.campaign
def test_who_asks_by_a_document_has_an_answer_of_its_own(scene):
    ask(scene, "SALES1")
    scene.run_until_state("EvacuateCache")
    for _ in range(2):
        scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
    scene.settle()
    assert told(scene, "CW5002") == 2
    assert {each.status.value for each in scene.cluster.account.automations.executions.values()} == {"Success"}


def test_a_tag_that_is_set_again_and_again_is_one_preflight_a_minute_and_one_message(scene):
    """By whoever may set tags, and nothing else."""
    setter = scene.cluster.account.client("ec2", scene.principal("sets-tags", "ec2:CreateTags"))
    for number in range(ASKED // 2):
        value = ("false", "true")[number % 2]
        setter.create_tags(
            Resources=[scene.instance_id("SALES2")], Tags=[{"Key": "cachewarden:managed", "Value": value}]
        )
        scene.sleep(EVERY_S)
    scene.settle()
    assert 0 < begun(scene) <= 4  # in two minutes and a half
    assert told(scene, "could be stopped safely now") == 1
    assert len(scene.messages) <= 3
