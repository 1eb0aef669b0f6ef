"""What a host answers to an act: how it ended, and what the host saw afterwards."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from cachewarden.codes import Code
from cachewarden.evidence.host import HostSections, parse_sections
from cachewarden.evidence.instance import HostError, unreadable
from cachewarden.evidence.volume_ids import with_volume_ids
from cachewarden.json_reader import JsonReader, UnexpectedJsonError, parse_time


class VerdictOutcome(StrEnum):
    """How an act ended, in the host's word."""

    DONE = "done"
    ALREADY = "already"
    STARTED = "started"
    REFUSED = "refused"
    RETRY = "retry"
    PARTIAL = "partial"
    FAILED = "failed"
    DATA_LOSS = "data-loss"


SUCCEEDED = frozenset({VerdictOutcome.DONE, VerdictOutcome.ALREADY, VerdictOutcome.STARTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A host's answer to an act; `observed_at` is by the host's clock, `seen` what the host observed after the act."""

    outcome: VerdictOutcome
    code: Code
    message: str
    boot_id: str | None
    observed_at: datetime | None
    seen: HostSections | HostError


def parse_verdict(source: JsonReader) -> Verdict:
    """The verdict; raises `UnexpectedJsonError` when it has no outcome or code.

    A code that isn't in the catalogue, and sections that don't fit, don't hide how the act ended.
    """
    code, message = source.text("code"), source.optional("message", source.text) or ""
    try:
        known = Code(code)
    except ValueError:
        known, message = Code.VERDICT_UNREADABLE, f"{code} {message}"
    return Verdict(
        outcome=source.one_of("outcome", VerdictOutcome),
        code=known,
        message=with_volume_ids(message),
        boot_id=source.optional("bootId", source.text),
        observed_at=_moment(source),
        seen=_seen(source),
    )


def _moment(source: JsonReader) -> datetime | None:
    try:
        return parse_time(source.text("observedAt")) if source.has("observedAt") else None
    except UnexpectedJsonError:
        return None


def _seen(source: JsonReader) -> HostSections | HostError:
    try:
        return parse_sections(source.child("evidence") if source.has("evidence") else JsonReader({}))
    except UnexpectedJsonError as problem:
        return unreadable(problem)
