"""`cachewarden endings`: how each story ends when a fact is otherwise than the model takes it, or a fault happens."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.known_stories import exit_unless_known
from cli.trial_runs import run_and_tell
from rehearsal.scenarios.story import story_names

if TYPE_CHECKING:
    from rehearsal.campaigns.trials import TrialResult

FAULTED = ("stop-and-return", "dirty-stop", "stop-by-document", "rebuild-by-consent")
"""Stories that pass every part of the product between them."""


def endings(
    story: Annotated[
        list[str] | None, typer.Argument(help="Stories to run. [default: all]", show_default=False)
    ] = None,
    faults_of: Annotated[
        list[str] | None,
        typer.Option(help=f"Stories that are run with each fault, too; repeatable. [default: {', '.join(FAULTED)}]"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every run.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that run trials.")] = 1,
    against: Annotated[
        Path | None, typer.Option(help="A page of endings: a run that ends worse than it says is an error.")
    ] = None,
    add_to: Annotated[
        Path | None, typer.Option(help="A page of endings: its stories that aren't run now stay on the new page.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Adds to this page, after each story, those that it doesn't have.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Where the page goes, after each story. [default: printed at the very end]")
    ] = None,
) -> None:
    """Run stories once for each other value of each uncertain fact, and for each kind of fault, and say how they end.

    Exit code 1 when a run is unsafe, or ends worse than the page of --against says, 2 when a file isn't a page of
    endings. A story takes half a minute, with each fault minutes, all of them an hour or two. For more than one give
    --write, which keeps the page after each story, or --resume, which also goes on where a run was cut off: without
    them, a run that is cut off leaves nothing.
    """
    chosen, faulted = story or list(story_names()), faults_of or list(FAULTED)
    exit_unless_known([*chosen, *faulted])
    if resume is not None and (add_to is not None or write is not None):
        print("cachewarden: --resume reads and writes its page: leave --add-to and --write out", file=sys.stderr)
        raise typer.Exit(2)
    # The rehearsal's engines take a second to import: a misspelt name must not wait for them.
    from rehearsal.campaigns.endings_table import page, read, stories, worse
    from rehearsal.campaigns.variations import with_each_fact, with_each_fault

    began = time.perf_counter()
    known = None if against is None else read(_page_at(against, "--against"))
    former = () if add_to is None else (_page_at(add_to, "--add-to"),)
    if resume is not None:
        write = resume
        former = (_page_at(resume, "--resume"),) if resume.exists() else ()
        chosen = [name for name in chosen if name not in stories("".join(former))]
    results: list[TrialResult] = []
    for name in chosen:
        trials = with_each_fact(name, seed=seed)
        trials += with_each_fault(name, seed=seed) if name in faulted else []
        print(f"{name}: {len(trials)} runs", file=sys.stderr)
        results += run_and_tell(trials, count=len(trials), workers=workers, silent=False)
        if write is not None:
            write.write_text("\n".join(page(results, *former)) + "\n", "utf-8")
    if write is None:
        print("\n".join(page(results, *former)) + "\n")
    found = [told for told in (worse(result, known) for result in results) if told] if known is not None else []
    for told in found:
        print(f"WORSE {told}")
    unsafe = sum(not result.safe for result in results)
    print(f"{len(results)} runs, {unsafe} unsafe, {len(found)} worse, {time.perf_counter() - began:.0f} s")
    raise typer.Exit(1 if unsafe or found else 0)


def _page_at(path: Path, option: str) -> str:
    """The text of a page of endings. Ends the program with exit code 2 where the file is none."""
    from rehearsal.campaigns.endings_table import is_page

    expected = "expected a page that `cachewarden endings --write` wrote, such as docs/endings.md"
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        print(f"cachewarden: {option}: {path} can't be read ({error.strerror}); {expected}", file=sys.stderr)
        raise typer.Exit(2) from None
    except UnicodeDecodeError:
        text = ""
    if not is_page(text):
        print(f"cachewarden: {option}: {path} is no page of endings; {expected}", file=sys.stderr)
        raise typer.Exit(2)
    return text
