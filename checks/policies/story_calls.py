"""Every story's calls as IAM saw them: which statements they used, and which were denied.

Stories are played once for the same templates and sources: the answer is kept (`story_calls_kept.py`), and of two
processes that need it only one plays.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rehearsal.aws.cloudformation.synthesis import ROOT
from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.denial import Denial
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

SEED = 2
"""Another than the one that `cachewarden rehearse` begins with."""
PLAYER = "checks.policies.story_calls_player"
PROCESSES = 2
ABORTED = "workflow.execution"
Templates = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbed:
    """A story with faults of its own, its steps run so many `times`; how it ends doesn't matter."""

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
    """One story's. `failure`: why it couldn't be played to its end; `complaints`: what was wrong about its end."""

    story: str
    grants: frozenset[GrantUse] = frozenset()
    denials: tuple[Denial, ...] = ()
    failure: str | None = None
    complaints: tuple[str, ...] = ()


def runs() -> tuple[str, ...]:
    """Names of all that is played: the stories, then the disturbed ones."""
    return (*story_names(), *DISTURBED)


def play_all(templates: Templates, names: tuple[str, ...]) -> tuple[StoryCalls, ...]:
    """Plays them, in their order, in new processes, as many as there are cores for, at most two.

    Programs of their own, no pool: a run patches its process's clock and randomness, which no thread may meet. New
    ones, so that what is played is what the files say now, and not what this process read some time ago.
    """
    shares = [names[number::PROCESSES] for number in range(PROCESSES)]
    if len(os.sched_getaffinity(0)) < PROCESSES:
        shares = [names]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        players = [_started(share, templates, Path(folder, str(number))) for number, share in enumerate(shares)]
        for player, _ in players:
            stack.callback(player.wait)
            stack.callback(player.kill)
        by_story = {calls.story: calls for player, answer in players for calls in _answer_of(player, answer)}
    return tuple(by_story[name] for name in names)


def _started(names: tuple[str, ...], templates: Templates, order: Path) -> tuple[subprocess.Popen[bytes], Path]:
    answer = order.with_suffix(".answer")
    order.write_bytes(pickle.dumps((templates, names)))
    command = [sys.executable, "-m", PLAYER, str(order), str(answer)]
    return subprocess.Popen(command, cwd=ROOT), answer


def _answer_of(player: subprocess.Popen[bytes], answer: Path) -> list[StoryCalls]:
    if player.wait():
        raise RuntimeError(f"{PLAYER} for {answer} ended with code {player.returncode}")
    calls: list[StoryCalls] = pickle.loads(answer.read_bytes())
    return calls


def calls_of(name: str, templates: Templates) -> StoryCalls:
    """Plays one of them, here."""
    disturbed = DISTURBED.get(name, Disturbed(story=name, faults=()))
    story = load_story(disturbed.story)
    story = replace(story, steps=story.steps * disturbed.times, faults=(*story.faults, *disturbed.faults))
    try:
        run = run_story(story, seed=SEED, templates=templates, progress=SilentProgress())
    except Exception as failure:
        return StoryCalls(story=name, failure=f"{type(failure).__name__}: {failure}")
    return calls_of_run(name, run, complaints=() if name in DISTURBED else run.outcome.complaints)


def calls_of_run(name: str, run: Run, *, complaints: tuple[str, ...]) -> StoryCalls:
    """What IAM saw of a run that came to its end."""
    account = run.cluster.account
    return StoryCalls(
        story=name, grants=account.authorizer.grants_used, denials=tuple(account.denials), complaints=complaints
    )
