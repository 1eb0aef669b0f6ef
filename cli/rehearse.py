"""`cachewarden rehearse`: runs a story in virtual time and says whether it ended as it declares."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cli.fault_list import print_fault_points
from cli.known_stories import exit_unless_known
from rehearsal.faults import FaultError, fault_from_text
from rehearsal.scenarios.nodes_of_faults import check_nodes
from rehearsal.scenarios.story import DEFAULT_STORY, Story, load_story, story_names
from rehearsal.world.recorded_facts import recorded_facts
from rehearsal.world.uncertain_facts import UnknownFactError, settings_with, uncertain_facts

if TYPE_CHECKING:
    from rehearsal.simulation.progress import Progress
    from rehearsal.world.settings import Settings

OUT = Path("out") / "rehearsal"
"""Where reports go, below the current folder."""


def rehearse(
    story: Annotated[str, typer.Argument(help="Name of the story; see --list.", show_default=True)] = DEFAULT_STORY,
    seed: Annotated[int, typer.Option(help="Draws the order of simultaneous events; same seed, same trace.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the timeline.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the stories and end.")] = False,
    fault: Annotated[
        list[str] | None, typer.Option(metavar="FAULT", help="What goes wrong: 'POINT KIND field=value …'; repeatable.")
    ] = None,
    fact: Annotated[
        list[str] | None,
        typer.Option(metavar="FACT", help="What is otherwise than the model takes it: 'PART.NAME=VALUE'; repeatable."),
    ] = None,
    facts: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Facts as CacheWarden-RecordHostFacts and its siblings print them; repeatable."
        ),
    ] = None,
    listing_facts: Annotated[
        bool,
        typer.Option("--list-facts", help="List every uncertain fact with its values, the default first, and end."),
    ] = False,
    listing_faults: Annotated[
        bool, typer.Option("--list-faults", help="List every fault point, its kinds and what they do, and end.")
    ] = False,
    by_layer: Annotated[
        bool, typer.Option("--profile", help="Say where the CPU goes instead, layer by layer.")
    ] = False,
) -> None:
    """Run a story offline: the templates, machines, documents, PowerShell and T-SQL that would be deployed.

    Exit code 0 exactly when the story's outcome came about and no invariant broke. With --fault the story may end
    otherwise than it declares: 0 when it came to rest at its goal, back in service or at a clear Attention, and no
    invariant broke.

    A fact that isn't confirmed has a value in the model; --fact gives it another, and the run is judged like one
    with a fault: --fact 'storage.lists_jobs=no'. --facts takes a file with the JSON line of a document that
    recorded facts on a real system; a --fact beside it counts more.

    A fault names a point, a kind and, where it helps, fields (units: seconds of virtual time):

      --fault 'storage.repair fail node=SALES1 after=0.6'

      --fault 'instance.power kill node=SALES2 when=EvacuateCache delay=30'
    """
    if listing_faults:
        print_fault_points(as_json=as_json)
        return
    if listing_facts:
        _print_facts()
        return
    if listing:
        _print_stories()
        return
    exit_unless_known([story])
    chosen = load_story(story)
    try:
        faults = tuple(fault_from_text(text) for text in fault or ())
        recorded = [each for path in facts or () for each in _recorded(path)]
        turned = [*recorded, *(fact or ())]
        settings = settings_with(turned)
        chosen = replace(chosen, faults=(*chosen.faults, *faults))
        check_nodes(chosen)
    except (FaultError, UnknownFactError) as error:
        print(f"cachewarden: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    if by_layer:
        _print_profile(chosen, seed)
        return
    try:
        raise typer.Exit(
            _run(chosen, settings, seed=seed, as_json=as_json, judged_by_outcome=not faults and not turned)
        )
    except FaultError as error:  # it names something that this cluster doesn't have
        print(f"cachewarden: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def _recorded(path: Path) -> tuple[str, ...]:
    """The facts of a file. Raises `UnknownFactError` with the file's name where it has none, or one that is unknown."""
    expected = "expected the JSON line that CacheWarden-RecordHostFacts or a sibling prints, as a text in UTF-8"
    try:
        recorded = recorded_facts(path.read_text("utf-8-sig"), str(path))
    except OSError as error:
        raise UnknownFactError(f"--facts: {path} can't be read ({error.strerror}); {expected}") from None
    except UnicodeDecodeError:
        raise UnknownFactError(f"--facts: {path} is no text in UTF-8; {expected}") from None
    try:
        settings_with(recorded)
    except UnknownFactError as error:
        raise UnknownFactError(f"--facts: {path}: {error}") from None
    return recorded


def _print_facts() -> None:
    for known in uncertain_facts():
        print(f"  {known.default}", *(f"    or {other}" for other in known.others), sep="\n")


def _print_profile(story: Story, seed: int) -> None:
    from rehearsal.aws.cloudformation.synthesis import templates
    from rehearsal.report.layer_profile import lines, profile

    print("\n".join(lines(profile(story, seed=seed, templates=templates()))))


def _run(story: Story, settings: Settings, *, seed: int, as_json: bool, judged_by_outcome: bool) -> int:
    began = time.perf_counter()
    # The rehearsal's engines take a second to import: `--list` and a misspelt name must not wait for them.
    from rehearsal.aws.cloudformation.synthesis import SynthesisError, templates
    from rehearsal.report.answers import print_answers
    from rehearsal.report.page.write import write_report
    from rehearsal.report.result_json import result_json
    from rehearsal.report.summary import print_summary
    from rehearsal.report.timeline import print_timeline
    from rehearsal.simulation.progress import PlainProgress, SilentProgress, TerminalProgress
    from rehearsal.simulation.run import run_story

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
    with progress.stage(f"Running {story.name}"):
        run = run_story(story, seed=seed, templates=synthesized, progress=progress, settings=settings)
    wall_seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(result_json(run, wall_seconds=wall_seconds), indent=2))
    else:
        print_timeline(console, run)
        print_answers(console, run)
        print_summary(console, run, wall_seconds=wall_seconds, judged_by_outcome=judged_by_outcome)
        console.print(f"Report: {write_report(run, OUT)}")
    return 0 if (run.outcome.as_expected if judged_by_outcome else run.outcome.safe) else 1


def _print_stories() -> None:
    width = max(len(name) for name in story_names())
    for name in story_names():
        default = " (default)" if name == DEFAULT_STORY else ""
        print(f"  {name:<{width}}  {load_story(name).intent}{default}")
