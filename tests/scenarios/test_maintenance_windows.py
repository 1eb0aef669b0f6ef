"""The maintenance window of docs/change-management.md: its task as AWS takes it, its role with exactly that policy."""

from __future__ import annotations

import json

import boto3
from botocore.validate import ParamValidator

from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.repository import ROOT

DOCS = ROOT / "docs"
TASK = json.loads((DOCS / "maintenance-window-task.json").read_text("utf-8"))
POLICY = json.loads((DOCS / "maintenance-window-policy.json").read_text("utf-8"))


def results(scene: Attacked) -> list[str]:
    """What Systems Manager says of each run that the window started."""
    account = scene.cluster.account
    window = account.client("ssm", account.person("window", POLICY))
    (opened,) = account.maintenance_windows.executions
    return [
        window.get_automation_execution(AutomationExecutionId=run)["AutomationExecution"]["AutomationExecutionStatus"]
        for run in opened.runs
    ]


def test_the_task_is_one_that_the_api_takes():
    model = boto3.client("ssm", region_name=REGION).meta.service_model
    asked = model.operation_model("RegisterTaskWithMaintenanceWindow").input_shape
    assert not ParamValidator().validate(TASK, asked).has_errors()
    assert TASK["TaskType"] in model.shape_for("MaintenanceWindowTaskType").enum
    assert TASK["CutoffBehavior"] in model.shape_for("MaintenanceWindowTaskCutoffBehavior").enum


def test_the_windows_role_cycles_one_node_after_the_other(synthesized):
    with attacked(synthesized) as scene:
        scene.perform(StepKind.MAINTENANCE_WINDOW, "SALES2", and_also=("SALES1",), cutoff_minutes=120)
        scene.settle()
        (window,) = scene.cluster.account.maintenance_windows.executions
        assert (window.status, results(scene)) == ("SUCCESS", ["Success", "Success"])
        assert all(scene.whole(node) and scene.cluster.sql_runs(node) for node in ("SALES1", "SALES2"))
        assert scene.outcomes == [("Cycled", "Goal")] * 2
        assert not scene.watch.violations and not scene.cluster.account.denials


def test_the_windows_end_ends_no_run_and_the_runs_own_end_is_the_result(synthesized):
    """The window says TIMED_OUT while the node is away."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.MAINTENANCE_WINDOW, "SALES2", and_also=("SALES1",), cutoff_minutes=12)
        (window,) = scene.cluster.account.maintenance_windows.executions
        scene.run_until(lambda: window.status == "TIMED_OUT")
        assert not scene.whole("SALES2")
        assert results(scene) == ["InProgress"] and scene.messages == []
        scene.settle()
        assert (window.status, results(scene)) == ("TIMED_OUT", ["Success"])
        assert "SALES2" in scene.messages[-1] and "back in service" in scene.messages[-1]
        assert " Goal " in scene.cluster.instances["SALES2"].tags["cachewarden:last-operation"]
        assert "cachewarden:last-operation" not in scene.cluster.instances["SALES1"].tags
        assert not scene.watch.violations
