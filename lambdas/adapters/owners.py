"""Who holds a lease, as AWS knows it: an execution of maintain-replica, or of a person's document."""

from __future__ import annotations

import json

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.documents.act_runs import act_runs, is_act_run
from adapters.errors import code_of
from cachewarden.operation.authority import OwnerStatus
from cachewarden.operation.host_commands import ACT_MACHINE

RUNNING = frozenset({"RUNNING", "PENDING_REDRIVE"})


def is_operation(owner: str, *, state_machine_arn: str) -> bool:
    """Whether it is called as executions of this machine are; whether there is one of that name is another question."""
    return owner.startswith(f"{state_machine_arn.replace(':stateMachine:', ':execution:')}:")


def act_machine_arn(owner: str) -> str:
    """Of the machine that runs the acts of this operation: it is deployed beside the operation's own."""
    prefix, _, _ = owner.partition(":execution:")
    return f"{prefix}:stateMachine:{ACT_MACHINE}"


def is_running(owner: str) -> bool:
    """Whether a lease's owner still runs; one that AWS has forgotten doesn't."""
    if is_act_run(owner):
        return act_runs(owner)
    try:
        return stepfunctions().describe_execution(executionArn=owner)["status"] in RUNNING
    except ClientError as error:
        if code_of(error) == "ExecutionDoesNotExist":
            return False
        raise


def owner_status(owner: str, *, state_machine_arn: str) -> OwnerStatus | None:
    """What AWS says about the owner; None where it is no execution of this machine, or none that AWS remembers."""
    if not is_operation(owner, state_machine_arn=state_machine_arn):
        return None
    try:
        execution = stepfunctions().describe_execution(executionArn=owner)
    except ClientError as error:
        if code_of(error) in ("ExecutionDoesNotExist", "InvalidArn"):
            return None
        raise
    return OwnerStatus(
        running=execution["status"] in RUNNING,
        ended_at=execution.get("stopDate"),
        node=_text(execution.get("input"), "instanceId"),
        goal=_text(execution.get("input"), "goal"),
    )


def _text(input_text: str | None, key: str) -> str | None:
    if input_text is None:
        return None
    try:
        request = json.loads(input_text)
    except ValueError:
        return None
    value = request.get(key) if isinstance(request, dict) else None
    return value if isinstance(value, str) else None
