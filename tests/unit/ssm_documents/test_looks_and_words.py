"""What only adds to an answer, or is looked at a second time, never makes another answer of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sales_scene import SalesScene, bundle_files

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.files.open_files import OpenFile
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.types import file_stream

INVENTORY = r"C:\ProgramData\CacheWarden\inventory.json"
LOG = r"C:\ProgramData\CacheWarden\log\cachewarden.log"
GONE = "function Get-Disk { throw 'The disk is gone.' }"


def called(scene: SalesScene, call: str) -> str:
    """What a call of the bundle's functions writes."""
    functions = "\n".join(text for name, text in bundle_files().items() if name.startswith("all_"))
    result = scene.play(scene.second.run_script, f"Set-StrictMode -Version Latest\n{functions}\n{call}", "call.ps1", {})
    assert (result.exit_code, result.stderr) == (0, ""), result
    return result.stdout.strip()


# -- who has a letter -------------------------------------------------------------------------------------------------


def with_a_foreign_letter() -> SalesScene:
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    scene.name_volume(scene.second, "WCDB", None)
    scene.plug_in_foreign_volume(scene.second, "D")
    return scene


def test_a_disk_that_goes_between_two_looks_ends_no_observation():
    scene = with_a_foreign_letter()
    told = "drive D: belongs to a volume that isn't on the virtual disk"
    conflict = "Get-CwLetterConflict -Letter '' -Wanted 'D'"
    assert called(scene, conflict).startswith(f"{told} (disk ")
    assert called(scene, f"{GONE}\n{conflict}") == told


def test_nor_does_it_turn_a_refusal_into_another_error():
    scene = with_a_foreign_letter()
    refused = "try { Confirm-CwTempdbDrive -Letter 'D' } catch { $_.FullyQualifiedErrorId }"
    stub = "function Get-CwTempdbDisk { }"
    assert called(scene, f"{GONE}\n{stub}\n{refused}").startswith("CW1041")


def test_each_disk_that_has_the_letter_is_named():
    scene = with_a_foreign_letter()
    holder = "Get-CwLetterHolder -Letter 'D'"
    one = called(scene, holder)
    twice = (
        "function Get-Partition { foreach ($n in 0, 8) { [pscustomobject] @{ DriveLetter = 'D'; DiskNumber = $n } } }"
    )
    both = called(scene, f"{twice}\n{holder}")
    assert one.count("disk ") == 1 and "disk 0, " in both and "disk 8, " in both


# -- the inventory and its copy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [True, False])
def test_an_inventory_whose_copy_cannot_be_written_is_written_all_the_same(held):
    """The copy is made by a second write, the third and fourth look for room: each opens a file and fills it."""
    fault = Fault(
        point="files.write", kind=FaultKind.FAIL, count=10**6, occurrence=3,
        where={"node": "SALES2", "path": f"{INVENTORY}.new"},
    )  # fmt: skip
    scene = SalesScene(fault, faults_enabled=False)
    scene.world.faults.begin()
    scene.world.faults.enabled = not held
    looks: list[str] = []
    handles: list[OpenFile] = []

    def see(point: str, context: Mapping[str, Any]) -> None:
        if point == "files.write" and context["path"] == f"{INVENTORY}.new":
            looks.append(point)
            if held and len(looks) == 3:
                handles.append(scene.second.files.hold(INVENTORY))

    scene.world.faults.observers.append(see)
    mark = "Write-CwStateFile -Name 'inventory' -Attempts 100 -Content @{ mark = 'new' }"
    began = scene.clock.now()
    assert called(scene, mark) == ""
    assert (scene.clock.now() - began).total_seconds() < 30, "who waits for a disk to join doesn't wait for the copy"
    for each in handles:
        each.close()
    assert b'"mark":"new"' in scene.second.files.read_bytes(INVENTORY)
    assert "inventory.json's copy not written: " in scene.log(scene.second)


def test_a_first_write_of_the_inventory_that_fails_ends_the_action():
    fault = Fault(
        point="files.write", kind=FaultKind.FAIL, count=10**6, where={"node": "SALES2", "path": f"{INVENTORY}.new"}
    )
    scene = SalesScene(fault, faults_enabled=False)
    scene.world.faults.begin()
    scene.world.faults.enabled = True
    before = scene.second.files.read_bytes(INVENTORY)
    write = "try { Write-CwStateFile -Name 'inventory' -Content @{ mark = 'new' } } catch { $_.FullyQualifiedErrorId }"
    assert called(scene, write).startswith("CW3020") and scene.second.files.read_bytes(INVENTORY) == before


class Moments:
    """For one look, the `look`-th, a whole inventory isn't there: it is being replaced, or a scanner has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, look: int) -> None:
        self.looks = 0
        genuine = file_stream._opened

        def opened(files: WindowsFileSystem, path: str, *how: Any) -> OpenFile:
            if path == INVENTORY and how[0] == 3:
                self.looks += 1
                if self.looks == look:
                    raise FileNotFoundError(path)
            return genuine(files, path, *how)

        monkeypatch.setattr(file_stream, "_opened", opened)


@pytest.mark.parametrize("look", range(1, 6))
def test_an_inventory_that_is_gone_for_a_moment_is_whole(monkeypatch, look):
    scene = SalesScene()
    moments = Moments(monkeypatch, look)
    told = called(
        scene,
        "Test-CwInventoryWhole\n$former = Read-CwFormerInventory\n$former.damaged\n$former.told -like '*its copy*'",
    )
    assert told.split() == ["True", "False", "False"] and moments.looks >= 3


def test_one_that_stays_gone_is_not():
    scene = SalesScene()
    scene.second.files.remove(INVENTORY)
    assert called(scene, "Test-CwInventoryWhole") == "False"


# -- the log ----------------------------------------------------------------------------------------------------------


def seconds_of_a_record(scene: SalesScene) -> float:
    began = scene.clock.now()
    called(scene, "1..10 | ForEach-Object { Write-CwLog -Message 'x' }")
    return (scene.clock.now() - began).total_seconds() / 10


def test_a_file_that_stays_in_use_costs_no_pause_after_the_last_try():
    scene = SalesScene(build=False, install=False)
    plain = seconds_of_a_record(scene)
    scene.second.files.hold(LOG)
    assert plain + 0.11 < seconds_of_a_record(scene) < plain + 0.13


# -- a message --------------------------------------------------------------------------------------------------------


def test_modes_of_several_replicas_are_told_apart():
    scene = SalesScene()
    stub = """
function Get-CwSqlEvidence {
    $replicas = 0, 1 | ForEach-Object { @{ local = $true; connected = 1; availabilityMode = $_ } }
    $group = @{ name = 'AG1'; distributed = $false; role = 2; replicas = $replicas }
    @{ instances = @(); availabilityGroups = @($group) }
}
function Confirm-CwSqlRight { }
try { Confirm-CwOnlineMove -Inventory @{} -Disk @() -Letter 'D' } catch { $_.Exception.Message }
"""
    assert "availability mode 0, 1." in called(scene, stub)
