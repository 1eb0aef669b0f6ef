"""A failover cluster instance is its cluster's: CacheWarden neither starts it nor changes how it starts."""

from __future__ import annotations

from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.system.services import ServiceState, StartMode
from tests.unit.ssm_documents.sales_scene import SalesScene


def states(host: WindowsHost) -> dict[str, ServiceState]:
    return {name: host.services[name].state for name in ("MSSQLSERVER", "MSSQL$AUDIT") if host.services.get(name)}


def with_a_clustered_default_instance() -> SalesScene:
    """Made a failover cluster instance after CacheWarden was installed; beside it an instance of the node's own."""
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    scene.second.sql.clustered = True
    scene.second.services["MSSQLSERVER"].start_mode = StartMode.AUTOMATIC
    assert scene.run(scene.second, "install_host").exit_code == 0
    return scene


def test_its_start_mode_stays_while_another_instance_is_set_to_manual():
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    services = scene.second.services
    services["MSSQLSERVER"].start_mode = services["MSSQL$AUDIT"].start_mode = StartMode.AUTOMATIC
    scene.second.sql.clustered = True

    scene.run(scene.second, "install_host")

    assert services["MSSQLSERVER"].start_mode is StartMode.AUTOMATIC
    assert services["MSSQL$AUDIT"].start_mode is StartMode.MANUAL


def test_the_boot_task_starts_the_nodes_own_instances_and_leaves_it_to_its_cluster():
    scene = with_a_clustered_default_instance()
    scene.second.services["MSSQLSERVER"].start_mode = StartMode.MANUAL
    scene.reboot(scene.second)
    scene.pass_time(1800)

    assert states(scene.second) == {"MSSQLSERVER": ServiceState.STOPPED, "MSSQL$AUDIT": ServiceState.RUNNING}
    assert scene.file(scene.second, "boot")["code"] == "CW3014"
    (default,) = [each for each in scene.observe(scene.second)["sql"]["instances"] if each["name"] == "MSSQLSERVER"]
    assert default["clustered"] and default["service"] == 1


def test_start_sql_server_leaves_it_to_its_cluster_too():
    scene = with_a_clustered_default_instance()
    for name in ("MSSQLSERVER", "MSSQL$AUDIT"):
        scene.play(scene.second.run_script, f"Stop-Service -Name '{name}' -Force", "dba.ps1", {})

    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert states(scene.second) == {"MSSQLSERVER": ServiceState.STOPPED, "MSSQL$AUDIT": ServiceState.RUNNING}
    again = scene.run(scene.second, "start_sql_server")
    assert again.code == "CW2010" and "MSSQLSERVER" in again.message, again.message


def test_an_instance_that_is_none_any_more_is_started_again():
    scene = with_a_clustered_default_instance()
    scene.second.sql.clustered = False
    assert scene.run(scene.second, "install_host").exit_code == 0
    scene.reboot(scene.second)
    scene.pass_time(300)

    assert states(scene.second)["MSSQLSERVER"] is ServiceState.RUNNING


def test_one_that_runs_and_does_not_answer_is_still_one():
    scene = with_a_clustered_default_instance()
    login = scene.second.sql.logins.get(SYSTEM)
    assert login is not None
    login.disabled = True

    assert scene.run(scene.second, "install_host").exit_code == 0

    assert scene.file(scene.second, "files")["clustered"] == ["MSSQLSERVER"]


def test_cachewarden_is_not_installed_on_its_node():
    scene = SalesScene(install=False)
    scene.second.sql.clustered = True

    answer = scene.run(scene.second, "install_host")

    assert (answer.code, answer.exit_code) == ("CW3030", 11), answer.message
    assert "SALES2" in answer.message or "MSSQLSERVER" in answer.message
    assert scene.second.tasks.get("CacheWarden-Boot") is None


def test_a_new_version_is_installed_there_all_the_same():
    """The former one would go on starting it."""
    scene = SalesScene()
    scene.second.sql.clustered = True

    assert scene.run(scene.second, "install_host").exit_code == 0


def test_a_lost_pool_on_its_node_is_not_rebuilt():
    """A rebuild starts SQL Server to ask it who has the data."""
    scene = with_a_clustered_default_instance()
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"

    answer = scene.run(scene.second, "rebuild_storage")

    assert answer.code == "CW1045" and "MSSQLSERVER" in answer.message, answer.message
    assert states(scene.second)["MSSQLSERVER"] is ServiceState.STOPPED


def test_an_instance_that_cannot_be_asked_keeps_nobody_from_installing():
    scene = SalesScene(install=False)
    login = scene.second.sql.logins.get(SYSTEM)
    assert login is not None
    login.disabled = True

    assert scene.run(scene.second, "install_host").exit_code == 0
