"""Asks the one function that modifies volumes to put a Swap volume back."""

from __future__ import annotations

import json

from adapters.clients import lambda_

PUT_BACK = "PutBackSwapThroughput"


def call_swap_throughput(function: str, volume_id: str, *, cache_is_back: bool) -> None:
    """Asynchronously: Lambda retries it, and what fails waits in the function's queue; the next sweep asks again."""
    event = {"action": PUT_BACK, "volumeId": volume_id, "cacheIsBack": cache_is_back}
    lambda_().invoke(FunctionName=function, InvocationType="Event", Payload=json.dumps(event).encode())
