"""What CreateStateMachine refuses, what only this interpreter refuses, and what is accepted."""

import json
from contextlib import suppress
from random import Random

import pytest

from rehearsal.engines.asl import DefinitionError, InvalidDefinitionError, Machine, UnsupportedDefinitionError
from tests.repository import CONFORMANCE
from tests.unit.rehearsal.engines.asl.virtual_time import machine

PASS = {"Type": "Pass"}
FUNCTION = "arn:aws:lambda:eu-central-1:111111111111:function:f"
TASK = {"Type": "Task", "Resource": FUNCTION}
FLOW = {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": True}}}


def with_state(**fields):
    return machine(S={"Type": "Pass"} | fields)


def with_task(**fields):
    return machine(S=TASK | fields)


def with_expression(text, field="Output"):
    return machine(S=PASS | {field: f"{{% {text} %}}"})


INVALID = {
    "top level field": machine(S=PASS) | {"Result": 1},
    "language": machine(S=PASS) | {"QueryLanguage": "jq"},
    "version": machine(S=PASS) | {"Version": "2.0"},
    "timeout": machine(S=PASS) | {"TimeoutSeconds": 0},
    "no states": machine(S=PASS) | {"States": {}},
    "start is missing": machine(start_at="T", S=PASS),
    "next is missing": machine(S=PASS | {"Next": "T"}),
    "default is missing": machine(S={"Type": "Choice", "Choices": [{"Condition": True, "Next": "S"}], "Default": "T"}),
    "catch is missing": with_task(Catch=[{"ErrorEquals": ["States.ALL"], "Next": "T"}]),
    "unreachable": machine(S=PASS, T=PASS),
    "next and end": with_state(Next="S", End=True),
    "neither next nor end": machine(S=PASS) | {"States": {"S": PASS | {"End": False}}},
    "state without type": machine(S=PASS) | {"States": {"S": {"End": True}}},
    "long name": machine(start_at="x" * 81, **{"x" * 81: PASS}),
    "JSONPath field": with_state(ResultPath="$.x"),
    "field of another state": with_state(Arguments={}),
    "no resource": machine(S={"Type": "Task"}),
    "resource": machine(S={"Type": "Task", "Resource": "f"}),
    "zero timeout": with_task(TimeoutSeconds=0),
    "timeout text": with_task(TimeoutSeconds="5"),
    "heartbeat not below timeout": with_task(TimeoutSeconds=5, HeartbeatSeconds=5),
    "no choices": machine(S={"Type": "Choice", "Choices": []}),
    "no condition": machine(S={"Type": "Choice", "Choices": [{"Next": "S"}]}),
    "condition text": machine(S={"Type": "Choice", "Choices": [{"Condition": "true", "Next": "S"}]}),
    "JSONPath choice": machine(S={"Type": "Choice", "Choices": [{"Variable": "$.a", "IsNull": True, "Next": "S"}]}),
    "choice that ends": machine(S={"Type": "Choice", "Choices": [{"Condition": True, "Next": "S"}], "End": True}),
    "wait for both": machine(S={"Type": "Wait", "Seconds": 1, "Timestamp": "2026-01-01T00:00:00Z"}),
    "wait for nothing": machine(S={"Type": "Wait"}),
    "negative wait": machine(S={"Type": "Wait", "Seconds": -1}),
    "no branches": machine(S={"Type": "Parallel", "Branches": []}),
    "branch without start": machine(S={"Type": "Parallel", "Branches": [{"States": FLOW["States"]}]}),
    "language of a branch": machine(S={"Type": "Parallel", "Branches": [FLOW | {"QueryLanguage": "JSONata"}]}),
    "no processor": machine(S={"Type": "Map"}),
    "processor and iterator": machine(S={"Type": "Map", "ItemProcessor": FLOW, "Iterator": FLOW}),
    "same name inside": machine(
        S={"Type": "Parallel", "Branches": [{"StartAt": "S", "States": {"S": {"Type": "Fail"}}}]}
    ),
    "variable of an outer scope": machine(
        S=PASS | {"Assign": {"x": 1}, "Next": "P"},
        P={
            "Type": "Parallel",
            "Branches": [{"StartAt": "I", "States": {"I": PASS | {"Assign": {"x": 2}, "End": True}}}],
        },
    ),
    "variable states": with_state(Assign={"states": 1}),
    "variable with a dot": with_state(Assign={"x.y": 1}),
    "long variable": with_state(Assign={"x" * 81: 1}),
    "assign is no object": with_state(Assign=[1]),
    "empty ErrorEquals": with_task(Retry=[{"ErrorEquals": []}]),
    "ALL with others": with_task(Retry=[{"ErrorEquals": ["States.ALL", "A"]}]),
    "ALL not last": with_task(Retry=[{"ErrorEquals": ["States.ALL"]}, {"ErrorEquals": ["A"]}]),
    "retry field": with_task(Retry=[{"ErrorEquals": ["A"], "Next": "S"}]),
    "interval": with_task(Retry=[{"ErrorEquals": ["A"], "IntervalSeconds": 0}]),
    "attempts": with_task(Retry=[{"ErrorEquals": ["A"], "MaxAttempts": -1}]),
    "backoff": with_task(Retry=[{"ErrorEquals": ["A"], "BackoffRate": 0.5}]),
    "no max delay": with_task(Retry=[{"ErrorEquals": ["A"], "MaxDelaySeconds": 0}]),
    "jitter": with_task(Retry=[{"ErrorEquals": ["A"], "JitterStrategy": "HALF"}]),
    "retry of a pass": with_state(Retry=[{"ErrorEquals": ["A"]}]),
    "ResultPath of a catch": with_task(Catch=[{"ErrorEquals": ["A"], "Next": "S", "ResultPath": "$.x"}]),
    "open expression": with_state(Output="{% 1"),
    "expression closed only": with_state(Output="1 %}"),
    "syntax": with_expression("1 +"),
    "empty expression": with_expression(""),
    "deep syntax": with_state(Output={"a": [{"b": "{% ( %}"}]}),
    "bare name": with_expression("input.a"),
    "bare name in a function": with_expression("$map([1], function($v){ x })"),
    "dollar": with_expression("$"),
    "root": with_expression("$$.a"),
    "result in arguments": with_task(Arguments="{% $states.result %}"),
    "result of a pass": with_expression("$states.result.a"),
    "errorOutput outside a catch": with_task(Output="{% $states.errorOutput %}"),
    "result in a catch": with_task(Catch=[{"ErrorEquals": ["A"], "Next": "S", "Output": "{% $states.result %}"}]),
    "root inside a predicate": with_expression("$states.input.a[b = $$.c]"),
    "no end": machine(S=PASS | {"Next": "T"}, T=PASS | {"Next": "S"}),
    "no end of a branch": machine(
        S={"Type": "Parallel", "Branches": [{"StartAt": "I", "States": {"I": PASS | {"Next": "I"}}}]}
    ),
    "items of an object": machine(S={"Type": "Map", "ItemProcessor": FLOW, "Items": {"a": 1}}),
    "language of another type": machine(S=PASS) | {"QueryLanguage": 1},
}

UNSUPPORTED = {
    "JSONPath machine": {"StartAt": "S", "States": {"S": {"Type": "Pass", "End": True}}},
}

ACCEPTED = {
    "iterator": machine(S={"Type": "Map", "Iterator": FLOW | {"ProcessorConfig": {"Mode": "INLINE"}}}),
    "activity": machine(S={"Type": "Task", "Resource": "arn:aws:states:eu-central-1:1:activity:a"}),
    "comments": machine(S=PASS | {"Comment": "c"}) | {"Comment": "c", "Version": "1.0", "TimeoutSeconds": 1},
    "JSONata state in a JSONPath machine": {
        "StartAt": "S",
        "States": {"S": {"Type": "Pass", "End": True, "QueryLanguage": "JSONata"}},
    },
    "focus in predicates, steps, groups and sorting": with_expression(
        "$states.input.a[b = 1 and $ != null].(c & $).{'k': d}^(>e){f: $}"
    ),
    "names in a transform": with_expression("$states.input ~> |a|{'b': c}|"),
    "errorOutput in a catch": with_task(
        Catch=[{"ErrorEquals": ["A"], "Next": "S", "Assign": {"e": "{% $states.errorOutput.Cause %}"}}]
    ),
    "text that only looks like an expression": with_state(Output=[" {% 1 %} ", "{ % 1 % }", "$states.input"]),
    "same variable in branch and catch": machine(
        S={
            "Type": "Parallel",
            "Branches": [{"StartAt": "I", "States": {"I": PASS | {"Assign": {"x": 2}, "End": True}}}],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "S", "Assign": {"x": 1}}],
        }
    ),
}


@pytest.mark.parametrize("definition", INVALID.values(), ids=INVALID)
def test_definition_that_aws_refuses_is_invalid(definition):
    with pytest.raises(InvalidDefinitionError):
        Machine.parse(definition)


@pytest.mark.parametrize("definition", UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_definition_outside_of_what_we_interpret_is_refused_as_such(definition):
    with pytest.raises(UnsupportedDefinitionError):
        Machine.parse(definition)


@pytest.mark.parametrize("definition", ACCEPTED.values(), ids=ACCEPTED)
def test_definition_is_accepted(definition):
    Machine.parse(definition)


def test_refusal_names_the_place():
    with pytest.raises(InvalidDefinitionError) as refused:
        Machine.parse(machine(S=TASK | {"Arguments": {"list": [1, {"deep": "{% 1 + %}"}]}}))
    assert refused.value.location == "/States/S/Arguments/list[1]/deep"


@pytest.mark.parametrize(
    ("definition", "code", "message", "location"),
    [
        (
            with_expression("phone", "Output"),
            "UNSUPPORTED_JSONATA_EXPRESSION",
            "Reference to 'phone' at the top level is not supported.",
            "/States/S/Output",
        ),
        (
            with_expression("$$.a"),
            "UNSUPPORTED_JSONATA_EXPRESSION",
            "Reference to '$$' is not supported.",
            "/States/S/Output",
        ),
        (with_expression("a[1,2)"), "INVALID_JSONATA_EXPRESSION", None, "/States/S/Output"),
        (
            with_state(InputPath="$.a"),
            "SCHEMA_VALIDATION_FAILED",
            "The QueryLanguage is set to 'JSONata', but field 'InputPath' is only supported for the 'JSONPath' "
            "QueryLanguage",
            "/States/S",
        ),
        (INVALID["no end"], "MISSING_END_STATE", None, "/States"),
        (
            with_state(QueryLanguage="jsonata"),
            "SCHEMA_VALIDATION_FAILED",
            "Value should be one of the following: [JSONPath, JSONata]",
            "/States/S/QueryLanguage",
        ),
    ],
)
def test_refusal_has_the_code_and_words_of_aws(definition, code, message, location):
    with pytest.raises(InvalidDefinitionError) as refused:
        Machine.parse(definition)
    assert (refused.value.code, refused.value.location) == (code, location)
    assert message in (None, refused.value.message)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400"])
def test_a_number_that_json_lacks_is_refused(number):
    text = '{"QueryLanguage": "JSONata", "StartAt": "S", "States": {"S": {"Type": "Succeed", "Output": [number]}}}'
    with pytest.raises(InvalidDefinitionError) as refused:
        Machine.parse(text.replace("number", number))
    assert refused.value.code == "INVALID_JSON_DESCRIPTION"


def test_a_name_given_twice_is_refused_before_it_hides_a_state():
    text = '{"QueryLanguage": "JSONata", "StartAt": "S", "States": {"S": {"Type": "Fail"}, "S": {"Type": "Succeed"}}}'
    with pytest.raises(InvalidDefinitionError, match="Duplicate field 'S'"):
        Machine.parse(text)


def test_same_text_gives_the_same_machine():
    definition = machine(S=PASS)
    assert Machine.parse(definition) is Machine.parse(json.dumps(definition))


def recorded_definitions():
    corpus = CONFORMANCE / "asl"
    for path in sorted(corpus.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if "definition" in case:
            yield case["definition"]


def places(value, path=()):
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield from places(member, (*path, name))


def with_change(value, path, new):
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = with_change(value[path[0]], path[1:], new)
    return copy


JUNK = (None, True, 0, -1, 1.5, "", "x", "{% $x %}", "{% ) %}", [], [None], [[]], {}, {"a": []}, {"Type": ["Pass"]})


@pytest.mark.parametrize("seed", range(10))
def test_broken_definition_is_refused_by_name_never_by_accident(seed):
    rng = Random(seed)
    for definition in recorded_definitions():
        broken = definition
        for _ in range(rng.randrange(1, 3)):
            broken = with_change(broken, rng.choice(list(places(broken))), rng.choice(JUNK))
        with suppress(DefinitionError):
            Machine.parse(json.dumps(broken))
