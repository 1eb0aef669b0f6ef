"""One trial: a story, a seed, some faults. Many run on several cores; each result depends on its trial alone."""

from __future__ import annotations

import multiprocessing
import random
import shlex
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import groupby, islice

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.campaigns.branches import CAN_FORK, can_branch, run_branches, run_turned
from rehearsal.campaigns.ending import Ending, ending_of
from rehearsal.faults import fault_from_text, fault_text
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.uncertain_facts import settings_with

TRIALS_A_WORKER = 40
"""Workers are replaced after so many each: what runs leave in memory stays bounded."""
BRANCHES_OF_A_RUN = 20
"""Of a long campaign the first results must not wait for the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What is run. Faults and facts as the command line takes them."""

    story: str
    seed: int
    faults: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What runs it again."""
        faults = "".join(f" --fault {shlex.quote(fault)}" for fault in self.faults)
        facts = "".join(f" --fact {shlex.quote(fact)}" for fact in self.facts)
        return f"cachewarden rehearse {self.story} --seed {self.seed}{faults}{facts}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialResult:
    """How a trial ended. No problem means: it ended where every run must, and no invariant broke."""

    trial: Trial
    problems: tuple[str, ...]
    outcome: str
    code: str
    ending: Ending
    injected: int
    never_injected: tuple[str, ...]
    virtual_seconds: float

    @property
    def safe(self) -> bool:
        """It has no problem."""
        return not self.problems


def one_trial_each(story: str, faults: Sequence[Fault], *, seed: int, sample: int | None) -> list[Trial]:
    """A trial for each fault, in their order; only for `sample` of them, drawn from the seed, when that is fewer."""
    chosen = list(faults)
    if sample is not None and sample < len(faults):
        drawn = random.Random(f"kill-everywhere/{seed}").sample(range(len(faults)), sample)
        chosen = [faults[number] for number in sorted(drawn)]
    return [Trial(story=story, seed=seed, faults=(fault_text(fault),)) for fault in chosen]


def run_trial(trial: Trial) -> TrialResult:
    """Runs it. A rehearsal that breaks down is a problem of its own, with the error's text."""
    story = load_story(trial.story)
    story = replace(story, faults=(*story.faults, *map(fault_from_text, trial.faults)))
    try:
        settings = settings_with(trial.facts)
        run = run_story(story, seed=trial.seed, templates=templates(), progress=SilentProgress(), settings=settings)
    except Exception as error:  # one trial of many: the others go on
        cause = error.__cause__ or error
        problem = f"the rehearsal broke down: {type(cause).__name__}: {cause}"
        return TrialResult(
            trial=trial,
            problems=(problem,),
            outcome="none",
            code="",
            ending=Ending.UNSAFE,
            injected=0,
            never_injected=(),
            virtual_seconds=0.0,
        )
    return _result(trial, run)


def run_trials(trials: Iterable[Trial], *, workers: int) -> Iterator[TrialResult]:
    """Results in the order of the trials, each as soon as it and all before it are there.

    Trials that differ in one fault alone, or in one fact, share their run up to it. The others run in batches. Trials
    are drawn as they are needed: before the first result at most a batch and BRANCHES_OF_A_RUN more.
    """
    batch = 1 if workers <= 1 else workers * TRIALS_A_WORKER
    alone: list[Trial] = []
    for trunk, together in groupby(trials, key=_trunk):
        for group in _parts(together, BRANCHES_OF_A_RUN):
            if trunk is not None and len(group) > 1:
                yield from _each_alone(alone, workers)
                alone = []
                yield from run_branched(group, workers=workers)
                continue
            alone += group
            if len(alone) >= batch:
                yield from _each_alone(alone, workers)
                alone = []
    yield from _each_alone(alone, workers)


def _parts(trials: Iterable[Trial], size: int) -> Iterator[list[Trial]]:
    """Python 3.12 has `itertools.batched`; 3.11 is supported."""
    rest = iter(trials)
    while part := list(islice(rest, size)):
        yield part


def _trunk(trial: Trial) -> tuple[str, int, tuple[str, ...] | None] | None:
    """What trials that can be branches of one run have in common; None for one that can't be a branch."""
    if not trial.faults and len(trial.facts) <= 1 and CAN_FORK:
        return trial.story, trial.seed, None
    if len(trial.faults) != 1 or not can_branch(fault_from_text(trial.faults[0])):
        return None
    return trial.story, trial.seed, trial.facts


def _each_alone(trials: Sequence[Trial], workers: int) -> Iterator[TrialResult]:
    if workers <= 1 or len(trials) <= 1:
        yield from map(run_trial, trials)
        return
    # A pool a batch: max_tasks_per_child can deadlock before Python 3.13 (gh-115634).
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(run_trial, trials)


def run_branched(trials: Sequence[Trial], *, workers: int = 1) -> list[TrialResult]:
    """Runs trials of one story and seed as branches of one run: with one fault each and the same facts, or without any
    and with one fact each."""
    if len(trials) == 1:
        return [run_trial(trials[0])]
    first = trials[0]
    if not first.faults:
        return _run_turned(trials, workers=workers)
    faults = [fault_from_text(fault) for trial in trials for fault in trial.faults]
    by_fault = dict(zip(map(id, faults), trials, strict=True))
    try:
        return run_branches(
            load_story(first.story),
            faults,
            lambda run: _result(by_fault[id(run.cluster.world.faults.planned[-1])], run),
            seed=first.seed,
            templates=templates(),
            settings=settings_with(first.facts),
            at_once=workers,
        )
    except Exception:  # which of them broke down is seen where each runs alone
        return [run_trial(trial) for trial in trials]


def _run_turned(trials: Sequence[Trial], *, workers: int) -> list[TrialResult]:
    first = trials[0]
    try:
        results = run_turned(
            load_story(first.story),
            ["".join(trial.facts) for trial in trials],
            lambda run: _result(first, run),
            seed=first.seed,
            templates=templates(),
            at_once=workers,
        )
    except Exception:  # which of them broke down is seen where each runs alone
        return [run_trial(trial) for trial in trials]
    return [replace(result, trial=trial) for trial, result in zip(trials, results, strict=True)]


def _result(trial: Trial, run: Run) -> TrialResult:
    faults = run.cluster.world.faults
    broken = [f"{violation.invariant}: {violation.observed}" for violation in run.outcome.violations]
    return TrialResult(
        trial=trial,
        problems=(*broken, *map(str, run.outcome.unsafe_states)),
        outcome="none" if run.log.last is None else run.log.last.outcome,
        code="" if run.log.last is None else str(run.log.last.output.get("code") or ""),
        ending=ending_of(run),
        injected=len(faults.injected),
        never_injected=tuple(map(fault_text, faults.never_injected)),
        virtual_seconds=run.virtual_seconds,
    )
