"""RecordHostFacts on a blank node: what it prints is how the model was set; where anything of value is, it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from sales_scene import SalesScene, ebs

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware
from rehearsal.world.storage.commands import volumes
from rehearsal.world.storage.pools import pool_operations
from rehearsal.world.storage.settings import SpaceDisk
from rehearsal.world.storage.state.tree import Entry
from rehearsal.world.uncertain_facts import settings_with, uncertain_facts
from rehearsal.world.windows.cim.cim_text import Language
from rehearsal.world.windows.system.services import StartMode

VOLUMES = {
    "SSM_DataVolumes": "vol-00000000000000202,vol-00000000000000203",
    "SSM_SwapVolume": "vol-00000000000000204",
}


def blank(**named) -> SalesScene:
    scene = SalesScene(build=False, install=False, bundle=False, **named)
    for service in ("SQLSERVERAGENT", "MSSQLSERVER"):
        scene.second.services.remove(service)
    return scene


def lines(scene: SalesScene, **changes: str) -> list[str]:
    result = scene.run_raw(scene.second, "record_host_facts", {**VOLUMES, **changes})
    assert result.stderr == "", result.stderr
    return result.stdout.splitlines()


@cache
def printed(**storage) -> tuple[str, ...]:
    return tuple(lines(blank(storage=storage)))


def facts(told: tuple[str, ...]) -> dict[str, str]:
    """The settings that it prints: name -> value."""
    return dict(line.split("=", 1) for line in told if line.startswith("storage."))


def untried(told: tuple[str, ...]) -> set[str]:
    return {line.split(": ")[1] for line in told if line.startswith("not tried: storage.")}


def code(told) -> str:
    return json.loads(told[-1])["code"]


STORAGE = {fact.name: fact for fact in uncertain_facts() if fact.name.startswith("storage.")}
SEEN = sorted(facts(printed()))
OTHERS = [
    (name, value, {name.removeprefix("storage."): value})
    for name in [*SEEN, "storage.space_disk"]
    for value in STORAGE[name].values[1:]
]


def word(value: object) -> str:
    """As cachewarden rehearse --fact takes it."""
    return {True: "yes", False: "no"}.get(value, str(getattr(value, "value", value)))


def test_on_a_blank_node_it_prints_the_settings_that_the_model_has_and_the_rehearsal_takes_them():
    told = printed()
    seen = facts(told)
    assert code(told) == "CW1013"
    assert seen == {name: word(STORAGE[name].values[0]) for name in SEEN}
    settings_with(f"{name}={value}" for name, value in seen.items())
    assert len(seen) == 22


def test_every_fact_of_the_model_is_seen_or_named_with_why_not():
    told = printed()
    assert set(facts(told)) | untried(told) == set(STORAGE)
    assert not set(facts(told)) & untried(told)
    assert all(line.count(": ") >= 2 for line in told if line.startswith("not tried: storage."))


@pytest.mark.parametrize(("name", "value", "setting"), OTHERS, ids=lambda each: str(each))
@pytest.mark.campaign(suite=8)
def test_a_fact_that_is_otherwise_is_printed_otherwise(name, value, setting):
    told = printed(**setting)
    assert code(told) == "CW1013", told[-1]
    seen = facts(told)
    if value in UNSEEN_VALUES.get(name, ()):
        assert name in untried(told) and name not in seen
    else:
        assert seen[name] == word(value)
    for other in set(seen) - {name, *FOLLOWS.get(name, ())}:
        assert seen[other] == word(STORAGE[other].values[0]), other
    assert set(seen) | untried(told) == set(STORAGE)


UNSEEN_VALUES = {
    "storage.space_disk": (SpaceDisk.OFFLINE_WHEN_NEW,),
    "storage.language": (Language.GERMAN,),
}
"""What one boot of Windows doesn't tell apart, or the document has no word for."""
FOLLOWS = {"storage.lists_jobs": ("storage.repair_job_name",)}
"""Facts that can't be seen where another is so."""


def test_a_volume_that_is_not_shown_at_all_is_shown_late(monkeypatch):
    """Right after its disk came online; a query that finds nothing may be an error."""
    genuine = volumes.all_places

    def without_new_ones(session):
        now = session.storage.world.clock.monotonic()
        return [
            place
            for place in genuine(session)
            if (volume := place[1].volume) is None or volume.online_since_s is None or now - volume.online_since_s >= 5
        ]

    monkeypatch.setattr(volumes, "all_places", without_new_ones)
    told = tuple(lines(blank(storage={"empty_query_is_error": True})))
    assert code(told) == "CW1013", told[-1]
    assert facts(told)["storage.file_system_shown_late"] == "yes"


def test_a_move_that_was_over_before_one_could_look_tells_nothing_of_how_it_went():
    told = printed(copy_s_per_gib=0.1)
    assert code(told) == "CW1013"
    assert {"storage.removal_with_extents", "storage.repair_returns", "storage.lists_jobs"} <= untried(told)
    assert set(facts(told)) | untried(told) == set(STORAGE)
    assert facts(told)["storage.leaving_reverts_names"] == "yes"


def test_what_it_built_is_gone_and_the_disks_are_blank_again():
    scene = blank()
    before = {device.serial for device in scene.second.storage.devices.values()}
    assert code(lines(scene)) == "CW1013"
    storage = scene.second.storage
    assert not storage.pools and not storage.virtual_disks
    assert {device.serial for device in storage.devices.values()} == before
    assert all(device.is_blank for device in storage.devices.values() if not device.is_system)
    assert code(lines(scene)) == "CW1013", "it can be run again"


def test_a_move_that_dies_is_no_proof_and_what_it_built_goes():
    told = lines(blank_with(Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.5, count=99)))
    assert "every page was right" not in told[-1]
    assert json.loads(told[-1])["detail"].get("movedWhileWritten") is not True


def all_zeroed(entries: list[Entry]) -> None:
    for entry in entries:
        entry.data = bytes(entry.size_bytes)


def last_page_torn(entries: list[Entry]) -> None:
    """The page that was written last: one that the move met on its way."""
    data = entries[-1].data
    entries[-1].data = data[:-8192] + b"x" + data[-8191:]


def last_file_lost(entries: list[Entry]) -> None:
    entries[-1].data = b""


@pytest.mark.parametrize(
    ("moment", "harm", "wrong"),
    [
        ("storage.repair-ended", all_zeroed, None),
        ("storage.repair-ended", last_page_torn, 1),
        ("storage.repair-ended", last_file_lost, 32),
        ("storage.disk-removed", last_page_torn, 1),
        # Windows' file cache has what was written last, whatever the disk has: what comes back with the disk counts.
        ("storage.virtual-disk-attached", last_page_torn, 1),
    ],
)
def test_pages_that_the_move_lost_are_counted_whatever_is_written_after_it(moment, harm, wrong):
    scene = blank()
    spoil(scene, moment, harm)
    verdict = json.loads(lines(scene)[-1])
    assert verdict["detail"]["movedWhileWritten"] is False, verdict
    assert "pages were wrong: data was lost" in verdict["message"]
    if wrong is not None:
        assert f"and {wrong} pages were wrong" in verdict["message"]


def test_a_page_written_before_the_move_is_compared_as_well():
    scene = blank()
    spoil(scene, "storage.repair-ended", lambda entries: last_page_torn(entries[1:2]))
    assert "and 1 pages were wrong" in json.loads(lines(scene)[-1])["message"]


# -- refusals: nothing of value is ever touched -----------------------------------------------------------------------


def untouched(scene: SalesScene) -> bool:
    return not any(
        event.kind in ("pool-created", "disk-added", "disk-set", "virtual-disk-created", "disk-reset")
        for event in scene.world.trace.events
    )


def refused(scene: SalesScene, **changes: str) -> str:
    made = len(scene.second.storage.pools)
    told = lines(scene, **changes)
    assert len(told) == 1 and json.loads(told[0])["outcome"] == "refused"
    assert len(scene.second.storage.pools) == made
    return code(told)


@pytest.mark.parametrize("name", ["MSSQLSERVER", "MSSQL$SALES"])
def test_sql_server_running_or_not_may_have_databases(name):
    scene = blank()
    scene.second.services.add(name, "SQL Server", 1, 1, start_mode=StartMode.DISABLED)
    assert refused(scene) == "CW3026"


def test_a_node_of_a_failover_cluster_may_have_roles():
    scene = blank()
    scene.second.services.get("ClusSvc").start_mode = StartMode.AUTOMATIC
    assert refused(scene) == "CW3027"


@pytest.mark.parametrize("name", ["inventory.json", "token.json", "work.json", r"bundle\x"])
def test_where_cachewarden_was_at_work_a_lease_or_a_pool_of_its_may_be(name):
    scene = blank()
    path = rf"C:\ProgramData\CacheWarden\{name}"
    scene.second.files.make_directories(path.rpartition("\\")[0])
    scene.second.files.write_bytes(path, b"{}")
    assert refused(scene) == "CW3028"


def test_a_pool_is_left_alone_whoever_made_it():
    scene = blank()
    data = [device for device in scene.second.storage.devices.values() if not device.is_system][:2]
    pool_operations.create(scene.second.storage, "Facts trial", data)
    assert refused(scene) == "CW1061"
    assert [pool.friendly_name for pool in scene.second.storage.pools.values()] == ["Facts trial"]


def test_a_disk_that_nobody_named_is_foreign():
    scene = blank()
    scene.extra[2].append(ebs(2, 9, 50, "xvdz"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    assert refused(scene) == "CW1063"
    assert untouched(scene)


def test_a_named_disk_with_a_partition_table_is_not_blank_though_it_has_no_partition():
    scene = blank()
    made = scene.play(
        scene.second.run_script,
        "$d = Get-PhysicalDisk | Where-Object SerialNumber -like 'vol00000000000000202*'\n"
        "Initialize-Disk -Number $d.DeviceId -PartitionStyle GPT",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr
    assert refused(scene) == "CW1063"
    assert untouched(scene)


def test_a_named_disk_that_holds_something_is_left_alone():
    scene = blank()
    made = scene.play(
        scene.second.run_script,
        "$d = Get-PhysicalDisk | Where-Object SerialNumber -like 'vol00000000000000202*'\n"
        "Initialize-Disk -Number $d.DeviceId -PartitionStyle GPT\n"
        "$null = New-Partition -DiskNumber $d.DeviceId -UseMaximumSize -DriveLetter E | Format-Volume -Confirm:$false",
        "somebody.ps1",
        {},
    )
    assert made.exit_code == 0, made.stderr
    assert refused(scene) == "CW1063"
    assert untouched(scene)


@pytest.mark.parametrize("volumes", ["vol-00000000000000202", "vol-00000000000000202,vol-00000000000000202"])
def test_too_few_volumes_or_one_named_twice_are_refused(volumes):
    assert refused(blank(), SSM_DataVolumes=volumes) == "CW1062"


def test_without_an_instance_store_disk_there_is_nothing_to_try():
    assert refused(blank(nvme_disks=0)) == "CW1032"


def blank_with(*faults: Fault) -> SalesScene:
    scene = SalesScene(*faults, build=False, install=False, bundle=False)
    for service in ("SQLSERVERAGENT", "MSSQLSERVER"):
        scene.second.services.remove(service)
    return scene


def spoil(scene: SalesScene, moment: str, harm: Callable[[list[Entry]], None]) -> None:
    """As if Windows lost pages in the move: `harm` is done to the files, oldest first, at the first such event after
    the move began."""
    begun = done = False

    def look(kind: str, event: object) -> None:
        nonlocal begun, done
        begun = begun or kind == "storage.repair-started"
        if begun and not done and kind == moment:
            done = True
            files = scene.second.files
            harm([files.entry(rf"T:\{name}") for name in files.list("T:\\") if name.startswith("pages")])

    scene.world.observers.append(look)
