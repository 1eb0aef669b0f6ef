"""Puts CacheWarden's own events on EventBridge's default bus; what comes of that holds nothing up."""

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import events
from adapters.observability import count, logger
from cachewarden.loop.own_events import SOURCE, OwnEvent


def put_event(kind: OwnEvent, detail: str) -> None:
    """`detail` is JSON. One that isn't taken is counted and logged, and no more: people have the message."""
    try:
        answer = events().put_events(Entries=[{"Source": SOURCE, "DetailType": kind.value, "Detail": detail}])
    except (ClientError, BotoCoreError) as problem:
        why = str(problem)
    else:
        if not answer["FailedEntryCount"]:
            return
        why = ", ".join(each.get("ErrorMessage", "no reason") for each in answer["Entries"])
    count("EventNotPut")
    logger().error("the event %s couldn't be put on the bus: %s", kind.value, why)
