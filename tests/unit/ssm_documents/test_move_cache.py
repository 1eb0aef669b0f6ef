"""Evacuate and restore: the verified sequence, refusals, aborts."""

import json

import pytest
from sales_scene import CACHE_BYTES, GIB, SalesScene, lines_called, scripts

from rehearsal.campaigns.kill_points import STATEMENT, Statement, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.simulation.cache_location import locate_cache
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.enumerations import Operational
from rehearsal.world.storage.facts import cache_places
from rehearsal.world.storage.presenter import Presenter
from rehearsal.world.storage.settings import ClusterView, RemovalWithExtents, RepairReturns
from rehearsal.world.windows.cim.cim_text import Language
from rehearsal.world.windows.system.services import ServiceState

UNCOUNTED = {"extents_list_cache": False}
"""Windows shows the cache on no disk, in no way."""


def quiet_second(*faults, **named) -> SalesScene:
    """SALES2 with SQL Server stopped."""
    scene = SalesScene(*faults, **named)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    return scene


def test_evacuates_and_proves_it():
    scene = quiet_second()
    started = scene.clock.now()
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code) == ("CW1003", 0)
    assert (scene.clock.now() - started).total_seconds() < 60
    assert answer.evidence["worker"]["state"] == "running"
    worker = scene.wait_for_worker(scene.second)
    assert (worker["work"], worker["state"], worker["code"]) == ("evacuate", "succeeded", "CW1001")
    assert worker["bytesDone"] == worker["bytesTotal"] == CACHE_BYTES
    storage = scene.storage(scene.second)
    assert storage["classification"] == "EVACUATED"
    assert storage["proof"]["evacuated"] is True
    assert [member["role"] for member in storage["members"] if member["usage"] == 5] == ["swap"]
    assert len(storage["freeInstanceStore"]) == 1


def test_watches_its_own_progress():
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    begun = scene.clock.now()
    done = []
    for _ in range(5):  # oftener than the worker looks itself
        scene.pass_time(20)
        worker = scene.observe(scene.second)["worker"]
        assert worker["state"] == "running"
        done.append(worker["bytesDone"])
    assert worker["bytesPerSecond"] == pytest.approx(CACHE_BYTES / 400, rel=0.3)
    moved = CACHE_BYTES * ((scene.clock.now() - begun).total_seconds() - 20) / 400
    assert done == sorted(set(done)) and done[-1] == pytest.approx(moved, rel=0.2)
    assert scene.storage(scene.second)["classification"] == "MOVING"


def test_takes_little_longer_than_the_copy():
    scene = quiet_second(storage={"removal_pending_s": 0.0})
    started = scene.clock.now()
    scene.run(scene.second, "evacuate_cache")
    task = scene.second.tasks.get("CacheWarden-Worker")
    scene.clock.run_until(lambda: not task.running)
    assert (scene.clock.now() - started).total_seconds() < 400 + 60


def test_comes_back_after_a_stop_on_other_instance_store():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    assert scene.run(scene.second, "restore_cache", token=8).code in ("CW1006", "CW1005")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["work"], worker["state"]) == ("restore", "succeeded")
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME"
    assert storage["tempdbVolume"]["present"] is True
    assert scene.run(scene.second, "start_sql_server", token=8).exit_code == 0


def test_refuses_to_move_while_sql_server_runs():
    scene = SalesScene()
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW1030", "refused", 10)
    assert answer.verdict["changed"] is False


def test_a_second_command_joins_the_move_that_runs():
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(100)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.outcome) == ("CW1003", "started")
    assert answer.verdict["changed"] is False
    assert scene.run(scene.second, "restore_cache").code == "CW3003"


def test_says_so_when_the_cache_is_there_already():
    scene = quiet_second()
    assert scene.run(scene.second, "restore_cache").code == "CW1005"
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.outcome) == ("CW1002", "already")


def test_a_repair_that_dies_is_undone():
    dies = Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6)
    scene = quiet_second(dies)
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1051")
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


def show_twice(monkeypatch, cim_class: str, serial: str = "") -> None:
    """A look-up by UniqueId alone finds another node's object, too, as on a cluster with VMware's disks."""
    search = Session.search

    def find(session: Session, wanted: str, *rest):
        found = search(session, wanted, *rest)
        if found and wanted == cim_class:
            return [item for item in found for _ in range(1 + (serial in str(item.raw.get("SerialNumber") or "")))]
        return found

    monkeypatch.setattr(Session, "search", find)


def test_what_would_repair_two_virtual_disks_moves_nothing(monkeypatch):
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    show_twice(monkeypatch, "MSFT_VirtualDisk")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["code"] == "CW1028"
    monkeypatch.undo()
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_an_instance_store_disk_that_is_found_twice_joins_no_pool(monkeypatch):
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(60)
    show_twice(monkeypatch, "MSFT_PhysicalDisk", "AWS")
    assert scene.run(scene.second, "restore_cache", token=8).code == "CW1006"
    assert scene.wait_for_worker(scene.second)["code"] == "CW1028"
    monkeypatch.undo()
    storage = scene.storage(scene.second)
    assert (storage["classification"], len(storage["members"])) == ("EVACUATED", 3)


def test_a_data_disk_that_is_found_twice_is_marked_on_neither(monkeypatch):
    scene = SalesScene(build=False, install=False)
    show_twice(monkeypatch, "MSFT_PhysicalDisk", "vol00000000000000202")
    plan = {"DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204"}
    answer = scene.run(scene.second, "initialize_storage", **plan, CacheGiB="100")
    assert answer.code == "CW1028" and "disk vol00000000000000202" in answer.message


def test_a_repair_that_dies_twice_leaves_a_state_that_both_directions_continue_from():
    dies = Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6, count=2)
    scene = quiet_second(dies)
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1053")
    assert scene.storage(scene.second)["classification"] == "MOVING"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_restore_that_dies_is_undone():
    scene = SalesScene(Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.5, occurrence=2))
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.run(scene.second, "initialize_storage")
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1052")
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_disk_that_dies_under_the_move_is_said_and_nothing_is_made_worse():
    scene = quiet_second(Fault(point="storage.repair", kind=FaultKind.KILL, after=0.6, error="source"))
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1053")
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS" and storage["proof"]["evacuated"] is False
    assert scene.run(scene.second, "evacuate_cache").code == "CW1028"


def test_a_swap_volume_that_dies_under_the_move_is_a_missing_volume():
    scene = quiet_second(Fault(point="storage.repair", kind=FaultKind.KILL, after=0.6, error="target"))
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["code"] == "CW1053"
    assert scene.storage(scene.second)["classification"] in ("EBS_MISSING", "STARTING")


@pytest.mark.parametrize("share", [0.0, 0.4])
def test_a_repair_that_hangs_is_ended_and_undone(share):
    scene = quiet_second(Fault(point="storage.repair", kind=FaultKind.HANG, after=share))
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second, limit_s=5000)
    assert (worker["state"], worker["code"]) == ("failed", "CW1051")
    assert "No progress for 600 s" in worker["message"]
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert "storage job Repair is asked to end" in scene.log(scene.second)


@pytest.mark.parametrize("listed", [True, False])
def test_a_slow_volume_is_no_failure(listed):
    """A small instance moves 40 MB in a second, and Windows may list no job."""
    scene = quiet_second(storage={"copy_s_per_gib": 26.0, "lists_jobs": listed})
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_a_job_that_waits_its_turn_is_no_failure():
    waits = Fault(point="storage.repair", kind=FaultKind.HANG, after=0.4, seconds=900, error="suspended")
    scene = quiet_second(waits)
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_a_job_that_never_gets_its_turn_ends():
    waits = Fault(point="storage.repair", kind=FaultKind.HANG, after=0.4, error="suspended")
    scene = quiet_second(waits)
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second, limit_s=20_000)
    assert (worker["state"], worker["code"]) == ("failed", "CW1051")
    assert "Nothing was seen to move for" in worker["message"], "CW1053"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_repair_that_begins_again_at_0_percent_is_no_standstill():
    again = Fault(point="storage.repair", kind=FaultKind.REPEAT, after=0.4)
    scene = quiet_second(again, storage={"copy_s_per_gib": 14.0})
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert "began again" in scene.log(scene.second)


def test_a_repair_that_begins_again_and_again_is_ended_and_undone():
    again = Fault(point="storage.repair", kind=FaultKind.REPEAT, after=0.1, count=7)
    scene = quiet_second(again, storage={"copy_s_per_gib": 14.0})
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second, limit_s=20_000)
    assert (worker["state"], worker["code"]) == ("failed", "CW1051")
    assert "began again 5 times" in worker["message"]
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"repair_returns": RepairReturns.AT_ONCE},
        {"footprint_counts_cache": True},
        UNCOUNTED,
        {"allocated_counts_cache": True, "extents_list_cache": False},
        {"repair_shows_in_service": True},
        {"retiring_moves": False},
        {"removal_refused_error": 51004, "extents_list_cache": False},
        {"removal_pending_s": 200.0},
        {"removed_disk_is_listed_until_refresh": False},
        {"removal_with_extents": RemovalWithExtents.MIGRATES},
        {"repair_job_name": "Regeneration", "job_lingers_s": 0.0},
        {"job_lingers_s": 3600.0},
        {"language": Language.GERMAN},
        {"schema_23h2": True, "unconfirmed_as_text": False},
        {"leaving_reverts_names": False},
        {"ebs_media_is_ssd": False, "journal_qualifies_whatever_media": False},
        {"repair_returns": RepairReturns.AT_ONCE, "extents_list_cache": False, "job_lingers_s": 0.0},
        {"cluster_view": ClusterView.ALL_NODES},
    ],
    ids=str,
)
@pytest.mark.campaign(suite=5)
def test_there_and_back_under_both_values_of_each_unsure_fact(settings):
    scene = SalesScene(storage=settings)
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    scene.stop_and_start(scene.second)
    scene.run(scene.second, "initialize_storage")
    scene.run(scene.second, "restore_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


@pytest.mark.parametrize(
    "settings", [{}, {"extents_list_cache": False, "allocated_counts_cache": True}, UNCOUNTED], ids=str
)
def test_a_cache_that_is_split_when_evacuation_and_undo_fail_is_moved_back(settings):
    dies = Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6, count=2)
    scene = quiet_second(dies, storage=settings)
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1053")
    assert "Undoing it failed" in worker["message"]
    assert scene.storage(scene.second)["classification"] == "MOVING"
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert locate_cache(scene.second.storage, instance_store_gone=False).state == "nvme"


@pytest.mark.parametrize("error", ["40000", "51004"])
def test_a_disk_that_is_still_in_use_is_tried_again(error):
    busy = Fault(point="storage.remove-physical-disk", kind=FaultKind.FAIL, error=error, count=2)
    scene = quiet_second(busy)
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_a_disk_that_stays_in_use_is_not_called_evacuated():
    busy = Fault(point="storage.remove-physical-disk", kind=FaultKind.FAIL, error="51004", count=99)
    scene = quiet_second(busy)
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1051")
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_restart_of_windows_voids_the_work_order():
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(100)
    scene.reboot(scene.second)
    worker = scene.observe(scene.second)["worker"]
    assert (worker["state"], worker["code"]) == ("failed", "CW1054")
    storage = scene.storage(scene.second)
    assert storage["classification"] == "MOVING" and storage["proof"]["evacuated"] is False


def test_a_killed_worker_is_noticed():
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(100)
    scene.second.tasks.stop(scene.second.tasks.get("CacheWarden-Worker"))
    worker = scene.observe(scene.second)["worker"]
    assert (worker["state"], worker["code"]) == ("failed", "CW1054")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_refuses_a_swap_volume_that_is_too_small():
    scene = quiet_second(cache_bytes=148 * GIB)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code) == ("CW1031", 11)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_without_a_worker_nothing_is_begun():
    scene = SalesScene(install=False)
    scene.run(scene.second, "stop_sql_server")
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code) == ("CW3008", 11)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def removal() -> Statement:
    """The worker's statement that takes the empty disk out of the pool in an undisturbed move."""
    line = next(line for line in lines_called("worker") if "Remove-PhysicalDisk @removal" in line.text)
    scene = quiet_second()
    watcher = StatementWatcher(scene.world)
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    (statement,) = (each for each in watcher.changing if line.where("worker").items() <= each.where.items())
    return statement


def test_a_lost_disk_that_holds_nothing_is_no_lost_cache():
    """A known mistake [known-mistakes#empty-disk-left-in-pool]: the move was finished, the empty disk stayed in the
    pool, the instance was stopped."""
    place = removal()
    kill = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place.where, occurrence=place.occurrence)
    scene = quiet_second(kill, faults_enabled=False)
    scene.world.faults.begin()
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"] is False
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "MOVING"
    scene.run(scene.second, "initialize_storage")
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    seen = set()
    for _ in range(6):
        scene.pass_time(60)
        seen.add(scene.storage(scene.second)["classification"])
    assert seen == {"MOVING"}
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and len(storage["members"]) == 4


def test_a_storage_job_voids_the_proof():
    scene = SalesScene()
    scene.evacuated(scene.second)
    running = "@{ uniqueId = 'x'; name = 'Optimize'; state = 4; percent = 1; bytesDone = 0; bytesTotal = 1 }"
    text = scripts()["observe_host"].replace(
        "$answer = Invoke-CwEntry", f"function Get-CwStorageJob {{ {running} }}\n$answer = Invoke-CwEntry"
    )
    result = scene.play(scene.second.run_script, text, "observe_host.ps1", {})
    storage = json.loads(result.stdout)["evidence"]["storage"]
    assert storage["classification"] == "EVACUATED" and storage["proof"]["evacuated"] is False


@pytest.mark.parametrize("restart", [False, True])
def test_an_order_is_carried_out_once_and_in_its_own_boot(restart):
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    if restart:
        scene.pass_time(100)
        scene.reboot(scene.second)
    else:
        scene.wait_for_worker(scene.second)
        assert scene.run(scene.second, "restore_cache").code == "CW1006"
        scene.wait_for_worker(scene.second)
    before = scene.storage(scene.second)["classification"]
    scene.pass_time(60)
    task = scene.second.tasks.get("CacheWarden-Worker")
    scene.second.tasks.start(task)
    scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == before
    assert "CW3016" in scene.log(scene.second)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"retiring_moves": False},
        {"repair_shows_in_service": True},
        {"allocated_counts_cache": True},
        UNCOUNTED,
    ],
    ids=str,
)
def test_a_restore_that_a_reboot_cuts_is_never_taken_for_done(settings):
    """Healthy and OK, usage Journal and Retired as they should be, no job, no footprint: the cache is still on Swap."""
    scene = SalesScene(storage=settings)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    scene.pass_time(150)
    scene.second.crash()
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(300)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "MOVING", storage["reasons"]
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert [place.persistent for place in cache_places(scene.second.storage, scene.built["SALES2"].data_disk)] == [
        False
    ]


def test_an_evacuation_is_proven_only_when_the_swap_volume_has_the_caches_size_allocated(monkeypatch):
    scene = SalesScene()
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    monkeypatch.setattr(Presenter, "_allocated", lambda *_: CACHE_BYTES - 1)
    monkeypatch.setattr(Presenter, "extents", lambda *_: [])
    proof = scene.storage(scene.second)["proof"]
    assert proof["evacuated"] is False and f"the Swap volume has {CACHE_BYTES - 1} bytes allocated" in proof["why"]


@pytest.mark.parametrize(("known", "proven"), [(True, True), (False, False)])
def test_what_windows_counts_nowhere_needs_to_have_been_seen_so_before_the_move(known, proven):
    scene = SalesScene(storage=UNCOUNTED)
    scene.evacuated(scene.second)
    if not known:
        for name in ("members.json", "members.json.bak"):
            scene.second.files.remove(rf"C:\ProgramData\CacheWarden\{name}")
    assert scene.storage(scene.second)["proof"]["evacuated"] is proven
    if not known:
        assert scene.run(scene.second, "restore_cache").code == "CW1006"
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
        assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
        assert scene.storage(scene.second)["proof"]["evacuated"] is True


def test_a_removal_that_takes_its_time_is_waited_for_and_not_asked_for_again():
    scene = quiet_second(storage={"removal_pending_s": 200.0})
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.log(scene.second).count("its removal from the pool was accepted") == 1
    assert "still in use" not in scene.log(scene.second)


def test_a_removed_disk_that_the_provider_lists_on_is_gone_once_it_looks_again():
    """For the provider's cache it is a member still: neither waited for in vain nor removed again."""
    scene = quiet_second(storage={"removed_disk_is_listed_until_refresh": True})
    scene.run(scene.second, "evacuate_cache")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.log(scene.second).count("its removal from the pool was accepted") == 1


@pytest.mark.parametrize("stem", ["evacuate_cache", "restore_cache"])
def test_a_worker_that_died_before_the_provider_looked_again_is_continued_or_turned_back(stem):
    (accepted,) = [line for line in lines_called("worker") if "removal from the pool was accepted" in line.text]
    dies = Fault(point="process.statement", kind=FaultKind.KILL, where=accepted.where("worker"), after=1.0)
    scene = quiet_second(dies)
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    scene.pass_time(60)
    assert scene.world.faults.injected
    assert len(scene.storage(scene.second)["members"]) == 4  # the listing is an old one
    assert scene.run(scene.second, stem).exit_code == 0
    scene.wait_for_worker(scene.second)
    wanted = {"evacuate_cache": "EVACUATED", "restore_cache": "CACHE_ON_NVME"}[stem]
    assert scene.storage(scene.second)["classification"] == wanted


def test_a_move_onto_a_swap_volume_that_warns_is_refused():
    scene = quiet_second()
    scene.built["SALES2"].roles.swap.ailing = Operational.IO_ERROR
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1023", 11, False), answer


@pytest.mark.parametrize("settings", [{}, {"footprint_counts_cache": True}], ids=str)
def test_what_is_on_the_swap_volume_already_needs_no_room_there(settings):
    """After a cut: a Swap volume just large enough has most of the cache already."""
    scene = quiet_second(storage=settings, cache_bytes=140 * GIB)
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(400)
    scene.second.crash()
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(120)
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True


@pytest.mark.parametrize("seconds", [-7200, -5, 45, 3600])
@pytest.mark.campaign(suite=2)
def test_a_correction_of_the_clock_is_no_restart_of_windows(seconds):
    """An hour's time zone, or seconds of w32time: the worker goes on, and its proof holds."""
    scene = quiet_second()
    before = scene.observe(scene.second)["host"]["bootId"]
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(60)
    scene.second.set_clock_behind(seconds)
    observed = scene.observe(scene.second)
    assert (observed["host"]["bootId"], observed["worker"]["state"]) == (before, "running")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"]


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_a_correction_of_the_clock_while_nothing_moves_is_no_standstill(seconds):
    pauses = Fault(point="storage.repair", kind=FaultKind.HANG, after=0.4, seconds=180)
    scene = quiet_second(pauses)
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(260)
    before = scene.observe(scene.second)["worker"]["bytesDone"]
    scene.pass_time(20)
    assert scene.observe(scene.second)["worker"]["bytesDone"] == before, "it isn't in the pause"
    scene.second.set_clock_behind(seconds)
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"]


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_a_correction_of_the_clock_while_a_removal_takes_its_time_asks_for_no_other(seconds):
    scene = quiet_second(storage={"removal_pending_s": 200.0})
    scene.run(scene.second, "evacuate_cache")
    scene.clock.run_until(lambda: "its removal from the pool was accepted" in scene.log(scene.second))
    scene.pass_time(20)
    scene.second.set_clock_behind(seconds)
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.log(scene.second).count("its removal from the pool was accepted") == 1
    assert "still in use" not in scene.log(scene.second)


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_a_correction_of_the_clock_at_the_end_of_a_move_undoes_nothing(seconds):
    """The drive can't be read for a minute when the cache has arrived, and the clock is corrected meanwhile."""
    scene = quiet_second()
    scene.run(scene.second, "evacuate_cache")
    scene.pass_time(100)
    scene.name_volume(scene.second, "WCDB", None)
    pool = scene.built["SALES2"].data_pool
    scene.clock.run_until(lambda: all(member.device.persistent for member in pool.members.values()))
    scene.pass_time(30)
    scene.second.set_clock_behind(seconds)
    scene.pass_time(20)
    scene.name_volume(scene.second, "WCDB", "D")
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"]


def test_a_correction_of_the_clock_while_a_service_stops_is_no_failure():
    scene = SalesScene()
    service = scene.second.services["MSSQLSERVER"]
    seen: list[ServiceState] = []

    def correct() -> None:
        seen.append(service.state)
        scene.second.set_clock_behind(-3600)

    scene.clock.call_later(15, correct)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert seen == [ServiceState.STOP_PENDING]
