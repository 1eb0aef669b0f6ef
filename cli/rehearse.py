"""`cachewarden rehearse`: plays a story in virtual time and says whether it ended as it must."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from rehearsal.story import DEFAULT_STORY, Story, UnknownStoryError, load_story, story_names

if TYPE_CHECKING:
    from rehearsal.progress import Progress

OUT = Path("out") / "rehearsal"
"""Where reports go, below the current folder."""


def rehearse(
    story: Annotated[str, typer.Argument(help="Name of the story; see --list.", show_default=True)] = DEFAULT_STORY,
    seed: Annotated[int, typer.Option(help="Draws the order of simultaneous events; same seed, same trace.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the timeline.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the stories and end.")] = False,
    by_layer: Annotated[
        bool, typer.Option("--profile", help="Say where the CPU goes instead, layer by layer.")
    ] = False,
) -> None:
    """Play a story offline: the templates, machines, documents, PowerShell and T-SQL that would be deployed.

    Exit code 0 exactly when the story's outcome came about and no invariant broke.
    """
    if listing:
        _print_stories(sys.stdout)
        return
    try:
        chosen = load_story(story)
    except UnknownStoryError:
        print(f"cachewarden: no story is called {story!r}. The stories are:", file=sys.stderr)
        _print_stories(sys.stderr)
        raise typer.Exit(2) from None
    if by_layer:
        _print_profile(chosen, seed)
        return
    raise typer.Exit(_play(chosen.name, seed=seed, as_json=as_json))


def _print_profile(story: Story, seed: int) -> None:
    from rehearsal.layer_profile import lines, profile
    from rehearsal.synthesis import templates

    print("\n".join(lines(profile(story, seed=seed, templates=templates()))))


def _play(name: str, *, seed: int, as_json: bool) -> int:
    began = time.perf_counter()
    # The rehearsal's engines take a second to import: `--list` and a misspelt name must not wait for them.
    from rehearsal.play import play
    from rehearsal.progress import PlainProgress, SilentProgress, TerminalProgress
    from rehearsal.report.write import write_report
    from rehearsal.result import result_json
    from rehearsal.summary import print_summary
    from rehearsal.synthesis import SynthesisError, templates
    from rehearsal.timeline import print_timeline

    story = load_story(name)
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    progress: Progress = (
        SilentProgress() if as_json else TerminalProgress(console) if console.is_terminal else PlainProgress(console)
    )
    try:
        with progress.stage("Synthesizing the CDK app"):
            synthesized = templates()
    except SynthesisError as error:
        print(f"cachewarden: the CDK app did not synthesize:\n{error}", file=sys.stderr)
        return 1
    if story.abort_after_each_of is not None:
        return _play_each(story, seed, synthesized, progress, console, as_json=as_json)
    with progress.stage(f"Playing {story.name}"):
        played = play(story, seed=seed, templates=synthesized, progress=progress)
    wall_seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(result_json(played, wall_seconds=wall_seconds), indent=2))
    else:
        print_timeline(console, played)
        print_summary(console, played, wall_seconds=wall_seconds)
        console.print(f"Report: {write_report(played, OUT)}")
    return 0 if played.as_hoped else 1


def _play_each(
    story: Story,
    seed: int,
    synthesized: dict[str, dict[str, Any]],
    progress: Progress,
    console: Console,
    *,
    as_json: bool,
) -> int:
    """A story that is played once for each action: a line each, and one object with all runs for machines."""
    from rehearsal.aborts import play_each
    from rehearsal.result import result_json

    began = time.perf_counter()
    runs: list[dict[str, Any]] = []
    good = True
    for played in play_each(story, seed=seed, templates=synthesized, progress=progress):
        good = good and played.as_hoped
        runs.append(result_json(played, wall_seconds=time.perf_counter() - began))
        if not as_json:
            said = "as declared" if played.as_hoped else "; ".join(map(str, (*played.shortfalls, *played.violations)))
            console.print(f"{played.story.name:<58} {said}", style="green" if played.as_hoped else "bold red")
    if as_json:
        print(json.dumps({"story": story.name, "seed": seed, "as_expected": good, "runs": runs}, indent=2))
    return 0 if good else 1


def _print_stories(stream: object) -> None:
    width = max(len(name) for name in story_names())
    for name in story_names():
        default = " (default)" if name == DEFAULT_STORY else ""
        print(f"  {name:<{width}}  {load_story(name).intent}{default}", file=stream)  # type: ignore[arg-type]
