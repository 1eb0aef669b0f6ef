"""Only what is written down early in a boot proves a new host: where nothing can be written, people are told so."""

from __future__ import annotations

import pytest
from sales_scene import SalesScene
from test_late_store_disk import come_late, drop_out, on_a_new_host

from rehearsal.kernel.faults import Fault, FaultKind

ROOM = "members.json has no early look of this boot: restart Windows, with room on C:"


def full_on_a_new_host(drive: str = "C") -> SalesScene:
    """The cache was lost in a stop; a drive of SALES2 is full."""
    full = Fault(point="files.write", kind=FaultKind.FAIL, count=10**6, where={"node": "SALES2", "letter": drive})
    scene = SalesScene(full, faults_enabled=False)
    scene.world.faults.enabled = True
    scene.stop_and_start(scene.second)
    scene.pass_time(1800)
    return scene


def told(scene: SalesScene) -> list[str]:
    """What Windows' event log says of the record, and not of how the boot ended."""
    return [entry.message for entry in scene.second.events.entries if entry.message.startswith("member_record: ")]


def test_the_reason_asks_for_room_until_there_is_some():
    scene = full_on_a_new_host()
    storage = scene.storage(scene.second)
    assert storage["classification"] == "AMBIGUOUS" and ROOM in storage["reasons"][0], storage["reasons"]
    answer = scene.run(scene.second, "start_sql_server")
    assert answer.code == "CW1028" and ROOM in answer.message, answer
    scene.reboot(scene.second)
    scene.pass_time(1800)
    assert ROOM in scene.storage(scene.second)["reasons"][0]
    scene.world.faults.enabled = False
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_the_event_log_says_once_a_run_that_the_record_was_not_written():
    scene = full_on_a_new_host()
    ends = [line for line in scene.second.events.entries if line.message.startswith("boot_task: CW1028")]
    messages = told(scene)
    assert messages and len(messages) <= len(ends) + 1, messages
    for message in messages:
        assert message.startswith("member_record: CW3020 retry: ") and "members.json" in message, message
        assert "no restart proves that a cache is lost" in message, message


def test_where_the_record_is_written_nobody_asks_for_room():
    scene = full_on_a_new_host("D")
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST" and told(scene) == []


@pytest.mark.parametrize("seconds", [0, 3600])
def test_where_the_disk_was_here_in_this_boot_a_restart_is_enough(seconds):
    scene = on_a_new_host()
    scene.pass_time(seconds)
    come_late(scene)
    drop_out(scene)
    (reason,) = scene.storage(scene.second)["reasons"]
    assert "room" not in reason and reason.endswith("in this boot of Windows one was here: restart Windows"), reason
