"""Each claim of a message is compared with the world: a message that says otherwise is named, a true one isn't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.invariants.group_claims import speaks_of
from rehearsal.simulation.invariants.messages_true import MessagesTrue
from rehearsal.world.settings import Settings
from tests.in_one_test import in_one_test

IN_SERVICE = "ONE is in service: cache on NVMe, SQL Server runs, SYNCHRONIZED in sales-ag, stop-protected"
TWO_TOO = IN_SERVICE.replace("ONE", "TWO")
LOWERED = "REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT"
SUBJECT = "CacheWarden: ONE is in service"

OF_A_WHOLE_CLUSTER: tuple[tuple[str, str, str], ...] = (
    ("CacheWarden: ONE is stopped, safely", "", "said that SALES1 is stopped while EC2 had it running"),
    (SUBJECT, IN_SERVICE.replace("cache on NVMe", "no write cache"), "of the cache of SALES1: no write cache"),
    (SUBJECT, "ONE is in service with its cache on the Swap volume: no disk", "of the cache of SALES1: with its cache"),
    (SUBJECT, "SALES1 now: storage CACHE_ON_NVME, SQL Server doesn't run", "SQL Server doesn't run on SALES1"),
    (SUBJECT, f"{IN_SERVICE}. Its instance type is r5d.8xlarge; it was r5d.4xlarge", "SALES1 is a r5d.8xlarge"),
    ("", "ONE is stopped and stop-protected", "said that SALES1 is stopped while EC2 had it running"),
    ("", "Now:   sales-ag: SALES2 serves, and SALES1 has every commit.", "named another primary of sales-ag"),
    ("", "Now:   sales-ag: SALES1 serves and holds the only current copy until ONE is back.", "SALES2 had it, too"),
    ("", "Now:   sales-ag: SALES1 serves, and SALES2 has every commit. Until then no failover happens by itself.",
     "and one would"),
    ("", "Now:   sales-ag: SALES1 serves, and SALES3 has every commit.", "said that SALES3 has every commit"),
    (SUBJECT, "The node runs, and its data volume can be written and read, its cache on EBS.", "volume, its cache"),
    ("CacheWarden: ONE leads no Availability Group, and is in service", "", "SALES1 leads no group, and it led"),
    ("", f"{IN_SERVICE}. It leads no Availability Group", "said that SALES1 leads no group, and it led sales-ag"),
    (SUBJECT, "X isn't begun. EC2 is stopping it already. CacheWarden", "said that EC2 is stopping SALES1, and"),
    (SUBJECT, "X isn't begun. It is stopped, by CacheWarden", "said that SALES1 is stopped while EC2 had it running"),
    (SUBJECT, "X isn't begun. Its stop protection is off: soon", "said that stop protection of SALES1 is off"),
    ("", "ONE stopped without CacheWarden: nothing proves", "said that SALES1 was stopped, and it runs"),
    ("", "A refusal. The modes of SALES1, SALES2 in sales-ag stay held, without automatic failover, until",
     "said that the modes of SALES1, SALES2 in sales-ag are held, and they were back"),
    ("", f"{IN_SERVICE}. {LOWERED} stays lowered (other-ag 1, was 2, sales-ag 1, was 2) until",
     "said that sales-ag demands 1, and it was 0"),
    ("", f"{LOWERED} of sales-ag is 1 and was 2; synchronous", "said that sales-ag demands 1, and it was 0"),
    ("", "SALES1 in other-ag is X, MANUAL, was Y; SALES2 in sales-ag is SYNCHRONOUS_COMMIT, MANUAL, was Z",
     "said that SALES2 in sales-ag is MANUAL, and it wasn't"),
    ("", "Consent: 'outage', given by dana through CacheWarden-AcceptOutageAndStopInstance (run 0-1) at T",
     "named a consent by the run 0-1"),
    ("", "X ended ABORTED (no error: no cause); goes on with goal InService as InService-i-0-1",
     "said that an operation goes on as InService-i-0-1"),
    ("", "Next:  start CacheWarden-MendEverything", "named the document CacheWarden-MendEverything"),
    (f"{SUBJECT}, with snapshots", "1 snapshots, begun with its cache on EBS, hold all its volumes: snap-1",
     "said that snapshots hold all volumes of SALES1"),
)  # fmt: skip
"""Subject, message, and what is named, where everything is in order."""

WITHOUT_SALES2: tuple[tuple[str, str, str], ...] = (
    ("CacheWarden: TWO is in service", "", "said that SALES2 is in service, and it wasn't"),
    ("CacheWarden: TWO was stopped and is back in service", "", "said that SALES2 is in service, and it wasn't"),
    ("", TWO_TOO, "said that SALES2 is in service, and it wasn't"),
    ("", TWO_TOO, "said that SALES2 is SYNCHRONIZED in sales-ag, and it wasn't"),
    ("", TWO_TOO, "said that stop protection of SALES2 is on, and it was off"),
    ("ACTION REQUIRED: TWO", "its stop protection was off; it is on again", "stop protection of SALES2 is on"),
    ("CacheWarden: the cluster sales is in service", "Every node of the cluster is in service: ONE, TWO",
     "said that every node is in service, and SALES2 wasn't"),
    ("CacheWarden: ONE could be stopped safely now", "", "could be stopped safely while SALES2 was not in service"),
    ("", "Now:   sales-ag: SALES1 serves, and SALES2 has every commit.", "said that SALES2 has every commit"),
    ("", "Now:   sales-ag: SALES1 serves, and SALES2 has every commit.", "left out that SALES1 holds the only current"),
    ("", "Now:   sales-ag: SALES1 serves and holds the only current copy.", "left out that no replica of sales-ag"),
)  # fmt: skip
"""The same, where SALES2's SQL Server is stopped and its stop protection is off."""

TRUE = (
    (SUBJECT, IN_SERVICE),
    ("CacheWarden: TWO leads no Availability Group, and is in service", f"{TWO_TOO}. It leads no Availability Group"),
    (SUBJECT, "The node runs, its data volume can be written and read, and its databases have caught up."),
    ("CacheWarden: the cluster sales is in service", "Every node of the cluster is in service: ONE, TWO"),
    ("CacheWarden: ONE could be stopped safely now", "stop protection is on"),
    ("CacheWarden: snapshot of ONE refused", "Nothing was changed by this request. Start CacheWarden-StartInstance"),
    ("", "Now:   sales-ag: SALES1 serves, and SALES2 has every commit. Its transaction log keeps what SALES2 misses."),
    ("", f"Done:\n  ONE is in service with its cache on the Swap volume, TWO isn't. {TWO_TOO}"),
)


@pytest.fixture(scope="module")
def cluster(synthesized) -> Iterator[Cluster]:
    built = build_cluster(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    with built.world.clock, built.account:
        install_hosts(built, synthesized)
        yield built


@pytest.fixture
def without_sales2(cluster) -> Iterator[Cluster]:
    instance, server = cluster.instances["SALES2"], cluster.servers("SALES2")[0]
    instance.stop_protected = False
    server.stop()
    yield cluster
    instance.stop_protected = True
    server.start()
    cluster.world.clock.sleep(600)


def named(cluster: Cluster, subject: str, message: str) -> list[str]:
    """What the invariant says of the message, told at once."""

    def written(text: str) -> str:
        for word, node in (("ONE", "SALES1"), ("TWO", "SALES2")):
            text = text.replace(word, f"{node} ({cluster.instances[node].id})")
        return text

    facts = {"subject": written(subject or "CacheWarden: told"), "message": written(message)}
    return list(MessagesTrue(cluster).look("sns.published", facts))


@in_one_test("lie", OF_A_WHOLE_CLUSTER)
def test_a_lie_about_a_cluster_in_service_is_named(cluster, lie):
    subject, message, told = lie
    found = named(cluster, subject, message)
    assert any(told in each for each in found), found


@in_one_test("lie", WITHOUT_SALES2)
def test_a_lie_about_a_node_that_does_not_serve_is_named(without_sales2, lie):
    subject, message, told = lie
    found = named(without_sales2, subject, message)
    assert any(told in each for each in found), found


@in_one_test("message", TRUE)
def test_what_is_so_is_not_named(cluster, message):
    assert named(cluster, *message) == []


@pytest.mark.parametrize(("of_its_cluster", "has_to"), [(True, True), (False, False)])
def test_only_a_stopped_node_of_its_cluster_has_to_tell_of_a_group(of_its_cluster, has_to):
    message = "CacheWarden: ARCHIVE1 is stopped, safely"
    assert speaks_of("sales-ag", message, of_its_cluster=of_its_cluster) is has_to
    assert speaks_of("sales-ag", f"{message}\nNow:   sales-ag: SALES1 serves.", of_its_cluster=of_its_cluster)
