"""Members are those that the hosts name; who can't be told stays a member."""

from dataclasses import replace

import pytest

from cachewarden.evidence.cluster import Stranger, parse_evidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.membership import divided
from tests.unit.lambdas.sales_cluster import Sales


def cluster() -> tuple[ReplicaEvidence, ReplicaEvidence]:
    sales = Sales()
    one, two = parse_evidence(sales.evidence(sales.one)).replicas
    return one, two


def silent(replica: ReplicaEvidence, instance_id: str | None = None) -> ReplicaEvidence:
    stopped = replace(replica.ec2, state=InstanceState.STOPPED)
    return replace(replica, instance_id=instance_id or replica.instance_id, ec2=stopped, host=None)


def ids(parts):
    members, strangers = parts
    return [each.instance_id for each in members], [each.instance_id for each in strangers]


def test_who_does_not_answer_is_a_stranger_once_every_named_computer_does():
    one, two = cluster()
    assert ids(divided([one, two, silent(one, "i-9")], node_id=one.instance_id)) == (
        [one.instance_id, two.instance_id],
        ["i-9"],
    )


def test_while_a_named_computer_does_not_answer_nobody_is_a_stranger():
    one, two = cluster()
    _, strangers = ids(divided([one, silent(two), silent(one, "i-9")], node_id=one.instance_id))
    assert strangers == []


def test_who_reports_another_computer_is_a_stranger_too():
    one, two = cluster()
    other = replace(one, instance_id="i-9", host=replace(one.host, computer="BUILD1", sql=None))
    assert ids(divided([one, two, other], node_id=one.instance_id))[1] == ["i-9"]


def test_a_member_whose_sql_server_is_down_is_known_by_its_computer():
    one, two = cluster()
    down = replace(two, host=replace(two.host, sql=replace(two.host.sql, cluster=None, groups=())))
    assert ids(divided([one, down], node_id=one.instance_id))[1] == []


def test_a_stranger_stays_one_while_the_node_itself_is_down():
    one, two = cluster()
    known = [Stranger(instance_id="i-9", why="seen before")]
    _, strangers = divided([silent(one), two, silent(one, "i-9")], node_id=one.instance_id, known=known)
    assert strangers == tuple(known)


def test_a_known_stranger_that_turns_out_to_be_a_node_is_a_member():
    one, two = cluster()
    known = [Stranger(instance_id=two.instance_id, why="seen before")]
    assert ids(divided([one, two], node_id=one.instance_id, known=known))[1] == []


def test_without_the_nodes_own_word_two_clusters_are_not_told_apart():
    one, two = cluster()
    other_cluster = replace(two.host.sql.cluster, name="OTHER")
    other = replace(two, instance_id="i-9", host=replace(two.host, sql=replace(two.host.sql, cluster=other_cluster)))
    assert ids(divided([silent(one), two, other], node_id=one.instance_id))[1] == []


@pytest.mark.parametrize("asked", [0, 1])
def test_the_operations_node_is_always_a_member(asked):
    nodes = cluster()
    assert nodes[asked].instance_id in ids(divided([nodes[asked]], node_id=nodes[asked].instance_id))[0]


def test_of_two_instances_of_one_computer_the_failover_clusters_node_is_the_member():
    one, two = cluster()
    replaced = replace(
        two, instance_id="i-9", host=replace(two.host, sql=replace(two.host.sql, cluster=None, groups=()))
    )
    for order in ([one, two, replaced], [replaced, two, one]):
        members, strangers = divided(order, node_id=one.instance_id)
        assert {each.instance_id for each in members} == {one.instance_id, two.instance_id}
        assert [each.instance_id for each in strangers] == ["i-9"] and two.instance_id in strangers[0].why


def test_of_two_instances_of_one_computer_that_both_say_they_are_its_node_both_are_members():
    one, two = cluster()
    assert ids(divided([one, two, replace(two, instance_id="i-9")], node_id=one.instance_id))[1] == []


def test_while_neither_instance_of_one_computer_is_up_in_the_failover_cluster_both_are_members():
    one, two = cluster()
    down = replace(two, host=replace(two.host, sql=replace(two.host.sql, cluster=None, groups=())))
    assert ids(divided([one, down, replace(down, instance_id="i-9")], node_id=one.instance_id))[1] == []
