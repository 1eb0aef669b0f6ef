"""An act on a host is decided on only with the version of each of its documents that was deployed."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.actions import HOST_ACTIONS, Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import HOST_PREFIX, documents_of
from cachewarden.operation.usual_documents import usual_documents
from cachewarden.procedures.decision import Abandon, Execute, Look, Refuse, Wait
from tests.unit.lambdas.loop_driver import decide_next, request
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, decided

STOP_SQL = "CacheWarden-Host-StopSqlServer"
HOLD = "CacheWarden-Host-HoldReplicaModes"
STOPPING = {**LEASED, "savedModes": SAVED_MODES}
BEGUN = {**STOPPING, "attempts": {**LEASED["attempts"], "HoldReplicaModes": 1}}


def knowing(**versions: str | None) -> Any:
    """Evidence that knows nothing of documents but these."""
    told = {f"CacheWarden-Host-{act}": version for act, version in versions.items()}
    return lambda evidence: evidence["documents"].update(versions=told)


def knowing_the_usual(**besides: str | None) -> Any:
    """Evidence that knows what a stop usually sends, but for these."""
    usual = {name.removeprefix(HOST_PREFIX): "3" for name in usual_documents(Goal.STOPPED)}
    return knowing(**{**usual, **besides})


def test_with_the_versions_known_of_all_that_a_stop_usually_sends_it_begins():
    answer = decided(edit=knowing_the_usual(), **STOPPING)
    assert isinstance(answer, Execute) and answer.action is Action.HOLD_REPLICA_MODES


def test_a_stop_does_not_begin_on_the_version_of_its_first_act_alone():
    answer = decided(edit=knowing(HoldReplicaModes="3", RestoreReplicaModes="3"), **STOPPING)
    assert isinstance(answer, Wait) and "CacheWarden-Host-StartSqlServer" in answer.documents


@pytest.mark.parametrize("act", ["StartSqlServer", "RestoreCache", "RestoreReplicaModes"])
def test_a_stop_whose_way_back_is_nowhere_is_refused_before_it_begins(act):
    answer = decided(edit=knowing_the_usual(**{act: None}), **STOPPING)
    assert isinstance(answer, Refuse) and answer.code is Code.ACT_NOT_DEPLOYED and act in answer.sentence


def test_an_act_whose_undoing_is_nowhere_is_not_sent_in_the_middle_either():
    answer = decided(edit=knowing_the_usual(RestoreReplicaModes=None), **BEGUN)
    assert isinstance(answer, Abandon) and answer.code is Code.ACT_NOT_DEPLOYED


def test_a_version_that_is_not_known_is_looked_up_at_once_with_those_that_will_follow():
    answer = decided(edit=knowing(), **STOPPING)
    assert isinstance(answer, Wait) and (answer.seconds, answer.look) == (0, Look.EC2)
    assert answer.documents[0] == HOLD and set(answer.documents) == set(usual_documents(Goal.STOPPED))


def test_what_the_last_look_could_not_tell_is_asked_for_again_after_a_pause():
    def edit(evidence: dict[str, Any]) -> None:
        evidence["documents"].update(versions={}, wanted=[HOLD])

    answer = decided(edit=edit, **STOPPING)
    assert isinstance(answer, Wait) and answer.seconds > 0


def test_looking_for_versions_ends():
    sales = Sales()
    waiting = {**STOPPING, "lookingSince": iso(sales.now), "waiting": None}
    fresh = decided(edit=knowing(), later_s=5, **waiting)
    assert isinstance(fresh, Wait)
    long_ago = {**waiting, "lookingSince": "2026-02-03T03:40:00.000Z"}
    answer = decided(edit=knowing(), **long_ago)
    assert isinstance(answer, Refuse | Abandon) and answer.code is Code.NOT_OBSERVABLE
    assert "StopSqlServer" in answer.sentence or "HoldReplicaModes" in answer.sentence


def test_before_anything_was_changed_one_that_is_nowhere_refuses_the_stop():
    answer = decided(edit=knowing(HoldReplicaModes="3", EvacuateCache=None), **STOPPING)
    assert isinstance(answer, Refuse) and answer.code is Code.ACT_NOT_DEPLOYED
    assert "CacheWarden-Host-EvacuateCache" in answer.sentence


def test_in_the_middle_it_leads_back_into_service_once_it_is_due():
    answer = decided(edit=knowing(HoldReplicaModes=None), **BEGUN)
    assert isinstance(answer, Abandon) and answer.code is Code.ACT_NOT_DEPLOYED


def test_the_next_look_is_told_what_to_look_up_by_the_evidence():
    sales = Sales()
    evidence = sales.evidence(sales.one)
    evidence["documents"]["versions"] = {}
    operation = {**request(sales.one, "Stopped", sales), **STOPPING}
    step = decide_next(evidence, operation, None, sales.now)
    assert step["decision"]["kind"] == "Wait"
    assert set(step["evidence"]["documents"]["wanted"]) == set(usual_documents(Goal.STOPPED))


def test_a_version_that_was_deleted_meanwhile_is_forgotten():
    sales = Sales()
    operation = {**request(sales.one, "Stopped", sales), **BEGUN}
    report = {
        "action": "HoldReplicaModes", "node": sales.one.instance_id, "askedAt": iso(sales.now),
        "result": {"status": "Ssm.InvalidDocumentVersionException: gone", "verdict": None},
    }  # fmt: skip
    step = decide_next(sales.evidence(sales.one), operation, report, sales.now)
    assert HOLD not in step["evidence"]["documents"]["versions"]
    assert STOP_SQL in step["evidence"]["documents"]["versions"]


@pytest.mark.parametrize("goal", Goal)
def test_what_a_goal_usually_sends_are_documents_of_acts(goal):
    assert set(usual_documents(goal)) <= {name for action in HOST_ACTIONS for name in documents_of(action)}
