"""The synthesized templates: linting, one role each, what the rules let through; `cachewarden check` judges sizes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from cfnlint.api import ManualArgs, lint

from adapters.inflight_calls import CALL_LIFE_S
from adapters.observation import CHANGE_POLL_S, CHANGE_WITHIN_S
from adapters.ssm_observe import GIVE_UP_AFTER
from infra.constructs.rules import SWEEP_MINUTES
from infra.machine_definition import machine_definition
from rehearsal.aws.cloudformation.synthesis import read_templates, templates
from rehearsal.aws.cloudformation.template import load
from rehearsal.engines.eventbridge import matches
from tests.campaigns import part
from tests.repository import EVENTS, ROOT

LAMBDAS = ROOT / "lambdas"
SAMPLES = [path for path in sorted(EVENTS.glob("*.json")) if path.name != "index.json"]

REFUSED_STOPS = {
    "cloudtrail-stopinstances-refused-batch",
    "cloudtrail-stopinstances-refused-cli",
    "cloudtrail-stopinstances-refused-console",
    "cloudtrail-stopinstances-refused-forwarded-cross-account",
    "cloudtrail-stopinstances-refused-hibernate",
    "cloudtrail-stopinstances-refused-replayed",
    "cloudtrail-stopinstances-refused-ssm-automation",
}
STATE_CHANGES = {
    "ec2-state-change-running",
    "ec2-state-change-stopped",
}
HEALTH_NOTICES = {
    "health-accountnotification-auto-recovery-success",
    "health-accountnotification-odcr-underutilization-summary",
    "health-dedicated-host-network-maintenance-scheduled",
    "health-instance-reboot-maintenance-multi-page-1",
    "health-instance-reboot-maintenance-multi-page-2",
    "health-instance-retirement-scheduled-documented",
    "health-instance-stop-scheduled-upcoming",
    "health-instance-store-drive-performance-degraded-closed",
    "health-instance-store-drive-performance-degraded-open",
    "health-operational-issue-public",
    "health-org-view-delegated-admin",
    "health-persistent-instance-retirement-scheduled-2018",
    "health-persistent-instance-retirement-scheduled-closed",
    "health-persistent-instance-retirement-scheduled-entity-arn",
    "health-persistent-instance-retirement-scheduled-upcoming",
    "health-persistent-instance-retirement-scheduled-updated",
}
OPT_INS = {"tag-change-opt-in", "tag-change-opt-out"}
REACHED = {
    "RefusedStop": REFUSED_STOPS,
    "InstanceState": STATE_CHANGES,
    "HealthNotice": HEALTH_NOTICES,
    "OptIn": OPT_INS,
    "DocumentEnded": {"ssm-automation-execution-failed"},
    "ChangeRequest": {"change-request-status-rejected-planned-change"},
}
"""Samples that a rule lets through; the other samples reach none."""


def resources(template: dict[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    return {
        name: resource["Properties"] for name, resource in template["Resources"].items() if resource["Type"] == kind
    }


def rules(synthesized: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The deployed rules with every intrinsic function resolved, by the first words of their construct."""
    deployment = load(synthesized)
    found = [resource for resource in deployment.resources if resource.type == "AWS::Events::Rule"]
    return {resource.logical_id.removeprefix("Rules").partition("Rule")[0]: resource.properties for resource in found}


STACKS = ["CacheWarden", "CacheWardenBreakGlass", "CacheWardenFacts", "CacheWardenGroupCreation", "CacheWardenHost"]


@pytest.mark.parametrize("stack", STACKS)
def test_cfn_lint_finds_nothing(synthesized, stack):
    findings = lint(
        json.dumps(synthesized[stack]), config=ManualArgs(regions=part(["eu-west-1", "us-east-1"], 1, of="cfn-lint"))
    )
    assert [str(finding) for finding in findings] == []


def test_what_breaks_the_glass_is_one_stack_that_needs_no_other(synthesized):
    """CloudFormation rolls it back as a whole, and no failure of another stack holds it up."""
    template = synthesized["CacheWardenBreakGlass"]
    documents = [each["Name"] for each in resources(template, "AWS::SSM::Document").values()]
    prefix = "CacheWarden-Host-BreakGlass-"
    acts = {"EvacuateCache", "InitializeStorage", "RestoreCache", "StartSqlServer", "StopSqlServer"}
    assert sorted(documents) == sorted(["CacheWarden-BreakGlass", *(f"{prefix}{act}" for act in acts)])
    assert "Fn::ImportValue" not in json.dumps(synthesized)
    sent = [
        resource
        for policy in resources(template, "AWS::IAM::Policy").values()
        for statement in policy["PolicyDocument"]["Statement"]
        if statement.get("Sid") == "SendHostCommand"
        for resource in statement["Resource"]
    ]
    assert len(sent) == len(acts) and all(prefix in json.dumps(each) for each in sent)


def test_the_commands_that_break_the_glass_say_what_those_of_the_workflow_say(synthesized):
    def contents(stack: str) -> dict[str, Any]:
        return {each["Name"]: each["Content"] for each in resources(synthesized[stack], "AWS::SSM::Document").values()}

    hosts = contents("CacheWardenHost")
    for name, content in contents("CacheWardenBreakGlass").items():
        if name != "CacheWarden-BreakGlass":
            assert content == hosts[name.replace("BreakGlass-", "")]


@pytest.mark.parametrize("stack", ["CacheWarden", "CacheWardenBreakGlass"])
def test_every_function_document_and_machine_has_a_role_of_its_own(synthesized, stack):
    template = synthesized[stack]
    roles = [json.dumps(properties["Role"]) for properties in resources(template, "AWS::Lambda::Function").values()]
    roles += [
        json.dumps(properties["RoleArn"])
        for properties in resources(template, "AWS::StepFunctions::StateMachine").values()
    ]
    roles += [
        json.dumps(properties["Content"]["parameters"]["AutomationAssumeRole"]["default"])
        for properties in resources(template, "AWS::SSM::Document").values()
        if properties["DocumentType"] == "Automation"
    ]
    assert [role for role, times in Counter(roles).items() if times > 1] == []
    assert len(resources(template, "AWS::IAM::Role")) == len(roles)


def test_no_policy_allows_every_action_or_a_whole_service(synthesized):
    for template in synthesized.values():
        for kind in ("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"):
            for name, properties in resources(template, kind).items():
                for statement in properties["PolicyDocument"]["Statement"]:
                    actions = statement["Action"]
                    for action in [actions] if isinstance(actions, str) else actions:
                        assert not action.endswith("*"), f"{name} allows {action}"


def test_every_rule_has_a_dead_letter_queue(synthesized):
    for name, rule in rules(synthesized).items():
        for target in rule["Targets"]:
            assert "DeadLetterConfig" in target, name
            assert "RetryPolicy" in target, name


@pytest.mark.parametrize(
    "path", [path for path in sorted(EVENTS.glob("*.json")) if path.name != "index.json"], ids=lambda path: path.stem
)
def test_rules_let_through_what_concerns_us_and_nothing_else(synthesized, path):
    event = json.loads(path.read_text())
    patterns = {name: rule["EventPattern"] for name, rule in rules(synthesized).items() if "EventPattern" in rule}
    reached = {name for name, pattern in patterns.items() if matches(pattern, event)}
    assert reached == {rule for rule, stems in REACHED.items() if path.stem in stems}


def test_every_sample_that_a_rule_lets_through_is_there():
    assert set().union(*REACHED.values()) <= {path.stem for path in SAMPLES}


def test_workflow_that_failed_reaches_the_janitor_but_one_that_succeeded_does_not(synthesized):
    pattern = rules(synthesized)["WorkflowEnded"]["EventPattern"]
    arn = "arn:aws:states:eu-west-1:111122223333:stateMachine:cachewarden-maintain-replica"

    def event(status: str, machine: str) -> dict[str, Any]:
        detail = {"status": status, "stateMachineArn": machine}
        return {"source": "aws.states", "detail-type": "Step Functions Execution Status Change", "detail": detail}

    assert matches(pattern, event("ABORTED", arn))
    assert not matches(pattern, event("SUCCEEDED", arn))
    assert not matches(pattern, event("ABORTED", arn.replace("maintain-replica", "act-on-host")))


def test_a_call_of_operate_instance_ends_when_others_take_it_for_ended(synthesized):
    functions = resources(synthesized["CacheWarden"], "AWS::Lambda::Function").values()
    (timeout_s,) = [
        function["Timeout"] for function in functions if function["FunctionName"] == "cachewarden-operate-instance"
    ]
    assert timeout_s == CALL_LIFE_S


def test_each_machine_is_created_after_its_log_group(synthesized):
    machines = [
        resource
        for template in synthesized.values()
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::StepFunctions::StateMachine"
    ]
    assert machines
    for machine in machines:
        assert [name for name in machine["DependsOn"] if "LogGroup" in name], machine["DependsOn"]


def test_what_outlives_the_stack_is_in_no_later_deployment_s_way(synthesized):
    """But for the lease table, which a setting takes over: it holds the modes to put back."""
    kept = {
        resource["Type"]: resource["Properties"]
        for template in synthesized.values()
        for resource in template["Resources"].values()
        if resource.get("DeletionPolicy") == "Retain"
    }
    assert set(kept) == {"AWS::Logs::LogGroup", "AWS::DynamoDB::GlobalTable"}
    for template in synthesized.values():
        for resource in template["Resources"].values():
            if resource["Type"] == "AWS::Logs::LogGroup":
                assert "AWS::StackId" in str(resource["Properties"]["LogGroupName"])


@pytest.mark.parametrize(
    ("kind", "name", "longest"), [("Role", "RoleName", 64), ("ManagedPolicy", "ManagedPolicyName", 128)]
)
def test_two_regions_of_an_account_share_no_name_of_iam(synthesized, kind, name, longest):
    """Lengths: IAM quotas."""

    def named_in(region: str) -> set[str]:
        return {
            "".join(region if part == {"Ref": "AWS::Region"} else part for part in properties[name]["Fn::Join"][1])
            for template in synthesized.values()
            for properties in resources(template, f"AWS::IAM::{kind}").values()
            if name in properties
        }

    far = named_in("us-isof-south-1")
    assert len(far) >= 6
    assert far.isdisjoint(named_in("eu-west-1"))
    assert max(map(len, far)) <= longest


def test_a_policy_for_people_passes_the_roles_of_its_audience_in_its_region_only(synthesized):
    passed = {
        resource.properties["ManagedPolicyName"]: statement["Resource"]
        for resource in load(synthesized).resources
        if resource.type == "AWS::IAM::ManagedPolicy"
        for statement in resource.properties["PolicyDocument"]["Statement"]
        if statement["Action"] == "iam:PassRole"
    }
    roles = "arn:aws:iam::111122223333:role/cachewarden/eu-west-1"
    assert passed == {
        f"CacheWarden{audience.capitalize()}-eu-west-1": f"{roles}/{audience}/*"
        for audience in ("operator", "approver", "requester", "administrator")
    }


def test_the_sweep_comes_each_quarter_of_an_hour_and_its_absence_is_an_alarm(synthesized):
    assert rules(synthesized)["SweepSchedule"]["ScheduleExpression"] == "rate(15 minutes)"
    (alarm,) = [each for each in alarms(synthesized) if each["MetricName"] == "Swept"]
    assert (alarm["Period"], alarm["TreatMissingData"], alarm["ComparisonOperator"]) == (
        45 * 60,
        "breaching",
        "LessThanThreshold",
    )


def test_every_metric_that_an_alarm_watches_is_written_by_that_function(synthesized):
    """A misspelt name would be an alarm that never comes."""
    filtered = {
        (each["MetricNamespace"], each["MetricName"])
        for found in resources(synthesized["CacheWarden"], "AWS::Logs::MetricFilter").values()
        for each in found["MetricTransformations"]
    }
    for alarm in alarms(synthesized):
        if alarm.get("Namespace") != "CacheWarden":
            continue
        if not alarm.get("Dimensions"):
            assert ("CacheWarden", alarm["MetricName"]) in filtered
            continue
        (service,) = [each["Value"] for each in alarm["Dimensions"] if each["Name"] == "service"]
        texts = [(LAMBDAS / f"handlers/{service.replace('-', '_')}.py").read_text("utf-8")]
        texts += [path.read_text("utf-8") for path in sorted((LAMBDAS / "adapters").glob("*.py"))]
        assert any(f'count("{alarm["MetricName"]}"' in text for text in texts), alarm["MetricName"]


def test_an_alarm_on_what_each_sweep_counts_goes_off_once_while_it_lasts(synthesized):
    counted = [
        each for each in alarms(synthesized) if {"Name": "service", "Value": "sweep"} in each.get("Dimensions", [])
    ]
    assert {"NodeNotSwept", "LeaseHeldLong", "TrailsNotRead"} <= {each["MetricName"] for each in counted}
    assert min(each["Period"] for each in counted) >= 2 * SWEEP_MINUTES * 60


def test_every_function_has_an_alarm_on_its_errors(synthesized):
    watched = {
        json.dumps(each["Value"])
        for alarm in alarms(synthesized)
        if alarm.get("Namespace") == "AWS/Lambda" and alarm["MetricName"] == "Errors"
        for each in alarm["Dimensions"]
    }
    functions = {
        json.dumps({"Ref": name})
        for name, each in synthesized["CacheWarden"]["Resources"].items()
        if each["Type"] == "AWS::Lambda::Function"
    }
    assert functions and watched == functions


def test_each_alarm_goes_to_people_and_says_what_to_do(synthesized):
    found = alarms(synthesized)
    assert len(found) > 20
    for alarm in found:
        assert alarm["AlarmActions"], alarm
        assert len(alarm["AlarmDescription"]) > 100, alarm["AlarmDescription"]


def alarms(synthesized: dict[str, Any]) -> list[dict[str, Any]]:
    kind = "AWS::CloudWatch::Alarm"
    return [found for template in synthesized.values() for found in resources(template, kind).values()]


def test_an_unchanged_tree_is_not_synthesized_twice(synthesized, monkeypatch):
    def never(*_: object, **__: object) -> None:
        raise AssertionError("synthesized again")

    monkeypatch.setattr("rehearsal.aws.cloudformation.synthesis.subprocess.run", never)
    read_templates.cache_clear()  # as in another process
    assert templates() == synthesized


def test_an_observation_has_the_time_that_it_may_take(synthesized):
    """A boot that is waited for to the end, then a host that hangs."""
    functions = [
        each["Properties"]
        for template in synthesized.values()
        for each in template["Resources"].values()
        if each["Type"] == "AWS::Lambda::Function"
    ]
    (observe,) = [each for each in functions if each.get("FunctionName") == "cachewarden-observe"]
    a_call_s = 0.3
    longest_s = (
        CHANGE_WITHIN_S * (1 + a_call_s / min(CHANGE_POLL_S.values())) + GIVE_UP_AFTER.total_seconds() + 40 * a_call_s
    )

    assert longest_s < observe["Timeout"]
    assert observe["Timeout"] < machine_definition("maintain_replica")["States"]["ObserveCluster"]["TimeoutSeconds"]
