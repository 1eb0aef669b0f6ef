"""Whose files count as destroyed: those of nodes, and of instances that nobody has given up."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.cluster import build_cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.invariants.nothing_recoverable_destroyed import NothingRecoverableDestroyed
from rehearsal.world.settings import Settings


@pytest.mark.parametrize(
    ("story", "node", "violated"),
    [("facts-recorded", "TRIAL", False), ("storage-built", "NEW", True), ("facts-recorded", "SALES1", True)],
)
def test_files_of_an_instance_that_is_tagged_disposable_may_be_destroyed(synthesized, story, node, violated):
    cluster = build_cluster(load_story(story), seed=1, templates=synthesized, settings=Settings())
    held = {"files": ("T:\\mark.bin",), "recoverable": True}
    found = list(NothingRecoverableDestroyed(cluster).look("storage.volume-formatted", {"node": node, "held": held}))
    assert bool(found) is violated
