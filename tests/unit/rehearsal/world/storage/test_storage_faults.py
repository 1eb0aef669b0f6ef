"""Fault switches of the storage model: what a story can make go wrong, and what is left behind."""

from __future__ import annotations

import pytest
from storage_scene import GIB, SWAP, Scene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts
from rehearsal.world.storage.enumerations import Health, JobState, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import health, pool_operations, repair


def planned(kind: FaultKind, **facts_: object) -> Fault:
    return Fault(point="storage.repair", kind=kind, **facts_)  # type: ignore[arg-type]


def sizes(scene: Scene) -> dict[str, int]:
    return {place.serial: place.size_bytes // GIB for place in facts.cache_places(scene.storage, scene.space)}


def test_a_repair_that_fails_keeps_what_it_moved_and_can_be_undone():
    scene = Scene(planned(FaultKind.FAIL, after=0.6))

    def work() -> None:
        scene.retire_nvme()
        with pytest.raises(StorageError) as caught:
            scene.repair()
        assert caught.value.number == 4
        assert sizes(scene) == {scene.cache.serial: 40, SWAP.serial: 60}
        (job,) = scene.storage.jobs.values()
        assert job.state is JobState.EXCEPTION and job.percent == 60
        pool_operations.set_disk(scene.storage, scene.cache, usage=Usage.JOURNAL)
        pool_operations.set_disk(scene.storage, scene.swap, usage=Usage.RETIRED)
        scene.repair()

    scene.play(work)
    assert sizes(scene) == {scene.cache.serial: 100}
    assert health.space_health(scene.storage, scene.space)[0] is Health.HEALTHY


def test_a_stalled_repair_makes_no_progress_until_it_is_stopped():
    scene = Scene(planned(FaultKind.HANG, after=0.3))
    scene.retire_nvme()
    job = repair.start(scene.storage, scene.space)
    scene.clock.run_until(5000.0)
    scene.storage.settle()
    assert job is not None and job.state is JobState.RUNNING and job.percent == 30
    repair.stop(scene.storage, job)
    assert job.state is JobState.SHUTTING_DOWN and scene.storage.running_job(scene.space) is job
    scene.clock.run_until(5100.0)
    assert job.state is JobState.TERMINATED and sizes(scene) == {scene.cache.serial: 70, SWAP.serial: 30}


def test_a_stall_that_ends_delays_the_repair_by_its_length():
    scene = Scene(planned(FaultKind.HANG, after=0.5, seconds=1000))
    scene.evacuate()
    assert scene.clock.monotonic() == pytest.approx(1400, abs=1) and sizes(scene) == {SWAP.serial: 100}


def test_a_job_that_disappears_leaves_the_extents_where_they_were():
    scene = Scene(planned(FaultKind.LOST, after=0.4))
    scene.play(lambda: (scene.retire_nvme(), scene.repair()))
    assert sizes(scene) == {scene.cache.serial: 60, SWAP.serial: 40}
    assert all(job.hidden for job in scene.storage.jobs.values())


def test_an_early_return_has_moved_nothing():
    scene = Scene(planned(FaultKind.LOST))
    scene.play(lambda: (scene.retire_nvme(), scene.repair()))
    assert scene.clock.monotonic() == 0 and sizes(scene) == {scene.cache.serial: 100}


def test_a_job_that_is_killed_keeps_what_it_moved_and_the_disks_live():
    scene = Scene(planned(FaultKind.KILL, after=0.6, error="job"))
    scene.retire_nvme()
    job = repair.start(scene.storage, scene.space)
    scene.clock.run_until(245.0)
    assert job is not None and (job.state, job.percent) == (JobState.KILLED, 60)
    assert sizes(scene) == {scene.cache.serial: 40, SWAP.serial: 60} and scene.storage.is_readable(scene.space)


@pytest.mark.parametrize(("which", "lost"), [("source", True), ("target", False)])
def test_a_disk_lost_in_the_middle_of_a_repair_ends_it(which: str, lost: bool):
    scene = Scene(planned(FaultKind.KILL, after=0.5, error=which))

    def work() -> None:
        scene.retire_nvme()
        with pytest.raises(StorageError) as caught:
            scene.repair()
        assert caught.value.number == 50001

    scene.play(work)
    assert not scene.storage.is_readable(scene.space)
    assert bool(facts.data_loss(scene.storage)) is lost


def test_a_removal_can_be_refused_as_still_in_use_some_times():
    scene = Scene(Fault(point="storage.remove-physical-disk", kind=FaultKind.FAIL, error="51004", count=2))
    scene.play(lambda: (scene.retire_nvme(), scene.repair()))
    for _ in range(2):
        with pytest.raises(StorageError, match="51004"):
            pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    assert facts.bytes_at_risk(scene.storage) == 0


def test_faults_are_asked_for_under_their_names():
    scene = Scene()
    scene.evacuate()
    assert {"storage.repair", "storage.set-physical-disk", "storage.remove-physical-disk"} <= set(
        scene.world.faults.points
    )
