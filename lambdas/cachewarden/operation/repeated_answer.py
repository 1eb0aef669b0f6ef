"""When an answer is the same as one that people have: for the same node, goal and reason, while nothing changed."""

import hashlib
import re
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.operation.goal import Goal

REFUSALS_ARE_TOLD_AGAIN_AFTER = timedelta(hours=1)
JOINING_IS_TOLD_AGAIN_AFTER = timedelta(days=365)
"""Far longer than an operation lives, so this is once for each."""

A_NUMBER = re.compile(r"\b\d[\d.,:]*\b")
"""Measured values and times; names and ids that have digits in them stay as they are."""


def about_joining(*, node: str, goal: Goal, operation: str) -> str:
    """What a request is told about that joins the operation (its execution's ARN)."""
    return f"{node}/{Code.REQUEST_JOINED.value}/{goal.value}/{operation.rpartition(':')[2]}"


def about_refusal(*, node: str, goal: Goal, code: Code, sentence: str, launched: datetime) -> str:
    """What a refusal is about: another reason, or another run of the node, is told for itself.

    Numbers in the reason don't count: a queue that has a few KB more is the same reason.
    """
    reason = A_NUMBER.sub("#", sentence)
    digest = hashlib.sha256(f"{launched.isoformat()}|{reason}".encode("utf-8", "backslashreplace")).hexdigest()[:16]
    return f"{node}/{code.value}/{goal.value}/{digest}"
