"""A case that is played: what it takes, what it says, and how its branches share time."""

import json
import subprocess
import sys
from random import Random

import pytest

from rehearsal.engines.asl.__main__ import main
from rehearsal.engines.asl.case import Case, CaseError, report
from tests.repository import ROOT
from tests.unit.rehearsal.engines.asl.syntax.test_definition import places, with_change
from tests.unit.rehearsal.engines.asl.virtual_time import machine

FUNCTION = "arn:aws:lambda:us-east-1:111111111111:function:f"


def run(definition, *tasks, given=None):
    case = Case.read({"definition": definition, "input": given, "tasks": list(tasks)})
    return report(case.run()), case


def waiting(name, seconds, following=None):
    wait = {"Type": "Wait", "Seconds": seconds}
    if following is None:
        return {"StartAt": name, "States": {name: wait | {"End": True}}}
    return {"StartAt": name, "States": {name: wait | {"Next": following["StartAt"]}, **following["States"]}}


def test_command_runs_as_a_program_and_prints_one_object():
    path = ROOT / "tests" / "conformance" / "asl" / "choice__loop_until_status.json"
    done = subprocess.run(
        [sys.executable, "-m", "rehearsal.engines.asl", path], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert list(json.loads(done.stdout)) == ["status", "output", "error", "cause", "states", "variables"]
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "No such file"),
        ("{", "not JSON"),
        ('{"definition": {}, "input": NaN}', "NaN isn't a number of JSON"),
        ('{"definition": {}, "input": [1e400]}', "1e400 isn't a number of JSON"),
        ("[]", "a case is an object"),
        ("{}", "an object as its definition"),
        ('{"definition": "{}"}', "an object as its definition"),
        ('{"definition": {}, "tasks": {}}', "tasks is an array"),
        ('{"definition": {}, "tasks": [{"result": 1}]}', "with a resource"),
        ('{"definition": {}, "tasks": [{"resource": "r"}]}', "either a result or an error"),
    ],
)
def test_what_is_no_case_is_said_and_ends_with_two(content, sentence, tmp_path, capsys):
    path = tmp_path / "case.json"
    if content is not None:
        valid = json.dumps(machine(S={"Type": "Pass"}))
        path.write_text(content.replace('"definition": {}', f'"definition": {valid}'), encoding="utf-8")
    assert main([str(path)]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert not printed.out


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--help"]])
def test_anything_but_one_file_gets_the_usage(arguments, capsys):
    assert main(arguments) == 2
    assert "usage" in capsys.readouterr().err


def test_a_machine_in_jsonpath_is_refused_with_the_reason(tmp_path, capsys):
    path = tmp_path / "case.json"
    definition = {"StartAt": "S", "States": {"S": {"Type": "Pass", "ResultPath": "$.a", "End": True}}}
    path.write_text(json.dumps({"definition": definition, "input": {}}), encoding="utf-8")
    assert main([str(path)]) == 2
    assert "JSONPath states aren't supported" in capsys.readouterr().err


def test_answers_go_to_the_attempts_that_ask_for_them_in_any_order():
    definition = machine(
        S={
            "Type": "Map",
            "Items": ["a", "b"],
            "ItemProcessor": {
                "StartAt": "T",
                "States": {"T": {"Type": "Task", "Resource": FUNCTION, "End": True}},
            },
        }
    )
    reported, case = run(
        definition,
        {"resource": FUNCTION, "arguments": "b", "result": "B"},
        {"resource": FUNCTION, "arguments": "a", "result": "A"},
    )
    assert reported["output"] == ["A", "B"]
    assert not case.answers.unexpected


def test_other_arguments_than_expected_are_a_surprise_and_a_missing_answer_is_an_error():
    definition = machine(S={"Type": "Task", "Resource": FUNCTION, "Arguments": {"a": 1}})
    reported, case = run(definition, {"resource": FUNCTION, "arguments": {"a": True}, "result": 1})
    assert reported["status"] == "SUCCEEDED"
    assert case.answers.unexpected == [f"S: {FUNCTION} was expected with other arguments"]
    with pytest.raises(CaseError, match="no answer is left"):
        run(definition)


def test_a_task_that_times_out_takes_its_time():
    definition = machine(S={"Type": "Task", "Resource": FUNCTION, "TimeoutSeconds": 30})
    _, case = run(definition, {"resource": FUNCTION, "timeout_seconds": 30, "error": "States.Timeout"})
    assert case.clock.now().second == 30


def test_branches_wait_at_the_same_time():
    definition = machine(
        timeout_s=15, S={"Type": "Parallel", "Branches": [waiting("A", 10), waiting("B", 10), waiting("C", 10)]}
    )
    reported, case = run(definition, given=1)
    assert reported["output"] == [1, 1, 1]
    assert case.clock.now().second == 10


def test_iterations_wait_for_a_free_place():
    definition = machine(
        S={"Type": "Map", "Items": [1, 2, 3, 4, 5], "MaxConcurrency": 2, "ItemProcessor": waiting("W", 10)}
    )
    reported, case = run(definition)
    assert reported["output"] == [1, 2, 3, 4, 5]
    assert case.clock.now().second == 30


def test_the_first_failure_in_time_ends_the_other_branches_at_once():
    fails = {"StartAt": "F", "States": {"F": {"Type": "Fail", "Error": "Early"}}}
    late = {"StartAt": "G", "States": {"G": {"Type": "Fail", "Error": "Late"}}}
    inner = machine(start_at="P", P={"Type": "Parallel", "Branches": [waiting("X", 20, late)]})
    del inner["QueryLanguage"]
    definition = machine(
        S={
            "Type": "Parallel",
            "Branches": [inner, waiting("W", 5, fails)],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}],
        },
        Caught={"Type": "Wait", "Seconds": 30},
    )
    reported, case = run(definition)
    assert reported["output"] == {"Error": "Early"}
    assert reported["states"] == ["S", "P", "W", "X", "F", "Caught"]
    assert case.clock.now().second == 35


JUNK = (None, True, -1, "", "{% $states %}", "{% null %}", "{% 1/0 %}", "{% $sum %}", "{% $now() %}", [], {}, 10**30)


@pytest.mark.parametrize("seed", range(5))
def test_a_changed_case_is_played_or_refused_by_name(seed, tmp_path, capsys):
    rng, path = Random(seed), tmp_path / "case.json"
    for recorded in sorted((ROOT / "tests" / "conformance" / "asl").glob("*.json")):
        case = json.loads(recorded.read_text(encoding="utf-8"))
        for field in ("definition", "input"):
            case[field] = with_change(case[field], rng.choice(list(places(case[field]))), rng.choice(JUNK))
        path.write_text(json.dumps(case), encoding="utf-8")
        if main([str(path)]) == 0:
            assert json.loads(capsys.readouterr().out)["status"] in ("SUCCEEDED", "FAILED", "TIMED_OUT", "INVALID")
        else:
            assert "json: " in capsys.readouterr().err


def test_variables_are_those_that_each_state_left_last():
    definition = machine(
        S={"Type": "Pass", "Assign": {"n": "{% $exists($n) ? $n + 1 : 1 %}"}, "Next": "Again"},
        Again={"Type": "Choice", "Choices": [{"Condition": "{% $n < 3 %}", "Next": "S"}], "Default": "End"},
        End={"Type": "Succeed"},
    )
    reported, _ = run(definition)
    assert reported["variables"] == {"S": {"n": 3}}
