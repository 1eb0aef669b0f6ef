"""EC2's mutating calls: for the lease's owner, one instance at a time, errors under AWS's names."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters import clients
from adapters.stop_records import stop_is_proven
from cachewarden.json_reader import format_time, parse_time
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.lease import LeaseLostError
from cachewarden.operation.stop_proof import NotEvacuatedError, ProofTooOldError
from handlers.lease import handler as lease
from handlers.operate_instance import handler
from tests.unit.lambdas.handlers.account import (
    OBSERVE_CONTENT,
    TABLE,
    ServiceError,
    execution,
    newest_events,
    scheduled,
)
from tests.unit.lambdas.sales_cluster import Sales

COMMAND = "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15"
OBSERVE = "CacheWarden-Host-ObserveHost"


def now() -> datetime:
    return datetime.now(UTC)


def evacuated() -> str:
    """What observe_host prints on a node whose cache left NVMe."""
    sales = Sales()
    sales.one.classification, sales.one.proof = "EVACUATED", True
    return json.dumps({**sales.verdict(sales.one, "done"), "evidence": sales.host_evidence(sales.one)})


@pytest.fixture
def observed(aws) -> dict[str, Any]:
    """The newest observation of every node: of the deployed document, seconds old, showing an evacuated cache."""
    told: dict[str, Any] = {
        "DocumentName": OBSERVE,
        "DocumentVersion": "3",
        "Status": "Success",
        "StandardOutputContent": evacuated(),
        # After the launch of every node of the test, which takes seconds of real time on a busy machine.
        "requestedAt": now() + timedelta(seconds=20),
        "content": OBSERVE_CONTENT,
    }

    def invocation(given: dict) -> dict:
        if given["CommandId"] != COMMAND:
            raise ServiceError("InvocationDoesNotExist")
        return {name: told[name] for name in ("DocumentName", "DocumentVersion", "Status", "StandardOutputContent")}

    aws.ssm.operations["GetCommandInvocation"] = invocation
    aws.ssm.operations["ListCommandInvocations"] = lambda given: {
        "CommandInvocations": [{"RequestedDateTime": told["requestedAt"]}]
    }
    aws.ssm.operations["GetDocument"] = lambda given: {"Content": json.dumps(told["content"])}
    return told


@pytest.fixture
def owned(aws, context, observed) -> Callable[..., dict[str, Any]]:
    """`owned(node, action)`: the request of the operation that has the lease for the node, and nodes `beside` it."""

    def request(
        node: str, action: str, goal: str = "Stopped", beside: tuple[str, ...] = (), **more: object
    ) -> dict[str, Any]:
        aws.states.operations["DescribeExecution"] = lambda given: {
            "status": "RUNNING",
            "input": json.dumps({"instanceId": node, "goal": goal}),
        }
        taking = {
            "action": "acquire",
            "owner": execution("one"),
            "subject": node,
            "goal": goal,
            "requestId": "r",
            "identity": None,
            "members": [node, *beside],
        }
        aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(scheduled(taking))
        taken = lease(taking, context)
        return {
            "action": action,
            "instanceId": node,
            "owner": execution("one"),
            "leaseKey": taken["leaseKey"],
            "token": taken["token"],
            "commandId": COMMAND,
            "notAfter": format_time(now() + timedelta(seconds=8)),
            **more,
        }

    return request


def own_tags_of(aws, node: str) -> dict[str, str]:
    tags = aws.ec2.describe_tags(Filters=[{"Name": "resource-id", "Values": [node]}])["Tags"]
    return {tag["Key"]: tag["Value"] for tag in tags}


def test_an_operation_on_the_whole_cluster_acts_on_each_of_its_nodes(aws, owned, context):
    first, second = aws.node(), aws.node()
    request = owned(first, "LiftProtection", "ClusterStopped", (second,), instanceId=second)

    handler(request, context)

    assert aws.protected(first) and not aws.protected(second)


def test_an_operation_on_the_whole_cluster_acts_on_no_other_node(aws, owned, context):
    first, second, stranger = aws.node(), aws.node(), aws.node()

    with pytest.raises(CallRefusedError):
        handler(owned(first, "LiftProtection", "ClusterStopped", (second,), instanceId=stranger), context)

    assert aws.protected(stranger)


def test_an_operation_on_the_whole_cluster_whose_lease_is_gone_has_lost_it(aws, owned, context):
    first, second = aws.node(), aws.node()
    request = owned(first, "LiftProtection", "ClusterStopped", (second,), instanceId=second)

    with pytest.raises(LeaseLostError):
        handler({**request, "leaseKey": "gone"}, context)

    assert aws.protected(second) and aws.messages == []


@pytest.mark.parametrize("of_the_lease", ["Stopped", "ClusterStopped"])
def test_an_operation_on_one_node_acts_on_no_other_node_of_its_cluster(aws, owned, context, of_the_lease):
    first, second = aws.node(), aws.node()
    request = owned(first, "LiftProtection", of_the_lease, (second,), instanceId=second)
    aws.states.operations["DescribeExecution"] = lambda given: {
        "status": "RUNNING",
        "input": json.dumps({"instanceId": first, "goal": "Stopped"}),
    }

    with pytest.raises(CallRefusedError):
        handler(request, context)

    assert aws.protected(second)


def test_a_stop_whose_time_is_over_is_not_asked_for(aws, owned, context):
    node = aws.node(protected=False)

    with pytest.raises(ProofTooOldError):
        handler(owned(node, "StopInstance", notAfter="2020-01-01T00:00:00.000Z"), context)

    assert aws.state(node) == "running" and aws.messages == []


def test_a_stop_that_would_be_good_for_ever_is_nobodys(aws, owned, context):
    node = aws.node(protected=False)

    with pytest.raises(CallRefusedError):
        handler(owned(node, "StopInstance", notAfter="2999-01-01T00:00:00.000Z"), context)

    assert aws.state(node) == "running" and len(aws.messages) == 1


def test_protection_is_set_and_read_back_and_lifted(aws, owned, context):
    """After it was lifted every node is observed, whatever the function says."""
    node = aws.node(protected=False)

    on = handler({"action": "SetProtection", "instanceId": node}, context)
    assert on["ec2"]["stopProtected"] is True and aws.protected(node) is True

    assert handler(owned(node, "LiftProtection"), context) == {"instanceId": node}
    assert aws.protected(node) is False


def test_what_is_permitted_is_asked_by_dry_runs_alone_whatever_the_caller_says(aws, context):
    node = aws.node(protected=False)
    before = own_tags_of(aws, node)
    seen: list[tuple[str, Any]] = []
    clients.ec2().meta.events.register(
        "provide-client-params.ec2", lambda params, model, **_: seen.append((model.name, params.get("DryRun")))
    )

    answer = handler({"action": "CheckRights", "instanceId": node, "DryRun": False, "dryRun": False}, context)

    calls = ["CreateTags", "ModifyInstanceAttribute", "StopInstances", "StartInstances"]
    assert seen == [(call, True) for call in calls]
    assert [each["call"].partition(" ")[0] for each in answer["rights"]] == calls
    assert (aws.state(node), aws.protected(node), own_tags_of(aws, node)) == ("running", False, before)


def test_a_protected_instance_refuses_under_aws_own_name(aws, owned, context):
    node = aws.node()

    with pytest.raises(Exception, match="OperationNotPermitted") as refused:
        handler(owned(node, "StopInstance"), context)

    assert type(refused.value).__name__ == "OperationNotPermitted"
    assert aws.state(node) == "running"


def test_a_stop_is_for_one_instance_and_never_forced_whatever_is_asked(aws, owned, context):
    node, bystander = aws.node(protected=False), aws.node(protected=False)
    seen = []
    clients.ec2().meta.events.register(
        "provide-client-params.ec2.StopInstances", lambda params, **_: seen.append(params)
    )

    handler(
        owned(node, "StopInstance", instanceIds=[bystander], Force=True, SkipOsShutdown=True, Hibernate=True), context
    )

    assert seen == [{"InstanceIds": [node]}]
    assert (aws.state(node), aws.state(bystander)) == ("stopped", "running")


def test_a_stop_leaves_behind_which_run_it_ended_and_only_that_run(aws, owned, context):
    node = aws.node(protected=False)

    stopped = handler(owned(node, "StopInstance"), context)

    launched = parse_time(stopped["ec2"]["launchTime"])
    assert stopped["ec2"]["stopProven"] is True
    assert stopped["ec2"]["stoppedAs"] == stopped["ec2"]["instanceType"] == "r5d.4xlarge"
    assert stop_is_proven(TABLE, node, launch_time=launched)
    assert not stop_is_proven(TABLE, node, launch_time=launched + timedelta(minutes=5))
    assert own_tags_of(aws, node)["cachewarden:stop-proven"] == stopped["ec2"]["launchTime"]


def test_a_refused_stop_leaves_no_proof_behind(aws, owned, context):
    node = aws.node()

    with pytest.raises(Exception, match="OperationNotPermitted"):
        handler(owned(node, "StopInstance"), context)

    assert "cachewarden:stop-proven" not in own_tags_of(aws, node)
    launched = aws.ec2.describe_instances(InstanceIds=[node])["Reservations"][0]["Instances"][0]["LaunchTime"]
    assert not stop_is_proven(TABLE, node, launch_time=launched)


def test_a_started_instance_answers_with_its_new_launch_time(aws, owned, context):
    node = aws.node(protected=False)
    aws.ec2.stop_instances(InstanceIds=[node])

    answer = handler(owned(node, "StartInstance"), context)

    assert answer["ec2"]["state"] in ("pending", "running")
    assert answer["ec2"]["launchTime"].endswith("Z")


def test_our_tags_are_written(aws, owned, context):
    node = aws.node()

    handler(owned(node, "WriteTags", tags={"cachewarden:state": "operating"}), context)

    assert own_tags_of(aws, node)["cachewarden:state"] == "operating"


def test_an_operation_that_did_nothing_has_no_tag_to_write(aws, owned, context, monkeypatch):
    """EC2 refuses a call without tags."""
    monkeypatch.setattr("handlers.operate_instance.write_tags", lambda *_: pytest.fail("EC2 was called"))

    assert handler(owned(aws.node(), "WriteTags", tags={}), context)["tags"] == {}


@pytest.mark.parametrize("tag", ["cachewarden:managed", "cachewarden:stop-proven", "Name"])
def test_no_other_tag_is_written(aws, owned, context, tag):
    node = aws.node()

    with pytest.raises(CallRefusedError, match=tag):
        handler(owned(node, "WriteTags", tags={tag: "true"}), context)


def unreadable() -> str:
    """What observe_host prints on a node whose cache disk didn't come back with a restart of Windows."""
    sales = Sales()
    sales.one.classification, sales.one.dead_cache, sales.one.unreadable = "AMBIGUOUS", "AWS6AAE", True
    return json.dumps({**sales.verdict(sales.one, "done"), "evidence": sales.host_evidence(sales.one)})


@pytest.mark.parametrize(
    ("consent", "hours", "state"),
    [
        ("unreadable-cache", 1, "stopped"),
        ("unreadable-cache", -1, "running"),
        ("unreadable-cache", 200, "running"),
        ("outage", 1, "running"),
        (None, 1, "running"),
    ],
)
def test_an_unreadable_cache_is_given_up_while_the_nodes_tag_consents(
    aws, owned, observed, context, consent, hours, state
):
    node = aws.node(protected=False)
    if consent is not None:
        until = f"{consent}/{now() + timedelta(hours=hours):%Y-%m-%dT%H:%MZ}"
        aws.ec2.create_tags(Resources=[node], Tags=[{"Key": "cachewarden:consent", "Value": until}])
    observed["StandardOutputContent"] = unreadable()

    if state == "running":
        with pytest.raises(NotEvacuatedError):
            handler(owned(node, "StopInstance"), context)
    else:
        handler(owned(node, "StopInstance"), context)

    assert (aws.state(node) == "running") is (state == "running")


@pytest.mark.parametrize("action", ["LiftProtection", "StopInstance"])
@pytest.mark.parametrize(
    ("told", "error"),
    [
        ({"DocumentName": "AWS-RunPowerShellScript"}, CallRefusedError),
        ({"content": {**OBSERVE_CONTENT, "description": "another"}}, CallRefusedError),
        ({"requestedAt": now() - timedelta(hours=1)}, ProofTooOldError),
        ({"Status": "Failed"}, NotEvacuatedError),
        ({"StandardOutputContent": ""}, NotEvacuatedError),
        ({"StandardOutputContent": evacuated().replace('"evacuated": true', '"evacuated": false')}, NotEvacuatedError),
        ({"StandardOutputContent": evacuated().replace("EVACUATED", "CACHE_ON_NVME")}, NotEvacuatedError),
        (
            {"StandardOutputContent": evacuated().replace('"notEvacuated": []', '"notEvacuated": ["L"]')},
            NotEvacuatedError,
        ),
        ({"StandardOutputContent": evacuated().replace('"foreignFiles": 0', '"foreignFiles": 1')}, NotEvacuatedError),
        ({"StandardOutputContent": evacuated().replace('"tempdbDrive"', '"other"')}, NotEvacuatedError),
    ],
    ids=[
        "foreign document",
        "changed document",
        "earlier run",
        "failed",
        "silent",
        "no proof",
        "cache on NVMe",
        "another pool",
        "a file beside tempdb",
        "no word on other files",
    ],
)
def test_only_a_young_observation_by_our_document_that_shows_it_proves_an_evacuation(
    aws, owned, observed, context, action, told, error
):
    node = aws.node(protected=action == "LiftProtection")
    observed |= told

    with pytest.raises(error):
        handler(owned(node, action), context)

    assert aws.state(node) == "running"
    assert aws.protected(node) is (action == "LiftProtection")
    assert len(aws.messages) == (1 if error is CallRefusedError else 0)


def test_an_old_observation_of_this_run_is_too_old(aws, owned, observed, context, monkeypatch):
    node = aws.node(protected=False)
    request = owned(node, "LiftProtection")
    monkeypatch.setattr("handlers.operate_instance.now", lambda: now() + timedelta(seconds=300))

    with pytest.raises(ProofTooOldError, match="too old"):
        handler(request, context)


def test_a_command_that_systems_manager_does_not_know_proves_nothing(aws, owned, context):
    node = aws.node()

    with pytest.raises(CallRefusedError, match="no command"):
        handler(owned(node, "LiftProtection", commandId="c0000000-0000-4000-8000-000000000009"), context)


@pytest.mark.parametrize(
    "claim",
    [
        {"token": 7},
        {"leaseKey": "another"},
        {"owner": execution("two")},
        {"owner": "arn:aws:states:eu-central-1:123456789012:execution:of-somebody-else:one"},
        {"owner": None},
        {"token": "1"},
    ],
)
def test_only_the_leases_owner_is_served(aws, owned, context, claim):
    node = aws.node(protected=False)

    with pytest.raises(CallRefusedError):
        handler({**owned(node, "StopInstance"), **claim}, context)

    assert aws.state(node) == "running" and len(aws.messages) == 1


def test_a_lease_is_good_for_its_own_node_only(aws, owned, context):
    node, partner = aws.node(), aws.node(protected=False)

    with pytest.raises(CallRefusedError, match=partner):
        handler(owned(node, "StopInstance") | {"instanceId": partner}, context)

    assert aws.state(partner) == "running"


def test_an_operation_that_was_just_aborted_is_refused_without_a_word_and_one_long_ended_with_one(aws, owned, context):
    node = aws.node()
    request = owned(node, "LiftProtection")

    def ended(ago: timedelta) -> None:
        aws.states.operations["DescribeExecution"] = lambda given: {
            "status": "ABORTED",
            "stopDate": now() - ago,
            "input": json.dumps({"instanceId": node}),
        }

    ended(timedelta(seconds=30))
    with pytest.raises(LeaseLostError):
        handler(request, context)
    assert aws.messages == []
    ended(timedelta(hours=1))
    with pytest.raises(CallRefusedError):
        handler(request, context)
    assert len(aws.messages) == 1


def test_a_lease_that_ends_before_the_call_can_is_not_enough(aws, owned, context):
    node = aws.node()
    request = owned(node, "LiftProtection")
    aws.dynamodb.update_item(
        TableName=TABLE,
        Key={"cluster": {"S": request["leaseKey"]}},
        UpdateExpression="SET expiresAt = :soon",
        ExpressionAttributeValues={":soon": {"S": format_time(now() + timedelta(seconds=40))}},
    )

    with pytest.raises(LeaseLostError):
        handler(request, context)

    assert aws.protected(node)


def test_a_message_that_could_not_be_sent_is_sent_with_the_next_call(aws, owned, context, monkeypatch):
    node = aws.node()
    topic = aws.topic_arn
    monkeypatch.setenv("TOPIC_ARN", topic + "-gone")
    with pytest.raises(Exception, match="NotFound"):
        handler({"action": "StartInstance", "instanceId": node}, context)
    monkeypatch.setenv("TOPIC_ARN", topic)
    aws.messages.clear()

    for _ in range(3):
        with pytest.raises(CallRefusedError):
            handler({"action": "StartInstance", "instanceId": node}, context)

    assert len(aws.messages) == 1 and node in aws.messages[0]["Subject"]


@pytest.fixture
def node_with_data(aws) -> str:
    """A node with two data volumes beside its root."""
    node = aws.node()
    for device in ("xvdb", "xvdc"):
        volume = aws.ec2.create_volume(AvailabilityZone="eu-central-1a", Size=10)["VolumeId"]
        aws.ec2.attach_volume(VolumeId=volume, InstanceId=node, Device=device)
    return node


def created() -> list[dict]:
    """Parameters of each CreateSnapshots from now on."""
    calls: list[dict] = []
    clients.ec2().meta.events.register(
        "provide-client-params.ec2.CreateSnapshots", lambda params, **_: calls.append(params)
    )
    return calls


def altered(monkeypatch: pytest.MonkeyPatch, call: str, change) -> None:
    """EC2's answer to `call` as `change` makes it."""
    genuine = getattr(clients.ec2(), call)

    def answer(**given):
        found = genuine(**given)
        change(found)
        return found

    monkeypatch.setattr(clients.ec2(), call, answer)


def test_snapshots_of_every_data_volume_are_made_once_for_an_operation(
    aws, owned, context, node_with_data, monkeypatch
):
    calls = created()

    first = handler(owned(node_with_data, "SnapshotDataVolumes", operation="r1"), context)
    again = handler(owned(node_with_data, "SnapshotDataVolumes", operation="r1"), context)

    assert first["snapshots"] == again["snapshots"]
    assert len(first["snapshots"]) == 2
    assert len(calls) == 1 and calls[0]["InstanceSpecification"]["ExcludeBootVolume"] is True


def test_a_snapshot_that_failed_is_made_again(aws, owned, context, node_with_data, monkeypatch):
    calls = created()
    handler(owned(node_with_data, "SnapshotDataVolumes", operation="r1"), context)
    altered(monkeypatch, "describe_snapshots", lambda found: found["Snapshots"][0].update(State="error"))

    again = handler(owned(node_with_data, "SnapshotDataVolumes", operation="r1"), context)

    assert len(calls) == 2 and len(again["snapshots"]) == 2


def test_snapshots_that_leave_a_data_volume_out_are_not_enough(aws, owned, context, node_with_data, monkeypatch):
    altered(monkeypatch, "create_snapshots", lambda answer: answer["Snapshots"].pop())

    with pytest.raises(Exception, match="no snapshot of vol-") as incomplete:
        handler(owned(node_with_data, "SnapshotDataVolumes", operation="r1"), context)

    assert type(incomplete.value).__name__ == "SnapshotsIncompleteError"


def test_a_node_without_data_volumes_has_nothing_to_rebuild(aws, owned, context):
    with pytest.raises(Exception, match="no snapshot of any volume"):
        handler(owned(aws.node(), "SnapshotDataVolumes", operation="r1"), context)


def snapshots_of(request, context) -> list[str]:
    return handler(request, context)["snapshots"]


def backup(owned, node: str, **more: object) -> dict[str, Any]:
    """The request of an operation that is to take snapshots of all volumes."""
    return owned(node, "SnapshotNode", **{"goal": "Snapshotted", "operation": "r1", **more})


def test_snapshots_of_all_volumes_are_taken_once_and_say_that_the_cache_was_on_ebs(aws, owned, context, node_with_data):
    calls = created()

    first = snapshots_of(backup(owned, node_with_data), context)
    again = snapshots_of(backup(owned, node_with_data), context)

    assert first == again and len(first) == 3
    assert len(calls) == 1 and calls[0]["InstanceSpecification"] == {"InstanceId": node_with_data}
    for each in aws.ec2.describe_snapshots(SnapshotIds=first)["Snapshots"]:
        tags = {tag["Key"]: tag["Value"] for tag in each["Tags"]}
        taken = tags.pop("cachewarden:taken")
        assert abs(parse_time(taken) - now()) < timedelta(minutes=1)
        assert tags == {
            "cachewarden:operation": "r1",
            "cachewarden:instance": node_with_data,
            "cachewarden:goal": "Snapshotted",
            "cachewarden:evacuated": "true",
        }


def test_what_was_taken_counts_even_where_its_proof_is_too_old_by_now(aws, owned, context, observed, node_with_data):
    first = snapshots_of(backup(owned, node_with_data), context)
    observed["requestedAt"] = now() - timedelta(hours=1)

    assert snapshots_of(backup(owned, node_with_data), context) == first


def test_another_operation_takes_a_set_of_its_own(aws, owned, context, node_with_data):
    first = snapshots_of(backup(owned, node_with_data), context)

    assert not set(first) & set(snapshots_of(backup(owned, node_with_data, operation="r2"), context))


def test_parts_of_two_sets_make_no_third(aws, owned, context, node_with_data, monkeypatch):
    calls = created()
    sets: list[dict[str, str]] = []
    with monkeypatch.context() as broken:
        altered(broken, "create_snapshots", lambda answer: answer["Snapshots"].pop())
        for _ in range(2):
            known = {snapshot for each in sets for snapshot in each.values()}
            with pytest.raises(Exception, match="no snapshot of vol-"):
                snapshots_of(backup(owned, node_with_data), context)
            found = aws.ec2.describe_snapshots(OwnerIds=["self"])["Snapshots"]
            taken = {each["VolumeId"]: each["SnapshotId"] for each in found if each["SnapshotId"] not in known}
            # The first set loses one volume's snapshot, the second another's: only together they have every volume.
            aws.ec2.delete_snapshot(SnapshotId=taken.pop(sorted(taken)[len(sets)]))
            sets.append(taken)
    assert len(sets[0] | sets[1]) == 3

    whole = snapshots_of(backup(owned, node_with_data), context)

    assert len(whole) == 3 and not set(whole) & {snapshot for each in sets for snapshot in each.values()}
    assert len(calls) == 3


def test_a_set_that_was_asked_for_twice_is_of_two_moments_and_counts_for_nothing(
    aws, owned, context, node_with_data, monkeypatch
):
    genuine = clients.ec2().create_snapshots
    with monkeypatch.context() as resent:
        resent.setattr(clients.ec2(), "create_snapshots", lambda **given: (genuine(**given), genuine(**given))[1])
        twice = snapshots_of(backup(owned, node_with_data), context)
    assert len(twice) == 3

    again = snapshots_of(backup(owned, node_with_data), context)
    assert len(again) == 3 and not set(again) & set(twice)


def test_no_snapshot_of_a_node_whose_cache_is_not_proven_to_be_on_ebs(aws, owned, context, observed, node_with_data):
    calls = created()
    sales = Sales()
    observed["StandardOutputContent"] = json.dumps(
        {**sales.verdict(sales.one, "done"), "evidence": sales.host_evidence(sales.one)}
    )
    with pytest.raises(NotEvacuatedError):
        snapshots_of(backup(owned, node_with_data), context)

    observed["StandardOutputContent"], observed["requestedAt"] = evacuated(), now() - timedelta(hours=1)
    with pytest.raises(ProofTooOldError):
        snapshots_of(backup(owned, node_with_data), context)

    assert calls == []


def test_a_cache_that_its_owner_gives_up_is_no_backup(aws, owned, context, observed, node_with_data):
    until = f"unreadable-cache/{now() + timedelta(hours=1):%Y-%m-%dT%H:%MZ}"
    aws.ec2.create_tags(Resources=[node_with_data], Tags=[{"Key": "cachewarden:consent", "Value": until}])
    observed["StandardOutputContent"] = unreadable()

    with pytest.raises(NotEvacuatedError):
        snapshots_of(backup(owned, node_with_data), context)


@pytest.mark.parametrize("goal", ["Stopped", "InService", "Cycled", "Resized", "ClusterStopped"])
def test_an_operation_with_another_goal_takes_no_snapshots(aws, owned, context, node_with_data, goal):
    calls = created()

    with pytest.raises(CallRefusedError, match="not Snapshotted"):
        snapshots_of(backup(owned, node_with_data, goal=goal), context)

    assert calls == [] and len(aws.messages) == 1


def test_a_backup_does_not_count_as_the_snapshots_before_a_rebuild(aws, owned, context, node_with_data):
    snapshots_of(backup(owned, node_with_data), context)
    calls = created()

    request = owned(node_with_data, "SnapshotDataVolumes", goal="Snapshotted", operation="r1")
    assert len(snapshots_of(request, context)) == 2
    assert len(calls) == 1


def test_an_unknown_act_is_refused_by_name(aws, context):
    with pytest.raises(CallRefusedError, match="TerminateInstance"):
        handler({"action": "TerminateInstance", "instanceId": aws.node()}, context)


def test_an_unknown_instance_is_aws_own_error(aws, owned, context):
    with pytest.raises(Exception, match=r"InvalidInstanceID\.NotFound") as missing:
        handler(owned("i-0123456789abcdef0", "StartInstance"), context)

    assert type(missing.value).__name__ == "InvalidInstanceID_NotFound"
