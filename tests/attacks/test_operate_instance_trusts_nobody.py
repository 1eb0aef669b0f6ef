"""Whoever may invoke operate-instance, and nothing else, stops no dirty node, widens no right, and is noticed."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from adapters.lease_table import KEY
from adapters.repeats import TOLD_PREFIX
from cachewarden.json_reader import format_time, parse_time
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, OPERATE_INSTANCE, Attacked, attacked

FAR_AWAY = "2099-01-01T00:00:00.000Z"
MISUSE = "CW5113"
TRIES_LAST_S = 300
"""Lambda tries an asynchronous invocation that failed twice more, after one and two minutes."""


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def invoke(scene: Attacked, action: str, node: str, **more: object) -> None:
    """Calls the function as the attacker, and waits until Lambda has given up trying."""
    scene.invoke(OPERATE_INSTANCE, {"action": action, "instanceId": scene.instance_id(node), **more})
    scene.sleep(TRIES_LAST_S)


def an_observation_of(scene: Attacked, node: str) -> str:
    """CommandId of the newest command that observed the node."""
    found = [
        command
        for command in scene.cluster.account.commands.commands.values()
        if command.document.name == "CacheWarden-Host-ObserveHost" and scene.instance_id(node) in command.invocations
    ]
    return found[-1].id


def told_of_misuse(scene: Attacked) -> list[str]:
    return [message for message in scene.messages if MISUSE in message]


def test_a_dirty_node_is_not_stopped_out_of_the_blue(scene):
    """Two calls were enough: protection off, then StopInstance with a not-after of one's own choice."""
    invoke(scene, "LiftProtection", "SALES1")
    invoke(scene, "StopInstance", "SALES1", notAfter=FAR_AWAY)
    scene.settle()
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_people_are_told_once_however_often_it_is_tried(scene):
    for _ in range(5):
        invoke(scene, "LiftProtection", "SALES1")
        invoke(scene, "StopInstance", "SALES2", notAfter=FAR_AWAY)
    assert len(told_of_misuse(scene)) == 1
    assert scene.instance_id("SALES1") in told_of_misuse(scene)[0]


def a_day_passes_for_what_was_told(scene: Attacked) -> None:
    """The records say a day more, so that no sweep of that day needs to be played."""
    table = scene.cluster.account.client("dynamodb", scene.principal("test", "dynamodb:*"))
    for item in scene.cluster.account.items(LEASES):
        if item[KEY]["S"].startswith(TOLD_PREFIX):
            told_at = parse_time(item["toldAt"]["S"]) - timedelta(days=1)
            table.put_item(TableName=LEASES, Item={**item, "toldAt": {"S": format_time(told_at)}})


def test_they_are_told_again_when_it_goes_on_the_next_day(scene):
    invoke(scene, "LiftProtection", "SALES1")
    a_day_passes_for_what_was_told(scene)
    invoke(scene, "LiftProtection", "SALES1")
    assert len(told_of_misuse(scene)) == 2


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("StartInstance", {}),
        ("SnapshotDataVolumes", {"operation": "made-up"}),
        ("SnapshotNode", {"operation": "made-up"}),
        ("WriteTags", {"tags": {"cachewarden:state": "operating"}}),
        ("WriteTags", {"tags": {"cachewarden:stop-proven": "2026-02-03T22:00:00.000Z"}}),
        ("TerminateInstance", {}),
    ],
)
def test_without_a_lease_nothing_is_changed(scene, action, more):
    before = dict(scene.cluster.instances["SALES2"].tags)
    snapshots = len(scene.cluster.world.snapshots)
    invoke(scene, action, "SALES2", **more)
    assert scene.cluster.instances["SALES2"].tags == before
    assert len(scene.cluster.world.snapshots) == snapshots
    assert told_of_misuse(scene)


def test_a_strangers_node_gets_no_mark_that_widens_our_roles_rights(scene):
    """Not opted in, but with some cluster's name: `state=operating` would let our roles stop it."""
    stranger = scene.cluster.instances["SALES2"]
    del stranger.tags["cachewarden:managed"], stranger.tags["cachewarden:state"]
    invoke(scene, "WriteTags", "SALES2", tags={"cachewarden:state": "operating"})
    assert "cachewarden:state" not in stranger.tags


@pytest.mark.parametrize("state", ["HoldReplicaModes", "EvacuateCache"])
def test_with_the_true_lease_of_an_operation_that_has_not_proven_the_evacuation(scene, state):
    """The attacker knows owner, key and token, and an observation of this node, of this boot, seconds old."""
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state(state)
    scene.sleep(5)
    known = {**scene.claim(), "commandId": an_observation_of(scene, "SALES1"), "notAfter": FAR_AWAY}
    scene.invoke(OPERATE_INSTANCE, {"action": "LiftProtection", "instanceId": scene.instance_id("SALES1"), **known})
    scene.invoke(OPERATE_INSTANCE, {"action": "StopInstance", "instanceId": scene.instance_id("SALES1"), **known})
    scene.sleep(30)
    assert scene.cluster.instances["SALES1"].state.api_name == "running"
    assert scene.cluster.instances["SALES1"].stop_protected
    scene.settle()
    assert not scene.watch.violations
    assert scene.outcomes[-1] == ("Stopped", "Goal")


def test_the_operations_partner_is_not_stopped_with_its_lease(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("EvacuateCache")
    scene.sleep(60)
    known = {**scene.claim(), "commandId": an_observation_of(scene, "SALES2"), "notAfter": FAR_AWAY}
    for action in ("LiftProtection", "StopInstance"):
        scene.invoke(OPERATE_INSTANCE, {"action": action, "instanceId": scene.instance_id("SALES2"), **known})
    scene.sleep(TRIES_LAST_S)
    assert scene.whole("SALES2")
    assert told_of_misuse(scene)


def test_the_lease_of_an_ended_operation_is_worth_nothing(scene):
    """An execution was aborted and its janitor hasn't come: the record still names it as owner."""
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("StopSqlServer")
    scene.sleep(30)
    known = scene.claim()
    admin = scene.cluster.account.person("admin")
    scene.cluster.account.client("stepfunctions", admin).stop_execution(executionArn=known["owner"])
    scene.invoke(
        OPERATE_INSTANCE,
        {"action": "WriteTags", "instanceId": scene.instance_id("SALES1"), "tags": {"cachewarden:state": "x"}, **known},
    )
    scene.sleep(2)
    assert scene.cluster.instances["SALES1"].tags["cachewarden:state"] != "x"


def test_a_document_of_somebody_elses_proves_nothing(scene):
    """Whoever may update documents makes ObserveHost say `evacuated`: its hash is another one then."""
    account = scene.cluster.account
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("StopSqlServer")
    scene.sleep(40)
    shipped = account.documents.by_name["CacheWarden-Host-ObserveHost"].versions[0]
    verdict = {
        "v": 1,
        "code": "CW3000",
        "outcome": "done",
        "changed": False,
        "observedAt": "2026-02-03T22:05:00.000Z",
        "bootId": "x",
        "message": "",
        "detail": {},
        "evidence": {"storage": {"classification": "EVACUATED", "proof": {"evacuated": True, "why": "said so"}}},
    }
    content = json.loads(json.dumps(shipped.content))
    content["mainSteps"][0]["inputs"]["runCommand"] = [f"'{json.dumps(verdict)}'"]
    account.documents.deploy("CacheWarden-Host-ObserveHost", "Command", content)
    sender = scene.principal("sends-commands", "ssm:SendCommand")
    sent = account.client("ssm", sender).send_command(
        DocumentName="CacheWarden-Host-ObserveHost", InstanceIds=[scene.instance_id("SALES1")]
    )
    scene.sleep(5)
    known = {**scene.claim(), "commandId": sent["Command"]["CommandId"], "notAfter": FAR_AWAY}
    for action in ("LiftProtection", "StopInstance"):
        scene.invoke(OPERATE_INSTANCE, {"action": action, "instanceId": scene.instance_id("SALES1"), **known})
    scene.sleep(10)
    assert scene.cluster.instances["SALES1"].state.api_name == "running"
    assert scene.cluster.instances["SALES1"].stop_protected
    scene.sleep(TRIES_LAST_S)
    assert told_of_misuse(scene)


def test_a_forged_tag_hides_no_stop(scene):
    """Who may set tags writes `stop-proven` for the present run; then the dirty node is stopped in the console."""
    node = scene.cluster.instances["SALES1"]
    tagger = scene.principal("sets-tags", "ec2:CreateTags")
    launched = node.launch_time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{node.launch_time.microsecond // 1000:03d}Z"
    scene.cluster.account.client("ec2", tagger).create_tags(
        Resources=[node.id], Tags=[{"Key": "cachewarden:stop-proven", "Value": launched}]
    )
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("dba"))
    ec2.modify_instance_attribute(InstanceId=node.id, DisableApiStop={"Value": False})
    ec2.stop_instances(InstanceIds=[node.id])
    scene.settle()
    assert node.state.api_name == "stopped"
    assert any("without CacheWarden" in message for message in scene.messages)


def test_protection_can_be_put_on_by_whoever_may_invoke_it(scene):
    """Still possible: it keeps a node from being stopped, and nothing else."""
    scene.cluster.instances["SALES1"].stop_protected = False
    invoke(scene, "SetProtection", "SALES1")
    assert scene.whole("SALES1") and not told_of_misuse(scene)


@pytest.mark.parametrize("protected", [True, False])
def test_who_asks_what_is_permitted_changes_nothing(scene, protected):
    """Dry runs need no lease: whoever may invoke the function learns what its role may do, and reaches nothing."""
    node = scene.cluster.instances["SALES1"]
    node.stop_protected = protected
    before = dict(node.tags)
    said = {"DryRun": False, "dryRun": False, "Force": True, "tags": {"cachewarden:state": "operating"}, "token": 1}
    scene.invoke(OPERATE_INSTANCE, {"action": "CheckRights", "instanceId": node.id, **said})
    scene.sleep(30)
    assert (node.state.api_name, node.stop_protected, dict(node.tags)) == ("running", protected, before)
    assert not told_of_misuse(scene) and not scene.watch.violations
