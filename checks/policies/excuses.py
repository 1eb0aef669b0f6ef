"""Grants that stay although no story uses them, or although they are about every resource; each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).with_name("excused_grants.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """For one action of one statement; `holder` and `sid` as findings print them."""

    holder: str
    sid: str
    action: str
    reason: str

    def covers(self, holder: str, sid: str, action: str) -> bool:
        """Whether it excuses this action of this statement."""
        return (holder, sid, action) == (self.holder, self.sid, self.action)

    @property
    def where(self) -> str:
        """For a finding about the excuse itself."""
        return f"checks/policies/{FILE.name} {self.holder} {self.sid} {self.action}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuses:
    """`unused`: no story uses the grant. `every_resource`: it names no resource although its action knows some."""

    unused: tuple[Excuse, ...] = ()
    every_resource: tuple[Excuse, ...] = ()


@cache
def excuses() -> Excuses:
    """Those of the file. Raises KeyError for an entry without a reason."""
    return parse_excuses(yaml.safe_load(FILE.read_text("utf-8")))


def parse_excuses(shape: Mapping[str, Any]) -> Excuses:
    """From the file's shape."""
    return Excuses(unused=tuple(_listed(shape["unused"])), every_resource=tuple(_listed(shape["every_resource"])))


def _listed(entries: list[Mapping[str, Any]]) -> Iterator[Excuse]:
    for entry in entries:
        for holder in entry["holders"]:
            for action in entry["actions"]:
                yield Excuse(holder=holder, sid=entry["sid"], action=action, reason=entry["reason"])
