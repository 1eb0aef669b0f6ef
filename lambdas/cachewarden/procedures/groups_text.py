"""Names of Availability Groups for people."""

from collections.abc import Sequence

GROUPS_TOLD = 8
"""A node with a group for each customer has many more than a sentence can name."""


def groups_told(names: Sequence[str]) -> str:
    """All of a few, or the first and how many there are besides."""
    left = len(names) - GROUPS_TOLD
    return ", ".join(names) if left <= 0 else f"{', '.join(names[:GROUPS_TOLD])} and {left} more Availability Groups"
