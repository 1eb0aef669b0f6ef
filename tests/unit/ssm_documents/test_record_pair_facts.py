"""RecordPairFacts on the secondary of a disposable pair: what it prints is how the model was set."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from sales_scene import SalesScene

from rehearsal.scenarios.launched import TRIAL, TRIAL_GROUP, form_pair
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.messages import SqlError
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.sql.statements import ddl_databases
from rehearsal.world.uncertain_facts import settings_with, uncertain_facts
from rehearsal.world.windows.system.services import ServiceState

ALL = {fact.name: fact for fact in uncertain_facts()}
INVENTORY = r"C:\ProgramData\CacheWarden\inventory.json"


def pair(groups: tuple[GroupSpec, ...] = (TRIAL_GROUP,), **named: Any) -> SalesScene:
    """Two nodes with D: and S:, of a failover cluster, with the test group; SALES2 is its secondary."""
    scene = SalesScene(cluster=False, bundle=False, **named)
    for host in scene.hosts:
        host.files.remove(INVENTORY)
    scene.cluster = form_pair(scene.world, scene.hosts, groups)
    return scene


def call(scene: SalesScene) -> list[str]:
    result = scene.run_raw(scene.second, "record_pair_facts", {})
    assert result.stderr == "", result.stderr
    return result.stdout.splitlines()


def verdict(told: list[str]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(told[-1])
    return answer


def recorded(told: list[str]) -> dict[str, str]:
    """The facts in the JSON that --facts takes."""
    facts: dict[str, str] = json.loads(told[-2])["facts"]
    return facts


def word(value: object) -> str:
    """As cachewarden rehearse --fact takes it."""
    return {True: "yes", False: "no"}.get(value, str(getattr(value, "value", value)))


def set_to(name: str, value: object) -> dict[str, dict[str, object]]:
    part, _, field = name.partition(".")
    return {part: {field: value}}


@cache
def printed(name: str | None = None, value: object = None) -> tuple[str, ...]:
    return tuple(call(pair(**({} if name is None else set_to(name, value)))))


SEEN = (
    "sql.cluster_states_of_all_replicas_on_secondary",
    "sql.hadr_off_allowed_when_recovery_pending",
    "sql.recovery_pending_as_status",
    "sql.seeding_restarts_after_drop",
    "sql.suspension_survives_restart",
    "storage.automatic_clustering",
    "storage.cluster_view",
)


def test_it_sees_what_takes_a_pair():
    told = list(printed())
    assert verdict(told)["code"] == "CW5144", told
    assert tuple(sorted(recorded(told))) == SEEN
    assert not [line for line in told if line.startswith("not seen")]
    assert json.loads(told[-2])["builds"] == {"sqlServer": "16.0.4195.2", "windows": "20348"}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SEEN for value in ALL[name].values], ids=str)
def test_what_it_records_is_what_the_world_was_set_to(name, value):
    told = list(printed(name, value))
    assert verdict(told)["code"] == "CW5144", told[-1]
    assert recorded(told) == {each: word(ALL[each].values[0]) for each in SEEN} | {name: word(value)}
    settings_with(f"{each}={seen}" for each, seen in recorded(told).items())


BESIDE = [
    (name, value) for name in ALL if name.startswith("sql.") and name not in SEEN for value in ALL[name].values[1:]
]


@pytest.mark.parametrize(("name", "value"), BESIDE, ids=str)
def test_what_it_records_does_not_depend_on_other_facts(name, value):
    assert recorded(list(printed(name, value))) == {each: word(ALL[each].values[0]) for each in SEEN}


def test_all_at_once_the_other_way_are_recorded_as_well():
    other: dict[str, dict[str, object]] = {"sql": {}, "storage": {}}
    for name in SEEN:
        part, _, field = name.partition(".")
        other[part][field] = ALL[name].values[1]
    assert recorded(call(pair(**other))) == {name: word(ALL[name].values[1]) for name in SEEN}


def test_the_copy_is_seeded_anew_and_nothing_is_left_beside_its_place():
    scene = pair()
    assert verdict(call(scene))["code"] == "CW5144"
    scene.pass_time(300)
    assert call_code(scene) == "CW5144", "it can be run again"
    assert [name for name in scene.second.files.list("D:\\Data") if name.endswith(".trial")] == []
    (row,) = scene.sql_rows(scene.first, f"SELECT state FROM sys.databases WHERE name = N'{TRIAL}'")
    assert row[0] == 0, "the primary's copy isn't touched"


# -- refusals: nothing but the test group is ever touched --------------------------------------------------------------

CHANGES = ("service", "database-", "hadr-off", "file-")


def call_code(scene: SalesScene) -> str:
    return str(verdict(call(scene))["code"])


def refused(scene: SalesScene) -> str:
    before = len([event for event in scene.world.trace.events if event.kind.startswith(CHANGES)])
    told = call(scene)
    assert verdict(told)["outcome"] == "refused", told[-1]
    assert len(told) == 1
    assert len([event for event in scene.world.trace.events if event.kind.startswith(CHANGES)]) == before
    return str(verdict(told)["code"])


@pytest.mark.parametrize(
    "groups",
    [
        (TRIAL_GROUP, GroupSpec()),
        (GroupSpec(),),
        (GroupSpec(name="sales-ag", databases=TRIAL_GROUP.databases),),
        (GroupSpec(name=TRIAL, databases=(*TRIAL_GROUP.databases, DatabaseSpec(name="sales"))),),
    ],
)
def test_another_group_or_database_is_of_value(groups):
    assert refused(pair(groups)) == "CW5145"


def test_a_database_outside_any_group_is_of_value():
    scene = pair()
    scene.second.sql.new_database("archive", data_bytes=1 << 30, folder=sql_preset.DATA_FOLDER)
    assert refused(scene) == "CW5145"


def test_a_second_instance_may_have_databases():
    scene = pair()
    sql_preset.add_instance(scene.cluster, scene.second, "OTHER")
    assert refused(scene) == "CW5145"


def test_an_instance_that_is_down_cannot_be_asked():
    scene = pair()
    scene.play(scene.second.run_script, "Stop-Service -Name MSSQLSERVER -Force", "somebody.ps1", {})
    assert refused(scene) == "CW5145"


@pytest.mark.parametrize("name", ["inventory.json", "token.json", "work.json", r"bundle\x"])
def test_where_cachewarden_was_at_work_the_pair_is_not_for_trying(name):
    scene = pair()
    path = rf"C:\ProgramData\CacheWarden\{name}"
    scene.second.files.make_directories(path.rpartition("\\")[0])
    scene.second.files.write_bytes(path, b"{}")
    assert refused(scene) == "CW3028"


def test_the_primary_is_left_alone():
    scene = pair((GroupSpec(name=TRIAL, databases=TRIAL_GROUP.databases, primary="SALES2"),))
    assert refused(scene) == "CW5146"


def test_without_automatic_seeding_the_copy_would_not_come_back():
    assert refused(pair((GroupSpec(name=TRIAL, databases=TRIAL_GROUP.databases, seeded_by_hand=True),))) == "CW5146"


def test_a_copy_that_is_suspended_is_not_whole():
    scene = pair()
    scene.sql_rows(scene.second, f"ALTER DATABASE {TRIAL} SET HADR SUSPEND")
    assert refused(scene) == "CW5146"


def test_without_the_primary_nothing_could_seed_the_copy():
    scene = pair()
    scene.play(scene.first.power_off)
    scene.pass_time(60)
    assert refused(scene) == "CW5146"


def test_without_sysadmin_the_tries_would_end_halfway():
    scene = pair()
    scene.second.sql.logins.get(SYSTEM).roles.discard("sysadmin")
    assert refused(scene) == "CW5146"


def test_a_file_that_a_run_left_beside_its_place_is_not_written_over():
    scene = pair()
    (row,) = scene.sql_rows(scene.second, f"SELECT physical_name FROM sys.master_files WHERE name = N'{TRIAL}'")
    scene.second.files.write_bytes(f"{row[0]}.trial", b"a former run's")
    assert refused(scene) == "CW5146"


def test_sql_server_is_not_left_stopped_where_the_file_cannot_be_moved(monkeypatch):
    scene = pair()

    def somebody_has_it_open(source: str, destination: str) -> None:
        raise PermissionError(13, "in use", source)

    monkeypatch.setattr(scene.second.files, "move", somebody_has_it_open)
    told = call(scene)
    assert verdict(told)["outcome"] == "failed", told[-1]
    assert scene.second.sql.running
    assert "storage.cluster_view" in recorded(told)


def test_what_ran_with_sql_server_runs_again_afterwards():
    scene = pair()
    agent = scene.second.services["SQLSERVERAGENT"]
    scene.play(lambda: scene.second.services.start(agent))
    assert verdict(call(scene))["code"] == "CW5144"
    assert agent.state is ServiceState.RUNNING


def test_a_copy_that_cannot_be_dropped_leaves_no_file_aside(monkeypatch):
    scene = pair()

    def refuse(*_: object) -> None:
        raise SqlError(3702, "Cannot drop the database because it is currently in use.")

    monkeypatch.setattr(ddl_databases, "_destroy", refuse)
    assert verdict(call(scene))["code"] == "CW5147"
    names = scene.second.files.list("D:\\Data")
    assert [name for name in names if name.endswith(".trial")] == []
    assert {f"{TRIAL}.mdf", f"{TRIAL}_log.ldf"} <= set(names)


def test_the_log_file_that_a_drop_leaves_does_not_pass_for_seeding_that_fails():
    """A database that couldn't start isn't open: DROP DATABASE leaves its files, and none is seeded over them."""
    assert recorded(list(printed()))["sql.seeding_restarts_after_drop"] == "yes"
