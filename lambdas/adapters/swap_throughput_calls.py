"""Asks the one function that modifies volumes to put a Swap volume back."""

from __future__ import annotations

import json
from datetime import datetime

from adapters.clients import lambda_
from cachewarden.json_reader import format_time

PUT_BACK = "PutBackSwapThroughput"


def call_swap_throughput(function: str, volume_id: str, *, cache_seen_back_at: datetime | None) -> None:
    """Asynchronously: Lambda retries it, and what fails waits in the function's queue; the next sweep asks again."""
    seen = format_time(cache_seen_back_at) if cache_seen_back_at is not None else None
    event = {"action": PUT_BACK, "volumeId": volume_id, "cacheSeenBackAt": seen}
    lambda_().invoke(FunctionName=function, InvocationType="Event", Payload=json.dumps(event).encode())
