"""The glossary of faults: rows for a table or JSON, and docs/faults.md (`python -m rehearsal.faults`)."""

from __future__ import annotations

from typing import Any, Final

from rehearsal.faults.point import FaultPoint
from rehearsal.faults.registry import POINTS

HEAD: Final = """# Faults

What can go wrong in a rehearsal, by name and place. Written from `rehearsal/faults/points/` by
`python -m rehearsal.faults`; `cachewarden rehearse --list-faults` shows the same.

```
cachewarden rehearse stop-request --fault 'storage.repair fail node=SALES1 after=0.6'
cachewarden rehearse stop-and-return --fault 'event.EC2 Instance State-change Notification lost state=running' \\
                                     --fault 'instance.power kill node=SALES2 when=EvacuateCache delay=30'
```

A fault is injected at the `occurrence`-th time (from 1) that its point is reached with all facts that it names, and at
the `count` − 1 times after that. An external fault (last table) has no place: it comes `delay` seconds after the
workflow enters the state `when` for the `occurrence`-th time; without `when`, after the story's beginning. Times are
seconds of virtual time. In a story's YAML the same fault is
`{point: storage.repair, kind: fail, node: SALES1, after: 0.6}`.
"""


def rows() -> list[dict[str, Any]]:
    """One row for each point and kind."""
    return [
        {
            "point": point.name,
            "at": point.at,
            "kind": kind.value,
            "does": effect.does,
            "where": dict(point.where),
            "fields": list(effect.takes),
            "needs": list(effect.needs),
            "external": point.external,
        }
        for point in POINTS
        for kind, effect in point.effects.items()
    ]


def markdown() -> str:
    """docs/faults.md."""
    parts = [HEAD]
    for title, wanted in (("Places", False), ("External faults", True)):
        parts.append(f"\n## {title}\n")
        parts += [_section(point) for point in POINTS if point.external is wanted]
    return "".join(parts)


def _section(point: FaultPoint) -> str:
    lines = [f"\n### `{point.name}`\n", f"\nWhere: {point.at}.\n"]
    if point.where:
        facts = "; ".join(f"`{name}` ({meaning})" for name, meaning in point.where.items())
        lines.append(f"Narrowed by {facts}.\n")
    lines.append("\n| kind | what happens | fields |\n|---|---|---|\n")
    for kind, effect in point.effects.items():
        fields = ", ".join(f"`{name}`{' (needed)' if name in effect.needs else ''}" for name in effect.takes)
        lines.append(f"| `{kind}` | {effect.does} | {fields or '–'} |\n")
    return "".join(lines)
