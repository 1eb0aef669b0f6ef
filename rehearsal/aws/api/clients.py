"""One boto3 client for each service in the process, for all that need one.

Making a client costs 30 to 60 ms of CPU, a story makes dozens; handlers that create their own get the shared one.
moto is imported first: botocore's stubber must be in place before a client is made.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import Any
from unittest.mock import patch

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")
os.environ.setdefault("MOTO_ACCOUNT_ID", "111122223333")

from boto3.session import Session
from botocore import UNSIGNED
from botocore.config import Config
from moto.core.models import botocore_stubber

from rehearsal.aws.api.principal import Principal, acting_as
from rehearsal.reference.services import SERVICES
from rehearsal.world.context import REGION

UNREAD = Config(signature_version=UNSIGNED, user_agent=f"cachewarden-rehearsal region/{REGION}")
"""A client's configuration without what only a real service would read: botocore would sign each request and compose
its user agent. moto takes the region of services whose host name lacks it (SQS) from the signature, or from the user
agent."""

_make_client: Callable[..., Any] = Session.client


@cache
def shared_session() -> Session:
    """The session all clients come from; its credentials are no secret and reach nothing."""
    return Session(aws_access_key_id="rehearsal", aws_secret_access_key="rehearsal", region_name=REGION)


@cache
def shared_client(service: str) -> Any:
    """The process's client of a service; boto3 makes its methods at run time."""
    return _make_client(shared_session(), service, config=UNREAD)


def warm_up() -> None:
    """Makes the clients of all services that stories use, so that no story pays for it."""
    for service in SERVICES:
        shared_client(service)


def stubbed() -> AbstractContextManager[Any]:
    """Inside the block moto answers what a client sends. mock_aws() would also patch `responses` for every service:
    20 ms of CPU, and nothing here needs it."""
    return patch.object(botocore_stubber, "enabled", True)


def shared_clients() -> AbstractContextManager[Any]:
    """Inside the block `boto3.client(...)` gives the shared client."""

    def client(session: Session, service_name: str, *_: Any, **__: Any) -> Any:
        return shared_client(service_name)

    return patch.object(Session, "client", client)


class ClientAs:
    """A boto3 client whose every call is made as one principal: for stories and tests."""

    def __init__(self, client: Any, principal: Principal) -> None:
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
