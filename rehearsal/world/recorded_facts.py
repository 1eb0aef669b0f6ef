"""Facts as the documents print them that record them on a real system (CacheWarden-RecordHostFacts and its siblings).

The line is a JSON object: `facts` has values by name, as texts; `builds` says of which products' builds they are true.
"""

from __future__ import annotations

import json

from rehearsal.world.uncertain_facts import UnknownFactError


def recorded_facts(text: str, file: str) -> tuple[str, ...]:
    """Each as `part.field=value`. Raises `UnknownFactError` for a text that isn't such an object."""
    try:
        recorded = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnknownFactError(
            f"--facts: {file} isn't JSON (line {error.lineno}): keep the one line with the facts"
        ) from None
    facts = recorded.get("facts") if isinstance(recorded, dict) else None
    if not isinstance(facts, dict) or not all(isinstance(value, str) for value in facts.values()):
        raise UnknownFactError(
            f'--facts: {file} has no "facts" with texts by name: keep the line that begins with {{"builds"'
        )
    return tuple(f"{name}={value}" for name, value in facts.items())
