"""Only a deployed approver's own approval of another's request is a consent: no start, no signal, no record else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.iam.authorizer import ADMINISTRATOR
from rehearsal.aws.iam.policy import parse_policy
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked
from tests.attacks.rights import RIGHTS

MACHINE = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
REQUEST = "CacheWarden-RequestOutageAndStopInstance"
ASYNCHRONOUS = "CacheWarden-RequestAsynchronousAndStopInstance"
NODE = "ARCHIVE1"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="stand-alone") as cluster:
        yield cluster


def requester(scene: Attacked) -> Principal:
    """An operator who may ask."""
    return scene.cluster.account.holder("operator", f"CacheWardenRequester-{REGION}")


def approver(scene: Attacked) -> Principal:
    """Among the deployment's approvers, with the managed policy for them."""
    return scene.cluster.account.holder("approver", f"CacheWardenApprover-{REGION}")


def ask(scene: Attacked, by: Principal, **more: Any) -> str:
    """Starts the document that asks, and waits until it has; gives the run's id."""
    client = scene.cluster.account.client("ssm", by)
    given = {"DocumentName": REQUEST, "Parameters": {"InstanceId": [scene.instance_id(NODE)]}, **more}
    run = str(client.start_automation_execution(**given)["AutomationExecutionId"])
    scene.sleep(30)
    return run


def answer(scene: Attacked, by: Principal, run: str, signal: str = "Approve") -> None:
    scene.cluster.account.client("ssm", by).send_automation_signal(AutomationExecutionId=run, SignalType=signal)


def status(scene: Attacked, run: str) -> str:
    return str(scene.cluster.account.automations.executions[run].status)


def stays(scene: Attacked) -> bool:
    """The node was left alone: it runs, is protected and whole, and SQL Server runs on it."""
    scene.settle()
    return scene.whole(NODE) and scene.cluster.sql_runs(NODE) and not scene.watch.violations


def test_an_operator_asks_and_an_approver_gives_it(scene):
    """Possible, and meant to be: both managed policies carry their part, at the API itself."""
    run = ask(scene, requester(scene))
    assert (status(scene, run), scene.outcomes) == ("Waiting", [])
    answer(scene, approver(scene), run)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert "given by arn:aws:iam::111122223333:user/approver" in scene.messages[-1]
    assert not scene.watch.violations


def test_who_asks_cannot_answer_and_nothing_happens_without_an_answer(scene):
    """With every right of IAM but not among the approvers."""
    asking = scene.cluster.account.person("dba")
    run = ask(scene, asking)
    for signal in ("Approve", "Reject"):
        with pytest.raises(ClientError, match="no approver"):
            answer(scene, asking, run, signal)
    assert stays(scene)
    assert (status(scene, run), scene.outcomes) == ("TimedOut", [])


def test_an_approver_who_asks_cannot_answer_himself(scene):
    """Systems Manager lets him: that isn't documented otherwise. His own word is no second person's."""
    both = scene.cluster.account.person("approver")
    answer(scene, both, ask(scene, both))
    assert stays(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "CW6156" in scene.messages[-1]
    assert "nobody approved it who can be told from whoever asked" in scene.messages[-1]


def test_what_needs_no_consent_is_not_done_on_one_persons_word_either(synthesized):
    """A secondary could be stopped with no consent at all, by whoever may start CacheWarden-StopInstance."""
    with attacked(synthesized) as scene:
        both = scene.cluster.account.person("approver")
        given = {"DocumentName": ASYNCHRONOUS, "Parameters": {"InstanceId": [scene.instance_id("SALES2")]}}
        run = str(
            scene.cluster.account.client("ssm", both).start_automation_execution(**given)["AutomationExecutionId"]
        )
        scene.sleep(30)
        answer(scene, both, run)
        scene.settle()
        assert scene.whole("SALES2") and scene.cluster.sql_runs("SALES2") and not scene.watch.violations
        assert scene.outcomes == [("Stopped", "Refused")]
        assert "CW6156" in scene.messages[-1]


def test_who_may_answer_any_automation_but_is_no_approver_gives_nothing(scene):
    run = ask(scene, requester(scene))
    with pytest.raises(ClientError, match="no approver"):
        answer(scene, RIGHTS["send-automation-signal"](scene), run)
    assert status(scene, run) == "Waiting"
    assert stays(scene)


def test_who_may_only_start_the_document_that_asks_gives_nothing(scene):
    starter = RIGHTS["start-request-documents"](scene)
    run = ask(scene, starter)
    assert stays(scene)
    assert (status(scene, run), scene.outcomes) == ("TimedOut", [])
    with pytest.raises(ClientError, match="AccessDenied"):
        answer(scene, starter, run)


@pytest.mark.parametrize("signal", [None, "Reject"])
def test_a_workflow_that_is_started_under_the_name_of_a_run_without_an_approval_gets_nothing(scene, signal):
    """As somebody who may also start the workflow: while the run waits, and once it was rejected."""
    run = ask(scene, requester(scene))
    if signal is not None:
        answer(scene, approver(scene), run, signal)
        scene.sleep(30)
    given = {"goal": "Stopped", "instanceId": scene.instance_id(NODE), "documentRun": run}
    scene.cluster.account.client("stepfunctions", scene.principal("starts", "states:StartExecution")).start_execution(
        stateMachineArn=MACHINE, name=run, input=json.dumps(given)
    )
    assert stays(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    refusal = next(text for text in scene.messages if "CW6156" in text)
    assert ("Systems Manager shows no approver's decision" if signal is None else "no approver approved it") in refusal


def test_a_version_of_the_document_that_asks_others_gives_nothing(scene):
    """An older one that is still there, or one that somebody wrote: mallory is asked, and approves."""
    documents = scene.cluster.account.documents
    content = deepcopy(documents.by_name[REQUEST].versions[-1].content)
    mallory = scene.cluster.account.person("mallory")
    content["mainSteps"][0]["inputs"]["Approvers"] = [mallory.arn]
    documents.deploy(REQUEST, "Automation", content)
    answer(scene, mallory, ask(scene, requester(scene)))
    assert stays(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "it asked others than the approvers of this deployment" in scene.messages[-1]


def test_an_approval_serves_no_second_operation(scene):
    """The node was stopped with it and is back within the hour; somebody names that run again."""
    run = ask(scene, requester(scene))
    answer(scene, approver(scene), run)
    scene.settle()
    scene.perform(StepKind.START, NODE)
    scene.settle()
    given = {"goal": "Stopped", "instanceId": scene.instance_id(NODE), "documentRun": run}
    scene.cluster.account.client("stepfunctions", scene.principal("starts", "states:StartExecution")).start_execution(
        stateMachineArn=MACHINE, name="again", input=json.dumps(given)
    )
    assert stays(scene)
    assert "it started another operation" in scene.messages[-1]


def test_of_two_sessions_of_an_approving_role_the_one_that_asked_gives_nothing_and_the_other_gives_it(scene):
    """The deployment names the role."""
    account = scene.cluster.account
    account.authorizer.add_role("OnCall", ())
    account.authorizer.attach("OnCall", parse_policy(ADMINISTRATOR, "role/OnCall"))
    ann, bob = (principals.role("OnCall", f"{name}@example.com") for name in ("ann", "bob"))
    answer(scene, ann, ask(scene, ann))
    assert stays(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    answer(scene, bob, ask(scene, ann))
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal")
    assert "given by arn:aws:sts::111122223333:assumed-role/OnCall/bob@example.com" in scene.messages[-1]
