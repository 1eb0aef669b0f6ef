"""Alarms on what goes wrong without an event of its own: executions, functions, the sweep, leases, resumes.

Each description says what to do, since it is all that arrives at night.
"""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.constructs.handler_function import METRICS_NAMESPACE

SERVICE = "service"
"""Dimension of Powertools' metrics: the function's name without the product's."""


class OperationAlarms(Construct):
    """One alarm for each kind of trouble; all go to the topic."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        topic: sns.Topic,
        workflow: sfn.StateMachine,
        functions: Iterable[lambda_.Function],
        sweep_minutes: int,
    ) -> None:
        super().__init__(scope, construct_id)
        self._topic = topic
        self._executions(workflow)
        for function in functions:
            self._function(function)
        self._sweep(sweep_minutes)
        # What each sweep counts anew: in a shorter period the alarm would end and go off again with every sweep.
        lasting = 2 * sweep_minutes
        self._counted(
            "ResumesExhausted",
            "janitor",
            "An operation ended badly more often than it is taken up again. Its node may be out of service or its "
            "replica modes held: read the message of the same minute, mend its cause, then start "
            "CacheWarden-StartInstance for the node.",
        )
        self._counted(
            "NodeNotSwept",
            "sweep",
            "A node couldn't be looked at: whether it is protected and in service isn't known. Read the message "
            "CW5117 of the same time; the next look is a quarter of an hour later.",
            period_minutes=lasting,
        )
        self._counted(
            "ReminderFailed",
            "sweep",
            "Approvers couldn't be reminded of requests that wait for them; nodes were looked at nevertheless. Look in "
            "Systems Manager, Automation for runs that wait, and in the sweep's log for what failed. The sweep tries "
            "again a quarter of an hour later.",
            period_minutes=lasting,
        )
        self._counted(
            "NodeNotInService",
            "sweep",
            "A running node hasn't been in service at three looks within the hour: SQL Server is down, its cache is "
            "still on the Swap volume, or a person is asked for. Read the message of its last operation (tag "
            "cachewarden:last-operation); start CacheWarden-StartInstance when its cause is mended.",
            threshold=3,
            period_minutes=60,
        )
        self._counted(
            "ProtectionFoundOff",
            "sweep",
            "Stop protection was found off twice within the hour: a person or a clean-up tool takes it off again and "
            "again, and a stop would destroy the volume. Find out in CloudTrail who calls ModifyInstanceAttribute.",
            threshold=2,
            period_minutes=60,
        )
        self._counted(
            "LeaseHeldLong",
            "sweep",
            "An operation has held a cluster's lease for more than a day. Look at its execution in Step Functions: a "
            "reseed of very large databases may take so long, anything else hangs. No other operation of this cluster "
            "begins meanwhile.",
            period_minutes=lasting,
        )
        self._counted(
            "LeaseUnreadable",
            "sweep",
            "A cluster's record in the lease table can't be read: it was changed by hand or restored. No operation "
            "begins for its nodes. The log of cachewarden-sweep names the record and what is wrong with it: repair it. "
            "A record that is deleted takes the saved replica modes with it.",
            period_minutes=lasting,
        )
        self._counted(
            "TrailsNotRead",
            "sweep",
            "Whether a CloudTrail trail logs refused stops can't be told: without one a stop that is refused begins "
            "nothing. The log of cachewarden-sweep says what couldn't be read. A member account can't read its "
            "organization's trail: ask the management account whether that logs management write events, and disable "
            "this alarm; or deploy with create_trail.",
            period_minutes=lasting,
        )
        for name, service in (("WorkflowEvent", None), ("LeaseEvent", "lease")):
            self._counted(
                "EventNotPut",
                service,
                "EventBridge didn't take an event of CacheWarden's own, by which ticketing or OpsItems learn how an "
                "operation goes. The operation went on, and its message was sent: go by that. The log of "
                "cachewarden-maintain-replica or cachewarden-lease says why.",
                name=f"{name}NotPut",
            )
        for name, service in (("SnapshotOfOperation", "operate-instance"), ("SnapshotOfDocument", "document-lease")):
            self._counted(
                "SnapshotNotRecorded",
                service,
                "The id of a snapshot from before a rebuild couldn't be written down, so CacheWarden never deletes it, "
                f"and it costs until you do. The log of cachewarden-{service} names it; its tags are "
                "cachewarden:operation and cachewarden:instance. The rebuild went on.",
                name=f"{name}NotRecorded",
            )

    def _executions(self, workflow: sfn.StateMachine) -> None:
        for name, metric, what in (
            ("WorkflowFailed", workflow.metric_failed, "failed"),
            ("WorkflowTimedOut", workflow.metric_timed_out, "ran out of time"),
            ("WorkflowAborted", workflow.metric_aborted, "was stopped by a person or a program"),
        ):
            self._alarm(
                name,
                metric(period=cdk.Duration.minutes(5), statistic="Sum"),
                f"An execution of cachewarden-maintain-replica {what}. The janitor clears up behind it and says so in "
                "a message of its own within ten minutes; if none comes, start CacheWarden-StartInstance for its node. "
                "Do not stop the instance meanwhile.",
            )

    def _function(self, function: lambda_.Function) -> None:
        owner = function.node.scope
        name = owner.node.id if owner is not None else function.node.id
        self._alarm(
            f"{name}Errors",
            function.metric_errors(period=cdk.Duration.minutes(5), statistic="Sum"),
            f"{name} failed. Calls are repeated by themselves; if the alarm stays, read the function's log, and look "
            "whether a node is left in the middle of an operation (tag cachewarden:state=operating).",
            threshold=3,
        )
        self._alarm(
            f"{name}Throttles",
            function.metric_throttles(period=cdk.Duration.minutes(5), statistic="Sum"),
            f"{name} is throttled: the account's Lambda concurrency is used up by others. Requests and operations "
            "wait. Ask for more concurrency, or take it from whoever uses it.",
        )

    def _sweep(self, minutes: int) -> None:
        self._alarm(
            "SweepMissing",
            _counter("Swept", "sweep", period_minutes=3 * minutes),
            f"For {3 * minutes} minutes the nodes weren't looked at: what events got lost goes unnoticed. Read the "
            "log of cachewarden-sweep and see that its rule is enabled; until then look at the nodes yourself.",
            comparison=cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
            missing=cloudwatch.TreatMissingData.BREACHING,
        )

    def _counted(
        self,
        metric: str,
        service: str | None,
        description: str,
        *,
        threshold: int = 1,
        period_minutes: int = 5,
        name: str | None = None,
    ) -> None:
        """`service`: None where a metric filter counts. `name`: of the alarm, where several count the metric."""
        counter = _counter(metric, service, period_minutes=period_minutes)
        self._alarm(name or metric, counter, description, threshold=threshold)

    def _alarm(
        self,
        name: str,
        metric: cloudwatch.IMetric,
        description: str,
        *,
        threshold: int = 1,
        comparison: cloudwatch.ComparisonOperator = (cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD),
        missing: cloudwatch.TreatMissingData = cloudwatch.TreatMissingData.NOT_BREACHING,
    ) -> None:
        alarm = cloudwatch.Alarm(
            self,
            name,
            alarm_description=description,
            metric=metric,
            threshold=threshold,
            evaluation_periods=1,
            comparison_operator=comparison,
            treat_missing_data=missing,
        )
        alarm.add_alarm_action(actions.SnsAction(self._topic))


def _counter(name: str, service: str | None, *, period_minutes: int) -> cloudwatch.Metric:
    """A metric that a function writes into its log in CloudWatch's embedded format (adapters/observability.py), or that
    a metric filter counts in the log of a machine."""
    return cloudwatch.Metric(
        namespace=METRICS_NAMESPACE,
        metric_name=name,
        dimensions_map={} if service is None else {SERVICE: service},
        statistic="Sum",
        period=cdk.Duration.minutes(period_minutes),
    )
