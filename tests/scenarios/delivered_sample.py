"""A sample of tests/events as the rehearsed account's bus would get it: about its own instances, in its region, now.

What is kept is what the sample is there for: keys, types, nulls, formats and oddities, a wrong weekday included. What
EventBridge never leaves out, and a page of AWS's does, is filled in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.repository import EVENTS

INDEX: Mapping[str, Mapping[str, Any]] = json.loads((EVENTS / "index.json").read_text("utf-8"))
SOURCES = {"Tag Change on Resource": "aws.tag"}
"""Of a sample whose page leaves it out."""

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=(?:\.\d+)?Z)")
_RFC_1123 = re.compile(r"(\w{3}), (\d{1,2}) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT")
_EPOCH_MS = re.compile(r"\b1[0-9]{12}\b")


def delivered(name: str, *, texts: Mapping[str, str], now: datetime) -> dict[str, Any]:
    """The event of this sample; `texts`: what stands for what in it, instances' ids above all. Happened at `now`."""
    event = json.loads((EVENTS / f"{name}.json").read_text("utf-8"))
    event.setdefault("detail-type", INDEX[f"{name}.json"]["detail_type"])
    event.setdefault("source", INDEX[f"{name}.json"]["source"] or SOURCES[event["detail-type"]])
    event.setdefault("account", ACCOUNT_ID)
    event.setdefault("time", f"{now:%Y-%m-%dT%H:%M:%SZ}")
    event.setdefault("version", "0")
    event.setdefault("resources", [])
    event["id"] = str(uuid5(NAMESPACE_URL, name))  # pages of AWS's repeat theirs
    region, ahead = event["region"], now - _moment(event["time"])
    text = json.dumps(event)
    for before, after in {**texts, region: REGION}.items():
        text = text.replace(before, after)
    text = _ISO.sub(lambda found: f"{_moment(found[0]) + ahead:%Y-%m-%dT%H:%M:%S}", text)
    text = _RFC_1123.sub(lambda found: _later(found, ahead), text)
    text = _EPOCH_MS.sub(lambda found: str(int(found[0]) + round(ahead.total_seconds() * 1000)), text)
    changed: dict[str, Any] = json.loads(text)
    return changed


def _moment(text: str) -> datetime:
    return datetime.strptime(text.rstrip("Z"), "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)


def _later(found: re.Match[str], ahead: timedelta) -> str:
    """The same format so much later, as wrong about its weekday as before."""
    day, number, month, year, clock = found.groups()
    hour, minute, second = map(int, clock.split(":"))
    before = datetime(int(year), MONTHS.index(month) + 1, int(number), hour, minute, second, tzinfo=UTC)
    wrong_by = DAYS.index(day) - before.weekday()
    after = before + ahead
    weekday = DAYS[(after.weekday() + wrong_by) % 7]
    return f"{weekday}, {after.day:0{len(number)}} {MONTHS[after.month - 1]} {after.year} {after:%H:%M:%S} GMT"
