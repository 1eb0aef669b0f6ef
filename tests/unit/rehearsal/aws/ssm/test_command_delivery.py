"""Delivery, timeouts, several steps, agents of different age: what Run Command says meanwhile and in the end."""

from datetime import timedelta

import pytest
from account_scene import ScriptResult
from botocore.exceptions import ClientError

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.settings import SsmSettings


def step(name="Probe", timeout="120", **more):
    inputs = {"timeoutSeconds": timeout, "runCommand": ["exit 0"], **more.pop("inputs", {})}
    return {"name": name, "action": "aws:runPowerShellScript", "inputs": inputs, **more}


def document(*steps, **parameters):
    content = {"schemaVersion": "2.2", "parameters": parameters, "mainSteps": list(steps or (step(),))}
    return {
        "Type": "AWS::SSM::Document",
        "Properties": {"Name": "Probe", "DocumentType": "Command", "Content": content},
    }


def begin(scene, *steps, faults=(), settings=None, **parameters):
    parts = () if settings is None else (SsmSettings(**settings),)
    return scene({"Probe": document(*steps, **parameters)}, faults=faults, settings=parts)


def ssm(s):
    return s.account.client("ssm", s.account.person("dba"))


def send(s, *nodes, **more):
    wanted = [node.id for node in nodes or (s.first,)]
    more = {"TimeoutSeconds": 60, **more}
    return ssm(s).send_command(DocumentName="Probe", InstanceIds=wanted, **more)["Command"]["CommandId"]


def look(s, command_id, node=None, **more):
    return ssm(s).get_command_invocation(CommandId=command_id, InstanceId=(node or s.first).id, **more)


def ended(s, command_id, **more):
    s.clock.run_until()
    answer = look(s, command_id, **more)
    return answer["Status"], answer["StatusDetails"], answer["ResponseCode"], answer["StandardOutputContent"]


def takes(s, seconds, *, stdout="done", code=0, node=None):
    (node or s.first).host.scripts["Probe"] = lambda _: s.clock.sleep(seconds) or ScriptResult(stdout, "", code)


def strike(point, kind, **more):
    return [Fault(point=point, kind=kind, **more)]


# -- delivery ---------------------------------------------------------------------------------------------------------


def test_an_invocation_does_not_exist_right_after_the_command(scene):
    s = begin(scene)
    command_id = send(s)
    with pytest.raises(ClientError, match="InvocationDoesNotExist"):
        look(s, command_id)
    assert ssm(s).list_command_invocations(CommandId=command_id)["CommandInvocations"] == []
    assert ssm(s).list_commands(CommandId=command_id)["Commands"][0]["Status"] == "Pending"
    s.clock.run_until(0.5)
    assert look(s, command_id)["Status"] == "Pending"


@pytest.mark.parametrize(("at_total", "ends"), [(True, 180.0), (False, 60.0)])
def test_a_lost_command_never_runs_and_ends_when_its_time_is_over(scene, at_total, ends):
    settings = {"undelivered_until_total": at_total}
    s = begin(scene, faults=strike("ssm.delivery", FaultKind.LOST), settings=settings)
    command_id = send(s)
    s.clock.run_until(ends - 1)
    assert look(s, command_id)["Status"] == "Pending"
    assert ended(s, command_id) == ("TimedOut", "DeliveryTimedOut", -1, "")
    assert s.clock.monotonic() == pytest.approx(ends, abs=3)
    assert s.first.host.ran == []


def test_a_late_command_runs_unless_its_delivery_timeout_is_over(scene):
    s = begin(scene, faults=strike("ssm.delivery", FaultKind.LATE, seconds=50))
    takes(s, 5)
    assert ended(s, send(s))[1] == "Success"
    s = begin(scene, faults=strike("ssm.delivery", FaultKind.LATE, seconds=61))
    assert ended(s, send(s))[1] == "DeliveryTimedOut"
    assert s.first.host.ran == []


def test_an_undeliverable_command_fails_at_once(scene):
    s = begin(scene, faults=strike("ssm.delivery", FaultKind.FAIL, where={"node": "SALES1"}))
    command_id = send(s, s.first, s.second)
    assert ended(s, command_id) == ("Failed", "Undeliverable", -1, "")
    assert ssm(s).list_commands(CommandId=command_id)["Commands"][0]["Status"] == "Success"
    assert s.clock.monotonic() < 10
    s = begin(scene, faults=strike("ssm.delivery", FaultKind.FAIL))
    command_id = send(s)
    s.clock.run_until()
    assert ssm(s).list_commands(CommandId=command_id)["Commands"][0]["Status"] == "Failed"


def test_a_command_waits_for_an_agent_that_comes_up(scene):
    s = begin(scene)
    s.first.host.agent_online_at = s.clock.now() + timedelta(seconds=20)
    takes(s, 5)
    assert ended(s, send(s))[1] == "Success"
    assert 25 < s.clock.monotonic() < 35


@pytest.mark.parametrize("refused", [True, False])
def test_a_stopped_node_is_refused_or_never_answers(scene, refused):
    s = begin(scene, settings={"stopped_node_is_refused": refused})
    s.first.stop()
    s.clock.run_until()
    if refused:
        with pytest.raises(ClientError, match="InvalidInstanceId"):
            send(s)
    else:
        assert ended(s, send(s))[1] == "DeliveryTimedOut"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"InstanceIds": ["first", "first"]}, "DuplicateInstanceId"),
        ({"InstanceIds": ["i-0000000000000000"]}, "InvalidInstanceId"),
        ({"InstanceIds": [f"i-{n:017x}" for n in range(51)]}, "ValidationException"),
        ({"TimeoutSeconds": 2_592_001}, "ValidationException"),
        ({"Comment": "c" * 101}, "ValidationException"),
        ({"DocumentVersion": "9"}, "InvalidDocumentVersion"),
        ({"DocumentName": "Nobody"}, "InvalidDocument"),
        ({"Parameters": {"Nobody": ["x"]}}, "InvalidParameters"),
    ],
)
def test_a_command_that_aws_would_not_take_is_refused(scene, more, code):
    s = begin(scene)
    ids = [s.first.id if each == "first" else each for each in more.pop("InstanceIds", [s.first.id])]
    with pytest.raises(ClientError) as error:
        ssm(s).send_command(**{"DocumentName": "Probe", "InstanceIds": ids, **more})
    assert error.value.response["Error"]["Code"] == code


@pytest.mark.parametrize("more", [{"Targets": [{"Key": "k", "Values": ["v"]}]}, {"MaxConcurrency": "1"}])
def test_what_is_not_modelled_is_refused_by_name(scene, more):
    s = begin(scene)
    with pytest.raises(NotImplementedError, match=next(iter(more))):
        ssm(s).send_command(DocumentName="Probe", InstanceIds=[s.first.id], **more)


# -- timeouts and reports ---------------------------------------------------------------------------------------------


def test_a_script_over_its_time_is_killed_and_its_output_is_not_readable(scene):
    s = begin(scene)
    takes(s, 121)
    assert ended(s, send(s)) == ("TimedOut", "ExecutionTimedOut", -1, "")
    assert s.clock.monotonic() < 130


def test_a_process_that_hangs_never_begins_its_script_and_is_killed_at_its_timeout(scene):
    s = begin(scene, faults=strike("ssm.script", FaultKind.HANG))
    command_id = send(s)
    s.clock.run_until(60.0)
    assert look(s, command_id)["Status"] == "InProgress"
    assert ended(s, command_id) == ("TimedOut", "ExecutionTimedOut", -1, "")
    assert s.first.host.ran == []


def test_a_lost_report_reads_delivery_timed_out_although_the_script_did_its_work(scene):
    s = begin(scene, faults=strike("ssm.report", FaultKind.LOST))
    takes(s, 5)
    command_id = send(s)
    s.clock.run_until(179.0)
    assert look(s, command_id)["Status"] == "InProgress"
    assert ended(s, command_id) == ("TimedOut", "DeliveryTimedOut", -1, "")
    assert s.clock.monotonic() == pytest.approx(180, abs=3)
    assert len(s.first.host.ran) == 1


def test_a_host_that_dies_under_its_script_reads_delivery_timed_out(scene):
    s = begin(scene)
    takes(s, 50)
    command_id = send(s)

    def dies():
        (invocation,) = s.account.commands.commands[command_id].invocations.values()
        invocation.script.kill()
        s.first.host.up = False

    s.clock.call_later(20, dies)
    assert ended(s, command_id)[1] == "DeliveryTimedOut"


@pytest.mark.parametrize(("taken", "details"), [(True, "Success"), (False, "DeliveryTimedOut")])
def test_a_report_after_the_total_timeout_is_taken_or_not(scene, taken, details):
    s = begin(
        scene,
        faults=strike("ssm.report", FaultKind.LATE, seconds=300),
        settings={"late_report_is_taken": taken},
    )
    takes(s, 5)
    command_id = send(s)
    s.clock.run_until(200.0)
    assert look(s, command_id)["StatusDetails"] == "DeliveryTimedOut"
    assert ended(s, command_id)[1] == details
    assert (look(s, command_id)["StandardOutputContent"] == "done") is taken


def test_a_late_report_within_the_total_timeout_is_only_late(scene):
    s = begin(scene, faults=strike("ssm.report", FaultKind.LATE, seconds=60))
    takes(s, 5, code=7)
    assert ended(s, send(s)) == ("Failed", "Failed", 7, "done")
    assert s.clock.monotonic() > 65


# -- cancelling -------------------------------------------------------------------------------------------------------


def test_cancelling_kills_the_script_and_hides_its_output(scene):
    s = begin(scene)
    takes(s, 100)
    command_id = send(s)
    s.clock.run_until(20.0)
    ssm(s).cancel_command(CommandId=command_id)
    assert look(s, command_id)["Status"] == "Cancelling"
    assert ended(s, command_id) == ("Cancelled", "Cancelled", -1, "")
    assert s.clock.monotonic() < 30
    ssm(s).cancel_command(CommandId=command_id)
    assert ended(s, command_id)[0] == "Cancelled"


def test_cancelling_one_node_leaves_the_other(scene):
    s = begin(scene)
    takes(s, 50)
    takes(s, 50, node=s.second)
    command_id = send(s, s.first, s.second)
    s.clock.run_until(20.0)
    ssm(s).cancel_command(CommandId=command_id, InstanceIds=[s.first.id])
    s.clock.run_until()
    assert [look(s, command_id, node)["Status"] for node in (s.first, s.second)] == ["Cancelled", "Success"]
    with pytest.raises(ClientError, match="InvalidInstanceId"):
        ssm(s).cancel_command(CommandId=command_id, InstanceIds=["i-00000000000000000"])
    with pytest.raises(ClientError, match="InvalidCommandId"):
        ssm(s).cancel_command(CommandId="0" * 36)


# -- several steps ----------------------------------------------------------------------------------------------------


def scripts(s, **outcomes):
    for name, (stdout, code) in outcomes.items():
        s.first.host.scripts[f"Probe/{name}"] = lambda _, out=stdout, exit_code=code: ScriptResult(out, "", exit_code)


def test_a_failed_step_does_not_end_the_document_and_each_has_its_own_code(scene):
    s = begin(scene, step("First"), step("Second"))
    scripts(s, First=("a", 3), Second=("b", 0))
    command_id = send(s)
    assert ended(s, command_id) == ("Failed", "Failed", -1, "")
    assert [ended(s, command_id, PluginName=name)[1:] for name in ("First", "Second")] == [
        ("Failed", 3, "a"),
        ("Success", 0, "b"),
    ]
    (shape,) = ssm(s).list_command_invocations(CommandId=command_id, Details=True)["CommandInvocations"]
    assert [(plugin["Name"], plugin["Status"]) for plugin in shape["CommandPlugins"]] == [
        ("First", "Failed"),
        ("Second", "Success"),
    ]
    with pytest.raises(ClientError, match="InvalidPluginName"):
        look(s, command_id, PluginName="aws:runPowerShellScript")


@pytest.mark.parametrize(
    ("first", "code", "status"),
    [
        (step("First", inputs={"onFailure": "exit"}), 3, "Failed"),
        (step("First", inputs={"onFailure": "successAndExit"}), 3, "Success"),
        (step("First"), 168, "Success"),
        (step("First"), 169, "Failed"),
    ],
)
def test_a_step_can_end_the_document(scene, first, code, status):
    s = begin(scene, first, step("Second"))
    scripts(s, First=("a", code), Second=("b", 0))
    command_id = send(s)
    assert ended(s, command_id)[0] == status
    assert [name for name, _, _ in s.first.host.ran] == ["Probe/First"]
    assert "skipped" in look(s, command_id, PluginName="Second")["StandardOutputContent"]


def test_the_next_step_runs_after_a_timeout_and_the_document_timed_out(scene):
    s = begin(scene, step("First", "30"), step("Second"))
    s.first.host.scripts["Probe/First"] = lambda _: s.clock.sleep(100)
    scripts(s, Second=("b", 0))
    command_id = send(s)
    assert ended(s, command_id)[:2] == ("TimedOut", "ExecutionTimedOut")
    assert ended(s, command_id, PluginName="Second")[0] == "Success"


def test_after_a_cancellation_or_the_host_s_death_no_further_step_runs(scene):
    s = begin(scene, step("First"), step("Second"))
    s.first.host.scripts["Probe/First"] = lambda _: s.clock.sleep(60)
    command_id = send(s)
    s.clock.run_until(20.0)
    ssm(s).cancel_command(CommandId=command_id)
    assert ended(s, command_id)[0] == "Cancelled"
    assert [name for name, _, _ in s.first.host.ran] == ["Probe/First"]

    s = begin(scene, step("First"), step("Second"))
    s.first.host.scripts["Probe/First"] = lambda _: s.clock.sleep(60)
    command_id = send(s)
    s.clock.run_until(20.0)
    (invocation,) = s.account.commands.commands[command_id].invocations.values()
    invocation.script.kill()
    assert ended(s, command_id)[1] == "DeliveryTimedOut"
    assert [name for name, _, _ in s.first.host.ran] == ["Probe/First"]


LINUX = {"StringEquals": ["platformType", "Linux"]}


def test_a_step_for_another_platform_is_skipped_and_a_document_for_another_is_refused(scene):
    s = begin(scene, step("First", precondition=LINUX), step("Second"))
    scripts(s, Second=("b", 0))
    command_id = send(s)
    assert ended(s, command_id)[0] == "Success"
    assert [name for name, _, _ in s.first.host.ran] == ["Probe/Second"]
    skipped = look(s, command_id, PluginName="First")
    assert (skipped["Status"], skipped["ResponseCode"]) == ("Success", 0)
    assert skipped["StandardOutputContent"] == (
        "Step execution skipped due to unsatisfied preconditions: "
        "'\"StringEquals\": [platformType, Linux]'. Step name: First"
    )
    s = begin(scene, step("First", precondition=LINUX))
    with pytest.raises(ClientError, match="UnsupportedPlatformType"):
        send(s)


# -- parameters -------------------------------------------------------------------------------------------------------

TOKEN = {"type": "String", "allowedPattern": "^[0-9]{1,15}$", "interpolationType": "ENV_VAR"}


@pytest.mark.parametrize(
    ("version", "environment"),
    [("3.3.2746.0", {"SSM_Token": "7"}), ("3.3.3050.0", {"SSM_Token": "7"}), ("3.3.2745.9", {}), ("3.2.9999.0", {})],
)
def test_an_agent_that_does_not_know_env_var_leaves_the_script_without_its_parameters(scene, version, environment):
    s = begin(scene, settings={"agent_version": version}, Token=TOKEN)
    send(s, Parameters={"Token": ["7"]})
    s.clock.run_until()
    assert s.first.host.ran[0][2] == environment


def test_one_node_can_have_an_older_agent(scene):
    s = begin(scene, Token=TOKEN)
    s.first.host.agent_version = "3.1.0.0"
    send(s, s.first, s.second, Parameters={"Token": ["7"]})
    s.clock.run_until()
    assert [node.host.ran[0][2] for node in (s.first, s.second)] == [{}, {"SSM_Token": "7"}]
    shapes = ssm(s).describe_instance_information()["InstanceInformationList"]
    assert {shape["InstanceId"]: shape["AgentVersion"] for shape in shapes}[s.first.id] == "3.1.0.0"


def test_parameters_that_are_not_exported_are_written_into_the_script_and_its_timeout(scene):
    s = begin(
        scene,
        step(timeout="{{ Limit }}", inputs={"runCommand": ["echo {{Word}}", "exit 0"]}),
        Word={"type": "String"},
        Limit={"type": "String", "default": "40"},
    )
    takes(s, 50)
    assert ended(s, send(s, Parameters={"Word": ["hello"]}))[1] == "ExecutionTimedOut"
    assert s.first.host.ran[0][1:] == ("echo hello\nexit 0", {})


# -- lists ------------------------------------------------------------------------------------------------------------


def test_lists_are_filtered_and_an_unknown_filter_is_refused(scene):
    s = begin(scene)
    takes(s, 5)
    takes(s, 50, node=s.second)
    first, second = send(s), send(s, s.second)
    s.clock.run_until(20.0)

    def listed(**wanted):
        answer = ssm(s).list_commands(Filters=[{"key": key, "value": value} for key, value in wanted.items()])
        return [command["CommandId"] for command in answer["Commands"]]

    assert listed(ExecutionStage="Executing") == [second]
    assert listed(ExecutionStage="Complete") == [first]
    assert listed(Status="InProgress") == [second]
    assert listed(DocumentName="Probe") == [second, first]
    assert listed(InvokedAfter="2026-02-03T04:05:07Z") == []
    assert listed(InvokedBefore="2026-02-03T04:05:07Z") == [second, first]
    (command,) = ssm(s).list_commands(InstanceId=s.second.id)["Commands"]
    counts = [command[name] for name in ("TargetCount", "CompletedCount", "ErrorCount", "DeliveryTimedOutCount")]
    assert counts == [1, 0, 0, 0]
    assert (command["ExpiresAfter"] - command["RequestedDateTime"]).total_seconds() == 180
    s.clock.run_until()


def test_lists_come_in_pages_of_fifty(scene):
    s = begin(scene)
    takes(s, 1)
    sent = [send(s) for _ in range(53)]
    s.clock.run_until()
    first = ssm(s).list_commands()
    assert [command["CommandId"] for command in first["Commands"]] == sent[:2:-1]
    rest = ssm(s).list_commands(NextToken=first["NextToken"])
    assert ([command["CommandId"] for command in rest["Commands"]], "NextToken" in rest) == (sent[2::-1], False)
    few = ssm(s).list_command_invocations(MaxResults=5, NextToken="50")["CommandInvocations"]
    assert [invocation["CommandId"] for invocation in few] == sent[50:]
    with pytest.raises(ClientError, match="InvalidNextToken"):
        ssm(s).list_commands(NextToken="elsewhere")
    with pytest.raises(ClientError, match="ValidationException"):
        ssm(s).list_commands(MaxResults=51)


def test_commands_of_a_node_that_is_gone_cannot_be_listed(scene):
    s = begin(scene)
    send(s)
    s.clock.run_until()
    assert len(ssm(s).list_commands(InstanceId=s.first.id)["Commands"]) == 1
    with pytest.raises(ClientError, match="InvalidInstanceId"):
        ssm(s).list_commands(InstanceId="i-00000000000000000")
