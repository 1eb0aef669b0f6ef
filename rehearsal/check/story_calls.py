"""What every story asked of IAM: which statements its calls used, and which calls were denied.

Stories are played once in a process for the same templates; where there are two cores, another process helps.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.denial import Denial
from rehearsal.play import play
from rehearsal.progress import SilentProgress
from rehearsal.story import load_story, story_names
from rehearsal.synthesis import ROOT
from rehearsal.world.faults import Fault, FaultKind

SEED = 1
SHARED_FROM = 4
"""So many runs are worth the start of another process."""
ABORTED = "workflow.execution"
Templates = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbed:
    """A story with faults of its own, asked for so many `times`; how it ends is no matter."""

    story: str
    faults: tuple[Fault, ...]
    times: int = 1


_IN_A_COMMAND = Fault(point=ABORTED, kind=FaultKind.KILL, when="EvacuateCache", delay=2.5)
_UNPROTECTED = Fault(point=ABORTED, kind=FaultKind.KILL, when="LiftProtection", delay=1.0)
_NO_JANITOR = Fault(point="lambda.cachewarden-janitor", kind=FaultKind.FAIL, count=3)

DISTURBED: Mapping[str, Disturbed] = {
    "stop-request, aborted while a command runs": Disturbed(story="stop-request", faults=(_IN_A_COMMAND,)),
    "stop-request, aborted while the node is unprotected": Disturbed(story="stop-request", faults=(_UNPROTECTED,)),
    "stop-request, aborted without a janitor and asked for again": Disturbed(
        story="stop-request", faults=(_IN_A_COMMAND, _NO_JANITOR), times=2
    ),
}
"""Runs besides the stories' own: only what goes wrong needs some of the grants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCalls:
    """One story's. `failure`: why it couldn't be played to its end."""

    story: str
    grants: frozenset[GrantUse] = frozenset()
    denials: tuple[Denial, ...] = ()
    failure: str | None = None


_played: dict[tuple[int, tuple[str, ...]], tuple[Templates, tuple[StoryCalls, ...]]] = {}


def story_calls(templates: Templates, names: tuple[str, ...] | None = None) -> tuple[StoryCalls, ...]:
    """Of these runs, or of all, in their order."""
    wanted = (*_stories(), *DISTURBED) if names is None else names
    known = _played.get((id(templates), wanted))
    if known is None or known[0] is not templates:
        known = _played[id(templates), wanted] = (templates, tuple(_calls_of_all(templates, wanted)))
    return known[1]


def _stories() -> tuple[str, ...]:
    """Those that are a single run."""
    return tuple(name for name in story_names() if load_story(name).abort_after_each_of is None)


def _calls_of_all(templates: Templates, names: tuple[str, ...]) -> Iterator[StoryCalls]:
    """This process plays one half, another one the other."""
    if len(os.sched_getaffinity(0)) < 2 or len(names) < SHARED_FROM:
        yield from (calls_of(name, templates) for name in names)
        return
    with tempfile.TemporaryDirectory() as folder:
        order, answer = Path(folder, "order"), Path(folder, "answer")
        order.write_bytes(pickle.dumps((templates, names[1::2])))
        # A program of its own, no pool: a run patches its process's clock and randomness, which no thread may meet.
        command = [sys.executable, "-m", "rehearsal.check.other_stories", str(order), str(answer)]
        with subprocess.Popen(command, cwd=ROOT) as other:
            ours = [calls_of(name, templates) for name in names[::2]]
        if other.returncode:
            raise RuntimeError(f"{' '.join(command)} ended with code {other.returncode}")
        theirs: list[StoryCalls] = pickle.loads(answer.read_bytes())
    played = {calls.story: calls for calls in (*ours, *theirs)}
    yield from (played[name] for name in names)


def calls_of(name: str, templates: Templates) -> StoryCalls:
    """Plays one of them."""
    disturbed = DISTURBED.get(name, Disturbed(story=name, faults=()))
    story = load_story(disturbed.story)
    story = replace(story, steps=story.steps * disturbed.times, faults=(*story.faults, *disturbed.faults))
    try:
        run = play(story, seed=SEED, templates=templates, progress=SilentProgress())
    except Exception as failure:
        return StoryCalls(story=name, failure=f"{type(failure).__name__}: {failure}")
    account = run.stage.account
    return StoryCalls(story=name, grants=account.authorizer.grants_used, denials=tuple(account.denials))
