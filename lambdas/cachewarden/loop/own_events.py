"""CacheWarden's own events on EventBridge's default bus, for ticketing: which one goes with which message
(docs/messages.md)."""

from collections.abc import Mapping
from enum import StrEnum

from cachewarden.codes import CATALOGUE, Code
from cachewarden.procedures.decision import Outcome

SOURCE = "cachewarden"
NEEDS_A_PERSON = frozenset({11, 40, 50})
"""Exit codes of entries that don't end by themselves [glossary#verdict]."""
BROUGHT_BACK = frozenset({Code.WORKFLOW_FAILED, Code.DOCUMENT_BROKE_OFF, Code.ENDED_IDLE})
"""Codes after which CacheWarden brings the node back by itself where anything was under way, and tells when a person
must come after all."""


class OwnEvent(StrEnum):
    """Detail types."""

    STARTED = "Started"
    REFUSED = "Refused"
    REACHED = "Reached"
    ATTENTION = "Attention"


OF_OUTCOME: Mapping[Outcome, OwnEvent] = {
    Outcome.GOAL: OwnEvent.REACHED,
    Outcome.IN_SERVICE: OwnEvent.REFUSED,
    Outcome.ATTENTION: OwnEvent.ATTENTION,
    Outcome.REFUSED: OwnEvent.REFUSED,
    Outcome.EXPIRED: OwnEvent.REFUSED,
    Outcome.JOINED: OwnEvent.STARTED,
}
"""Of an operation's end. Joined: what was asked for was started before, by the operation that it joins."""


def needs_a_person(code: Code) -> bool:
    """Whether a message about this code, which no operation ended with, asks a person to act."""
    return CATALOGUE[code].exit_code in NEEDS_A_PERSON and code not in BROUGHT_BACK


def event_of(code: Code) -> OwnEvent | None:
    """Of a message that isn't an operation's end; None where it only lets people know."""
    if needs_a_person(code) or code in BROUGHT_BACK:
        return OwnEvent.ATTENTION
    return OwnEvent.REFUSED if CATALOGUE[code].outcome == "refused" else None
