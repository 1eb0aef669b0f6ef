"""What `make checkov` complains of, and what its rules ask of the templates as far as the suite can tell without it."""

from typing import Any

import yaml

from rehearsal.aws.cloudformation.template import Resource, load
from tests.unit.infra.checkov_report import EXCEPTIONS, complaints

EXCUSED = [{"finding": "CKV_1", "reason": "It is so."}]
ASKED_OF_ALL = {
    "CKV_AWS_26": ("AWS::SNS::Topic", "KmsMasterKeyId"),
    "CKV_AWS_27": ("AWS::SQS::Queue", "KmsMasterKeyId"),
    "CKV_AWS_66": ("AWS::Logs::LogGroup", "RetentionInDays"),
    "CKV_AWS_158": ("AWS::Logs::LogGroup", "KmsKeyId"),
    "CKV_AWS_173": ("AWS::Lambda::Function", "KmsKeyArn"),
    "CKV_AWS_364": ("AWS::Lambda::Permission", "SourceArn"),
}
"""Rule -> the type of resource that it looks at, and the property that each of these must have."""
ASKED_IN_VAIN = {
    "CKV_AWS_115": ("AWS::Lambda::Function", "ReservedConcurrentExecutions"),
    "CKV_AWS_116": ("AWS::Lambda::Function", "DeadLetterConfig"),
    "CKV_AWS_117": ("AWS::Lambda::Function", "VpcConfig"),
}
"""Excused rule -> the property that none has; one that had it would be looked at anew."""
UNCONSTRAINED = "CKV_AWS_111"


def test_what_is_excused_is_no_complaint():
    assert complaints({"CKV_1 Encrypted": ["Topic"]}, 5, EXCUSED) == []


def test_another_finding_an_idle_exception_and_an_empty_run_are_complaints():
    [other, idle] = complaints({"CKV_2 Public": ["Queue", "Topic"]}, 5, EXCUSED)
    assert other == "CKV_2 Public: Queue, Topic" and idle.startswith("CKV_1 is excused")
    assert complaints({}, 0, []) == ["checkov looked at nothing"]


def of_type(synthesized: dict[str, Any], kind: str) -> list[Resource]:
    found = [resource for resource in load(synthesized).resources if resource.type == kind]
    assert found, kind
    return found


def test_every_resource_has_the_property_that_a_rule_asks_of_its_type(synthesized):
    lacking = {
        (rule, resource.logical_id)
        for rule, (kind, asked) in ASKED_OF_ALL.items()
        for resource in of_type(synthesized, kind)
        if resource.properties.get(asked) is None
    }
    assert lacking == set()


def test_each_exception_is_one_of_these_has_a_reason_and_is_needed(synthesized):
    exceptions = yaml.safe_load(EXCEPTIONS.read_text("utf-8"))
    assert {each["finding"] for each in exceptions} == {*ASKED_IN_VAIN, UNCONSTRAINED}
    assert all(each["reason"].strip().endswith(".") for each in exceptions)
    for rule, (kind, asked) in ASKED_IN_VAIN.items():
        assert not [each.logical_id for each in of_type(synthesized, kind) if asked in each.properties], rule


def test_each_function_that_an_event_invokes_keeps_what_it_could_not_take(synthesized):
    """The reason of CKV_AWS_116: the rule doesn't count on-failure destinations."""
    by_events = {
        each.properties["FunctionName"].rpartition(":")[2]
        for each in of_type(synthesized, "AWS::Lambda::Permission")
        if each.properties["Principal"] == "events.amazonaws.com"
    }
    kept = {
        each.properties["FunctionName"]
        for each in of_type(synthesized, "AWS::Lambda::EventInvokeConfig")
        if each.properties["DestinationConfig"]["OnFailure"]["Destination"]
    }
    assert by_events and by_events <= kept


def test_the_policy_of_nodes_still_has_actions_that_know_no_resource(synthesized):
    """The reason of CKV_AWS_111; the check `policies` refuses such a grant where an action knows one."""
    (node,) = [each for each in of_type(synthesized, "AWS::IAM::ManagedPolicy") if each.stack == "CacheWardenHost"]
    statements = node.properties["PolicyDocument"]["Statement"]
    unbound = [each for each in statements if each["Resource"] == "*" and "Condition" not in each]
    assert any("ssm:UpdateInstanceInformation" in each["Action"] for each in unbound)
