"""Errors as services raise them, and refusals of what this account doesn't model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ApiError(Exception):
    """A service's answer that is an error: its code, message and HTTP status, as boto3 turns it into ClientError."""

    def __init__(self, code: str, message: str, *, status: int = 400, fields: Mapping[str, Any] | None = None) -> None:
        """`fields` are members of the error's shape besides code and message."""
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.fields = dict(fields or {})


class UnsupportedError(NotImplementedError):
    """Something that AWS has and this account doesn't model; it is named, never passed over."""
