"""A stand-alone SQL Server stops with a consent to the outage that is this command's own, and with no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sales_scene import SalesScene

from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.system.services import ServiceState


def alone() -> tuple[SalesScene, WindowsHost]:
    """A node with databases that no other server has."""
    scene = SalesScene()
    host = scene.second
    assert host.sql is not None
    host.sql.cluster, host.sql.hadr_enabled = None, False
    for database in host.sql.databases.values():
        database.group = None
    return scene, host


def consent(scene: SalesScene, *, word: str = "outage", token: int = 7, ends_in_s: float = 3600) -> str:
    until = scene.clock.now() + timedelta(seconds=ends_in_s)
    return f"{word}/{token}/{until:%Y-%m-%dT%H:%M:%SZ}"


def test_without_a_consent_it_goes_on_running():
    scene, host = alone()
    answer = scene.run(host, "stop_sql_server")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2028", 11, False)
    assert host.sql is not None and host.sql.running


def test_with_the_commands_own_consent_it_stops_and_is_evacuated():
    scene, host = alone()
    assert scene.run(host, "stop_sql_server", Consent=consent(scene)).code == "CW2007"
    assert scene.run(host, "evacuate_cache").code == "CW1003"
    scene.wait_for_worker(host)
    assert scene.storage(host)["classification"] == "EVACUATED"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"token": 6}, "the consent is for token 6, the command's is 7"),
        ({"token": 8}, "the consent is for token 8, the command's is 7"),
        ({"ends_in_s": -1}, "the consent was good until"),
        ({"word": "rebuild"}, "no consent is called rebuild here"),
        ({"word": "online"}, "no consent is called online here"),
        ({"word": "everything"}, "no consent is called everything here"),
    ],
)
def test_what_is_old_somebody_elses_or_unknown_counts_for_nothing_and_says_so(changes, why):
    scene, host = alone()
    answer = scene.run(host, "stop_sql_server", Consent=consent(scene, **changes))
    assert answer.code == "CW2028" and why in answer.message
    assert host.sql is not None and host.sql.running


def test_a_consent_that_was_overheard_is_worth_nothing_to_the_next_operation():
    """The node was stopped with it, came back, and somebody sends it again with a token of his own."""
    scene, host = alone()
    given = consent(scene)
    scene.run(host, "stop_sql_server", Consent=given)
    scene.run(host, "start_sql_server", token=8)
    assert scene.run(host, "stop_sql_server", token=9, Consent=given).code == "CW2028"
    assert scene.run(host, "stop_sql_server", token=7, Consent=given).code == "CW3004"
    assert host.sql is not None and host.sql.running


@pytest.mark.parametrize("text", ["outage", "outage/7", "outage/7/2099-01-01T00:00:00", "yes", "outage/7/x"])
def test_what_has_not_the_form_of_a_consent_ends_the_act(text):
    """The document's pattern lets none of it pass; the node checks again."""
    scene, host = alone()
    assert scene.run(host, "stop_sql_server", Consent=text).code == "CW3007"


def test_no_consent_takes_a_primary_from_its_secondaries():
    scene = SalesScene()
    assert scene.run(scene.first, "stop_sql_server", Consent=consent(scene)).code == "CW2027"
    assert scene.first.sql is not None and scene.first.sql.running


def test_without_the_rights_to_see_groups_no_consent_helps():
    """Nothing seen is not the same as nothing there: the node may be a primary."""
    scene = SalesScene()
    server = scene.first.sql
    assert server is not None
    login = server.logins.get("NT AUTHORITY\\SYSTEM")
    assert login is not None
    login.granted &= {"CONNECT SQL"}
    answer = scene.run(scene.first, "stop_sql_server", Consent=consent(scene))
    assert (answer.code, answer.exit_code) == ("CW2021", 11)
    assert server.running


def test_a_lost_cache_of_a_stand_alone_server_is_never_rebuilt():
    scene, host = alone()
    scene.stop_and_start(host)
    scene.pass_time(200)
    assert scene.storage(host)["classification"] == "CACHE_LOST"
    answer = scene.run(host, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1045", False)
    assert scene.storage(host)["classification"] == "CACHE_LOST"


# --- databases of no group on a node that has groups, and on an instance that has none ---


def with_database_alone(state: DatabaseState = DatabaseState.ONLINE) -> tuple[SalesScene, WindowsHost]:
    """The secondary has a database that is in no Availability Group."""
    scene = SalesScene()
    server = scene.second.sql
    assert server is not None
    server.new_database("reports", data_bytes=1 << 30, folder=r"D:\Data").state = state
    return scene, scene.second


def test_a_database_of_no_group_keeps_a_secondary_in_service():
    scene, host = with_database_alone()
    assert scene.observe(host)["sql"]["instances"][0]["databasesAlone"] == 1
    answer = scene.run(host, "stop_sql_server")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2028", 11, False)
    assert "1 of the databases of MSSQLSERVER are in no Availability Group" in answer.message
    assert host.sql is not None and host.sql.running
    assert scene.run(host, "stop_sql_server", Consent=consent(scene, ends_in_s=-1)).code == "CW2028"
    assert scene.run(host, "stop_sql_server", Consent=consent(scene)).code == "CW2007"


@pytest.mark.parametrize(
    "state", [DatabaseState.RESTORING, DatabaseState.RECOVERY_PENDING, DatabaseState.SUSPECT, DatabaseState.OFFLINE]
)
def test_a_database_that_serves_nobody_needs_no_consent(state):
    scene, host = with_database_alone(state)
    assert scene.observe(host)["sql"]["instances"][0]["databasesAlone"] == 0
    assert scene.run(host, "stop_sql_server").code == "CW2007"


@pytest.mark.parametrize("state", [DatabaseState.RECOVERING, DatabaseState.EMERGENCY])
def test_a_database_that_is_about_to_serve_or_under_repair_counts(state):
    scene, host = with_database_alone(state)
    assert scene.run(host, "stop_sql_server").code == "CW2028"


def test_an_instance_that_nobody_could_ask_counts_as_one_with_databases():
    """It starts at this moment: how many databases it has is unknown, which is not zero."""
    scene = SalesScene()
    scene.second.services.add("MSSQL$REPORTS", "MSSQL$REPORTS", 1.0, 1.0)
    service = scene.second.services["MSSQL$REPORTS"]
    service.state = ServiceState.START_PENDING

    def gives_up() -> None:
        service.state = ServiceState.STOPPED
        service.changed.notify()

    scene.clock.call_later(60, gives_up)
    answer = scene.run(scene.second, "stop_sql_server")
    assert answer.code == "CW2028"
    assert "An unknown number of the databases of REPORTS are in no Availability Group" in answer.message
