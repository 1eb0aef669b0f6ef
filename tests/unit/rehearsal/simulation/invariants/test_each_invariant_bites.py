"""Each invariant is shown to bite: what a bug would do is done to the world, and the invariant names it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from botocore.exceptions import ClientError

from cachewarden.loop.as_of import Asked, AsOf
from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.invariants.catalogue import INVARIANTS
from rehearsal.simulation.invariants.watch import Violation, Watch
from rehearsal.world.settings import Settings
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.sql.groups.replica import SuspendReason
from rehearsal.world.storage.enumerations import ExtentKind
from rehearsal.world.storage.pools import pool_operations, virtual_disk_operations

SECOND = timedelta(seconds=1)


def violations_after(synthesized, deed: Callable[[Cluster], None]) -> tuple[Violation, ...]:
    """What a deed breaks, in a cluster where everything was in order."""
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    clock = cluster.world.clock
    with clock, cluster.account:
        install_hosts(cluster, synthesized)
        watch = Watch(cluster)
        cluster.world.observers.append(watch.look)
        deed(cluster)
        clock.sleep(600)
        return watch.violations


def seen_after(synthesized, deed: Callable[[Cluster], None]) -> set[str]:
    """Names of the invariants that a deed breaks."""
    return {violation.invariant for violation in violations_after(synthesized, deed)}


def role_of(cluster: Cluster, function: str) -> str:
    """Name of a function's deployed role."""
    return next(
        resource.physical_id
        for resource in cluster.account.stacks.resources
        if resource.type == "AWS::IAM::Role" and f"Functions{function}" in resource.logical_id
    )


def as_operate_instance(cluster: Cluster):
    """boto3's EC2 client as the function that stops instances."""
    return cluster.account.client("ec2", role_of(cluster, "OperateInstance"))


def stop(cluster: Cluster, node: str) -> None:
    client = as_operate_instance(cluster)
    instance_id = cluster.instances[node].id
    client.modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": False})
    client.stop_instances(InstanceIds=[instance_id])


def stop_without_proof(cluster: Cluster) -> None:
    stop(cluster, "SALES2")


def stop_both_nodes(cluster: Cluster) -> None:
    stop(cluster, "SALES2")
    cluster.world.clock.sleep(200)
    stop(cluster, "SALES1")


def stop_sql_server_beside_a_stopped_node(cluster: Cluster, *, by: str = "CacheWarden-Host-StopSqlServer") -> None:
    cluster.hosts["SALES2"].power_off()
    cluster.world.clock.sleep(300)
    script = "Stop-Service -Name 'MSSQLSERVER' -Force -ErrorAction Stop"
    cluster.world.clock.spawn("script", cluster.hosts["SALES1"].run_script, script, by, {})


def lift_protection_too_early(cluster: Cluster) -> None:
    instance_id = cluster.instances["SALES1"].id
    as_operate_instance(cluster).modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": False})


def call_snapshots_of_a_cached_node_a_backup(cluster: Cluster) -> None:
    as_operate_instance(cluster).create_snapshots(
        InstanceSpecification={"InstanceId": cluster.instances["SALES1"].id, "ExcludeBootVolume": True},
        TagSpecifications=[
            {"ResourceType": "snapshot", "Tags": [{"Key": "cachewarden:evacuated", "Value": "true"}]},
        ],
    )


def delete_a_readable_volume(cluster: Cluster) -> None:
    storage = cluster.hosts["SALES2"].storage
    space = next(space for space in storage.virtual_disks.values() if space.friendly_name == "WCDB")
    virtual_disk_operations.remove(storage, space)


def pool_somebody_elses_disk(cluster: Cluster) -> None:
    storage = cluster.hosts["SALES1"].storage
    pool = next(pool for pool in storage.pools.values() if pool.friendly_name == "Data")
    foreign = next(disk for disk in storage.devices.values() if disk.serial in cluster.foreign_serials)
    pool_operations.add_disks(storage, pool, [foreign])


def force_a_failover_to_a_copy_that_is_behind(cluster: Cluster) -> None:
    group = next(iter(cluster.failover_cluster.groups.values()))
    for database in group.databases.values():
        database.members["SALES2"].suspended = SuspendReason.USER
    group.refresh("suspended")
    cluster.world.clock.sleep(60)
    target = group.replica("SALES2")
    assert target is not None
    group.failover.begin(target, forced=True)


def call_beyond_the_role(cluster: Cluster) -> None:
    with pytest.raises(ClientError, match="UnauthorizedOperation"):
        cluster.account.client("ec2", role_of(cluster, "Decide")).start_instances(
            InstanceIds=[cluster.instances["SALES1"].id]
        )


def say_what_is_not_so(cluster: Cluster) -> None:
    """A node that runs is called stopped, with its data safe."""
    topic = next(one.physical_id for one in cluster.account.stacks.resources if one.type == "AWS::SNS::Topic")
    subject = "CacheWarden: SALES1 is stopped, safely"
    client = cluster.account.client("sns", role_of(cluster, "Ingest"))
    client.publish(TopicArn=topic, Subject=subject, Message="Is my data safe? Yes.")


def say_that_it_is_safe(cluster: Cluster, *, asked_at: datetime, decided_at: datetime) -> None:
    """In the words of the product, of SALES2, with the times of the asking and of the decision."""
    topic = next(one.physical_id for one in cluster.account.stacks.resources if one.type == "AWS::SNS::Topic")
    instance_id = cluster.instances["SALES2"].id
    when = Asked(instance_id=instance_id, name=f"SALES2 ({instance_id})", ec2_asked_at=asked_at, node_asked_at=asked_at)
    lines = ("Is my data safe? Yes.", *AsOf(decided_at=decided_at, asked=(when,)).lines())
    client = cluster.account.client("sns", role_of(cluster, "Ingest"))
    subject = f"CacheWarden: SALES2 ({instance_id}) is in service"
    client.publish(TopicArn=topic, Subject=subject, Message="\n".join(lines))


def lose_the_data(cluster: Cluster) -> datetime:
    """Of SALES2, without a sign that a shipped line would see; when that was."""
    clock, storage = cluster.world.clock, cluster.hosts["SALES2"].storage
    clock.sleep(60)
    space = next(space for space in storage.virtual_disks.values() if space.friendly_name == "WCDB")
    space.content_lost = True
    cluster.world.checkpoint("storage.lost", node="SALES2")
    lost_at = clock.now()
    clock.sleep(60)
    return lost_at


def say_safe_of_what_was_seen_lost(cluster: Cluster) -> None:
    lost_at = lose_the_data(cluster)
    say_that_it_is_safe(cluster, asked_at=lost_at + SECOND, decided_at=lost_at + 3 * SECOND)


def say_safe_on_an_old_look(cluster: Cluster) -> None:
    now = cluster.world.clock.now()
    cluster.world.clock.sleep(400)
    say_that_it_is_safe(cluster, asked_at=now, decided_at=now + 200 * SECOND)


def say_safe_long_after_the_decision(cluster: Cluster) -> None:
    now = cluster.world.clock.now()
    cluster.world.clock.sleep(1000)
    say_that_it_is_safe(cluster, asked_at=now, decided_at=now + SECOND)


def say_safe_as_of_a_time_to_come(cluster: Cluster) -> None:
    now = cluster.world.clock.now()
    say_that_it_is_safe(cluster, asked_at=now, decided_at=now + 60 * SECOND)


def leave_what_was_overtaken_uncorrected(cluster: Cluster) -> None:
    """It was so when it was seen, a minute before."""
    lost_at = lose_the_data(cluster)
    say_that_it_is_safe(cluster, asked_at=lost_at - 3 * SECOND, decided_at=lost_at - SECOND)


def say_it_again_on_the_same_look(cluster: Cluster) -> None:
    """A second message that was overtaken as well corrects nothing."""
    leave_what_was_overtaken_uncorrected(cluster)
    lost_at = cluster.world.clock.now() - 60 * SECOND
    say_that_it_is_safe(cluster, asked_at=lost_at - 3 * SECOND, decided_at=lost_at - SECOND)


def lay_cache(cluster: Cluster, node: str, *, on_ebs: bool) -> None:
    """Puts the extents of the node's data volume where a repair would have put them."""
    storage = cluster.hosts[node].storage
    space = next(space for space in storage.virtual_disks.values() if space.friendly_name == "WCDB")
    members = storage.pools[space.pool_id].members.values()
    target = next(member.device.unique_id for member in members if member.device.persistent is on_ebs)
    for (device_id, kind), size in list(space.extents.items()):
        if kind is ExtentKind.CACHE:
            del space.extents[device_id, kind]
            space.extents[target, kind] = size


def let_the_cache_come_back_during_the_stop(cluster: Cluster) -> None:
    lay_cache(cluster, "SALES2", on_ebs=True)
    stop(cluster, "SALES2")
    cluster.world.clock.sleep(5)
    lay_cache(cluster, "SALES2", on_ebs=False)


def leave_a_backup_on_instance_store(cluster: Cluster) -> None:
    lay_cache(cluster, "SALES2", on_ebs=True)
    cluster.hosts["SALES2"].files.write_bytes(r"S:\sales_full.bak", b"TAPE")
    stop(cluster, "SALES2")


def leave_a_database_on_instance_store(cluster: Cluster) -> None:
    """On the tempdb drive, among tempdb's own files; SQL Server knows it."""
    lay_cache(cluster, "SALES2", on_ebs=True)
    sql = cluster.hosts["SALES2"].sql
    assert sql is not None
    path = r"S:\tempdb\staging1.mdf"
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging1", path=path, size_kb=8192)
    sql.write_files(sql.add_database("staging", (file,)))
    stop(cluster, "SALES2")


def let_the_log_fill_for_a_node_that_is_away(cluster: Cluster) -> None:
    """Log backups can't cut it, and nothing looks at it: no schedule of the account runs here."""
    cluster.hosts["SALES2"].power_off()
    for group in cluster.failover_cluster.groups.values():
        for database in group.databases.values():
            database.log.rate = 60_000.0
        group.refresh("a bulk load")
    cluster.world.clock.sleep(1200)


def tell_of_a_log_that_fills_without_the_way_out(cluster: Cluster) -> None:
    """In good time, but not how the replica that is away leaves its group."""
    topic = next(one.physical_id for one in cluster.account.stacks.resources if one.type == "AWS::SNS::Topic")
    client = cluster.account.client("sns", role_of(cluster, "Ingest"))
    client.publish(TopicArn=topic, Subject="CacheWarden: SALES2 is away", Message="CW6147 the logs of sales-ag fill.")
    cluster.world.clock.sleep(700)
    let_the_log_fill_for_a_node_that_is_away(cluster)


PLANTED = (
    ("stop-needs-proof", stop_without_proof),
    ("backups-whole", call_snapshots_of_a_cached_node_a_backup),
    ("instance-store-files", leave_a_backup_on_instance_store),
    ("instance-store-files", leave_a_database_on_instance_store),
    ("stop-needs-proof", let_the_cache_come_back_during_the_stop),
    ("one-node-down", stop_both_nodes),
    ("one-node-down", stop_sql_server_beside_a_stopped_node),
    ("protection", lift_protection_too_early),
    ("nothing-recoverable-destroyed", delete_a_readable_volume),
    ("foreign-disks", pool_somebody_elses_disk),
    ("messages-true", say_what_is_not_so),
    ("messages-true", say_safe_of_what_was_seen_lost),
    ("messages-true", say_safe_on_an_old_look),
    ("messages-true", say_safe_long_after_the_decision),
    ("messages-true", say_safe_as_of_a_time_to_come),
    ("messages-true", leave_what_was_overtaken_uncorrected),
    ("messages-true", say_it_again_on_the_same_look),
    ("log-warned", let_the_log_fill_for_a_node_that_is_away),
    ("log-warned", tell_of_a_log_that_fills_without_the_way_out),
    ("permissions", call_beyond_the_role),
    ("committed-transactions", force_a_failover_to_a_copy_that_is_behind),
)


@pytest.mark.parametrize(("name", "deed"), PLANTED)
def test_a_planted_bug_is_named(synthesized, name, deed):
    assert name in seen_after(synthesized, deed)


def test_every_invariant_is_shown_to_bite_and_says_what_it_demands():
    assert {invariant.name for invariant in INVARIANTS} == {name for name, _ in PLANTED}
    assert all(invariant.sentence.endswith(".") for invariant in INVARIANTS)


def test_what_was_overtaken_is_corrected_by_the_next_message_about_the_node(synthesized):
    def correct_it(cluster: Cluster) -> None:
        leave_what_was_overtaken_uncorrected(cluster)
        tell_of(cluster, "SALES2")

    def correct_another(cluster: Cluster) -> None:
        leave_what_was_overtaken_uncorrected(cluster)
        tell_of(cluster, "SALES1")

    def leave_it_open(cluster: Cluster) -> None:
        leave_what_was_overtaken_uncorrected(cluster)
        tell_of(cluster, "SALES2", "Nothing was changed by this request.")

    def tell_of(cluster: Cluster, node: str, answer: str = "No.") -> None:
        topic = next(one.physical_id for one in cluster.account.stacks.resources if one.type == "AWS::SNS::Topic")
        subject = f"CacheWarden: snapshot of {node} refused"
        client = cluster.account.client("sns", role_of(cluster, "Ingest"))
        client.publish(TopicArn=topic, Subject=subject, Message=f"Is my data safe? {answer}")

    assert seen_after(synthesized, correct_it) == set()
    assert seen_after(synthesized, correct_another) == {"messages-true"}
    assert seen_after(synthesized, leave_it_open) == {"messages-true"}


def test_what_was_overtaken_and_not_corrected_in_time_is_told_once(synthesized):
    def wait_too_long(cluster: Cluster) -> None:
        leave_what_was_overtaken_uncorrected(cluster)
        cluster.world.clock.sleep(2000)
        cluster.world.checkpoint("storage.looked-at", node="SALES2")

    (violation,) = violations_after(synthesized, wait_too_long)
    assert violation.invariant == "messages-true" and "nothing corrected it" in violation.observed


def test_a_stop_is_looked_at_again_when_the_node_has_stopped(synthesized):
    observed = [
        violation.observed
        for violation in violations_after(synthesized, let_the_cache_come_back_during_the_stop)
        if violation.invariant == "stop-needs-proof"
    ]
    assert len(observed) == 1 and "reached stopped" in observed[0]


def test_a_proven_stop_breaks_nothing(synthesized):
    def stop_with_proof(cluster: Cluster) -> None:
        lay_cache(cluster, "SALES2", on_ebs=True)
        stop(cluster, "SALES2")

    assert seen_after(synthesized, stop_with_proof) == set()


def test_what_a_start_makes_again_and_what_windows_keeps_is_no_loss(synthesized):
    def stop_with_a_page_file(cluster: Cluster) -> None:
        files = cluster.hosts["SALES2"].files
        files.make_directories(r"S:\System Volume Information")
        for path in (r"S:\System Volume Information\tracking.log", r"S:\pagefile.sys"):
            files.write_bytes(path, b"")
        lay_cache(cluster, "SALES2", on_ebs=True)
        stop(cluster, "SALES2")

    assert seen_after(synthesized, stop_with_a_page_file) == set()


def test_a_file_that_comes_to_instance_store_during_the_stop_is_seen(synthesized):
    def write_a_backup_during_the_stop(cluster: Cluster) -> None:
        lay_cache(cluster, "SALES2", on_ebs=True)
        stop(cluster, "SALES2")
        cluster.world.clock.sleep(1)
        cluster.hosts["SALES2"].files.write_bytes(r"S:\late.bak", b"TAPE")

    (violation,) = violations_after(synthesized, write_a_backup_during_the_stop)
    assert violation.invariant == "instance-store-files"
    assert violation.observed == r"SALES2 reached stopped with 1 files on instance store (S:\late.bak)"


def test_a_person_s_own_stop_is_the_person_s(synthesized):
    def stop_as_a_person(cluster: Cluster) -> None:
        client = cluster.account.client("ec2", cluster.account.person("dba"))
        instance_id = cluster.instances["SALES2"].id
        client.modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": False})
        client.stop_instances(InstanceIds=[instance_id])

    assert "stop-needs-proof" not in seen_after(synthesized, stop_as_a_person)


def test_a_person_s_stop_of_sql_server_is_the_person_s(synthesized):
    def stop_as_a_person(cluster: Cluster) -> None:
        stop_sql_server_beside_a_stopped_node(cluster, by="patching.ps1")

    assert "one-node-down" not in seen_after(synthesized, stop_as_a_person)


@pytest.mark.parametrize(("seconds", "seen"), [(5, False), (60, True)])
def test_a_node_that_is_lost_as_the_other_one_stops_could_not_be_seen(synthesized, seconds, seen):
    def lose_the_other(cluster: Cluster) -> None:
        cluster.instances["SALES1"].lose_power()
        cluster.world.clock.sleep(seconds)
        stop(cluster, "SALES2")

    assert ("one-node-down" in seen_after(synthesized, lose_the_other)) is seen


def test_both_nodes_that_are_stopped_within_seconds_are_seen(synthesized):
    def stop_both_at_once(cluster: Cluster) -> None:
        stop(cluster, "SALES2")
        cluster.world.clock.sleep(2)
        stop(cluster, "SALES1")

    assert "one-node-down" in seen_after(synthesized, stop_both_at_once)


def test_nothing_breaks_when_nothing_is_done(synthesized):
    assert seen_after(synthesized, lambda cluster: None) == set()
