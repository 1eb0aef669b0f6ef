"""The objects of the model against storage-objects.json: names, texts, numbers, nulls."""

from __future__ import annotations

import json

import pytest
from windows_scene import WindowsScene

from rehearsal.engines.powershell.objects.members import CimProperty, NoteProperty
from rehearsal.engines.powershell.objects.values import Char, PSArray, UInt16, UInt32, UInt64
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.storage import hardware
from rehearsal.world.storage.presenter import Presenter
from rehearsal.world.windows.cim.cim import CimObject, CimPropertyCollection, view

DOCUMENT = json.loads(STORAGE_OBJECTS.read_text("utf-8"))["classes"]


def every_object(scene: WindowsScene) -> list[CimObject]:
    storage = scene.host.storage
    show = Presenter(storage)
    pool, space = scene.built.data_pool, scene.built.data_disk
    disk = next(disk for disk in storage.os_disks() if disk.space is space)
    partition = disk.content.partitions[1]
    assert partition.volume is not None
    device = scene.built.roles.data[0]
    return [
        show.subsystem(), show.primordial(), show.pool(pool), show.physical_disk(device), show.virtual_disk(space),
        show.disk(disk), show.partition(disk, partition), show.volume(disk, partition, partition.volume),
        show.resiliency_setting(pool, "Simple"), show.storage_setting(), show.storage_node(),
    ]  # fmt: skip


def test_every_object_has_exactly_the_properties_of_the_reference():
    for made in every_object(WindowsScene()):
        wanted = {p["name"].lower() for p in DOCUMENT[made.cim_class]["properties"] if not p.get("since")}
        extra = {"pscomputername", "cimclass", "ciminstanceproperties", "cimsystemproperties"}
        assert set(made.members) == wanted | extra, made.cim_class
        assert made.type_name == DOCUMENT[made.cim_class]["ps_type"]


def test_members_of_the_23h2_schema_appear_only_under_that_setting():
    plain = Presenter(WindowsScene().host.storage)
    newer = WindowsScene(storage={"schema_23h2": True})
    made = Presenter(newer.host.storage).virtual_disk(newer.built.data_disk)
    assert "maxiops" in made.members
    scene = WindowsScene()
    assert "maxiops" not in plain.__class__(scene.host.storage).virtual_disk(scene.built.data_disk).members


def value(made: CimObject, name: str) -> object:
    member = made.members[name.lower()]
    assert isinstance(member, NoteProperty)
    return member.value


def test_enumerations_show_as_text_over_their_numbers():
    scene = WindowsScene()
    made = Presenter(scene.host.storage).physical_disk(scene.built.roles.swap)  # type: ignore[arg-type]
    assert value(made, "Usage") == "Retired" and value(made, "MediaType") == "SSD"
    assert value(made, "OperationalStatus") == "OK" and value(made, "HealthStatus") == "Healthy"
    assert value(made, "CannotPoolReason") == "In a Pool"
    raw = CimPropertyCollection(made)
    number = raw.find("usage")
    assert number is not None and type(number.value()) is UInt16 and number.value() == 4
    status = raw.find("OperationalStatus")
    assert status is not None
    numbers = status.value()
    assert isinstance(numbers, PSArray) and numbers.items == [2]
    assert raw.find("NoSuch") is None


def test_several_statuses_show_as_an_array():
    scene = WindowsScene(storage={"lost_while_attached_is_no_redundancy": False})
    hardware.unplug(scene.host.storage, scene.built.roles.data[0].serial)
    shown = value(Presenter(scene.host.storage).virtual_disk(scene.built.data_disk), "OperationalStatus")
    assert isinstance(shown, PSArray) and shown.items == ["Degraded", "Incomplete"]


def test_numbers_have_the_widths_of_the_schema():
    scene = WindowsScene()
    show = Presenter(scene.host.storage)
    disk = next(d for d in scene.host.storage.os_disks() if d.space is scene.built.data_disk)
    shown = show.disk(disk)
    assert type(value(shown, "Number")) is UInt32 and type(value(shown, "LogicalSectorSize")) is UInt32
    assert type(value(shown, "Size")) is UInt64
    partition = show.partition(disk, disk.content.partitions[0])
    assert type(value(partition, "DriveLetter")) is Char and value(partition, "DriveLetter") == "\0"


def test_without_the_storage_module_the_numbers_show():
    scene = WindowsScene()
    made = Presenter(scene.host.storage, with_text=False).physical_disk(scene.built.roles.data[0])
    assert value(made, "HealthStatus") == 0 and value(made, "Usage") == 1


def test_texts_follow_the_display_language_and_numbers_do_not():
    from rehearsal.world.windows.cim.cim_text import Language

    scene = WindowsScene(storage={"language": Language.GERMAN})
    made = Presenter(scene.host.storage).physical_disk(scene.built.roles.swap)  # type: ignore[arg-type]
    assert value(made, "HealthStatus") == "Fehlerfrei" and value(made, "Usage") == "Zurückgezogen"
    assert made.raw["Usage"] == 4


def test_null_properties_exist_and_are_null():
    scene = WindowsScene()
    made = Presenter(scene.host.storage).physical_disk(scene.built.roles.data[0])
    assert isinstance(made.members["slotnumber"], CimProperty) and value(made, "SlotNumber") is None


def test_a_value_for_a_property_the_class_lacks_is_a_defect_of_the_model():
    with pytest.raises(KeyError):
        view("MSFT_PhysicalDisk").make(None, {"IsWriteCacheEnabled": True})


def test_an_object_keeps_what_it_was_when_it_was_read():
    scene = WindowsScene()
    show = Presenter(scene.host.storage)
    before = show.virtual_disk(scene.built.data_disk)
    hardware.unplug(scene.host.storage, scene.built.roles.data[0].serial)
    assert value(before, "HealthStatus") == "Healthy"
    assert value(show.virtual_disk(scene.built.data_disk), "HealthStatus") == "Unhealthy"
