"""Names and tokens that make a request, or an act, the same one when it is delivered twice."""

import hashlib
import uuid

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://cachewarden.invalid/action")


def execution_name(*, goal: str, instance_id: str, kind: str, event_id: str) -> str:
    """Deterministic name of at most 80 characters out of `[0-9A-Za-z-_]` (StartExecution, API reference).

    Readable in the console: goal and instance first, then a hash of instance, kind of request and event.
    """
    digest = hashlib.sha256(_bytes(f"{instance_id}|{kind}|{event_id}")).hexdigest()[:24]
    return f"{goal}-{instance_id}-{digest}"


def action_token(*, execution_arn: str, action: str, node: str, attempt: int) -> str:
    """UUID of one attempt at one act: SSM's ClientToken, the child execution's name and the host's ActionToken."""
    return str(uuid.uuid5(NAMESPACE, _bytes(f"{execution_arn}|{action}|{node}|{attempt}").decode()))


def _bytes(text: str) -> bytes:
    """As UTF-8; half a character, which JSON can escape, is written out."""
    return text.encode("utf-8", "backslashreplace")
