"""A partition is formatted only where this building made it: one that shows no file system may hold everything."""

from __future__ import annotations

import pytest
from host_procedures import PLAN
from sales_scene import SalesScene

from rehearsal.campaigns.kill_points import STATEMENT, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage.commands import partitions
from rehearsal.world.storage.disks.disk_objects import DiskObjects
from rehearsal.world.storage.settings import FormatInUse

FORMAT_FAILS = Fault(point="storage.format", kind=FaultKind.FAIL, error="4", where={"node": "SALES2"})
REPORTS = "S:\\tempdb\\reports.mdf"
"""A user database's file, which somebody put beside tempdb."""


def shown_without_file_system(monkeypatch, label: str) -> None:
    """Windows doesn't tell the file system of this volume: it isn't mounted yet, is corrupt, or of another version."""
    genuine = DiskObjects._shows_file_system
    monkeypatch.setattr(
        DiskObjects,
        "_shows_file_system",
        lambda objects, volume: volume.label != label and genuine(objects, volume),
    )


def formatted(scene: SalesScene) -> list[str]:
    return [line for line in scene.log(scene.second).splitlines() if ": formatted" in line]


def services(scene: SalesScene) -> list[int]:
    return [one["service"] for one in scene.observe(scene.second)["sql"]["instances"]]


def restart(scene: SalesScene) -> None:
    scene.reboot(scene.second)
    scene.pass_time(1500)


def say_that_it_is_being_built(scene: SalesScene) -> None:
    inventory = scene.file(scene.second, "inventory")
    scene.write_state(scene.second, "inventory", {**inventory, "building": True})


def test_a_model_that_refuses_nothing_is_what_these_are_played_in():
    assert SalesScene().second.storage.settings.format_in_use is FormatInUse.FORMATS


def test_a_full_volume_without_a_file_system_is_not_formatted_by_a_building_that_is_continued(monkeypatch):
    scene = SalesScene()
    files = scene.second.files.list("D:\\Data")
    say_that_it_is_being_built(scene)
    shown_without_file_system(monkeypatch, "WCDB")
    answer = scene.run(scene.second, "initialize_storage")
    assert (answer.code, answer.exit_code) == ("CW1028", 11), answer
    assert "no file system" in answer.message and "isn't formatted" in answer.message
    assert scene.second.files.list("D:\\Data") == files and not formatted(scene)
    monkeypatch.undo()
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
    assert scene.second.files.list("D:\\Data") == files and not formatted(scene)


def test_a_volume_that_is_shown_late_is_waited_for():
    scene = SalesScene()
    files = scene.second.files.list("D:\\Data")
    scene.second.files.write_bytes(REPORTS, b"a user database")
    say_that_it_is_being_built(scene)
    scene.reboot(scene.second)
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
    assert scene.second.files.list("D:\\Data") == files
    assert scene.second.files.exists(REPORTS) and not formatted(scene)


def test_a_restart_waits_for_the_tempdb_drive_and_formats_nothing():
    scene = SalesScene()
    scene.second.files.write_bytes(REPORTS, b"a user database")
    restart(scene)
    assert scene.file(scene.second, "boot")["code"] == "CW3014"
    assert scene.second.files.exists(REPORTS) and not formatted(scene)


def test_a_tempdb_drive_without_a_file_system_is_not_formatted(monkeypatch):
    scene = SalesScene()
    scene.second.files.write_bytes(REPORTS, b"a user database")
    shown_without_file_system(monkeypatch, "SSD")
    restart(scene)
    assert scene.second.files.exists(REPORTS) and not formatted(scene)
    assert scene.run(scene.second, "initialize_storage").code in ("CW1028", "CW1008")
    assert scene.second.files.exists(REPORTS) and not formatted(scene)
    monkeypatch.undo()
    restart(scene)
    assert services(scene) == [4] and scene.second.files.exists(REPORTS)


def test_a_partition_that_this_building_made_is_formatted_when_it_is_continued():
    scene = SalesScene(FORMAT_FAILS, build=False, install=False)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1050"
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    assert len(formatted(scene)) == 2


def test_what_was_formatted_is_forgotten():
    """What is remembered of a building must not speak for a volume that has been in use since."""
    scene = SalesScene(build=False, install=False)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    assert scene.file(scene.second, "volumes") == {"unformatted": []}


@pytest.mark.parametrize("damage", [b'{"seq":', None])
def test_without_its_record_a_partition_that_was_made_is_left_to_a_person(damage):
    scene = SalesScene(FORMAT_FAILS, build=False, install=False)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1050"
    for name in ("volumes.json", "volumes.json.bak"):
        path = f"C:\\ProgramData\\CacheWarden\\{name}"
        if damage is not None:
            scene.second.files.write_bytes(path, damage)
        elif scene.second.files.exists(path):
            scene.second.files.remove(path)
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert (answer.code, answer.exit_code) == ("CW1028", 11), answer
    assert not formatted(scene)


def test_the_record_of_another_virtual_disk_does_not_count(monkeypatch):
    scene = SalesScene()
    files = scene.second.files.list("D:\\Data")
    other = {"letter": "D", "virtualDisk": "{00000000-1111-2222-3333-444444444444}"}
    scene.write_state(scene.second, "volumes", {"unformatted": [other]})
    say_that_it_is_being_built(scene)
    shown_without_file_system(monkeypatch, "WCDB")
    assert scene.run(scene.second, "initialize_storage").code == "CW1028"
    assert scene.second.files.list("D:\\Data") == files


def test_killed_at_each_statement_of_making_a_volume_it_is_made_by_the_next_run():
    scene = SalesScene(build=False, install=False)
    watcher = StatementWatcher(scene.world)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    places = [each for each in watcher.changing if each.function == "Initialize-CwVolume"]
    assert len(places) == 6, "disk, partition and file system of both drives"
    for place in places:
        fault = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place.where, occurrence=place.occurrence)
        scene = SalesScene(fault, build=False, install=False, faults_enabled=False)
        scene.world.faults.begin()
        given = {f"SSM_{name}": value for name, value in PLAN.items()}
        fencing = {"SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_NotAfter": scene.soon()}
        scene.run_raw(scene.second, "initialize_storage", given | fencing)
        assert scene.world.faults.injected, place
        assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007", place
        assert scene.file(scene.second, "volumes") == {"unformatted": []}, place


@pytest.mark.parametrize("stem", ["start_sql_server", "initialize_storage"])
def test_sql_server_is_not_started_on_a_data_drive_that_shows_no_file_system(stem):
    """It has its letter and is online; a chkdsk, or a restart of Windows, may bring the files back."""
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "WCDB"]
    (partition,) = disk.content.data_partitions
    partition.volume.file_system = ""
    answer = scene.run(scene.second, stem)
    assert (answer.code, answer.exit_code) == ("CW1035", 11), answer
    assert "drive D: is unusable" in answer.message, answer.message
    assert not scene.second.sql.running and not formatted(scene)
    partition.volume.file_system = "NTFS"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"


@pytest.mark.parametrize("letter", ["D", None])
@pytest.mark.parametrize("look", range(1, 7))
def test_a_partition_that_one_look_does_not_show_is_not_taken_for_this_buildings(monkeypatch, look, letter):
    """Nor does Windows show its file system for a minute. Two runs, so that what the first one wrote down counts."""
    scene = SalesScene()
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "WCDB"]
    say_that_it_is_being_built(scene)
    if letter is None:
        scene.run(scene.second, "stop_sql_server")
        scene.name_volume(scene.second, "WCDB", None)
    (ours,) = disk.content.data_partitions
    before = ours.volume
    shown_without_file_system(monkeypatch, "WCDB")
    genuine, looks = partitions.all_places, []

    def without_the_data_drive(session):
        found = genuine(session)
        ours = [place for place in found if place[1].volume is not None and place[1].volume.label == "WCDB"]
        looks.extend(["look"] if ours else [])
        return [place for place in found if place not in ours or len(looks) != look]

    monkeypatch.setattr(partitions, "all_places", without_the_data_drive)
    for _ in range(2):
        scene.run(scene.second, "initialize_storage")
        assert disk.content.data_partitions == [ours] and ours.volume is before and not formatted(scene)
    assert len(looks) >= look
