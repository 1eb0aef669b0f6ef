"""What a story is run with besides itself: each other value of each uncertain fact, each kind of fault, or some at
random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.campaigns.trials import Trial
from rehearsal.faults import fault_text
from rehearsal.faults.random_faults import Places, draw, one_of_each_kind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.simulation.workflow_log import WORKFLOW
from rehearsal.world.settings import Settings
from rehearsal.world.uncertain_facts import listen, uncertain_facts

FAULTS_AT_MOST = 3
FACTS_AT_MOST = 2


def with_each_fact(story: str, *, seed: int) -> list[Trial]:
    """The story as it is, and once for each value that it doesn't have of each fact that it asks for.

    A run depends on its settings only through what it reads: the other facts change nothing.
    """
    run = _undisturbed(story, seed)
    others = [other for fact in uncertain_facts() if fact.name in run.facts for other in fact.others_in(run.settings)]
    return [Trial(story=story, seed=seed), *(Trial(story=story, seed=seed, facts=(other,)) for other in others)]


def with_each_fault(story: str, *, seed: int) -> list[Trial]:
    """Once for each kind of each fault point that an undisturbed run of the story reaches, at one of its places."""
    places = places_of(story, seed)
    faults = one_of_each_kind(places, load_story(story).nodes, places.states.get(WORKFLOW, []))
    return [Trial(story=story, seed=seed, faults=(fault_text(fault),)) for fault in faults]


def schedules(count: int, *, seed: int) -> Iterator[Trial]:
    """Stories, faults and facts drawn from the seed; the n-th is the same whatever the count."""
    facts = _other_values()
    for number in range(count):
        rng = random.Random(f"schedules/{seed}/{number}")
        story = rng.choice(story_names())
        places = places_of(story, seed)
        states = places.states.get(WORKFLOW, [])
        drawn = [draw(rng, places, load_story(story).nodes, states) for _ in range(rng.randint(1, FAULTS_AT_MOST))]
        turned = {fact.partition("=")[0]: fact for fact in rng.sample(facts, rng.randint(0, FACTS_AT_MOST))}
        yield Trial(
            story=story,
            seed=rng.randrange(1, 1_000_000),
            faults=tuple(map(fault_text, drawn)),
            facts=tuple(turned.values()),
        )


def places_of(story: str, seed: int) -> Places:
    """Where an undisturbed run of the story can be disturbed."""
    return _undisturbed(story, seed).places


@dataclass(frozen=True, slots=True)
class _Undisturbed:
    """What a run of the story as it is passed, the names of the facts that it read, and what it was played with."""

    places: Places
    facts: frozenset[str]
    settings: Settings


@cache
def _undisturbed(story: str, seed: int) -> _Undisturbed:
    places, facts, settings = Places(), set[str](), Settings()
    listen(settings, facts.add)

    def note_places(cluster: Cluster) -> None:
        cluster.world.faults.observers.append(places.note)

    run_story(
        load_story(story),
        seed=seed,
        templates=templates(),
        progress=SilentProgress(),
        prepare=note_places,
        settings=settings,
    )
    return _Undisturbed(places, frozenset(facts), settings)


def _other_values() -> list[str]:
    """Each uncertain fact with each value that isn't its default."""
    return [other for fact in uncertain_facts() for other in fact.others]
