"""Grants: broken copies of the policies are found; what the tree has is in test_tree_is_clean.py."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from breaking import the_finding

from checks.deployment import Deployment, read_deployment
from checks.policies import granted_calls, statements
from checks.policies.deployed_statements import DeployedStatement, deployed_statements
from checks.policies.excuses import Excuse, excuses, parse_excuses
from checks.policies.granted_calls import denied_calls
from checks.policies.grants import unused_grants
from checks.policies.pattern_overlap import overlap
from checks.policies.statements import about_every_resource
from checks.policies.story_calls import StoryCalls, calls_of
from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.policy import PolicyKind, parse_policy

INSTANCES = "arn:aws:ec2:eu-west-1:111122223333:instance/*"


def with_statement(deployment: Deployment, role: str, sid: str, change) -> Deployment:
    """The deployment with one statement of a role's policy changed in its template."""
    templates = copy.deepcopy(dict(deployment.templates))
    found = [
        statement
        for template in templates.values()
        for logical_id, resource in template["Resources"].items()
        if resource["Type"] == "AWS::IAM::Policy" and logical_id.startswith(role)
        for statement in resource["Properties"]["PolicyDocument"]["Statement"]
        if statement["Sid"] == sid
    ]
    (statement,) = found
    change(statement)
    return replace(read_deployment(templates), files=deployment.files)


def with_trust(deployment: Deployment, role: str, change) -> Deployment:
    templates = copy.deepcopy(dict(deployment.templates))
    (found,) = [
        resource
        for template in templates.values()
        for logical_id, resource in template["Resources"].items()
        if resource["Type"] == "AWS::IAM::Role" and logical_id.startswith(role)
    ]
    change(found["Properties"]["AssumeRolePolicyDocument"]["Statement"][0])
    return replace(read_deployment(templates), files=deployment.files)


def statement(**parts) -> DeployedStatement:
    raw = {"Sid": "Own", "Effect": "Allow", "Action": "ec2:StopInstances", "Resource": INSTANCES, **parts}
    (parsed,) = parse_policy({"Version": "2012-10-17", "Statement": raw}, "role")
    return DeployedStatement(holder="Role-1A2B", label="Role", kind=PolicyKind.IDENTITY, statement=parsed)


def used(action="ec2:StopInstances", sid="Own", holder="Role-1A2B") -> GrantUse:
    return GrantUse(holder=holder, sid=sid, action=action)


def excuse(action="ec2:StopInstances", sid="Own", holder="Role") -> Excuse:
    return Excuse(holder=holder, sid=sid, action=action, reason="because")


@pytest.mark.parametrize(
    ("role", "sid", "change", "where", "problem"),
    [
        (
            "FunctionsOperateInstance",
            "OperateOptedIn",
            lambda s: s["Condition"].update({"StringEquals": {"ssm:resourceTag/cachewarden:managed": "true"}}),
            "FunctionsOperateInstanceRole OperateOptedIn",
            "never allows ec2:StartInstances, whose requests never carry ssm:resourcetag/cachewarden:managed",
        ),
        (
            "MaintainReplica",
            "StartChild",
            lambda s: s.update(Condition={"StringEquals": {"ssm:resourceTag/cachewarden:managed": "true"}}),
            "MaintainReplicaRole StartChild",
            "never allows states:StartExecution, whose requests never carry ssm:resourcetag/cachewarden:managed",
        ),
        (
            "FunctionsLease",
            "EndCommands",
            lambda s: s.update(Resource=INSTANCES, Action="ssm:ListCommands"),
            "FunctionsLeaseRole EndCommands",
            "ssm:ListCommands knows no resource: only Resource * allows it",
        ),
        (
            "FunctionsIngest",
            "StartWorkflow",
            lambda s: s.update(Action=["states:StartExecution", "states:StopExecution"]),
            "FunctionsIngestRole StartWorkflow",
            "states:StopExecution is about none of the statement's resources",
        ),
        (
            "FunctionsOperateInstance",
            "OperateOptedIn",
            lambda s: s.update(Action=["ec2:StopInst*"]),
            "FunctionsOperateInstanceRole OperateOptedIn",
            "allows actions by pattern: ec2:StopInst*",
        ),
        (
            "FunctionsOperateInstance",
            "OperateOptedIn",
            lambda s: s.update(Action="ec2:StopInstances", Resource="*"),
            "FunctionsOperateInstanceRole OperateOptedIn",
            "allows ec2:StopInstances on every resource",
        ),
        (
            "FunctionsLease",
            "UseLeases",
            lambda s: (s.pop("Action"), s.update(NotAction="dynamodb:DeleteItem")),
            "FunctionsLeaseRole UseLeases",
            "allows everything but what it names",
        ),
    ],
)
@pytest.mark.campaign(suite=4)
def test_a_statement_that_never_applies_or_says_too_much_is_found(deployment, role, sid, change, where, problem):
    found = statements.CHECK.run(with_statement(deployment, role, sid, change))
    assert (where, problem) in [(finding.where, finding.problem) for finding in found]


def test_a_resource_that_no_action_of_its_statement_is_about_is_found(deployment):
    broken = with_statement(
        deployment,
        "FunctionsIngest",
        "ReadProtection",
        lambda s: s.update(Resource=[s["Resource"], "arn:aws:ec2:*:*:vpc/*"]),
    )
    assert the_finding(statements.CHECK, broken).problem == "none of its actions is about arn:aws:ec2:*:*:vpc/*"


@pytest.mark.parametrize("role", ["MaintainReplicaRole", "AutomationsStopSqlServerRole"])
def test_a_role_that_looks_at_nobodys_behalf_is_found(deployment, role):
    finding = the_finding(statements.CHECK, with_trust(deployment, role, lambda s: s.pop("Condition")))
    assert finding.problem.endswith("may assume the role on behalf of another account")


def test_a_negated_condition_on_a_key_that_never_comes_restricts_nothing(deployment):
    broken = with_statement(
        deployment,
        "FunctionsOperateInstance",
        "FindSnapshots",
        lambda s: s.update(Condition={"StringNotEquals": {"ec2:ResourceTag/owner": "them"}}),
    )
    assert the_finding(statements.CHECK, broken).problem.startswith("restricts nothing of ec2:DescribeSnapshots")


def test_a_grant_that_no_story_uses_is_found_and_one_that_is_used_is_not():
    (finding,) = unused_grants([statement()], frozenset(), ())
    assert (finding.where, finding.problem) == ("Role Own", "no story uses ec2:StopInstances")
    assert list(unused_grants([statement()], frozenset({used()}), ())) == []
    assert list(unused_grants([statement(Action="ec2:Stop*")], frozenset({used()}), ())) == []


@pytest.mark.parametrize("other", [used("ec2:StartInstances"), used(sid="Other"), used(holder="Role-9F")])
def test_a_use_of_another_action_statement_or_role_is_no_use_of_the_grant(other):
    assert len(list(unused_grants([statement()], frozenset({other}), ()))) == 1


def test_what_denies_or_is_a_trust_policy_needs_no_use():
    assert list(unused_grants([statement(Effect="Deny")], frozenset(), ())) == []
    assert list(unused_grants([replace(statement(), kind=PolicyKind.TRUST)], frozenset(), ())) == []


def test_an_excuse_covers_its_grant_alone_and_fails_when_it_is_needed_no_more():
    assert list(unused_grants([statement()], frozenset(), (excuse(),))) == []
    (finding,) = unused_grants([statement()], frozenset({used()}), (excuse(),))
    assert finding.problem.startswith("the excuse is no longer needed")
    (finding,) = unused_grants([], frozenset(), (excuse(),))
    assert finding.where == "checks/policies/excused_grants.yaml Role Own ec2:StopInstances"
    found = [one.problem for one in unused_grants([statement()], frozenset(), (excuse(sid="Other"),))]
    assert len(found) == 2


def test_an_excuse_for_every_resource_fails_when_it_is_needed_no_more():
    everywhere = statement(Resource="*")
    assert len(list(about_every_resource([everywhere], ()))) == 1
    assert list(about_every_resource([everywhere], (excuse(),))) == []
    assert len(list(about_every_resource([statement()], (excuse(),)))) == 1
    assert list(about_every_resource([statement(Resource="*", Action="ec2:DescribeInstances")], ())) == []


def test_every_excuse_has_a_reason_and_is_listed_once():
    found = [*excuses().unused, *excuses().every_resource]
    assert all(len(one.reason.strip()) > 40 for one in found)
    assert len(set(excuses().unused)) == len(excuses().unused)
    with pytest.raises(KeyError):
        parse_excuses({"unused": [{"holders": ["r"], "sid": "s", "actions": ["a"]}], "every_resource": []})


def test_a_call_that_no_policy_allows_is_found_with_its_story(deployment):
    broken = with_statement(deployment, "FunctionsObserve", "SendObserve", lambda s: s.update(Action="ssm:GetDocument"))
    calls = calls_of("stop-request", broken.templates)
    found = list(denied_calls([calls]))
    assert found
    assert {finding.where for finding in found} == {"story stop-request"}
    assert all("may not ssm:SendCommand on arn:aws:ssm:" in finding.problem for finding in found)
    assert all("no identity-based policy allows" in finding.problem for finding in found)


def test_a_story_whose_templates_cannot_be_deployed_is_found(deployment):
    broken = with_statement(deployment, "ActOnHost", "DeliverLog", lambda s: s.update(Action="logs:CreateLogDelivery"))
    (first, *_) = denied_calls([calls_of("target-behind", broken.templates)])
    assert first.problem.startswith("it can't be played: ApiError: AccessDeniedException: The state machine IAM Role")


def test_calls_of_a_story_without_denials_give_no_finding():
    assert list(denied_calls([StoryCalls(story="calm")])) == []
    assert granted_calls.CHECK.name == "calls-granted"


def test_every_statement_of_the_templates_is_read(deployment):
    kinds = {}
    for one in deployed_statements(deployment):
        kinds[one.kind] = kinds.get(one.kind, 0) + 1
    roles = len(list(deployment.resources("AWS::IAM::Role")))
    assert kinds[PolicyKind.TRUST] == roles
    managed = deployment.resources("AWS::IAM::ManagedPolicy")
    assert kinds[PolicyKind.MANAGED] == sum(len(one.properties["PolicyDocument"]["Statement"]) for one in managed)
    raw = sum(len(one.properties["PolicyDocument"]["Statement"]) for one in deployment.resources("AWS::IAM::Policy"))
    assert kinds[PolicyKind.IDENTITY] == raw


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a*c", "abc", True),
        ("a*c", "ab", False),
        ("a*", "*b", True),
        ("a?c", "a*", True),
        ("a?", "a", False),
        ("*x*", "y*z", True),
        ("abc", "abc", True),
        ("a*b", "a*c", False),
        ("", "*", True),
        ("", "?", False),
    ],
)
def test_patterns_that_have_a_text_in_common_overlap(one, other, expected):
    assert overlap(one, other) is expected
    assert overlap(other, one) is expected
