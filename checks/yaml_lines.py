"""The line of a path such as States, Pause, Next in a YAML text; read only when there is something to report.

What a mapping takes over by merge keys is found at its anchor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import yaml

MERGE = "tag:yaml.org,2002:merge"
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """Line, from 1, of the key or item at `path`; of its nearest ancestor when it isn't there; None when none is."""
    node, line = _composed(text), None
    for part in path:
        match node:
            case yaml.MappingNode():
                found = next(((key, value) for key, value in _members(node) if key.value == str(part)), None)
                if found is None:
                    return line
                line, node = found[0].start_mark.line + 1, found[1]
            case yaml.SequenceNode() if isinstance(part, int) and part < len(node.value):
                node = node.value[part]
                line = node.start_mark.line + 1
            case _:
                return line
    return line


def _members(mapping: yaml.MappingNode) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Keys and values: a mapping's own, then those that it takes over."""
    merged: list[yaml.Node] = []
    for key, value in mapping.value:
        if key.tag == MERGE:
            merged += value.value if isinstance(value, yaml.SequenceNode) else [value]
        else:
            yield key, value
    for node in merged:
        if isinstance(node, yaml.MappingNode):
            yield from _members(node)


@lru_cache(maxsize=16)
def _composed(text: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError:
        return None
