"""The instances of the fuzzed account: of every kind that an event may name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One instance as its owner set it up."""

    name: str
    tags: Mapping[str, str] = field(default_factory=dict)
    protected: bool = True
    running: bool = True

    @property
    def opted_in(self) -> bool:
        """By the tag's one value."""
        return self.tags.get("cachewarden:managed") == "true"


IN = {"cachewarden:managed": "true"}
FAR = "2099-01-01T00:00:00Z"

ROSTER = (
    Known(name="opted-in", tags=IN),
    Known(name="opted-in-too", tags={**IN, "cachewarden:cluster": "fuzz"}),
    Known(name="cycles-by-itself", tags={**IN, "cachewarden:on-health": "auto"}),
    Known(name="asks-first", tags={**IN, "cachewarden:on-stop": "approve"}),
    Known(name="only-told", tags={**IN, "cachewarden:on-stop": "notify", "cachewarden:on-health": "notify"}),
    Known(name="snoozed", tags={**IN, "cachewarden:on-health": "auto", "cachewarden:snooze-until": FAR}),
    Known(name="misspelt-answer", tags={**IN, "cachewarden:on-stop": "yes", "cachewarden:on-health": "jawohl"}),
    Known(name="unprotected", tags=IN, protected=False),
    Known(name="stopped", tags=IN, running=False),
    Known(name="misspelt", tags={"cachewarden:managed": "True"}, protected=False),
    Known(name="opted-out", tags={"cachewarden:managed": "false"}),
    Known(name="stranger", protected=False),
    Known(name="protected-stranger"),
)
