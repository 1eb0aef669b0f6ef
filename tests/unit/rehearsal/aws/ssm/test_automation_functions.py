"""aws:invokeLambdaFunction: a runbook's step that asks a function, under both answers to what AWS leaves open."""

import pytest
from account_scene import allow, function, role
from runbook_scene import play, runbook, step

from rehearsal.world.settings import SsmSettings

ASK = {
    **step("Ask", "aws:invokeLambdaFunction", FunctionName="probe", Payload='{"node":"{{ InstanceId }}"}'),
    "timeoutSeconds": 30,
    "outputs": [{"Name": "Node", "Selector": "$.event.node", "Type": "String"}],
}


def begin(scene, *steps, handler="echo", right="lambda:InvokeFunction", settings=(), outputs=(), timeout=20):
    resources = {
        "RunbookRole": role("ssm.amazonaws.com", allow([right])),
        "ProbeRole": role("lambda.amazonaws.com"),
        "ProbeFunction": function(handler, "ProbeRole", timeout),
        "Probe": runbook(*steps, outputs=outputs),
    }
    resources["ProbeFunction"]["Properties"]["FunctionName"] = "probe"
    return scene(resources, settings=settings)


def test_the_functions_answer_becomes_the_steps_outputs(scene):
    s = begin(scene, ASK, outputs=["Ask.Node", "Ask.StatusCode"])
    done = play(s)
    assert done["Outputs"] == {"Ask.Node": [s.first.id], "Ask.StatusCode": ["200"]}


def test_selectors_may_start_from_lambdas_whole_response(scene):
    wrapped = {**ASK, "outputs": [{"Name": "Node", "Selector": "$.Payload.event.node", "Type": "String"}]}
    s = begin(scene, wrapped, outputs=["Ask.Node"], settings=[SsmSettings(lambda_selectors_start_in_payload=False)])
    assert play(s)["Outputs"] == {"Ask.Node": [s.first.id]}


@pytest.mark.parametrize(("fails", "status"), [(True, "Failed"), (False, "Success")])
def test_a_function_that_raises_fails_the_step_or_leaves_its_error(scene, fails, status):
    s = begin(
        scene,
        ASK,
        handler="failing",
        outputs=["Ask.FunctionError"],
        settings=[SsmSettings(lambda_errors_fail_steps=fails)],
    )
    done = play(s)
    assert done["AutomationExecutionStatus"] == status
    assert done["StepExecutions"][0]["Outputs"]["FunctionError"] == ["Unhandled"]


def test_without_the_right_the_step_fails(scene):
    s = begin(scene, ASK, right="lambda:GetFunction")
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    assert done["StepExecutions"][0]["FailureDetails"]["FailureType"] == "Permission"
    s.account.denials.clear()
