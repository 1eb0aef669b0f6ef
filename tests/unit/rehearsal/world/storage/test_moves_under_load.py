"""A move of extents while SQL Server writes to the volume: it begins again and again, or goes on slowly."""

from __future__ import annotations

import pytest
from storage_scene import Scene

from rehearsal.world.storage.pools import repair
from rehearsal.world.storage.settings import RepairAtLimit

LIMIT_KB_S = 52_428.8


def begun(*, written_kb_s: float, **settings: object) -> Scene:
    """The cache moves to the Swap volume, nothing waits for it."""
    scene = Scene(**settings)
    scene.storage.contention.written(written_kb_s)
    scene.play(scene.retire_nvme)
    repair.start(scene.storage, scene.space)
    return scene


def pass_time(scene: Scene, seconds: float) -> None:
    scene.clock.run_until(scene.clock.monotonic() + seconds)


def on_swap(scene: Scene) -> int:
    scene.storage.settle()
    return scene.storage.allocated_bytes(scene.swap.unique_id) >> 30


def test_writes_that_fit_beside_it_slow_no_move():
    scene = begun(written_kb_s=LIMIT_KB_S - 1)
    pass_time(scene, 401)
    assert on_swap(scene) == 100


def test_more_than_fits_and_the_move_begins_again_and_makes_no_progress():
    scene = begun(written_kb_s=LIMIT_KB_S)
    first = scene.storage.running_job(scene.space)
    pass_time(scene, 3600)
    later = scene.storage.running_job(scene.space)
    assert on_swap(scene) == 0
    assert first is not later and later is not None and later.percent == 0


def test_once_less_is_written_it_ends_after_all():
    scene = begun(written_kb_s=LIMIT_KB_S)
    pass_time(scene, 3600)
    scene.storage.contention.written(0)
    pass_time(scene, 401)
    assert on_swap(scene) == 100


def test_what_was_moved_before_the_disks_came_to_their_limit_stays_moved():
    scene = begun(written_kb_s=0)
    pass_time(scene, 200)
    scene.storage.contention.written(LIMIT_KB_S)
    pass_time(scene, 600)
    assert on_swap(scene) == pytest.approx(50, abs=1)


def test_the_other_reading_is_that_it_goes_on_slowly():
    scene = begun(written_kb_s=LIMIT_KB_S, repair_at_limit=RepairAtLimit.GOES_ON_SLOWLY)
    pass_time(scene, 1999)
    assert on_swap(scene) == 99
    pass_time(scene, 2)
    assert on_swap(scene) == 100
    assert not scene.storage.contention.moving
