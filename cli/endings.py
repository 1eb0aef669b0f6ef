"""`cachewarden endings`: how each story ends when a fact is otherwise than the model takes it, or a fault happens."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from cli.known_stories import exit_unless_known
from cli.trial_runs import run_and_tell
from rehearsal.scenarios.story import story_names

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
    write: Annotated[Path | None, typer.Option(help="Where the page of endings goes. [default: printed]")] = None,
) -> None:
    """Run stories once for each other value of each uncertain fact, and for each kind of fault, and say how they end.

    Exit code 1 when a run is unsafe, or ends worse than the page of --against says. All stories take an hour or two.
    """
    chosen, faulted = story or list(story_names()), faults_of or list(FAULTED)
    exit_unless_known([*chosen, *faulted])
    for option, given in (("--against", against), ("--add-to", add_to)):
        if given is not None and not given.is_file():
            print(f"cachewarden: {option}: there is no page of endings at {given}", file=sys.stderr)
            raise typer.Exit(2)
    # The rehearsal's engines take a second to import: a misspelt name must not wait for them.
    from rehearsal.campaigns.endings_table import page, read, worse
    from rehearsal.campaigns.variations import with_each_fact, with_each_fault

    began = time.perf_counter()
    trials = [trial for name in chosen for trial in with_each_fact(name, seed=seed)]
    trials += [trial for name in faulted if name in chosen for trial in with_each_fault(name, seed=seed)]
    results = list(run_and_tell(trials, workers=workers, silent=False))
    former = () if add_to is None else (add_to.read_text("utf-8"),)
    text = "\n".join(page(results, *former)) + "\n"
    if write is not None:
        write.write_text(text, "utf-8")
    else:
        print(text)
    known = read(against.read_text("utf-8")) if against is not None else None
    found = [told for told in (worse(result, known) for result in results) if told] if known is not None else []
    for told in found:
        print(f"WORSE {told}")
    unsafe = sum(not result.safe for result in results)
    print(f"{len(results)} runs, {unsafe} unsafe, {len(found)} worse, {time.perf_counter() - began:.0f} s")
    raise typer.Exit(1 if unsafe or found else 0)
