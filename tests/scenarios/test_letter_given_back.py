"""A drive of a node in service loses its letter, and a person starts CacheWarden-StartInstance."""

from __future__ import annotations

import pytest

from rehearsal.world.storage.disks import letters
from tests.attacks.attacked_cluster import attacked
from tests.scenarios.steps_of_people import document

NODE = "SALES2"


@pytest.mark.parametrize("name", ["WCDB", "SSD"])
def test_a_start_gives_a_lost_letter_back_and_reseeds_nothing(synthesized, name):
    """SQL Server suspends databases whose drive goes away under it; a person resumes them."""
    with attacked(synthesized) as scene:
        host = scene.cluster.hosts[NODE]
        (space,) = [each for each in host.storage.virtual_disks.values() if each.friendly_name == name]
        (partition,) = space.content.data_partitions
        letter = partition.letter
        letters.drop(host.storage, partition)
        partition.letter = None
        document(scene, "StartInstance", NODE)
        held = letters.holder(host.storage, letter)
        assert held is not None and held[0].space is space
        assert host.sql.running and scene.whole(NODE) and not scene.watch.violations
        assert scene.outcomes[-1][1] == ("Attention" if name == "WCDB" else "Goal"), scene.messages[-1]
        assert {each for each, found in host.sql.databases.items() if not found.is_system} == {"sales", "orders"}
