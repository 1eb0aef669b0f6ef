"""The maintenance window of docs/change-management.md: its task as AWS takes it, its role with exactly that policy."""

from __future__ import annotations

import json

import boto3
from botocore.validate import ParamValidator

from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import attacked
from tests.repository import ROOT

DOCS = ROOT / "docs"
TASK = json.loads((DOCS / "maintenance-window-task.json").read_text("utf-8"))
POLICY = json.loads((DOCS / "maintenance-window-policy.json").read_text("utf-8"))


def test_the_task_is_one_that_the_api_takes():
    model = boto3.client("ssm", region_name=REGION).meta.service_model
    asked = model.operation_model("RegisterTaskWithMaintenanceWindow").input_shape
    assert not ParamValidator().validate(TASK, asked).has_errors()
    assert TASK["TaskType"] in model.shape_for("MaintenanceWindowTaskType").enum
    assert TASK["CutoffBehavior"] in model.shape_for("MaintenanceWindowTaskCutoffBehavior").enum


def test_the_windows_role_cycles_one_node_after_the_other_and_the_runs_own_end_is_the_result(synthesized):
    """The window is over after its first minutes: that ends no run that is under way."""
    with attacked(synthesized) as scene:
        account = scene.cluster.account
        window = account.client("ssm", account.person("window", POLICY))
        given = TASK["TaskInvocationParameters"]["Automation"]["Parameters"]
        for node in ("SALES2", "SALES1"):
            parameters = {
                name: [text.replace("{{RESOURCE_ID}}", scene.instance_id(node)) for text in texts]
                for name, texts in given.items()
            }
            started = window.start_automation_execution(DocumentName=TASK["TaskArn"], Parameters=parameters)
            scene.settle()
            run = window.get_automation_execution(AutomationExecutionId=started["AutomationExecutionId"])
            assert run["AutomationExecution"]["AutomationExecutionStatus"] == "Success"
            assert scene.whole(node) and scene.cluster.sql_runs(node)
        assert scene.outcomes == [("Cycled", "Goal")] * 2
        assert not scene.watch.violations and not account.denials
