"""Change Manager: templates only where the owner names approvers, their runbooks, its requests and its events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk.assertions import Template

from infra.configuration import Configuration, ConfigurationError
from infra.stacks.control import ControlStack
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.repository import EVENTS

USER = f"arn:aws:iam::{ACCOUNT_ID}:user/ann"


def change_templates(template: Mapping[str, Any]) -> tuple[dict[str, dict], list[dict]]:
    """Change templates by name, and the patterns of rules about change requests, of a stack's template."""
    resources = template["Resources"].values()
    documents = [each["Properties"] for each in resources if each["Type"] == "AWS::SSM::Document"]
    patterns = [each["Properties"].get("EventPattern", {}) for each in resources if each["Type"] == "AWS::Events::Rule"]
    return (
        {each["Name"]: each["Content"] for each in documents if each["DocumentType"] == "Automation.ChangeTemplate"},
        [pattern for pattern in patterns if pattern.get("detail-type") == ["Change Request Status Update"]],
    )


@pytest.fixture
def deployed(synthesized) -> tuple[dict[str, dict], list[dict]]:
    return change_templates(synthesized["CacheWarden"])


def test_without_the_setting_there_is_no_change_template_and_no_change_request_is_heard_of():
    """So it deploys in an account that AWS takes into Change Manager no more."""
    stack = ControlStack(cdk.App(), "Probe", description="probe", configuration=Configuration())
    assert change_templates(Template.from_stack(stack).to_json()) == ({}, [])


def test_both_templates_ask_the_named_approvers_and_only_one_overrides_a_closed_calendar(deployed):
    templates, (rule,) = deployed
    assert {name: each["emergencyChange"] for name, each in templates.items()} == {
        "CacheWarden-PlannedChange": False,
        "CacheWarden-EmergencyChange": True,
    }
    assert rule["detail"]["change-template-document-name"] == list(templates)
    for each in templates.values():
        assert each["autoApprovable"] is False
        (step,) = each["mainSteps"]
        assert step["inputs"]["MinRequiredApprovals"] == 1
        assert [(who["approver"], who["type"]) for who in step["inputs"]["EnhancedApprovals"]["Approvers"]] == [
            ("approver", "IamUser"),
            ("OnCall", "IamRole"),
        ]


def test_no_consent_and_no_single_act_is_a_runbook_of_a_change(deployed):
    for each in deployed[0].values():
        names = {runbook["name"] for runbook in each["executableRunBooks"]}
        assert "CacheWarden-StopInstance" in names and "CacheWarden-CycleInstance" in names
        assert not any("Accept" in name or "Request" in name or "Evacuate" in name for name in names)


@pytest.mark.parametrize(
    "given", ["ann", f"arn:aws:sts::{ACCOUNT_ID}:assumed-role/OnCall/ann", ",".join([USER] * 2), ""]
)
def test_who_can_approve_no_change_is_refused(given):
    with pytest.raises(ConfigurationError, match="cachewarden:change_approvers"):
        Configuration.from_context({"cachewarden:change_approvers": given}.get)


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def asked(scene: Attacked) -> None:
    details = {"template": "CacheWarden-PlannedChange", "document": "CacheWarden-CycleInstance", "by": "ann"}
    scene.perform(StepKind.CHANGE_REQUEST, "SALES2", **details)


def test_a_request_has_an_event_of_the_documented_shape(scene, monkeypatch):
    """The sample and what the model sends have the same fields."""
    world, sent = scene.cluster.world, []
    monkeypatch.setattr(world, "announce", lambda event, after_s: sent.append(event))
    asked(scene)
    scene.perform(StepKind.REJECT, "SALES2", by="approver")
    sample = json.loads((EVENTS / "change-request-status-rejected.json").read_text("utf-8"))
    (event,) = [each for each in sent if each.detail_type == sample["detail-type"]]
    assert (event.source, set(event.detail)) == (sample["source"], set(sample["detail"]))


def test_a_change_begins_nothing_before_its_approver_answers_and_a_rejected_one_is_told(scene):
    asked(scene)
    scene.sleep(3600)
    scene.perform(StepKind.APPROVE, "SALES2", by="ann")
    scene.settle()
    assert scene.outcomes == []
    scene.perform(StepKind.REJECT, "SALES2", by="approver")
    scene.settle()
    asking, told = scene.messages
    assert "approve or reject it" in asking
    assert "CW5133" in told and "is Rejected: CacheWarden-CycleInstance isn't started" in told
    assert scene.outcomes == [] and scene.whole("SALES2")
