"""Starts maintain-replica under a deterministic name: the same request twice is one execution."""

import json
from typing import Any

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.errors import code_of
from cachewarden.json_reader import format_time
from cachewarden.requests.request import StartExecution


def start(state_machine_arn: str, request: StartExecution) -> bool:
    """Starts the execution; False when one of this name exists already, running or ended
    [step-functions#idempotent-start]."""
    name = request.name
    given: dict[str, Any] = {
        "requestId": name,
        "goal": request.goal.value,
        "instanceId": request.instance_id,
        "requestedAt": format_time(request.requested_at),
        "requestedBy": request.requested_by,
        "reason": request.reason,
        "expiresAt": format_time(request.expires_at) if request.expires_at else None,
        "resumes": request.resumes,
        "run": format_time(request.run) if request.run else None,
    }
    try:
        stepfunctions().start_execution(stateMachineArn=state_machine_arn, name=name, input=json.dumps(given))
    except ClientError as error:
        if code_of(error) == "ExecutionAlreadyExists":
            return False
        raise
    return True
