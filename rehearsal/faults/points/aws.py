"""Fault points of the account: API calls, events, rule targets, functions, commands, instances' starts."""

from __future__ import annotations

from functools import cache
from typing import Final

from rehearsal.faults.point import NODE, Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

SERVICES: Final = ("dynamodb", "ec2", "events", "lambda", "sns", "sqs", "ssm", "stepfunctions")
"""boto3 services that the rehearsed account answers."""

EVENTS: Final = (
    "AWS API Call via CloudTrail",
    "EC2 Automation Execution Status-change Notification",
    "EC2 Command Invocation Status-change Notification",
    "EC2 Instance State-change Notification",
    "Step Functions Execution Status Change",
    "Tag Change on Resource",
)
"""Detail types that the world announces."""


@cache
def operations() -> tuple[str, ...]:
    """`<service>.<Operation>` as botocore's service models name them."""
    from botocore.loaders import Loader  # only a fault that names an API call waits for these models

    loader = Loader()
    return tuple(
        f"{service}.{operation}"
        for service in SERVICES
        for operation in loader.load_service_model(service, "service-2")["operations"]
    )


AWS_POINTS: Final = (
    FaultPoint(
        name="api.<service.Operation>",
        at="an AWS API call of anybody: a function, a machine, a document, a person. Retries of the SDK count as "
        "used up: what strikes here is what the caller gets in the end",
        choices=operations,
        where={"caller": "role or person who calls"},
        effects={
            FaultKind.FAIL: Effect(
                does="Nothing happens, and the caller gets the error code `error`, InternalError when none is named; "
                "for throttling name the service's own: ThrottlingException, RequestLimitExceeded (EC2).",
                takes=("error",),
            ),
            FaultKind.HANG: Effect(
                does="The request gets lost: no effect, and after `seconds` (60 when none are named) the caller's "
                "client gives up with ReadTimeoutError.",
                takes=("seconds",),
            ),
            FaultKind.LOST: Effect(
                does="The call takes effect, but its answer gets lost: the caller's client ends with ReadTimeoutError."
            ),
            FaultKind.LATE: Effect(
                does="The call takes effect, and is answered, `seconds` later.", needs=("seconds",), takes=("seconds",)
            ),
            FaultKind.REPEAT: Effect(
                does="The request reaches the service `times` times (the SDK sent it again); the last answer counts.",
                takes=("times",),
            ),
        },
    ),
    FaultPoint(
        name="event.<detail-type>",
        at="AWS announces something on the event bus (best effort, unordered)",
        choices=lambda: EVENTS,
        where={
            "source": "`aws.ec2`, `aws.states` …",
            "node": "Name of the one instance that it is about",
            "state": "the state or status that it tells of: `stopped`, `ABORTED`",
        },
        effects={
            FaultKind.LOST: Effect(does="The event never reaches the bus."),
            FaultKind.LATE: Effect(
                does="It reaches the bus `seconds` later than usual: after newer ones.",
                needs=("seconds",),
                takes=("seconds",),
            ),
            FaultKind.REPEAT: Effect(
                does="It reaches the bus `times` times, two seconds apart, with the same id.", takes=("times",)
            ),
        },
    ),
    FaultPoint(
        name="eventbridge.target",
        at="each attempt of a rule to hand an event to a target",
        where={"rule": "the rule's name", "target": "the target's id"},
        effects={
            FaultKind.FAIL: Effect(
                does="The target refuses with `error` (ThrottlingException when none is named); EventBridge tries "
                "again as the rule's retry policy says, unless the error is about permission or existence; then the "
                "event goes to the rule's dead-letter queue.",
                takes=("error",),
            ),
            FaultKind.LATE: Effect(does="This attempt takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
            FaultKind.LOST: Effect(
                does="The target has got the event, but EventBridge doesn't learn it and delivers it again."
            ),
        },
    ),
    FaultPoint(
        name="lambda.<function>",
        at="an invocation of the function",
        effects={
            FaultKind.FAIL: Effect(
                does="It ends before its first statement, with the error type `error` (Runtime.ExitError when none is "
                "named; Lambda.TooManyRequestsException for throttling).",
                takes=("error",),
            ),
            FaultKind.KILL: Effect(
                does="Its environment dies `seconds` after the handler began, in the middle of whatever it does.",
                needs=("seconds",),
                takes=("seconds",),
            ),
            FaultKind.LOST: Effect(
                does="The handler does all its work, then its environment dies: the caller gets Runtime.ExitError."
            ),
            FaultKind.HANG: Effect(does="It does nothing until its timeout, and ends with Sandbox.Timedout."),
            FaultKind.LATE: Effect(does="It begins `seconds` later.", needs=("seconds",), takes=("seconds",)),
            FaultKind.REPEAT: Effect(
                does="The handler runs `times` times with the same event, one after the other; the last answer counts.",
                takes=("times",),
            ),
        },
    ),
    FaultPoint(
        name="ssm.delivery",
        at="Run Command hands a document to the agent of a node",
        where={"node": NODE, "document": "name of the Command document"},
        effects={
            FaultKind.LOST: Effect(
                does="It never arrives: the invocation stays Pending, and ends DeliveryTimedOut when the command's "
                "delivery and execution timeouts are over."
            ),
            FaultKind.FAIL: Effect(
                does="The service can't deliver it and says so at once: the invocation ends Failed, Undeliverable."
            ),
            FaultKind.LATE: Effect(
                does="It arrives `seconds` later, if that is before the delivery timeout.",
                needs=("seconds",),
                takes=("seconds",),
            ),
            FaultKind.REPEAT: Effect(does="The agent runs it twice; nobody reads the first run's result."),
        },
    ),
    FaultPoint(
        name="ssm.script",
        at="the agent starts powershell.exe for a step of a document",
        where={"node": NODE, "document": "name of the Command document"},
        effects={
            FaultKind.HANG: Effect(
                does="The process hangs before the script's first statement; the agent kills it at the execution "
                "timeout: the invocation ends ExecutionTimedOut."
            ),
        },
    ),
    FaultPoint(
        name="ssm.report",
        at="the agent reports how a script ended",
        where={"node": NODE, "document": "name of the Command document"},
        effects={
            FaultKind.LOST: Effect(
                does="The script has done its work, but its verdict never arrives: the invocation ends "
                "DeliveryTimedOut, as if it had never run, when the delivery and execution timeouts are over."
            ),
            FaultKind.LATE: Effect(
                does="The verdict arrives `seconds` later: perhaps when the caller has long given up (a late success). "
                "After DeliveryTimedOut it is lost, or taken if the setting late_report_is_taken says so.",
                needs=("seconds",),
                takes=("seconds",),
            ),
        },
    ),
    FaultPoint(
        name="automation.step",
        at="SSM Automation begins an attempt of a step",
        where={"document": "name of the Automation document", "step": "name of the step"},
        effects={
            FaultKind.FAIL: Effect(
                does="The attempt fails with Automation's own error (Internal Server Error); what the step would have "
                "done isn't done."
            ),
            FaultKind.LATE: Effect(
                does="The service does nothing for `seconds`, then begins.", needs=("seconds",), takes=("seconds",)
            ),
        },
    ),
    FaultPoint(
        name="ec2.capacity",
        at="EC2 is asked to start an instance",
        where={"node": NODE, "instance": "instance id"},
        effects={
            FaultKind.FAIL: Effect(
                does="StartInstances is refused with `error` (InsufficientInstanceCapacity when none is named).",
                takes=("error",),
            )
        },
    ),
    FaultPoint(
        name="ec2.start",
        at="a pending instance is to become running",
        where={"node": NODE, "instance": "instance id"},
        effects={
            FaultKind.FAIL: Effect(
                does="It falls back to stopped with the state reason `error` (Server.InternalError when none is "
                "named).",
                takes=("error",),
            )
        },
    ),
)
