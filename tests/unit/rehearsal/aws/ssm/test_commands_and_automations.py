import json
from datetime import timedelta

import pytest
from account_scene import START, ScriptResult, allow, make_instance, role
from botocore.exceptions import ClientError
from sample_resources import RESOURCES

from rehearsal.kernel.faults import Fault, FaultKind


def ssm(scene):
    return scene.account.client("ssm", scene.account.person("dba"))


def send(scene, client, **parameters):
    return client.send_command(
        DocumentName="Probe-Host", InstanceIds=[scene.first.id], Parameters={"Mode": ["look"], **parameters}
    )["Command"]["CommandId"]


def invocation(scene, client, command_id):
    return client.get_command_invocation(CommandId=command_id, InstanceId=scene.first.id)


def test_output_and_exit_code_are_hidden_until_the_script_has_ended(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    s.first.host.scripts["Probe-Host"] = lambda _: s.clock.sleep(30) or ScriptResult("x" * 30_000, "y" * 9_000, 10)
    command_id = send(s, client, Token=["7"])
    s.clock.run_until(10.0)
    early = invocation(s, client, command_id)
    assert (early["Status"], early["ResponseCode"], early["StandardOutputContent"]) == ("InProgress", -1, "")
    s.clock.run_until()
    late = invocation(s, client, command_id)
    assert (late["Status"], late["ResponseCode"]) == ("Failed", 10)
    assert len(late["StandardOutputContent"]) == 24_000
    assert len(late["StandardErrorContent"]) == 8_000
    assert s.first.host.ran[0][2] == {"SSM_Token": "7", "SSM_Mode": "look"}


@pytest.mark.parametrize(
    "parameters", [{"Token": ["7; rm"]}, {"Mode": ["destroy"]}, {"Nonsense": ["1"]}, {"Token": ["1", "2"]}]
)
def test_parameters_that_the_document_does_not_allow_are_refused_before_anything_runs(scene, parameters):
    s = scene(RESOURCES)
    with pytest.raises(ClientError) as refused:
        ssm(s).send_command(
            DocumentName="Probe-Host", InstanceIds=[s.first.id], Parameters={"Mode": ["look"], **parameters}
        )
    assert refused.value.response["Error"]["Code"] == "InvalidParameters"
    s.clock.run_until()
    assert s.first.host.ran == []


def test_a_command_that_no_agent_takes_in_time_never_runs(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    s.first.host.agent_online_at = s.clock.now() + timedelta(seconds=90)
    command_id = client.send_command(
        DocumentName="Probe-Host", InstanceIds=[s.first.id], Parameters={"Mode": ["look"]}, TimeoutSeconds=60
    )["Command"]["CommandId"]
    s.clock.run_until(200.0)
    got = invocation(s, client, command_id)
    assert (got["Status"], got["StatusDetails"], got["ResponseCode"]) == ("TimedOut", "DeliveryTimedOut", -1)
    assert s.first.host.ran == []


def test_a_script_over_its_time_is_killed_where_it_stands(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    ended = []

    def script(_):
        try:
            s.clock.sleep(500)
        finally:
            ended.append("finally")

    s.first.host.scripts["Probe-Host"] = script
    command_id = send(s, client)
    s.clock.run_until()
    assert invocation(s, client, command_id)["StatusDetails"] == "ExecutionTimedOut"
    assert s.clock.monotonic() < 200
    assert ended == []


def test_a_delivery_that_is_repeated_runs_the_script_twice(scene):
    s = scene(RESOURCES, faults=[Fault(point="ssm.delivery", kind=FaultKind.REPEAT)])
    client = ssm(s)
    command_id = send(s, client)
    s.clock.run_until()
    assert len(s.first.host.ran) == 2
    assert invocation(s, client, command_id)["Status"] == "Success"


def start(scene, client, **more):
    return client.start_automation_execution(
        DocumentName="Probe", Parameters={"InstanceId": [scene.first.id], "Token": ["7"]}, **more
    )["AutomationExecutionId"]


def test_an_automation_runs_the_command_and_delivers_the_verdict(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    verdict = json.dumps({"v": 1, "code": "CW1000"})
    s.first.host.scripts["Probe-Host"] = lambda _: s.clock.sleep(5) or ScriptResult(verdict)
    execution = start(s, client)
    s.clock.run_until()
    got = client.get_automation_execution(AutomationExecutionId=execution)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == "Success"
    assert got["Outputs"]["ReadVerdict.Verdict"] == [verdict]
    assert [step["StepStatus"] for step in got["StepExecutions"]] == ["Success", "Success"]
    assert s.first.host.ran[0][2] == {"SSM_Token": "7", "SSM_Mode": "act"}
    assert s.account.denials == []


def test_a_refusing_host_fails_the_automation_but_its_verdict_is_in_the_outputs(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    s.first.host.scripts["Probe-Host"] = lambda _: ScriptResult('{"code":"CW1003"}', exit_code=10)
    execution = start(s, client)
    s.clock.run_until()
    got = client.get_automation_execution(AutomationExecutionId=execution)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == "Failed"
    assert got["Outputs"]["ReadVerdict.Verdict"] == ['{"code":"CW1003"}']
    assert [step["StepStatus"] for step in got["StepExecutions"]] == ["Failed", "Success"]


def test_a_host_that_says_nothing_leaves_an_empty_verdict(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    s.first.host.scripts["Probe-Host"] = lambda _: ScriptResult("", exit_code=1)
    execution = start(s, client)
    s.clock.run_until()
    got = client.get_automation_execution(AutomationExecutionId=execution)["AutomationExecution"]
    assert got["Outputs"]["ReadVerdict.Verdict"] == [""]


def test_the_same_client_token_is_the_same_execution_and_another_request_under_it_is_refused(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    token = "0c3a7a3e-6a55-5b07-8c22-1f62b5e6ad10"
    first = start(s, client, ClientToken=token)
    assert start(s, client, ClientToken=token) == first
    with pytest.raises(client.exceptions.IdempotentParameterMismatch):
        client.start_automation_execution(
            DocumentName="Probe", Parameters={"InstanceId": [s.second.id]}, ClientToken=token
        )
    s.clock.run_until()
    assert len(s.first.host.ran) == 1


def test_stopping_an_automation_cancels_its_command(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    s.first.host.scripts["Probe-Host"] = lambda _: s.clock.sleep(100)
    execution = start(s, client)
    s.clock.run_until(20.0)
    client.stop_automation_execution(AutomationExecutionId=execution)
    s.clock.run_until()
    got = client.get_automation_execution(AutomationExecutionId=execution)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == "Cancelled"
    (command,) = s.account.commands.commands.values()
    assert command.status == "Cancelled"
    assert s.clock.monotonic() < 60


def test_a_value_over_512_characters_is_refused(scene):
    s = scene(RESOURCES)
    with pytest.raises(ClientError) as refused:
        ssm(s).start_automation_execution(
            DocumentName="Probe", Parameters={"InstanceId": [s.first.id], "Token": ["7" * 513]}
        )
    assert refused.value.response["Error"]["Code"] == "ValidationException"


def test_a_runbook_whose_role_may_not_send_the_command_fails_and_the_denial_is_noted(scene):
    weak = role("ssm.amazonaws.com", allow("ssm:GetCommandInvocation"))
    s = scene({**RESOURCES, "RunbookRole": weak})
    client = ssm(s)
    execution = start(s, client)
    s.clock.run_until()
    got = client.get_automation_execution(AutomationExecutionId=execution)["AutomationExecution"]
    assert got["AutomationExecutionStatus"] == "Failed"
    assert [(denial.action, "RunbookRole" in denial.principal) for denial in s.account.denials] == [
        ("ssm:SendCommand", True)
    ]


def test_a_stopped_node_whose_agent_nobody_had_asked_about_is_known_with_its_last_ping(scene):
    s = scene(RESOURCES)
    s.clock.run_until(700.0)
    s.first.stop()
    s.clock.run_until()
    wanted = [{"Key": "InstanceIds", "Values": [s.first.id]}]
    (item,) = ssm(s).describe_instance_information(Filters=wanted)["InstanceInformationList"]
    assert (item["PingStatus"], item["LastPingDateTime"]) == ("ConnectionLost", START + timedelta(seconds=600))


def test_nodes_come_in_pages(scene):
    s = scene(RESOURCES)
    for number in range(5):
        make_instance(s.world, f"SALES{number + 3}", "eu-west-1a")
    first = ssm(s).describe_instance_information(MaxResults=5)
    rest = ssm(s).describe_instance_information(MaxResults=5, NextToken=first["NextToken"])
    pages = [[item["InstanceId"] for item in answer["InstanceInformationList"]] for answer in (first, rest)]
    assert ([len(each) for each in pages], pages[0] + pages[1]) == ([5, 2], list(s.world.instances))


def test_ping_status_follows_the_agent(scene):
    s = scene(RESOURCES)
    client = ssm(s)
    statuses = {
        item["InstanceId"]: item["PingStatus"]
        for item in client.describe_instance_information()["InstanceInformationList"]
    }
    assert statuses == {s.first.id: "Online", s.second.id: "Online"}
    s.first.stop()
    s.clock.run_until()
    (item,) = client.describe_instance_information(Filters=[{"Key": "InstanceIds", "Values": [s.first.id]}])[
        "InstanceInformationList"
    ]
    assert item["PingStatus"] == "ConnectionLost"
    assert item["LastPingDateTime"] < s.clock.now()


@pytest.mark.parametrize(
    ("actions", "known"), [(["ssm:*", "ssmmessages:*", "ec2messages:*"], True), (["ssm:*"], False)]
)
def test_an_agent_registers_only_if_its_profile_may(scene, actions, known):
    policy = {"Version": "2012-10-17", "Statement": [allow(actions)]}
    resources = {
        "Node": {
            "Type": "AWS::IAM::ManagedPolicy",
            "Properties": {"ManagedPolicyName": "Node", "PolicyDocument": policy},
        }
    }
    s = scene(resources)
    s.first.profile_role = "Node"
    wanted = [{"Key": "InstanceIds", "Values": [s.first.id]}]
    assert bool(ssm(s).describe_instance_information(Filters=wanted)["InstanceInformationList"]) is known
