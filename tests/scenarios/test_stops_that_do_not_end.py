"""EC2 shows an instance as stopping for hours: people hear of it once, nothing is forced, the stop ends rightly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.test_brake import switch
from tests.scenarios.test_outcomes_of_documents import begun

HOURS = 2
STUCK = f"ec2.stop late node=SALES1 seconds={HOURS * 3600}"
NO_CAPACITY = "ec2.capacity fail error=InsufficientInstanceCapacity count=99"
STOPPED_UNHEARD = "event.EC2 Instance State-change Notification lost node=SALES1 state=stopped"
SWEPT_AFTER_S = 16 * 60


@contextmanager
def stuck(templates: Mapping[str, Any], *faults: str) -> Iterator[Attacked]:
    with attacked(templates, faults=[STUCK, *faults]) as scene:
        scene.cluster.world.faults.begin()
        yield scene


def stops_asked_for(scene: Attacked) -> list[dict[str, Any]]:
    """Parameters of each StopInstances from now on, dry runs apart."""
    asked: list[dict[str, Any]] = []

    def note(who: object, given: Mapping[str, Any], result: object, error: object) -> None:
        if not given.get("DryRun"):
            asked.append(dict(given))

    scene.cluster.account.gateway.after("ec2", "StopInstances", note)
    return asked


def until_stuck(scene: Attacked) -> None:
    """Until the operation has ended, with the instance stopping still."""
    scene.run_until(lambda: bool(scene.outcomes))
    assert scene.cluster.instances["SALES1"].state.api_name == "stopping"


def end_of_the_stop(scene: Attacked) -> None:
    """Until EC2 has stopped the instance, which operations have given up waiting for."""
    while scene.cluster.instances["SALES1"].state.api_name == "stopping":
        scene.sleep(30)


def told_of(scene: Attacked, code: str) -> list[str]:
    return [message for message in scene.messages if code in message]


def owners(scene: Attacked) -> set[str]:
    return {item["owner"]["S"] for item in scene.cluster.account.items(LEASES) if "members" in item and "owner" in item}


@pytest.mark.parametrize("heard", [True, False])
def test_a_stop_ends_protected_and_told_once_ec2_has_stopped_it(synthesized, heard):
    """Where the event of the end is lost, the sweep finds the node, and says nothing of protection that was off."""
    with stuck(synthesized, *([] if heard else [STOPPED_UNHEARD])) as scene:
        node = scene.cluster.instances["SALES1"]
        asked = stops_asked_for(scene)
        scene.perform(StepKind.STOP, "SALES1")
        until_stuck(scene)
        assert scene.outcomes == [("Stopped", "Attention")] and owners(scene) <= {""}
        (message,) = told_of(scene, "CW4203")
        assert "forcing it loses nothing more" in message
        end_of_the_stop(scene)
        assert len(scene.messages) == 1, "nothing else is told while EC2 is waited for"
        scene.run_until(lambda: len(scene.outcomes) == 2, limit_s=SWEPT_AFTER_S)
        assert scene.outcomes[-1] == ("Preflight", "Goal")
        assert node.stop_protected and node.state.api_name == "stopped" and owners(scene) <= {""}
        assert "CacheWarden stopped it" in scene.messages[-1] and not told_of(scene, "CW5115")
        refused, ours = asked
        assert refused["InstanceIds"] == ours["InstanceIds"] == [node.id]
        assert not any(given.get("Force") or given.get("SkipOsShutdown") for given in asked)
        assert not scene.watch.violations and not scene.cluster.account.denials


def test_protection_that_a_person_takes_off_the_stopped_node_is_told_as_before(synthesized):
    with attacked(synthesized) as scene:
        node = scene.cluster.instances["SALES1"]
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        node.stop_protected = False
        scene.run_until(lambda: node.stop_protected, limit_s=SWEPT_AFTER_S)
        scene.settle()
        assert told_of(scene, "CW5115") and node.state.api_name == "stopped"


def test_protection_that_a_person_takes_off_a_node_which_ec2_did_not_start_is_told(synthesized):
    """Its operation left it to a person as well, but not because of its stop."""
    with attacked(synthesized, faults=[NO_CAPACITY]) as scene:
        scene.cluster.world.faults.begin()
        node = scene.cluster.instances["SALES1"]
        begun(scene, "CycleInstance")
        scene.settle()
        assert scene.outcomes == [("Cycled", "Attention")] and told_of(scene, "CW4205")
        assert node.stop_protected and node.state.api_name == "stopped"
        node.stop_protected = False
        scene.run_until(lambda: node.stop_protected, limit_s=SWEPT_AFTER_S)
        scene.settle()
        assert told_of(scene, "CW5115") and node.state.api_name == "stopped"
        assert [goal for goal, _ in scene.outcomes] == ["Cycled", "Preflight"]


def test_protection_that_is_taken_off_once_more_is_told_though_the_stop_is_followed_up_already(synthesized):
    with stuck(synthesized) as scene:
        node = scene.cluster.instances["SALES1"]
        scene.perform(StepKind.STOP, "SALES1")
        until_stuck(scene)
        end_of_the_stop(scene)
        scene.run_until(lambda: len(scene.outcomes) == 2)
        node.tags |= {"cachewarden:state": "attention", "cachewarden:last-error": "CW4203"}
        node.stop_protected = False
        scene.run_until(lambda: node.stop_protected, limit_s=SWEPT_AFTER_S)
        scene.settle()
        assert told_of(scene, "CW5115") and node.state.api_name == "stopped"


def test_a_cycle_brings_the_node_back_once_ec2_has_stopped_it(synthesized):
    with stuck(synthesized) as scene:
        begun(scene, "CycleInstance")
        until_stuck(scene)
        assert scene.outcomes == [("Cycled", "Attention")]
        end_of_the_stop(scene)
        scene.run_until(lambda: len(scene.outcomes) == 2)
        assert scene.outcomes[-1] == ("InService", "Goal") and scene.whole("SALES1")
        assert not scene.watch.violations and not scene.cluster.account.denials


@pytest.mark.campaign(suite=2)
@pytest.mark.parametrize(
    ("first", "later", "heard_after_s", "goals", "ends_as"),
    [
        ("CycleInstance", "StopInstance", 0, ["Cycled", "Stopped", "Preflight"], "stopped"),
        ("CycleInstance", "StopInstance", 90 * 60, ["Cycled", "Stopped"], "stopped"),
        ("StopInstance", "CycleInstance", 0, ["Stopped", "Cycled", "InService"], "running"),
        ("StopInstance", "StartInstance", 0, ["Stopped", "InService", "InService"], "running"),
    ],
)
def test_what_is_asked_for_last_while_the_stop_goes_on_is_what_counts(
    synthesized, first, later, heard_after_s, goals, ends_as
):
    """The later request may give up waiting itself, or still wait when EC2 has stopped the instance."""
    with stuck(synthesized) as scene:
        begun(scene, first)
        until_stuck(scene)
        scene.sleep(heard_after_s)
        asked = stops_asked_for(scene)
        document = begun(scene, later)
        end_of_the_stop(scene)
        scene.settle()
        scene.sleep(2 * SWEPT_AFTER_S)
        scene.settle()
        node = scene.cluster.instances["SALES1"]
        assert [goal for goal, _ in scene.outcomes] == goals
        assert node.state.api_name == ends_as and node.stop_protected and owners(scene) <= {""} and asked == []
        assert scene.whole("SALES1") or ends_as == "stopped"
        told = told_of(scene, "CW4203")
        if len(goals) == 2:
            assert document.status.value == "Success" and len(told) == 1
        else:
            says = "It stays stopped then" if ends_as == "stopped" else "and brings it back into service"
            assert document.status.value == "Failed" and says in told[-1] and len(told) == 2
        assert not scene.watch.violations and not scene.cluster.account.denials


def test_a_node_that_a_person_starts_as_its_stop_ends_is_not_stopped_again(synthesized):
    with stuck(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        until_stuck(scene)
        asked = stops_asked_for(scene)
        end_of_the_stop(scene)
        scene.perform(StepKind.START, "SALES1")
        scene.settle()
        assert scene.whole("SALES1") and asked == []
        assert not scene.watch.violations


def test_a_cycle_that_the_brake_held_when_its_stop_ended_goes_on_once_it_is_released(synthesized):
    with stuck(synthesized) as scene:
        begun(scene, "CycleInstance")
        until_stuck(scene)
        switch(scene, "notify")
        end_of_the_stop(scene)
        scene.sleep(2 * SWEPT_AFTER_S)
        assert scene.cluster.instances["SALES1"].state.api_name == "stopped"
        switch(scene, "automatic")
        scene.run_until(lambda: len(scene.outcomes) == 2, limit_s=2 * SWEPT_AFTER_S + HOURS * 3600)
        assert scene.outcomes[-1] == ("InService", "Goal") and scene.whole("SALES1")
        assert not scene.watch.violations


def test_the_other_node_is_not_stopped_meanwhile(synthesized):
    with stuck(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        until_stuck(scene)
        scene.perform(StepKind.STOP, "SALES2")
        scene.run_until(lambda: len(scene.outcomes) == 2)
        assert scene.outcomes[-1] == ("Stopped", "Refused") and scene.whole("SALES2")
        assert not scene.watch.violations


def test_with_off_an_operation_that_was_aborted_while_ec2_stops_its_node_is_told_with_that(synthesized):
    with stuck(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("StopInstance")
        scene.run_until(lambda: scene.cluster.instances["SALES1"].state.api_name == "stopping")
        switch(scene, "off")
        client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
        client.stop_execution(executionArn=scene.claim()["owner"])
        scene.run_until(lambda: len(told_of(scene, "CW5118")) == 1)
        (message,) = told_of(scene, "CW5118")
        assert "EC2 is stopping the node, as it was asked to before. Stop protection is off until then" in message


def test_with_off_a_stop_is_told_of_ec2s_own_stop_under_way(synthesized):
    with stuck(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        until_stuck(scene)
        switch(scene, "off")
        scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
        scene.run_until(lambda: len(scene.outcomes) == 2)
        assert scene.outcomes[-1] == ("Stopped", "Refused")
        (message,) = told_of(scene, "CW5118")
        assert "EC2 is stopping it already. CacheWarden asked for that stop, on a proof" in message
