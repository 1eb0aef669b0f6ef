"""Gives the janitor the status event that it didn't get, in the shape in which EventBridge would have brought it."""

from __future__ import annotations

import json

from adapters.bad_ends import BadEnd
from adapters.clients import lambda_

SOURCE = "aws.states"
DETAIL_TYPE = "Step Functions Execution Status Change"


def call_janitor(function: str, end: BadEnd) -> None:
    """Asynchronously: Lambda retries it, and what fails waits in the janitor's queue."""
    _, _, _, region, account, _ = end.execution_arn.split(":", 5)
    event = {
        "source": SOURCE,
        "detail-type": DETAIL_TYPE,
        "account": account,
        "region": region,
        "resources": [end.execution_arn],
        "detail": {
            "executionArn": end.execution_arn,
            "stateMachineArn": end.state_machine_arn,
            "status": end.status,
            "input": end.input,
            "error": end.error,
            "cause": end.cause,
        },
    }
    lambda_().invoke(FunctionName=function, InvocationType="Event", Payload=json.dumps(event).encode())
