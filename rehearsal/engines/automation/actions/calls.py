"""API calls of steps: an error of AWS is the step's failure, under its type."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError

from rehearsal.engines.automation.errors import FailureType, StepFailedError, invalid_input

_PERMISSION = frozenset(
    {"AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "AuthorizationError", "NotAuthorized"}
)
_THROTTLING = frozenset(
    {"Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequestsException", "RateExceeded"}
)


def call(function: Callable[[], Any]) -> Any:
    """The result of a call. Raises StepFailedError with boto3's message."""
    try:
        return function()
    except ClientError as error:
        code = error.response["Error"]["Code"]
        kind = FailureType.ACTION
        if code in _PERMISSION:
            kind = FailureType.PERMISSION
        elif code in _THROTTLING:
            kind = FailureType.THROTTLING
        raise StepFailedError(str(error), kind=kind) from None
    except BotoCoreError as error:
        raise StepFailedError(str(error)) from None


def operation(client: BaseClient, api: str) -> str | None:
    """AWS's name of an API that is written as `DescribeInstances` or `describe_instances`."""
    names = _operations(client.meta.service_model.service_name, tuple(client.meta.service_model.operation_names))
    return names.get(api.replace("_", "").lower())


@lru_cache(maxsize=32)
def _operations(service: str, names: tuple[str, ...]) -> dict[str, str]:
    return {name.lower(): name for name in names}


def listed(value: Any) -> list[Any]:
    """A list, also where one was written as JSON text or a single value stands for a list of one."""
    if isinstance(value, list):
        return value
    if isinstance(value, str) and value.startswith("["):
        try:
            parsed = json.loads(value)
        except ValueError:
            raise invalid_input(f"{value} is no list") from None
        return list(parsed)
    return [value]


def is_true(value: Any) -> bool:
    """A Boolean, or its text."""
    return str(value).lower() == "true"
