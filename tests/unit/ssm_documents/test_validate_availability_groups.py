"""CacheWarden-ValidateAvailabilityGroups: one object for each policy; each settings' fault is found by its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sales_scene import SalesScene, scripts

from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql import views
from rehearsal.world.sql.groups.replica import SeedingMode
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.views.model import Right, nothing
from rehearsal.world.windows.host import WindowsHost

NEVER_KNOWN = {"AvailabilityZones", "BackupTransfer"}
NEVER_BROKEN = {"CheckpointThrottle"}
"""The default, no limit, suits most instances."""
ONLY_THE_PRIMARY_KNOWS = {
    "AutomaticFailoverReadiness", "ReplicasConnected", "ReplicasSynchronizing", "SynchronousReplicasSynchronized",
    "ReplicaRoles", "DatabasesJoined", "DatabasesMoving",
}  # fmt: skip
PARTNER = r"SALES\sqlservice"


def validate(scene: SalesScene, host: WindowsHost) -> tuple[str, int, dict[str, dict[str, Any]]]:
    """Code, exit code and the policies by name; the answer fits what a reader of the command gets."""
    result = scene.run_raw(host, "validate_availability_groups", {})
    assert result.stderr == "", result.stderr
    (line,) = result.stdout.splitlines()
    assert len(line) < 23_500 and line.isascii()
    verdict = json.loads(line)
    assert verdict["changed"] is False
    return verdict["code"], result.exit_code, {each["policy"]: each for each in verdict["detail"].get("policies", [])}


def scene_in_order() -> SalesScene:
    """Every setting that a policy asks for."""
    scene = SalesScene(install=False)
    for host in scene.hosts:
        host.sql.logins.create(PARTNER).endpoint = "G"
        host.sql.checkpoint_limit_mb_s = 750
    return scene


def message(scene: SalesScene) -> str:
    """What the secondary's verdict says in one sentence."""
    (line,) = scene.run_raw(scene.second, "validate_availability_groups", {}).stdout.splitlines()
    return json.loads(line)["message"]


def healthy(scene: SalesScene, host: WindowsHost, policy: str) -> bool | None:
    return validate(scene, host)[2][policy]["healthy"]


def test_what_cannot_be_seen_is_unknown_and_never_healthy():
    scene = scene_in_order()
    code, exit_code, policies = validate(scene, scene.first)
    assert (code, exit_code) == ("CW2016", 0)
    assert {name for name, each in policies.items() if each["healthy"] is None} == NEVER_KNOWN
    code, exit_code, policies = validate(scene, scene.second)
    assert (code, exit_code) == ("CW2016", 0)
    unknown = {name: each for name, each in policies.items() if each["healthy"] is None}
    assert set(unknown) == NEVER_KNOWN | ONLY_THE_PRIMARY_KNOWS
    assert all(each["issue"] and each["remedy"] for each in unknown.values())
    critical = [each for each in unknown.values() if each["weight"] == "critical"]
    assert critical and f"{len(unknown)} not known from here, {len(critical)} of them critical." in message(scene)
    assert unknown["ReplicasConnected"]["issue"] == "sales-ag: ask its primary SALES1"


def _stop_partner(scene: SalesScene) -> None:
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


def _suspend(scene: SalesScene) -> None:
    (database, *_) = scene.cluster.groups["sales-ag"].databases.values()
    scene.play(lambda: scene.second.sql.connect("sa").execute(f"ALTER DATABASE [{database.name}] SET HADR SUSPEND"))


def _set_group(name: str, value: object) -> Callable[[SalesScene], None]:
    return lambda scene: setattr(scene.cluster.groups["sales-ag"], name, value)


def _set_replica(name: str, value: object) -> Callable[[SalesScene], None]:
    return lambda scene: setattr(scene.cluster.groups["sales-ag"].replicas["SALES1"], name, value)


def _set_server(name: str, value: object) -> Callable[[SalesScene], None]:
    return lambda scene: setattr(scene.first.sql, name, value)


def _deny(scene: SalesScene) -> None:
    scene.first.sql.logins.get(PARTNER).endpoint = "D"


def _lose_quorum(scene: SalesScene) -> None:
    scene.play(scene.cluster.set_witness, False)
    scene.play(scene.cluster.nodes["SALES2"].stop)


@pytest.mark.parametrize(
    ("fault", "policies", "told"),
    [
        (
            _stop_partner,
            {"AutomaticFailoverReadiness", "ReplicasConnected", "SynchronousReplicasSynchronized"},
            "SALES2",
        ),
        (_suspend, {"DatabasesMoving", "SynchronousReplicasSynchronized"}, "SALES2"),
        (_lose_quorum, {"ClusterState", "GroupOnline"}, "no quorum"),
        (_set_server("endpoint_port", 5023), {"Endpoint"}, "the endpoint listens at 5023"),
        (_set_server("endpoint_started", False), {"Endpoint"}, "isn't started (state 1)"),
        (_deny, {"EndpointConnect"}, "is denied CONNECT"),
        (_set_group("db_failover", False), {"DatabaseFailover"}, "sales-ag"),
        (_set_replica("session_timeout", 5), {"SessionTimeout"}, "SALES1 in sales-ag: 5 s"),
        (_set_replica("seeding_mode", SeedingMode.MANUAL), {"SeedingMode"}, "SALES1 in sales-ag"),
    ],
)
def test_each_fault_is_found_by_its_policy(fault, policies, told):
    scene = scene_in_order()
    before = {name for name, each in validate(scene, scene.first)[2].items() if each["healthy"] is False}
    assert not before & policies
    fault(scene)
    scene.pass_time(20)
    code, exit_code, found = validate(scene, scene.first)
    broken = {name for name, each in found.items() if each["healthy"] is False}
    assert policies <= broken, broken
    assert any(told in found[name]["issue"] for name in policies)
    critical = any(each["weight"] == "critical" and each["healthy"] is False for each in found.values())
    assert (code, exit_code) == (("CW2046", 11) if critical else ("CW2016", 0))


STATE = ONLY_THE_PRIMARY_KNOWS | {"ClusterState", "GroupOnline"}


@pytest.mark.parametrize("fault", [None, _stop_partner, _suspend, _lose_quorum])
def test_each_look_at_a_node_has_the_same_judgement_of_the_groups_state(fault):
    """One rule: what the document says of these policies is what a preflight reports."""
    scene = scene_in_order()
    if fault is not None:
        fault(scene)
        scene.pass_time(20)
    found = validate(scene, scene.first)[2]
    broken = [name for name, each in found.items() if each["healthy"] is False and name in STATE]
    assert scene.observe(scene.first)["sql"]["policiesNotMet"] == broken
    assert bool(broken) is (fault is not None)


def test_a_node_without_groups_is_judged_by_no_policy():
    scene = SalesScene(install=False, cluster=False)
    assert "policiesNotMet" not in scene.observe(scene.first)["sql"]


def scene_with_every_setting() -> SalesScene:
    """Beside the settings of `scene_in_order` those that few instances have."""
    scene = scene_in_order()
    server = scene.first.sql
    server.configured["backup compression default"] = 1
    tempdb = server.databases["tempdb"]
    (data, log) = tempdb.files
    tempdb.files = (*(replace(data, file_id=number, path=f"S:\\tempdb\\{number}.ndf") for number in range(3, 11)), log)
    scene.cluster.groups["sales-ag"].replicas["SALES1"].endpoint_url = "TCP://10.9.0.11:5022"
    return scene


def test_every_policy_but_those_that_are_never_known_is_met_somewhere():
    scene = scene_with_every_setting()
    policies = validate(scene, scene.first)[2]
    assert {name for name, each in policies.items() if each["healthy"] is not True} == NEVER_KNOWN


def test_every_policy_but_those_that_are_never_known_is_broken_somewhere():
    """What a policy says of its fault. ClusterState and GroupOnline are broken last, by the loss of the quorum."""
    scene = scene_with_every_setting()
    server = scene.first.sql
    tempdb = server.databases["tempdb"]
    (*data, log) = tempdb.files
    _suspend(scene)
    (_, *others) = scene.cluster.groups["sales-ag"].databases.values()
    others[0].members["SALES2"].joined = False
    next(one for one in server.databases.values() if one.group_database_id is not None).target_recovery_s = 0
    _stop_partner(scene)
    _deny(scene)
    _set_group("db_failover", False)(scene)
    _set_replica("session_timeout", 5)(scene)
    _set_replica("seeding_mode", SeedingMode.MANUAL)(scene)
    _set_replica("endpoint_url", "TCP://SALES1:5022")(scene)
    _set_server("endpoint_port", 5023)(scene)
    server.configured = {}
    tempdb.files = (*data[:-1], replace(data[-1], size_kb=8), log)
    scene.pass_time(20)
    found = validate(scene, scene.first)[2]
    assert found["Tempdb"]["issue"] == "its data files begin with 1 to 1048576 pages"
    assert found["BackupCompression"]["issue"] == "backup compression default is 0"
    assert found["Checkpoint"]["issue"] == "1 databases have a TARGET_RECOVERY_TIME of 0"
    assert found["ReplicaRoles"]["issue"] == "SALES2 in sales-ag has role 0"
    assert found["DatabasesJoined"]["issue"] == "SALES2 in sales-ag lacks 1 of 2"
    broken = {name for name, each in found.items() if each["healthy"] is False}
    _lose_quorum(scene)
    scene.pass_time(20)
    without_quorum = validate(scene, scene.first)[2]
    broken |= {name for name, each in without_quorum.items() if each["healthy"] is False}
    assert {*found} - broken == NEVER_KNOWN | NEVER_BROKEN


def test_whether_an_instance_without_a_limit_of_checkpoints_needs_one_is_not_known():
    scene = scene_in_order()
    scene.first.sql.checkpoint_limit_mb_s = None
    code, _, policies = validate(scene, scene.first)
    assert (code, policies["CheckpointThrottle"]["healthy"]) == ("CW2016", None)
    assert policies["CheckpointThrottle"]["issue"].startswith("no -k is among the 3 startup parameters")


@pytest.fixture
def without_registry(monkeypatch) -> Iterator[None]:
    """sys.dm_server_registry shows nothing."""
    monkeypatch.setitem(views.VIEWS, "sys.dm_server_registry", nothing(Right.STATE, "sys.dm_server_registry"))
    views._readers.cache_clear()
    yield
    views._readers.cache_clear()


@pytest.mark.usefixtures("without_registry")
def test_startup_parameters_that_are_not_shown_are_unknown():
    scene = scene_in_order()
    assert healthy(scene, scene.first, "CheckpointThrottle") is None


def test_nobody_who_may_connect_to_the_endpoint_is_a_fault():
    scene = SalesScene(install=False)
    code, _, policies = validate(scene, scene.first)
    assert code == "CW2046" and "no login is granted CONNECT" in policies["EndpointConnect"]["issue"]


def test_database_failover_matters_only_where_a_cache_can_be_lost():
    scene = scene_in_order()
    scene.cluster.groups["sales-ag"].db_failover = False
    assert healthy(scene, scene.first, "DatabaseFailover") is False
    scene.first.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")
    assert healthy(scene, scene.first, "DatabaseFailover") is True


def test_tempdb_wants_as_many_files_as_processors():
    scene = scene_in_order()
    _, _, policies = validate(scene, scene.first)
    assert policies["Tempdb"]["issue"] == "1 data files for 16 processors"
    small = SalesScene(install=False, sql={"vcpus": 1})
    assert healthy(small, small.first, "Tempdb") is True


def test_a_url_that_names_another_address_has_a_network_of_its_own():
    scene = scene_in_order()
    assert healthy(scene, scene.first, "TrafficNetwork") is False
    replica = scene.cluster.groups["sales-ag"].replicas["SALES1"]
    replica.endpoint_url = "TCP://10.9.0.11:5022"
    assert healthy(scene, scene.first, "TrafficNetwork") is True
    assert healthy(scene, scene.first, "Endpoint") is True
    replica.endpoint_url = "TCP://[fd00::11]:5023/"
    assert healthy(scene, scene.first, "Endpoint") is False


def test_without_rights_nothing_is_judged_and_the_other_instance_still_is():
    scene = scene_in_order()
    server = sql_preset.add_instance(scene.cluster, scene.first, "AUDIT", grants="", tempdb_folder=r"S:\tempdb-AUDIT")
    server.logins.create(SYSTEM, frozenset({"CONNECT SQL"}))
    code, _, policies = validate(scene, scene.first)
    assert code == "CW2046"
    assert policies["InstanceAnswers"]["instance"] == "AUDIT"
    assert "VIEW SERVER STATE" in policies["InstanceAnswers"]["issue"]
    assert policies["ClusterState"] == {
        "instance": "MSSQLSERVER", "policy": "ClusterState", "weight": "critical", "healthy": True,
    }  # fmt: skip


def test_an_answer_that_does_not_fit_is_a_refusal_and_not_silence():
    scene = SalesScene(install=False)
    text = scripts()["validate_availability_groups"]
    assert "-Limit 23500" in text
    result = scene.play(scene.first.run_script, text.replace("-Limit 23500", "-Limit 2001"), "validate.ps1", {})
    assert result.stderr == "" and json.loads(result.stdout)["code"] == "CW3012", result
    assert result.exit_code == 11


def test_nothing_to_judge_is_said():
    scene = SalesScene(install=False, cluster=False)
    sql_preset.stand_alone(scene.world, scene.first)
    assert validate(scene, scene.first)[:2] == ("CW2047", 10)
    scene.play(scene.first.services.stop, scene.first.services["MSSQLSERVER"], force=True)
    assert validate(scene, scene.first)[:2] == ("CW2020", 10)
