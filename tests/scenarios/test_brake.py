"""One parameter stops all beginning at once; it says so, and leaves no node worse. The same request is told once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.api.errors import ApiError
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

HELD = "CW5118"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def switch(scene: Attacked, mode: str) -> None:
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("admin"))
    client.put_parameter(Name="/cachewarden/mode", Value=mode, Overwrite=True)


def begun(scene: Attacked) -> list[str]:
    return [each.name for each in scene.cluster.account.executions if each.machine.name == WORKFLOW]


def told(scene: Attacked, *words: str) -> int:
    return sum(all(word in message for word in words) for message in scene.messages)


@pytest.mark.parametrize("mode", ["notify", "off"])
def test_a_refused_stop_becomes_a_message(scene, mode):
    switch(scene, mode)
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert begun(scene) == [] and scene.whole("SALES1")
    assert told(scene, HELD, mode, scene.instance_id("SALES1")) == 1


def test_a_mode_that_nobody_knows_begins_nothing_and_people_hear_that_it_is_not_read(scene):
    switch(scene, "automatik")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert begun(scene) == [] and scene.whole("SALES1")
    assert told(scene, HELD, "can't read its mode", "/cachewarden/mode", "Start CacheWarden-StopInstance") == 1


@pytest.mark.parametrize(("code", "status"), [("InternalServerError", 500), ("AccessDeniedException", 400)])
def test_nor_does_one_that_can_not_be_read(scene, code, status):
    def refused(parameters: Mapping[str, Any]) -> None:
        raise ApiError(code, "Parameter Store doesn't answer", status=status)

    scene.cluster.account.gateway.before("ssm", "GetParameter", refused)
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert begun(scene) == [] and scene.whole("SALES1")
    assert told(scene, HELD, "can't read its mode", "/cachewarden/mode") == 1


def test_with_notify_people_still_begin_operations(scene):
    switch(scene, "notify")
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StartInstance")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")


def test_with_off_nobody_takes_a_node_out_of_service_but_back_in(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    switch(scene, "off")
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StartInstance")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Refused")
    assert scene.whole("SALES1") and told(scene, HELD) >= 1
    assert not scene.watch.violations


def test_what_was_begun_goes_on_to_its_safe_end(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("EvacuateCache")
    switch(scene, "off")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.cluster.instances["SALES1"].stop_protected


def test_with_off_an_aborted_operation_is_not_begun_again_and_people_know_what_was_left(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("StopSqlServer")
    scene.sleep(30)
    switch(scene, "off")
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    client.stop_execution(executionArn=scene.claim()["owner"])
    scene.settle()
    assert len(begun(scene)) == 1
    assert "owner" not in scene.lease() and scene.cluster.instances["SALES1"].stop_protected
    assert told(scene, HELD, "isn't taken up again", "CacheWarden-StartInstance") == 1
    switch(scene, "automatic")
    scene.sleep(20 * 60)
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal"), "the sweep finds the node once the brake is off"


@pytest.mark.parametrize(("goal", "answer"), [("Stop", "Joined"), ("Cycle", "Refused")])
def test_a_stop_asked_for_while_an_operation_works_on_the_node_is_told_of_it_in_every_mode(scene, goal, answer):
    """By document and by a refused StopInstances."""
    scene.perform(StepKind.AUTOMATION, "SALES1", document=f"CacheWarden-{goal}Instance")
    scene.run_until_state("EvacuateCache")
    switch(scene, "off")
    scene.perform(StepKind.STOP, "SALES1")
    works = "is already bringing it to Stopped" if goal == "Stop" else "works on it already and goes on to its end"
    scene.run_until(lambda: told(scene, "user/dba", works) == 1, limit_s=600)
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
    scene.run_until(lambda: ("Stopped", answer) in scene.outcomes)
    assert told(scene, "is already bringing this node to Stopped" if goal == "Stop" else "(Cycled) and goes on") == 1
    scene.settle()
    assert not scene.watch.violations


def test_protection_is_kept_in_every_mode(scene):
    switch(scene, "off")
    scene.cluster.instances["SALES1"].stop_protected = False
    scene.sleep(16 * 60)
    assert scene.cluster.instances["SALES1"].stop_protected


def test_a_mode_that_nobody_can_read_begins_nothing(scene):
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("admin"))
    client.delete_parameter(Name="/cachewarden/mode")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert begun(scene) == [] and told(scene, HELD) == 1


def test_who_asks_every_five_minutes_is_answered_once_an_hour(scene):
    """A scheduler that stops the node each night, and an owner who wants to be asked."""
    scene.cluster.instances["SALES1"].tags["cachewarden:on-stop"] = "approve"
    client = scene.cluster.account.client("ec2", scene.cluster.account.person("scheduler"))
    for _ in range(23):
        with pytest.raises(ClientError):
            client.stop_instances(InstanceIds=[scene.instance_id("SALES1")])
        scene.sleep(300)
    assert told(scene, "CW5107") == 2
    assert begun(scene) == []


OUT_OF_SERVICE = ("EvacuateCache", "FailOverAvailabilityGroups", "HoldReplicaModes", "StopSqlServer")


def act(scene: Attacked, name: str, node: str) -> tuple[str, str]:
    """Starts the document for one act; its status, and why it was refused (empty where it wasn't)."""
    groups = {"AvailabilityGroups": "{groups}"} if name in ("FailOverAvailabilityGroups", "HoldReplicaModes") else {}
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{name}", parameters=groups)
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    scene.run_until(lambda: execution.ended is not None)
    told = {name: values[0] for name, values in execution.run.outputs().items()}
    refused = told["ReleaseLease.Outcome"] == "Refused"
    return execution.status.value, told["ReleaseLease.Sentence"] if refused else ""


def test_with_off_no_document_for_a_single_act_takes_a_node_out_of_service(scene):
    """It took the lease without asking for the mode."""
    switch(scene, "off")
    for name in OUT_OF_SERVICE:
        status, refusal = act(scene, name, "SALES2")
        assert (name, status) == (name, "Failed")
        assert HELD in refusal and "'off'" in refusal
    assert scene.cluster.sql_runs("SALES2") and scene.whole("SALES2")


@pytest.mark.parametrize("name", ["InitializeStorage", "RestoreCache", "StartSqlServer"])
@pytest.mark.campaign(suite=1)
def test_with_off_a_document_for_a_single_act_still_brings_a_node_back(scene, name):
    assert act(scene, "StopSqlServer", "SALES2")[0] == "Success"
    switch(scene, "off")
    assert act(scene, name, "SALES2") == ("Success", "")
