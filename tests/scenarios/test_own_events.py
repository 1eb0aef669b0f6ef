"""CacheWarden's own events on the bus: one for each message that says how something went. Nothing depends on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

import pytest

from cachewarden.loop.own_events import SOURCE, OwnEvent
from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.eventbridge.bus import Rule
from rehearsal.engines.eventbridge.event_fields import EventFields
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked
from tests.scenarios.test_opting_in_and_out_by_document import ended


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def own(scene: Attacked) -> list[dict[str, Any]]:
    return [event for event in scene.cluster.account.bus.events if event["source"] == SOURCE]


def kinds(scene: Attacked) -> list[str]:
    return [event["detail-type"] for event in own(scene)]


def matching(scene: Attacked, event: Mapping[str, Any]) -> list[Rule]:
    fields = EventFields(event)
    rules = scene.cluster.account.bus.rules.values()
    return [rule for rule in rules if rule.pattern is not None and rule.pattern.matches(fields)]


def test_a_stop_and_the_way_back_are_started_and_reached_and_start_nothing_themselves(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert kinds(scene) == ["Started", "Reached", "Started", "Reached"]
    started, reached = own(scene)[:2]
    assert started["detail"]["execution"] == reached["detail"]["execution"]
    assert (reached["detail"]["goal"], reached["detail"]["outcome"]) == ("Stopped", "Goal")
    assert reached["detail"]["instanceId"] == scene.instance_id("SALES1")
    assert reached["detail"]["page"].endswith(f"{reached['detail']['code']}.md")
    for kind in OwnEvent:
        assert matching(scene, {**reached, "detail-type": kind.value}) == []


def test_a_refusal_is_an_event(scene):
    scene.cluster.instances["SALES1"].tags["aws:autoscaling:groupName"] = "sql-nodes"
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert kinds(scene) == ["Refused"]
    assert own(scene)[0]["detail"]["code"] == "CW6181"


def test_a_message_of_a_function_is_an_event_where_a_person_must_act(scene):
    scene.perform(StepKind.SHUT_DOWN, "SALES2")
    scene.settle()
    assert kinds(scene) == ["Attention"] and len(scene.messages) == 1
    assert own(scene)[0]["detail"]["actionRequired"] is True


def test_a_message_that_only_lets_people_know_is_none(scene):
    scene.cluster.instances["SALES1"].protect(False)
    scene.sleep(1000)
    assert any("CW5115" in message for message in scene.messages)
    assert "CW5115" not in [event["detail"].get("code") for event in own(scene)]


def workflow_log(scene: Attacked) -> Iterator[dict[str, Any]]:
    """Lines of the workflow's log: the history's events with the details of each under `details` (Step Functions
    developer guide, "Using CloudWatch Logs to log execution history")."""
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    for record in scene.cluster.account.executions:
        if record.machine.name == WORKFLOW:
            for event in client.get_execution_history(executionArn=record.arn, maxResults=1000)["events"]:
                name = f"{event['type'][0].lower()}{event['type'][1:]}EventDetails"
                yield {"id": str(event["id"]), "type": event["type"], "details": event.get(name, {})}


def fits(pattern: str, line: Mapping[str, Any]) -> bool:
    """Whether a filter pattern of equal texts joined by && takes a line (CloudWatch Logs user guide)."""
    conditions = re.findall(r'\$\.([\w.]+) = "(\w+)"', pattern)
    assert "{ " + " && ".join(f'$.{path} = "{value}"' for path, value in conditions) + " }" == pattern
    return all(
        reduce(lambda found, key: found.get(key, {}), path.split("."), line) == value for path, value in conditions
    )


@pytest.mark.parametrize("how", ["error", "entry"])
def test_events_that_the_bus_does_not_take_stop_nothing_and_are_counted(synthesized, scene, how, capsys):
    def refused(parameters: Mapping[str, Any]) -> dict[str, Any]:
        if how == "error":
            raise ApiError("InternalException", "An internal error has occurred", status=500)
        failed = {"ErrorCode": "ThrottlingException", "ErrorMessage": "Rate exceeded"}
        return {"FailedEntryCount": 1, "Entries": [failed]}

    scene.cluster.account.gateway.register("events", {"PutEvents": refused})
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert [event["source"] for event in own(scene)] == []
    assert len(scene.messages) == 1
    (pattern,) = [
        each["Properties"]["FilterPattern"]
        for each in synthesized["CacheWarden"]["Resources"].values()
        if each["Type"] == "AWS::Logs::MetricFilter"
    ]
    counted = [line for line in workflow_log(scene) if fits(pattern, line)]
    assert {line["details"]["resource"] for line in counted} == {"putEvents"}
    assert capsys.readouterr().out.count('"EventNotPut":[1.0]') == 1


def test_a_workflow_that_was_ended_is_an_event_on_which_no_person_has_to_act(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until(lambda: "Started" in kinds(scene))
    execution = next(each for each in scene.cluster.account.executions if each.machine.name == WORKFLOW)
    scene.cluster.account.client("stepfunctions", scene.cluster.account.person("dba")).stop_execution(
        executionArn=execution.arn
    )
    scene.settle()
    assert kinds(scene) == ["Started", "Attention"]
    assert own(scene)[-1]["detail"]["actionRequired"] is False


def test_a_preflight_has_no_start_since_it_holds_nothing(scene):
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert kinds(scene) == ["Reached"]
