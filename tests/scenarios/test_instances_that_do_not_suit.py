"""What an instance was launched as, or is set to, that takes its cache or itself away: refused or told at opt-in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adapters.instance_settings import ALARMS_A_PAGE
from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.cloudwatch.alarms import Alarm
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.ec2.instances import ScheduledEvent
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.test_opting_in_and_out_by_document import ended, never_opted_in, why

GROUP = "aws:autoscaling:groupName"
RECOVER = f"arn:aws:automate:{REGION}:ec2:recover"
STOP = f"arn:aws:swf:{REGION}:{ACCOUNT_ID}:action/actions/AWS_EC2.InstanceId.Stop/1.0"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def launched_as(scene: Attacked, kind: str) -> None:
    instance = scene.cluster.instances["SALES1"]
    match kind:
        case "spot":
            instance.lifecycle = "spot"
        case "group":
            instance.tags[GROUP] = "sql-nodes"
        case "root":
            instance.root_device_type = "instance-store"


def alarm(scene: Attacked, name: str, node: str, *actions: str, **others: Any) -> None:
    dimensions = {"InstanceId": scene.instance_id(node)}
    scene.cluster.account.alarms.by_name[name] = Alarm(
        name=name, description="", actions=actions, dimensions=dimensions, **others
    )


def protections_tried(scene: Attacked) -> int:
    calls = scene.cluster.account.api_calls.get("ec2:ModifyInstanceAttribute")
    return 0 if calls is None else calls.calls


@pytest.mark.parametrize(
    ("kind", "reason", "protected"),
    [
        ("spot", "Spot", False),
        ("group", "Auto Scaling group sql-nodes", True),
        ("root", "boots from instance store", False),
    ],
)
def test_opting_in_by_tag_is_refused_with_the_reason_and_protects_what_ec2_can_protect(scene, kind, reason, protected):
    never_opted_in(scene, "SALES1")
    launched_as(scene, kind)
    scene.perform(StepKind.OPT_IN, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Preflight", "Refused")]
    assert "CW6181" in scene.messages[-1] and reason in scene.messages[-1]
    assert scene.cluster.instances["SALES1"].stop_protected is protected


def test_the_sweep_says_so_once_and_does_not_try_to_protect_it(scene):
    never_opted_in(scene, "SALES1")
    launched_as(scene, "spot")
    scene.cluster.instances["SALES1"].tags["cachewarden:managed"] = "true"
    tried = protections_tried(scene)
    scene.sleep(3600)
    assert protections_tried(scene) == tried
    told = [each for each in scene.messages if "CW6181" in each]
    assert len(told) == 1 and "ACTION REQUIRED" in told[0]


def test_a_member_of_an_auto_scaling_group_is_not_stopped(scene):
    launched_as(scene, "group")
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "CW6181" in scene.messages[-1]
    assert scene.whole("SALES1") and scene.cluster.instances["SALES1"].stop_protected


def test_a_node_with_its_cache_on_nvme_stays_protected_when_it_is_attached_to_an_auto_scaling_group(scene):
    launched_as(scene, "group")
    scene.cluster.instances["SALES1"].stop_protected = False
    scene.sleep(1800)
    assert scene.cluster.instances["SALES1"].stop_protected
    assert any("CW6181" in each and "keeps it stop-protected" in each for each in scene.messages)


def test_an_instance_that_a_shutdown_from_inside_terminates_is_not_opted_in_without_a_word(scene):
    never_opted_in(scene, "SALES1")
    scene.cluster.instances["SALES1"].shutdown_behavior = "terminate"
    execution = ended(scene, "OptIn", "SALES1")
    assert execution.status.value == "Failed"
    assert "CW6182" in why(execution)
    assert scene.cluster.instances["SALES1"].stop_protected
    scene.cluster.instances["SALES1"].shutdown_behavior = "stop"
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"


def test_a_shutdown_from_inside_terminates_an_instance_that_is_set_so(scene):
    scene.cluster.instances["SALES2"].shutdown_behavior = "terminate"
    scene.cluster.instances["SALES2"].guest_powered_off()
    assert scene.cluster.instances["SALES2"].state.api_name == "shutting-down"


def test_volumes_that_go_with_the_instance_and_alarms_that_move_or_stop_it_are_told(scene):
    instance = scene.cluster.instances["SALES1"]
    data = next(volume for volume in instance.volumes if volume.device != "/dev/sda1")
    data.delete_on_termination = True
    alarm(scene, "host-unwell", "SALES1", RECOVER)
    alarm(scene, "idle", "SALES1", STOP)
    alarm(scene, "idle-again", "SALES1", ok_actions=(STOP,))
    alarm(scene, "silent", "SALES1", insufficient_data_actions=(RECOVER,))
    alarm(scene, "resting", "SALES1", STOP, enabled=False)
    alarm(scene, "of-the-other", "SALES2", RECOVER)
    execution = ended(scene, "Preflight", "SALES1")
    assert execution.status.value == "Success"
    (message,) = scene.messages
    assert f"CW6183 EC2 deletes {data.id}" in message
    assert "CW6184" in message and "host-unwell (recover)" in message and "idle (stop)" in message
    assert "idle-again (stop)" in message and "silent (recover)" in message
    assert "resting (stop, its actions are switched off now)" in message
    assert "of-the-other" not in message


def test_maintenance_that_ec2_has_scheduled_is_told(scene):
    node, now = scene.cluster.instances["SALES1"], scene.cluster.world.clock.now()
    node.scheduled_events.append(
        ScheduledEvent(
            id="instance-event-0d59937288b749b32",
            code="instance-retirement",
            description="The instance is running on degraded hardware",
            announced=now,
            not_before=now.replace(day=now.day + 10),
        )
    )
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    message = scene.messages[-1]
    assert "CW5116 EC2 has scheduled maintenance for SALES1 (" in message
    assert "instance-retirement (from 2026-02-" in message


def test_an_alarm_behind_many_others_is_told(scene):
    for number in range(ALARMS_A_PAGE):
        alarm(scene, f"of-the-other-{number}", "SALES2", STOP)
    alarm(scene, "well-again", "SALES1", ok_actions=(STOP,))
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "well-again (stop)" in scene.messages[-1]


def test_more_alarms_than_are_read_are_not_taken_for_harmless(scene, monkeypatch):
    monkeypatch.setattr("adapters.instance_settings.PAGES_MAX", 1)
    for number in range(ALARMS_A_PAGE + 1):
        alarm(scene, f"of-the-other-{number}", "SALES2", STOP)
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "Not known: which CloudWatch alarms stop or move it (TooManyAlarmsError)" in scene.messages[-1]


def test_alarms_that_cannot_be_read_are_not_taken_for_none(scene):
    scene.cluster.account.gateway.before("cloudwatch", "DescribeAlarms", refused)
    execution = ended(scene, "Preflight", "SALES1")
    assert execution.status.value == "Success"
    assert "Not known: which CloudWatch alarms stop or move it" in scene.messages[-1]


def refused(parameters: Mapping[str, Any]) -> None:
    raise ApiError("InternalServiceFault", "An internal error has occurred")
