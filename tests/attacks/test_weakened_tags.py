"""Whoever may set tags, and nothing else, makes an owner's limits as weak as they go: nothing is lost by it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.simulation.expectation import cache_of
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.test_create_tags import tag

WEAKEST = {
    "max-redo": "99999h",
    "max-away": "0s",
    "max-wait": "99999h",
    "evacuation": "online",
    "reseed": "seeding",
    "rebuild": "auto",
    "drain": "true",
    "window": "00:00-23:59",
    "failback": "true",
    "swap-throughput": "raise",
    "on-stop": "auto",
    "on-health": "auto",
}
"""By tag what lets CacheWarden do most, and ask least."""


def weaken(scene: Attacked, **tags: str) -> None:
    for node in scene.cluster.instances.values():
        tag(scene, node, **tags)


def stop_and_return(synthesized, weakened: Mapping[str, str]) -> None:
    """The primary's node, with these tags on both, loses nothing and comes back."""
    with attacked(synthesized) as scene:
        weaken(scene, **weakened)
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        assert cache_of(scene.cluster, "SALES1") == "swap"
        scene.perform(StepKind.START, "SALES1")
        scene.settle()
        assert scene.whole("SALES1") and scene.whole("SALES2")
        assert scene.outcomes == [("Stopped", "Goal"), ("InService", "Goal")]
        assert not scene.watch.violations


@pytest.mark.campaign
def test_a_stop_and_the_way_back_lose_nothing(synthesized):
    stop_and_return(synthesized, WEAKEST)


@pytest.mark.parametrize("key", WEAKEST)
@pytest.mark.campaign
def test_a_stop_and_the_way_back_lose_nothing_whichever_tag_is_weakened(synthesized, key):
    stop_and_return(synthesized, {key: WEAKEST[key]})


def test_no_primary_is_left_with_a_log_that_ends_before_the_node_can_be_back(synthesized):
    """With a tag of no time at all the stop went through, and its primary's log was full 20 minutes later."""
    with attacked(synthesized, story="log-would-fill") as scene:
        weaken(scene, **WEAKEST)
        scene.perform(StepKind.STOP, "SALES2")
        scene.settle()
        assert scene.outcomes == [("Stopped", "Refused")]
        assert "CW6142" in scene.messages[-1] and "it may be away for 30 minutes" in scene.messages[-1]
        assert scene.whole("SALES2") and not scene.watch.violations
