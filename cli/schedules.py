"""`cachewarden schedules`: stories with faults and facts drawn from a seed."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from cli.trial_runs import as_shape, run_and_tell


def schedules(
    count: Annotated[int, typer.Option(min=1, help="How many runs.")] = 1000,
    seed: Annotated[
        int, typer.Option(help="Draws stories, faults and facts; the n-th run is the same for any count.")
    ] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that run trials.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of lines.")] = False,
) -> None:
    """Run random stories, each with up to three faults, lost events among them, and up to two facts turned.

    Exit code 0 exactly when every run came to rest at its goal, back in service or at a clear Attention, and no
    invariant broke; each run that didn't is printed with the command that replays it. A thousand take an hour.
    """
    # The rehearsal's engines take a second to import: wrong arguments must not wait for them.
    from rehearsal.campaigns.variations import schedules as drawn

    began = time.perf_counter()
    results = run_and_tell(drawn(count, seed=seed), count=count, workers=workers, silent=as_json)
    unsafe = [result for result in results if not result.safe]
    seconds = time.perf_counter() - began
    if as_json:
        shape = {"seed": seed, "runs": count, "unsafe": [as_shape(result) for result in unsafe]}
        print(json.dumps({**shape, "wall_seconds": round(seconds, 1)}, indent=2))
    else:
        print(f"seed {seed}: {count} runs, {len(unsafe)} unsafe, {seconds:.0f} s")
    raise typer.Exit(1 if unsafe else 0)
