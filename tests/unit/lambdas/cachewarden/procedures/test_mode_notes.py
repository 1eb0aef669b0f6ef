"""Modes with which a cluster was last in service: what is weaker, and when it counts as meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.procedures.mode_notes import (
    TAKEN_AFTER,
    ModeNotes,
    ReplicaMode,
    modes_in_service,
    modes_to_text,
    parse_modes,
    weaker_modes,
)
from tests.unit.lambdas.sales_cluster import Sales

NOW = datetime(2026, 11, 24, tzinfo=UTC)
ASYNCHRONOUS = ReplicaMode(availability=0, failover=1)
MANUAL = ReplicaMode(availability=1, failover=1)
AUTOMATIC = ReplicaMode(availability=1, failover=0)


@pytest.mark.parametrize(
    ("former", "present", "weaker"),
    [
        (AUTOMATIC, MANUAL, True),
        (AUTOMATIC, ASYNCHRONOUS, True),
        (MANUAL, ASYNCHRONOUS, True),
        (ASYNCHRONOUS, MANUAL, False),
        (MANUAL, AUTOMATIC, False),
        (AUTOMATIC, AUTOMATIC, False),
    ],
)
def test_a_mode_is_weaker_that_lost_synchronous_commit_or_automatic_failover(former, present, weaker):
    assert present.is_weaker_than(former) is weaker


def test_stronger_modes_and_new_groups_are_noted_at_once():
    notes = ModeNotes(modes={"g": {"ONE": MANUAL}})
    assert notes.renewed({"g": {"ONE": AUTOMATIC}, "h": {"ONE": MANUAL}}, NOW) == ModeNotes(
        modes={"g": {"ONE": AUTOMATIC}, "h": {"ONE": MANUAL}}
    )


def test_weaker_modes_are_noted_only_after_their_week():
    notes = ModeNotes(modes={"g": {"ONE": AUTOMATIC}})
    weaker = {"g": {"ONE": MANUAL}}
    since = notes.renewed(weaker, NOW)
    assert since == replace(notes, weaker_since=NOW)
    assert since.renewed(weaker, NOW + TAKEN_AFTER - timedelta(seconds=1)) == since
    assert since.renewed(weaker, NOW + TAKEN_AFTER) == ModeNotes(modes=weaker)


def test_modes_that_were_set_back_begin_no_week():
    notes = ModeNotes(modes={"g": {"ONE": AUTOMATIC}}, weaker_since=NOW)
    assert notes.renewed({"g": {"ONE": AUTOMATIC}}, NOW) == ModeNotes(modes={"g": {"ONE": AUTOMATIC}})


def test_a_group_that_nobody_leads_keeps_its_note():
    notes = ModeNotes(modes={"g": {"ONE": AUTOMATIC}})
    assert notes.renewed({}, NOW) == notes


def in_service() -> ClusterEvidence:
    sales = Sales()
    evidence = parse_evidence(sales.evidence(sales.one))
    return replace(
        evidence,
        replicas=tuple(
            replace(each, ec2=replace(each.ec2, tags={**each.ec2.tags, STATE: NodeState.IN_SERVICE.value}))
            for each in evidence.replicas
        ),
    )


def test_modes_are_read_only_while_every_node_is_in_service():
    evidence = in_service()
    modes = modes_in_service(evidence)
    assert modes and all(each == AUTOMATIC for of in modes.values() for each in of.values())
    first, *others = evidence.replicas
    operated = replace(first, ec2=replace(first.ec2, tags={**first.ec2.tags, STATE: NodeState.OPERATING.value}))
    assert modes_in_service(replace(evidence, replicas=(operated, *others))) is None


def test_a_weaker_replica_is_named_with_its_group_and_both_modes():
    evidence = in_service()
    modes = modes_in_service(evidence)
    assert modes is not None
    assert weaker_modes(evidence, ModeNotes(modes=modes)) == ()
    (group,) = modes
    server = min(modes[group])
    held = replace(evidence, replicas=tuple(map(_held, evidence.replicas)))
    told = weaker_modes(held, ModeNotes(modes=modes))
    name = read_groups(evidence)[0].name
    assert f"{server} in {name} is SYNCHRONOUS_COMMIT, MANUAL, was SYNCHRONOUS_COMMIT, AUTOMATIC" in told


def _held(replica):
    if replica.host is None or replica.host.sql is None:
        return replica
    groups = tuple(
        replace(group, replicas=tuple(replace(each, failover_mode=1) for each in group.replicas))
        for group in replica.host.sql.groups
    )
    return replace(replica, host=replace(replica.host, sql=replace(replica.host.sql, groups=groups)))


def test_a_note_is_read_back_as_it_was_written():
    modes = {"g": {"ONE\\A": AUTOMATIC, "TWO": ASYNCHRONOUS}, "h": {}}
    assert parse_modes(modes_to_text(modes)) == modes
