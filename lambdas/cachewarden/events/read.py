"""From an EventBridge event to what it says; an unknown kind is unhandled, a broken one is an error."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from cachewarden.codes import Code
from cachewarden.events import (
    change_request,
    document_ended,
    execution_ended,
    health,
    refused_stop,
    state_change,
    tag_change,
)
from cachewarden.events.envelope import Envelope, Home
from cachewarden.events.event import Event, UnhandledEvent

Reader = Callable[[Envelope], Event]

READERS: Mapping[tuple[str, str], Reader] = {
    (refused_stop.SOURCE, refused_stop.DETAIL_TYPE): refused_stop.read,
    (state_change.SOURCE, state_change.DETAIL_TYPE): state_change.read,
    (tag_change.SOURCE, tag_change.DETAIL_TYPE): tag_change.read,
    (health.SOURCE, health.DETAIL_TYPE): health.read,
    (document_ended.SOURCE, document_ended.DETAIL_TYPE): document_ended.read,
    (change_request.SOURCE, change_request.DETAIL_TYPE): change_request.read,
    (execution_ended.SOURCE, execution_ended.DETAIL_TYPE): execution_ended.read,
}


class MalformedEventError(Exception):
    """The event claims a kind that we know and hasn't its shape; the text names the fields."""


def read_event(event: Any, *, home: Home) -> Event:
    """What the event says to CacheWarden in `home`. Raises `MalformedEventError`, and nothing else whatever comes."""
    try:
        # JSON can escape half of a character; no service takes it in a text, and no hash of it can be made.
        json.dumps(event, ensure_ascii=False, default=repr).encode()
    except UnicodeEncodeError as error:
        raise MalformedEventError("event: a text in it is no Unicode") from error
    try:
        envelope = Envelope.model_validate(event)
    except ValidationError as error:
        raise MalformedEventError(_fields(error)) from error
    if envelope.replay_name is not None:
        return UnhandledEvent(code=Code.EVENT_REPLAYED, why=f"replayed from an archive by {envelope.replay_name}")
    elsewhere = envelope.foreign(home)
    if elsewhere is not None:
        return UnhandledEvent(code=Code.FOREIGN_ACCOUNT, why=elsewhere)
    reader = READERS.get((envelope.source, envelope.detail_type))
    if reader is None:
        return UnhandledEvent(
            code=Code.EVENT_UNKNOWN, why=f"{envelope.source} {envelope.detail_type} is handled nowhere"
        )
    # AWS's own samples leave both out; what the detail says of them is compared with ours then.
    ours = envelope.model_copy(update={"account": home.account, "region": home.region})
    try:
        return reader(ours)
    except ValidationError as error:
        raise MalformedEventError(_fields(error)) from error


def _fields(error: ValidationError) -> str:
    """Places and reasons without the event's values, which may be anything."""
    return "; ".join(f"{'.'.join(map(str, item['loc'])) or 'event'}: {item['msg']}" for item in error.errors()[:5])
