"""What an ended execution had been asked for, where its event doesn't say: Step Functions leaves out long inputs."""

from __future__ import annotations

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.errors import code_of
from cachewarden.events.event import ExecutionEnded
from cachewarden.events.execution_ended import with_input


def with_request(ended: ExecutionEnded) -> ExecutionEnded:
    """The event with instance, goal and resumes; unchanged where it has them, or nobody remembers the execution."""
    if ended.goal is not None or ended.instance_ids:
        return ended
    try:
        execution = stepfunctions().describe_execution(executionArn=ended.execution_arn)
    except ClientError as error:
        if code_of(error) == "ExecutionDoesNotExist":
            return ended
        raise
    return with_input(ended, execution.get("input"))
