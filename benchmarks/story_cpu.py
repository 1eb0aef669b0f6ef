"""CPU that each story costs after imports, beside the bound of 0.6 s: `python -m benchmarks.story_cpu [STORY…]`.

The first run of a process compiles scripts and loads models; what counts is the least of the runs after it, since
others on the machine can only add to it. Exit code 1 when a story is over.
"""

from __future__ import annotations

import sys
import time

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.scenarios.story import load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

BOUND_S = 0.6
RUNS = 4


def main() -> int:
    """Runs the stories; prints a line for each."""
    made = templates()
    over = 0
    for story in map(load_story, sys.argv[1:] or story_names()):
        spent: list[float] = []
        for seed in range(RUNS + 1):
            began = time.process_time()
            run_story(story, seed=seed, templates=made, progress=SilentProgress())
            spent.append(time.process_time() - began)
        least = min(spent[1:])
        over += least > BOUND_S
        print(f"{story.name:<24} {least:5.2f} s of {BOUND_S} s{'  OVER' if least > BOUND_S else ''}", flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
