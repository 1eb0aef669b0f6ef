"""What the worker on a host reported of its progress, and when, read from the verdicts of the scripts there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rehearsal.kernel.trace import TraceEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerProgress:
    """A report of a worker that runs. `percent`: its own figure, of the bytes it has to move."""

    node: str
    at_s: float
    percent: int


def worker_progress(events: Iterable[TraceEvent], zero: datetime) -> tuple[WorkerProgress, ...]:
    """Every verdict with a running worker that has bytes to move, in order."""
    found = []
    for event in events:
        if event.kind != "script-ended" or event.node is None:
            continue
        worker = _worker(str(event.facts.get("stdout") or ""))
        if worker.get("state") == "running" and worker.get("bytesTotal"):
            percent = round(worker["bytesDone"] / worker["bytesTotal"] * 100)
            at_s = (event.at - zero).total_seconds()
            found.append(WorkerProgress(node=event.node, at_s=at_s, percent=percent))
    return tuple(found)


def _worker(stdout: str) -> dict[str, Any]:
    """`evidence.worker` of a verdict; empty for anything else (a script that died prints none)."""
    if '"worker"' not in stdout:
        return {}
    try:
        verdict = json.loads(stdout.strip().splitlines()[-1])
    except json.JSONDecodeError:
        return {}
    return (verdict.get("evidence") or {}).get("worker") or {}
