"""`make fuzz`: the campaigns, whole or a part of each, from a seed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rehearsal.aws.cloudformation.synthesis import templates
from tests.fuzz.events import campaign as events
from tests.fuzz.leases import campaign as leases
from tests.fuzz.lying import campaign as lying
from tests.fuzz.strings import campaign as strings
from tests.fuzz.summary import Summary

Run = Callable[..., Summary]
CAMPAIGNS: Mapping[str, tuple[Run, int]] = {
    "events": (events.run, 20_000),
    "leases": (leases.run, 2_000),
    "strings": (strings.run, 2_000),
    "lying": (lying.run, 500),
}
"""Each with the number of its draws."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 exactly when no campaign found anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("campaigns", nargs="*", help=f"only these of {', '.join(CAMPAIGNS)}")
    parser.add_argument("--seed", type=int, default=1, help="draws everything; the same seed draws the same")
    parser.add_argument("--share", type=float, default=1.0, help="this part of each campaign's draws")
    given = parser.parse_args(arguments)
    if unknown := sorted(set(given.campaigns) - set(CAMPAIGNS)):
        parser.error(f"no campaign is called {', '.join(unknown)}; the campaigns: {', '.join(CAMPAIGNS)}")
    synthesized = templates()
    findings = 0
    for name, (run, count) in CAMPAIGNS.items():
        if given.campaigns and name not in given.campaigns:
            continue
        summary = _told(name, run, synthesized, seed=given.seed, count=max(1, round(count * given.share)))
        findings += len(summary.findings)
    print(f"seed {given.seed}: {'nothing found' if findings == 0 else f'{findings} found'}")
    return 1 if findings else 0


def _told(name: str, run: Run, synthesized: Mapping[str, Any], *, seed: int, count: int) -> Summary:
    """Runs one campaign; its progress goes to standard error, twenty times, its summary to standard output."""
    step, began = max(1, count // 20), time.monotonic()

    def tell(done: int) -> None:
        if done % step == 0 or done == count:
            print(f"{name}: {done:,} of {count:,}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    print(f"{name}: seed {seed}, {count:,} draws", file=sys.stderr, flush=True)
    summary = run(synthesized, seed=seed, count=count, tell=tell)
    print("\n".join(summary.lines()), flush=True)
    return summary


if __name__ == "__main__":
    sys.exit(main())
