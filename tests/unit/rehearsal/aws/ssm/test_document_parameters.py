import json
import random
import re
import string

import pytest

from rehearsal.aws.ssm.document_parameters import (
    AUTOMATION_TYPES,
    COMMAND_TYPES,
    PICKER_TYPES,
    DocumentRefusedError,
    declare,
)


def automation(**raw):
    return declare("Probe", "Automation", "P", raw)


def command(**raw):
    return declare("Probe", "Command", "P", raw)


GOOD = {
    "String": (["x"], "x"),
    "StringList": (["a", "b"], ["a", "b"]),
    "Boolean": (["True"], True),
    "Integer": (["-5"], -5),
    "MapList": (['{"k":"v"}', "{}"], [{"k": "v"}, {}]),
    "StringMap": (['{"k":"v"}'], {"k": "v"}),
    "AWS::EC2::Instance::Id": (["i-0123456789abcdef0"], "i-0123456789abcdef0"),
    "AWS::IAM::Role::Arn": (["arn:aws:iam::111122223333:role/r"], "arn:aws:iam::111122223333:role/r"),
    "AWS::S3::Bucket::Name": (["my-bucket"], "my-bucket"),
    "List<AWS::EC2::Instance::Id>": (["i-0123456789abcdef0", "mi-01234567"], ["i-0123456789abcdef0", "mi-01234567"]),
    "List<AWS::IAM::Role::Arn>": (["arn:aws:iam::111122223333:role/r"], ["arn:aws:iam::111122223333:role/r"]),
    "List<AWS::S3::Bucket::Name>": (["my-bucket"], ["my-bucket"]),
}
BAD = {
    "String": [["a", "b"], []],
    "Boolean": [["yes"], ["1"], ["true", "true"]],
    "Integer": [["5.0"], ["five"], ["٥"], [" 5"]],
    "MapList": [["text"], ["[]"], ['{"k":']],
    "StringMap": [["[]"], ["5"], ["{}", "{}"]],
    "AWS::EC2::Instance::Id": [["i-XYZ"], ["i-0123456789abcdef0\n"], ["vol-0123456789abcdef0"]],
    "AWS::IAM::Role::Arn": [["arn:aws:iam::1:role/r"], ["r"]],
    "AWS::S3::Bucket::Name": [["A"], ["-ab"]],
    "List<AWS::EC2::Instance::Id>": [["i-0123456789abcdef0", "x"]],
    "List<AWS::IAM::Role::Arn>": [["r"]],
    "List<AWS::S3::Bucket::Name>": [["A"]],
}


def test_every_type_of_automation_has_a_sample():
    assert set(GOOD) == AUTOMATION_TYPES
    assert set(BAD) == AUTOMATION_TYPES - {"StringList"}


@pytest.mark.parametrize("kind", sorted(GOOD))
def test_allowed_values_become_values_of_the_type(kind):
    values, bound = GOOD[kind]
    parameter = automation(type=kind)
    assert parameter.check(values) is None
    assert parameter.bound(values) == bound
    assert type(parameter.bound(values)) is type(bound)


def test_what_reads_as_false_is_false():
    parameter = automation(type="Boolean")
    assert [parameter.bound([text]) for text in ("true", "TRUE", "false", "False")] == [True, True, False, False]


@pytest.mark.parametrize(("kind", "values"), [(kind, values) for kind in sorted(BAD) for values in BAD[kind]])
def test_values_that_are_not_of_the_type_are_told(kind, values):
    assert automation(type=kind).check(values) is not None


def test_command_documents_have_texts_only():
    for kind in sorted(AUTOMATION_TYPES):
        if kind in COMMAND_TYPES:
            assert command(type=kind).type == kind
        else:
            with pytest.raises(DocumentRefusedError, match="type"):
                command(type=kind)


@pytest.mark.parametrize("seed", range(40))
def test_generated_texts_pass_exactly_when_every_rule_lets_them(seed):
    rng = random.Random(seed)
    low = rng.randrange(0, 4)
    high = low + rng.randrange(0, 6)
    rules = {
        "minChars": low,
        "maxChars": high,
        "allowedPattern": f"^[{rng.choice(['a-c', '0-9', 'a-c0-9'])}]*$",
        "allowedValues": ["".join(rng.choices("abc019", k=rng.randrange(1, 7))) for _ in range(6)],
    }
    chosen = {key: rules[key] for key in sorted(rules) if rng.random() < 0.6}
    parameter = automation(type="String", **chosen)
    for text in [*rules["allowedValues"], *("".join(rng.choices("abc019z", k=rng.randrange(0, 9))) for _ in range(60))]:
        right = (
            len(text) >= chosen.get("minChars", 0)
            and len(text) <= chosen.get("maxChars", 99)
            and ("allowedPattern" not in chosen or re.fullmatch(chosen["allowedPattern"][1:-1], text) is not None)
            and ("allowedValues" not in chosen or text in chosen["allowedValues"])
        )
        assert (parameter.check([text]) is None) is right, (chosen, text)


@pytest.mark.parametrize("seed", range(20))
def test_generated_lists_pass_exactly_when_their_length_and_items_do(seed):
    rng = random.Random(seed)
    low = rng.randrange(0, 3)
    high = low + rng.randrange(0, 3)
    parameter = automation(type="StringList", minItems=low, maxItems=high, allowedPattern="^[a-z]{1,3}$")
    for _ in range(40):
        items = ["".join(rng.choices(string.ascii_letters, k=rng.randrange(0, 5))) for _ in range(rng.randrange(0, 7))]
        right = low <= len(items) <= high and all(re.fullmatch("[a-z]{1,3}", item) for item in items)
        assert (parameter.check(items) is None) is right, items


def test_a_pattern_ends_where_the_text_ends():
    parameter = automation(type="String", allowedPattern="^[0-9]+$")
    assert parameter.check(["7"]) is None
    assert parameter.check(["7\n"]) is not None


@pytest.mark.parametrize(
    ("kind", "default", "bound"),
    [
        ("Integer", 5, 5), ("Integer", "5", 5), ("Boolean", True, True), ("StringList", ["a"], ["a"]),
        ("StringMap", {"k": 1}, {"k": 1}), ("MapList", [{}], [{}]), ("String", "", ""),
        ("AWS::IAM::Role::Arn", "", ""), ("List<AWS::EC2::Instance::Id>", [], []),
    ],
)  # fmt: skip
def test_defaults_are_of_the_type(kind, default, bound):
    assert automation(type=kind, default=default).bound_default() == bound


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        ({}, "Probe/parameters/P: type is missing"),
        ({"type": "Number"}, "Probe/parameters/P: type Number; known: AWS::EC2::Instance::Id"),
        ({"type": "String", "secret": True}, "Probe/parameters/P: secret is unknown"),
        ({"type": "String", "interpolationType": "ENV_VAR"}, "interpolationType is unknown"),
        ({"type": "String", "displayType": "table"}, "displayType is 'table', expected textfield or textarea"),
        ({"type": "String", "allowedPattern": "[0-9]+"}, "isn't anchored"),
        ({"type": "String", "allowedPattern": "^(?!x).*$"}, "looks around"),
        ({"type": "String", "allowedPattern": "^[0-9$"}, "allowedPattern ^[0-9$ is no regular expression"),
        ({"type": "String", "allowedValues": []}, "allowedValues is [], expected a list"),
        ({"type": "String", "allowedValues": "a,b"}, "allowedValues is 'a,b', expected a list"),
        ({"type": "String", "minChars": "1"}, "minChars is '1', expected a whole number"),
        ({"type": "String", "minChars": 3, "maxChars": 2}, "minChars 3 is over maxChars 2"),
        ({"type": "String", "minItems": 1}, "minItems and maxItems are for lists, this is a String"),
        ({"type": "String", "default": 5}, 'Wrong default value for a "String" parameter: 5'),
        ({"type": "Boolean", "default": "true"}, 'Wrong default value for a "Boolean" parameter'),
        ({"type": "Integer", "default": "five"}, 'Wrong default value for a "Integer" parameter'),
        ({"type": "Integer", "default": True}, 'Wrong default value for a "Integer" parameter'),
        ({"type": "StringList", "default": "a"}, 'Wrong default value for a "StringList" parameter'),
        ({"type": "StringMap", "default": "{}"}, 'Wrong default value for a "StringMap" parameter'),
        ({"type": "MapList", "default": [{}, "x"]}, 'Wrong default value for a "MapList" parameter'),
        ({"type": "String", "default": "x", "allowedValues": ["y"]}, "default is not allowed: Parameter P has value"),
        ({"type": "StringList", "default": ["a", "7"], "allowedPattern": "^[a-z]$"}, "its default is not allowed"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused_with_document_parameter_and_field(raw, what):
    with pytest.raises(DocumentRefusedError, match=re.escape(what)):
        automation(**raw)


@pytest.mark.parametrize("name", ["With_Underscore", "with space", "", "Ünicode"])
def test_parameter_names_are_letters_and_digits(name):
    with pytest.raises(DocumentRefusedError, match="letters and digits"):
        declare("Probe", "Automation", name, {"type": "String"})


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        ({"type": "StringList", "interpolationType": "ENV_VAR"}, "ENV_VAR is for String, this is a StringList"),
        ({"type": "String", "interpolationType": "REGISTRY"}, "expected ENV_VAR or SCHEMA"),
    ],
)
def test_only_texts_become_environment_variables(raw, what):
    assert command(type="String", interpolationType="ENV_VAR").exported
    assert not command(type="String", interpolationType="SCHEMA").exported
    with pytest.raises(DocumentRefusedError, match=what):
        command(**raw)


def test_refusals_use_the_words_that_aws_uses():
    assert automation(type="String").check(["a", "b"]) == (
        "Parameter type error. The value supplied for P is not a valid string."
    )
    told = automation(type="String", allowedValues=["look", "act"]).check(["destroy"])
    assert told == 'Parameter P has value "destroy" not found in look, act'


def test_pickers_refuse_a_placeholder_as_a_value():
    for kind in PICKER_TYPES:
        assert automation(type=kind).check(["{{ global:REGION }}"]) is not None


def test_numbers_among_allowed_values_are_compared_as_texts():
    parameter = automation(type="Integer", allowedValues=[1, 2])
    assert parameter.check(["1"]) is None
    assert parameter.check(["3"]) is not None
    assert json.dumps(parameter.bound(["2"])) == "2"
