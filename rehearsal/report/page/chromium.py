"""Headless chromium shows a local page: its picture, or its DOM after the page's own script ran."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from html import escape
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NARROWEST_WINDOW_PX = 500
"""Headless chromium makes no narrower window; phones are shown in frames (`in_frames`)."""
TIMEOUT_S = 120


class NoChromiumError(Exception):
    """None of the browsers is installed."""


def dump_dom(page: Path, *, width: int, height: int, dark: bool = False) -> str:
    """The page's DOM as text, scripts run. Raises `NoChromiumError`, `subprocess.CalledProcessError`."""
    return _run(page, width, height, dark, "--dump-dom")


def screenshot(page: Path, picture: Path, *, width: int, height: int, dark: bool = False) -> None:
    """Writes a PNG of the window's content. Raises as `dump_dom`."""
    picture.parent.mkdir(parents=True, exist_ok=True)
    _run(page, width, height, dark, f"--screenshot={picture.resolve()}", "--hide-scrollbars")


def in_frames(screens: Iterable[tuple[str, str, int, int]]) -> str:
    """A page of frames (name, page, width, height): media queries of each see its frame, not the window."""
    frames = "".join(
        f'<iframe name="{name}" width="{width}" height="{height}" srcdoc="{escape(page)}"></iframe>'
        for name, page, width, height in screens
    )
    style = "html, body { margin: 0 } iframe { border: 0; display: block }"
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style>{frames}'


def _run(page: Path, width: int, height: int, dark: bool, *asked: str) -> str:
    browser = next((found for name in NAMES if (found := shutil.which(name))), None)
    if browser is None:
        raise NoChromiumError(f"none of {', '.join(NAMES)} is on the path; Debian and Ubuntu: apt-get install chromium")
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
            f"--window-size={width},{height}", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
            "--font-render-hinting=none", *asked, page.resolve().as_uri(),
        ]  # fmt: skip
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIMEOUT_S).stdout
