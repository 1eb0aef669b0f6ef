"""A volume of CacheWarden's own that lost its drive letter gets it again, where nobody else has it."""

from __future__ import annotations

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.settings import SpaceDisk

VOLUMES = [("WCDB", "D"), ("SSD", "S")]


def boot(scene: SalesScene) -> dict:
    return scene.file(scene.second, "boot")


def holder(scene: SalesScene, letter: str) -> str:
    """Name of the virtual disk that has the letter."""
    found = letters.holder(scene.second.storage, letter)
    assert found is not None and found[0].space is not None
    return found[0].space.friendly_name


@pytest.mark.parametrize("space_disk", list(SpaceDisk))
@pytest.mark.parametrize(("space", "letter"), VOLUMES)
def test_the_boot_task_gives_the_letter_back(space, letter, space_disk):
    scene = SalesScene(storage={"space_disk": space_disk})
    files = scene.second.files.list(f"{letter}:\\")
    scene.name_volume(scene.second, space, None)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert boot(scene)["code"] == "CW3014", scene.log(scene.second)
    assert scene.second.sql.running and scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert holder(scene, letter) == space and scene.second.files.list(f"{letter}:\\") == files


@pytest.mark.parametrize("stem", ["start_sql_server", "initialize_storage"])
@pytest.mark.parametrize(("space", "letter"), VOLUMES)
def test_the_documents_give_the_letter_back(space, letter, stem):
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, space, None)
    seen = scene.storage(scene.second)
    assert seen["dataVolume"]["offline"] is (letter == "D"), "the workflow brings it up"
    answer = scene.run(scene.second, stem)
    if (space, stem) == ("SSD", "start_sql_server"):
        assert (answer.code, answer.exit_code) == ("CW2039", 10)
        return
    assert answer.exit_code == 0, answer
    assert holder(scene, letter) == space


@pytest.mark.parametrize("end", ["reboot", "documents"])
@pytest.mark.parametrize(("space", "letter"), VOLUMES)
def test_a_letter_that_another_volume_has_is_named_with_it(space, letter, end):
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, space, None)
    scene.plug_in_foreign_volume(scene.second, letter)
    before = scene.second.files.list(f"{letter}:\\")
    if end == "reboot":
        scene.second._disks = tuple(scene.disks(2))
        scene.reboot(scene.second)
        scene.pass_time(1300)
        told = scene.log(scene.second).splitlines()
        (told,) = [line for line in told if "boot task ends" in line]
    else:
        told = scene.run(scene.second, "initialize_storage").message
        answer = scene.run(scene.second, "start_sql_server")
        assert answer.exit_code in (10, 11) and "vol00000000000000209" in answer.message, answer
    assert f"{letter}:" in told and "vol00000000000000209" in told, told
    assert not scene.second.sql.running and scene.second.files.list(f"{letter}:\\") == before


def test_a_letter_that_windows_refuses_is_tried_again():
    scene = SalesScene(Fault(point="storage.set-partition", kind=FaultKind.FAIL, count=1, error="42002"))
    scene.name_volume(scene.second, "WCDB", None)
    scene.run(scene.second, "stop_sql_server")
    answer = scene.run(scene.second, "start_sql_server")
    assert answer.code == "CW1050" and "42002" in answer.stdout, answer
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"


def test_a_partition_that_a_person_added_gets_no_letter():
    """Two data partitions without a letter: which of them is the data drive can't be told."""
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "WCDB", None)
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "WCDB"]
    (ours,) = disk.content.data_partitions
    ours.size_bytes //= 2
    ours.volume.size_bytes //= 2
    add = "Get-VirtualDisk -FriendlyName WCDB | Get-Disk | New-Partition -Size 10GB | Out-Null"
    scene.play(scene.second.run_script, add, "add.ps1", {})
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW1035", 11), answer
    assert "D:" in answer.message and "2 data partitions" in answer.message, answer.message


def test_a_node_on_which_sql_server_runs_gets_its_drive_again():
    scene = SalesScene()
    scene.name_volume(scene.second, "WCDB", None)
    answer = scene.run(scene.second, "initialize_storage")
    assert answer.exit_code == 0 and holder(scene, "D") == "WCDB", answer


def test_a_tempdb_volume_under_another_letter_keeps_it_and_is_named():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "SSD", "X")
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code) == ("CW1041", 11), answer
    assert "S:" in answer.message and "X:" in answer.message, answer.message
    assert holder(scene, "X") == "SSD"
