import pytest

from rehearsal.engines.automation.document.runbook import parse_runbook
from rehearsal.engines.automation.errors import RunbookRefusedError


def runbook(*steps, **more):
    return parse_runbook("Probe", {"schemaVersion": "0.3", "mainSteps": list(steps), **more})


def refused(*steps, **more):
    with pytest.raises(RunbookRefusedError) as error:
        runbook(*steps, **more)
    return str(error.value)


def step(name, action, inputs, **more):
    return {"name": name, "action": action, "inputs": inputs, **more}


def sleep(name, **more):
    return step(name, "aws:sleep", {"Duration": "PT1S"}, **more)


def script(text, handler="work", **more):
    return step("a", "aws:executeScript", {"Runtime": "python3.11", "Handler": handler, "Script": text}, **more)


def branch(*choices, **inputs):
    return step("a", "aws:branch", {"Choices": list(choices), **inputs})


def api(*outputs):
    return step("a", "aws:executeAwsApi", {"Service": "ec2", "Api": "DescribeInstances"}, outputs=list(outputs))


def output(name="x", selector="$.x", kind="String"):
    return {"Name": name, "Selector": selector, "Type": kind}


def loop(*steps, name="l", more=None, **inputs):
    return step(name, "aws:loop", {"Iterators": ["x"], "Steps": list(steps), **inputs}, **(more or {}))


WHILE = {"Variable": "{{ l.CurrentIteration }}", "NumericLesser": 3}
VARIABLES = {"count": {"type": "Integer", "default": 0}}


def test_steps_follow_each_other_unless_they_say_otherwise():
    parsed = runbook(sleep("a", nextStep="c"), sleep("b", isEnd=True), sleep("c"))
    assert {name: each.next for name, each in parsed.steps.items()} == {"a": "c", "b": None, "c": None}


def test_a_step_that_continues_on_failure_is_not_critical_unless_it_says_so():
    parsed = runbook(sleep("a"), sleep("b", onFailure="Continue"), sleep("c", onFailure="Continue", isCritical=True))
    assert [each.critical for each in parsed.steps.values()] == [True, False, True]


@pytest.mark.parametrize(
    ("action", "inputs", "expected"),
    [
        ("aws:approve", {"Approvers": ["dba"]}, 604_800),
        ("aws:pause", {}, 604_800),
        ("aws:changeInstanceState", {"InstanceIds": ["i"], "DesiredState": "stopped"}, 3_600),
        ("aws:sleep", {"Duration": "P7D"}, None),
    ],
)
def test_actions_have_the_timeouts_that_aws_documents(action, inputs, expected):
    assert runbook(step("a", action, inputs)).steps["a"].timeout_s == expected


@pytest.mark.parametrize(
    ("steps", "what"),
    [
        ([], "Probe: mainSteps is missing or empty, expected a list of steps"),
        (["a"], "Probe: mainSteps[0] is str, expected a step"),
        ([{"action": "aws:pause"}], "Probe: mainSteps[0].name is missing, expected a text"),
        ([{"name": "a"}], "Probe: mainSteps[0].action is missing, expected a text"),
        ([sleep("a", surprise=1)], "Probe/a: surprise is no property of a step"),
        ([sleep("a"), sleep("a")], "Probe/a: name: there are two steps of this name"),
        ([sleep("a b")], "Probe/a b: name: expected letters, digits and underscores"),
        ([step("a", "aws:runInstances", {})], "Probe/a: action aws:runInstances isn't modelled"),
        ([step("a", "aws:teleport", {})], "Probe/a: action aws:teleport is no action of schema 0.3"),
        ([step("a", "aws:pause", [])], "Probe/a: inputs is list, expected a map"),
        ([sleep("a", isEnd=True, nextStep="a")], "Probe/a: isEnd and nextStep together"),
        ([sleep("a", isEnd="perhaps")], "Probe/a: isEnd is 'perhaps', expected true or false"),
        ([sleep("a", isCritical=3)], "Probe/a: isCritical is 3, expected true or false"),
        ([sleep("a", nextStep="z")], "Probe/a: nextStep: there is no step z"),
        ([sleep("a", onFailure="step:z")], "Probe/a: onFailure: there is no step z"),
        ([sleep("a", onFailure="Retry")], "Probe/a: onFailure is 'Retry', expected Abort, Continue or step:<name>"),
        ([sleep("a", onCancel="step:z")], "Probe/a: onCancel: there is no step z"),
        ([sleep("a", onCancel="Continue")], "Probe/a: onCancel is 'Continue', expected Abort or step:<name>"),
        ([sleep("a"), sleep("b", onCancel="step:a")], "Probe/b: onCancel leads to a, aws:sleep can't be its target"),
        ([sleep("a", timeoutSeconds=0)], "Probe/a: timeoutSeconds is 0, expected a whole number from 1"),
        ([sleep("a", timeoutSeconds="{{ T }}")], "Probe/a: timeoutSeconds is '{{ T }}'"),
        ([sleep("a", maxAttempts=True)], "Probe/a: maxAttempts is True, expected a whole number from 1"),
        ([sleep("a", description="{{ Nobody }}")], "Probe/a: {{ Nobody }} is not declared"),
        ([sleep("a", description="{{ b.Output }}"), sleep("b")], "Probe/a: {{ b.Output }} is not declared"),
        ([sleep("a", description="{{ ssm:/x/y }}")], "parameters of Parameter Store aren't modelled"),
        ([sleep("a", description="{{ a b }}")], "{{ a b }} is no name"),
        ([sleep("a", outputs=[output()])], "Probe/a: outputs of aws:sleep aren't modelled"),
    ],
)
def test_a_wrong_step_is_refused_with_document_step_and_field(steps, what):
    assert what in refused(*steps)


@pytest.mark.parametrize(
    ("action", "inputs", "what"),
    [
        ("aws:sleep", {}, "expected either Duration or Timestamp"),
        ("aws:sleep", {"Duration": "PT1S", "Timestamp": "2026-01-01T00:00:00Z"}, "expected either"),
        ("aws:sleep", {"Duration": "ten minutes"}, "inputs.Duration: 'ten minutes' is no duration"),
        ("aws:sleep", {"Duration": "P8D"}, "is over 604800 seconds"),
        ("aws:sleep", {"Duration": "P"}, "is no duration"),
        ("aws:sleep", {"Timestamp": "soon"}, "inputs.Timestamp: 'soon' is no instant"),
        ("aws:sleep", {"Long": 1}, "inputs.Long is no input Long of aws:sleep; known: Duration, Timestamp"),
        ("aws:runCommand", {"DocumentName": "x"}, "inputs.InstanceIds is missing, aws:runCommand requires it"),
        ("aws:runCommand", {"DocumentName": "x", "InstanceIds": "i-1"}, "inputs.InstanceIds is 'i-1', expected a list"),
        (
            "aws:runCommand",
            {"DocumentName": "x", "InstanceIds": ["i"], "TimeoutSeconds": 29},
            "inputs.TimeoutSeconds is 29, expected a whole number from 30 to 2592000",
        ),
        (
            "aws:runCommand",
            {"DocumentName": "x", "InstanceIds": ["i"], "Targets": []},
            "inputs.Targets of aws:runCommand isn't modelled",
        ),
        (
            "aws:runCommand",
            {"DocumentName": "x", "InstanceIds": ["i"], "CloudWatchOutputConfig": {"Bucket": "b"}},
            "expected CloudWatchLogGroupName, CloudWatchOutputEnabled",
        ),
        ("aws:executeStateMachine", {}, "inputs.stateMachineArn is missing"),
        ("aws:executeAutomation", {"DocumentName": "x", "TargetParameterName": "y"}, "isn't modelled"),
        ("aws:approve", {"Approvers": [str(n) for n in range(11)]}, "has 11 items, 10 are allowed"),
        ("aws:approve", {"Approvers": ["a"], "Message": "m" * 4_097}, "has 4097 characters, 4096 are allowed"),
        ("aws:approve", {"Approvers": ["a"], "MinRequiredApprovals": 0}, "expected a whole number from 1 to 10"),
        ("aws:pause", {"For": "ever"}, "inputs.For is no input For of aws:pause"),
        (
            "aws:assertAwsResourceProperty",
            {"Service": "ec2", "Api": "x", "PropertySelector": "$.a[?(@.b)]", "DesiredValues": ["c"]},
            "inputs.PropertySelector: selector $.a[?(@.b)]: filters aren't modelled",
        ),
        (
            "aws:waitForAwsResourceProperty",
            {"Service": "ec2", "Api": "x", "PropertySelector": "$.a", "DesiredValues": []},
            "inputs.DesiredValues is [], expected a list",
        ),
        (
            "aws:changeInstanceState",
            {"InstanceIds": ["i"], "DesiredState": "terminated"},
            "DesiredState terminated isn't modelled",
        ),
        (
            "aws:changeInstanceState",
            {"InstanceIds": ["i"], "DesiredState": "asleep"},
            "inputs.DesiredState is 'asleep', expected one of running, stopped",
        ),
        (
            "aws:changeInstanceState",
            {"InstanceIds": ["i"], "DesiredState": "stopped", "Force": True},
            "inputs.Force of aws:changeInstanceState isn't modelled",
        ),
        (
            "aws:createTags",
            {"ResourceIds": ["i"], "Tags": [{"Key": "k", "Value": "v"}], "ResourceType": "Parameter"},
            "inputs.ResourceType Parameter isn't modelled",
        ),
        ("aws:updateVariable", {"Name": "count", "Value": 1}, "inputs.Name is 'count', expected variable:<name>"),
    ],
)
def test_wrong_inputs_of_an_action_are_refused(action, inputs, what):
    assert what in refused(step("a", action, inputs))


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("aws:runCommand", {"DocumentName": "x", "InstanceIds": ["i"] * 50, "TimeoutSeconds": 30}),
        ("aws:runCommand", {"DocumentName": "x", "InstanceIds": ["i"], "TimeoutSeconds": "2592000"}),
        ("aws:approve", {"Approvers": [str(n) for n in range(10)], "Message": "m" * 4_096, "MinRequiredApprovals": 10}),
        ("aws:sleep", {"Duration": "PT604800S"}),
        ("aws:sleep", {"Timestamp": "2026-01-01T00:00:00+01:00"}),
        ("aws:loop", {"Iterators": [str(n) for n in range(100)], "Steps": [sleep("i")], "MaxIterations": 100}),
        ("aws:loop", {"LoopCondition": WHILE, "Steps": [sleep("i")], "MaxIterations": 1}),
        ("aws:createTags", {"ResourceIds": ["i"], "Tags": [{"Key": "k", "Value": "v"}], "ResourceType": "EC2"}),
    ],
)
def test_inputs_at_their_limits_are_taken(action, inputs):
    assert runbook(step("l", action, inputs)).first == "l"


@pytest.mark.parametrize(
    ("action", "inputs", "most"),
    [
        ("aws:approve", {"Approvers": ["dba"]}, 2_592_000),
        ("aws:pause", {}, 2_592_000),
        ("aws:executeScript", {"Runtime": "python3.11", "Handler": "f", "Script": "def f(e, c): pass"}, 600),
    ],
)
def test_a_timeout_over_the_action_s_own_limit_is_refused(action, inputs, most):
    runbook(step("a", action, inputs, timeoutSeconds=most))
    assert f"takes {most} at most" in refused(step("a", action, inputs, timeoutSeconds=most + 1))


@pytest.mark.parametrize(
    ("choice", "what"),
    [
        ("x", "Probe/a: inputs.Choices[0] is str, expected a map with Variable and one operation"),
        ({"Variable": "x", "StringEquals": "y"}, "inputs.Choices[0].NextStep is missing"),
        ({"NextStep": "z", "Variable": "x", "StringEquals": "y"}, "inputs.Choices[0].NextStep: there is no step z"),
        ({"NextStep": "a", "Variable": "x", "Resembles": "y"}, "inputs.Choices[0].Resembles is no operation"),
        ({"NextStep": "a", "StringEquals": "y"}, "inputs.Choices[0].Variable is missing"),
        ({"NextStep": "a", "Variable": "x"}, "has 0 operations (), expected one"),
        ({"NextStep": "a", "Variable": "x", "StringEquals": "y", "Contains": "z"}, "has 2 operations"),
        ({"NextStep": "a", "Variable": "x", "NumericGreater": "many"}, "is 'many', expected a number"),
        ({"NextStep": "a", "Variable": "x", "BooleanEquals": "yes"}, "is 'yes', expected a Boolean"),
        ({"NextStep": "a", "And": []}, "inputs.Choices[0].And is list, expected a list of conditions"),
        (
            {"NextStep": "a", "Or": [{"Variable": "x", "StringEquals": 1}, {"Variable": "x"}]},
            "inputs.Choices[0].Or[1] has 0 operations",
        ),
        ({"NextStep": "a", "Not": {"Variable": "x", "Resembles": 1}}, "inputs.Choices[0].Not.Resembles"),
        ({"NextStep": "a", "Not": {"Variable": "x", "StringEquals": 1}, "And": []}, "expected And alone"),
    ],
)
def test_a_wrong_choice_of_a_branch_is_refused_with_its_place(choice, what):
    assert what in refused(branch(choice))


def test_a_branch_without_choices_or_with_an_unknown_default_is_refused():
    assert "inputs.Choices is empty" in refused(branch())
    good = {"NextStep": "a", "Variable": "x", "StringEquals": "y"}
    assert "inputs.Default: there is no step z" in refused(branch(good, Default="z"))


@pytest.mark.parametrize(
    ("outputs", "what"),
    [
        ([output(selector="Reservations")], "selector Reservations doesn't begin with $"),
        ([output(selector="$.a[b]")], "'[b]' isn't a name, an index, a slice or *"),
        ([output(kind="Number")], "outputs[0].Type: output type Number, expected one of String, StringList"),
        ([output(name="a-b")], "outputs[0].Name is 'a-b'"),
        ([output(), output()], "outputs[1].Name: there are two outputs x"),
        ([{"Name": "x", "Selector": "$.x"}], "expected the texts Name, Selector and Type"),
        ([{**output(), "More": 1}], "expected the texts Name, Selector and Type"),
    ],
)
def test_a_wrong_output_of_a_step_is_refused(outputs, what):
    assert what in refused(api(*outputs))


@pytest.mark.parametrize(
    ("text", "handler", "what"),
    [
        ("def work(events, context)\n  return 1", "work", "inputs.Script, line 1: expected ':'"),
        (
            "def other(events, context): pass",
            "work",
            "inputs.Handler is 'work', expected a function of the script: other",
        ),
    ],
)
def test_a_script_that_could_not_run_is_refused(text, handler, what):
    assert what in refused(script(text, handler))


def test_powershell_and_unknown_runtimes_of_a_script_are_refused():
    inputs = {"Runtime": "PowerShell 7.4", "Script": "1", "Handler": "x"}
    assert "PowerShell in aws:executeScript isn't modelled" in refused(step("a", "aws:executeScript", inputs))
    assert "inputs.Runtime is 'node'" in refused(step("a", "aws:executeScript", {**inputs, "Runtime": "node"}))
    del inputs["Handler"]
    assert "inputs.Handler is missing" in refused(step("a", "aws:executeScript", inputs))


@pytest.mark.parametrize(
    ("looping", "what"),
    [
        (loop(), "mainSteps"),
        (loop(sleep("i"), LoopCondition=WHILE), "expected either Iterators or LoopCondition"),
        (loop(sleep("i"), MaxIterations=101), "inputs.MaxIterations is 101, expected a whole number from 1 to 100"),
        (loop(sleep("i"), Iterators=[str(n) for n in range(101)]), "has 101 items, 100 are allowed"),
        (loop(sleep("i"), IteratorDataType="MapList"), "expected one of Boolean, Integer, String, StringMap"),
        (loop(sleep("l")), "Probe/l/l: name: there are two steps of this name"),
        (loop(loop(sleep("i"), name="m")), "Probe/l/m: action: a loop in a loop isn't modelled"),
        (loop(sleep("i", isEnd=True)), "Probe/l/i: isEnd in a loop isn't modelled"),
        (loop(sleep("i", nextStep="z")), "Probe/i: nextStep: there is no step z"),
        (loop(sleep("i"), more={"onCancel": "step:i"}), "onCancel is not supported by aws:loop"),
        (loop(sleep("i", description="{{ j.Output }}")), "{{ j.Output }} is not declared"),
    ],
)
def test_a_wrong_loop_is_refused(looping, what):
    assert what in refused(looping) or (what == "mainSteps" and "inputs.Steps is missing or empty" in refused(looping))


def test_steps_outside_of_a_loop_see_its_iteration_but_not_into_it():
    def after(reference):
        return sleep("after", description=f"{{{{ {reference} }}}}")

    inner = step("i", "aws:executeAwsApi", {"Service": "ec2", "Api": "x"}, outputs=[output()])
    runbook(loop(inner), after("l.CurrentIteratorValue"))
    assert "{{ i.x }} is not declared" in refused(loop(inner), after("i.x"))
    endless = step("l", "aws:loop", {"LoopCondition": WHILE, "Steps": [inner]})
    assert "{{ l.CurrentIteratorValue }} is not declared" in refused(endless, after("l.CurrentIteratorValue"))


@pytest.mark.parametrize(
    ("variables", "value", "what"),
    [
        ({"count": {"type": "Number"}}, 1, "Probe/variables/count: type is missing or unknown"),
        ({"count": {"type": "Integer", "default": "0"}}, 1, "default is '0', expected a Integer"),
        ({"count": {"type": "Integer", "minimum": 0}}, 1, "Probe/variables/count: minimum isn't modelled"),
        ({"other": {"type": "Integer"}}, 1, "Probe/a: inputs.Name: there is no variable count"),
        (VARIABLES, "1", "Probe/a: inputs.Value is '1', expected a Integer"),
    ],
)
def test_wrong_variables_are_refused(variables, value, what):
    update = step("a", "aws:updateVariable", {"Name": "variable:count", "Value": value})
    assert what in refused(update, variables=variables)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"outputs": ["a.Nothing"]}, "Probe/outputs: a.Nothing is no output of a step"),
        ({"outputs": "a.Nothing"}, "expected a list of Step.Output"),
        ({"assumeRole": "{{ Nobody }}"}, "Probe/assumeRole: {{ Nobody }} is not declared"),
        ({"assumeRole": "{{ variable:count }}", "variables": VARIABLES}, "Probe/assumeRole"),
        ({"files": {}}, "Probe: files isn't modelled"),
        ({"mainstep": []}, "Probe: mainstep is no part of a runbook"),
        ({"variables": []}, "variables is list, expected a map"),
    ],
)
def test_a_wrong_document_is_refused(more, what):
    assert what in refused(sleep("a"), **more)
