"""What a person stops stays stopped until Windows starts again; what the workflow stopped comes back."""

from sales_scene import SalesScene
from test_boot_task import beside_one_that_never_starts, left_to_an_operation, state

from rehearsal.world.sql import preset as sql_preset


def stopped_by_hand(scene: SalesScene) -> None:
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2007"
    stays_down(scene, "MSSQLSERVER", hours=3)


def by_hand(scene: SalesScene) -> None:
    """CacheWarden-StopSqlServer and CacheWarden-EvacuateCache, then work for hours."""
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache", token=9).code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    stays_down(scene, "MSSQLSERVER", hours=3)
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def stays_down(scene: SalesScene, service: str, *, hours: int) -> None:
    for _ in range(4 * hours):
        scene.pass_time(900)
        assert state(scene, service) == 1, scene.clock.now()


def test_a_node_that_was_started_by_an_operation_stays_stopped_for_work_by_hand():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(1800)
    by_hand(scene)


def test_what_no_run_of_the_boot_task_has_seen_running_stays_stopped_for_work_by_hand():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    by_hand(scene)


def test_a_node_on_which_another_instance_never_starts_stays_stopped_for_work_by_hand():
    scene = beside_one_that_never_starts()
    scene.pass_time(3 * 3600)
    stopped_by_hand(scene)


def test_what_a_person_stops_between_two_attempts_of_the_boot_task_stays_stopped():
    scene = beside_one_that_never_starts()
    assert state(scene, "MSSQLSERVER") == 4 and "boot task ends" not in scene.log(scene.second)
    stopped_by_hand(scene)


def test_what_was_down_already_when_a_person_stopped_it_stays_down():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2008"
    stays_down(scene, "MSSQLSERVER", hours=3)


def test_an_instance_that_ran_no_more_is_among_those_that_a_person_stopped():
    scene = beside_one_that_never_starts()
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2007"
    scene.world.faults.enabled = False
    stays_down(scene, "MSSQL$AUDIT", hours=3)
    assert state(scene, "MSSQLSERVER") == 1


def test_what_a_person_stopped_is_started_by_the_document_and_by_the_next_start_of_windows():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2007"
    scene.pass_time(7200)
    assert scene.run(scene.second, "start_sql_server", token=10).code == "CW2009"
    assert scene.run(scene.second, "stop_sql_server", token=11, SentBy="person").code == "CW2007"
    scene.world.faults.enabled = False
    scene.reboot(scene.second)
    scene.pass_time(400)
    assert state(scene, "MSSQLSERVER") == 4


def test_what_a_person_stopped_stays_down_though_the_workflow_finds_nothing_to_stop():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="person").code == "CW2007"
    assert scene.run(scene.second, "stop_sql_server", token=10).code == "CW2008"
    stays_down(scene, "MSSQLSERVER", hours=3)


def test_what_the_workflow_stopped_in_the_first_attempts_comes_back_once_it_has_died():
    scene = left_to_an_operation()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(1800)
    assert scene.run(scene.second, "stop_sql_server", token=9, SentBy="workflow").code == "CW2007"
    scene.pass_time(2 * 3600)
    assert (state(scene, "MSSQLSERVER"), state(scene, "MSSQL$AUDIT")) == (4, 4)


def test_the_boot_in_which_the_task_is_installed_first_leaves_everything_alone_whatever_an_act_did_before():
    scene = SalesScene(install=False)
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "install_host").exit_code == 0
    stays_down(scene, "MSSQLSERVER", hours=2)
