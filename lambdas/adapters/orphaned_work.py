"""Ends what an ended execution left running: its Automations, then its commands on the hosts, and sees them ended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.documents.act_runs import UNENDED
from adapters.errors import code_of
from adapters.observability import logger
from cachewarden.codes import Code

PRODUCT_PREFIX = "CacheWarden-"
HOST_PREFIX = "CacheWarden-Host-"
POLL_S = 5


class OrphanWorkRuns(Exception):  # noqa: N818 - Step Functions retries by this name
    """Work of an ended execution hasn't ended yet: look again later."""


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
        commands = list(_commands(members, token))
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
            parameters = execution.get("Parameters")
            if parameters is None or not set(parameters.get("InstanceId", [])) & set(members):
                continue
            if _is_older(parameters, token):
                yield execution_id


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
