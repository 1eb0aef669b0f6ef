"""CacheWarden-RecordHostFacts in the account: only on a disposable node; and what it prints, once an owner has put it
into the deployment's configuration, has a node evacuated online."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from botocore.exceptions import ClientError

from infra.configuration import Configuration
from rehearsal.aws.api import principal as principals
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.launched import data_volumes_of, launch, swap_volume_of
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.context import REGION
from rehearsal.world.ec2.instances import Instance
from tests.attacks.attacked_cluster import Attacked, attacked

ADMINISTRATOR = f"CacheWardenAdministrator-{REGION}"

DOCUMENT = "CacheWarden-RecordHostFacts"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def disposable(scene: Attacked, data_volumes: int = 2, **tags: str) -> tuple[Instance, dict[str, list[str]]]:
    """A new instance of Windows without SQL Server, with blank volumes; and the document's parameters for it."""
    instance = launch(scene.cluster.world, "TRIAL", volumes=data_volumes, tags=tags)
    return instance, {
        "InstanceId": [instance.id],
        "DataVolumes": [data_volumes_of(instance)],
        "SwapVolume": [swap_volume_of(instance)],
    }


def run(scene: Attacked, parameters: dict[str, list[str]], document: str = DOCUMENT) -> AutomationExecution:
    """An administrator starts the document; gives the run when it has ended."""
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.holder("dana", ADMINISTRATOR))
    started = ssm.start_automation_execution(DocumentName=document, Parameters=parameters)
    execution = scene.cluster.account.automations.executions[started["AutomationExecutionId"]]
    scene.run_until(lambda: execution.ended is not None)
    return execution


@pytest.mark.campaign
def test_what_it_prints_becomes_configuration_and_that_build_is_evacuated_online(scene, synthesized):
    _, parameters = disposable(scene, **{"cachewarden:disposable": "true"})
    execution = run(scene, parameters)
    assert execution.status.value == "Success"
    (printed,) = execution.run.outputs()["ReadVerdict.Verdict"]
    verdict = json.loads(printed.splitlines()[-1])
    assert verdict["code"] == "CW1013" and verdict["detail"]["movedWhileWritten"]
    assert not scene.watch.violations

    # A person reads it, and deploys with -c cachewarden:online_builds=….
    context = {"cachewarden:online_builds": verdict["detail"]["build"]}
    configuration = Configuration.from_context(context.get)
    story = load_story("evacuate-online")
    orders = {}
    for builds in (configuration.online_builds, ()):
        played = run_story(
            replace(story, online_builds=builds), seed=1, templates=synthesized, progress=SilentProgress()
        )
        done = list(played.log.actions)
        orders[builds] = done.index("EvacuateCache") < done.index("StopSqlServer")
    assert orders == {("20348",): True, (): False}


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ({}, "lacks the tag cachewarden:disposable=true"),
        ({"cachewarden:disposable": "yes"}, "lacks the tag cachewarden:disposable=true"),
        ({"cachewarden:disposable": "true", "cachewarden:managed": "true"}, "has the tag cachewarden:managed"),
        ({"cachewarden:disposable": "true", "cachewarden:managed": "false"}, "has the tag cachewarden:managed"),
        ({"cachewarden:disposable": "true", "cachewarden:cluster": "sales"}, "has the tag cachewarden:cluster"),
    ],
)
def test_a_node_that_is_not_disposable_by_its_tags_gets_no_command(scene, tags, why):
    instance, parameters = disposable(scene, **tags)
    execution = run(scene, parameters)
    assert execution.status.value == "Failed"
    assert f"CW3029 The instance isn't disposable: it {why}" in str(execution.run.failed.message)
    assert not [command for command in scene.cluster.account.commands.commands.values() if instance.id in str(command)]
    assert not instance.host.storage.pools


def test_the_documents_role_reaches_no_node_that_is_managed_or_untagged(scene):
    """Were the tags changed between the step that reads them and the command, IAM would still refuse."""
    role = principals.role(f"{DOCUMENT}-{REGION}", "stolen")
    client = scene.cluster.account.client("ssm", role)
    both, parameters = disposable(scene, **{"cachewarden:disposable": "true", "cachewarden:managed": "true"})
    plain, _ = disposable(scene)
    given = {name: value for name, value in parameters.items() if name != "InstanceId"}
    for node in (scene.instance_id("SALES1"), both.id, plain.id):
        with pytest.raises(ClientError, match="AccessDenied"):
            client.send_command(DocumentName="CacheWarden-Host-RecordHostFacts", InstanceIds=[node], Parameters=given)


def test_the_tags_are_read_again_before_each_call(scene):
    """An instance that somebody opted in between two calls isn't touched any more."""
    instance, parameters = disposable(scene, 4, **{"cachewarden:disposable": "true"})
    first = run(scene, parameters, "CacheWarden-RecordRestartFacts")
    assert first.status.value == "Success"
    (printed,) = first.run.outputs()["ReadVerdict.Verdict"]
    assert json.loads(printed.splitlines()[-1])["code"] == "CW1086"
    instance.tags["cachewarden:managed"] = "true"
    second = run(scene, parameters, "CacheWarden-RecordRestartFacts")
    assert second.status.value == "Failed"
    assert "CW3029 The instance isn't disposable: it has the tag cachewarden:managed" in str(second.run.failed.message)
    sent = [command for command in scene.cluster.account.commands.commands.values() if instance.id in str(command)]
    assert len(sent) == 1
