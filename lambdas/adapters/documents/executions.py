"""Executions of Automation documents, read from Systems Manager."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.errors import code_of

if TYPE_CHECKING:
    from types_boto3_ssm.type_defs import AutomationExecutionTypeDef

EXECUTION_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NOT_FOUND = "AutomationExecutionNotFoundException"


def read_execution(execution_id: str) -> AutomationExecutionTypeDef | None:
    """The execution; None where Systems Manager knows none of this id, or can't, since it isn't the id of any."""
    if EXECUTION_ID.fullmatch(execution_id) is None:
        return None
    try:
        return ssm().get_automation_execution(AutomationExecutionId=execution_id)["AutomationExecution"]
    except ClientError as error:
        if code_of(error) == NOT_FOUND:
            return None
        raise
