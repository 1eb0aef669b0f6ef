"""Each of AWS's sample events is read as what it is."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.events.envelope import Home, instance_id_in
from cachewarden.events.event import (
    ChangeRequestClosed,
    DocumentEnded,
    ExecutionEnded,
    HealthNotice,
    OptInChanged,
    StateChanged,
    StopRefused,
    UnhandledEvent,
)
from cachewarden.events.read import MalformedEventError, read_event
from tests.repository import EVENTS

INDEX = json.loads((EVENTS / "index.json").read_text("utf-8"))

EXPECTED = {
    "change-request-status-rejected": ChangeRequestClosed,
    "change-request-status-rejected-planned-change": ChangeRequestClosed,
    "cloudtrail-stopinstances-refused-batch": StopRefused,
    "cloudtrail-stopinstances-refused-cli": StopRefused,
    "cloudtrail-stopinstances-refused-console": StopRefused,
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
    "health-persistent-instance-retirement-scheduled-2018": HealthNotice,
    "health-persistent-instance-retirement-scheduled-closed": HealthNotice,
    "health-persistent-instance-retirement-scheduled-entity-arn": HealthNotice,
    "health-persistent-instance-retirement-scheduled-upcoming": HealthNotice,
    "health-persistent-instance-retirement-scheduled-updated": HealthNotice,
    "sfn-status-aborted": ExecutionEnded,
    "sfn-status-failed": ExecutionEnded,
    "sfn-status-failed-redrivable": ExecutionEnded,
    "sfn-status-timed-out": ExecutionEnded,
    "ssm-automation-execution-failed": DocumentEnded,
}
"""All other samples say nothing to an account that deployed CacheWarden, 111122223333."""


def read(name: str, change: Callable[[dict[str, Any]], None] = lambda event: None, home: Home | None = None):
    """The sample as it is, or changed; read where it happened unless `home` says otherwise."""
    event = json.loads((EVENTS / name).read_text("utf-8"))
    change(event)
    return read_event(event, home=home or Home(account=event.get("account", ""), region=event.get("region", "")))


@pytest.mark.parametrize("name", sorted(INDEX))
def test_every_sample_is_read_as_what_it_is(name):
    region = json.loads((EVENTS / name).read_text("utf-8")).get("region", "")

    read_here = read(name, home=Home(account="111122223333", region=region))

    assert type(read_here) is EXPECTED.get(name.removesuffix(".json"), UnhandledEvent)


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


CONSOLE = "cloudtrail-stopinstances-refused-console.json"
RETIREMENT = "health-persistent-instance-retirement-scheduled-upcoming.json"


@pytest.mark.parametrize(
    ("name", "home", "said"),
    [
        (CONSOLE, Home("444455556666", "us-east-1"), "111122223333"),
        (CONSOLE, Home("111122223333", "eu-west-1"), "us-east-1"),
        ("ec2-state-change-running.json", Home("444455556666", "us-east-1"), "111122223333"),
        ("health-org-view-delegated-admin.json", Home("444455556666", "us-east-1"), "111122223333"),
    ],
)
def test_another_account_or_region_is_ignored_by_name(name, home, said):
    ignored = read(name, home=home)

    assert isinstance(ignored, UnhandledEvent)
    assert ignored.code is Code.FOREIGN_ACCOUNT and said in ignored.why


def test_a_health_notice_about_another_region_is_ignored_by_name():
    ignored = read(RETIREMENT, lambda event: event["detail"].update(eventRegion="eu-west-3"))

    assert isinstance(ignored, UnhandledEvent) and "eu-west-3" in ignored.why


def refused_stop_of(*items: str, **detail: Any):
    def change(event: dict[str, Any]) -> None:
        event["detail"].update(detail)
        event["detail"]["requestParameters"]["instancesSet"]["items"] = [{"instanceId": item} for item in items]

    return read(CONSOLE, change)


ONE, OTHER = "i-0c4d7e19f2a85b301", "i-03b96ad51e7c82f44"


def test_an_instance_named_twice_is_one_instance():
    assert refused_stop_of(ONE, OTHER, ONE).instance_ids == (ONE, OTHER)


def test_a_filter_s_wildcard_is_no_instance():
    """EC2's filters read `i-*` as every instance of the account."""
    assert refused_stop_of("i-*", ONE).instance_ids == (ONE,)
    assert isinstance(refused_stop_of("i-*"), UnhandledEvent)


def test_a_dry_run_asks_for_nothing():
    def dry(event: dict[str, Any]) -> None:
        event["detail"]["requestParameters"]["dryRun"] = True

    assert isinstance(read(CONSOLE, dry), UnhandledEvent)


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("You may not be stopped. Update its 'disableApiStop' instance attribute.", StopRefused),
        ("The instance may not be stopped. Modify its 'DisableApiStop' attribute.", StopRefused),
        (None, StopRefused),
        ("You can't stop the Spot Instance that a request owns.", UnhandledEvent),
    ],
)
def test_only_a_refusal_by_stop_protection_is_a_request(message, kind):
    assert type(refused_stop_of(ONE, errorMessage=message)) is kind


def test_a_time_without_zone_is_malformed():
    with pytest.raises(MalformedEventError, match="eventTime"):
        refused_stop_of(ONE, eventTime="2026-03-23T11:41:30")


@pytest.mark.parametrize("status", ["closed", "CLOSED", "Closed"])
def test_the_status_of_a_notice_has_no_case(status):
    assert read(RETIREMENT, lambda event: event["detail"].update(statusCode=status)).status == "closed"
