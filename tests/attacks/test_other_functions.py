"""Whoever may invoke one of the other functions, and nothing else, hurts no data; what stays possible is said here."""

from __future__ import annotations

import json

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASE, Attacked, attacked
from tests.attacks.refused_stop import refused_stop

ASYNCHRONOUS = 0
MANUAL = 1


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def in_the_middle(scene: Attacked, state: str) -> dict[str, object]:
    """A stop of SALES1 is under way and enters `state`; gives what the lease's record says of its owner."""
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state(state)
    scene.sleep(10)
    return scene.claim()


def modes(scene: Attacked) -> set[tuple[str, str]]:
    return {
        (replica.availability_mode.name, replica.failover_mode.name)
        for group in scene.cluster.failover_cluster.groups.values()
        for replica in group.replicas.values()
    }


def test_a_made_up_refusal_stops_a_node_no_worse_than_a_real_one(scene):
    """Still possible with `ingest`: a safe stop, of which people hear."""
    scene.invoke("cachewarden-ingest", refused_stop(scene, scene.instance_id("SALES1")))
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations
    assert scene.messages


@pytest.mark.parametrize("action", ["release", "forget_modes"])
@pytest.mark.parametrize("state", ["HoldReplicaModes", "EvacuateCache"])
@pytest.mark.campaign(suite=2)
def test_nothing_is_taken_from_an_operation_that_runs(scene, action, state):
    """The attacker knows owner, key and token; the operation keeps its lease, and puts the replica modes back."""
    before = modes(scene)
    scene.invoke(LEASE, {"action": action, **in_the_middle(scene, state)})
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert modes(scene) == before
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_an_operations_lease_is_not_stretched_over_another_cluster(scene):
    """A running execution owns a lease for what it observed, and not for members that somebody adds."""
    claim = in_the_middle(scene, "EvacuateCache")
    scene.invoke(
        LEASE,
        {
            "action": "acquire",
            "owner": claim["owner"],
            "subject": scene.instance_id("SALES1"),
            "goal": "Stopped",
            "requestId": "r",
            "identity": None,
            "members": ["i-0123456789abcdef0"],
            "seenToken": 0,
        },
    )
    scene.settle()
    assert "i-0123456789abcdef0" not in scene.lease()["members"]
    assert scene.outcomes == [("Stopped", "Goal")]


def test_saved_modes_are_not_replaced_by_forged_ones(scene):
    before = modes(scene)
    claim = in_the_middle(scene, "StopSqlServer")
    forged = [
        {**mode, "availabilityMode": ASYNCHRONOUS, "failoverMode": MANUAL}
        for mode in json.loads(str(scene.lease()["savedModes"]))
    ]
    scene.invoke(LEASE, {"action": "save_modes", "modes": forged, **claim})
    scene.settle()
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert modes(scene) == before
    assert not scene.watch.violations


def test_a_made_up_end_of_a_running_operation_is_not_believed(scene):
    claim = in_the_middle(scene, "EvacuateCache")
    scene.invoke_janitor(str(claim["owner"]).rpartition(":")[2], instanceId=scene.instance_id("SALES1"), goal="Stopped")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations


def test_a_lease_for_an_operation_that_is_about_another_node_is_refused(scene):
    """A running execution is a true owner: of a lease for its own node, and of no other."""
    claim = in_the_middle(scene, "EvacuateCache")
    scene.invoke(
        LEASE,
        {
            "action": "acquire",
            "owner": claim["owner"],
            "subject": scene.instance_id("SALES2"),
            "goal": "Stopped",
            "requestId": "r",
            "identity": None,
            "members": [scene.instance_id("SALES2")],
            "seenToken": 0,
        },
    )
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.whole("SALES2")


@pytest.mark.parametrize("name", ["i-\u00fc\u00fc", "i-1\nSubject: all is well", "i-" + "\u2603" * 40])
def test_a_name_that_sns_takes_for_no_subject_silences_no_message(scene, name):
    """SNS refuses subjects with anything but printable ASCII: the refused call must be told all the same."""
    scene.invoke("cachewarden-operate-instance", {"action": "StopInstance", "instanceId": name})
    scene.settle()
    assert any("CW5113" in message for message in scene.messages)


def test_a_request_that_names_hundreds_of_instances_is_still_answered(scene):
    """EC2 takes 200 values in one call's filters; a refused stop may list more, most of them not ours."""
    ids = [f"i-{number:017x}" for number in range(450)] + [scene.instance_id("SALES1")]
    scene.invoke("cachewarden-ingest", refused_stop(scene, *ids))
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]


def test_a_lease_that_is_held_anyway_is_renewed(scene):
    """Still possible: its owner counts only while it runs, whatever the record's end."""
    claim = in_the_middle(scene, "EvacuateCache")
    before = scene.lease()["expiresAt"]
    scene.sleep(60)
    scene.invoke(LEASE, {"action": "renew", **claim})
    scene.sleep(5)
    assert scene.lease()["expiresAt"] >= before
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]


def test_a_made_up_end_of_an_operation_asks_for_a_return_into_service(scene):
    """Still possible with the janitor: a look at the node, and what it lacks to be in service."""
    scene.invoke_janitor("made-up", instanceId=scene.instance_id("SALES1"), goal="InService")
    scene.settle()
    assert scene.outcomes == [("InService", "Goal")]
    assert scene.whole("SALES1") and not scene.watch.violations
