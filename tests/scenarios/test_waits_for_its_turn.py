"""A stop that finds another operation at work on its cluster is refused, or waits where its owner says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.test_brake import switch

MAX_WAIT = "cachewarden:max-wait"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """SALES1 is being cycled, and its cache moves."""
    with attacked(synthesized) as cluster:
        begun(cluster, "CycleInstance", "SALES1")
        cluster.run_until_state("EvacuateCache")
        yield cluster
        assert not cluster.watch.violations and not cluster.cluster.account.denials
        assert not [item for item in cluster.cluster.account.items(LEASES) if item.get("owner", {}).get("S")]


def begun(scene: Attacked, document: str, node: str) -> AutomationExecution:
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{document}")
    return list(scene.cluster.account.automations.executions.values())[-1]


def may_wait(scene: Attacked, value: str) -> None:
    scene.cluster.instances["SALES2"].tags[MAX_WAIT] = value


def told_that_it_waits(scene: Attacked) -> list[str]:
    return [message for message in scene.messages if "stop of SALES2 waits for its turn" in message]


def state(scene: Attacked, node: str) -> str:
    return scene.cluster.instances[node].state.api_name


def test_a_stop_waits_for_its_turn_and_is_decided_anew_then(scene):
    may_wait(scene, "3h")
    document = begun(scene, "StopInstance", "SALES2")
    scene.sleep(120)
    (told,) = told_that_it_waits(scene)
    assert "CW5003" in told and "(Cycled)" in told and document.status.value == "InProgress"
    scene.settle()
    assert [goal for goal, _ in scene.outcomes] == ["Cycled", "Stopped"] and len(told_that_it_waits(scene)) == 1
    assert document.status.value == "Success" and state(scene, "SALES2") == "stopped" and scene.whole("SALES1")


@pytest.mark.campaign(suite=1)
@pytest.mark.parametrize("value", [None, "soon", "0m"])
def test_a_stop_is_refused_at_once_where_its_owner_does_not_say_that_it_may_wait(scene, value):
    if value is not None:
        may_wait(scene, value)
    document = begun(scene, "StopInstance", "SALES2")
    scene.sleep(120)
    assert document.status.value == "Failed" and told_that_it_waits(scene) == []
    scene.settle()
    assert scene.whole("SALES2")


def test_a_stop_whose_turn_does_not_come_in_time_is_refused(scene):
    may_wait(scene, "5m")
    document = begun(scene, "StopInstance", "SALES2")
    scene.sleep(7 * 60)
    assert document.status.value == "Failed" and len(told_that_it_waits(scene)) == 1
    assert "CW5003" in scene.messages[-1] and "nothing was changed" in scene.messages[-1]
    scene.settle()
    assert scene.whole("SALES2")


@pytest.mark.parametrize("how", ["cancelled", "untagged"])
def test_a_stop_that_waits_can_be_taken_back(scene, how):
    may_wait(scene, "3h")
    document = begun(scene, "StopInstance", "SALES2")
    scene.sleep(120)
    if how == "cancelled":
        client = scene.cluster.account.client("ssm", scene.cluster.account.person("operator"))
        client.stop_automation_execution(AutomationExecutionId=document.id, Type="Cancel")
    else:
        del scene.cluster.instances["SALES2"].tags[MAX_WAIT]
    scene.settle()
    assert document.status.value == ("Cancelled" if how == "cancelled" else "Failed")
    assert scene.whole("SALES2") and scene.whole("SALES1")


def test_a_refused_stop_waits_no_longer_than_it_lives(scene):
    may_wait(scene, "3h")
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until(lambda: bool(scene.outcomes))
    assert scene.outcomes == [("Stopped", "Expired")] and len(told_that_it_waits(scene)) == 1
    assert "CW5001" in scene.messages[-1] and "nothing was changed" in scene.messages[-1]
    scene.settle()
    assert scene.whole("SALES2")


@pytest.mark.parametrize("mode", ["automatic", "notify"])
def test_a_refused_stop_whose_turn_comes_in_time_is_done_unless_the_brake_holds_it_by_then(scene, mode):
    may_wait(scene, "3h")
    scene.run_until_state("RestoreCache")
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until(lambda: bool(told_that_it_waits(scene)))
    switch(scene, mode)
    scene.settle()
    if mode == "automatic":
        assert scene.outcomes[-1] == ("Stopped", "Goal") and state(scene, "SALES2") == "stopped"
    else:
        assert scene.outcomes[-1] == ("Stopped", "Refused") and scene.whole("SALES2")
        (refused,) = (message for message in scene.messages if "Why:   CW5118 " in message)
        assert "is set to 'notify'" in refused and "nothing was changed" in refused
