import pytest

from rehearsal.aws.iam.evaluate import PolicySet, Request, evaluate, evaluate_for
from rehearsal.aws.iam.patterns import PolicyRefusedError
from rehearsal.aws.iam.policy import parse_policy

INSTANCE = "arn:aws:ec2:eu-west-1:111122223333:instance/i-0123456789abcdef0"


def allowed(statements, action="ec2:StopInstances", resource=INSTANCE, **values):
    context = {key.replace("__", ":").replace("_slash_", "/"): value for key, value in values.items()}
    policies = PolicySet(parse_policy({"Version": "2012-10-17", "Statement": statements}, "test"))
    return evaluate(policies, Request(action=action, resource=resource, values=context)).allowed


def allow(condition=None, **more):
    statement = {"Effect": "Allow", "Action": "ec2:StopInstances", "Resource": "*", **more}
    return [statement if condition is None else {**statement, "Condition": condition}]


def test_nothing_is_allowed_that_no_statement_allows():
    assert not allowed([])
    assert not allowed(allow(), action="ec2:StartInstances")


@pytest.mark.parametrize(
    "action", ["ec2:StopInstances", "EC2:stopinstances", "ec2:Stop*", "ec2:*", "*", "ec2:S?opInstances"]
)
def test_actions_match_without_case_and_with_wildcards(action):
    assert allowed(allow(Action=action))


def test_notaction_is_about_everything_else():
    statement = {"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"}
    assert allowed([statement])
    assert not allowed([statement], action="iam:PassRole")


@pytest.mark.parametrize(
    ("resource", "expected"),
    [
        ("arn:aws:ec2:eu-west-1:111122223333:instance/*", True),
        ("arn:aws:ec2:*:*:instance/i-0123*", True),
        ("arn:aws:ec2:us-east-1:111122223333:instance/*", False),
        ("arn:aws:ec2:eu-west-1:111122223333:volume/*", False),
    ],
)
def test_resources_match_by_pattern(resource, expected):
    assert allowed(allow(Resource=resource)) is expected


def test_a_deny_wins_whatever_allows():
    deny = {"Effect": "Deny", "Action": "*", "Resource": "*", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
    assert not allowed([*allow(), deny], aws__securetransport="false")
    assert allowed([*allow(), deny], aws__securetransport="true")


def test_a_tag_condition_holds_only_for_the_tag_and_value():
    condition = {"StringEquals": {"ec2:ResourceTag/cachewarden:managed": "true"}}
    assert allowed(allow(condition), **{"ec2__resourcetag_slash_cachewarden:managed": "true"})
    assert not allowed(allow(condition), **{"ec2__resourcetag_slash_cachewarden:managed": "false"})
    assert not allowed(allow(condition))


@pytest.mark.parametrize(
    ("operator", "value", "have", "expected"),
    [
        ("StringEquals", "a", "a", True),
        ("StringEquals", "a", "A", False),
        ("StringEqualsIgnoreCase", "a", "A", True),
        ("StringNotEquals", "a", "b", True),
        ("StringNotEquals", ["a", "b"], "b", False),
        ("StringNotEquals", "a", None, True),
        ("StringLike", "sa?es*", "sales-1", True),
        ("StringNotLike", "sales*", "sales-1", False),
        ("StringEqualsIfExists", "a", None, True),
        ("StringEqualsIfExists", "a", "b", False),
        ("Null", "true", None, True),
        ("Null", "false", None, False),
        ("Null", "false", "x", True),
        ("NumericLessThan", "10", "9", True),
        ("NumericLessThan", "10", "10", False),
        ("DateGreaterThan", "2026-01-01T00:00:00Z", "2026-02-03T04:05:06.000Z", True),
        ("Bool", "true", "true", True),
        ("Bool", True, "true", True),
        ("IpAddress", "198.51.100.0/24", "198.51.100.23", True),
        ("NotIpAddress", "198.51.100.0/24", "198.51.100.23", False),
        ("ArnLike", "arn:aws:iam::*:role/x*", "arn:aws:iam::111122223333:role/xy", True),
        ("ArnLike", "arn:aws:*:role/x", "arn:aws:iam::111122223333:role/x", False),
        ("ForAllValues:StringEquals", ["a", "b"], ("a",), True),
        ("ForAllValues:StringEquals", ["a", "b"], ("a", "c"), False),
        ("ForAllValues:StringEquals", ["a"], None, True),
        ("ForAnyValue:StringEquals", ["a"], ("b", "a"), True),
        ("ForAnyValue:StringEquals", ["a"], None, False),
        ("ForAnyValue:StringNotEquals", ["a"], ("a", "b"), True),
        ("ForAnyValue:StringNotEquals", ["a"], ("a",), False),
        ("ForAllValues:StringNotEquals", ["a"], ("b", "c"), True),
    ],
)
def test_condition_operators(operator, value, have, expected):
    context = {} if have is None else {"aws__username": have}
    assert allowed(allow({operator: {"aws:Username": value}}), **context) is expected


def test_policy_variables_are_filled_from_the_request():
    resource = "arn:aws:ec2:eu-west-1:111122223333:instance/${aws:username}"
    assert allowed(allow(Resource=resource), aws__username="i-0123456789abcdef0")
    assert not allowed(allow(Resource=resource), aws__username="i-0*")
    assert not allowed(allow(Resource=resource))


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (allow({"BinaryEquals": {"aws:Username": "a"}}), "BinaryEquals"),
        (allow({"ForMostValues:StringEquals": {"aws:Username": "a"}}), "ForMostValues"),
        (allow({"NullIfExists": {"aws:Username": "true"}}), "NullIfExists"),
        ([{"Effect": "Allow", "Action": "*", "Resource": "*", "Surprise": 1}], "Surprise"),
        ([{"Effect": "Maybe", "Action": "*", "Resource": "*"}], "Effect"),
        ([{"Effect": "Allow", "Resource": "*"}], "Action"),
    ],
)
def test_what_the_evaluator_does_not_know_is_refused_by_name(statements, what):
    with pytest.raises(PolicyRefusedError, match=what):
        allowed(statements)


def test_a_condition_key_that_requests_never_carry_is_refused_not_taken_as_absent():
    with pytest.raises(PolicyRefusedError, match="aws:sourcevpc"):
        allowed(allow({"StringNotEquals": {"aws:SourceVpc": "vpc-1"}}))


def test_several_values_without_a_set_operator_are_refused():
    with pytest.raises(PolicyRefusedError, match="several values"):
        allowed(allow({"StringEquals": {"aws:TagKeys": "a"}}), aws__tagkeys=("a", "b"))


def test_a_trust_policy_lets_in_only_its_service_and_source():
    document = {
        "Version": "2012-10-17",
        "Statement": {
            "Effect": "Allow",
            "Principal": {"Service": "ssm.amazonaws.com"},
            "Action": "sts:AssumeRole",
            "Condition": {"StringEquals": {"aws:SourceAccount": "111122223333"}},
        },
    }
    policies = PolicySet(parse_policy(document, "trust"))

    def may(service, account):
        request = Request(action="sts:AssumeRole", resource="role", values={"aws:sourceaccount": account})
        return evaluate_for(policies, request, service=service, arn=None).allowed

    assert may("ssm.amazonaws.com", "111122223333")
    assert not may("ssm.amazonaws.com", "444455556666")
    assert not may("lambda.amazonaws.com", "111122223333")
