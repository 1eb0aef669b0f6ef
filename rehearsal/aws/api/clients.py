"""One boto3 client for each service in the process, whoever asks for it and however often.

Making a client costs 30 to 60 ms of CPU, a story makes dozens; handlers that create their own get the shared one.
moto is imported first: botocore's stubber must be in place before a client is made.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")
os.environ.setdefault("MOTO_ACCOUNT_ID", "111122223333")

import moto.core.models
from boto3.session import Session
from botocore.client import BaseClient

from rehearsal.aws.api.principal import Principal, acting_as
from rehearsal.aws.moto.performance_patches import UNREAD, spare
from rehearsal.world.world import REGION

SERVICES = ("dynamodb", "ec2", "events", "lambda", "sns", "sqs", "ssm", "stepfunctions")
_make_client = Session.client
_stubber = moto.core.models.botocore_stubber
spare()


@cache
def shared_session() -> Session:
    """The session all clients come from; its credentials are no secret and reach nothing."""
    return Session(aws_access_key_id="rehearsal", aws_secret_access_key="rehearsal", region_name=REGION)


@cache
def shared_client(service: str) -> BaseClient:
    """The process's client of a service."""
    return _make_client(shared_session(), service, config=UNREAD)


def warm_up() -> None:
    """Makes the clients of all services that stories use, so that no story pays for it."""
    for service in SERVICES:
        shared_client(service)


def share_clients() -> Callable[[], None]:
    """`boto3.client(...)` gives the shared client from now on; call what this returns to undo it."""

    def client(session: Session, service_name: str, *_: Any, **__: Any) -> BaseClient:
        return shared_client(service_name)

    Session.client = client  # type: ignore[assignment,method-assign]

    def undo() -> None:
        Session.client = _make_client  # type: ignore[method-assign]

    return undo


class ClientAs:
    """A boto3 client whose every call is made as one principal: for stories and tests."""

    def __init__(self, client: BaseClient, principal: Principal) -> None:
        self._client = client
        self._principal = principal

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._client, name)
        if not callable(attribute) or name in ("exceptions", "meta"):
            return attribute

        def call(*arguments: Any, **parameters: Any) -> Any:
            with acting_as(self._principal):
                return attribute(*arguments, **parameters)

        return call
