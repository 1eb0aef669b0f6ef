"""EC2's mutating calls, one instance at a time, errors under AWS's names."""

from datetime import timedelta

import pytest

from adapters import clients
from adapters.ec2_changes import ProofTooOldError
from cachewarden.json_reader import UnexpectedJsonError, parse_time
from cachewarden.operation.stop_proof import stop_is_proven
from handlers.operate_instance import handler

FAR = "2999-01-01T00:00:00.000Z"


def test_a_stop_whose_proof_is_too_old_is_not_asked_for(aws, context):
    node = aws.node(protected=False)

    with pytest.raises(ProofTooOldError, match=node):
        handler({"action": "StopInstance", "instanceId": node, "notAfter": "2020-01-01T00:00:00.000Z"}, context)

    assert aws.state(node) == "running"


def test_protection_is_set_lifted_and_read_back(aws, context):
    node = aws.node(protected=False)

    on = handler({"action": "SetProtection", "instanceId": node}, context)
    off = handler({"action": "LiftProtection", "instanceId": node}, context)

    assert (on["ec2"]["stopProtected"], off["ec2"]["stopProtected"]) == (True, False)
    assert aws.protected(node) is False


def test_a_protected_instance_refuses_under_aws_own_name(aws, context):
    node = aws.node()

    with pytest.raises(Exception, match="OperationNotPermitted") as refused:
        handler({"action": "StopInstance", "instanceId": node, "notAfter": FAR}, context)

    assert type(refused.value).__name__ == "OperationNotPermitted"
    assert aws.state(node) == "running"


def test_a_stop_is_for_one_instance_and_never_forced_whatever_is_asked(aws, context):
    node, bystander = aws.node(protected=False), aws.node(protected=False)
    seen = []
    clients.ec2().meta.events.register(
        "provide-client-params.ec2.StopInstances", lambda params, **_: seen.append(params)
    )

    handler(
        {
            "action": "StopInstance",
            "instanceId": node,
            "instanceIds": [bystander],
            "notAfter": FAR,
            "Force": True,
            "SkipOsShutdown": True,
            "Hibernate": True,
        },
        context,
    )

    assert seen == [{"InstanceIds": [node]}]
    assert (aws.state(node), aws.state(bystander)) == ("stopped", "running")


def own_tags_of(aws, node: str) -> dict[str, str]:
    tags = aws.ec2.describe_tags(Filters=[{"Name": "resource-id", "Values": [node]}])["Tags"]
    return {tag["Key"]: tag["Value"] for tag in tags}


def test_a_stop_leaves_behind_which_run_it_ended_and_only_that_run(aws, context):
    node = aws.node(protected=False)

    stopped = handler({"action": "StopInstance", "instanceId": node, "notAfter": FAR}, context)

    launched = parse_time(stopped["ec2"]["launchTime"])
    assert stop_is_proven(own_tags_of(aws, node), launched)
    assert not stop_is_proven(own_tags_of(aws, node), launched + timedelta(minutes=5))


def test_a_refused_stop_leaves_no_proof_behind(aws, context):
    node = aws.node()

    with pytest.raises(Exception, match="OperationNotPermitted"):
        handler({"action": "StopInstance", "instanceId": node, "notAfter": FAR}, context)

    assert "cachewarden:stop-proven" not in own_tags_of(aws, node)


def test_a_started_instance_answers_with_its_new_launch_time(aws, context):
    node = aws.node(protected=False)
    handler({"action": "StopInstance", "instanceId": node, "notAfter": FAR}, context)

    answer = handler({"action": "StartInstance", "instanceId": node}, context)

    assert answer["ec2"]["state"] in ("pending", "running")
    assert answer["ec2"]["launchTime"].endswith("Z")


def test_our_tags_are_written(aws, context):
    node = aws.node()

    handler({"action": "WriteTags", "instanceId": node, "tags": {"cachewarden:state": "operating"}}, context)

    tags = aws.ec2.describe_tags(Filters=[{"Name": "resource-id", "Values": [node]}])["Tags"]
    assert {"cachewarden:state": "operating"}.items() <= {tag["Key"]: tag["Value"] for tag in tags}.items()


SNAPSHOT = {"action": "SnapshotDataVolumes", "operation": "r1"}


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


def test_snapshots_of_every_data_volume_are_made_once_for_an_operation(aws, context, node_with_data, monkeypatch):
    calls = created()

    first = handler({**SNAPSHOT, "instanceId": node_with_data}, context)
    again = handler({**SNAPSHOT, "instanceId": node_with_data}, context)

    assert first["snapshots"] == again["snapshots"]
    assert len(first["snapshots"]) == 2
    assert len(calls) == 1 and calls[0]["InstanceSpecification"]["ExcludeBootVolume"] is True


def test_a_snapshot_that_failed_is_made_again(aws, context, node_with_data, monkeypatch):
    calls = created()
    handler({**SNAPSHOT, "instanceId": node_with_data}, context)
    altered(monkeypatch, "describe_snapshots", lambda found: found["Snapshots"][0].update(State="error"))

    again = handler({**SNAPSHOT, "instanceId": node_with_data}, context)

    assert len(calls) == 2 and len(again["snapshots"]) == 2


def test_snapshots_that_leave_a_data_volume_out_are_not_enough(aws, context, node_with_data, monkeypatch):
    altered(monkeypatch, "create_snapshots", lambda answer: answer["Snapshots"].pop())

    with pytest.raises(Exception, match="no snapshot of vol-") as incomplete:
        handler({**SNAPSHOT, "instanceId": node_with_data}, context)

    assert type(incomplete.value).__name__ == "SnapshotsIncompleteError"


def test_a_node_without_data_volumes_has_nothing_to_rebuild(aws, context):
    with pytest.raises(Exception, match="no snapshot of any data volume"):
        handler({**SNAPSHOT, "instanceId": aws.node()}, context)


def test_an_unknown_act_is_refused_by_name(aws, context):
    with pytest.raises(UnexpectedJsonError, match="TerminateInstance"):
        handler({"action": "TerminateInstance", "instanceId": aws.node()}, context)


def test_an_unknown_instance_is_aws_own_error(aws, context):
    with pytest.raises(Exception, match=r"InvalidInstanceID\.NotFound") as missing:
        handler({"action": "StartInstance", "instanceId": "i-0123456789abcdef0"}, context)

    assert type(missing.value).__name__ == "InvalidInstanceID_NotFound"
