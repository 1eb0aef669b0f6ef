"""The operations that moto answers: DynamoDB, SNS, SQS and Parameter Store.

DynamoDB's item operations take no wire (`items.py`); for all others moto's stubber intercepts botocore's request.
moto makes backends and imports modules when they are first needed, drawing ids as it does; a process's first run would
draw more than its second. So each call to moto has a stream of its own, and the run's stream isn't touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

from botocore.client import BaseClient
from moto.moto_api._internal import mock_random

from rehearsal.aws.moto import items
from rehearsal.aws.moto.performance_patches import apply_patches

OPERATIONS: Mapping[str, frozenset[str]] = {
    "dynamodb": items.ITEM_OPERATIONS
    | {
        "CreateTable", "DescribeTable", "TransactWriteItems", "BatchGetItem", "UpdateContinuousBackups",
        "UpdateTimeToLive",
    },
    "sns": frozenset(
        {"CreateTopic", "Publish", "Subscribe", "GetTopicAttributes", "SetTopicAttributes", "ListSubscriptions"}
    ),
    "sqs": frozenset(
        {"CreateQueue", "GetQueueUrl", "GetQueueAttributes", "SendMessage", "ReceiveMessage", "DeleteMessage"}
    ),
    "ssm": frozenset({"GetParameter", "GetParameters", "GetParametersByPath", "PutParameter", "DeleteParameter"}),
}  # fmt: skip
"""What moto answers; it costs 0.8 to 1.5 ms of CPU each, the account's own operations a tenth of that (measured)."""

_API_CALL = "_make_api_call"
make_api_call: Any = getattr(BaseClient, _API_CALL)
"""botocore's own way from a client to the service, where moto's stubber waits; taken before anybody replaces it."""

apply_patches()


class Moto:
    """moto for one account; `seed` decides what it draws."""

    def __init__(self, seed: int) -> None:
        self._seeds = Random(seed)

    def answers(self, service: str, operation: str) -> bool:
        """Whether moto answers this operation here."""
        return operation in OPERATIONS.get(service, ())

    def validates(self, service: str, operation: str) -> bool:
        """Whether botocore validates the parameters on the way; items don't go that way."""
        return not _is_item_operation(service, operation)

    def answer(self, client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        """moto's answer. Raises ClientError or ApiError."""
        service_model = client.meta.service_model
        with _seeded(self._seeds.getrandbits(64)):
            if _is_item_operation(service_model.service_name, operation):
                return items.answer(service_model.operation_model(operation), parameters)
            return make_api_call(client, operation, parameters)


def _is_item_operation(service: str, operation: str) -> bool:
    return service == "dynamodb" and operation in items.ITEM_OPERATIONS


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Inside the block moto, and what it imports, draws from `seed`."""
    before, os.urandom = os.urandom, Random(seed).randbytes
    mock_random.seed(seed)
    try:
        yield
    finally:
        os.urandom = before
