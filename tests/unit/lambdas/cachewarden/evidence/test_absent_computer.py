"""What proves that a node's instance is gone for good: EC2's word, and never that nobody answers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.evidence.absent_computer import AbsentComputer, absent_computer, absent_to_json, parse_absent
from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.computer_note import NOT_LISTED_FOR, RENEWED_AFTER, ComputerNote
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.membership import answering, computers_of, divided, seen_up
from cachewarden.json_reader import JsonReader
from tests.unit.lambdas.sales_cluster import Sales

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


LATELY = timedelta(minutes=10)
LONG = timedelta(days=1)


def absent(
    state: InstanceState | None,
    *,
    known_ago: timedelta = LONG,
    missed_for: timedelta | None = LONG,
    seen_up: bool = False,
    silent: tuple[str, ...] = (),
) -> AbsentComputer:
    missed_since = NOW - missed_for if missed_for is not None else None
    note = ComputerNote(instance_id="i-2", known_at=NOW - known_ago, terminated=False, missed_since=missed_since)
    return absent_computer("sales2", note, state=state, seen_up=seen_up, silent=silent, now=NOW)


@pytest.mark.parametrize("state", [each for each in InstanceState if each is not InstanceState.TERMINATED])
def test_an_instance_that_ec2_shows_in_any_other_state_is_not_gone(state):
    assert not absent(state).gone
    assert state.value in absent(state).why


def test_a_terminated_instance_is_gone():
    assert absent(InstanceState.TERMINATED, known_ago=LATELY).gone


def test_an_instance_that_ec2_does_not_know_is_gone_once_a_terminated_one_would_no_longer_be_shown():
    assert absent(None, known_ago=NOT_LISTED_FOR).gone
    assert not absent(None, known_ago=NOT_LISTED_FOR - timedelta(minutes=1)).gone
    unlisted_for = NOT_LISTED_FOR - RENEWED_AFTER
    assert unlisted_for >= timedelta(hours=2)


@pytest.mark.parametrize("state", [InstanceState.TERMINATED, None])
@pytest.mark.parametrize(
    "doubt", [{"seen_up": True}, {"silent": ("i-9",)}, {"missed_for": None}, {"missed_for": LATELY}], ids=str
)
def test_nothing_is_gone_while_it_is_seen_or_may_be_silent_or_was_not_missed_for_long(state, doubt):
    assert not absent(state, **doubt).gone


def test_the_reason_says_what_proves_it_later():
    assert "ask again in half an hour" in absent(InstanceState.TERMINATED, missed_for=LATELY).why
    assert "from 14:50 on" in absent(None, known_ago=LATELY).why
    assert "i-9 carries the cluster's name" in absent(None, silent=("i-9",)).why


def test_json_keeps_it():
    given = (absent(InstanceState.TERMINATED), absent(InstanceState.STOPPED))
    assert tuple(parse_absent(JsonReader.of(each)) for each in absent_to_json(given)) == given


def sales() -> ClusterEvidence:
    found = Sales()
    return parse_evidence(found.evidence(found.one))


def test_a_computer_for_which_an_instance_answers_again_is_not_gone():
    evidence = replace(sales(), absent=(absent(InstanceState.TERMINATED),))
    assert evidence.gone == frozenset()
    alone = replace(evidence, replicas=(evidence.node,))
    assert alone.gone == {"sales2"}


def test_a_new_instance_with_the_clusters_name_holds_nothing_up_once_what_it_replaces_is_gone():
    one, two = sales().replicas
    new = replace(two, instance_id="i-new", host=None)
    members, strangers = divided([one, new], node_id=one.instance_id, absent=[absent(InstanceState.TERMINATED)])
    assert [each.instance_id for each in strangers] == ["i-new"]
    members, strangers = divided([one, new], node_id=one.instance_id, absent=[absent(InstanceState.STOPPED)])
    assert [each.instance_id for each in members] == [one.instance_id, "i-new"]


def test_nodes_see_each_other():
    one, two = sales().replicas
    assert computers_of([one, two], one.instance_id) == ("saleswsfc", {"sales1", "sales2"})
    assert seen_up([one]) >= {"sales2"}


def test_a_computer_as_which_two_instances_answer_is_neither():
    one, two = sales().replicas
    assert answering([one, two]) == {"sales1": one.instance_id, "sales2": two.instance_id}
    assert answering([one, two, replace(one, instance_id="i-9")]) == {"sales2": two.instance_id}
