"""What proves that a node's instance is gone for good: EC2's word, and never that nobody answers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.evidence.absent_computer import AbsentComputer, absent_computer, absent_to_json, parse_absent
from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.membership import answering, computers_of, divided, seen_up
from cachewarden.json_reader import JsonReader
from tests.unit.lambdas.sales_cluster import Sales

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def absent(
    state: InstanceState | None, *, seen_ago: timedelta = timedelta(days=1), seen_up: bool = False
) -> AbsentComputer:
    return absent_computer("sales2", instance_id="i-2", last_seen=NOW - seen_ago, state=state, seen_up=seen_up, now=NOW)


@pytest.mark.parametrize("state", [each for each in InstanceState if each is not InstanceState.TERMINATED])
def test_an_instance_that_ec2_shows_in_any_other_state_is_not_gone(state):
    assert not absent(state).gone
    assert state.value in absent(state).why


def test_a_terminated_instance_is_gone():
    assert absent(InstanceState.TERMINATED).gone


def test_an_instance_that_ec2_does_not_know_is_gone_once_a_terminated_one_would_no_longer_be_shown():
    assert absent(None).gone
    assert not absent(None, seen_ago=timedelta(minutes=119)).gone


@pytest.mark.parametrize("state", [InstanceState.TERMINATED, None])
def test_a_computer_that_other_nodes_see_is_not_gone_whatever_ec2_says(state):
    assert not absent(state, seen_up=True).gone


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
