"""The part that all EventBridge events share (EventBridge user guide, AWS service event metadata)."""

import re
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class EventShape(BaseModel):
    """A model of something AWS sends: unknown keys are AWS's business, known ones have their types."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class Envelope(EventShape):
    """Metadata; AWS's own samples leave out nearly any of it, so nothing but the kind is demanded."""

    detail_type: str = Field(alias="detail-type")
    source: str = ""
    id: str = ""
    account: str = ""
    region: str = ""
    time: datetime | None = None
    resources: list[str] = Field(default_factory=list)
    replay_name: str | None = Field(default=None, alias="replay-name")
    detail: Any = None


_ID = re.compile(r"i-(?:[0-9a-f]{17}|[0-9a-f]{8})")
_ARN = re.compile(r"arn:[^:]+:ec2:[^:]*:[^:]*:instance/(i-(?:[0-9a-f]{17}|[0-9a-f]{8}))")


def instance_id_in(text: str) -> str | None:
    """The instance id that `text` is, or is the ARN of; None for anything else, sentences included."""
    stripped = text.strip()
    if _ID.fullmatch(stripped):
        return stripped
    arn = _ARN.fullmatch(stripped)
    return arn.group(1) if arn else None
