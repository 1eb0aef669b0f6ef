"""Names and tokens that make a request, or an act, the same one when it is delivered twice."""

import hashlib
import re
import uuid
from dataclasses import dataclass

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://cachewarden.invalid/action")
_ACT_NAME = re.compile(r"[A-Za-z]+-(?P<node>i-[0-9a-f]+)-(?P<token>[0-9]+)-[0-9]+")


def execution_name(*, goal: str, instance_id: str, kind: str, event_id: str) -> str:
    """Deterministic name of at most 80 characters out of `[0-9A-Za-z-_]` (StartExecution, API reference).

    Readable in the console: goal and instance first, then a hash of instance, kind of request and event.
    """
    digest = hashlib.sha256(_bytes(f"{instance_id}|{kind}|{event_id}")).hexdigest()[:24]
    return f"{goal}-{instance_id}-{digest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActName:
    """What the name of an act's execution says: the node, and the fencing token under which it was begun."""

    node: str
    token: int


def act_name(*, action: str, node: str, token: int | None, attempt: int) -> str:
    """Name of the execution of one attempt at an act on a host, readable in the console; at most 80 characters."""
    return f"{action}-{node}-{token}-{attempt}"


def read_act_name(name: str) -> ActName | None:
    """What `act_name` wrote; None for an execution of another name, as an installation's."""
    found = _ACT_NAME.fullmatch(name)
    return ActName(node=found["node"], token=int(found["token"])) if found is not None else None


def action_token(*, execution_arn: str, action: str, node: str, attempt: int) -> str:
    """UUID of one attempt at one act: the host's ActionToken, and EC2's client token."""
    return str(uuid.uuid5(NAMESPACE, _bytes(f"{execution_arn}|{action}|{node}|{attempt}").decode()))


def _bytes(text: str) -> bytes:
    """As UTF-8; half a character, which JSON can escape, is written out."""
    return text.encode("utf-8", "backslashreplace")
