"""A preflight's result as one HTML page that needs nothing else: no network, no second file, no script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from cachewarden.codes import Code
from cachewarden.procedures.duration_text import minutes_and_seconds

TEMPLATE = "preflight.html.j2"


def render(result: Mapping[str, Any]) -> str:
    """The page; the same for the same result, byte for byte."""
    parts = {name: result.get(name) for name in ("plan", "instances", "rights", "policies")}
    return _template().render(
        result=result,
        **parts,
        unexamined_code=Code.STOPPED_UNEXAMINED.value,
        denied_code=Code.CALL_DENIED.value,
        duration=duration_text,
        total=_total,
    )


def duration_text(seconds: float | None) -> str:
    """`45 s`, `3 min 20 s`, `1 h 05 min`; unknown stays unknown."""
    if seconds is None:
        return "not known"
    whole = round(seconds)
    if whole < 3600:
        return minutes_and_seconds(whole)
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def _total(steps: list[Mapping[str, Any]]) -> float | None:
    """None as soon as one of them isn't known: a sum of the rest would read as all of it."""
    seconds = [step["seconds"] for step in steps]
    return None if None in seconds else sum(seconds)


@cache
def _template() -> Template:
    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=True, trim_blocks=True).get_template(
        TEMPLATE
    )
