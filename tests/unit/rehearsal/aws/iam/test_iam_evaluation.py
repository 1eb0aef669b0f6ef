import pytest

from rehearsal.aws.iam.evaluate import PolicySet, Request
from rehearsal.aws.iam.patterns import PolicyRefusedError, matches_arn
from rehearsal.aws.iam.policy import PolicyKind, parse_policy
from rehearsal.aws.iam.validation import refuse_unknown

INSTANCE = "arn:aws:ec2:eu-west-1:111122223333:instance/i-0123456789abcdef0"


def allowed(statements, action="ec2:StopInstances", resource=INSTANCE, **values):
    context = {key.replace("__", ":").replace("_slash_", "/"): value for key, value in values.items()}
    policies = PolicySet(parse_policy({"Version": "2012-10-17", "Statement": statements}, "test"))
    return policies.decide(Request(action=action, resource=resource, values=context)).allowed


def load(statements, kind=PolicyKind.IDENTITY):
    refuse_unknown(parse_policy({"Version": "2012-10-17", "Statement": statements}, "role/Own", kind))


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
        ("Null", "true", (), True),
        ("StringNotEqualsIfExists", "a", None, True),
        ("StringNotEqualsIfExists", "a", "a", False),
        ("NumericGreaterThanEquals", "10", "no number", False),
        ("NumericNotEquals", "10", "no number", True),
        ("DateLessThan", "1767225600", "2025-12-31T23:59:59Z", True),
        ("DateLessThan", "2026-01-01", "2026-01-01T00:00:00Z", False),
        ("IpAddress", "2001:db8::/32", "2001:db8:1::7", True),
        ("IpAddress", "198.51.100.0/24", "events.amazonaws.com", False),
        ("ArnEquals", "arn:aws:iam::*:role/x?", "arn:aws:iam::111122223333:role/xy", True),
        ("ArnLike", "arn:aws:iam::*:role/x", "arn:aws:iam::1:2:role/x", False),
        ("ArnNotLike", "arn:aws:iam::*:role/x", "arn:aws:iam::111122223333:role/y", True),
        ("NumericLessThan", "10", "9", True),
        ("NumericLessThan", "10", "10", False),
        ("DateGreaterThan", "2026-01-01T00:00:00Z", "2026-02-03T04:05:06.000Z", True),
        ("Bool", "true", "true", True),
        ("Bool", True, "true", True),
        ("IpAddress", "198.51.100.0/24", "198.51.100.23", True),
        ("NotIpAddress", "198.51.100.0/24", "198.51.100.23", False),
        ("ArnLike", "arn:aws:iam::*:role/x*", "arn:aws:iam::111122223333:role/xy", True),
        ("ForAllValues:StringEquals", ["a", "b"], ("a",), True),
        ("ForAllValues:StringEquals", ["a", "b"], ("a", "c"), False),
        ("ForAllValues:StringEquals", ["a"], None, True),
        ("ForAnyValue:StringEquals", ["a"], ("b", "a"), True),
        ("ForAnyValue:StringEquals", ["a"], None, False),
        ("ForAnyValue:StringEqualsIfExists", ["a"], None, False),
        ("ForAllValues:StringEquals", ["a"], (), True),
        ("ForAnyValue:StringNotEquals", ["a"], None, False),
        ("ForAllValues:StringNotLike", "key1*", ("key1:hr", "key2:audit"), False),
        ("ForAllValues:StringNotLike", "key1*", ("key2:audit",), True),
        ("ForAllValues:StringNotLike", "key1*", None, True),
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


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (allow({"StringNotEquals": {"aws:SourceVpc": "vpc-1"}}, Sid="Own"), "role/Own/Own: .*aws:sourcevpc isn't mod"),
        (allow({"StringEquals": {"aws:SourceVcp": "vpc-1"}}, Sid="Own"), "role/Own/Own: AWS has no .*aws:sourcevcp"),
        (
            allow({"StringEquals": {"ec2:ResourceTags/a": "b"}}, Sid="Own"),
            "role/Own/Own: AWS has no .*ec2:resourcetags/a",
        ),
        (
            allow(Sid="Own", Action=["ec2:StopInstances", "ec2:StopInstance"]),
            "role/Own/Own: AWS has no .*StopInstance$",
        ),
        (allow(Sid="Own", Action="ec3:*"), "role/Own/Own: AWS has no action ec3:"),
        (allow({"StringEquals": {"aws:TagKeys": "a"}}, Sid="Own"), "role/Own/Own: no set operator .*aws:tagkeys"),
        (
            allow({"ForAnyValue:StringEquals": {"aws:username": "a"}}, Sid="Own"),
            "role/Own/Own: a set operator .*username",
        ),
        (allow({"NumericLessThan": {"aws:username": "ten"}}, Sid="Own"), "role/Own/Own: NumericLessThan .*'ten'"),
        (allow({"Bool": {"aws:SecureTransport": "yes"}}, Sid="Own"), "role/Own/Own: Bool .*'yes'"),
        (allow({"DateLessThan": {"aws:CurrentTime": "soon"}}, Sid="Own"), "role/Own/Own: DateLessThan .*'soon'"),
        (allow({"IpAddress": {"aws:SourceIp": "10.0.0.0/99"}}, Sid="Own"), "role/Own/Own: IpAddress .*'10.0.0.0/99'"),
        (allow({"ArnLike": {"aws:SourceArn": "*"}}, Sid="Own"), "role/Own/Own: ArnLike .*'\\*'"),
        (allow(Sid="Own", Resource="i-1"), "role/Own/Own: resource i-1 is no ARN"),
        (allow(Sid="Own", Resource="arn:aws:*:eu-west-1:1:x/y"), "role/Own/Own: .* wildcard for its service"),
        (allow(Sid="Own", Principal="*"), "role/Own/Own: an identity-based policy has no Principal"),
        (allow(Sid="My own"), "letters and digits only"),
        ([*allow(Sid="Own"), *allow(Sid="Own")], "role/Own: Sid Own more than once"),
        ([{"Sid": "Own", "Effect": "Allow", "Action": "ec2:StopInstances"}], "needs Resource"),
        (
            allow(Resource=[f"arn:aws:ec2:eu-west-1:111122223333:instance/i-{n:017x}" for n in range(200)]),
            "at most 10240",
        ),
    ],
)
def test_what_aws_lacks_or_requests_never_carry_is_refused_when_it_is_loaded_with_its_place(statements, what):
    with pytest.raises(PolicyRefusedError, match=what):
        load(statements)


def test_policies_that_need_a_principal_are_refused_without_one():
    with pytest.raises(PolicyRefusedError, match="needs a Principal"):
        load(allow(), PolicyKind.RESOURCE)
    with pytest.raises(PolicyRefusedError, match="has no Resource"):
        load(allow(Principal={"Service": "ssm.amazonaws.com"}, Action="sts:AssumeRole"), PolicyKind.TRUST)


@pytest.mark.parametrize(
    ("pattern", "resource", "expected"),
    [
        ("arn:aws:states:*:*:execution:m:*", "arn:aws:states:eu-west-1:1:execution:m:e", True),
        ("arn:aws:states:*:execution:m:e", "arn:aws:states:eu-west-1:1:execution:m:e", True),  # `*` ends its segment
        ("arn:aws:states:eu*:1:execution:m:e", "arn:aws:states:eu-west-1:1:execution:m:e", True),
        ("arn:aws:states:e*1:execution:m:e", "arn:aws:states:eu-west-1:1:execution:m:e", False),  # it doesn't here
        ("arn:aws:sqs:eu-west-?:1:q", "arn:aws:sqs:eu-west-1:1:q", True),
        ("arn:aws:sqs:eu-west-1?1:q", "arn:aws:sqs:eu-west-1:1:q", False),
        ("arn:aws:s3:::b/x*y", "arn:aws:s3:::b/xx/y", True),
    ],
)
def test_a_wildcard_crosses_a_colon_only_at_the_end_of_its_segment(pattern, resource, expected):
    assert matches_arn(pattern, resource, {}) is expected


def test_a_variable_with_a_colon_in_its_name_splits_no_arn():
    condition = {"ArnLike": {"aws:PrincipalArn": "arn:aws:iam::${aws:PrincipalAccount}:role/x"}}
    values = {"aws__principalarn": "arn:aws:iam::111122223333:role/x", "aws__principalaccount": "111122223333"}
    assert allowed(allow(condition), **values)
    assert not allowed(allow(condition), **{**values, "aws__principalaccount": "444455556666"})


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
    policies = PolicySet(parse_policy(document, "trust", PolicyKind.TRUST))

    def may(service, account):
        request = Request(action="sts:AssumeRole", resource="role", values={"aws:sourceaccount": account})
        return policies.decide(request, service=service).allowed

    assert may("ssm.amazonaws.com", "111122223333")
    assert not may("ssm.amazonaws.com", "444455556666")
    assert not may("lambda.amazonaws.com", "111122223333")
