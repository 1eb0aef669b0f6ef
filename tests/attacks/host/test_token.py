"""Tokens that nobody was given, and clocks that are wrong: a node is never locked out for longer than minutes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sales_scene import CLUSTER_KEY, SalesScene

FAR = 999_999_999_999_999


def milliseconds(scene: SalesScene, ahead_s: float = 0) -> int:
    return int((scene.clock.now() + timedelta(seconds=ahead_s)).timestamp() * 1000)


def forged(scene: SalesScene, **changes: object) -> None:
    """Somebody with an administrator's rights on the node writes what he likes."""
    content = {"v": 1, "highest": FAR, "clusterKey": CLUSTER_KEY, "operationUntil": "2026-02-03T04:30:00.000Z"}
    scene.write_state(scene.second, "token", {**content, "actions": [], **changes})


def test_a_made_up_token_is_refused_and_not_remembered():
    scene = SalesScene()
    answer = scene.run(scene.second, "stop_sql_server", token=FAR)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3017", 11, False)
    assert f"token {FAR}" in answer.message and "its clock says 2026-02-03T04:" in answer.message
    assert not scene.second.files.exists(r"C:\ProgramData\CacheWarden\token.json")
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


@pytest.mark.parametrize(("ahead_s", "code"), [(0, "CW2007"), (290, "CW2007"), (310, "CW3017")])
def test_a_token_may_be_five_minutes_ahead_of_the_clock(ahead_s, code):
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server", token=milliseconds(scene, ahead_s)).code == code


def test_the_highest_token_that_is_believed_locks_nobody_out_for_longer():
    scene = SalesScene()
    scene.run(scene.second, "start_sql_server", token=milliseconds(scene, 295))
    assert scene.run(scene.second, "stop_sql_server", token=milliseconds(scene)).code == "CW3004"
    scene.pass_time(300)
    assert scene.run(scene.second, "stop_sql_server", token=milliseconds(scene)).code == "CW2007"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"clusterKey": "f" * 16, "operationUntil": "2099-01-01T00:00:00.000Z"},
        {"highest": 7, "clusterKey": "f" * 16, "operationUntil": "2099-01-01T00:00:00.000Z"},
    ],
)
def test_a_forged_token_file_is_seen_and_counts_for_nothing(changes):
    scene = SalesScene()
    forged(scene, **changes)
    token = scene.observe(scene.second)["token"]
    assert token == {"highest": 0, "clusterKey": None, "operationUntil": None, "ahead": changes.get("highest", FAR)}
    answer = scene.run(scene.second, "stop_sql_server")
    assert answer.code == "CW2007"
    assert scene.file(scene.second, "token")["highest"] == 7
    assert scene.observe(scene.second)["token"]["ahead"] is None
    assert "is ahead of the clock and is forgotten" in scene.log(scene.second)


def test_a_forged_token_file_keeps_neither_the_worker_nor_the_boot_task_from_their_work():
    scene = SalesScene()
    scene.evacuated(scene.second)
    forged(scene, operationUntil="2099-01-01T00:00:00.000Z")
    scene.stop_and_start(scene.second)
    scene.pass_time(60)
    assert scene.wait_for_worker(scene.second)["work"] == "restore"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_clock_that_is_behind_refuses_by_name_and_heals_with_the_clock():
    scene = SalesScene()
    scene.second.set_clock_behind(900)
    answer = scene.run(scene.second, "stop_sql_server", token=milliseconds(scene))
    assert answer.code == "CW3017" and "its clock says 2026-02-03T03:45" in answer.message
    assert scene.run(scene.first, "start_sql_server", token=milliseconds(scene)).code == "CW2010"
    scene.second.set_clock_behind(0)
    assert scene.run(scene.second, "stop_sql_server", token=milliseconds(scene)).code == "CW2007"


def test_what_a_clock_that_was_ahead_remembers_is_forgotten_when_it_is_right_again():
    scene = SalesScene()
    scene.second.set_clock_behind(-7200)
    later = milliseconds(scene, 7200)
    two_hours_on = (scene.clock.now() + timedelta(seconds=7200 + 600)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert scene.run(scene.second, "start_sql_server", token=later, NotAfter=two_hours_on).code == "CW2010"
    scene.second.set_clock_behind(0)
    assert scene.observe(scene.second)["token"]["ahead"] == later
    assert scene.run(scene.second, "stop_sql_server", token=milliseconds(scene)).code == "CW2007"
