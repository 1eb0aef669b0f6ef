"""Stories with one lying node: it hurts nobody but itself, and the others reach their goals, or people are told.

The model knows the truth, which no lie changes: the oracle looks at it, and at nothing that a host has said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rehearsal.scenarios.story import load_story
from rehearsal.simulation.expectation import cache_of
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from tests.fuzz.lying.liar import Liar
from tests.fuzz.summary import Finding, Summary

STORIES = ("stop-request", "stop-and-return", "cycle", "dirty-stop", "return", "preflight")


def run(templates: Mapping[str, Mapping[str, Any]], *, seed: int, count: int, tell: Callable[[int], None]) -> Summary:
    """Each run has a story, a node that lies, and lies of its own."""
    summary = Summary(name="lying", seed=seed)
    for number in range(count):
        draw = random.Random(f"lying/{seed}/{number}")
        story = load_story(draw.choice(STORIES))
        node = draw.choice(story.nodes)
        liars: list[Liar] = []
        where = f"{number} ({story.name}, {node} lies)"
        try:
            done = run_story(
                story,
                seed=draw.randrange(1, 1_000_000),
                templates=templates,
                progress=SilentProgress(),
                prepare=lambda cluster, node=node, draw=draw, liars=liars: liars.append(Liar(cluster, node, draw)),  # type: ignore[misc]
            )
        except Exception as error:
            cause = error.__cause__ or error
            summary.findings.append(
                Finding(what="broke down", why=f"{type(cause).__name__}: {cause}", where=where, given=story.name)
            )
            tell(number + 1)
            continue
        summary.seen["runs"] += 1
        summary.seen["lies"] += liars[0].lies
        summary.seen[_ending(done)] += 1
        for what, why in harm(done, node):
            summary.findings.append(Finding(what=what, why=why, where=where, given=_ending(done)))
        tell(number + 1)
    return summary


def _ending(done: Run) -> str:
    if done.outcome.as_expected:
        return "as declared"
    return "nothing ran" if done.log.last is None else f"ended {done.log.last.outcome or done.log.last.status}"


def harm(done: Run, liar: str) -> Iterator[tuple[str, str]]:
    """What befell others than the liar without a word to people."""
    cluster = done.cluster
    mine = (liar, cluster.instances[liar].id)
    others = [name for name in cluster.instances if name != liar]
    theirs = [text for name in others for text in (name, cluster.instances[name].id)]
    for broken in done.outcome.violations:
        about_others = any(text in broken.observed for text in theirs)
        if about_others or not any(text in broken.observed for text in mine):
            yield "harm", f"{broken.invariant}: {broken.observed}"
    texts = [f"{message['subject']} {message['message']}" for message in cluster.account.published]
    for name in others:
        instance = cluster.instances[name]
        told = any(text in each for each in texts for text in (name, instance.id))
        stopped = instance.state.api_name == "stopped"
        whole = cluster.in_service(name) and cache_of(cluster, name) == "nvme"
        if not (whole or told or stopped):
            yield (
                "left alone",
                f"{name} is {instance.state.api_name}, its cache {cache_of(cluster, name)}, nobody was told",
            )
        if stopped and cache_of(cluster, name) == "lost":
            yield "harm", f"{name} was stopped with its cache on NVMe"
        if not instance.stop_protected:
            yield "harm", f"{name} isn't protected"
    if any(record.status.value == "RUNNING" for record in cluster.account.executions):
        yield "left alone", "an execution runs for ever"
