"""Groups are read from whoever leads them, by the newest claim; who may take over is said with numbers."""

from datetime import timedelta

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.group_views import candidates, read_groups
from tests.unit.lambdas.sales_cluster import Sales, iso


def test_a_secondary_s_view_of_others_is_not_believed():
    sales = Sales()
    sales.primary = sales.two
    evidence = parse_evidence(sales.evidence(sales.one))

    (view,) = read_groups(evidence)

    assert view.primary_id == sales.two.instance_id
    assert len(view.group.replicas) == 2


def test_an_older_claim_to_the_primary_role_is_a_former_one():
    sales = Sales()
    evidence = sales.evidence(sales.one)
    sales.primary = sales.two
    later = sales.evidence(sales.one)
    evidence["replicas"][1] = later["replicas"][1]
    evidence["replicas"][1]["host"]["sections"] = {"sql": iso(sales.now + timedelta(seconds=9))}

    (view,) = read_groups(parse_evidence(evidence))

    assert view.primary_id == sales.two.instance_id and not view.contested


def test_names_of_named_instances_belong_to_their_computer():
    sales = Sales()
    evidence = sales.evidence(sales.one)
    for replica in evidence["replicas"][0]["host"]["evidence"]["sql"]["availabilityGroups"][0]["replicas"]:
        replica["server"] = f"{replica['server'].lower()}\\INST1"

    (view,) = read_groups(parse_evidence(evidence))

    assert view.unknown_servers(frozenset()) == ()


def test_the_best_target_is_ready_in_another_zone_with_least_to_redo():
    sales = Sales()
    facts = parse_evidence(sales.evidence(sales.one))
    (view,) = read_groups(facts)

    (best,) = candidates(view, facts.node, facts.partners, redo_max_s=60)

    assert (best.server, best.obstacle, best.same_zone) == ("SALES2", None, False)


def test_why_a_replica_cannot_take_over_is_said_with_numbers():
    sales = Sales()
    sales.two.synchronized, sales.two.send_queue_kb = False, 5120
    facts = parse_evidence(sales.evidence(sales.one))
    (view,) = read_groups(facts)

    (only,) = candidates(view, facts.node, facts.partners, redo_max_s=60)

    assert only.obstacle == (
        "SALES2 is behind: 0 of 2 databases SYNCHRONIZED, 0 ready to fail over, 5120 KB to send, 0 KB to redo"
    )
