"""An operation that goes on in another's place has a person's consent by our own record, and nobody else has it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

MACHINE = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
REBUILD = "CacheWarden-AcceptRebuildAndStartInstance"
NODE = "SALES2"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """Its cache is lost, and its owner wants to be asked before anything is rebuilt."""
    with attacked(synthesized, story="rebuild-by-consent") as cluster:
        lose_cache(cluster)
        assert refused(cluster, rebuilds=0)
        yield cluster


def lose_cache(scene: Attacked) -> None:
    scene.perform(StepKind.SHUT_DOWN, NODE)
    scene.settle()
    scene.perform(StepKind.START, NODE)


def refused(scene: Attacked, *, rebuilds: int) -> bool:
    scene.settle()
    return scene.outcomes[-1] == ("InService", "Attention") and scene.entered.count("RebuildStorage") == rebuilds


def aborted_and_resumed(scene: Attacked) -> list[str]:
    """The person's operation is aborted before it has done anything; gives the names of it and of what went on."""
    before = len(scene.cluster.account.executions)
    scene.perform(StepKind.AUTOMATION, NODE, document=REBUILD)
    scene.run_until_state("SnapshotDataVolumes")
    admin = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    admin.stop_execution(executionArn=scene.lease()["owner"])
    scene.settle()
    started = scene.cluster.account.executions[before:]
    return [record.name for record in started if record.machine.name == WORKFLOW]


def start_execution(scene: Attacked, name: str, **request: Any) -> None:
    """Starts the workflow as somebody whose only right that is."""
    attacker = scene.principal("starts-executions", "states:StartExecution")
    given = {"goal": "InService", "instanceId": scene.instance_id(NODE), **request}
    scene.cluster.account.client("stepfunctions", attacker).start_execution(
        stateMachineArn=MACHINE, name=name, input=json.dumps(given)
    )


def test_the_consent_goes_on_once_and_is_nobodys_else(scene):
    run, resumed = aborted_and_resumed(scene)
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert "Consent: 'rebuild', given by" in scene.messages[-1] and "user/dba" in scene.messages[-1]
    lose_cache(scene)
    assert refused(scene, rebuilds=1), "a consent is to one operation"

    for number, claims in enumerate(
        ({"resumes": 1}, {"resumes": 1, "documentRun": run}, {"resumes": 1, "documentRun": resumed}, {"resumes": run})
    ):
        start_execution(scene, f"made-up-{number}", **claims)
        assert refused(scene, rebuilds=1), claims

    with pytest.raises(Exception, match="ExecutionAlreadyExists"):
        start_execution(scene, resumed, resumes=1)

    end = scene.cluster.world.clock.now().strftime("%Y-%m-%dT23:59Z")
    tagger = scene.principal("sets-tags", "ec2:CreateTags")
    scene.cluster.account.client("ec2", tagger).create_tags(
        Resources=[scene.instance_id(NODE)], Tags=[{"Key": "cachewarden:consent", "Value": f"rebuild/{end}"}]
    )
    start_execution(scene, "made-up-and-tagged", resumes=1)
    assert refused(scene, rebuilds=1)
    assert "rebuild can't be given by a tag" in scene.messages[-1]

    for ended in (run, resumed):
        scene.invoke_janitor(ended, instanceId=scene.instance_id(NODE), goal="InService")
        assert refused(scene, rebuilds=1), ended
    assert not scene.watch.violations
