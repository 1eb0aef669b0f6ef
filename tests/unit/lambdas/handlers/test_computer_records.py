"""Which instance a computer was is known after it is gone; wrong notes and silent instances never make one gone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters import computer_records
from adapters.observation import evidence_about
from cachewarden.codes import Code
from cachewarden.evidence.absent_computer import AbsentComputer
from cachewarden.evidence.cluster import evidence_to_json, parse_evidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.loop.sweep import requests_for_logs
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Complete, Execute
from cachewarden.requests.request import StartExecution
from tests.unit.lambdas.handlers.account import TABLE
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Node, Sales
from tests.unit.lambdas.situations import LEASED, host

ONE, TWO = "i-0aaaaaaaaaaaaaaa1", "i-0bbbbbbbbbbbbbbb2"


class Notes:
    """The records of a table, the time, and what EC2 lists of instances that carry no tag."""

    def __init__(self, states: dict[str, str]) -> None:
        self.now = datetime(2026, 11, 23, 12, tzinfo=UTC)
        self.states = states

    def sweep(
        self, *replicas: ReplicaEvidence, node: str = ONE, times: int = 1, every: timedelta | None = None
    ) -> None:
        for _ in range(times):
            computer_records.record_computers(TABLE, replicas, node_id=node, now=self.now)
            self.now += every or timedelta(minutes=15)

    def absent(self, *tagged: ReplicaEvidence) -> AbsentComputer:
        """What becomes of SALES2."""
        found = computer_records.absent_computers(TABLE, tagged, node_id=ONE, now=self.now)
        return next(each for each in found if each.computer == "sales2")


@pytest.fixture
def notes(aws, monkeypatch):
    made = Notes({})
    monkeypatch.setattr(
        computer_records,
        "instances_by_id",
        lambda ids: [
            {"InstanceId": each, "State": {"Name": made.states[each]}} for each in sorted(ids) if each in made.states
        ],
    )
    return made


def both() -> tuple[ReplicaEvidence, ...]:
    found = Sales()
    return parse_evidence(found.evidence(found.one)).replicas


def alone() -> ReplicaEvidence:
    """SALES1, which sees SALES2 neither up nor connected."""
    found = Sales()
    evidence = found.evidence(found.one)
    unseen(evidence)
    return parse_evidence(evidence).replicas[0]


def unseen(evidence) -> None:
    sql = host(evidence, 0)["sql"]
    sql["cluster"]["members"][1]["state"] = 0
    for each in sql["availabilityGroups"][0]["replicas"]:
        if each["server"] == "SALES2":
            each["connected"] = 0


def stopped(replica: ReplicaEvidence) -> ReplicaEvidence:
    ec2 = replace(replica.ec2, state=InstanceState.STOPPED, stop_proven=True)
    return replace(replica, ec2=ec2, host=None)


def tagged(replica: ReplicaEvidence, **tags: str) -> ReplicaEvidence:
    more = {f"cachewarden:{key}": value for key, value in tags.items()}
    return replace(replica, ec2=replace(replica.ec2, tags={**replica.ec2.tags, **more}))


def test_a_node_that_was_noted_and_is_terminated_is_gone_once_two_sweeps_have_missed_it(notes):
    one, two = both()
    notes.sweep(one, two)
    notes.states[TWO] = "terminated"
    one = alone()
    assert not notes.absent(one).gone
    notes.sweep(one)
    assert not notes.absent(one).gone
    notes.sweep(one)
    assert notes.absent(one).gone and notes.absent(one).instance_id == TWO
    del notes.states[TWO]  # EC2 forgets it after an hour; the note doesn't
    assert notes.absent(one).gone


def test_one_that_nobody_saw_terminated_is_gone_when_ec2_has_not_known_it_for_long(notes):
    notes.sweep(*both())
    notes.sweep(alone(), times=8)
    assert not notes.absent(alone()).gone and "that proves its end from" in notes.absent(alone()).why
    notes.sweep(alone(), times=4)
    assert notes.absent(alone()).gone


def test_days_of_a_stop_are_no_days_in_which_ec2_did_not_know_it(notes):
    """An answer that leaves a stopped instance out is no proof: EC2's answers are eventually consistent."""
    one, two = both()
    notes.sweep(one, two)
    notes.sweep(alone(), stopped(two), times=3, every=timedelta(days=1))
    notes.now -= timedelta(hours=23)
    assert not notes.absent(alone()).gone


def test_one_that_was_never_noted_is_not_gone(notes):
    one, two = alone(), replace(both()[1], host=None)
    notes.sweep(one, two, times=3)
    assert (notes.absent(one).instance_id, notes.absent(one).gone) == (None, False)


def without_tag(replica: ReplicaEvidence) -> ReplicaEvidence:
    return replace(replica, ec2=replace(replica.ec2, tags={"cachewarden:managed": "true"}))


def test_of_a_node_without_the_clusters_tag_nothing_is_noted(notes):
    notes.sweep(*(without_tag(each) for each in both()))
    notes.states[TWO] = "terminated"
    notes.sweep(without_tag(alone()), times=3)
    assert notes.absent(without_tag(alone())).instance_id is None


def of_a_clone(notes: Notes) -> None:
    """A copy of the environment with the same names of cluster and computers, under a tag of its own; torn down."""
    clone = [tagged(replace(each, instance_id=f"i-test{n}"), cluster="test") for n, each in enumerate(both())]
    notes.sweep(*clone, node="i-test0")
    notes.sweep(*both())
    notes.states |= {"i-test0": "terminated", "i-test1": "terminated"}


def of_an_older_table(notes: Notes) -> None:
    """Restored to a time before the node was replaced, or the replacement's agent never answered."""
    notes.sweep(both()[0], replace(both()[1], instance_id="i-old"))
    notes.states["i-old"] = "terminated"


def of_another_host(notes: Notes) -> None:
    """A host that called itself SALES2 in its report while SALES2 was stopped."""
    one, two = both()
    notes.sweep(one, two)
    notes.sweep(alone(), stopped(two), replace(two, instance_id="i-liar"))
    notes.states["i-liar"] = "terminated"


@pytest.mark.parametrize(
    ("noted_before", "noted"), [(of_a_clone, TWO), (of_another_host, TWO), (of_an_older_table, "i-old")]
)
def test_a_node_that_is_stopped_is_not_gone_whatever_was_noted(
    notes, noted_before: Callable[[Notes], None], noted: str
):
    noted_before(notes)
    seen = (alone(), stopped(both()[1]))
    notes.sweep(*seen, times=3)
    assert (notes.absent(*seen).instance_id, notes.absent(*seen).gone) == (noted, False)
    evidence = evidence_about(ONE, seen, notes.now, notes.now, absent=(notes.absent(*seen),))
    assert not evidence.strangers


def test_a_replacement_that_does_not_answer_keeps_its_name_from_being_gone(notes):
    of_an_older_table(notes)
    silent = replace(both()[1], host=None)
    notes.sweep(alone(), silent, times=3)
    assert not notes.absent(alone(), silent).gone
    assert f"{TWO} carries the cluster's name" in notes.absent(alone(), silent).why


def test_a_silent_instance_that_is_noted_as_another_computer_keeps_none_from_being_gone(notes):
    one, two = (with_three(each) for each in both())
    three = renamed(two, "SALES3", "i-3")
    notes.sweep(one, two, three)
    notes.states["i-3"] = "stopped"
    notes.states[TWO] = "terminated"
    seen = (with_three(alone()), stopped(three))
    notes.sweep(*seen, times=2)
    assert notes.absent(*seen).gone


def with_three(replica: ReplicaEvidence) -> ReplicaEvidence:
    """The failover cluster has a node SALES3 besides, which nobody sees."""
    assert replica.host is not None and replica.host.sql is not None and replica.host.sql.cluster is not None
    cluster = replica.host.sql.cluster
    members = (*cluster.members, replace(cluster.members[0], name="SALES3", state=0))
    sql = replace(replica.host.sql, cluster=replace(cluster, members=members))
    return replace(replica, host=replace(replica.host, sql=sql))


def renamed(replica: ReplicaEvidence, computer: str, instance_id: str) -> ReplicaEvidence:
    assert replica.host is not None
    return replace(replica, instance_id=instance_id, host=replace(replica.host, computer=computer))


def test_a_note_of_a_node_that_moved_is_dropped_while_the_cluster_sees_the_computer(notes):
    """SALES2 was moved to another region under its name. Then its link breaks."""
    one, two = both()
    notes.sweep(one, two)
    notes.states[TWO] = "terminated"
    notes.sweep(one, times=2)
    notes.sweep(alone(), times=3)
    assert (notes.absent(alone()).instance_id, notes.absent(alone()).gone) == (None, False)


def test_the_first_sweep_that_finds_the_end_may_still_see_the_last_of_it(notes):
    """The cluster misses a node a few seconds after it died: its note isn't dropped for that."""
    one, two = both()
    notes.sweep(one, two)
    notes.states[TWO] = "terminated"
    notes.sweep(one)
    notes.sweep(alone(), times=2)
    assert notes.absent(alone()).gone


def test_a_link_that_breaks_between_two_sweeps_is_not_counted_as_one_absence(notes):
    one, two = both()
    notes.sweep(one, two)
    silent = replace(two, host=None)
    notes.sweep(alone(), silent)
    notes.sweep(one, silent, times=4)  # seen again
    notes.states[TWO] = "terminated"
    assert not notes.absent(alone()).gone


def test_a_cluster_of_the_same_names_does_not_drop_what_is_known_of_a_lost_node(notes):
    one, two = both()
    notes.sweep(one, two)
    notes.sweep(without_two(replace(one, instance_id="i-dev1")), node="i-dev1")
    notes.states[TWO] = "terminated"
    notes.sweep(alone(), times=2)
    assert notes.absent(alone()).gone


def without_two(replica: ReplicaEvidence) -> ReplicaEvidence:
    assert replica.host is not None and replica.host.sql is not None and replica.host.sql.cluster is not None
    cluster = replace(replica.host.sql.cluster, members=replica.host.sql.cluster.members[:1])
    return replace(replica, host=replace(replica.host, sql=replace(replica.host.sql, groups=(), cluster=cluster)))


def test_a_note_is_dropped_once_the_computer_is_evicted_and_its_instance_ended(notes):
    one, two = both()
    notes.sweep(one, two)
    notes.states[TWO] = "terminated"
    notes.sweep(without_two(one))
    notes.sweep(alone(), times=3)
    assert notes.absent(alone()).instance_id is None


def test_a_replacement_takes_the_name_over_when_it_answers(notes):
    one, two = both()
    notes.sweep(one, two)
    notes.states |= {TWO: "terminated", "i-new": "stopped"}
    notes.sweep(one, replace(two, instance_id="i-new"))
    notes.sweep(alone(), times=3)
    assert (notes.absent(alone()).instance_id, notes.absent(alone()).gone) == ("i-new", False)


@pytest.mark.parametrize(("former", "is_now"), [("stopped", "i-new"), ("running", TWO), ("stopping", TWO)])
def test_the_name_of_a_stopped_instance_goes_to_the_one_that_the_cluster_has_as_its_node(notes, former, is_now):
    one, two = both()
    notes.sweep(one, two)
    notes.states |= {TWO: former, "i-new": "running"}
    notes.sweep(one, replace(two, instance_id="i-new"))
    assert notes.absent(alone()).instance_id == is_now


def test_the_name_of_a_stopped_instance_goes_to_no_copy_that_the_cluster_does_not_see(notes):
    one, two = both()
    notes.sweep(one, two)
    notes.states |= {TWO: "stopped", "i-copy": "running"}
    copy = replace(two, instance_id="i-copy", host=replace(two.host, sql=None))
    notes.sweep(one, copy)
    assert notes.absent(alone()).instance_id == TWO


def test_what_an_owner_calls_outside_is_not_asked_about(notes):
    notes.sweep(*both())
    notes.states[TWO] = "terminated"
    one = tagged(alone(), outside="SALES2")
    notes.sweep(one, times=3)
    assert not computer_records.absent_computers(TABLE, [one], node_id=ONE, now=notes.now)


def test_a_log_that_fills_starts_a_stopped_node_though_a_note_calls_its_name_gone(notes):
    of_an_older_table(notes)
    two = tagged(stopped(both()[1]), **{"on-health": "auto"})
    model = Sales()
    model.log |= {"roomS": 60}
    raw = model.evidence(model.one)
    unseen(raw)
    one = parse_evidence(raw).replicas[0]
    notes.sweep(one, two, times=3)
    seen = evidence_about(ONE, (one, two), model.now, model.now, absent=(notes.absent(one, two),))
    (asked,) = requests_for_logs(seen, away_since={}, now=model.now)
    assert isinstance(asked, StartExecution) and asked.instance_id == TWO


@pytest.mark.parametrize("noted_as", [TWO, "i-old"])
def test_a_stop_is_refused_while_a_member_is_stopped_whatever_was_noted(notes, noted_as):
    """SALES2 is stopped by us; its replica was taken out with RemoveReplicas, since it is away for long."""
    sales = Sales()
    for n, letter in ((3, "c"), (4, "d")):
        instance_id = f"i-0{letter * 15}{n}"
        sales.nodes[instance_id] = Node(
            instance_id=instance_id, computer=f"SALES{n}", zone="eu-central-1c", replica_id=f"r{n}"
        )
    whole = parse_evidence(sales.evidence(sales.one)).replicas
    notes.sweep(*(replace(each, instance_id=noted_as) if each.instance_id == TWO else each for each in whole))
    notes.states["i-old"] = "terminated"
    raw = sales.evidence(sales.one)
    for index in range(len(raw["replicas"])):
        sql = host(raw, index)["sql"]
        for member in sql["cluster"]["members"]:
            member["state"] = 0 if member["name"] == "SALES2" else member["state"]
        for group in sql["availabilityGroups"]:
            group["replicas"] = [each for each in group["replicas"] if each["server"] != "SALES2"]
    seen = [stopped(each) if each.instance_id == TWO else each for each in parse_evidence(raw).replicas]
    notes.sweep(*seen, times=3)
    evidence = evidence_about(ONE, seen, sales.now, sales.now, absent=(notes.absent(*seen),))
    operation = parse_operation(request(sales.one, "Stopped", sales, **LEASED))
    decision = decide(evidence, operation, policy_from_tags(evidence.node.ec2.tags), sales.now)
    assert decision.code is Code.PARTNER_DOWN


def test_what_a_computer_is_noted_as_is_read_where_a_copy_answers_and_only_there(notes):
    one, two = both()
    notes.sweep(one, two)
    assert computer_records.noted_computers(TABLE, [one, two], node_id=ONE) == {}
    copy = replace(two, instance_id="i-0ccccccccccccccc3")
    assert computer_records.noted_computers(TABLE, [one, two, copy], node_id=ONE) == {"sales1": ONE, "sales2": TWO}


def test_no_operation_acts_for_a_copy_of_a_node(notes):
    sales = Sales()
    one, two = parse_evidence(sales.evidence(sales.one)).replicas
    copy = replace(two, instance_id="i-0ccccccccccccccc3")
    for seen in ((one, two, copy), (one, replace(two, host=None), copy)):
        evidence = evidence_about(copy.instance_id, seen, notes.now, notes.now, noted={"sales1": ONE, "sales2": TWO})
        assert evidence.copy_of == TWO and parse_evidence(evidence_to_json(evidence)).copy_of == TWO
        operation = parse_operation(request(sales.two, "InService", sales, **LEASED))
        refused = decide(evidence, operation, policy_from_tags(copy.ec2.tags), notes.now)
        assert refused.code is Code.IDENTITY_DISAGREES and TWO in refused.sentence, refused


HR_NODE = "i-0ddddddddddddddd4"


def of_hr(replica: ReplicaEvidence) -> ReplicaEvidence:
    """A node of another failover cluster, which somebody tagged as one of sales."""
    sql = replica.host.sql
    members = tuple(replace(each, name=f"HR{number}") for number, each in enumerate(sql.cluster.members))
    elsewhere = replace(sql, cluster=replace(sql.cluster, name="HRWSFC", members=members), groups=())
    return replace(replica, instance_id=HR_NODE, host=replace(replica.host, computer="HR1", sql=elsewhere))


@pytest.mark.parametrize("away", [ONE, TWO])
def test_a_node_of_another_cluster_that_is_tagged_as_one_of_ours_keeps_no_node_away(notes, away):
    """Which failover cluster a silent node is of the notes say; without one nobody can."""
    sales = Sales()
    one, two = parse_evidence(sales.evidence(sales.one)).replicas
    seen = [stopped(each) if each.instance_id == away else each for each in (one, two)] + [of_hr(two)]

    def decided() -> Code:
        home = computer_records.home_cluster(TABLE, seen, node_id=ONE)
        evidence = evidence_about(ONE, seen, sales.now, sales.now, home=home)
        operation = parse_operation(request(sales.one, "InService", sales, **LEASED))
        assert (HR_NODE in evidence.no_members) is (home is not None or away == TWO)
        return decide(evidence, operation, policy_from_tags(evidence.node.ec2.tags), sales.now).code

    assert (decided() is Code.IDENTITY_DISAGREES) is (away == ONE)
    notes.sweep(one, two)
    assert decided() is not Code.IDENTITY_DISAGREES


@pytest.mark.parametrize("goal", ["InService", "Stopped"])
def test_a_partner_that_says_it_is_of_another_cluster_counts_as_one_that_does_not_answer(goal):
    """It keeps no node from coming back, and no stop relies on it."""
    sales = Sales()
    one, two = parse_evidence(sales.evidence(sales.one)).replicas
    elsewhere = replace(two.host.sql, cluster=replace(two.host.sql.cluster, name="HRWSFC"))
    lying = replace(two, host=replace(two.host, sql=elsewhere))
    operation, policy = parse_operation(request(sales.one, goal, sales, **LEASED)), policy_from_tags(one.ec2.tags)
    lied, silent = (
        decide(evidence_about(ONE, (one, each), sales.now, sales.now), operation, policy, sales.now)
        for each in (lying, replace(two, host=None))
    )
    assert (type(lied), lied.code) == (type(silent), silent.code) and lied.code is not Code.IDENTITY_DISAGREES
    assert (goal == "Stopped") is (not isinstance(lied, Complete)) and not isinstance(lied, Execute)
