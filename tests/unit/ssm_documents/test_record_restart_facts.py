"""RecordRestartFacts, call by call: what it sees after each act of a person is how the model was set."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from sales_scene import SalesScene, ebs

from rehearsal.world.storage import hardware
from rehearsal.world.uncertain_facts import settings_with, uncertain_facts
from rehearsal.world.windows.cim.cim_text import Language
from rehearsal.world.windows.system.services import StartMode

NUMBERS = (2, 3, 5, 6, 4)
"""Of SALES2's volumes: four for data, then Swap."""
IDS = [f"vol-{2 * 256 + number:017x}" for number in NUMBERS]
VOLUMES = {"SSM_DataVolumes": ",".join(IDS[:4]), "SSM_SwapVolume": IDS[4]}
ONE, TWO = (name.replace("vol-", "vol") for name in IDS[:2])
ALL = {fact.name: fact for fact in uncertain_facts()}


class Trial:
    """SALES2 as a blank node, and what a person does to it."""

    def __init__(self, *, same_serials: bool = False, nvme_disks: int = 2, **storage: Any) -> None:
        self.scene = SalesScene(build=False, install=False, bundle=False, nvme_disks=nvme_disks, storage=storage)
        self.host = self.scene.second
        for service in ("SQLSERVERAGENT", "MSSQLSERVER"):
            self.host.services.remove(service)
        self.scene.extra[2] += [ebs(2, 5, 20, "xvde"), ebs(2, 6, 20, "xvdf")]
        self.scene.stop_and_start(self.host)
        self.same_serials = same_serials

    def call(self, **changes: str) -> list[str]:
        result = self.scene.run_raw(self.host, "record_restart_facts", {**VOLUMES, **changes})
        assert result.stderr == "", result.stderr
        return result.stdout.splitlines()

    def restart(self) -> None:
        self.scene.reboot(self.host)

    def stop_and_start(self) -> None:
        self.scene.stop_and_start(self.host, same_serials=self.same_serials)

    def stop_and_start_without_one(self) -> None:
        self.scene.detached.add(ONE)
        self.stop_and_start()

    def detach(self, *serials: str) -> None:
        for serial in serials:
            self.scene.detached.add(serial)
            hardware.unplug(self.host.storage, self._device(serial))

    def attach(self, *serials: str) -> None:
        for serial in serials:
            self.scene.detached.discard(serial)
            for disk in self.scene.disks(2):
                if disk.serial.startswith(serial):
                    hardware.plug(self.host.storage, disk)

    def _device(self, serial: str) -> str:
        return next(name for name in (each.serial for each in self.host.storage.devices.values()) if serial in name)


ACTS: tuple[tuple[str, Callable[[Trial], None]], ...] = (
    ("restart", Trial.restart),
    ("stop", Trial.stop_and_start),
    ("again", Trial.stop_and_start_without_one),
    ("attach", lambda trial: trial.attach(ONE)),
    ("detach", lambda trial: trial.detach(ONE, TWO)),
    ("return", lambda trial: trial.attach(ONE, TWO)),
)
"""What is asked for after each call, and how a person does it."""


def verdict(told: list[str]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(told[-1])
    return answer


def recorded(told: list[str]) -> dict[str, str]:
    """The facts in the JSON that --facts takes."""
    facts: dict[str, str] = json.loads(told[-2])["facts"]
    return facts


def unseen(told: list[str]) -> set[str]:
    return {line.split(": ")[1] for line in told if line.startswith("not seen: ")}


def up_to(phase: str, trial: Trial) -> list[str]:
    """Calls it, and acts as asked, until that act is asked for."""
    told = trial.call()
    for asked, act in ACTS:
        assert verdict(told)["code"] == "CW1086", told[-1]
        assert verdict(told)["detail"]["phase"] == asked
        if asked == phase:
            return told
        act(trial)
        told = trial.call()
    return told


@cache
def whole(**named: Any) -> tuple[str, ...]:
    """What the last call prints."""
    return tuple(up_to("done", Trial(**named)))


def word(value: object) -> str:
    """As cachewarden rehearse --fact takes it."""
    return {True: "yes", False: "no"}.get(value, str(getattr(value, "value", value)))


SEEN = sorted(recorded(list(whole())))
VALUES = [(name, value) for name in SEEN for value in ALL[name].values]
BESIDE = [
    (name, value) for name in ALL if name.startswith("storage.") and name not in SEEN for value in ALL[name].values[1:]
]


def test_it_sees_every_fact_that_takes_a_restart_or_a_stop():
    told = list(whole())
    assert verdict(told)["code"] == "CW1089"
    assert not unseen(told)
    assert SEEN == [
        "ec2.instance_store_serial_changes",
        "storage.detached_health_is_unhealthy",
        "storage.failed_attach_sets_manual_attach",
        "storage.late_disk_recovery",
        "storage.lost_attach_error",
        "storage.lost_member_keeps_serial",
        "storage.lost_reason_is_incomplete",
        "storage.lost_while_attached_is_no_redundancy",
        "storage.missing_disks_are_retired",
        "storage.quorum_count",
        "storage.quorum_tie_keeps_pool",
        "storage.read_only_needs_clearing",
        "storage.repair_resumes_after_boot",
        "storage.space_disk",
    ]


@pytest.mark.parametrize(("name", "value"), VALUES, ids=str)
@pytest.mark.campaign(suite=9)
def test_what_it_records_is_what_the_world_was_set_to(name, value):
    part, _, field = name.partition(".")
    set_to = {"same_serials": not value} if part == "ec2" else {field: value}
    told = list(whole(**set_to))
    assert verdict(told)["code"] == "CW1089", told[-1]
    assert not unseen(told)
    assert recorded(told) == {each: word(ALL[each].values[0]) for each in SEEN} | {name: word(value)}
    settings_with(f"{each}={seen}" for each, seen in recorded(told).items())


@pytest.mark.parametrize(("name", "value"), BESIDE, ids=str)
@pytest.mark.campaign(suite=9)
def test_what_it_records_does_not_depend_on_other_facts(name, value):
    told = list(whole(**{name.removeprefix("storage."): value}))
    assert verdict(told)["code"] == "CW1089", told[-1]
    # The number behind the word No Redundancy isn't documented: in another language it isn't recognized.
    lost = {"storage.lost_while_attached_is_no_redundancy"} if value is Language.GERMAN else set()
    if (name, value) == ("storage.extents_list_cache", False):
        # Then nothing on the disk shows whether its cache moves.
        lost = {"storage.repair_resumes_after_boot"}
    assert unseen(told) == lost
    assert recorded(told) == {each: word(ALL[each].values[0]) for each in SEEN if each not in lost}


def test_all_at_once_the_other_way_are_recorded_as_well():
    named = [name for name in SEEN if name.startswith("storage.")]
    told = list(whole(same_serials=True, **{name.removeprefix("storage."): ALL[name].values[-1] for name in named}))
    assert recorded(told) == {name: word(ALL[name].values[-1]) for name in SEEN}


def test_a_move_that_was_over_before_the_restart_tells_nothing_of_it():
    told = list(whole(copy_s_per_gib=0.01))
    assert verdict(told)["code"] == "CW1089"
    assert unseen(told) == {"storage.repair_resumes_after_boot"}


def test_a_volume_that_was_not_detached_in_the_stop_is_asked_for_again():
    trial = Trial()
    up_to("again", trial)
    trial.stop_and_start()
    told = trial.call()
    assert verdict(told)["code"] == "CW1086" and verdict(told)["detail"]["phase"] == "missing"
    trial.detach(ONE)
    assert verdict(trial.call())["code"] == "CW1087", "Windows wasn't restarted"
    trial.scene.stop_and_start(trial.host)
    for asked, act in ACTS[3:]:
        told = trial.call()
        assert verdict(told)["detail"]["phase"] == asked, told[-1]
        act(trial)
    told = trial.call()
    assert recorded(told) == recorded(list(whole()))


def test_a_further_call_prints_everything_again_and_changes_nothing():
    trial = Trial()
    told = up_to("done", trial)
    before = events(trial)
    assert trial.call()[:-1] == told[:-1]
    assert events(trial) == before


# -- refusals: nothing but what the tries have built is ever touched ---------------------------------------------------

CHANGES = ("pool-", "disk-added", "disk-set", "disk-removed", "virtual-disk-created", "virtual-disk-removed", "repair-")


def events(trial: Trial) -> int:
    """How often the storage was changed."""
    return sum(event.kind.startswith(CHANGES) for event in trial.scene.world.trace.events)


def refused(trial: Trial, **changes: str) -> str:
    before = events(trial)
    told = trial.call(**changes)
    assert verdict(told)["outcome"] == "refused", told[-1]
    assert events(trial) == before
    return str(verdict(told)["code"])


def installs_sql_server(trial: Trial) -> None:
    trial.host.services.add("MSSQL$SALES", "SQL Server", 1, 1, start_mode=StartMode.DISABLED)


def joins_a_cluster(trial: Trial) -> None:
    trial.host.services.get("ClusSvc").start_mode = StartMode.AUTOMATIC


def is_managed(trial: Trial) -> None:
    trial.host.files.make_directories(r"C:\ProgramData\CacheWarden")
    trial.host.files.write_bytes(r"C:\ProgramData\CacheWarden\inventory.json", b"{}")


def gets_a_foreign_disk(trial: Trial) -> None:
    hardware.plug(trial.host.storage, ebs(2, 9, 50, "xvdz"))


def is_partitioned(trial: Trial) -> None:
    made = trial.scene.play(
        trial.host.run_script,
        "$d = Get-PhysicalDisk | Where-Object { $_.CanPool }\n"
        "Initialize-Disk -Number @($d)[0].DeviceId -PartitionStyle GPT",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr


def gets_a_foreign_pool(trial: Trial) -> None:
    made = trial.scene.play(
        trial.host.run_script,
        "$d = Get-PhysicalDisk | Where-Object { $_.CanPool }\n"
        "$s = Get-StorageSubSystem -FriendlyName 'Windows Storage*'\n"
        "$null = New-StoragePool -StorageSubSystemUniqueId $s.UniqueId -FriendlyName 'Facts trial half' "
        "-PhysicalDisks @($d)[0]",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr


HARM: dict[str, tuple[Callable[[Trial], None], str]] = {
    "SQL Server": (installs_sql_server, "CW3026"),
    "a failover cluster": (joins_a_cluster, "CW3027"),
    "CacheWarden": (is_managed, "CW3028"),
    "a disk that nobody named": (gets_a_foreign_disk, "CW1063"),
    "a partition": (is_partitioned, "CW1063"),
    "a pool": (gets_a_foreign_pool, "CW1061"),
}


@pytest.mark.parametrize("what", HARM)
def test_the_first_call_refuses_a_node_that_has(what):
    harm, code = HARM[what]
    trial = Trial()
    harm(trial)
    assert refused(trial) == code
    assert not trial.host.files.exists(r"C:\ProgramData\CacheWarden\facts.json")


@pytest.mark.parametrize("what", HARM)
@pytest.mark.parametrize("phase", ["restart", "stop"])
def test_a_later_call_examines_the_node_again_and_refuses_one_that_got(what, phase):
    harm, code = HARM[what]
    trial = Trial()
    up_to(phase, trial)
    dict(ACTS)[phase](trial)
    harm(trial)
    assert refused(trial) == code


def test_the_drive_that_somebody_made_of_the_virtual_disk_is_left_alone():
    trial = Trial()
    up_to("restart", trial)
    made = trial.scene.play(
        trial.host.run_script,
        "Get-VirtualDisk | Get-Disk | Initialize-Disk -PartitionStyle GPT",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr
    trial.restart()
    assert refused(trial) == "CW1063"


@pytest.mark.parametrize("phase", [asked for asked, _ in ACTS])
def test_nothing_goes_on_before_the_person_has_acted(phase):
    trial = Trial()
    up_to(phase, trial)
    assert refused(trial) == "CW1087"


def test_a_stop_where_windows_was_to_be_restarted_is_told():
    trial = Trial()
    up_to("restart", trial)
    trial.stop_and_start()
    assert refused(trial) == "CW1088"


def test_a_restart_where_the_instance_was_to_be_stopped_is_not_enough():
    trial = Trial()
    up_to("stop", trial)
    trial.restart()
    assert refused(trial) == "CW1087"


def test_a_pool_of_the_tries_that_somebody_removed_is_missed_and_what_was_seen_is_printed():
    trial = Trial()
    up_to("stop", trial)
    made = trial.scene.play(
        trial.host.run_script,
        "Get-StoragePool -FriendlyName 'Facts trial half' | Remove-StoragePool -Confirm:$false",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr
    told = trial.call()
    assert verdict(told)["code"] == "CW1088"
    assert set(recorded(told)) == {"storage.space_disk", "storage.repair_resumes_after_boot"}


def test_a_state_that_nobody_can_read_is_not_taken_for_none():
    trial = Trial()
    up_to("stop", trial)
    trial.host.files.write_bytes(r"C:\ProgramData\CacheWarden\facts.json", b"\0\0\0")
    assert refused(trial) == "CW1088"
    trial.host.files.remove(r"C:\ProgramData\CacheWarden\facts.json")
    assert refused(trial) == "CW1061"


@pytest.mark.parametrize(
    "volumes", [",".join(IDS[:3]), ",".join([*IDS[:3], IDS[0]]), ",".join([IDS[1], IDS[0], *IDS[2:4]])]
)
def test_other_volumes_than_those_of_the_first_call_are_refused(volumes):
    trial = Trial()
    up_to("restart", trial)
    trial.restart()
    assert refused(trial, SSM_DataVolumes=volumes) == "CW1062"


@pytest.mark.parametrize("volumes", [",".join(IDS[:3]), ",".join([*IDS[:3], IDS[0]])])
def test_a_first_call_with_too_few_volumes_or_one_named_twice_makes_nothing(volumes):
    trial = Trial()
    assert refused(trial, SSM_DataVolumes=volumes) == "CW1062"
    assert not trial.host.storage.pools


def test_facts_of_two_builds_of_windows_are_not_mixed():
    """Windows Update came between two calls."""
    trial = Trial()
    up_to("restart", trial)
    trial.restart()
    file = r"C:\ProgramData\CacheWarden\facts.json"
    former = trial.host.files.read_bytes(file).replace(b"20348", b"17763")
    trial.host.files.write_bytes(file, former)
    assert refused(trial) == "CW1088"
    assert trial.host.files.read_bytes(file) == former


def test_one_instance_store_disk_is_too_few():
    assert refused(Trial(nvme_disks=1)) == "CW1032"
