"""The lease key that hosts remember, for a cluster whose record in the table was lost."""

from collections.abc import Sequence

import pytest

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.identity import identity_of, remembered_key
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import host

THEIRS = "a" * 32
AHEAD, PAST = "2026-02-03T04:30:00.000Z", "2026-02-03T03:30:00.000Z"
OWN = "its own"


def told(*tokens: tuple[str, str | None]) -> tuple[str | None, str]:
    """What counts when the hosts tell these keys until then, and the cluster's own key."""
    sales = Sales()
    evidence = sales.evidence(sales.one)
    identity = identity_of(parse_evidence(evidence))
    assert identity is not None
    for index, (key, until) in enumerate(tokens):
        host(evidence, index)["token"] = {
            "highest": 1, "clusterKey": identity.key if key == OWN else key, "operationUntil": until,
        }  # fmt: skip
    return remembered_key(parse_evidence(evidence), identity), identity.key


@pytest.mark.parametrize(
    ("tokens", "counts"),
    [
        ([(THEIRS, AHEAD)], THEIRS),
        ([(THEIRS, PAST)], None),
        ([(THEIRS, None)], THEIRS),
        ([(THEIRS, AHEAD), ("b" * 32, PAST)], THEIRS),
        ([(THEIRS, AHEAD), ("b" * 32, AHEAD)], None),
        ([(THEIRS, AHEAD), (OWN, AHEAD)], OWN),
        ([(THEIRS, AHEAD), (THEIRS, AHEAD)], THEIRS),
        ([("stop/i-1", AHEAD), ("stop/i-1", AHEAD)], None),
    ],
    ids=["one", "over", "until-unknown", "the-other-over", "two", "two-and-its-own", "both", "not-a-key"],
)
def test_a_key_counts_only_while_its_host_lets_no_other_lease_act(
    tokens: Sequence[tuple[str, str]], counts: str | None
):
    """Nor does a text that no lease has for its key: records of stops lie in the same table."""
    found, own = told(*tokens)

    assert found == (own if counts == OWN else counts)
