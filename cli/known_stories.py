"""Names of stories that a person gives on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches

import typer

from rehearsal.scenarios.story import story_names

SEE = "`cachewarden rehearse --list` says what each is about"


def exit_unless_known(names: Iterable[str]) -> None:
    """Ends the program with exit code 2 where a name is none of a story, and says the nearest, or which there are."""
    unknown = sorted(set(names) - set(story_names()))
    if unknown:
        told = ", ".join(map(repr, unknown))
        near = dict.fromkeys(each for name in unknown for each in get_close_matches(name.lower(), story_names(), n=3))
        there = f"the nearest: {', '.join(near)}" if near else f"the stories: {', '.join(story_names())}"
        print(f"cachewarden: no story is called {told}; {there} ({SEE})", file=sys.stderr)
        raise typer.Exit(2)
