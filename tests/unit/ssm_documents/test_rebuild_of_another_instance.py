"""An AMI or a snapshot of a root volume may be made of a node whose rebuild isn't finished."""

from __future__ import annotations

import pytest
from test_anothers_inventory import SERIALS, Clone, another_root, noted, with_an_instance_apart
from test_lost_cache import cut_off_before_the_removal, rebuild


def cut_off_while_building_anew(scene: Clone) -> None:
    """The new pool was made; the record of members is still the lost one's."""
    cut_off_before_the_removal(scene)
    inventory = scene.file(scene.second, "inventory")
    inventory["pool"]["uniqueId"] = "{00000000-1111-2222-3333-444444444444}"
    scene.write_state(scene.second, "inventory", inventory)


CUT_OFF = [cut_off_before_the_removal, cut_off_while_building_anew]


@pytest.mark.parametrize("cut_off", CUT_OFF)
def test_a_clone_of_a_node_that_is_being_rebuilt_starts_no_instance(cut_off):
    scene = with_an_instance_apart()
    cut_off(scene)
    another_root(scene)
    audit = scene.second.services["MSSQL$AUDIT"]
    for _ in range(26):
        scene.pass_time(50)
        assert audit.state == 1
    assert scene.file(scene.second, "boot")["code"] == "CW1073"
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert (answer.code, int(audit.state)) == ("CW1073", 1), answer


@pytest.mark.parametrize("cut_off", CUT_OFF)
def test_nothing_is_continued_on_a_clone_of_a_node_that_is_being_rebuilt(cut_off):
    scene = noted()
    cut_off(scene)
    another_root(scene)
    before = scene.file(scene.second, "inventory")
    assert scene.storage(scene.second)["classification"] == "STARTING"
    assert scene.run(scene.second, "rebuild_storage").code == "CW1025"
    scene.pass_time(1300)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("AMBIGUOUS", False), storage["reasons"]
    assert "vol00000000000000201" in storage["reasons"][0] and "vol00000000000000211" in storage["reasons"][0]
    for stem in ("rebuild_storage", "initialize_storage", "start_sql_server", "evacuate_cache"):
        answer = scene.run(scene.second, stem)
        assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1073", 11, False), answer
    assert scene.file(scene.second, "inventory") == before


def test_cachewarden_leaves_a_clone_of_a_node_that_is_being_rebuilt_without_words():
    scene = noted()
    cut_off_before_the_removal(scene)
    another_root(scene)
    scene.pass_time(1300)
    answer = scene.run(scene.second, "uninstall_host", AcceptedLoss="none")
    assert (answer.code, answer.exit_code) == ("CW3024", 0), answer


def removed() -> Clone:
    """The cache was lost and the pool is removed; nothing was built anew yet."""
    scene = noted()
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    return scene


@pytest.mark.parametrize("missing", [(), SERIALS[:1], SERIALS[:2]], ids=["none", "one", "two"])
def test_with_a_new_root_volume_a_rebuild_goes_on_where_a_volume_is_there(missing):
    scene = removed()
    another_root(scene, without=missing)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    scene.pass_time(600)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_LOST", True), storage["reasons"]
    assert rebuild(scene).code == ("CW1038" if missing else "CW1007")


def test_on_its_own_root_volume_a_rebuild_waits_for_its_volumes():
    scene = removed()
    scene.detached |= set(SERIALS)
    scene.stop_and_start(scene.second)
    scene.pass_time(600)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("CACHE_LOST", True), storage["reasons"]
    assert rebuild(scene).code == "CW1038"
