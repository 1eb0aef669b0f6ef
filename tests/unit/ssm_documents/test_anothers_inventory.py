"""An instance that was made from an AMI or a snapshot of a node's root volume carries that node's inventory."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sales_scene import SalesScene, ebs

from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.sql import preset as sql_preset

SERIALS = ("vol00000000000000202", "vol00000000000000203", "vol00000000000000204")


class Clone(SalesScene):
    """Its root volume is another one from a certain moment on, with the same content."""

    root: AttachedDisk | None = None

    def disks(self, node: int) -> list[AttachedDisk]:
        found = super().disks(node)
        if node == 2 and getattr(self, "root", None) is not None:
            found[0] = self.root
        return found


def noted(**named) -> Clone:
    """A node that has been up for a while: the boot task's later runs have seen its disks."""
    scene = Clone(**named)
    scene.reboot(scene.second)
    scene.pass_time(2700)
    return scene


def another_root(scene: Clone, *, without: tuple[str, ...] = SERIALS, number: int = 17) -> None:
    """The instance is off; its root volume is exchanged for a copy of it, and volumes are detached."""
    scene.play(lambda: scene.second.power_off())
    scene.root = replace(ebs(2, number, 100, "/dev/sda1"))
    (system,) = [device for device in scene.second.storage.devices.values() if device.is_system]
    system.attached = scene.root
    scene.detached |= set(without)
    scene.generation[2] += 1
    scene.pass_time(60)
    scene.second.power_on(scene.disks(2))
    scene.clock.run_until(lambda: scene.second.agent_online)


def test_a_clone_is_told_from_a_node_whose_volumes_are_missing():
    scene = noted()
    another_root(scene)
    scene.pass_time(1300)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS", storage["reasons"]
    assert "vol00000000000000201" in storage["reasons"][0] and "vol00000000000000211" in storage["reasons"][0]
    for stem in ("start_sql_server", "initialize_storage", "evacuate_cache", "rebuild_storage"):
        answer = scene.run(scene.second, stem)
        assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1073", 11, False), answer
    assert scene.file(scene.second, "boot")["code"] == "CW1073"


def with_an_instance_apart() -> Clone:
    """AUDIT has all of its files on C:, and CacheWarden has noted that."""
    scene = Clone()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    assert scene.install(scene.second).exit_code == 0
    scene.reboot(scene.second)
    scene.pass_time(2700)
    return scene


def test_a_clone_starts_no_instance_though_it_needs_none_of_the_drives():
    """It would serve a stale copy, and its Agent would run the node's jobs a second time."""
    scene = with_an_instance_apart()
    another_root(scene)
    audit = scene.second.services["MSSQL$AUDIT"]
    for _ in range(26):
        scene.pass_time(50)
        assert audit.state == 1
    (end,) = [line for line in scene.log(scene.second).splitlines() if "boot task ends: CW1073" in line]
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert (answer.code, int(audit.state)) == ("CW1073", 1) and answer.message in end
    assert "CacheWarden-AdoptStorage" in answer.message and "a person" in answer.message


def test_a_node_with_a_new_root_volume_and_one_missing_volume_starts_what_needs_none():
    scene = with_an_instance_apart()
    another_root(scene, without=SERIALS[:1])
    scene.pass_time(600)
    assert scene.second.services["MSSQL$AUDIT"].state == 4 and not scene.second.sql.running


def test_right_after_a_start_its_disks_may_be_late():
    scene = noted()
    another_root(scene)
    assert scene.storage(scene.second)["classification"] == "STARTING"


def test_a_node_whose_volumes_are_missing_misses_them():
    scene = noted()
    another_root(scene)
    scene.root = None
    scene.play(lambda: scene.second.power_off())
    (system,) = [device for device in scene.second.storage.devices.values() if device.is_system]
    system.attached = scene.disks(2)[0]
    scene.pass_time(60)
    scene.second.power_on(scene.disks(2))
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(600)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    assert scene.run(scene.second, "start_sql_server").code == "CW1022"


@pytest.mark.parametrize("there", SERIALS)
def test_where_one_of_its_volumes_is_there_it_is_the_node(there):
    scene = noted()
    scene.evacuated(scene.second)
    another_root(scene, without=tuple(each for each in SERIALS if each != there))
    scene.pass_time(600)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"


def test_a_root_volume_that_was_replaced_on_purpose_is_the_nodes_own_from_then_on():
    """Restored from an AMI, with the volumes of the node that it replaces: docs/backups.md."""
    scene = noted()
    scene.evacuated(scene.second)
    another_root(scene, without=())
    scene.pass_time(2700)
    assert scene.second.sql.running and scene.file(scene.second, "boot")["code"] == "CW3014"
    assert scene.file(scene.second, "members")["systemDisk"] == "vol00000000000000211"
    another_root(scene, number=17)
    scene.pass_time(600)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"


def test_what_a_former_version_recorded_names_no_system_disk():
    scene = noted()
    record = scene.file(scene.second, "members")
    del record["systemDisk"]
    scene.write_state(scene.second, "members", record)
    another_root(scene)
    scene.pass_time(600)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"


def test_the_record_keeps_the_system_disk_through_an_evacuation():
    scene = noted()
    assert scene.file(scene.second, "members")["systemDisk"] == "vol00000000000000201"
    scene.evacuated(scene.second)
    assert scene.file(scene.second, "members")["systemDisk"] == "vol00000000000000201"


def cloned() -> Clone:
    scene = noted()
    another_root(scene)
    scene.pass_time(1300)
    assert scene.run(scene.second, "start_sql_server").code == "CW1073"
    return scene


def test_cachewarden_leaves_a_clone_without_words_as_the_refusal_says():
    scene = cloned()
    answer = scene.run(scene.second, "uninstall_host", AcceptedLoss="none")
    assert (answer.code, answer.exit_code) == ("CW3024", 0), answer


MADE = (
    "$disk = Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*' } | Select-Object -First 1; "
    "$null = Initialize-Disk -Number $disk.Number -PartitionStyle GPT; "
    "$null = New-Partition -DiskNumber $disk.Number -UseMaximumSize -DriveLetter 'X' | "
    "Format-Volume -FileSystem NTFS -NewFileSystemLabel 'Own' -Confirm:$false"
)


def test_what_somebody_put_on_a_clones_instance_store_keeps_it():
    scene = cloned()
    made = scene.play(scene.second.run_script, MADE, "made.ps1", {})
    assert made.stderr == "", made.stderr
    scene.second.files.write_bytes("X:\\work.bak", b"x")
    answer = scene.run(scene.second, "uninstall_host", AcceptedLoss="none")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3025", 11, False), answer
    assert "X" in answer.message, answer.message
    given = "a stop of this instance destroys the data drive"
    assert scene.run(scene.second, "uninstall_host", AcceptedLoss=given).code == "CW3024"


def test_a_node_whose_volumes_are_missing_keeps_cachewarden_without_words():
    """Its cache may be on NVMe, and its volumes may come back."""
    scene = noted()
    another_root(scene)
    scene.play(lambda: scene.write_state(scene.second, "members", missing_system_disk(scene)))
    scene.pass_time(600)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    assert scene.run(scene.second, "uninstall_host", AcceptedLoss="none").code == "CW3025"


def missing_system_disk(scene: Clone) -> dict[str, object]:
    record = scene.file(scene.second, "members")
    return {name: value for name, value in record.items() if name != "systemDisk"}
