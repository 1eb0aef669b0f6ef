"""Which instance a computer was is known after it is gone, as long as its cluster names it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from adapters.computer_records import absent_computers, record_computers
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.instance import ReplicaEvidence
from tests.unit.lambdas.handlers.account import TABLE
from tests.unit.lambdas.sales_cluster import Sales

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def sales(*, two_is_down: bool = False) -> tuple[ReplicaEvidence, ...]:
    found = Sales()
    found.two.state = "stopped" if two_is_down else "running"
    found.two.synchronized = not two_is_down
    return parse_evidence(found.evidence(found.one)).replicas


def test_what_was_noted_while_it_answered_is_asked_of_ec2_when_it_does_not(aws):
    one, two = sales()
    record_computers(TABLE, (one, two), node_id=one.instance_id, now=NOW)
    alone, _ = sales(two_is_down=True)

    def seen(after: timedelta) -> tuple[str | None, bool]:
        (absent,) = absent_computers(TABLE, [alone], node_id=one.instance_id, now=NOW + after)
        return absent.instance_id, absent.gone

    assert seen(timedelta(minutes=30)) == (two.instance_id, False)
    assert seen(timedelta(hours=3)) == (two.instance_id, True)
    record_computers(TABLE, (alone,), node_id=one.instance_id, now=NOW + timedelta(hours=3))
    assert seen(timedelta(hours=4)) == (two.instance_id, True)


def test_one_that_was_never_noted_is_not_gone(aws):
    alone, two = sales(two_is_down=True)
    (absent,) = absent_computers(TABLE, [alone], node_id=alone.instance_id, now=NOW)
    assert (absent.computer, absent.instance_id, absent.gone) == ("sales2", None, False)
    record_computers(TABLE, (alone, replace(two, host=None)), node_id=alone.instance_id, now=NOW)
    (absent,) = absent_computers(TABLE, [alone], node_id=alone.instance_id, now=NOW)
    assert absent.instance_id is None
