import pytest

from rehearsal.automation.errors import RunbookRefusedError
from rehearsal.automation.runbook import parse_runbook
from rehearsal.automation.values import fill, parse_selector, select


def runbook(*steps, **more):
    return parse_runbook("Probe", {"schemaVersion": "0.3", "mainSteps": list(steps), **more})


def sleep(name, **more):
    return {"name": name, "action": "aws:sleep", "inputs": {"Duration": "PT1S"}, **more}


def test_steps_follow_each_other_unless_they_say_otherwise():
    parsed = runbook(sleep("a", nextStep="c"), sleep("b", isEnd=True), sleep("c"))
    assert {name: step.next for name, step in parsed.steps.items()} == {"a": "c", "b": None, "c": None}


def test_a_step_that_continues_on_failure_is_not_critical_unless_it_says_so():
    parsed = runbook(sleep("a"), sleep("b", onFailure="Continue"), sleep("c", onFailure="Continue", isCritical=True))
    assert [step.critical for step in parsed.steps.values()] == [True, False, True]


@pytest.mark.parametrize(
    ("steps", "what"),
    [
        ([sleep("a", surprise=1)], "Probe/a: surprise"),
        ([sleep("a"), sleep("a")], "two steps"),
        ([sleep("a b")], "letters"),
        ([sleep("a", isEnd=True, nextStep="a")], "isEnd and nextStep"),
        ([sleep("a", nextStep="z")], "no step z"),
        ([sleep("a", onFailure="step:z")], "no step z"),
        ([sleep("a", onCancel="step:a")], "onCancel"),
        ([{"name": "a", "action": "aws:executeScript", "inputs": {}}], "aws:executeScript"),
        ([{"name": "a", "action": "aws:sleep", "inputs": {"Long": 1}}], "input Long"),
        ([sleep("a", description="{{ Nobody }}")], "Nobody"),
        (
            [
                {
                    "name": "a",
                    "action": "aws:branch",
                    "inputs": {"Choices": [{"NextStep": "z", "Variable": "x", "StringEquals": "y"}]},
                }
            ],
            "no step z",
        ),
        (
            [
                {
                    "name": "a",
                    "action": "aws:executeAwsApi",
                    "inputs": {"Service": "ec2", "Api": "DescribeInstances"},
                    "outputs": [{"Name": "x", "Selector": "Reservations", "Type": "String"}],
                }
            ],
            "selector",
        ),
    ],
)
def test_what_the_engine_does_not_know_is_refused_with_document_and_step(steps, what):
    with pytest.raises(RunbookRefusedError, match=what):
        runbook(*steps)


def test_an_output_that_no_step_gives_is_refused():
    with pytest.raises(RunbookRefusedError, match=r"a\.Nothing"):
        runbook(sleep("a"), outputs=["a.Nothing"])


def test_a_placeholder_alone_keeps_its_type_and_inside_text_becomes_text():
    values = {"List": ["a", "b"], "Step.Number": 5, "Name": "x"}
    assert fill("{{ List }}", values.__getitem__) == ["a", "b"]
    assert fill("n={{Step.Number}} l={{ List }}", values.__getitem__) == 'n=5 l=["a","b"]'
    assert fill({"k": ["{{ Name }}"]}, values.__getitem__) == {"k": ["x"]}


def test_a_value_that_looks_like_a_placeholder_is_not_filled_again():
    assert fill("{{ Name }}", {"Name": "{{ Other }}"}.__getitem__) == "{{ Other }}"


def test_selectors():
    response = {"Reservations": [{"Instances": [{"State": {"Name": "running"}}]}]}
    assert select(response, "$.Reservations[0].Instances[0].State.Name") == "running"
    with pytest.raises(LookupError):
        select(response, "$.Reservations[1]")
    with pytest.raises(ValueError, match="index"):
        parse_selector("$.Reservations[*]")
