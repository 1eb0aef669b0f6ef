"""docs/backups.md: a copy of a node from one set of snapshots, as its reader makes it, and what sets it apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rehearsal.engines.tsql import SqlError
from rehearsal.scenarios.cluster import CLUSTER, group_settings
from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.disks import Snapshot
from rehearsal.world.ec2.instances import Instance, attach_new_volume
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.instance import facts
from rehearsal.world.storage.facts import bytes_at_risk
from rehearsal.world.windows.host import WindowsHost
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import answers_of, aws, commands, with_ids
from tests.scenarios.steps_of_people import document

PAGE = "backups.md"
NODE = "SALES1"
ROOT = "/dev/sda1"


@dataclass(frozen=True, slots=True)
class Copied:
    """Two sets of a node's snapshots, and those that a person took of it while it was in service."""

    scene: Attacked
    sets: tuple[list[Snapshot], list[Snapshot]]
    in_service: list[Snapshot]
    committed: list[dict[tuple[str, str], float]]
    """Of each set, when SQL Server was stopped for it: KB of log that were acknowledged, by group and database."""


@pytest.fixture(scope="module")
def copied(synthesized) -> Iterator[Copied]:
    with attacked(synthesized) as scene:
        committed: list[dict[tuple[str, str], float]] = []

        def note(kind: str, facts: Mapping[str, Any]) -> None:
            if kind == "sql.stopped" and facts["server"].name == NODE:
                committed.append(scene.cluster.failover_cluster.committed())

        scene.cluster.world.observers.append(note)
        in_service = by_hand(scene)
        first = taken_set(scene)
        second = taken_set(scene)
        assert not {each.id for each in first} & {each.id for each in second}
        yield Copied(scene, (first, second), in_service, committed)
        assert not scene.watch.violations


def by_hand(scene: Attacked) -> list[Snapshot]:
    """Snapshots of all volumes of a running node, whatever is on NVMe."""
    client = scene.cluster.account.client("ec2", scene.cluster.account.person("backups"))
    answer = client.create_snapshots(InstanceSpecification={"InstanceId": scene.instance_id(NODE)})
    scene.sleep(1800)
    return [scene.cluster.world.snapshots[each["SnapshotId"]] for each in answer["Snapshots"]]


def taken_set(scene: Attacked) -> list[Snapshot]:
    """The set that CacheWarden-SnapshotNode takes, as the page lists it, once it is completed."""
    document(scene, "SnapshotNode", NODE)
    assert scene.outcomes[-1] == ("Snapshotted", "Goal"), scene.messages[-1]
    scene.sleep(1800)
    original = scene.cluster.instances[NODE]
    (block,) = commands(PAGE, "aws: list")
    lines = aws(scene, with_ids(block, {"i-0123456789abcdef0": original.id}))
    newest = max(taken for taken, *_ in lines)
    found = [scene.cluster.world.snapshots[snapshot] for taken, _, snapshot, _ in lines if taken == newest]
    assert {each.volume_id for each in found} == {each.id for each in original.volumes}
    return found


def sets_of(scene: Attacked, instance: Instance) -> list[str]:
    """The times that step 4 of the page prints."""
    (which,) = commands(PAGE, "aws: which snapshots")
    snapshots = aws(scene, with_ids(which, {"i-0123456789abcdef0": instance.id}))
    (sets,) = commands(PAGE, "aws: which sets")
    return list(aws(scene, with_ids(sets, {"snap-0123456789abcdef0": " ".join(snapshots)})))


def launched(scene: Attacked, **tags: str) -> Instance:
    """What a person launches from an AMI and stops, its root volume still on it."""
    world, original = scene.cluster.world, scene.cluster.instances[NODE]
    instance = Instance(
        world, instance_id=world.hex_id("i-"), kind=original.type, zone=original.zone, tags={"Name": "copy", **tags},
        private_ip="10.9.9.10", profile_role=original.profile_role,
    )  # fmt: skip
    instance.host = WindowsHost(world, "EC2AMAZ-0123456")
    attach_new_volume(world, instance, 100, ROOT, delete_on_termination=True)
    return instance


def restored(scene: Attacked, snapshots: Sequence[Snapshot], **tags: str) -> Instance:
    """The copy, made by the page's commands and started."""
    original, instance = scene.cluster.instances[NODE], launched(scene, **tags)
    (root_off,) = commands(PAGE, "aws: root off")
    (root,) = instance.volumes
    aws(scene, with_ids(root_off, {"vol-0123456789abcdef0": root.id, "i-0123456789abcdef0": instance.id}))
    scene.sleep(60)
    (block,) = commands(PAGE, "aws: a volume from a snapshot")
    make, attach = block.strip().splitlines()
    devices = {each.id: each.device for each in original.volumes}
    for each in snapshots:
        asked = {"eu-west-1a": instance.zone, "snap-0123456789abcdef0": each.id}
        volume = aws(scene, with_ids(make, asked))
        ids = {"vol-0123456789abcdef0": volume, "i-0123456789abcdef0": instance.id, "xvdm": devices[each.volume_id]}
        aws(scene, with_ids(attach, ids))
    scene.sleep(60)
    (start,) = commands(PAGE, "aws: start")
    aws(scene, with_ids(start, {"i-0123456789abcdef0": instance.id}))
    scene.run_until(lambda: instance.host.agent_online)
    scene.sleep(600)
    return instance


def opted_in(scene: Attacked, instance: Instance) -> str:
    """All that people are told where the copy gets the tag all the same."""
    client = scene.cluster.account.client("ec2", scene.cluster.account.person("admin"))
    tags = [{"Key": "cachewarden:managed", "Value": "true"}]
    client.create_tags(Resources=[instance.id], Tags=tags)
    scene.settle()
    told = [each for each in scene.messages if instance.id in each]
    client.delete_tags(Resources=[instance.id], Tags=tags)
    scene.settle()
    return "\n".join(told)


def adopt(scene: Attacked, instance: Instance, write: str) -> dict[str, Any]:
    """The verdict of the command that the page has sent."""
    (block,) = commands(PAGE, "aws: adopt")
    text = with_ids(block, {"i-0123456789abcdef0": instance.id, "Write=no": f"Write={write}"})
    sent = aws(scene, text)["Command"]["CommandId"]
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("admin"))
    scene.sleep(180)
    output = client.get_command_invocation(CommandId=sent, InstanceId=instance.id)["StandardOutputContent"]
    return json.loads(output.splitlines()[-1])


def swap_of(scene: Attacked) -> str:
    (swap,) = [each.id for each in scene.cluster.instances[NODE].volumes if each.device == "xvdh"]
    return swap


def test_a_whole_set_gives_the_node_as_it_was_with_every_acknowledged_commit(copied):
    scene, (snapshots, _) = copied.scene, copied.sets
    instance = restored(scene, snapshots)
    host = instance.host
    assert [group.name for group in host.sql.groups()] == ["sales-ag"]
    assert host.computer_name == NODE and host.sql.running and host.files.exists(r"S:\tempdb\tempdb.mdf")
    assert len(set(sets_of(scene, instance))) == 1 and len(sets_of(scene, instance)) == len(snapshots)
    user = {name: each for name, each in host.sql.databases.items() if not each.is_system}
    acknowledged = {database: kb for (_, database), kb in copied.committed[0].items()}
    assert user.keys() == acknowledged.keys()
    for name, database in user.items():
        assert database.state is DatabaseState.ONLINE and database.restored_to_kb >= acknowledged[name]
        refused = facts.why_not_accessible(host.sql, database)
        assert refused is not None and refused.number == 988, "its cluster has no quorum on the copy"

    looked, written, again = (adopt(scene, instance, write) for write in ("no", "yes", "yes"))
    assert (looked["code"], written["code"], again["code"]) == ("CW1014", "CW1015", "CW1016")
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("admin"))
    ec2.stop_instances(InstanceIds=[instance.id])
    scene.sleep(900)
    ec2.start_instances(InstanceIds=[instance.id])
    scene.sleep(1800)
    assert host.sql.running and host.sql.databases["sales"].state is DatabaseState.ONLINE
    # The inventory knows no disk that the cache was on: nothing moves it by itself.
    assert bytes_at_risk(host.storage) == 0
    (group,) = scene.cluster.failover_cluster.groups.values()
    before = group_settings(scene.cluster.failover_cluster)
    (opening,) = commands(PAGE, "on the copy")
    drop, *recoveries = opening.strip().splitlines()
    (too_early,) = answers_of(scene, host.sql, recoveries[0])
    assert isinstance(too_early, SqlError) and too_early.number == 3104, "of a group"
    assert not [each for each in answers_of(scene, host.sql, drop) if isinstance(each, SqlError)]
    assert {host.sql.databases[name].state for name in user} == {DatabaseState.RESTORING}
    for recovery in recoveries:
        assert not [each for each in answers_of(scene, host.sql, recovery) if isinstance(each, SqlError)]
    ec2.stop_instances(InstanceIds=[instance.id])
    scene.sleep(900)
    ec2.start_instances(InstanceIds=[instance.id])
    scene.sleep(1800)
    for name in user:
        opened = host.sql.databases[name]
        assert opened.state is DatabaseState.ONLINE and facts.why_not_accessible(host.sql, opened) is None
    assert scene.cluster.failover_cluster.groups[group.name] is group and scene.cluster.synchronized()
    assert group_settings(scene.cluster.failover_cluster) == before
    assert "CW6168" not in opted_in(scene, instance)


def test_without_the_swap_volumes_snapshot_the_drive_stays_away_and_the_inventory_unwritten(copied):
    scene = copied.scene
    swap = swap_of(scene)
    instance = restored(scene, [each for each in copied.sets[0] if each.volume_id != swap])
    assert not instance.host.sql.running and not instance.host.files.exists("D:\\Data")
    refused = adopt(scene, instance, "yes")
    assert (refused["code"], refused["changed"]) == ("CW1065", False), refused


def test_snapshots_of_a_node_in_service_lack_its_cache_and_give_nothing(copied):
    scene = copied.scene
    instance = restored(scene, copied.in_service)
    assert sets_of(scene, instance) == []
    assert not instance.host.sql.running and not instance.host.files.exists("D:\\Data")
    refused = adopt(scene, instance, "yes")
    assert (refused["code"], refused["changed"]) == ("CW1065", False), refused


def test_parts_of_two_sets_are_told_before_the_start_and_no_database_of_them_opens(copied):
    scene = copied.scene
    first, second = copied.sets
    swap = swap_of(scene)
    mixed = [each for each in first if each.volume_id != swap] + [each for each in second if each.volume_id == swap]
    instance = restored(scene, mixed)
    assert len(set(sets_of(scene, instance))) == 2
    states = {each.name: each.state for each in instance.host.sql.databases.values() if not each.is_system}
    assert set(states.values()) == {DatabaseState.SUSPECT}, states

    told = opted_in(scene, instance)
    (restored_swap,) = [each.id for each in instance.volumes if each.device == "xvdh"]
    assert "CW6168" in told and restored_swap in told, told


@pytest.mark.campaign
def test_a_copy_that_carries_the_clusters_tags_holds_nothing_up_and_nothing_is_done_for_it(synthesized):
    with attacked(synthesized) as scene:
        scene.sleep(3600)  # the sweep notes which instance each computer is
        tags = {"cachewarden:managed": "true", "cachewarden:cluster": CLUSTER}
        copy = restored(scene, by_hand(scene), **tags)
        scene.settle()
        told = [each for each in scene.messages if copy.id in each]
        assert told and all("CW6101" in each and "may be a copy" in each for each in told), told

        for node in ("SALES2", NODE):
            seen = len(scene.messages)
            scene.perform(StepKind.STOP, node)
            scene.settle()
            (stopped,) = [each for each in scene.messages[seen:] if "is stopped, safely" in each]
            assert scene.instance_id(node) in stopped and "CW6118" in stopped and copy.id in stopped
            scene.perform(StepKind.START, node)
            scene.settle()
        assert scene.whole(NODE) and scene.whole("SALES2") and scene.cluster.synchronized()
        assert copy.state.api_name == "running" and not scene.watch.violations
