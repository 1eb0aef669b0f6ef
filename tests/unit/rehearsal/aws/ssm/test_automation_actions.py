import json

import pytest
from account_scene import allow, role
from botocore.exceptions import ClientError
from state_machine_scene import MACHINE_ROLE, WAITING, arn, machine

EVERYTHING = role("ssm.amazonaws.com", allow(["ec2:*", "sns:*", "states:*", "ssm:*"]))


def runbook(*steps, outputs=(), **parameters):
    content = {
        "schemaVersion": "0.3",
        "assumeRole": {"Fn::GetAtt": ["RunbookRole", "Arn"]},
        "parameters": {"InstanceId": {"type": "String", "default": "none"}, **parameters},
        "outputs": list(outputs),
        "mainSteps": list(steps),
    }
    return {
        "Type": "AWS::SSM::Document",
        "Properties": {"Name": "Probe", "DocumentType": "Automation", "Content": content},
    }


def play(s, parameters=None, until=None):
    client = s.account.client("ssm", s.account.person("dba"))
    started = client.start_automation_execution(
        DocumentName="Probe", Parameters={"InstanceId": [s.first.id], **(parameters or {})}
    )["AutomationExecutionId"]
    s.clock.run_until(until)
    return client, started, client.get_automation_execution(AutomationExecutionId=started)["AutomationExecution"]


def begin(scene, *steps, outputs=(), **more):
    return scene({"RunbookRole": EVERYTHING, "Probe": runbook(*steps, outputs=outputs), **more})


def step(name, action, /, **inputs):
    return {"name": name, "action": action, "inputs": inputs}


def test_change_instance_state_waits_until_the_instance_is_there(scene):
    s = begin(
        scene,
        step("Stop", "aws:changeInstanceState", InstanceIds=["{{ InstanceId }}"], DesiredState="stopped"),
        step("Start", "aws:changeInstanceState", InstanceIds=["{{ InstanceId }}"], DesiredState="running"),
    )
    _, _, got = play(s)
    assert got["AutomationExecutionStatus"] == "Success"
    states = [event.facts["state"] for event in s.world.trace.of("instance-state")]
    assert states == ["stopping", "stopped", "pending", "running"]


def test_a_protected_instance_fails_the_step_with_ec2_s_own_words(scene):
    s = begin(scene, step("Stop", "aws:changeInstanceState", InstanceIds=["{{ InstanceId }}"], DesiredState="stopped"))
    s.first.stop_protected = True
    _, _, got = play(s)
    assert got["AutomationExecutionStatus"] == "Failed"
    assert "disableApiStop" in got["FailureMessage"]
    s.clock.run_until()
    (event,) = [e for e in s.account.bus.events if e["detail"].get("eventName") == "StopInstances"]
    identity = event["detail"]["userIdentity"]
    assert identity["type"] == "AssumedRole"
    assert identity["invokedBy"] == event["detail"]["sourceIPAddress"] == "ssm.amazonaws.com"
    assert identity["arn"].endswith(f"/Automation-{got['AutomationExecutionId']}")


NAME = "$.Reservations[0].Instances[0].State.Name"


def test_waiting_for_a_property_ends_when_it_is_there_or_the_time_is_over(scene):
    wait = step(
        "Wait",
        "aws:waitForAwsResourceProperty",
        Service="ec2",
        Api="DescribeInstances",
        InstanceIds=["{{ InstanceId }}"],
        PropertySelector=NAME,
        DesiredValues=["stopped"],
    )
    s = begin(scene, {**wait, "timeoutSeconds": 120})
    s.clock.call_later(50, s.first.stop)
    _, _, got = play(s)
    assert got["AutomationExecutionStatus"] == "Success"
    assert 60 < s.clock.monotonic() < 90
    s.first.start()
    s.clock.run_until()
    _, _, got = play(s)
    assert got["AutomationExecutionStatus"] == "TimedOut"


@pytest.mark.parametrize(("value", "status"), [("running", "Success"), ("stopped", "Failed")])
def test_asserting_a_property(scene, value, status):
    check = step(
        "Check",
        "aws:assertAwsResourceProperty",
        Service="ec2",
        Api="DescribeInstances",
        InstanceIds=["{{ InstanceId }}"],
        PropertySelector=NAME,
        DesiredValues=[value],
    )
    s = begin(scene, check)
    assert play(s)[2]["AutomationExecutionStatus"] == status


def test_a_branch_goes_where_the_variable_says_and_sleep_takes_its_time(scene):
    branch = {
        **step(
            "Which",
            "aws:branch",
            Choices=[{"NextStep": "Long", "Variable": "{{ InstanceId }}", "StartsWith": "i-"}],
            Default="Short",
        ),
        "isEnd": True,
    }
    s = begin(
        scene,
        branch,
        {**step("Short", "aws:sleep", Duration="PT1S"), "isEnd": True},
        {**step("Long", "aws:sleep", Duration="PT1H2M3S"), "isEnd": True},
    )
    _, _, got = play(s)
    statuses = {each["StepName"]: each["StepStatus"] for each in got["StepExecutions"]}
    assert statuses == {"Which": "Success", "Long": "Success", "Short": "Pending"}
    assert 3723 < s.clock.monotonic() < 3730


def test_an_executed_machine_gives_its_output(scene):
    run = step("Run", "aws:executeStateMachine", stateMachineArn={"Ref": "Machine"}, name="one", input='{"a":1}')
    done = {"Done": {"Type": "Succeed", "Output": {"done": True}}}
    more = {"MachineRole": MACHINE_ROLE}
    s = begin(scene, run, outputs=["Run.output", "Run.status"], Machine=machine("probe", done), **more)
    _, _, got = play(s)
    assert got["Outputs"]["Run.status"] == ["SUCCEEDED"]
    assert json.loads(got["Outputs"]["Run.output"][0]) == {"done": True}


def test_cancelling_stops_the_machine_that_the_automation_waits_for(scene):
    run = step("Run", "aws:executeStateMachine", stateMachineArn={"Ref": "Machine"})
    s = begin(scene, run, Machine=machine("probe", WAITING), MachineRole=MACHINE_ROLE)
    client, started, _ = play(s, until=20.0)
    client.stop_automation_execution(AutomationExecutionId=started)
    s.clock.run_until()
    (record,) = s.account.executions
    assert (record.machine.arn, record.status.value) == (arn(s, "Machine"), "ABORTED")
    assert s.clock.monotonic() < 40


def approval(scene):
    ask = step(
        "Ask",
        "aws:approve",
        NotificationArn={"Ref": "Topic"},
        Message="May I?",
        MinRequiredApprovals=1,
        Approvers=["arn:aws:iam::111122223333:user/boss"],
    )
    topic = {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "AutomationProbe"}}
    s = begin(scene, {**ask, "timeoutSeconds": 3600}, Topic=topic)
    _, started, got = play(s, until=10.0)
    assert got["AutomationExecutionStatus"] == "Waiting"
    assert [message["message"] for message in s.account.published] == ["May I?"]
    return s, started


@pytest.mark.parametrize(("signal", "status"), [("Approve", "Success"), ("Reject", "Failed")])
def test_an_approver_decides(scene, signal, status):
    s, started = approval(scene)
    boss = s.account.client("ssm", s.account.person("boss"))
    boss.send_automation_signal(AutomationExecutionId=started, SignalType=signal)
    s.clock.run_until()
    got = boss.get_automation_execution(AutomationExecutionId=started)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == status


def test_nobody_else_decides_and_silence_is_a_no(scene):
    s, started = approval(scene)
    dba = s.account.client("ssm", s.account.person("dba"))
    with pytest.raises(ClientError, match="no approver"):
        dba.send_automation_signal(AutomationExecutionId=started, SignalType="Approve")
    s.clock.run_until()
    got = dba.get_automation_execution(AutomationExecutionId=started)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == "TimedOut"


def test_starting_a_runbook_needs_the_right_to_pass_its_role(scene):
    s = begin(scene, step("Nap", "aws:sleep", Duration="PT1S"))
    start_only = {"Version": "2012-10-17", "Statement": [allow("ssm:*")]}
    caller = s.account.client("ssm", s.account.person("weak", start_only))
    with pytest.raises(ClientError, match="iam:PassRole"):
        caller.start_automation_execution(DocumentName="Probe")
    assert [denial.action for denial in s.account.denials] == ["iam:PassRole"]
