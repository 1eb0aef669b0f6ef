"""A consent is given by who may give it, for one operation on one node, in time: nothing else stops the only copy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

MACHINE = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
OUTAGE = "CacheWarden-AcceptOutageAndStopInstance"
NODE = "ARCHIVE1"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="stand-alone") as cluster:
        yield cluster


def start_execution(scene: Attacked, name: str = "made-up", **request: Any) -> None:
    """Starts the workflow as somebody whose only right that is."""
    attacker = scene.principal("starts-executions", "states:StartExecution")
    given = {"goal": "Stopped", "instanceId": scene.instance_id(NODE), "requestedBy": "the owner", **request}
    scene.cluster.account.client("stepfunctions", attacker).start_execution(
        stateMachineArn=MACHINE, name=name, input=json.dumps(given)
    )


def start_document(scene: Attacked, document: str, node: str = NODE) -> str:
    """A person with every right starts it; gives the run's id."""
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    started = client.start_automation_execution(
        DocumentName=document, Parameters={"InstanceId": [scene.instance_id(node)]}
    )
    return str(started["AutomationExecutionId"])


def tag(scene: Attacked, value: str, node: str = NODE) -> None:
    """Sets the tag as somebody whose only right that is."""
    tagger = scene.principal("sets-tags", "ec2:CreateTags")
    scene.cluster.account.client("ec2", tagger).create_tags(
        Resources=[scene.instance_id(node)], Tags=[{"Key": "cachewarden:consent", "Value": value}]
    )


def until(scene: Attacked, hours: float) -> str:
    now = scene.cluster.world.clock.now().timestamp() + hours * 3600
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%MZ")


def stays(scene: Attacked) -> bool:
    """The node was left alone: it runs, is protected and whole, and SQL Server runs on it."""
    scene.settle()
    return scene.whole(NODE) and scene.cluster.sql_runs(NODE) and not scene.watch.violations


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"consent": ["outage"]},
        {"consents": [{"word": "outage"}]},
        {"documentRun": "made-up"},
        {"documentRun": "0a1b2c3d-0000-4000-8000-000000000001"},
    ],
)
@pytest.mark.campaign(suite=2)
def test_who_may_start_the_workflow_can_consent_to_nothing(scene, request_):
    """The first two were a consent: whatever the input said was believed."""
    start_execution(scene, **request_)
    assert stays(scene)
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "CW6111" in scene.messages[-1]


def test_a_run_of_somebody_elses_consents_to_no_execution_but_its_own(scene):
    """The DBA stopped the node with consent, it is back, and within the hour somebody uses that run again."""
    run = start_document(scene, OUTAGE)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    scene.perform(StepKind.START, NODE)
    scene.settle()
    start_execution(scene, documentRun=run)
    assert stays(scene)
    assert scene.outcomes[-1] == ("Stopped", "Refused")
    assert "it started another operation" in scene.messages[-1]


def test_a_run_for_another_node_consents_to_nothing_here(scene):
    run = start_document(scene, OUTAGE, node="SALES1")
    start_execution(scene, documentRun=run)
    scene.sleep(60)
    assert scene.whole(NODE) and scene.cluster.sql_runs(NODE)
    scene.settle()
    assert scene.whole(NODE) and scene.cluster.sql_runs(NODE)
    assert not scene.watch.violations


@pytest.mark.parametrize("document", ["CacheWarden-StopInstance", "CacheWarden-CycleInstance"])
def test_who_may_start_the_plain_documents_only_can_consent_to_nothing(scene, document):
    operator = scene.principal(
        "operator",
        "ssm:StartAutomationExecution",
        "iam:PassRole",
        resource=[
            *(
                f"arn:aws:ssm:{REGION}:{ACCOUNT_ID}:{kind}/{document}*"
                for kind in ("document", "automation-definition")
            ),
            f"arn:aws:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/*",
            "arn:aws:iam::*:role/*",
        ],
    )
    client = scene.cluster.account.client("ssm", operator)
    given = {"InstanceId": [scene.instance_id(NODE)]}
    client.start_automation_execution(DocumentName=document, Parameters=given)
    assert stays(scene)
    with pytest.raises(client.exceptions.ClientError, match="AccessDenied"):
        client.start_automation_execution(DocumentName=OUTAGE, Parameters=given)


@pytest.mark.parametrize("word", ["rebuild", "whole-cluster", "forget-replica", "everything"])
def test_a_tag_consents_to_nothing_but_an_outage(scene, word):
    tag(scene, f"{word}/{until(scene, 1)}")
    scene.perform(StepKind.STOP, NODE)
    assert stays(scene)
    assert "CW6111" in scene.messages[-1] and f"consent={word}" in scene.messages[-1]


@pytest.mark.parametrize("hours", [-1, 24 * 8])
def test_a_tag_without_a_near_end_consents_to_nothing(scene, hours):
    tag(scene, f"outage/{until(scene, hours)}")
    scene.perform(StepKind.STOP, NODE)
    assert stays(scene)
    assert "CW6111" in scene.messages[-1]


def test_a_tag_stops_nothing_by_itself(scene):
    tag(scene, f"outage/{until(scene, 1)}")
    assert stays(scene)
    assert scene.outcomes == []


def test_who_may_tag_and_stop_gets_a_safe_stop(scene):
    """Still possible: what ec2:StopInstances means anyway, but with the cache evacuated and people told."""
    tag(scene, f"outage/{until(scene, 1)}")
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations
    assert "given by whoever set the tag" in scene.messages[-1]


def test_who_may_send_our_commands_can_stop_sql_server_and_no_more(scene):
    """Still possible: the node can't know who consented. The databases are out of service, and whole."""
    clock = scene.cluster.world.clock
    token = int(clock.now().timestamp() * 1000)
    sender = scene.cluster.account.client("ssm", scene.principal("sends-commands", "ssm:SendCommand"))
    sender.send_command(
        DocumentName="CacheWarden-Host-StopSqlServer",
        InstanceIds=[scene.instance_id(NODE)],
        Parameters={
            "Token": [str(token)],
            "NotAfter": [scene.soon()],
            "Consent": [f"outage/{token}/2099-01-01T00:00:00Z"],
        },
    )
    scene.settle()
    assert not scene.cluster.sql_runs(NODE)
    assert scene.whole(NODE)
    assert not scene.watch.violations
