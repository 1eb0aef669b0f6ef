"""What a stop would cut off: waited for while that is short, refused before anything is changed, else let be."""

from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import GROUP, Sales
from tests.unit.lambdas.situations import BEGUN, LEASED, decided, host


def backup(remaining_s: int) -> dict[str, Any]:
    return {"command": "BACKUP DATABASE", "database": "orders", "percent": 42, "remainingS": remaining_s}


def seeding(state: str, *, done: int = 0) -> dict[str, Any]:
    return {
        "ag": GROUP, "database": "orders", "remote": "SALES3", "state": state, "failure": None,
        "bytesDone": done, "bytesTotal": 1000, "bytesPerSecond": 1.0,
    }  # fmt: skip


def asked(
    index: int, *, operation: dict[str, Any] = LEASED, leads: int = 0, consent: timedelta | None = None, **reported: Any
) -> Decision:
    """Node one is to stop; node `index` reports this; `consent`: how much longer its owner accepts a cut."""

    def change(sales: Sales) -> None:
        sales.primary = (sales.one, sales.two)[leads]

    if consent is not None:
        ends = f"{Sales().now + consent:%Y-%m-%dT%H:%M:%SZ}"
        given = {
            "word": "cut-work", "by": "whoever set the tag", "through": "the tag", "subject": Sales().one.instance_id,
            "goals": ["Cycled", "Stopped"], "givenAt": None, "expiresAt": ends, "withdrawn": False,
        }  # fmt: skip
        operation = {**operation, "consents": [given]}
    return decided(change, edit=lambda evidence: host(evidence, index)["sql"].update(reported), **operation)


def test_what_ends_soon_is_waited_for():
    decision = asked(0, requests=[backup(60)])
    assert isinstance(decision, Wait) and decision.reason is WaitReason.OTHERS_WORK
    assert "BACKUP DATABASE of orders" in decision.sentence and "42 %" in decision.sentence


@pytest.mark.parametrize(
    "reported",
    [{"requests": [backup(3600)]}, {"seeding": [seeding("SEEDING")]}, {"requests": [backup(10), backup(3600)]}],
)
def test_what_takes_long_is_a_refusal(reported):
    decision = asked(0, **reported)
    assert isinstance(decision, Refuse) and decision.code is Code.WORK_WOULD_BE_CUT


def test_what_never_ends_is_a_refusal_after_a_while():
    waiting = {"topic": WaitReason.OTHERS_WORK.value, "since": "2020-01-01T00:00:00.000Z"}
    decision = asked(0, operation={**LEASED, "waiting": waiting}, requests=[backup(0)])
    assert isinstance(decision, Refuse) and decision.code is Code.WORK_WOULD_BE_CUT


def test_the_partners_work_counts_where_it_takes_roles_over():
    assert isinstance(asked(1, requests=[backup(3600)]), Refuse)
    assert isinstance(asked(1, requests=[backup(3600)], leads=1), Execute)


@pytest.mark.parametrize("reported", [{"requests": [backup(3600)]}, {"seeding": [seeding("SEEDING")]}])
def test_what_runs_on_the_node_is_cut_off_where_its_owner_consents(reported):
    assert isinstance(asked(0, consent=timedelta(hours=1), **reported), Execute)


def test_the_partners_work_is_never_cut_off_by_the_nodes_consent():
    decision = asked(1, consent=timedelta(hours=1), requests=[backup(3600)])
    assert isinstance(decision, Refuse) and decision.code is Code.WORK_WOULD_BE_CUT


def test_a_consent_that_ended_counts_for_nothing_and_the_refusal_says_so():
    decision = asked(0, consent=timedelta(hours=-1), requests=[backup(3600)])
    assert isinstance(decision, Refuse) and "cut-work" in decision.sentence and "it ended" in decision.sentence


def test_what_has_ended_or_began_after_the_first_act_keeps_nothing_up():
    assert isinstance(asked(0, seeding=[seeding("COMPLETED"), seeding("FAILED")]), Execute)
    assert isinstance(asked(0, operation=BEGUN, requests=[backup(3600)]), Execute)
