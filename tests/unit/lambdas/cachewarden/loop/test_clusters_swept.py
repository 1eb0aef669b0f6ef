"""Notes are taken once for each failover cluster, whatever its nodes are tagged."""

from dataclasses import replace

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.loop.sweep import one_of_each_cluster
from tests.unit.lambdas.sales_cluster import Sales


def seen(cluster: str = "SALESWSFC", tag: str = "sales") -> ClusterEvidence:
    sales = Sales()
    evidence = parse_evidence(sales.evidence(sales.one))
    host = evidence.node.host
    assert host is not None and host.sql is not None and host.sql.cluster is not None
    sql = replace(host.sql, cluster=replace(host.sql.cluster, name=cluster))
    return replace(evidence, cluster_name=tag, replicas=(replace(evidence.node, host=replace(host, sql=sql)),))


def test_nodes_of_one_cluster_are_one_and_two_clusters_of_one_tag_are_two():
    one = seen()
    node = one.node_id
    other = replace(seen("OTHERWSFC").node, instance_id="i-other")
    beside = replace(one, node_id="i-other", replicas=(other,))
    assert len(list(one_of_each_cluster({node: one, "i-2": one}))) == 1
    assert [each for each, _ in one_of_each_cluster({node: one, "i-other": beside})] == [node, "i-other"]


def test_nodes_of_which_nobody_says_the_cluster_are_none():
    silent = seen()
    unheard = replace(silent, replicas=(replace(silent.node, host=None),))
    assert not list(one_of_each_cluster({silent.node_id: unheard}))
