"""Change Manager: templates only where the owner names approvers, their runbooks, and its events.

The model has no Change Manager: whoever approves there, its part here is that the template's runbook is started.
"""

from __future__ import annotations

import json

import aws_cdk as cdk
import pytest
from aws_cdk.assertions import Template

from infra.configuration import Configuration, ConfigurationError
from infra.stacks.control import ControlStack
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import attacked
from tests.repository import EVENTS

ROLE, USER = f"arn:aws:iam::{ACCOUNT_ID}:role/dba/OnCall", f"arn:aws:iam::{ACCOUNT_ID}:user/ann"
CHANGES = {"cachewarden:change_approvers": f"{ROLE},{USER}"}


def change_templates(context: dict[str, str]) -> tuple[dict[str, dict], list[dict]]:
    """Change templates by name, and the patterns of rules about change requests, as they would be deployed."""
    app = cdk.App(context=context)
    configuration = Configuration.from_context(app.node.try_get_context)
    template = Template.from_stack(ControlStack(app, "Probe", description="probe", configuration=configuration))
    documents = [each["Properties"] for each in template.find_resources("AWS::SSM::Document").values()]
    rules = [
        each["Properties"]["EventPattern"]
        for each in template.find_resources("AWS::Events::Rule").values()
        if "EventPattern" in each["Properties"]
    ]
    return (
        {each["Name"]: each["Content"] for each in documents if each["DocumentType"] == "Automation.ChangeTemplate"},
        [rule for rule in rules if rule.get("detail-type") == ["Change Request Status Update"]],
    )


@pytest.fixture(scope="module")
def deployed() -> tuple[dict[str, dict], list[dict]]:
    return change_templates(CHANGES)


def test_without_the_setting_there_is_no_change_template_and_no_change_request_is_heard_of(synthesized):
    """The rehearsed deployment doesn't set it."""
    resources = [each for template in synthesized.values() for each in template["Resources"].values()]
    kinds = {each["Properties"]["DocumentType"] for each in resources if each["Type"] == "AWS::SSM::Document"}
    assert kinds == {"Command", "Automation"}
    patterns = [each["Properties"].get("EventPattern", {}) for each in resources if each["Type"] == "AWS::Events::Rule"]
    assert len(patterns) > 5 and not any("Change Request" in str(pattern) for pattern in patterns)


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
            ("OnCall", "IamRole"),
            ("ann", "IamUser"),
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


def event(status: str, template: str) -> dict:
    said = json.loads((EVENTS / "change-request-status-rejected.json").read_text("utf-8"))
    said |= {"account": ACCOUNT_ID, "region": REGION}
    said["detail"] |= {"ops-item-status": status, "change-template-document-name": template}
    said["detail"]["runbook-document-arn"] = f"arn:aws:ssm:{REGION}:{ACCOUNT_ID}:document/CacheWarden-CycleInstance"
    return said


@pytest.mark.campaign
def test_a_change_that_was_rejected_is_told_once_and_an_approved_one_is_told_by_its_operation(synthesized, deployed):
    """Approved, Change Manager starts the runbook that its template names, with the parameters of the request."""
    with attacked(synthesized) as scene:
        for _ in range(2):
            scene.invoke("cachewarden-ingest", event("Rejected", "CacheWarden-PlannedChange"))
            scene.settle()
        (told,) = scene.messages
        assert "CW5133" in told and "is Rejected: CacheWarden-CycleInstance isn't started" in told
        assert scene.outcomes == []
        scene.invoke("cachewarden-ingest", event("InProgress", "CacheWarden-PlannedChange"))
        scene.settle()
        assert len(scene.messages) == 1
        names = {runbook["name"] for runbook in deployed[0]["CacheWarden-PlannedChange"]["executableRunBooks"]}
        assert "CacheWarden-CycleInstance" in names
        scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-CycleInstance")
        scene.settle()
        assert scene.outcomes == [("Cycled", "Goal")]
        assert scene.whole("SALES2") and not scene.watch.violations
