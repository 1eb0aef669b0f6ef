"""A notice of AWS Health is shaped as the recorded ones are."""

from __future__ import annotations

import json

import pytest

from cachewarden.events.envelope import Home
from cachewarden.events.event import HealthNotice
from cachewarden.events.read import read_event
from rehearsal.aws.ec2.health import AHEAD, announce
from rehearsal.aws.eventbridge.delivery import EventDelivery
from rehearsal.scenarios.cluster import build_cluster
from rehearsal.scenarios.story import load_story
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.settings import Settings
from tests.repository import EVENTS

RECORDED = EVENTS / "health-persistent-instance-retirement-scheduled-upcoming.json"
RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"


@pytest.fixture
def noticed(synthesized):
    """The event that reaches the bus, and the instance that it is about."""
    cluster = build_cluster(load_story("retirement-notice"), seed=1, templates=synthesized, settings=Settings())
    heard = []
    with cluster.world.clock:
        cluster.world.announce = EventDelivery(cluster.world, heard.append).announce
        announce(cluster.world, cluster.instances["SALES1"], RETIREMENT)
        cluster.world.clock.sleep(60)
    (event,) = heard
    return event, cluster.instances["SALES1"], cluster.story.begins


def test_it_has_no_key_that_a_recorded_one_lacks_and_values_of_the_same_types(noticed):
    event, _, _ = noticed
    recorded = json.loads(RECORDED.read_text("utf-8"))
    assert set(event) == set(recorded)
    for key, value in event["detail"].items():
        assert type(value) is type(recorded["detail"][key]), key
    assert set(event["detail"]["affectedEntities"][0]) == set(recorded["detail"]["affectedEntities"][0])
    assert len(recorded["detail"]["startTime"]) == len(event["detail"]["startTime"])


def test_ingest_reads_whose_it_is_what_it_is_and_when_it_comes(noticed):
    event, instance, begins = noticed
    signal = read_event(event, home=Home(ACCOUNT_ID, REGION))
    assert isinstance(signal, HealthNotice)
    assert (signal.instance_ids, signal.type_code, signal.status) == ((instance.id,), RETIREMENT, "upcoming")
    assert signal.starts_at == begins + AHEAD
