"""Whoever may set the brake, and nothing else, keeps operations from beginning, of which people hear."""

from __future__ import annotations

import pytest

from infra.constructs.mode import MODE_PARAMETER
from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.instances import InstanceState
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.contracts import contracts
from tests.attacks.rights import RIGHTS

HELD = "CW5118"
A_SWEEP_S = 20 * 60
UNTIL_THE_NEXT_DAY_S = 2 * 3600
"""A story begins at 22:00."""


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def put(scene: Attacked, mode: str) -> None:
    """As a principal whose only right is PutParameter on this parameter."""
    client = scene.cluster.account.client("ssm", RIGHTS["put-mode"](scene))
    client.put_parameter(Name=MODE_PARAMETER, Value=mode, Overwrite=True)


def test_a_mode_that_is_switched_all_the_time_changes_no_operation(scene):
    """What was begun goes on to its end, whatever the mode says meanwhile."""
    before = contracts(scene)
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("HoldReplicaModes")
    for number in range(60):
        put(scene, ("off", "automatic", "notify", "none of them")[number % 4])
        scene.sleep(10)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    put(scene, "automatic")
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    after = contracts(scene)
    assert all(after[kept] == before[kept] for kept in ("consent", "bundle"))
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_node_that_is_not_brought_back_is_told_anew_each_day(scene):
    """Still possible: a node that was started stays out of service, protected, until people read the message."""
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    put(scene, "off")
    scene.perform(StepKind.START, "SALES2")
    scene.sleep(A_SWEEP_S)
    told = len(scene.messages)
    assert HELD in scene.messages[-1] and scene.instance_id("SALES2") in scene.messages[-1]
    scene.sleep(UNTIL_THE_NEXT_DAY_S)
    assert any(HELD in message for message in scene.messages[told:])
    assert all(each.stop_protected for each in scene.cluster.instances.values())
    assert scene.outcomes == [("Stopped", "Goal")]
    put(scene, "automatic")
    scene.sleep(A_SWEEP_S)
    scene.settle()
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_a_primarys_log_that_is_kept_for_a_node_which_is_not_started_is_told_every_hour(scene):
    """The sweep would start the node, and told only once a day that it may not."""
    tags = scene.cluster.instances["SALES2"].tags
    tags["cachewarden:max-away"], tags["cachewarden:on-health"] = "1h", "auto"
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    put(scene, "off")
    scene.sleep(4 * 3600)
    assert sum(HELD in message and "60 are allowed" in message for message in scene.messages) >= 3
    assert scene.outcomes == [("Stopped", "Goal")]


def test_a_brake_that_is_taken_off_lets_safe_operations_begin_and_nothing_else(scene):
    """Still possible: an event begins an operation though an administrator had put the brake on; people hear of it."""
    scene.cluster.account.client("ssm", scene.cluster.account.person("admin")).put_parameter(
        Name=MODE_PARAMETER, Value="off", Overwrite=True
    )
    put(scene, "automatic")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.cluster.instances["SALES1"].state is InstanceState.STOPPED
    assert any("SALES1" in message for message in scene.messages)
    assert not scene.watch.violations
