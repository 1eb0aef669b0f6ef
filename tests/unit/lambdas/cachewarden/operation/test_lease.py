"""The lease's pure transitions: the token only grows, whatever happens in whatever order."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.operation.fencing import is_ahead
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import (
    LeaseRecord,
    Owner,
    acquired,
    life_end,
    namesake_of,
    new_record,
    record_of,
    released,
    undisturbed_since,
)

NOW = datetime(2026, 2, 3, tzinfo=UTC)
SALES = ClusterIdentity(cluster_name="SALESWSFC", group_ids=("a", "b"))


def owner(name: str) -> Owner:
    return Owner(execution_arn=name, node="i-1", purpose=Goal.STOPPED, request_id="r")


@given(st.lists(st.sampled_from(["take one", "take two", "renew", "release"]), max_size=30))
def test_the_token_never_falls_and_no_two_owners_share_one(steps):
    record = new_record(identity=SALES, members=["i-1"])
    owners: dict[int, str] = {}
    previous = record.token
    for step in steps:
        match step.split():
            case ["take", name]:
                record = acquired(record, owner=owner(name), identity=SALES, members=["i-1"], now=NOW)
                assert owners.setdefault(record.token, name) == name
            case ["renew"]:
                record = replace(record, expires_at=life_end(NOW))
            case _:
                record = released(record, NOW)
        assert record.token >= previous
        previous = record.token


AROUND_NOW = st.integers(-400_000, 400_000).map(lambda ms: int(NOW.timestamp() * 1000) + ms)
"""Tokens up to seven minutes before and after now: of more than five minutes ahead none can have been given out."""


@given(st.integers(0, 50) | AROUND_NOW, st.integers(0, 50) | AROUND_NOW, st.sampled_from(["one", "two"]))
def test_a_token_exceeds_what_hosts_remember_and_what_was_given_before(given_before, seen, name):
    record = replace(new_record(identity=SALES, members=["i-1"]), token=given_before, owner=owner("one"))

    taken = acquired(record, owner=owner(name), identity=SALES, members=["i-1"], now=NOW, seen_token=seen)

    believed = [token for token in (given_before, seen) if not is_ahead(token, NOW)]
    if name == "one" and given_before in believed and given_before == max(believed):
        assert taken.token == given_before
    else:
        assert taken.token > max(believed, default=0)
        assert taken.token >= NOW.timestamp() * 1000
    assert not is_ahead(taken.token, NOW + timedelta(milliseconds=1))


def test_a_record_that_was_lost_is_made_again_under_the_key_that_the_hosts_remember():
    unreported = new_record(identity=None, members=["i-1"])
    again = new_record(identity=None, members=["i-1"], remembered_key=SALES.key)

    assert again.key == SALES.key != unreported.key


def test_a_host_that_names_another_clusters_key_gets_no_part_of_its_lease():
    """Nor does a key that was taken in advance keep the cluster that it belongs to from its first lease."""
    fresh = new_record(identity=None, members=["i-1"])
    forged = new_record(identity=None, members=["i-1"], remembered_key=SALES.key, in_use=[SALES.key])
    later = new_record(identity=SALES, members=["i-2"], in_use=[SALES.key])

    assert forged.key == fresh.key and later.key not in (SALES.key, fresh.key)


def test_a_host_that_names_another_cluster_gets_no_part_of_its_lease():
    """Nor does a copy of the cluster, with its name and its groups' ids; an instance in common shows which it is."""
    record = replace(new_record(identity=SALES, members=["i-1", "i-2"]), token=5)

    assert record_of([record], node="i-1", identity=SALES, members=["i-other"]) is None
    assert record_of([record], node="i-1", identity=SALES, members=["i-new"], strangers=["i-2"]) is record
    assert record_of([record], node="i-1", identity=SALES, members=["i-2", "i-new"]) is record
    assert record_of([replace(record, members=())], node="i-1", identity=SALES, members=["i-1"]) is not None
    assert new_record(identity=SALES, members=["i-other"], in_use=[record.key]).key != record.key
    assert namesake_of([record], SALES) is None and namesake_of([record], None) is None
    owned = replace(record, owner=owner("one"))
    assert namesake_of([record, owned], SALES) is owned


def test_a_key_is_found_whatever_is_in_use():
    keys: list[str] = []
    for _ in range(6):
        keys.append(new_record(identity=SALES, members=["i-1"], remembered_key="0" * 32, in_use=keys).key)

    assert len(set(keys)) == len(keys) and {len(key) for key in keys} == {32}


def test_a_lease_expires_by_itself_and_a_renewal_puts_that_off():
    record = acquired(
        new_record(identity=SALES, members=["i-1"]), owner=owner("one"), identity=SALES, members=["i-1"], now=NOW
    )
    later = NOW + timedelta(seconds=800)

    assert record.held(later) and not record.held(NOW + timedelta(seconds=960))
    assert replace(record, expires_at=life_end(later)).held(NOW + timedelta(seconds=1600))


def test_identity_is_what_the_hosts_say_not_what_the_tag_says():
    grown = ClusterIdentity(cluster_name="saleswsfc", group_ids=("a", "b", "c"))
    other = ClusterIdentity(cluster_name="SALESWSFC", group_ids=("x",))

    assert SALES.same_cluster(grown) and not SALES.same_cluster(other)
    assert SALES.key != other.key and len(SALES.key) == 32


def test_a_record_with_an_owner_wins_over_a_released_one():
    first = released(new_record(identity=SALES, members=["i-1"]), NOW)
    second = acquired(
        new_record(identity=None, members=["i-1", "i-2"]),
        owner=owner("one"),
        identity=None,
        members=["i-1", "i-2"],
        now=NOW,
    )

    assert record_of([first, second], node="i-1", identity=SALES, members=["i-1"]) is second
    assert record_of([first], node="i-1", identity=None, members=["i-9"]) is None


@pytest.mark.parametrize("identity", [SALES, None])
def test_an_instance_in_common_by_its_tag_brings_no_other_clusters_record(identity):
    """Whoever holds that, and whether or not the node's own hosts can report."""
    own = replace(new_record(identity=SALES, members=["i-1", "i-2"]), key="f" * 32)
    members = ["i-1", "i-2", "i-9"]
    other = new_record(identity=replace(SALES, cluster_name="HRWSFC"), members=["i-8", "i-9"])

    for hr in (other, replace(other, owner=owner("of hr"))):
        assert record_of([hr, own], node="i-1", identity=identity, members=members) is own
    # Once its own record names the other's node, too.
    mixed = replace(own, members=("i-1", "i-2", "i-9"), owner=owner("of sales"))
    assert record_of([mixed, other], node="i-9", identity=other.identity, members=["i-8", "i-9"]) is other
    released_mixed = replace(mixed, owner=None, key="0" * 32)
    assert record_of([released_mixed, other], node="i-9", identity=None, members=["i-8", "i-9"]) is other


def test_without_a_record_of_its_own_a_node_waits_for_whoever_holds_its_clusters():
    """A cluster that was renamed, or of which one host lies, gets no second lease; nor does a node that is new."""
    former = replace(new_record(identity=SALES, members=["i-1", "i-2"]), owner=owner("one"))
    renamed = replace(SALES, cluster_name="NEWWSFC")

    assert record_of([former], node="i-1", identity=renamed, members=["i-1", "i-2"]) is former
    assert record_of([former], node="i-3", identity=renamed, members=["i-2", "i-3"]) is former
    # Nor does one whose former record tells no name, beside a record that is free.
    unreported = replace(new_record(identity=None, members=["i-2", "i-3"]), owner=owner("two"))
    free = new_record(identity=SALES, members=["i-1", "i-2"])
    assert record_of([free, unreported], node="i-1", identity=SALES, members=["i-1", "i-2"]) is unreported


def taken(former: LeaseRecord | None, name: str = "one", identity: ClusterIdentity | None = SALES) -> LeaseRecord:
    record = former or new_record(identity=identity, members=["i-1"])
    return acquired(record, owner=owner(name), identity=identity, members=["i-1"], now=NOW)


@pytest.mark.parametrize(("released_s", "undisturbed"), [(-60, True), (-4, False), (1, False)])
def test_what_was_observed_holds_where_the_last_owner_had_let_go_before(released_s, undisturbed):
    former = released(taken(None, "other"), NOW + timedelta(seconds=released_s))

    assert undisturbed_since(NOW, taken(former), former, [], seen_token=None) is undisturbed


def test_what_was_observed_does_not_hold_behind_an_owner_or_where_nothing_tells_when_it_let_go():
    held = taken(None, "other")
    untold = replace(held, owner=None, expires_at=None)

    assert not undisturbed_since(NOW, taken(held), held, [], seen_token=None)
    assert not undisturbed_since(NOW, taken(untold), untold, [], seen_token=None)
    assert not undisturbed_since(NOW, held, held, [], seen_token=None)  # whose first answer was lost
    assert taken(released(held, NOW)).released_at is None  # else it would vouch for what comes later


def test_a_cluster_without_a_record_was_undisturbed_unless_another_record_may_be_its_own():
    namesake = released(replace(taken(None, "other"), key="other", members=("i-9",)), NOW - timedelta(hours=1))

    assert undisturbed_since(NOW, taken(None), None, [], seen_token=None)
    assert not undisturbed_since(NOW, taken(None), None, [namesake], seen_token=None)
    assert not undisturbed_since(NOW, taken(None, identity=None), None, [], seen_token=None)


def test_hosts_that_remember_a_later_token_than_the_record_prove_that_it_is_of_before():
    former = released(taken(None, "other"), NOW - timedelta(minutes=1))

    assert undisturbed_since(NOW, taken(former), former, [], seen_token=former.token)
    assert not undisturbed_since(NOW, taken(former), former, [], seen_token=former.token + 1)
    assert not undisturbed_since(NOW, taken(None), None, [], seen_token=3)


def test_a_released_record_keeps_its_members_for_a_cluster_that_cannot_report():
    record = released(
        acquired(
            new_record(identity=SALES, members=["i-1", "i-2"]),
            owner=owner("one"),
            identity=SALES,
            members=["i-1", "i-2"],
            now=NOW,
        ),
        NOW,
    )

    assert record_of([record], node="i-1", identity=None, members=["i-2"]) is record
