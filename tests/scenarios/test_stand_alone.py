"""A stand-alone node is stopped with a consent to the outage, and comes back whole; withdrawn half way, it stays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from rehearsal.aws.ec2 import health
from rehearsal.report.metrics import metrics_of
from rehearsal.scenarios.story import StepKind, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.sql.databases.database import DatabaseState
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "ARCHIVE1"
OUTAGE = "CacheWarden-AcceptOutageAndStopInstance"
CONSENT = "cachewarden:consent"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="stand-alone") as cluster:
        yield cluster


def tag_until(scene: Attacked, minutes: float) -> None:
    """The owner consents to an outage for so long."""
    end = scene.cluster.world.clock.now() + timedelta(minutes=minutes)
    scene.cluster.instances[NODE].tags[CONSENT] = f"outage/{end:%Y-%m-%dT%H:%M:%SZ}"


def in_service(scene: Attacked) -> bool:
    return scene.whole(NODE) and scene.cluster.sql_runs(NODE) and not scene.watch.violations


def test_the_databases_are_back_after_an_outage_that_the_run_counts(synthesized):
    run = run_story(load_story("stand-alone"), seed=1, templates=synthesized, progress=SilentProgress())
    server = run.cluster.hosts[NODE].sql
    assert server is not None
    archive = server.local("archive")
    assert archive is not None and archive.state is DatabaseState.ONLINE
    assert metrics_of(run).write_outage_seconds > 600
    refused, *_ = run.cluster.account.published
    assert "CW6111" in refused["message"] and OUTAGE in refused["message"]


def test_a_stop_that_is_asked_for_in_the_console_is_safe_where_the_owner_consented_by_tag(scene):
    tag_until(scene, 60)
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.cluster.instances[NODE].state.api_name == "stopped"
    assert not scene.watch.violations


def test_a_consent_that_is_withdrawn_while_the_cache_moves_brings_the_node_back(scene):
    tag_until(scene, 60)
    scene.perform(StepKind.STOP, NODE)
    scene.run_until_state("EvacuateCache")
    scene.sleep(90)
    del scene.cluster.instances[NODE].tags[CONSENT]
    scene.settle()
    assert in_service(scene)
    assert scene.outcomes == [("Stopped", "InService")]
    assert "CW6111" in scene.messages[-1]


def test_a_consent_that_ends_while_the_cache_moves_is_no_reason_to_turn_back(scene):
    tag_until(scene, 4)
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations


def test_a_consent_that_ends_before_the_outage_begins_stops_nothing(scene):
    tag_until(scene, 0.2)
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    assert in_service(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "it ended" in scene.messages[-1]


@pytest.mark.campaign
def test_whoever_cancels_the_document_has_the_node_back(scene):
    scene.perform(StepKind.AUTOMATION, NODE, document=OUTAGE)
    scene.run_until_state("EvacuateCache")
    scene.sleep(90)
    scene.perform(StepKind.CANCEL, NODE)
    scene.settle()
    assert in_service(scene)


def test_a_workflow_that_is_killed_half_way_leaves_nobody_out_of_service(scene):
    """Another operation goes on: the consent isn't its own, and it needs none to bring the node back."""
    scene.perform(StepKind.AUTOMATION, NODE, document=OUTAGE)
    scene.run_until_state("EvacuateCache")
    scene.sleep(90)
    admin = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    admin.stop_execution(executionArn=scene.lease()["owner"])
    scene.settle()
    assert in_service(scene)
    assert scene.outcomes[-1] == ("InService", "Goal")


@pytest.mark.campaign
def test_a_retirement_is_answered_on_its_last_day_where_the_owner_consented(scene):
    scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "auto"
    tag_until(scene, 24 * 60)
    notice = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"
    health.announce(scene.cluster.world, scene.cluster.instances[NODE], notice, ahead=timedelta(hours=25))
    launched = scene.cluster.instances[NODE].launch_time
    scene.sleep(3 * 3600)
    scene.settle()
    assert ("Cycled", "Goal") in scene.outcomes
    assert scene.cluster.instances[NODE].launch_time > launched
    assert in_service(scene)
