"""A report as headless chromium shows it: its lanes, read from the DOM, and what the audit script found."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from rehearsal.report.page.chromium import dump_dom, in_frames

AUDIT = Path(__file__).with_name("page_audit.js").read_text("utf-8")
SCREENS = {"desktop": (1280, 1400), "phone": (390, 844)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One element with `data-lane`."""

    track: str
    node: str
    from_s: float
    to_s: float
    state: str
    detail: str


class TrackReader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.shown = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "data-lane" in found:
            self.shown.append(
                Shown(
                    track=found["data-lane"], node=found.get("data-node", ""), from_s=float(found["data-from"]),
                    to_s=float(found["data-to"]), state=found["data-state"], detail=found.get("data-detail", ""),
                )
            )  # fmt: skip


def tracks_of(page, folder):
    """Every bar and mark of the page, in the page's order."""
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    reader = TrackReader()
    reader.feed(dump_dom(path, width=1280, height=900))
    return reader.shown


def states(shown, track, node):
    """[(state, detail, from, to)] of one row."""
    return [(one.state, one.detail, one.from_s, one.to_s) for one in shown if (one.track, one.node) == (track, node)]


def audit(pages, folder, *, dark):
    """What page_audit.js says of each (page, screen), in one run of the browser: complaints and circumstances."""
    path = folder / f"audited-{dark}.html"
    frames = [
        (f"n{number}", page.replace("</body>", f"<script>{AUDIT}</script></body>"), *SCREENS[screen])
        for number, (page, screen) in enumerate(pages)
    ]
    path.write_text(in_frames(frames), encoding="utf-8")
    dom = dump_dom(path, width=1280, height=1400, dark=dark)
    found = dict(re.findall(r'data-audit-(n\d+)="([^"]*)"', dom))
    assert len(found) == len(pages), "an audit didn't run to its end"
    return [json.loads(html.unescape(found[name])) for name, *_ in frames]
