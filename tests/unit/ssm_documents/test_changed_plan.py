"""InitializeStorage is started again with other parameters after a run that was cut off."""

from __future__ import annotations

import pytest
from sales_scene import DRIVES, GIB, SalesScene, ebs

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip
OTHER = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000205", "SwapVolume": "vol-00000000000000206",
    "CacheGiB": "50", "AllocationUnitKiB": "4", "FileSystem": "ReFS", "DataLetter": "E", "TempdbLetter": "T",
}  # fmt: skip
TOLD = {
    "DataVolumes": "data (vol00000000000000202,vol00000000000000203, not vol00000000000000202,vol00000000000000205)",
    "SwapVolume": "swap (vol00000000000000204, not vol00000000000000206)",
    "CacheGiB": f"cacheBytes ({100 * GIB}, not {50 * GIB})",
    "AllocationUnitKiB": "allocationUnitBytes (65536, not 4096)",
    "FileSystem": "fileSystem (NTFS, not ReFS)",
    "DataLetter": "etter (D, not E)",
    "TempdbLetter": "tempdbLetter (S, not T)",
}
POINTS = {"no pool yet": "storage.new-pool", "no volume yet": "storage.format"}


def cut_off(point: str, plan: dict[str, str] = PLAN, **named) -> SalesScene:
    """A node with two blank volumes more, whose first run of InitializeStorage failed."""
    scene = SalesScene(Fault(point=point, kind=FaultKind.FAIL, error="4"), build=False, cluster=False, **named)
    scene.extra[2] += [ebs(2, 5, 500, "xvdk"), ebs(2, 6, 150, "xvdl")]
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    assert scene.run(scene.second, "initialize_storage", **plan).code == "CW1050"
    return scene


def test_the_new_plan_counts_as_long_as_no_pool_exists():
    scene = cut_off("storage.new-pool")
    answer = scene.run(scene.second, "initialize_storage", **OTHER)
    assert answer.code == "CW1007", answer
    storage = scene.storage(scene.second)
    serials = {each["serial"] for each in storage["members"] if each["role"] != "cache"}
    assert serials == {"vol00000000000000202", "vol00000000000000205", "vol00000000000000206"}
    assert storage["virtualDisk"]["writeCacheBytes"] == 50 * GIB
    assert (storage["dataVolume"]["letter"], storage["tempdbVolume"]["letter"]) == ("E", "T")


@pytest.mark.parametrize("name", list(OTHER))
def test_a_pool_that_exists_keeps_its_plan_and_the_difference_is_told(name):
    scene = cut_off("storage.format")
    changed = {**PLAN, name: OTHER[name]}
    before = scene.file(scene.second, "inventory")
    answer = scene.run(scene.second, "initialize_storage", **changed)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1072", 11, False), answer
    assert TOLD[name] in answer.message, answer.message
    assert sum(told in answer.message for told in TOLD.values()) == 1, answer.message
    assert scene.file(scene.second, "inventory") == before
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"


def test_a_pool_whose_id_was_not_written_yet_is_one():
    scene = cut_off("storage.format")
    scene.write_state(
        scene.second, "inventory",
        {**scene.file(scene.second, "inventory"), "pool": {"uniqueId": "", "friendlyName": "Data", "removing": ""}},
    )  # fmt: skip
    assert scene.run(scene.second, "initialize_storage", **OTHER).code == "CW1072"


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
@pytest.mark.parametrize(
    "again",
    [
        {},
        PLAN,
        {**PLAN, "DataVolumes": "vol-00000000000000203,vol-00000000000000202"},
    ],
    ids=["none", "same", "another order"],
)
def test_what_an_earlier_run_began_is_continued(again, point):
    scene = cut_off(point)
    answer = scene.run(scene.second, "initialize_storage", **again)
    assert answer.code == "CW1007", answer


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
@pytest.mark.parametrize(
    ("disks", "letter"), [(1, "S"), (2, "none"), (2, "D")], ids=["one disk", "tempdb stays", "on the data drive"]
)
def test_the_same_parameters_are_the_same_plan_wherever_tempdb_is(disks, letter, point):
    plan = {**PLAN, "TempdbLetter": letter}
    scene = cut_off(point, plan, nvme_disks=disks)
    answer = scene.run(scene.second, "initialize_storage", **plan)
    assert answer.code == "CW1007", answer


def test_a_plan_that_is_not_safe_leaves_the_former_one():
    scene = cut_off("storage.new-pool")
    before = scene.file(scene.second, "inventory")
    answer = scene.run(scene.second, "initialize_storage", **{**PLAN, "CacheGiB": "500"})
    assert answer.code == "CW1043", answer
    assert scene.file(scene.second, "inventory") == before


def test_a_rebuild_keeps_the_plan_of_what_was_lost():
    scene = SalesScene(Fault(point="storage.new-pool", kind=FaultKind.FAIL, error="4", where={"name": "Data"}))
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").code == "CW1011"
    assert scene.run(scene.second, "initialize_storage").code == "CW1050"
    answer = scene.run(scene.second, "initialize_storage", **{**PLAN, "CacheGiB": "50"})
    assert answer.code == "CW1072" and TOLD["CacheGiB"] in answer.message, answer
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
