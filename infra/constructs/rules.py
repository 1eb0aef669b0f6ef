"""Which AWS events reach `ingest` and `janitor`, and how often `sweep` looks for those that didn't."""

from collections.abc import Sequence

from aws_cdk import aws_kms as kms
from constructs import Construct

from cachewarden.events.change_request import CLOSED_UNDONE
from infra.constructs.batched_event_rule import BatchedEventRule
from infra.constructs.event_rule import EventRule
from infra.constructs.functions import Functions
from infra.constructs.scheduled_rule import ScheduledRule
from infra.constructs.workflow import MAINTAIN_REPLICA, machine_arn

SWEEP_MINUTES = 15


class Rules(Construct):
    """One rule per kind of event, and a schedule; each with a dead-letter queue."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        functions: Functions,
        documents: Sequence[str],
        change_templates: Sequence[str],
        key: kms.IKey | None,
    ) -> None:
        """`documents`: names of people's documents that own leases, or ask approvers. `change_templates`: names of
        those of Change Manager; without any no rule hears of its requests. `key`: the owner's."""
        super().__init__(scope, construct_id)
        ingest = functions.ingest.function
        EventRule(
            self,
            "RefusedStop",
            key=key,
            description="Someone asked to stop a stop-protected instance and EC2 refused; needs a CloudTrail trail",
            source=["aws.ec2"],
            detail_type=["AWS API Call via CloudTrail"],
            # The code has been seen with and without `Client.`; ingest reads the rest again
            # [events#refused-stop-record].
            detail={
                "eventSource": ["ec2.amazonaws.com"],
                "eventName": ["StopInstances"],
                "errorCode": [{"suffix": "OperationNotPermitted"}],
            },
            function=ingest,
        )
        BatchedEventRule(
            self,
            "InstanceState",
            key=key,
            # The pattern can't tell whose instance it is, and a group that scales out starts a thousand.
            description="Instances started or stopped; ingest asks which are opted in, and whether it was our doing",
            source=["aws.ec2"],
            detail_type=["EC2 Instance State-change Notification"],
            detail={"state": ["running", "stopped"]},
            function=functions.ingest,
            max_age_minutes=60,
        )
        EventRule(
            self,
            "HealthNotice",
            key=key,
            description="AWS plans something for an EC2 host, or sees it failing; ingest finds out whose it is",
            source=["aws.health"],
            detail_type=["AWS Health Event"],
            # Each notice goes to its own region and, as a backup, to another one; old ones don't say which they are.
            detail={
                "service": ["EC2"],
                "$or": [{"backupEvent": ["false"]}, {"backupEvent": [{"exists": False}]}],
            },
            function=ingest,
            max_age_minutes=1440,
        )
        EventRule(
            self,
            "OptIn",
            key=key,
            description="An instance was opted in or out by its tag cachewarden:managed",
            source=["aws.tag"],
            detail_type=["Tag Change on Resource"],
            detail={"service": ["ec2"], "resource-type": ["instance"], "changed-tag-keys": ["cachewarden:managed"]},
            function=ingest,
            max_age_minutes=360,
        )
        EventRule(
            self,
            "WorkflowEnded",
            key=key,
            description="A maintain-replica execution ended without reaching its end; the janitor clears up behind it",
            source=["aws.states"],
            detail_type=["Step Functions Execution Status Change"],
            detail={
                "status": ["FAILED", "TIMED_OUT", "ABORTED"],
                "stateMachineArn": [machine_arn(self, MAINTAIN_REPLICA)],
            },
            function=functions.janitor.function,
            max_age_minutes=360,
        )
        EventRule(
            self,
            "DocumentEnded",
            key=key,
            description="A person's document for one act or an approval ended badly; the janitor clears up and tells",
            source=["aws.ssm"],
            detail_type=["EC2 Automation Execution Status-change Notification"],
            detail={"Status": ["Failed", "TimedOut", "Cancelled", "Rejected"], "Definition": list(documents)},
            function=functions.janitor.function,
            max_age_minutes=360,
        )
        if change_templates:
            EventRule(
                self,
                "ChangeRequest",
                key=key,
                description="A change request was closed before its runbook began; ingest tells people",
                source=["aws.ssm"],
                detail_type=["Change Request Status Update"],
                detail={
                    "ops-item-status": list(CLOSED_UNDONE),
                    "change-template-document-name": list(change_templates),
                },
                function=ingest,
                max_age_minutes=360,
            )
        ScheduledRule(
            self,
            "SweepSchedule",
            key=key,
            description="Every node and lease is looked at, whatever events got lost",
            minutes=SWEEP_MINUTES,
            function=functions.sweep.function,
        )
