"""Members are those that the hosts name; who can't be told stays a member."""

from dataclasses import replace

import pytest

from cachewarden.evidence.cluster import Stranger, parse_evidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.membership import contested, copied, divided
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


def copy_of(replica: ReplicaEvidence) -> ReplicaEvidence:
    """Another instance that answers as the same computer."""
    return replace(replica, instance_id="i-9")


def test_who_answers_as_a_computer_that_is_noted_as_another_instance_is_a_stranger():
    one, two = cluster()
    noted = {one.host.computer.casefold(): one.instance_id}
    parts = divided([one, two, copy_of(one)], node_id=two.instance_id, noted=noted)
    assert ids(parts) == ([one.instance_id, two.instance_id], ["i-9"])
    assert one.instance_id in parts[1][0].why


def sees_down(witness: ReplicaEvidence, node: ReplicaEvidence) -> ReplicaEvidence:
    """The witness, to which the failover cluster says that the node's computer is down."""
    sql = witness.host.sql
    assert sql is not None and sql.cluster is not None
    computer = node.host.computer.casefold()
    members = tuple(
        replace(each, state=0) if each.name.casefold() == computer else each for each in sql.cluster.members
    )
    groups = tuple(
        replace(
            group,
            replicas=tuple(each if each.local else replace(each, connected=0) for each in group.replicas),
        )
        for group in sql.groups
    )
    seen = replace(sql, cluster=replace(sql.cluster, members=members), groups=groups)
    return replace(witness, host=replace(witness.host, sql=seen))


def test_a_copy_takes_no_stopped_nodes_place():
    one, two = cluster()
    noted = {one.host.computer.casefold(): one.instance_id}
    tagged = [silent(one), sees_down(two, one), copy_of(one)]
    parts = divided(tagged, node_id=two.instance_id, noted=noted)
    assert ids(parts) == ([one.instance_id, two.instance_id], ["i-9"])


def test_who_is_the_failover_clusters_node_now_by_another_nodes_word_took_the_place():
    one, two = cluster()
    noted = {one.host.computer.casefold(): one.instance_id}
    parts = divided([silent(one), two, copy_of(one)], node_id=two.instance_id, noted=noted)
    assert ids(parts) == ([two.instance_id, "i-9"], [one.instance_id])
    back = replace(one, host=replace(one.host, sql=replace(one.host.sql, cluster=None, groups=())))
    parts = divided([back, two, copy_of(one)], node_id=two.instance_id, noted=noted)
    assert ids(parts) == ([two.instance_id, "i-9"], [one.instance_id])


def test_without_a_note_or_once_the_noted_one_has_ended_both_or_the_new_one_are_members():
    one, two = cluster()
    tagged = [one, two, copy_of(one)]
    assert ids(divided(tagged, node_id=two.instance_id))[1] == []
    terminated = replace(silent(one), ec2=replace(one.ec2, state=InstanceState.TERMINATED))
    noted = {one.host.computer.casefold(): one.instance_id}
    members, _ = ids(divided([terminated, two, copy_of(one)], node_id=two.instance_id, noted=noted))
    assert "i-9" in members


def test_a_note_of_an_instance_that_is_another_computer_by_now_makes_no_copy_of_the_real_one():
    one, two = cluster()
    third = replace(two, instance_id="i-3", host=replace(two.host, computer="SALES3"))
    noted = {two.host.computer.casefold(): "i-3"}
    assert copied([one, two, third], two.instance_id, noted) is None
    assert two.instance_id in ids(divided([one, two, third], node_id=one.instance_id, noted=noted))[0]


def test_the_copy_itself_is_told_as_one():
    one, two = cluster()
    noted = {one.host.computer.casefold(): one.instance_id}
    assert copied([one, two, copy_of(one)], "i-9", noted) == one.instance_id
    assert copied([one, two, copy_of(one)], one.instance_id, noted) is None


def test_notes_are_asked_for_only_where_one_may_answer_in_the_place_of_another():
    one, two = cluster()
    assert not contested([one, two], one.instance_id)
    assert not contested([silent(one), two], two.instance_id)
    assert contested([one, two, copy_of(one)], two.instance_id)
    assert contested([silent(one), two, copy_of(one)], two.instance_id)


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
