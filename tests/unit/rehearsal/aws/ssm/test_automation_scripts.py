import json

import pytest
from account_scene import allow, role
from runbook_scene import begin, dba, got, play, step


def script(text, outputs=(), name="Script", payload=None, **more):
    made = step(name, "aws:executeScript", Runtime="python3.11", Handler="work", Script=text)
    if payload is not None:
        made["inputs"]["InputPayload"] = payload
    return {**made, "outputs": list(outputs), **more}


def output(name, selector, kind="String"):
    return {"Name": name, "Selector": selector, "Type": kind}


def test_a_script_gets_its_payload_calls_apis_as_the_role_and_gives_outputs(scene):
    text = """
import boto3

def work(events, context):
    found = boto3.client("ec2").describe_instances(InstanceIds=events["ids"])
    return {"zone": found["Reservations"][0]["Instances"][0]["Placement"]["AvailabilityZone"], "n": len(events["ids"])}
"""
    outputs = [output("Zone", "$.Payload.zone"), output("N", "$.Payload.n", "Integer"), output("No", "$.Payload.no")]
    s = begin(scene, script(text, outputs, payload={"ids": ["{{ InstanceId }}"]}), outputs=["Script.Zone", "Script.No"])
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Success"
    assert done["Outputs"]["Script.Zone"] == ["eu-west-1a"]
    assert done["Outputs"]["Script.No"] == ["No output available yet because the step is not successfully executed"]
    (shape,) = done["StepExecutions"]
    assert shape["Outputs"]["N"] == ["1"]
    assert json.loads(shape["Outputs"]["OutputPayload"][0]) == {"Payload": {"zone": "eu-west-1a", "n": 1}}


def test_a_script_without_permission_fails_with_the_error_of_the_call(scene):
    text = 'import boto3\ndef work(e, c):\n    boto3.client("ec2").stop_instances(InstanceIds=[e["id"]])\n'
    weak = {"RunbookRole": role("ssm.amazonaws.com", allow("ec2:Describe*"))}
    s = begin(scene, script(text, payload={"id": "{{ InstanceId }}"}), more=weak)
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    assert "UnauthorizedOperation" in done["FailureMessage"]
    assert [denial.action for denial in s.account.denials] == ["ec2:StopInstances"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return e['missing']", ["line 2, in work", "KeyError - 'missing'"]),
        ("raise ValueError('too small')", ["ValueError - too small"]),
        ("import sys; sys.exit(3)", ["SystemExit - 3"]),
        ("undefined()", ["NameError - name 'undefined' is not defined"]),
        ("import datetime; return datetime.datetime.now()", ["work returned what is no JSON"]),
        ("return 'x' * 110_000", ["returned 110002 bytes, 102400 are allowed"]),
    ],
)
def test_what_goes_wrong_in_a_script_fails_its_step_and_nothing_else(scene, body, told):
    text = f"def work(e, c):\n    {body}\n"
    after = step("After", "aws:sleep", Duration="PT1S")
    s = begin(scene, script(text, onFailure="Continue", isCritical=True), after)
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    first, second = done["StepExecutions"]
    assert (first["StepStatus"], second["StepStatus"]) == ("Failed", "Success")
    assert first["FailureMessage"].startswith("Step fails when it is Poll action status for completion. ")
    assert all(each in first["FailureMessage"] for each in told)


def test_sleeps_of_a_script_are_virtual_and_its_timeout_kills_it(scene):
    text = "import time\ndef work(e, c):\n    time.sleep(500)\n    return 1\n"
    s = begin(scene, script(text))
    assert play(s)["AutomationExecutionStatus"] == "Success"
    assert 500 < s.clock.monotonic() < 510
    s = begin(scene, script(text, timeoutSeconds=100))
    done = play(s)
    assert done["AutomationExecutionStatus"] == "TimedOut"
    assert done["FailureMessage"].startswith("Step timed out after 100 s while executing the script. Please refer to")
    assert 100 < s.clock.monotonic() < 110


def test_a_cancelled_script_does_nothing_more(scene):
    text = """
import boto3, time
def work(e, c):
    time.sleep(50)
    boto3.client("ec2").stop_instances(InstanceIds=[e["id"]])
"""
    s = begin(scene, script(text, payload={"id": "{{ InstanceId }}"}))
    running = play(s, until=20.0)
    dba(s).stop_automation_execution(AutomationExecutionId=running["AutomationExecutionId"])
    s.clock.run_until()
    assert got(s, running["AutomationExecutionId"])["AutomationExecutionStatus"] == "Cancelled"
    assert s.first.state.api_name == "running"


def test_who_reads_the_context_is_refused(scene):
    s = begin(scene, script("def work(e, c):\n    return c.function_name\n"))
    with pytest.raises(RuntimeError, match=r"context.function_name of aws:executeScript isn't modelled"):
        play(s)


def test_an_output_of_the_wrong_type_fails_the_step(scene):
    s = begin(scene, script("def work(e, c):\n    return {'n': 'x'}\n", [output("N", "$.Payload.n", "Integer")]))
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    details = done["StepExecutions"][0]["FailureDetails"]
    assert (details["FailureStage"], details["FailureType"]) == ("PostVerification", "Verification")
