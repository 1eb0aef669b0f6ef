"""Faults drawn from a run: they can be written, they name what is there, and nearly all of them are injected."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rehearsal.campaigns.trials import Trial, run_trial
from rehearsal.faults import fault_from_text, fault_text, point_called
from rehearsal.faults.random_faults import Places, draw
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.campaigns import WHOLE, examples

NODES = ("SALES1", "SALES2")


@pytest.fixture(scope="module")
def places(synthesized) -> Places:
    found = Places()

    def listen(cluster: Cluster) -> None:
        cluster.world.faults.observers.append(found.note)

    run_story(load_story("stop-request"), seed=1, templates=synthesized, progress=SilentProgress(), prepare=listen)
    return found


def drawn(places: Places, seed: int) -> Fault:
    states = places.states["cachewarden-maintain-replica"]
    return draw(random.Random(f"test/{seed}"), places, NODES, states)


def test_a_drawn_fault_can_be_written_and_reads_as_itself(places):
    for seed in range(examples(400)):
        fault = drawn(places, seed)
        assert fault_from_text(fault_text(fault)) == fault


def test_the_same_seed_draws_the_same_fault(places):
    assert [drawn(places, seed) for seed in range(20)] == [drawn(places, seed) for seed in range(20)]


def test_every_family_that_the_run_came_by_is_drawn_and_every_kind_of_it(places):
    seen = Counter((point_called(fault.point).name, fault.kind) for fault in (drawn(places, s) for s in range(4000)))
    for family in places.families:
        for kind in point_called(family if "<" not in family else places.of(family)[0].point).effects:
            assert seen[family, kind], (family, kind)


def test_a_drawn_fault_is_injected_in_the_story_that_it_was_drawn_from(places):
    faults = [fault for fault in (drawn(places, seed) for seed in range(12)) if fault.delay <= 10][: 6 if WHOLE else 2]
    results = [run_trial(Trial(story="stop-request", seed=1, faults=(fault_text(fault),))) for fault in faults]
    assert [result.never_injected for result in results] == [()] * len(faults)
    assert not any("broke down" in problem for result in results for problem in result.problems)
