"""What an act reports about its node replaces what was known, unless it isn't newer or is of another boot."""

from datetime import timedelta

import pytest

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.instance import parse_ec2
from cachewarden.evidence.merge import with_ec2_facts, with_verdict
from cachewarden.evidence.verdict import parse_verdict
from cachewarden.json_reader import JsonReader
from tests.unit.lambdas.sales_cluster import Sales, iso


def known(sales: Sales) -> ClusterEvidence:
    return parse_evidence(sales.evidence(sales.one))


def merged(change=lambda sales: None, **verdict):
    sales = Sales()
    before = known(sales)
    sales.pass_s(30)
    asked_at = sales.now
    change(sales)
    answer = parse_verdict(JsonReader.of(sales.verdict(sales.one, "done") | verdict))
    return with_verdict(before, node=sales.one.instance_id, asked_at=asked_at, verdict=answer), before, sales


def test_a_newer_report_of_the_same_boot_counts_from_when_it_was_asked_for():
    def stopped(sales: Sales) -> None:
        sales.one.sql_running = False

    evidence, _, sales = merged(stopped)
    host = evidence.node.host

    assert host.sql.all_stopped
    assert host.sql_at == host.storage_at == sales.now


@pytest.mark.parametrize(
    "verdict",
    [
        {"bootId": "boot-9"},
        {"observedAt": iso(Sales().now - timedelta(seconds=1))},
        {"observedAt": "never"},
        {"evidence": None},
        {"evidence": {}},
        {"evidence": {"storage": None}},
    ],
)
def test_a_report_of_another_boot_an_older_one_or_none_renews_nothing(verdict):
    evidence, _, _ = merged(**verdict)

    assert evidence is None


def test_a_section_that_was_not_reported_keeps_its_age():
    sales = Sales()
    answer = sales.verdict(sales.one, "done")
    evidence, before, sales = merged(evidence={"worker": answer["evidence"]["worker"]})
    host, earlier = evidence.node.host, before.node.host

    assert host.worker_at > earlier.worker_at
    assert (host.sql_at, host.storage_at) == (earlier.sql_at, earlier.storage_at)


def test_the_partner_is_not_touched_and_the_known_evidence_neither():
    evidence, before, _ = merged()

    assert evidence.partners == before.partners
    assert before == known(Sales())


def test_older_ec2_facts_never_replace_newer_ones():
    sales = Sales()
    old = sales.ec2(sales.one) | {"stopProtected": False}
    sales.pass_s(1)
    before = known(sales)

    assert with_ec2_facts(before, node=sales.one.instance_id, facts=parse_ec2(JsonReader.of(old))) == before


def test_a_node_that_stopped_has_no_report_any_more():
    sales = Sales()
    before = known(sales)
    sales.one.state = "stopping"

    evidence = with_ec2_facts(before, node=sales.one.instance_id, facts=parse_ec2(JsonReader.of(sales.ec2(sales.one))))

    assert evidence.node.host is None and evidence.partners[0].host is not None
