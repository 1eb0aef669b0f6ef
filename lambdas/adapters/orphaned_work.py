"""Ends what an ended execution left running: its acts, then their commands on the hosts, and sees them ended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from botocore.exceptions import ClientError

from adapters.clients import ssm, stepfunctions
from adapters.errors import code_of
from adapters.observability import logger
from adapters.owners import act_machine_arn
from cachewarden.codes import Code
from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import HOST_PREFIX
from cachewarden.operation.idempotency import read_act_name
from cachewarden.operation.lease import LeaseRecord

POLL_S = 5
SHOWS_WITHIN_S = 10
"""So soon ListCommands and ListExecutions show what was begun before."""


class OrphanWorkRuns(Exception):  # noqa: N818 - Step Functions retries by this name
    """Work of an ended execution hasn't ended yet: look again later."""


def end_work(record: LeaseRecord, *, patience_s: int) -> None:
    """Stops every act of CacheWarden on the record's nodes that carries its token or an older one.

    A newer token's work belongs to the lease's owner. The host's worker isn't touched: it outlives commands
    on purpose, and the token fences it. Raises `OrphanWorkRuns` when something hasn't ended within `patience_s`.

    A command that was sent as its operation ended shows a moment later: behind an operation nothing must be seen twice.
    """
    ended: set[str] = set()
    waited_s = 0
    looks_left = 2 if _is_operation(record) else 1
    while True:
        acts, commands = list(_acts(record)), list(_commands(record.members, record.token))
        for arn in acts:
            if arn not in ended:
                logger().info("stopping %s of an ended execution", arn)
                stepfunctions().stop_execution(executionArn=arn, cause="The operation that began it has ended")
        for command_id in commands:
            if command_id not in ended:
                logger().info("cancelling command %s of an ended execution", command_id)
                ssm().cancel_command(CommandId=command_id)
        ended |= {*acts, *commands}
        if not acts and not commands:
            looks_left -= 1
            if looks_left == 0:
                return
            time.sleep(SHOWS_WITHIN_S)
            continue
        if waited_s >= patience_s:
            raise OrphanWorkRuns(f"{Code.ORPHAN_WORK_RUNS.value}: still running: {', '.join([*acts, *commands])}")
        time.sleep(POLL_S)
        waited_s += POLL_S


def _acts(record: LeaseRecord) -> Iterator[str]:
    """Executions of act-on-host that run for these nodes with this token or an older one; a document starts none."""
    if record.owner is None or not _is_operation(record):
        return
    machine = act_machine_arn(record.owner.execution_arn)
    pages = stepfunctions().get_paginator("list_executions")
    for page in pages.paginate(stateMachineArn=machine, statusFilter="RUNNING"):
        for execution in page["executions"]:
            act = read_act_name(execution["name"])
            if act is not None and act.node in record.members and act.token <= record.token:
                yield execution["executionArn"]


def _is_operation(record: LeaseRecord) -> bool:
    """Whether its owner is an execution of the workflow, not a person's document."""
    return record.owner is not None and isinstance(record.owner.purpose, Goal)


def _commands(members: Sequence[str], token: int) -> Iterator[str]:
    """Unended acting commands of CacheWarden on these nodes with this token or an older one."""
    pages = ssm().get_paginator("list_commands")
    for instance_id in members:
        executing = pages.paginate(InstanceId=instance_id, Filters=[{"key": "ExecutionStage", "value": "Executing"}])
        try:
            commands = [command for page in executing for command in page["Commands"]]
        except ClientError as error:
            # A node that never was, or no longer is, managed has no commands (SSM API reference, ListCommands).
            if code_of(error) == "InvalidInstanceId":
                continue
            raise
        for command in commands:
            if command["DocumentName"].startswith(HOST_PREFIX) and _is_older(command.get("Parameters"), token):
                yield command["CommandId"]


def _is_older(parameters: Mapping[str, Sequence[str]] | None, token: int) -> bool:
    """Whether a token is given that isn't newer than `token`: what has none, as observing, acts for no lease."""
    given = parameters.get("Token") if parameters is not None else None
    return given is not None and any(text.isdigit() and int(text) <= token for text in given)
