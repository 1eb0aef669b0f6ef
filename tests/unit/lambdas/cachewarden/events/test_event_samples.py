"""Each of AWS's sample events is read as what it is."""

import json

import pytest

from cachewarden.events.envelope import instance_id_in
from cachewarden.events.event import (
    ExecutionEnded,
    HealthNotice,
    OptInChanged,
    StateChanged,
    StopRefused,
    UnhandledEvent,
)
from cachewarden.events.read import read_event
from tests.repository import EVENTS

INDEX = json.loads((EVENTS / "index.json").read_text("utf-8"))

EXPECTED = {
    "cloudtrail-stopinstances-refused-batch": StopRefused,
    "cloudtrail-stopinstances-refused-cli": StopRefused,
    "cloudtrail-stopinstances-refused-console": StopRefused,
    "cloudtrail-stopinstances-refused-forwarded-cross-account": StopRefused,
    "cloudtrail-stopinstances-refused-hibernate": StopRefused,
    "cloudtrail-stopinstances-refused-ssm-automation": StopRefused,
    "ec2-state-change-pending": StateChanged,
    "ec2-state-change-pending-no-version": StateChanged,
    "ec2-state-change-running": StateChanged,
    "ec2-state-change-shutting-down": StateChanged,
    "ec2-state-change-stopped": StateChanged,
    "ec2-state-change-stopping": StateChanged,
    "ec2-state-change-terminated": StateChanged,
    "tag-change-opt-in": OptInChanged,
    "tag-change-opt-out": OptInChanged,
    "health-accountnotification-auto-recovery-success": HealthNotice,
    "health-dedicated-host-network-maintenance-scheduled": HealthNotice,
    "health-instance-reboot-maintenance-multi-page-1": HealthNotice,
    "health-instance-reboot-maintenance-multi-page-2": HealthNotice,
    "health-instance-retirement-scheduled-documented": HealthNotice,
    "health-instance-stop-scheduled-upcoming": HealthNotice,
    "health-instance-store-drive-performance-degraded-closed": HealthNotice,
    "health-instance-store-drive-performance-degraded-open": HealthNotice,
    "health-org-view-delegated-admin": HealthNotice,
    "health-persistent-instance-retirement-scheduled-2018": HealthNotice,
    "health-persistent-instance-retirement-scheduled-closed": HealthNotice,
    "health-persistent-instance-retirement-scheduled-entity-arn": HealthNotice,
    "health-persistent-instance-retirement-scheduled-upcoming": HealthNotice,
    "health-persistent-instance-retirement-scheduled-updated": HealthNotice,
    "sfn-status-aborted": ExecutionEnded,
    "sfn-status-failed": ExecutionEnded,
    "sfn-status-failed-redrivable": ExecutionEnded,
    "sfn-status-timed-out": ExecutionEnded,
}
"""All other samples tell nothing."""


def read(name: str):
    return read_event(json.loads((EVENTS / name).read_text("utf-8")))


@pytest.mark.parametrize("name", sorted(INDEX))
def test_every_sample_is_read_as_what_it_is(name):
    assert type(read(name)) is EXPECTED.get(name.removesuffix(".json"), UnhandledEvent)


def test_no_expectation_is_about_a_sample_that_is_gone():
    assert {f"{name}.json" for name in EXPECTED} <= set(INDEX)


def test_who_asked_is_read_from_every_kind_of_identity():
    cli, role = read("cloudtrail-stopinstances-refused-cli.json"), read("cloudtrail-stopinstances-refused-batch.json")

    assert cli.requested_by == "arn:aws:iam::111122223333:user/oncall-dba" == cli.role_arn
    assert role.role_arn == "arn:aws:iam::111122223333:role/NightlyShutdown"
    assert len(role.instance_ids) == 3


def test_times_with_wrong_weekdays_are_still_times():
    notice = read("health-instance-retirement-scheduled-documented.json")

    assert notice.starts_at is not None
    assert notice.instance_ids[0].startswith("i-")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i-0c4d7e19f2a85b301", "i-0c4d7e19f2a85b301"),
        (" i-1a2b3c4d\n", "i-1a2b3c4d"),
        ("arn:aws:ec2:us-east-1:111122223333:instance/i-0c4d7e19f2a85b301", "i-0c4d7e19f2a85b301"),
        ("arn:aws-us-gov:ec2:us-gov-west-1:1:instance/i-1a2b3c4d", "i-1a2b3c4d"),
        ("arn:aws:ec2:us-east-1:1:volume/vol-1a2b3c4d", None),
        ("The instance i-0c4d7e19f2a85b301 is affected", None),
        ("i-0c4d7e19f2a85b301; drop table", None),
        ("i-XYZ", None),
        ("", None),
    ],
)
def test_an_instance_is_an_id_or_an_arn_and_nothing_else(text, found):
    assert instance_id_in(text) == found
