"""How an operation ends that was refused: a person must come only where something was begun."""

from datetime import UTC, datetime

import pytest

from cachewarden.codes import Code
from cachewarden.loop.ending import outcome_of
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import Operation
from cachewarden.procedures.decision import Outcome, Refuse


@pytest.mark.parametrize(
    ("last", "outcome"),
    [(Action.RAISE_SWAP_THROUGHPUT, Outcome.REFUSED), (Action.STOP_SQL_SERVER, Outcome.ATTENTION)],
)
def test_a_stop_that_was_refused_after_a_raise_of_the_swap_volume_alone_has_begun_nothing(last, outcome):
    operation = Operation(
        execution_arn="none",
        request_id="r",
        goal=Goal.STOPPED,
        node_id="i-1",
        requested_at=datetime(2026, 2, 3, 22, tzinfo=UTC),
        requested_by="dba",
        reason="test",
        attempts={Action.ACQUIRE_LEASE: 1, Action.MARK_OPERATING: 1, last: 1},
    )
    assert outcome_of(Refuse(code=Code.ATTEMPTS_EXHAUSTED, sentence="no"), operation) is outcome
