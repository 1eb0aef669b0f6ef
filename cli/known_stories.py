"""Names of stories that a person gives on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import typer

from rehearsal.scenarios.story import story_names


def exit_unless_known(names: Iterable[str]) -> None:
    """Ends the program with exit code 2 where a name is none of a story, and says which there are."""
    unknown = sorted(set(names) - set(story_names()))
    if unknown:
        told = ", ".join(map(repr, unknown))
        print(f"cachewarden: no story is called {told}; the stories: {', '.join(story_names())}", file=sys.stderr)
        raise typer.Exit(2)
