"""Reads the brake from Parameter Store."""

from __future__ import annotations

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ssm
from adapters.observability import count, logger
from cachewarden.operation.mode import Mode, mode_of


def read_mode(parameter: str) -> Mode:
    """The mode now. `UNKNOWN` where the parameter can't be read: then nothing begins by itself."""
    try:
        return mode_of(ssm().get_parameter(Name=parameter)["Parameter"]["Value"])
    except (ClientError, BotoCoreError):
        count("ModeUnreadable")
        logger().exception("the parameter %s can't be read; nothing is begun by itself", parameter)
        return Mode.UNKNOWN
