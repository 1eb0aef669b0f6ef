"""Generated policies and requests: the evaluator against the documentation's rules said once more (`iam_oracle.py`)."""

import iam_oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rehearsal.aws.iam.evaluate import PolicySet, Request
from rehearsal.aws.iam.policy import parse_policy
from tests.campaigns import examples

ACTIONS = ["ec2:StopInstances", "ec2:StartInstances", "ec2:CreateTags", "ssm:SendCommand", "EC2:stopinstances"]
ACTION_PATTERNS = [*ACTIONS, "ec2:*", "ec2:St*Instances", "ec2:St?pInstances", "*", "ssm:*", "s*:Send*"]
RESOURCES = [
    "arn:aws:ec2:eu-west-1:1:instance/i-1",
    "arn:aws:ec2:eu-west-1:1:instance/i-12",
    "arn:aws:ec2:eu-west-2:1:volume/i-1",
    "arn:aws:states:eu-west-1:1:execution:m:e",
    "*",
]
RESOURCE_PATTERNS = [
    "*",
    "arn:aws:ec2:*:*:instance/*",
    "arn:aws:ec2:*:1:instance/i-?",
    "arn:aws:ec2:eu-west-?:1:*",
    "arn:aws:ec2:*:1:*/i-1",
    "arn:aws:states:*:*:execution:*",
    "arn:aws:states:*:*:execution:m*e",
    "arn:aws:states:e*1:1:execution:m:*",
    *RESOURCES[:2],
]
TEXTS = ["a", "A", "ab", "b", "10", "9", "true", "false", "arn:aws:iam::1:role/a", "arn:aws:iam::2:role/ab"]
ARNS = ["arn:aws:iam::1:role/a", "arn:aws:iam::*:role/a*", "arn:aws:*::1:role/?", "arn:aws:iam::1:*"]
POLICY_VALUES = {
    "String": ["a", "A", "ab", "b", "10", "a*", "?b", "*"],
    "Numeric": ["9", "10", "9.5"],
    "Bool": ["true", "false"],
    "Arn": ARNS,
    "Null": ["true", "false"],
}
KEYS = ["aws:username", "aws:TagKeys", "ec2:ResourceTag/x", "aws:SecureTransport"]

plain = [*iam_oracle.COMPARE, *iam_oracle.NEGATIONS]
operators = st.one_of(
    st.just("Null"),
    st.builds(
        lambda quantifier, name, if_exists: quantifier + name + if_exists,
        st.sampled_from(["", "", "ForAllValues:", "ForAnyValue:"]),
        st.sampled_from(plain),
        st.sampled_from(["", "IfExists"]),
    ),
)
# Made once: Hypothesis takes longer to make a strategy than to draw from it.
some_operators = st.lists(operators, max_size=2, unique=True)
blocks = {
    family: st.dictionaries(
        st.sampled_from(KEYS), st.lists(st.sampled_from(values), min_size=1, max_size=3), min_size=1, max_size=2
    )
    for family, values in POLICY_VALUES.items()
}
effects = st.sampled_from(["Allow", "Allow", "Deny"])
action_fields = st.sampled_from(["Action", "Action", "NotAction"])
some_actions = st.lists(st.sampled_from(ACTION_PATTERNS), min_size=1, max_size=2)
resource_fields = st.sampled_from(["Resource", "Resource", "NotResource"])
some_resources = st.lists(st.sampled_from(RESOURCE_PATTERNS), min_size=1, max_size=2)


@st.composite
def conditions(draw):
    block = {}
    for operator in draw(some_operators):
        family = next(name for name in POLICY_VALUES if operator.rpartition(":")[2].startswith(name))
        block[operator] = draw(blocks[family])
    return block


some_conditions = conditions()


@st.composite
def statements(draw):
    made = {"Effect": draw(effects)}
    made[draw(action_fields)] = draw(some_actions)
    made[draw(resource_fields)] = draw(some_resources)
    block = draw(some_conditions)
    return {**made, "Condition": block} if block else made


policies = st.lists(statements(), min_size=1, max_size=4)
asked_actions, asked_resources = st.sampled_from(ACTIONS), st.sampled_from(RESOURCES)
one_text = st.sampled_from(TEXTS)
several_texts = st.one_of(st.lists(one_text, max_size=3).map(tuple), one_text)


def values_for(block_lists):
    """Contexts in which a key that has no set operator somewhere carries one value: IAM leaves more undefined."""
    single = {
        key.lower()
        for block in block_lists
        for operator, keys in block.items()
        if ":" not in operator and operator != "Null"
        for key in keys
    }
    return st.fixed_dictionaries(
        {}, optional={key.lower(): one_text if key.lower() in single else several_texts for key in KEYS}
    )


@given(st.data())
@settings(max_examples=examples(1500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_evaluator_decides_as_the_documentation_says(data):
    policy = data.draw(policies)
    values = values_for([one.get("Condition", {}) for one in policy])
    parsed = PolicySet(parse_policy({"Version": "2012-10-17", "Statement": policy}, "generated"))
    for _ in range(4):
        action, resource = data.draw(asked_actions), data.draw(asked_resources)
        context = data.draw(values)
        expected = iam_oracle.allowed(policy, action, resource, context)
        verdict = parsed.decide(Request(action=action, resource=resource, values=context))
        assert verdict.allowed is expected, (policy, action, resource, context)
        assert [one.sid for one in verdict.applying if not one.allows] == [
            str(number)
            for number, one in enumerate(policy)
            if one["Effect"] == "Deny" and iam_oracle.applies(one, action, resource, context)
        ]


@given(st.text("ab:*?", max_size=6), st.text("ab:", max_size=6))
@settings(max_examples=examples(1500), deadline=None)
def test_wildcards_match_as_the_documentation_says(pattern, text):
    from rehearsal.aws.iam.patterns import glob, matches_arn

    assert bool(glob(pattern).fullmatch(text)) is iam_oracle.like(pattern, text)
    assert matches_arn(pattern, text, {}) is iam_oracle.resource_like(pattern, text)


@pytest.mark.parametrize("size", [1, 5000])
def test_a_decision_that_was_made_before_is_the_same_again(size):
    policy = {
        "Effect": "Allow",
        "Action": "ec2:StopInstances",
        "Resource": "*",
        "Condition": {"StringEquals": {"ec2:ResourceTag/x": "a"}},
    }
    parsed = PolicySet(parse_policy({"Version": "2012-10-17", "Statement": policy}, "p"))
    for _ in range(2):
        for number in range(size):
            resource = f"arn:aws:ec2:eu-west-1:1:instance/i-{number}"
            for value in ("a", "b", None):
                context = {} if value is None else {"ec2:resourcetag/x": value}
                request = Request(action="ec2:StopInstances", resource=resource, values=context)
                assert parsed.decide(request).allowed is (value == "a")
