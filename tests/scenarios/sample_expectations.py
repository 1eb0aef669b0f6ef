"""What each sample of tests/events must lead to in an account with two nodes in service, written by hand.

Every sample is here at least once; where the owner's tags or what happened before make a difference, several times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Before(Enum):
    """What has happened in the account by the time at which the event comes; AWS's own events about it got lost."""

    IN_SERVICE = "both nodes are in service"
    STARTED = "CacheWarden had stopped SALES1; a person has started it"
    SHUT_DOWN = "Windows on SALES1 was shut down from inside: its cache was on NVMe"
    UNPROTECTED = "the tag has just been set on SALES2, which nothing protects yet"
    OPTED_OUT = "the tag has just been taken off SALES2"
    ABORTED = "an operation that stops SALES1 was aborted while SQL Server stopped"
    ABORTED_BY_NOW = "an operation that stops SALES1 was aborted as it began to evacuate the cache; the brake is on"
    STOPPED_BY_US = "an operation has stopped SALES1"
    DOCUMENT = "a person's document has evacuated the cache of SALES2, and failed to release its lease"


IN_SERVICE = {"SALES1": "running nvme", "SALES2": "running nvme"}
SALES1_STOPPED = {"SALES1": "stopped swap", "SALES2": "running nvme"}

ASKED = frozenset({"ec2:DescribeInstances"})
"""Whose an instance is has to be asked of EC2."""
READ = ASKED | {"ec2:DescribeInstanceAttribute", "dynamodb:Scan", "ssm:GetParameter"}
"""What ingest reads of a node that is opted in, and of the brake."""
TOLD = READ | {"dynamodb:GetItem", "dynamodb:PutItem", "events:PutEvents", "sns:Publish"}
"""What a message costs: people are told once an hour."""

OURS = {
    "i-0c4d7e19f2a85b301": "SALES1",
    "i-03b96ad51e7c82f44": "SALES2",
    "i-0e58f1c2d937ab610": "SALES1",
    "i-09f3ce60b14d27a85": "SALES2",
    "i-ebeaf9e2": "SALES1",
}
"""Whom the ids stand for where nothing may come of the event: it is nothing to us though it names our nodes."""
WITH_OTHERS = OURS | {"i-0e58f1c2d937ab610": "WEB1", "i-09f3ce60b14d27a85": "WEB2"}
"""The same with instances of other people, which nobody has opted in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What one delivery, or several of the same event, must come to.

    `rule`: of the deployed rules the one that takes the event; None is none. `began`: executions of the workflow, as
    `goal node`. `told`: for each message, in order, the code that it must have. `ends`: state and cache of each node.
    `calls`: where no execution begins, all that may be called and no tag may change; None where more is cleared up.
    """

    sample: str
    because: str
    rule: str | None = None
    before: Before = Before.IN_SERVICE
    tags: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=lambda: WITH_OTHERS)
    began: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    ends: Mapping[str, str] = field(default_factory=lambda: IN_SERVICE)
    calls: frozenset[str] | None = frozenset()


def _nothing(sample: str, because: str) -> Expected:
    """No deployed rule takes it."""
    return Expected(sample=sample, because=because, about=OURS)


def _stopped(sample: str, because: str) -> Expected:
    return Expected(
        sample=sample,
        because=because,
        rule="RefusedStop",
        about=WITH_OTHERS | {"i-03b96ad51e7c82f44": "SALES1", "i-0e58f1c2d937ab610": "WEB1"},
        began=("Stopped SALES1",),
        told=("CW6001",),
        ends=SALES1_STOPPED,
    )


def _dropped(sample: str, because: str, rule: str) -> Expected:
    """A rule takes it, and ingest leaves it without asking anybody."""
    return Expected(sample=sample, because=because, rule=rule, about=OURS)


def _notice(sample: str, because: str, *told: str, auto: bool = False) -> Expected:
    """A notice that people hear of; where its owner said `auto`, that it is planned."""
    return Expected(
        sample=sample,
        because=because,
        rule="HealthNotice",
        about=OURS if sample == "health-dedicated-host-network-maintenance-scheduled" else WITH_OTHERS,
        tags={"cachewarden:on-health": "auto"} if auto else {},
        told=told,
        calls=TOLD,
    )


def _cycled(sample: str, because: str, node: str) -> Expected:
    return Expected(
        sample=sample,
        because=because,
        rule="HealthNotice",
        tags={"cachewarden:on-health": "auto"},
        began=(f"Cycled {node}",),
        told=("CW6001",),
    )


def _ended(sample: str, because: str) -> Expected:
    """The sample's execution is one of ours, which held its lease as it ended: the node goes back into service."""
    return Expected(
        sample=sample,
        because=because,
        rule="WorkflowEnded",
        before=Before.ABORTED,
        began=("InService SALES1",),
        told=("CW5005", "CW6001"),
    )


_EC2_ONLY = "the state changes that count are running and stopped"
_SUCCEEDED = "a call that EC2 carried out: what came of it is told by the state change"
_NO_STOP = "stop protection didn't refuse a StopInstances here"
_OTHERS_MACHINE = "another machine than maintain-replica is nobody's to clear up behind"
_CALENDARS = "calendars are read when something is asked for"
_APPROVE = "the default is on-health=approve: people hear of it and which document to start"
_FAR = "two weeks ahead, owner said auto: nothing is begun and no lease held until its last day"

EXPECTED: tuple[Expected, ...] = (
    _nothing("autoscaling-terminate-lifecycle-action", "members of Auto Scaling groups can't be opted in"),
    _nothing("calendar-state-closed", _CALENDARS),
    _nothing("calendar-state-open", _CALENDARS),
    _nothing("capacity-reservation-instance-interruption-warning", "EC2 takes the instance; nothing could be saved"),
    _nothing("capacity-reservation-scheduled", "a reservation is no instance"),
    _nothing("change-request-status-inprogress", "what was approved is told by its own operation"),
    _nothing("change-request-status-rejected", "its template isn't CacheWarden's"),
    Expected(
        sample="change-request-status-rejected-planned-change",
        because="a change of CacheWarden's template was rejected: nothing begins, and people hear so once",
        rule="ChangeRequest",
        told=("CW5133",),
        calls=ASKED | {"dynamodb:PutItem", "events:PutEvents", "sns:Publish"},
    ),
    _nothing("cloudtrail-rebootinstances", "a reboot keeps the cache"),
    _nothing("cloudtrail-startinstances-success", _SUCCEEDED),
    _nothing("cloudtrail-stopinstances-dryrun", "a dry run asks for nothing"),
    Expected(
        sample="cloudtrail-stopinstances-refused-batch",
        because="one of three is protected and stops safely; the bystanders aren't touched, and nobody hears of them",
        rule="RefusedStop",
        about=WITH_OTHERS | {"i-03b96ad51e7c82f44": "WEB1", "i-0e58f1c2d937ab610": "WEB2"},
        began=("Stopped SALES1",),
        told=("CW6001",),
        ends=SALES1_STOPPED,
    ),
    Expected(
        sample="cloudtrail-stopinstances-refused-batch",
        because="two of the three are nodes of one cluster: one of them stops, the other one has to stay and says so",
        rule="RefusedStop",
        about=OURS | {"i-09f3ce60b14d27a85": "WEB1", "i-0e58f1c2d937ab610": "SALES2"},
        began=("Stopped SALES1", "Stopped SALES2"),
        told=("CW5003", "CW6001"),
        ends=SALES1_STOPPED,
    ),
    _stopped("cloudtrail-stopinstances-refused-cli", "a person asked, on-stop is auto by default"),
    _stopped("cloudtrail-stopinstances-refused-console", "the console's marks make no difference"),
    Expected(
        sample="cloudtrail-stopinstances-refused-console",
        because="the owner wants to be asked: nothing is begun, and who asked is told which document approves it",
        rule="RefusedStop",
        tags={"cachewarden:on-stop": "approve"},
        told=("CW5107",),
        calls=TOLD,
    ),
    Expected(
        sample="cloudtrail-stopinstances-refused-console",
        because="the owner wants to be left alone until tomorrow",
        rule="RefusedStop",
        tags={"cachewarden:snooze-until": "2099-01-01T00:00:00Z"},
        told=("CW5111",),
        calls=TOLD,
    ),
    Expected(
        sample="cloudtrail-stopinstances-refused-console",
        because="the node was stopped safely already when the event came at last",
        rule="RefusedStop",
        before=Before.STOPPED_BY_US,
        ends=SALES1_STOPPED,
        calls=READ | {"dynamodb:GetItem"},
    ),
    _dropped(
        "cloudtrail-stopinstances-refused-forwarded-cross-account",
        "another account's instance, on a bus that its events are forwarded to",
        "RefusedStop",
    ),
    _stopped("cloudtrail-stopinstances-refused-hibernate", "whoever wanted it hibernated wants it down; NVMe is lost"),
    _dropped(
        "cloudtrail-stopinstances-refused-replayed", "what an archive replays was asked for long ago", "RefusedStop"
    ),
    _stopped("cloudtrail-stopinstances-refused-ssm-automation", "a person's runbook asked for the person"),
    _nothing("cloudtrail-stopinstances-success", _SUCCEEDED),
    _nothing("cloudtrail-stopinstances-success-force", _SUCCEEDED),
    _nothing("cloudtrail-stopinstances-success-legacy-v1-0", _SUCCEEDED),
    _nothing("cloudtrail-stopinstances-unauthorized", "who may not stop it has asked for nothing"),
    _nothing("cloudtrail-terminateinstances-autoscaling-success", "what is terminated is gone"),
    _nothing("cloudtrail-terminateinstances-refused", _NO_STOP),
    _nothing(
        "cloudtrail-terminateinstances-refused-by-stop-protection", "termination isn't made safe: it destroys EBS"
    ),
    _nothing("cloudtrail-updatetrail-error-other-service", "another service's call"),
    _nothing("ebs-attachvolume-failed-kms", "what can't be attached shows in EC2's answer to who attaches it"),
    _nothing("ebs-modifyvolume-completed", "the loop reads modifications itself"),
    _nothing("ebs-modifyvolume-optimizing", "the loop reads modifications itself"),
    _nothing("ec2-state-change-pending", _EC2_ONLY),
    _nothing("ec2-state-change-pending-no-version", _EC2_ONLY),
    Expected(
        sample="ec2-state-change-running",
        because="somebody started it: it is brought into service, and people hear when it serves",
        rule="InstanceState",
        before=Before.STARTED,
        began=("InService SALES1",),
        told=("CW6001",),
    ),
    Expected(
        sample="ec2-state-change-running",
        because="a node that serves already is looked at once, and nothing is done",
        rule="InstanceState",
        began=("InService SALES1",),
    ),
    Expected(
        sample="ec2-state-change-running",
        because="an instance that isn't opted in is asked about and left alone",
        rule="InstanceState",
        about={"i-0c4d7e19f2a85b301": "WEB1"},
        calls=ASKED,
    ),
    _nothing("ec2-state-change-shutting-down", _EC2_ONLY),
    Expected(
        sample="ec2-state-change-stopped",
        because="it stopped without us: people hear that its cache may be lost, nothing is started against their will",
        rule="InstanceState",
        before=Before.SHUT_DOWN,
        told=("CW5109",),
        ends={"SALES1": "stopped lost", "SALES2": "running nvme"},
        calls=TOLD,
    ),
    Expected(
        sample="ec2-state-change-stopped",
        because="it is our own stop, on a proof: nobody hears of it again",
        rule="InstanceState",
        before=Before.STOPPED_BY_US,
        ends=SALES1_STOPPED,
        calls=READ | {"dynamodb:GetItem"},
    ),
    Expected(
        sample="ec2-state-change-stopped",
        because="an event that came late: the node runs, and whoever reads the message would look for nothing",
        rule="InstanceState",
        calls=READ,
    ),
    _nothing("ec2-state-change-stopping", _EC2_ONLY),
    _nothing("ec2-state-change-terminated", _EC2_ONLY),
    _nothing("ec2-state-change-terminated-replayed-misspelt-key", _EC2_ONLY),
    Expected(
        sample="health-accountnotification-auto-recovery-success",
        because="a closed notice asks for nothing any more; a recovery shows as a start",
        rule="HealthNotice",
        calls=READ,
    ),
    _dropped(
        "health-accountnotification-odcr-underutilization-summary", "its entities are no instances", "HealthNotice"
    ),
    _notice("health-dedicated-host-network-maintenance-scheduled", "a code that we don't know is only told", "CW5108"),
    _notice(
        "health-dedicated-host-network-maintenance-scheduled",
        "whatever the owner said: what answers it isn't known",
        "CW5108",
        auto=True,
    ),
    _nothing("health-elasticloadbalancing-api-issue", "another service's"),
    _notice("health-instance-reboot-maintenance-multi-page-1", "a reboot keeps the cache; roles off first", "CW5108"),
    _notice(
        "health-instance-reboot-maintenance-multi-page-1", "months ahead; roles move off then", "CW5123", auto=True
    ),
    _notice("health-instance-reboot-maintenance-multi-page-2", "each page names other instances", "CW5108"),
    _notice("health-instance-reboot-maintenance-multi-page-2", "the same for its instances", "CW5123", auto=True),
    _notice("health-instance-retirement-scheduled-documented", _APPROVE, "CW5107"),
    _notice(
        "health-instance-retirement-scheduled-documented", "months ahead; its entity is an ARN", "CW5119", auto=True
    ),
    _notice("health-instance-stop-scheduled-upcoming", _APPROVE, "CW5107"),
    _notice("health-instance-stop-scheduled-upcoming", _FAR, "CW5119", auto=True),
    Expected(
        sample="health-instance-store-drive-performance-degraded-closed",
        because="it is over",
        rule="HealthNotice",
        tags={"cachewarden:on-health": "auto"},
        calls=READ,
    ),
    _nothing(
        "health-instance-store-drive-performance-degraded-documented-backup",
        "the backup delivery of another region's notice: that region gets its own",
    ),
    _notice("health-instance-store-drive-performance-degraded-open", _APPROVE, "CW5107"),
    _cycled(
        "health-instance-store-drive-performance-degraded-open", "it fails already: at once, roles first", "SALES1"
    ),
    _nothing("health-lambda-planned-lifecycle-multi-page", "another service's"),
    _dropped("health-operational-issue-public", "a public issue names no instance", "HealthNotice"),
    _dropped(
        "health-org-view-delegated-admin", "the organization's view of another account's instance", "HealthNotice"
    ),
    _notice("health-persistent-instance-retirement-scheduled-2018", "the old shape, without status or page", "CW5107"),
    _cycled("health-persistent-instance-retirement-scheduled-2018", "its time has come already", "SALES2"),
    _nothing(
        "health-persistent-instance-retirement-scheduled-backup-event",
        "the backup delivery of another region's notice: that region gets its own",
    ),
    Expected(
        sample="health-persistent-instance-retirement-scheduled-closed",
        because="what is closed cancels what hasn't begun: nothing was",
        rule="HealthNotice",
        tags={"cachewarden:on-health": "auto"},
        calls=READ,
    ),
    _notice("health-persistent-instance-retirement-scheduled-entity-arn", _APPROVE, "CW5107"),
    _notice("health-persistent-instance-retirement-scheduled-entity-arn", _FAR, "CW5119", auto=True),
    _notice("health-persistent-instance-retirement-scheduled-upcoming", _APPROVE, "CW5107"),
    _notice("health-persistent-instance-retirement-scheduled-upcoming", _FAR, "CW5119", auto=True),
    _notice("health-persistent-instance-retirement-scheduled-updated", _APPROVE, "CW5107"),
    _notice("health-persistent-instance-retirement-scheduled-updated", _FAR, "CW5119", auto=True),
    _nothing("scheduled-event-rule", "a rule of somebody else's; ours invokes the sweep itself"),
    _nothing("scheduled-event-scheduler-detail-is-string", "a schedule of somebody else's"),
    _nothing("sfn-status-aborted", _OTHERS_MACHINE),
    _ended("sfn-status-aborted", "cleared up behind; whoever aborted a stop may want the node to stay"),
    _nothing("sfn-status-failed", _OTHERS_MACHINE),
    _ended("sfn-status-failed", "its input isn't told: the execution is asked for it"),
    _nothing("sfn-status-failed-redrivable", _OTHERS_MACHINE),
    Expected(
        sample="sfn-status-failed-redrivable",
        because="with the brake on it is cleared up and told, and not taken up again",
        rule="WorkflowEnded",
        before=Before.ABORTED_BY_NOW,
        told=("CW5118",),
        ends={"SALES1": "running swap", "SALES2": "running nvme"},
        calls=None,
    ),
    _nothing("sfn-status-running", _OTHERS_MACHINE),
    _nothing("sfn-status-running-redrive-fields", _OTHERS_MACHINE),
    _nothing("sfn-status-succeeded", _OTHERS_MACHINE),
    _nothing("sfn-status-succeeded-redrive-fields", _OTHERS_MACHINE),
    _nothing("sfn-status-timed-out", _OTHERS_MACHINE),
    _ended("sfn-status-timed-out", "cleared up behind like any other bad end"),
    _nothing("spot-instance-interruption-warning", "Spot instances can't be opted in"),
    _nothing("spot-instance-interruption-warning-zone-in-arn", "Spot instances can't be opted in"),
    Expected(
        sample="ssm-automation-execution-failed",
        because="a person's document broke off: its lease is released and people hear what it left",
        rule="DocumentEnded",
        before=Before.DOCUMENT,
        told=("CW5130",),
        ends={"SALES1": "running nvme", "SALES2": "running swap"},
        calls=None,
    ),
    Expected(
        sample="ssm-automation-execution-failed",
        because="Systems Manager knows no such execution: there is nothing to clear up",
        rule="DocumentEnded",
        calls=frozenset({"ssm:GetParameter", "ssm:GetAutomationExecution"}),
    ),
    _nothing("ssm-automation-execution-success", "a document that succeeded needs nobody"),
    _nothing("ssm-automation-step-success", "steps are the document's own affair"),
    _nothing("ssm-command-invocation-failed", "whoever sent the command reads how it ended"),
    _nothing("ssm-command-invocation-success", "whoever sent the command reads how it ended"),
    _nothing("ssm-command-status-success", "whoever sent the command reads how it ended"),
    _nothing("tag-change-eks-pod-new-keys", "another service's"),
    _nothing("tag-change-instance", "tags of other people"),
    _nothing("tag-change-instance-no-envelope", "tags of other people"),
    Expected(
        sample="tag-change-opt-in",
        because="protection on first, then it is examined; nothing else changes",
        rule="OptIn",
        before=Before.UNPROTECTED,
        began=("Preflight SALES2",),
        told=("CW6008",),
    ),
    Expected(
        sample="tag-change-opt-out",
        because="the tag is what people changed: protection stays, and they hear what a stop would cost now",
        rule="OptIn",
        before=Before.OPTED_OUT,
        told=("CW6114",),
        calls=TOLD,
    ),
    Expected(
        sample="tag-change-opt-out",
        because="an event that came late: the tag is there again, so the node is examined",
        rule="OptIn",
        began=("Preflight SALES2",),
        told=("CW6008",),
    ),
    _nothing("tag-change-transit-gateway-float-version", "no instance"),
)
