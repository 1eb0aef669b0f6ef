"""Starts maintain-replica under a deterministic name: the same request twice is one execution."""

import json
from typing import Any

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.errors import code_of
from cachewarden.json_reader import format_time
from cachewarden.requests.requests import Start


def start(state_machine_arn: str, ask: Start, *, resumes: int = 0) -> bool:
    """Starts the execution; False when one of this name exists already, running or ended
    [step-functions#idempotent-start]."""
    request: dict[str, Any] = {
        "requestId": ask.name,
        "goal": ask.goal.value,
        "instanceId": ask.instance_id,
        "requestedAt": format_time(ask.requested_at),
        "requestedBy": ask.requested_by,
        "reason": ask.reason,
        "expiresAt": format_time(ask.expires_at) if ask.expires_at else None,
        "consent": [],
        "resumes": resumes,
    }
    try:
        stepfunctions().start_execution(stateMachineArn=state_machine_arn, name=ask.name, input=json.dumps(request))
    except ClientError as error:
        if code_of(error) == "ExecutionAlreadyExists":
            return False
        raise
    return True
