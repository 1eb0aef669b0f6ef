"""What AWS refuses and moto lets pass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError

_SUBJECT = re.compile(r"[!-~][ -~]{0,98}")
"""ASCII that begins with a letter, number or punctuation mark; no line breaks or control characters; below 100."""


def publish(parameters: Mapping[str, Any]) -> None:
    """sns:Publish. Source: Amazon SNS API Reference, Publish, parameter Subject."""
    subject = parameters.get("Subject")
    if subject is not None and _SUBJECT.fullmatch(subject) is None:
        raise ApiError("InvalidParameter", "Invalid parameter: Subject")
