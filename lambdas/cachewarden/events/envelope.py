"""The part that all EventBridge events share (EventBridge user guide, AWS service event metadata)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field


@dataclass(frozen=True, slots=True)
class Home:
    """The account and region that an event must be about; `account` is twelve digits, `region` such as `eu-west-1`."""

    account: str
    region: str

    @classmethod
    def of_arn(cls, arn: str) -> "Home":
        """That of any regional ARN, such as a function's own. Raises ValueError for another text."""
        parts = arn.split(":", 5)
        if len(parts) != 6 or not parts[3] or not parts[4]:
            raise ValueError(f"expected an ARN with region and account, got {arn!r}")
        return cls(account=parts[4], region=parts[3])


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
    time: AwareDatetime | None = None
    resources: list[str] = Field(default_factory=list)
    replay_name: str | None = Field(default=None, alias="replay-name")
    detail: Any = None

    def foreign(self, home: Home) -> str | None:
        """Why the event is another account's or region's; None for ours, and where AWS left both out."""
        return foreign_place(home, account=self.account, region=self.region)


def foreign_detail(envelope: Envelope, *, account: str | None, region: str | None) -> str | None:
    """Why what a detail says of its `account` and `region`, if anything, isn't what the envelope says."""
    return foreign_place(Home(account=envelope.account, region=envelope.region), account=account, region=region)


def foreign_place(home: Home, *, account: str | None, region: str | None) -> str | None:
    """Why a thing in `account` and `region` isn't in `home`; an empty name, or none, says nothing."""
    if account and account != home.account:
        return f"the event is about account {account}, and this is {home.account}"
    if region and region != home.region:
        return f"the event is about region {region}, and this is {home.region}"
    return None


_ID = re.compile(r"i-(?:[0-9a-f]{17}|[0-9a-f]{8})")
_ARN = re.compile(r"arn:[^:]+:ec2:[^:]*:[^:]*:instance/(i-(?:[0-9a-f]{17}|[0-9a-f]{8}))")


def instance_ids_in(texts: Iterable[str]) -> tuple[str, ...]:
    """The instances among the ids, ARNs and sentences, each once, in their order."""
    return tuple(dict.fromkeys(found for found in map(instance_id_in, texts) if found))


def instance_id_in(text: str) -> str | None:
    """The instance id that `text` is, or is the ARN of; None for anything else, sentences included."""
    stripped = text.strip()
    if _ID.fullmatch(stripped):
        return stripped
    arn = _ARN.fullmatch(stripped)
    return arn.group(1) if arn else None
