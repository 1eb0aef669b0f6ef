"""Whether EC2 permits CacheWarden the calls of a stop and a start, as its answers to dry runs say [ec2#dry-run]."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cachewarden.json_reader import Json, JsonReader

PERMITTED_BY, DENIED_BY = "DryRunOperation", "UnauthorizedOperation"
"""The two answers that EC2 documents for a dry run; any other proves nothing [ec2#dry-run]."""


class Permission(StrEnum):
    """What EC2's answer to a dry run says of the call itself."""

    PERMITTED = "permitted"
    DENIED = "denied"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRight:
    """One call, and the code with which EC2 answered its dry run."""

    call: str
    answer: str

    @property
    def permission(self) -> Permission:
        """Only what EC2 documents is taken for a yes or a no."""
        if self.answer == PERMITTED_BY:
            return Permission.PERMITTED
        return Permission.DENIED if self.answer == DENIED_BY else Permission.UNKNOWN


def parse_call_rights(source: JsonReader, key: str) -> tuple[CallRight, ...]:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return tuple(CallRight(call=each.text("call"), answer=each.text("answer")) for each in source.children(key))


def call_rights_to_json(rights: tuple[CallRight, ...]) -> list[Json]:
    """What `parse_call_rights` reads back unchanged."""
    return [{"call": each.call, "answer": each.answer} for each in rights]
