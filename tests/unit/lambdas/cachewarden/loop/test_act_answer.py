"""What a document for a single act says at its end: outcome, code, sentence, whether the data is safe, what to do."""

import json

import pytest

from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.act_answer import ActRecord, act_answer
from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.procedures.decision import Outcome

TAKEN = {"TakeLease": {"Taken": "true", "Refusal": ""}}


def verdict(outcome: str, code: Code, message: str = "what the host said") -> dict[str, dict[str, str]]:
    line = json.dumps({"v": 1, "outcome": outcome, "code": code.value, "message": message})
    return {**TAKEN, "ReadVerdict": {"Verdict": f"printed before\n{line}\n", "Status": "Success"}}


def test_what_the_host_did_is_the_goal_with_the_catalogues_answers():
    answer = act_answer(Action.STOP_SQL_SERVER, ActRecord(outputs=verdict("done", Code.SQL_SERVER_STOPPED)))
    entry = CATALOGUE[Code.SQL_SERVER_STOPPED]
    assert (answer.outcome, answer.fails) == (Outcome.GOAL, False)
    assert answer.sentence == "CW2007 what the host said"
    assert (answer.data_is_safe, answer.next_step) == (entry.data, entry.remedy)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("refused", Outcome.REFUSED),
        ("retry", Outcome.REFUSED),
        ("partial", Outcome.ATTENTION),
        ("failed", Outcome.ATTENTION),
        ("data-loss", Outcome.ATTENTION),
    ],
)
def test_what_the_host_did_not_do_fails_the_document_with_its_sentence(said, outcome):
    record = ActRecord(outputs=verdict(said, Code.REPLICA_IS_PRIMARY), failures={"RunOnHost": "exit code 11"})
    answer = act_answer(Action.STOP_SQL_SERVER, record, docs="https://git.example.com/docs")
    assert (answer.outcome, answer.code, answer.fails) == (outcome, Code.REPLICA_IS_PRIMARY, True)
    assert answer.next_step.endswith(" Page: https://git.example.com/docs/errors/CW2027.md")


def test_a_lease_that_is_not_given_is_a_refusal_under_its_code():
    record = ActRecord(outputs={"TakeLease": {"Taken": "false", "Refusal": "CW5003: arn is working on i-1"}})
    answer = act_answer(Action.EVACUATE_CACHE, record)
    assert (answer.outcome, answer.code, answer.sentence) == (
        Outcome.REFUSED,
        Code.CLUSTER_BUSY,
        "CW5003 arn is working on i-1",
    )
    assert answer.fails


@pytest.mark.parametrize(
    ("done", "sentence", "outcome", "code"),
    [
        ("true", "Done: the storage is EVACUATED", Outcome.GOAL, Code.CACHE_EVACUATED),
        ("false", "Failed: its worker ended with CW1053 no room", Outcome.ATTENTION, Code.MOVE_FAILED_HALFWAY),
        ("false", "SALES1 doesn't say", Outcome.ATTENTION, Code.EVACUATION_STARTED),
        ("false", "Failed: CW9999 of another version", Outcome.ATTENTION, Code.EVACUATION_STARTED),
    ],
)
def test_of_work_that_went_on_only_what_was_seen_counts(done, sentence, outcome, code):
    outputs = {**verdict("started", Code.EVACUATION_STARTED), "SeeOutcome": {"Done": done, "Sentence": sentence}}
    answer = act_answer(Action.EVACUATE_CACHE, ActRecord(outputs=outputs))
    assert (answer.outcome, answer.code, answer.fails) == (outcome, code, outcome is not Outcome.GOAL)
    assert sentence in answer.sentence


@pytest.mark.parametrize(
    "record",
    [
        ActRecord(),
        ActRecord(outputs=TAKEN),
        ActRecord(outputs={"ReadVerdict": {"Verdict": "no JSON"}}),
        ActRecord(outputs={"ReadVerdict": {"Verdict": '{"outcome":"done"}'}}),
    ],
    ids=["nothing", "only the lease", "no JSON", "no code"],
)
def test_without_an_answer_of_the_node_nothing_is_called_done(record):
    answer = act_answer(Action.STOP_SQL_SERVER, record)
    assert (answer.outcome, answer.fails) == (Outcome.ATTENTION, True)
    assert answer.data_is_safe.startswith("Unknown")


def test_tries_that_were_cut_off_are_not_said_to_go_on():
    """Their nodes are nobody's: no sweep looks at them, and the next run refuses what this one left."""
    record = ActRecord(failures={"RunOnHost": "Step timed out"})
    answer = act_answer(None, record, disposable=True)

    assert (answer.outcome, answer.code) == (Outcome.ATTENTION, Code.DOCUMENT_BROKE_OFF)
    assert answer.data_is_safe.startswith("No data is concerned")
    assert "makes the next one refuse (CW1061, CW1088)" in answer.next_step and "continues" not in answer.next_step
    managed = act_answer(None, record)
    assert managed.next_step.startswith(CATALOGUE[Code.DOCUMENT_BROKE_OFF].remedy) and managed.outcome is answer.outcome


def test_a_step_that_timed_out_keeps_its_status_and_is_named():
    answer = act_answer(Action.STOP_SQL_SERVER, ActRecord(outputs=TAKEN, failures={"RunOnHost": "Step timed out"}))
    assert (answer.outcome, answer.fails) == (Outcome.ATTENTION, False)
    assert "its step runonhost failed: step timed out" in answer.sentence.lower()


def test_a_step_that_failed_after_the_hosts_answer_is_not_called_done():
    outputs = verdict("done", Code.HOST_UNINSTALLED)
    record = ActRecord(outputs=outputs, failures={"LiftProtection": "AccessDenied"})
    answer = act_answer(PersonsAct.OPT_OUT, record)
    assert answer.outcome is Outcome.ATTENTION and "LiftProtection" in answer.sentence


@pytest.mark.parametrize(
    "why",
    [
        "An error occurred (InvalidDocument) when calling the SendCommand operation",
        "Step fails when it is Execute/Cancelling action. document hash 00 does not match Sha256. (Status Code: 400)",
    ],
)
@pytest.mark.parametrize(("changed", "outcome"), [(False, Outcome.REFUSED), (True, Outcome.ATTENTION)])
def test_a_command_that_systems_manager_did_not_send_for_its_hash_is_not_deployed(why, changed, outcome):
    before = {"WriteStorage": {"Output": answer_line("done", Code.HOST_INSTALLED, changed=changed)}}
    record = ActRecord(outputs=before, failures={"WriteCache": why, "ReadVerdict": "RunOnHost.CommandId has no value"})
    answer = act_answer(None, record)
    assert (answer.outcome, answer.code, answer.fails) == (outcome, Code.ACT_NOT_DEPLOYED, True)
    assert "WriteCache sent nothing" in answer.sentence
    anew = act_answer(None, record, deployed_anew=True)
    assert (anew.outcome, anew.code, anew.fails) == (outcome, Code.DEPLOYED_MEANWHILE, True)
    assert "WriteCache sent nothing" in anew.sentence and "start the same document again" in anew.next_step


def test_a_document_that_failed_otherwise_blames_no_deployment():
    record = ActRecord(failures={"RunOnHost": "AccessDenied"})
    assert act_answer(None, record, deployed_anew=True).code is Code.DOCUMENT_BROKE_OFF


def test_a_cancelled_document_says_that_work_goes_on_and_what_the_node_had_answered():
    record = ActRecord(outputs=verdict("started", Code.EVACUATION_STARTED), cancelling=True)
    answer = act_answer(Action.EVACUATE_CACHE, record)
    assert (answer.outcome, answer.code, answer.fails) == (Outcome.ATTENTION, Code.DOCUMENT_BROKE_OFF, False)
    assert "goes on" in answer.sentence and "CW1003" in answer.sentence


@pytest.mark.parametrize(
    ("accepted", "protection", "safe"),
    [
        ("none", "stop protection is off", "Yes."),
        ("a stop destroys", "stays on", "As long as the instance isn't stopped."),
    ],
)
def test_opting_out_says_what_holds_from_now_on(accepted, protection, safe):
    record = ActRecord(outputs=verdict("done", Code.HOST_UNINSTALLED), parameters={"AcceptedLoss": accepted})
    answer = act_answer(PersonsAct.OPT_OUT, record)
    assert answer.outcome is Outcome.GOAL
    assert protection in answer.sentence and answer.data_is_safe.startswith(safe)


def answer_line(outcome: str, code: Code, *, changed: bool | None = None) -> str:
    said = {"v": 1, "outcome": outcome, "code": code.value, "message": "what the host said"}
    return json.dumps(said if changed is None else {**said, "changed": changed})


@pytest.mark.parametrize(
    ("changed", "outcome"), [(False, Outcome.REFUSED), (True, Outcome.ATTENTION), (None, Outcome.ATTENTION)]
)
def test_a_refusal_after_a_command_that_changed_something_is_no_refusal_of_the_whole(changed, outcome):
    record = ActRecord(
        outputs={
            "ReadFirst": {"Verdict": answer_line("done", Code.BUILD_STEP_DONE, changed=changed)},
            "ReadSecond": {"Verdict": answer_line("refused", Code.NOT_READY_FOR_GROUP)},
        },
        failures={"JudgeSecond": "Traceback"},
    )
    answer = act_answer(None, record)
    assert (answer.outcome, answer.code, answer.fails) == (outcome, Code.NOT_READY_FOR_GROUP, True)


def test_the_first_command_that_did_not_succeed_counts_and_not_the_last_that_did():
    outputs = {
        "RebuildOnHost": {"Output": answer_line("failed", Code.REBUILD_LACKS_DISKS)},
        **verdict("done", Code.HOST_INSTALLED),
    }
    answer = act_answer(None, ActRecord(outputs=outputs, failures={"RebuildOnHost": "exit code 40"}))
    assert (answer.outcome, answer.code) == (Outcome.ATTENTION, Code.REBUILD_LACKS_DISKS)


def test_an_output_that_systems_manager_cut_is_no_answer():
    cut = "-- a script\n" + answer_line("refused", Code.NOT_READY_FOR_GROUP)[:-20]
    answer = act_answer(None, ActRecord(outputs={"RunOnHost": {"Output": cut}, **verdict("done", Code.RIGHTS_GRANTED)}))
    assert (answer.outcome, answer.code) == (Outcome.GOAL, Code.RIGHTS_GRANTED)
