"""The files of a host: case, drives that come and go, I/O errors, access rules."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware
from rehearsal.world.windows.files import access_lists
from rehearsal.world.windows.files.access_lists import AccessList, Rule
from rehearsal.world.windows.system import access


def test_names_ignore_case_and_keep_their_spelling():
    files = WindowsScene(build=False).host.files
    files.make_directories(r"C:\ProgramData\CacheWarden")
    files.write_bytes(r"c:\programdata\cachewarden\Inventory.json", b"{}")
    assert files.exists(r"C:/ProgramData/CACHEWARDEN/inventory.JSON")
    assert list(files.list(r"C:\ProgramData\CacheWarden")) == ["Inventory.json"]
    files.append_bytes(r"C:\ProgramData\CacheWarden\inventory.json", b"x")
    assert files.read_bytes(r"C:\ProgramData\CacheWarden\Inventory.json") == b"{}x"


def test_a_path_on_a_drive_that_is_not_there_does_not_exist():
    files = WindowsScene(build=False).host.files
    assert not files.exists("D:\\") and not files.exists(r"D:\a")
    with pytest.raises(FileNotFoundError):
        files.write_bytes(r"D:\a", b"")


def test_files_on_a_volume_that_lost_extents_give_io_errors_and_come_back_with_the_disk():
    scene = WindowsScene()
    files = scene.host.files
    files.write_bytes(r"D:\a", b"a")
    data = scene.built.roles.data[0]
    hardware.unplug(scene.host.storage, data.serial)
    with pytest.raises(OSError, match="I/O device error"):
        files.read_bytes(r"D:\a")
    assert not files.exists(r"D:\a")
    hardware.plug(scene.host.storage, data.attached)
    assert files.read_bytes(r"D:\a") == b"a"


def test_a_full_disk_refuses_a_write():
    scene = WindowsScene(Fault(point="files.write", kind=FaultKind.FAIL, occurrence=2), build=False)
    scene.world.faults.points.clear()
    with pytest.raises(OSError, match="not enough space"):
        for name in ("a", "b", "c"):
            scene.host.files.write_bytes(rf"C:\Windows\Temp\{name}", b"")


def test_moving_and_removing_follow_windows_rules():
    files = WindowsScene(build=False).host.files
    files.make_directories(r"C:\x\y")
    files.write_bytes(r"C:\x\y\a", b"a")
    with pytest.raises(OSError, match="not empty"):
        files.remove(r"C:\x\y")
    files.move(r"C:\x\y\a", r"C:\x\b")
    with pytest.raises(FileExistsError):
        files.write_bytes(r"C:\x\c", b"") or files.move(r"C:\x\b", r"C:\x\c")
    files.remove(r"C:\x\y")
    assert list(files.list(r"C:\x")) == ["b", "c"]


def test_a_service_account_may_not_write_to_a_fresh_volume_until_it_is_granted():
    host = WindowsScene().host
    service = r"NT SERVICE\MSSQLSERVER"
    assert not access.may(host.files, r"S:\tempdb", service, access_lists.FULL_CONTROL)
    assert access.may(host.files, r"S:\tempdb", r"NT AUTHORITY\SYSTEM", access_lists.FULL_CONTROL)
    entry = host.files.entry(r"S:\tempdb")
    assert entry is not None
    entry.access = AccessList(rules=[Rule(identity=service, rights=access_lists.FULL_CONTROL, inheritance=3)])
    assert access.may(host.files, r"S:\tempdb", service, access_lists.FULL_CONTROL)
    host.files.write_bytes(r"S:\tempdb\tempdb.mdf", b"")
    assert access.may(host.files, r"S:\tempdb\tempdb.mdf", service, access_lists.FULL_CONTROL)


def test_protected_folders_inherit_nothing():
    host = WindowsScene(build=False).host
    folder = r"C:\ProgramData\CacheWarden"
    host.files.make_directories(folder)
    entry = host.files.entry(folder)
    assert entry is not None and access.may(host.files, folder, "someone", access_lists.READ_AND_EXECUTE)
    entry.access = AccessList(rules=[], protected=True)
    assert not access.may(host.files, folder, "someone", access_lists.READ_AND_EXECUTE)
