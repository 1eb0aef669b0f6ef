"""Ends what an ended execution left running: its Automations, then its commands on the hosts, and sees them ended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from adapters.clients import ssm, stepfunctions
from adapters.errors import code_of
from adapters.observability import logger
from cachewarden.codes import Code

if TYPE_CHECKING:
    from types_boto3_ssm.literals import AutomationExecutionStatusType

PRODUCT_PREFIX = "CacheWarden-"
HOST_PREFIX = "CacheWarden-Host-"
OBSERVE = "CacheWarden-Host-ObserveHost"
POLL_S = 5
UNENDED: tuple[AutomationExecutionStatusType, ...] = ("Pending", "InProgress", "Waiting", "Cancelling")


class OrphanWorkRuns(Exception):  # noqa: N818 - Step Functions retries by this name
    """Work of an ended execution hasn't ended yet: look again later."""


def is_running(execution_arn: str) -> bool:
    """Whether the workflow execution still runs; one that Step Functions has forgotten doesn't."""
    try:
        return stepfunctions().describe_execution(executionArn=execution_arn)["status"] in (
            "RUNNING",
            "PENDING_REDRIVE",
        )
    except ClientError as error:
        if code_of(error) == "ExecutionDoesNotExist":
            return False
        raise


def end_work(members: Sequence[str], *, token: int, patience_s: int) -> None:
    """Stops every act of CacheWarden on these nodes that carries this token or an older one.

    A newer token's work belongs to the lease's owner. The host's worker isn't touched: it outlives commands
    on purpose, and the token fences it. Raises `OrphanWorkRuns` when something hasn't ended within `patience_s`.
    """
    for execution_id in _automations(members, token):
        logger().info("stopping Automation %s of an ended execution", execution_id)
        ssm().stop_automation_execution(AutomationExecutionId=execution_id, Type="Cancel")
    cancelled: set[str] = set()
    waited_s = 0
    while True:
        running = list(_automations(members, token))
        commands = list(_commands(members))
        for command_id in commands:
            if command_id not in cancelled:
                logger().info("cancelling command %s of an ended execution", command_id)
                ssm().cancel_command(CommandId=command_id)
                cancelled.add(command_id)
        if not running and not commands:
            return
        if waited_s >= patience_s:
            raise OrphanWorkRuns(f"{Code.ORPHAN_WORK_RUNS.value}: still running: {', '.join([*running, *commands])}")
        time.sleep(POLL_S)
        waited_s += POLL_S


def _automations(members: Sequence[str], token: int) -> Iterator[str]:
    """Unended Automations of CacheWarden on these nodes with this token or an older one."""
    pages = ssm().get_paginator("describe_automation_executions")
    filters = pages.paginate(
        Filters=[
            {"Key": "DocumentNamePrefix", "Values": [PRODUCT_PREFIX]},
            {"Key": "ExecutionStatus", "Values": list(UNENDED)},
        ]
    )
    for page in filters:
        for metadata in page["AutomationExecutionMetadataList"]:
            execution_id = metadata["AutomationExecutionId"]
            execution = ssm().get_automation_execution(AutomationExecutionId=execution_id)["AutomationExecution"]
            parameters = execution.get("Parameters", {})
            instance_id = next(iter(parameters.get("InstanceId", [])), "")
            their_token = next(iter(parameters.get("Token", [])), "")
            if instance_id in members and their_token.isdigit() and int(their_token) <= token:
                yield execution_id


def _commands(members: Sequence[str]) -> Iterator[str]:
    """Unended acting commands of CacheWarden on these nodes."""
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
            name = command.get("DocumentName", "")
            if name.startswith(HOST_PREFIX) and name != OBSERVE:
                yield command["CommandId"]
