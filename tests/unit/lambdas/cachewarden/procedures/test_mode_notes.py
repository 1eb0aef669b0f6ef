"""Modes with which a cluster was last in service: what is weaker, and when it counts as meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.json_reader import UnexpectedJsonError
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.procedures.mode_notes import (
    NOTED_MAX,
    TAKEN_AFTER,
    ModeNotes,
    NotedMode,
    ReplicaMode,
    modes_in_service,
    notes_to_text,
    parse_notes,
    unled_groups,
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


def notes_of(modes: dict[str, dict[str, ReplicaMode]], since: datetime | None = None) -> ModeNotes:
    return ModeNotes(
        of={
            group: {server: NotedMode(mode=mode, worse_since=since) for server, mode in of.items()}
            for group, of in modes.items()
        }
    )


NOTED = notes_of({"g": {"ONE": AUTOMATIC, "TWO": AUTOMATIC}})
LATER = NOW + TAKEN_AFTER


def test_stronger_modes_and_new_groups_are_noted_at_once():
    notes = notes_of({"g": {"ONE": MANUAL}})
    present = {"g": {"ONE": AUTOMATIC}, "h": {"ONE": MANUAL}}
    assert notes.renewed(present, NOW) == notes_of(present)


def test_weaker_modes_are_noted_only_after_their_week():
    weaker = {"g": {"ONE": MANUAL, "TWO": MANUAL}}
    since = NOTED.renewed(weaker, NOW)
    assert since == notes_of({"g": {"ONE": AUTOMATIC, "TWO": AUTOMATIC}}, NOW)
    assert since.renewed(weaker, LATER - timedelta(seconds=1)) == since
    assert since.renewed(weaker, LATER) == notes_of(weaker)


def test_a_replica_that_becomes_weaker_in_another_s_week_has_a_week_of_its_own():
    first = NOTED.renewed({"g": {"ONE": MANUAL, "TWO": AUTOMATIC}}, NOW)
    second = first.renewed({"g": {"ONE": MANUAL, "TWO": ASYNCHRONOUS}}, LATER - timedelta(minutes=15))
    taken = second.renewed({"g": {"ONE": MANUAL, "TWO": ASYNCHRONOUS}}, LATER)
    assert taken.of["g"]["ONE"] == NotedMode(mode=MANUAL)
    assert taken.of["g"]["TWO"].mode == AUTOMATIC


def test_what_becomes_stronger_in_another_s_week_is_noted_at_once():
    notes = notes_of({"g": {"ONE": AUTOMATIC}, "h": {"ONE": MANUAL}})
    renewed = notes.renewed({"g": {"ONE": MANUAL}, "h": {"ONE": AUTOMATIC}}, NOW)
    assert renewed.of["h"]["ONE"] == NotedMode(mode=AUTOMATIC)


def test_modes_that_were_set_back_begin_no_week():
    present = {"g": {"ONE": AUTOMATIC}}
    assert notes_of(present, NOW).renewed(present, LATER) == notes_of(present)


@pytest.mark.parametrize("present", [{}, {"g": {}}, {"g": {"ONE": AUTOMATIC}}])
def test_a_replica_that_a_report_lacks_or_that_was_removed_is_noted_for_a_week(present):
    """Taken out of its group and added again as another: it is told, and a report without rows hides nothing."""
    away = NOTED.renewed(present, NOW)
    assert away.of["g"]["TWO"] == NotedMode(mode=AUTOMATIC, worse_since=NOW)
    back = away.renewed({"g": {"ONE": AUTOMATIC, "TWO": ASYNCHRONOUS}}, LATER - timedelta(days=1))
    assert back.of["g"]["TWO"].mode == AUTOMATIC
    assert "TWO" not in away.renewed({"g": {"ONE": AUTOMATIC}}, LATER).of["g"]


def test_made_up_groups_neither_grow_a_note_without_end_nor_push_out_what_is_seen():
    notes = NOTED
    for look in range(40):
        made_up = {f"made-up-{look}-{number}": {"X": MANUAL} for number in range(50)}
        notes = notes.renewed({**NOTED_MODES, **made_up}, NOW + look * timedelta(minutes=15))
    assert sum(map(len, notes.of.values())) == NOTED_MAX
    assert notes.of["g"] == NOTED.of["g"]


NOTED_MODES = {group: {server: noted.mode for server, noted in of.items()} for group, of in NOTED.of.items()}


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


def test_a_node_that_no_operation_has_worked_on_is_in_service():
    evidence = in_service()
    untouched = tuple(
        replace(each, ec2=replace(each.ec2, tags={key: text for key, text in each.ec2.tags.items() if key != STATE}))
        for each in evidence.replicas
    )
    assert modes_in_service(replace(evidence, replicas=untouched)) == modes_in_service(evidence)


def test_a_weaker_replica_is_named_with_its_group_and_both_modes():
    evidence = in_service()
    modes = modes_in_service(evidence)
    assert modes is not None
    assert weaker_modes(evidence, notes_of(modes)) == ()
    (group,) = modes
    server = min(modes[group])
    held = replace(evidence, replicas=tuple(map(_held, evidence.replicas)))
    told = weaker_modes(held, notes_of(modes))
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
    notes = ModeNotes(
        of={"g": {"ONE\\A": NotedMode(mode=AUTOMATIC), "TWO": NotedMode(mode=ASYNCHRONOUS, worse_since=NOW)}}
    )
    assert parse_notes(notes_to_text(notes)) == notes


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"g": 1}', '{"g": {"ONE": {}}}', '{"g": {"ONE": {"availability": "1"}}}']
)
def test_a_note_of_another_shape_is_an_error_that_is_declared(text):
    with pytest.raises((ValueError, UnexpectedJsonError)):
        parse_notes(text)


def test_a_group_that_two_nodes_claim_to_lead_is_compared_by_nobodys_word():
    """A node that lies and claims the group, with strong modes or weak ones, changes no note."""
    evidence = in_service()
    liar = evidence.replicas[1]
    (group,) = read_groups(evidence)
    assert liar.host is not None and liar.host.sql is not None
    claims = replace(liar, host=replace(liar.host, sql=replace(liar.host.sql, groups=(group.group,))))
    contested = replace(
        evidence, replicas=tuple(claims if each.instance_id == liar.instance_id else each for each in evidence.replicas)
    )
    assert (modes_in_service(contested), unled_groups(contested)) == ({}, {group.id})
    notes = notes_of({group.id: {"ONE": AUTOMATIC}})
    for day in range(30):
        assert notes.renewed({}, NOW + timedelta(days=day), unled={group.id}) == notes
