"""Loops, variables, sleeps, timeouts, cancel workflows: in virtual time, against actions that are functions."""

import pytest

from rehearsal.engines.automation.errors import StepFailedError
from tests.unit.rehearsal.engines.automation.automation_machine import play


def step(name, **more):
    return {"name": name, "action": "aws:runCommand", "inputs": {"DocumentName": name, "InstanceIds": ["i"]}, **more}


def comment(name, text, **more):
    inputs = {"DocumentName": name, "InstanceIds": ["i"], "Comment": text}
    return {"name": name, "action": "aws:runCommand", "inputs": inputs, **more}


def sleep(name, duration, **more):
    return {"name": name, "action": "aws:sleep", "inputs": {"Duration": duration}, **more}


def loop(name, *steps, more=None, **inputs):
    return {"name": name, "action": "aws:loop", "inputs": {"Steps": list(steps), **inputs}, **(more or {})}


def update(name, variable, value):
    return {
        "name": name,
        "action": "aws:updateVariable",
        "inputs": {"Name": f"variable:{variable}", "Value": value},
    }


def find(kind="String"):
    return {
        "name": "find",
        "action": "aws:executeAwsApi",
        "inputs": {"Service": "ec2", "Api": "x"},
        "outputs": [{"Name": "Found", "Selector": "$.x", "Type": kind}],
    }


class Commands:
    """aws:runCommand as a function: notes comments, fails where told, takes `takes_s`."""

    def __init__(self, fails=(), takes_s=0.0):
        self.comments = []
        self.fails = set(fails)
        self.takes_s = takes_s
        self.taken_back = []

    def __call__(self, record, run):
        self.comments.append(record.inputs.get("Comment", record.step.name))
        try:
            run.clock.sleep(self.takes_s)
        except BaseException:
            self.taken_back.append(record.step.name)
            raise
        record.outputs["CommandId"] = f"c{len(self.comments)}"
        if record.step.name in self.fails or (record.step.name, record.iteration) in self.fails:
            raise StepFailedError("told to")

    @property
    def table(self):
        return {"aws:runCommand": self}


def ends(run):
    return [(record.step.name, record.status) for record in run.records]


# -- loops -----------------------------------------------------------------------------------------------------------


def test_a_loop_over_items_performs_its_steps_for_each_with_its_value():
    commands = Commands()
    run, _ = play(
        [
            loop("l", comment("i", "{{ l.CurrentIteration }}:{{ l.CurrentIteratorValue }}"), Iterators=["a", "b"]),
            comment("after", "{{ l.CurrentIteration }}"),
        ],
        commands.table,
    )
    assert commands.comments == ["1:a", "2:b", 2]
    assert ends(run) == [("l", "Success"), ("i", "Success"), ("i", "Success"), ("after", "Success")]
    assert [(record.parent.step.name, record.iteration) for record in run.records[1:3]] == [("l", 1), ("l", 2)]


@pytest.mark.parametrize(("kind", "items"), [("Integer", [1, 2]), ("Boolean", [True]), ("StringMap", [{"k": "v"}])])
def test_iterators_have_their_declared_type(kind, items):
    commands = Commands()
    play(
        [loop("l", comment("i", "{{ l.CurrentIteratorValue }}"), Iterators=items, IteratorDataType=kind)],
        commands.table,
    )
    assert commands.comments == items
    run, _ = play([loop("l", step("i"), Iterators=["text"], IteratorDataType=kind)], commands.table)
    assert "expected" in run.message
    assert run.status == "Failed"


def test_iterators_can_be_the_output_of_a_step():
    commands = Commands()

    def lists(record, run):
        record.outputs["Found"] = ["x", "y"]

    again = loop("l", comment("i", "{{ l.CurrentIteratorValue }}"), Iterators="{{ find.Found }}")
    play([find("StringList"), again], {**commands.table, "aws:executeAwsApi": lists})
    assert commands.comments == ["x", "y"]


def test_a_hundred_items_found_are_not_too_many():
    def finds(record, run):
        record.outputs["Found"] = [str(n) for n in range(100)]

    commands = Commands()
    again = loop("l", step("i"), Iterators="{{ find.Found }}")
    run, _ = play([find("StringList"), again], {**commands.table, "aws:executeAwsApi": finds})
    assert (run.status, len(commands.comments)) == ("Success", 100)


@pytest.mark.parametrize("found", [None, "text", [str(n) for n in range(101)]])
def test_what_is_no_list_or_too_long_a_one_is_an_unexpected_error_of_the_loop(found):
    def finds(record, run):
        if found is not None:
            record.outputs["Found"] = found

    again = loop("l", step("i"), Iterators="{{ find.Found }}", more={"onFailure": "step:rescue"})
    run, _ = play(
        [find("StringList"), again, step("never"), step("rescue")], {**Commands().table, "aws:executeAwsApi": finds}
    )
    assert ends(run) == [("find", "Success"), ("l", "Failed"), ("rescue", "Success")]


def test_a_condition_is_looked_at_after_the_steps_and_the_maximum_ends_the_loop():
    small = {"Variable": "{{ l.CurrentIteration }}", "NumericLesser": 3}
    commands = Commands()
    run, seconds = play([loop("l", step("i"), LoopCondition=small)], commands.table)
    assert (run.status, len(commands.comments), seconds) == ("Success", 3, 4.0)
    always = {"Variable": "{{ l.CurrentIteration }}", "NumericGreater": 0}
    commands = Commands()
    play([loop("l", step("i"), LoopCondition=always, MaxIterations=7)], commands.table)
    assert len(commands.comments) == 7
    commands = Commands()
    play([loop("l", step("i"), LoopCondition=always)], commands.table)
    assert len(commands.comments) == 100


def test_a_variable_counts_across_iterations():
    done = {"Variable": "{{ variable:left }}", "BooleanEquals": True}
    branch = {
        "name": "last", "action": "aws:branch",
        "inputs": {"Choices": [{"NextStep": "stop", "Variable": "{{ l.CurrentIteration }}", "NumericEquals": 4}],
                   "Default": "go"},
    }  # fmt: skip
    body = [branch, {**update("stop", "left", False), "nextStep": "go"}, step("go")]
    commands = Commands()
    run, _ = play(
        [loop("l", *body, LoopCondition=done)], commands.table, variables={"left": {"type": "Boolean", "default": True}}
    )
    assert (run.status, commands.comments) == ("Success", ["go"] * 4)


def test_a_step_of_a_loop_that_fails_with_abort_ends_loop_and_execution():
    commands = Commands(fails=[("i", 2)])
    again = loop("l", step("i"), Iterators=["a", "b", "c"], more={"onFailure": "Continue", "maxAttempts": 3})
    run, _ = play([again, step("after")], commands.table)
    assert ends(run) == [("l", "Failed"), ("i", "Success"), ("i", "Failed")]
    assert run.status == "Failed"
    assert "i failed in iteration 2: told to" in run.records[0].message


def test_a_step_of_a_loop_that_fails_with_continue_lets_the_loop_go_on():
    commands = Commands(fails=["i"])
    run, _ = play([loop("l", step("i", onFailure="Continue"), step("j"), Iterators=["a", "b"])], commands.table)
    assert (run.status, commands.comments) == ("Success", ["i", "j", "i", "j"])


@pytest.mark.parametrize("how", [{"nextStep": "out"}, {"onFailure": "step:out"}])
def test_a_step_that_leads_out_of_the_loop_leaves_it_exited(how):
    commands = Commands(fails=["i"] if "onFailure" in how else [])
    again = loop("l", step("i", isCritical=False, **how), Iterators=["a", "b"])
    run, _ = play([again, step("skipped"), step("out")], commands.table)
    assert [name for name, _ in ends(run)] == ["l", "i", "out"]
    assert (ends(run)[0], run.status) == (("l", "Exited"), "Success")


# -- variables and values ----------------------------------------------------------------------------------------------


def test_a_variable_takes_values_of_its_own_type_only():

    def finds(record, run):
        record.outputs["Found"] = "7"

    variables = {"n": {"type": "Integer", "default": 1}}
    run, _ = play([find(), update("u", "n", "{{ find.Found }}")], {"aws:executeAwsApi": finds}, variables=variables)
    assert (run.status, run.variables) == ("Failed", {"n": 1})
    assert "variable n is a Integer" in run.message


def test_a_variable_s_value_keeps_to_the_limits():

    def finds(record, run):
        record.outputs["Found"] = "x" * 513

    variables = {"t": {"type": "String", "default": "before"}}
    run, _ = play([find(), update("u", "t", "{{ find.Found }}")], {"aws:executeAwsApi": finds}, variables=variables)
    assert (run.status, run.variables) == ("Failed", {"t": "before"})
    assert "513 characters" in run.message


def test_a_variable_without_a_value_fails_the_step_that_needs_it():
    run, _ = play([comment("a", "{{ variable:n }}")], Commands().table, variables={"n": {"type": "String"}})
    assert run.status == "Failed"
    assert "Failed to resolve input: variable:n" in run.message


def test_a_step_that_needs_an_output_without_a_value_fails_and_a_branch_on_it_goes_on():
    branch = {
        "name": "which", "action": "aws:branch",
        "inputs": {
            "Choices": [
                {"NextStep": "found", "Variable": "{{ find.Found }}", "StringEquals": "x"},
                {"NextStep": "missing", "Not": {"Variable": "{{ find.Found }}", "StringEquals": "x"}},
            ]
        },
    }  # fmt: skip
    steps = [find(), branch, step("found"), comment("missing", "{{ find.Found }}", maxAttempts=2)]
    run, _ = play(steps, {**Commands().table, "aws:executeAwsApi": lambda record, run: None})
    assert ends(run) == [("find", "Success"), ("which", "Success"), ("missing", "Failed")]
    assert run.records[-1].failure.stage == "InputValidation"


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [("PT10M", 600), ("P1DT1S", 86_401), ("P1W", 604_800), ("PT0.5S", 0.5), ("PT1H2M3S", 3_723)],
)
def test_sleeps_take_their_time(duration, seconds):
    assert play([sleep("a", duration)])[1] == 1.0 + seconds


@pytest.mark.parametrize(("instant", "seconds"), [("2026-02-03T01:00:00Z", 3_600), ("2026-02-02T00:00:00Z", 1.0)])
def test_a_sleep_until_an_instant_that_has_passed_is_no_wait(instant, seconds):
    asleep = {"name": "a", "action": "aws:sleep", "inputs": {"Timestamp": instant}}
    assert play([asleep])[1] == pytest.approx(seconds)


def test_every_attempt_has_the_whole_timeout():
    run, seconds = play([sleep("a", "PT1H", timeoutSeconds=60, maxAttempts=3)])
    assert (run.status, run.records[0].attempts, seconds) == ("TimedOut", 3, 181.0)
    assert "timed out after 60 s" in run.message


def test_a_timeout_can_lead_to_another_step_and_need_not_be_critical():
    asleep = sleep("a", "PT1H", timeoutSeconds=60, onFailure="step:b", isCritical=False)
    run, _ = play([asleep, step("never"), step("b")], Commands().table)
    assert (run.status, ends(run)) == ("Success", [("a", "TimedOut"), ("b", "Success")])


@pytest.mark.parametrize("own", [{}, {"timeoutSeconds": 300}])
def test_a_loop_s_timeout_holds_for_its_steps(own):
    again = loop("l", sleep("i", "PT50S", **own), Iterators=["a", "b", "c"], more={"timeoutSeconds": 80})
    run, seconds = play([again])
    assert (run.status, ends(run)) == ("TimedOut", [("l", "TimedOut"), ("i", "Success"), ("i", "TimedOut")])
    assert seconds == 81.0


# -- cancelling --------------------------------------------------------------------------------------------------------


def test_cancelling_takes_the_running_step_back_and_performs_its_cancel_workflow():
    commands = Commands(takes_s=50)
    steps = [
        step("work", onCancel="step:undo"), step("never"), step("undo", nextStep="tell"), step("tell", isEnd=True),
    ]  # fmt: skip
    run, seconds = play(steps, commands.table, cancel_after=10)
    assert run.status == "Cancelled"
    assert ends(run) == [("work", "Cancelled"), ("undo", "Success"), ("tell", "Success")]
    assert (commands.taken_back, seconds) == (["work"], 10 + 1 + 50 + 1 + 50)


def test_a_cancel_workflow_has_two_minutes():
    commands = Commands(takes_s=100)
    steps = [step("work", onCancel="step:undo"), step("undo"), step("tell")]
    run, seconds = play(steps, commands.table, cancel_after=10)
    assert ends(run) == [("work", "Cancelled"), ("undo", "Success"), ("tell", "Cancelled")]
    assert seconds == 130.0


def test_without_on_cancel_nothing_follows_and_between_steps_neither():
    run, seconds = play([step("work"), step("undo")], Commands(takes_s=50).table, cancel_after=10)
    assert (ends(run), seconds) == ([("work", "Cancelled")], 10.0)
    run, seconds = play([step("work", onCancel="step:undo"), step("undo")], Commands().table, cancel_after=0.5)
    assert (run.status, ends(run), seconds) == ("Cancelled", [], 0.5)


def test_on_cancel_of_a_loop_s_step_is_its_own():
    commands = Commands(takes_s=30)
    again = loop("l", step("i", onCancel="step:undo"), Iterators=["a", "b"])
    run, _ = play([again, step("never"), step("undo")], commands.table, cancel_after=10)
    assert ends(run) == [("l", "Cancelled"), ("i", "Cancelled"), ("undo", "Success")]


def test_a_failure_in_the_cancel_workflow_ends_it():
    commands = Commands(fails=["undo"], takes_s=5)
    steps = [step("work", onCancel="step:undo"), step("never"), step("undo"), step("tell")]
    run, _ = play(steps, commands.table, cancel_after=3)
    assert (run.status, ends(run)) == ("Cancelled", [("work", "Cancelled"), ("undo", "Failed")])
