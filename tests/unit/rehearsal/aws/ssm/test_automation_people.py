import pytest
from account_scene import allow, role
from botocore.exceptions import ClientError
from runbook_scene import begin, dba, got, play, start, step


def approve(**inputs):
    return step("Ask", "aws:approve", **{"Approvers": ["ann", "bob"], **inputs})


AFTER = step("After", "aws:sleep", Duration="PT1S")
TOPIC = {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "AutomationApprovals"}}}
OTHER_TOPIC = {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "Approvals"}}}


def signal(s, execution_id, kind, who="ann", **payload):
    s.account.person(who)
    client = s.account.client("ssm", s.account.person(who))
    client.send_automation_signal(AutomationExecutionId=execution_id, SignalType=kind, Payload=payload)


def test_an_approval_lets_the_automation_go_on_and_is_noted(scene):
    s = begin(scene, approve(), AFTER)
    waiting = play(s, until=100.0)
    assert (waiting["AutomationExecutionStatus"], waiting["CurrentAction"]) == ("Waiting", "aws:approve")
    signal(s, waiting["AutomationExecutionId"], "Approve", Comment=["Looks good"])
    s.clock.run_until()
    done = got(s, waiting["AutomationExecutionId"])
    assert done["AutomationExecutionStatus"] == "Success"
    outputs = done["StepExecutions"][0]["Outputs"]
    assert outputs["ApprovalStatus"] == ["Approved"]
    assert "Looks good" in outputs["ApproverDecisions"][0]


def test_two_approvals_are_of_two_people(scene):
    s = begin(scene, approve(MinRequiredApprovals=2), AFTER)
    execution_id = play(s, until=10.0)["AutomationExecutionId"]
    for _ in range(2):
        signal(s, execution_id, "Approve")
        s.clock.run_until(s.clock.monotonic() + 10)
        assert got(s, execution_id)["AutomationExecutionStatus"] == "Waiting"
    signal(s, execution_id, "Approve", who="bob")
    s.clock.run_until()
    assert got(s, execution_id)["AutomationExecutionStatus"] == "Success"


def test_one_rejection_is_enough_and_is_not_tried_again(scene):
    s = begin(scene, {**approve(MinRequiredApprovals=2), "maxAttempts": 3}, AFTER)
    execution_id = play(s, until=10.0)["AutomationExecutionId"]
    signal(s, execution_id, "Approve")
    signal(s, execution_id, "Reject", who="bob")
    s.clock.run_until()
    done = got(s, execution_id)
    assert done["AutomationExecutionStatus"] == "Failed"
    statuses = [each["StepStatus"] for each in done["StepExecutions"]]
    assert statuses == ["Failed", "Pending"]
    assert s.clock.monotonic() < 60


def test_nobody_else_may_decide_and_only_while_the_step_waits(scene):
    s = begin(scene, approve(), AFTER)
    execution_id = start(s)
    with pytest.raises(ClientError, match="AutomationStepNotFoundException"):
        signal(s, execution_id, "Approve")
    s.clock.run_until(10.0)
    with pytest.raises(ClientError, match="InvalidAutomationSignalException"):
        signal(s, execution_id, "Approve", who="eve")
    with pytest.raises(ClientError, match="InvalidAutomationSignalException"):
        signal(s, execution_id, "Resume")
    with pytest.raises(ClientError, match="AutomationExecutionNotFoundException"):
        signal(s, execution_id.replace(execution_id[0], "0", 1)[:-1] + "0", "Approve")


def test_an_approval_counts_for_its_own_step_only(scene):
    s = begin(scene, approve(), {**approve(), "name": "AskAgain"}, step("Hold", "aws:pause"), AFTER)
    execution_id = play(s, until=10.0)["AutomationExecutionId"]
    for waits_at in ("Ask", "AskAgain"):
        assert got(s, execution_id)["CurrentStepName"] == waits_at
        signal(s, execution_id, "Approve")
        s.clock.run_until(s.clock.monotonic() + 10)
    assert got(s, execution_id)["CurrentStepName"] == "Hold"
    signal(s, execution_id, "Resume")
    s.clock.run_until()
    assert got(s, execution_id)["AutomationExecutionStatus"] == "Success"


def test_an_approval_times_out(scene):
    s = begin(scene, {**approve(), "timeoutSeconds": 600}, AFTER)
    assert play(s)["AutomationExecutionStatus"] == "TimedOut"
    assert 600 < s.clock.monotonic() < 610


def test_more_approvals_than_approvers_can_never_come(scene):
    s = begin(scene, approve(MinRequiredApprovals=3))
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    assert "MinRequiredApprovals is 3, there are 2 approvers" in done["FailureMessage"]


def test_approvers_are_told_through_a_topic_whose_name_begins_with_automation(scene):
    asked = approve(NotificationArn={"Ref": "Topic"}, Message="Stop SALES1?")
    s = begin(scene, asked, AFTER, more=TOPIC)
    play(s, until=10.0)
    assert [each["message"] for each in s.account.published] == ["Stop SALES1?"]
    assert "RunbookRole" in s.account.published[0]["by"]
    s = begin(scene, asked, AFTER, more=OTHER_TOPIC)
    done = play(s)
    assert "the topic's name must begin with Automation" in done["FailureMessage"]
    assert s.account.published == []


def test_a_role_that_may_not_publish_fails_the_step(scene):
    weak = {"RunbookRole": role("ssm.amazonaws.com", allow("ec2:*")), **TOPIC}
    s = begin(scene, approve(NotificationArn={"Ref": "Topic"}), more=weak)
    done = play(s)
    details = done["StepExecutions"][0]["FailureDetails"]
    assert (done["AutomationExecutionStatus"], details["FailureType"]) == ("Failed", "Permission")


def test_a_paused_automation_waits_until_somebody_resumes_it(scene):
    s = begin(scene, step("Hold", "aws:pause"), AFTER)
    execution_id = play(s, until=5_000.0)["AutomationExecutionId"]
    assert got(s, execution_id)["AutomationExecutionStatus"] == "Waiting"
    with pytest.raises(ClientError, match="AutomationStepNotFoundException"):
        signal(s, execution_id, "Resume", StepName=["After"])
    signal(s, execution_id, "Resume", StepName=["Hold"])
    s.clock.run_until()
    assert got(s, execution_id)["AutomationExecutionStatus"] == "Success"


def test_a_pause_ends_after_a_week_and_cancelling_ends_it_at_once(scene):
    s = begin(scene, step("Hold", "aws:pause"), AFTER)
    assert play(s)["AutomationExecutionStatus"] == "TimedOut"
    assert 604_800 < s.clock.monotonic() < 604_810
    s = begin(scene, step("Hold", "aws:pause"), AFTER)
    execution_id = play(s, until=10.0)["AutomationExecutionId"]
    dba(s).stop_automation_execution(AutomationExecutionId=execution_id)
    s.clock.run_until()
    assert got(s, execution_id)["AutomationExecutionStatus"] == "Cancelled"
    assert s.clock.monotonic() < 30
