"""EC2 is about to stop the only copy: it is evacuated in place by its owner's consent, and by nothing less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.groups.replica import Role, SuspendReason
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.test_create_tags import tag

RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"
HOUR_S = 3600.0
NODE, OTHER = "SALES1", "SALES2"
CYCLE = "CacheWarden-CycleInstance"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, behind=(OTHER,)) as cluster:
        yield cluster


def consent(scene: Attacked, *, hours: float = 48, node: str = NODE, word: str = "evacuate-in-place") -> None:
    """As whoever may set tags, and nothing else."""
    until = scene.cluster.world.clock.now() + timedelta(hours=hours)
    tag(scene, scene.cluster.instances[node], consent=f"{word}/{until:%Y-%m-%dT%H:%MZ}")


def shown(scene: Attacked, hours: float, *, node: str = NODE, movable_h: float | None = None) -> None:
    """EC2 shows a retirement, and AWS Health's notice got lost."""
    now = scene.cluster.world.clock.now()
    latest = None if movable_h is None else now + timedelta(hours=movable_h)
    instance = scene.cluster.instances[node]
    health.schedule(scene.cluster.world, instance, RETIREMENT, now + timedelta(hours=hours), deadline=latest)


def cycle(scene: Attacked) -> None:
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.settle()


def resume(scene: Attacked) -> None:
    """A person resumes data movement on the other node: it catches up."""
    for group in scene.cluster.failover_cluster.groups.values():
        for database in group.databases.values():
            database.members[OTHER].suspended = None
        group.refresh("data movement resumed")


def leader(scene: Attacked) -> str | None:
    (group,) = scene.cluster.failover_cluster.groups.values()
    return group.primary.server if group.primary is not None else None


def disks(scene: Attacked) -> int:
    return scene.cluster.instances[NODE].instance_store_generation


def test_in_place_nothing_is_lost_and_the_modes_are_as_before(scene):
    consent(scene)
    shown(scene, 20)
    before = disks(scene)
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Goal")
    assert disks(scene) > before and scene.whole(NODE) and leader(scene) == NODE
    assert not scene.cluster.changed_modes()
    assert "Consent: 'evacuate-in-place', given by whoever set the tag" in scene.messages[-1]
    assert not scene.watch.violations and not scene.cluster.account.denials


def test_a_role_that_the_cluster_leaves_failed_is_told_with_the_way_out_and_all_is_put_back_after(scene):
    (group,) = scene.cluster.failover_cluster.groups.values()
    group.failover.settings = replace(group.failover.settings, failed_role_retry_s=HOUR_S)
    consent(scene)
    shown(scene, 20)
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Attention") and leader(scene) is None
    assert "bring the role online in Failover Cluster Manager" in scene.messages[-1]
    scene.sleep(1.5 * HOUR_S)
    scene.settle()
    assert leader(scene) == NODE and not scene.cluster.changed_modes() and not scene.watch.violations


def test_a_cycle_waits_for_its_turn_where_the_partner_is_just_brought_back_into_service(scene):
    consent(scene)
    shown(scene, 1.5)
    scene.perform(StepKind.AUTOMATION, OTHER, document="CacheWarden-StartInstance")
    scene.sleep(120)
    cycle(scene)
    assert [each for each in scene.outcomes if each[0] == "Cycled"] == [("Cycled", "Goal")], scene.messages[-1]
    assert scene.whole(NODE) and leader(scene) == NODE and not scene.watch.violations


def without_an_event(scene: Attacked) -> None:
    consent(scene)


def expired(scene: Attacked) -> None:
    consent(scene, hours=-1)
    shown(scene, 20)


def for_another_instance(scene: Attacked) -> None:
    consent(scene, node=OTHER)
    shown(scene, 20)


def of_another_instance(scene: Attacked) -> None:
    consent(scene)
    shown(scene, 20, node=OTHER)


def too_early(scene: Attacked) -> None:
    consent(scene)
    shown(scene, 40)


def movable(scene: Attacked) -> None:
    consent(scene)
    shown(scene, 20, movable_h=200)


def too_soon(scene: Attacked) -> None:
    consent(scene)
    shown(scene, 0.25)


@pytest.mark.parametrize(
    "given", [without_an_event, expired, for_another_instance, of_another_instance, too_early, movable, too_soon]
)
@pytest.mark.parametrize("kind", [StepKind.STOP, StepKind.AUTOMATION])
@pytest.mark.campaign(suite=5)
def test_a_consent_that_does_not_fit_gives_nothing_to_whoever_sets_it(scene, given, kind):
    given(scene)
    scene.perform(kind, NODE, **({"document": CYCLE} if kind is StepKind.AUTOMATION else {}))
    scene.run_until(lambda: bool(scene.outcomes))
    assert scene.outcomes[0][1] == "Refused" and "CW6105" in scene.messages[-1]
    assert "StopSqlServer" not in scene.entered
    assert scene.whole(NODE) and leader(scene) == NODE and scene.cluster.sql_runs(NODE)
    assert not scene.watch.violations


@pytest.mark.parametrize("status", [500, 403])
def test_what_ec2_does_not_answer_is_taken_for_nothing(scene, status):
    def refused(parameters: Mapping[str, Any]) -> None:
        code = "UnauthorizedOperation" if status == 403 else "InternalError"
        raise ApiError(code, "EC2 doesn't answer", status=status)

    consent(scene)
    shown(scene, 20)
    scene.cluster.account.gateway.before("ec2", "DescribeInstanceStatus", refused)
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Refused")
    assert any("EC2 doesn't say which maintenance is scheduled" in each for each in scene.messages)
    assert scene.whole(NODE) and leader(scene) == NODE
    assert not scene.watch.violations


def test_a_replica_that_is_synchronized_again_takes_over(scene):
    consent(scene)
    shown(scene, 20)
    resume(scene)
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Goal") and leader(scene) == OTHER
    assert not scene.watch.violations


def test_one_that_catches_up_meanwhile_is_waited_for_and_takes_over(scene):
    scene.sleep(600)
    consent(scene)
    shown(scene, 20)
    scene.cluster.world.clock.call_later(0, lambda: resume(scene))
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Goal") and leader(scene) == OTHER
    assert not scene.watch.violations


def test_a_replica_that_is_disconnected_for_a_moment_is_waited_for_and_takes_over(synthesized):
    with attacked(synthesized) as scene:
        scene.sleep(1200)
        consent(scene)
        shown(scene, 20)
        (group,) = scene.cluster.failover_cluster.groups.values()

        def endpoint(*, started: bool) -> None:
            group.server(OTHER).endpoint_started = started
            group.failover.endpoint_changed(group.replicas[OTHER])

        endpoint(started=False)
        scene.cluster.world.clock.call_later(120, lambda: endpoint(started=True))
        cycle(scene)
        assert scene.outcomes[-1] == ("Cycled", "Goal") and leader(scene) == OTHER
        assert "FailOverAvailabilityGroups" in scene.entered and not scene.watch.violations


def test_without_a_write_cache_a_stop_in_place_would_be_an_outage_for_nothing(synthesized):
    with attacked(synthesized, story="uncached", behind=(OTHER,)) as scene:
        consent(scene)
        shown(scene, 20)
        cycle(scene)
        assert scene.outcomes[-1] == ("Cycled", "Refused") and "CW6105" in scene.messages[-1]
        assert "has no write cache that has to be evacuated" in scene.messages[-1]
        assert scene.cluster.sql_runs(NODE) and leader(scene) == NODE and "StopInstance" not in scene.entered


def test_after_a_forced_failover_nobody_is_told_that_nobody_leads(scene):
    consent(scene)
    shown(scene, 20)
    (group,) = scene.cluster.failover_cluster.groups.values()
    scene.perform(StepKind.STOP, NODE)
    scene.run_until_state("EvacuateCache")
    scene.sleep(30)
    group.failover.begin(group.replicas[OTHER], forced=True)
    scene.settle()
    assert ("Stopped", "Goal") in scene.outcomes
    assert not any("Nobody could take over" in each for each in scene.messages)


def test_what_the_host_refuses_twice_is_not_tried_for_long(synthesized):
    """A replica outside is ready: what is seen from here says that nobody is, the node's host says otherwise."""
    with attacked(synthesized) as scene:
        scene.sleep(1200)
        consent(scene)
        shown(scene, 20)
        scene.cluster.instances[NODE].tags["cachewarden:outside"] = OTHER
        scene.cluster.instances[OTHER].tags.pop("cachewarden:cluster")
        cycle(scene)
        assert scene.entered.count("StopSqlServer") == 2 and "CW2056" in scene.messages[-1]
        assert scene.whole(NODE) and leader(scene) == NODE and scene.cluster.sql_runs(NODE)
        assert not scene.cluster.changed_modes() and not scene.watch.violations


@pytest.mark.parametrize("state", ["HoldReplicaModes", "StopSqlServer", "EvacuateCache", "StopInstance"])
@pytest.mark.campaign(suite=2)
def test_resumed_in_the_middle_a_stale_replica_takes_nothing_over(scene, state):
    """Data movement is resumed while the primary goes down: what the replica lacks it doesn't get any more."""
    consent(scene)
    shown(scene, 20)
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.run_until_state(state)
    resume(scene)
    scene.settle()
    assert scene.whole(NODE) and not scene.cluster.changed_modes()
    assert not scene.watch.violations


def without_the_tag(scene: Attacked) -> None:
    scene.cluster.instances[NODE].tags.pop("cachewarden:consent")


def called_off(scene: Attacked) -> None:
    scene.cluster.instances[NODE].scheduled_events.clear()


@pytest.mark.parametrize("state", ["StopSqlServer", "EvacuateCache", "LiftProtection", "StopInstance"])
@pytest.mark.parametrize(
    ("taken", "why"),
    [
        (without_the_tag, "The tag cachewarden:consent doesn't carry it any more"),
        (called_off, "EC2 shows no maintenance for which SALES1"),
    ],
)
@pytest.mark.campaign(suite=4)
def test_taking_the_tag_off_or_losing_the_event_brings_the_node_back(scene, state, taken, why):
    consent(scene)
    shown(scene, 20)
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.run_until_state(state)
    taken(scene)
    scene.settle()
    assert leader(scene) == NODE and not scene.cluster.changed_modes()
    if scene.outcomes[-1] != ("Cycled", "Goal"):  # EC2 was stopping it already
        assert any("CW6105" in message and why in message for message in scene.messages), scene.messages[-1]
        assert any("'evacuate-in-place' doesn't count any more" in message for message in scene.messages)
    if not scene.whole(NODE):  # a cache that had moved waits on the Swap volume for what EC2 still shows
        assert taken is without_the_tag and "its cache on the Swap volume, and it stays there" in scene.messages[-1]
        called_off(scene)
        scene.sleep(2 * 3600)
    assert scene.whole(NODE) and leader(scene) == NODE
    assert not scene.watch.violations


def test_of_two_groups_one_fails_over_and_the_other_stays(synthesized):
    with attacked(synthesized, further_groups=1) as scene:
        groups = scene.cluster.failover_cluster.groups.values()
        first, second = groups
        for database in first.databases.values():
            database.members[OTHER].suspended = SuspendReason.USER
        first.refresh("data movement suspended")
        consent(scene)
        shown(scene, 20)
        cycle(scene)
        assert scene.outcomes[-1] == ("Cycled", "Goal")
        leads = {each.name: each.primary.server for each in groups if each.primary is not None}
        assert leads == {first.name: NODE, second.name: OTHER}
        assert not scene.cluster.changed_modes() and scene.whole(NODE)
        assert not scene.watch.violations


def test_a_group_whose_other_replica_only_redoes_too_long_stays_too(synthesized):
    with attacked(synthesized, story="redo-lags") as scene:
        scene.cluster.instances[NODE].tags.pop("cachewarden:max-redo", None)
        consent(scene)
        shown(scene, 20)
        before = disks(scene)
        cycle(scene)
        # So much is written there that its cache stays on the Swap volume: nothing is lost, and people are told.
        assert scene.outcomes[-1] == ("Cycled", "Attention") and "CW6216" in scene.messages[-1]
        assert disks(scene) > before and leader(scene) == NODE and scene.cluster.in_service(NODE)
        assert "FailOverAvailabilityGroups" not in scene.entered
        assert not scene.cluster.changed_modes() and not scene.watch.violations


def test_of_two_instances_on_the_node_one_keeps_its_group_and_the_other_is_a_secondary(synthesized):
    with attacked(synthesized, story="two-instances") as scene:
        (own,) = (each for each in scene.cluster.failover_cluster.groups.values() if OTHER in each.replicas)
        for database in own.databases.values():
            database.members[OTHER].suspended = SuspendReason.USER
        own.refresh("data movement suspended")
        consent(scene)
        shown(scene, 20)
        cycle(scene)
        assert scene.outcomes[-1] == ("Cycled", "Goal")
        assert own.primary is not None and own.primary.server == NODE
        assert scene.whole(NODE) and scene.cluster.in_service(NODE) and not scene.cluster.changed_modes()
        assert not scene.watch.violations


def test_a_partner_that_cachewarden_stopped_is_down_like_any_other(synthesized):
    with attacked(synthesized) as scene:
        scene.sleep(1200)  # The sweep notes which instance each computer is.
        scene.perform(StepKind.STOP, OTHER)
        scene.settle()
        consent(scene)
        shown(scene, 20)
        cycle(scene)
        assert scene.outcomes[-1] == ("Cycled", "Goal") and leader(scene) == NODE and scene.whole(NODE)
        scene.perform(StepKind.START, OTHER)
        scene.settle()
        assert scene.whole(OTHER) and scene.cluster.synchronized() and not scene.cluster.changed_modes()
        assert not scene.watch.violations


@pytest.mark.parametrize("hours", [0.5, 20])
@pytest.mark.parametrize("state", ["StopSqlServer", "EvacuateCache", "LiftProtection"])
@pytest.mark.campaign(suite=2)
def test_a_partner_that_starts_in_the_middle_becomes_no_primary_and_stops_nothing(synthesized, state, hours):
    """Half an hour ahead EC2 would stop the node with what it had moved back."""
    with attacked(synthesized) as scene:
        scene.sleep(1200)
        scene.perform(StepKind.STOP, OTHER)
        scene.settle()
        consent(scene)
        shown(scene, hours)
        before = disks(scene)
        scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
        scene.run_until_state(state)
        scene.perform(StepKind.START, OTHER)
        scene.sleep(2 * HOUR_S)
        scene.settle()
        (group,) = scene.cluster.failover_cluster.groups.values()
        assert group.replicas[OTHER].role is not Role.PRIMARY or scene.cluster.synchronized()
        assert ("Cycled", "Goal") in scene.outcomes and disks(scene) == before + 1
        assert scene.whole(NODE) and not scene.cluster.changed_modes()
        assert not scene.watch.violations


def test_a_stale_partner_that_starts_once_the_cache_is_proven_costs_no_commit(synthesized):
    with attacked(synthesized) as scene:
        scene.sleep(1200)
        scene.perform(StepKind.SHUT_DOWN, OTHER)
        scene.sleep(600)
        scene.settle()
        consent(scene)
        shown(scene, 0.55)
        scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
        scene.run_until_state("LiftProtection")
        scene.perform(StepKind.START, OTHER)
        scene.sleep(2 * HOUR_S)
        assert ("Cycled", "Goal") in scene.outcomes and leader(scene) == NODE
        assert not scene.cluster.failover_cluster.lost_commits()
        assert not scene.cluster.failover_cluster.unreachable_commits()


def test_once_the_cache_moves_ec2_that_says_nothing_brings_nothing_back(scene):
    def refused(parameters: Mapping[str, Any]) -> None:
        raise ApiError("InternalError", "EC2 doesn't answer", status=500)

    consent(scene)
    shown(scene, 0.6)
    before = disks(scene)
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.run_until_state("EvacuateCache")
    scene.cluster.account.gateway.before("ec2", "DescribeInstanceStatus", refused)
    scene.sleep(1.5 * HOUR_S)
    assert ("Cycled", "Goal") in scene.outcomes and disks(scene) == before + 1
    assert leader(scene) == NODE and not scene.cluster.failover_cluster.unreachable_commits()


def test_without_the_consent_people_are_told_again_and_again_and_ec2_takes_the_cache(synthesized):
    with attacked(synthesized, behind=(OTHER,)) as scene:
        scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "auto"
        shown(scene, 7)
        before = disks(scene)
        scene.sleep(6.5 * HOUR_S)
        named = [each for each in scene.messages if "CW6105" in each and "the last resort is the consent" in each]
        assert len(named) >= 3, "every two hours it is tried again"
        assert scene.whole(NODE) and disks(scene) == before
        scene.sleep(1.5 * HOUR_S)
        assert disks(scene) > before and leader(scene) is None
        assert any("stopped without a proof that the stop loses nothing" in each for each in scene.messages)


def test_the_sweep_does_it_with_the_consent_and_only_once(synthesized):
    with attacked(synthesized, behind=(OTHER,)) as scene:
        scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "auto"
        consent(scene)
        shown(scene, 7)
        before = disks(scene)
        scene.sleep(6 * HOUR_S)
        scene.settle()
        assert [each for each in scene.outcomes if each[0] == "Cycled"] == [("Cycled", "Goal")]
        scene.sleep(2 * HOUR_S)
        assert disks(scene) == before + 1 and scene.whole(NODE) and leader(scene) == NODE
        assert not scene.watch.violations


def test_where_the_owner_wants_to_be_asked_the_message_of_the_last_day_names_the_consent(scene):
    def named() -> list[bool]:
        shown_so = [each for each in scene.messages if "CW5116" in each]
        return ["UTC is the consent 'evacuate-in-place' (tag cachewarden:consent)" in each for each in shown_so]

    shown(scene, 30)
    scene.sleep(1 * HOUR_S)
    assert named() == [False]
    scene.sleep(6 * HOUR_S)
    assert named() == [False, True]
