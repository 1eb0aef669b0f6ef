import pytest
from botocore.exceptions import ClientError
from runbook_scene import begin, dba, got, play, runbook, start, step

from rehearsal.aws.ssm import automations


def child(*steps, **more):
    return {"Child": runbook(*steps, name="Child", **more)}


CALL = step("Call", "aws:executeAutomation", DocumentName="Child", RuntimeParameters={"InstanceId": "{{ InstanceId }}"})
LOOK = {
    **step("Look", "aws:executeAwsApi", Service="ec2", Api="DescribeInstances", InstanceIds=["{{ InstanceId }}"]),
    "outputs": [{"Name": "Ids", "Selector": "$.Reservations..InstanceId", "Type": "StringList"}],
}


def test_a_child_runs_with_its_parameters_and_gives_its_outputs(scene):
    s = begin(scene, CALL, outputs=["Call.Output", "Call.Status"], more=child(LOOK, outputs=["Look.Ids"]))
    done = play(s)
    assert done["Outputs"] == {"Call.Output": [s.first.id], "Call.Status": ["Success"]}
    (other,) = [each for each in s.account.automations.executions.values() if each.document.name == "Child"]
    assert other.parent_id == done["AutomationExecutionId"]
    shape = got(s, other.id)
    assert shape["ParentAutomationExecutionId"] == done["AutomationExecutionId"]
    assert "RunbookRole" in shape["ExecutedBy"]
    wanted = [{"Key": "ParentExecutionId", "Values": [done["AutomationExecutionId"]]}]
    (listed,) = dba(s).describe_automation_executions(Filters=wanted)["AutomationExecutionMetadataList"]
    assert listed["AutomationExecutionId"] == other.id


def test_a_failed_child_fails_the_step_with_its_reason(scene):
    bad = step("Bad", "aws:executeAwsApi", Service="ec2", Api="StopInstances", InstanceIds=["i-00000000000000000"])
    s = begin(scene, CALL, more=child(bad))
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    assert "ended Failed: Step fails when it is Execute/Cancelling action" in done["FailureMessage"]
    assert done["StepExecutions"][0]["Outputs"]["Status"] == ["Failed"]


@pytest.mark.parametrize(
    ("parameters", "told"),
    [({"Nonsense": "x"}, "InvalidAutomationExecutionParametersException"), ({}, "AutomationDefinitionNotFound")],
)
def test_a_child_that_cannot_start_fails_the_step(scene, parameters, told):
    name = "Child" if parameters else "Nobody"
    call = step("Call", "aws:executeAutomation", DocumentName=name, RuntimeParameters=parameters)
    s = begin(scene, call, more=child(LOOK))
    assert told in play(s)["FailureMessage"]


def test_cancelling_the_parent_cancels_its_child(scene):
    s = begin(scene, CALL, more=child(step("Long", "aws:sleep", Duration="PT1H")))
    execution_id = play(s, until=20.0)["AutomationExecutionId"]
    dba(s).stop_automation_execution(AutomationExecutionId=execution_id)
    s.clock.run_until()
    assert [each.status for each in s.account.automations.executions.values()] == ["Cancelled", "Cancelled"]
    assert s.clock.monotonic() < 40


def test_executions_over_the_limit_wait_their_turn(scene, monkeypatch):
    monkeypatch.setattr(automations, "CONCURRENT_MAX", 2)
    monkeypatch.setattr(automations, "QUEUED_MAX", 2)
    s = begin(scene, step("Long", "aws:sleep", Duration="PT1M"))
    ids = [start(s) for _ in range(4)]
    with pytest.raises(ClientError, match="AutomationExecutionLimitExceededException"):
        start(s)
    s.clock.run_until(30.0)
    assert [got(s, each)["AutomationExecutionStatus"] for each in ids] == ["InProgress"] * 2 + ["Pending"] * 2
    pending = got(s, ids[2])
    assert [each["StepStatus"] for each in pending["StepExecutions"]] == ["Pending"]
    s.clock.run_until(90.0)
    assert [got(s, each)["AutomationExecutionStatus"] for each in ids] == ["Success"] * 2 + ["InProgress"] * 2
    s.clock.run_until()
    assert got(s, ids[3])["AutomationExecutionStatus"] == "Success"
    assert 120 < s.clock.monotonic() < 135
    later = start(s)
    s.clock.run_until(s.clock.monotonic() + 10)
    assert got(s, later)["AutomationExecutionStatus"] == "InProgress"
    s.clock.run_until()


def test_a_queued_execution_can_be_stopped_and_never_runs(scene, monkeypatch):
    monkeypatch.setattr(automations, "CONCURRENT_MAX", 1)
    s = begin(scene, step("Long", "aws:sleep", Duration="PT1M"))
    ids = [start(s) for _ in range(3)]
    dba(s).stop_automation_execution(AutomationExecutionId=ids[1])
    assert got(s, ids[1])["AutomationExecutionStatus"] == "Cancelled"
    with pytest.raises(ClientError, match="InvalidAutomationStatusUpdateException"):
        dba(s).stop_automation_execution(AutomationExecutionId=ids[1])
    s.clock.run_until()
    assert [got(s, each)["AutomationExecutionStatus"] for each in ids] == ["Success", "Cancelled", "Success"]
    assert got(s, ids[1])["StepExecutions"][0]["StepStatus"] == "Pending"


def test_a_hundred_run_at_once_children_included():
    assert (automations.CONCURRENT_MAX, automations.QUEUED_MAX) == (100, 1_000)


def test_a_queued_child_starts_when_another_execution_has_ended(scene, monkeypatch):
    monkeypatch.setattr(automations, "CONCURRENT_MAX", 2)
    s = begin(
        scene, CALL, more={**child(LOOK), "Other": runbook(step("Long", "aws:sleep", Duration="PT1M"), name="Other")}
    )
    start(s, document="Other")
    parent = start(s)
    s.clock.run_until(30.0)
    assert [each.status for each in s.account.automations.executions.values()][2] == "Pending"
    s.clock.run_until()
    assert got(s, parent)["AutomationExecutionStatus"] == "Success"
