import json
import random
import uuid
from datetime import UTC, datetime

import pytest

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, FaultKind, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Ec2Settings, Settings, SsmSettings
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.world import World


@pytest.fixture
def world():
    clock = Clock(datetime(2026, 2, 3, tzinfo=UTC), random.Random(1))
    planned = [
        Fault(point="p", kind=FaultKind.FAIL, occurrence=2, count=2, where={"node": "A"}),
        Fault(point="q", kind=FaultKind.KILL),
    ]
    with clock:
        yield World(clock, random.Random(2), Settings(), Trace(clock), Faults(planned))


def test_a_fault_strikes_at_its_occurrence_and_place_only(world):
    struck = [world.fault("p", node=node) is not None for node in "ABAABA"]
    assert struck == [False, False, True, True, False, False]
    assert world.faults.points == {"p": 6}
    assert [event.text for event in world.trace.of("fault")] == ["fail at p"] * 2


def test_faults_can_be_switched_off_so_that_a_run_must_converge(world):
    world.faults.enabled = False
    assert world.fault("q") is None


def test_latencies_stay_within_their_spread_and_follow_the_seed(world):
    drawn = [world.latency(10) for _ in range(200)]
    assert 8.5 <= min(drawn) < 9 < 11 < max(drawn) <= 11.5
    world.settings.override(Latencies, spread=0.0)
    assert world.latency(10) == 10


def test_every_latency_says_where_it_comes_from():
    assert "cloudtrail_delivery_s" in Latencies.uncertain()
    assert "agent_ping_s" not in Latencies.uncertain()


def test_settings_are_overridden_by_name_and_a_misspelt_one_is_refused():
    settings = Settings([Ec2Settings(refused_stop_names_instance=False)])
    assert settings.ec2.refused_stop_names_instance is False
    settings.override(Ec2Settings, cloudtrail_error_code_prefix="")
    assert settings.ec2.cloudtrail_error_code_prefix == ""
    assert settings.ec2.refused_stop_names_instance is False
    with pytest.raises(AttributeError, match="cloudtrail_error_code_prefix"):
        settings.override(Ec2Settings, cloudtrail_prefix="")


def test_uuids_are_version_4_and_come_from_the_run(world):
    first = uuid.UUID(world.uuid())
    assert (first.version, first.variant) == (4, uuid.RFC_4122)
    assert world.uuid() != str(first)


def test_observers_see_every_checkpoint(world):
    seen = []
    world.observers.append(lambda kind, facts: seen.append((kind, dict(facts))))
    world.checkpoint("ec2.state", state="running")
    assert seen == [("ec2.state", {"state": "running"})]


def test_a_trace_is_lines_of_json_in_order(world):
    world.trace.record("ec2", "instance-state", "running", node="A", why="asked", state="running")
    world.clock.run_until(1.5)
    world.trace.record("host", "booted", "up", node="A")
    lines = [json.loads(line) for line in world.trace.lines().splitlines()]
    assert [(line["index"], line["at"], line["kind"]) for line in lines] == [
        (0, "2026-02-03T00:00:00.000000Z", "instance-state"),
        (1, "2026-02-03T00:00:01.500000Z", "booted"),
    ]
    assert lines[0]["facts"] == {"state": "running"}


def test_a_text_instead_of_an_enumeration_is_refused():
    """It would equal its member and mean the default: the world compares by identity."""
    with pytest.raises(TypeError, match=r"language is 'de', which is no Language"):
        Settings([StorageSettings(language="de")])
    with pytest.raises(TypeError, match="which is no ShownApprover"):
        Settings().override(SsmSettings, approver_is_shown_as="name")
