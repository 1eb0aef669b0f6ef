"""Failover, modes, stopping and starting SQL Server."""

from dataclasses import replace

import pytest
from sales_scene import SalesScene

from cachewarden.evidence.sql import parse_sql
from cachewarden.json_reader import JsonReader
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.groups.replica import AvailabilityMode, FailoverMode, SuspendReason
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.storage import facts


def modes(scene: SalesScene) -> dict[str, tuple[int, int]]:
    primary = next(host for host in scene.hosts if scene.observe(host)["sql"]["availabilityGroups"][0]["role"] == 1)
    (group,) = scene.observe(primary)["sql"]["availabilityGroups"]
    return {replica["server"]: (replica["availabilityMode"], replica["failoverMode"]) for replica in group["replicas"]}


def saved_modes(scene: SalesScene) -> str:
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    return ",".join(
        f"{group['id']}/{replica['id']}/{replica['availabilityMode']}/{replica['failoverMode']}"
        for replica in group["replicas"]
    )


def test_holds_and_restores_modes():
    scene = SalesScene(install=False)
    saved = saved_modes(scene)
    assert modes(scene) == {"SALES1": (1, 0), "SALES2": (1, 0)}
    groups = scene.group_ids()
    answer = scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=groups)
    assert (answer.code, answer.verdict["changed"]) == ("CW2001", True)
    assert modes(scene) == {"SALES1": (1, 1), "SALES2": (1, 1)}
    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=groups).code == "CW2002"
    assert scene.run(scene.first, "restore_replica_modes", Modes=saved).code == "CW2003"
    assert modes(scene) == {"SALES1": (1, 0), "SALES2": (1, 0)}
    assert scene.run(scene.first, "restore_replica_modes", Modes=saved).code == "CW2004"


def test_a_replica_leaves_its_group_once_it_is_not_connected():
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    ids = {replica["server"]: replica["id"] for replica in group["replicas"]}
    wanted = {"AvailabilityGroups": group["id"], "Replicas": ids["SALES2"]}

    assert scene.run(scene.first, "remove_replicas", **wanted).code == "CW1083"
    primary = {**wanted, "Replicas": ids["SALES1"]}
    scene.second.power_off()
    scene.world.clock.sleep(60)
    assert scene.run(scene.first, "remove_replicas", **primary).code == "CW1083"
    assert scene.run(scene.first, "remove_replicas", **{**wanted, "Replicas": "none"}).code == "CW3007"
    assert {each["server"] for each in scene.observe(scene.first)["sql"]["availabilityGroups"][0]["replicas"]} == {
        "SALES1", "SALES2",
    }  # fmt: skip

    answer = scene.run(scene.first, "remove_replicas", **wanted)

    assert (answer.code, answer.verdict["changed"]) == ("CW1081", True), answer
    assert {replica["server"] for replica in _replicas(answer.verdict)} == {"SALES1"}
    assert scene.run(scene.first, "remove_replicas", **wanted).code == "CW1082"


@pytest.mark.parametrize(
    ("failing", "told"), [((), "Its listeners (1) are ONLINE"), (("SALES2",), "sales-ag-lsn is not ONLINE")]
)
def test_a_failover_says_whether_clients_find_the_primary_by_its_listener(failing, told):
    scene = SalesScene(install=False, cluster=False)
    scene.cluster = sql_preset.build(scene.world, scene.hosts, groups=[GroupSpec(listener=True)])
    scene.cluster.groups["sales-ag"].listener.failing = frozenset(failing)
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids())
    assert answer.code == "CW2005" and told in answer.message, answer


def test_basic_groups_of_a_standard_edition_are_held_failed_over_and_get_their_modes_back():
    scene = SalesScene(install=False, cluster=False)
    groups = [
        GroupSpec(
            name=f"customer {number}", databases=(DatabaseSpec(name=f"db {number}", data_bytes=1 << 20),), basic=True
        )
        for number in range(3)
    ]
    standard = "Standard Edition (64-bit)"
    scene.cluster = sql_preset.build(scene.world, scene.hosts, groups=groups, edition=standard)
    ids = scene.group_ids()
    saved = ",".join(
        f"{group['id']}/{replica['id']}/1/0"
        for group in scene.observe(scene.first)["sql"]["availabilityGroups"]
        for replica in group["replicas"]
    )
    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=ids).code == "CW2001"
    assert scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=ids).code == "CW2005"
    assert scene.run(scene.first, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.first, "start_sql_server").code == "CW2009"
    scene.pass_time(60)
    assert scene.run(scene.second, "restore_replica_modes", Modes=saved).code == "CW2003"
    for group in scene.observe(scene.second)["sql"]["availabilityGroups"]:
        assert group["role"] == 1 and all(each["databases"]["synchronized"] == 1 for each in group["replicas"])
        assert {each["failoverMode"] for each in group["replicas"]} == {0}


def test_a_failover_cluster_instance_is_told_and_its_groups_are_left_alone():
    scene = SalesScene(install=False)
    assert scene.observe(scene.first)["sql"]["failoverClusterInstances"] == []
    scene.first.sql.clustered = True
    assert scene.observe(scene.first)["sql"]["failoverClusterInstances"] == ["SALES1"]
    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=scene.group_ids()).code == "CW2026"


def test_a_seeding_mode_is_put_back_where_it_was_saved():
    scene = SalesScene(install=False)
    modes = [f"{entry}/1" for entry in saved_modes(scene).split(",")]

    def seeding() -> set[int]:
        (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
        return {replica["seedingMode"] for replica in group["replicas"]}

    assert seeding() == {0}
    answer = scene.run(scene.first, "restore_replica_modes", Modes=",".join(modes))
    assert answer.code == "CW2003", answer
    assert seeding() == {1}
    assert scene.run(scene.first, "restore_replica_modes", Modes=",".join(modes)).code == "CW2004"
    assert scene.run(scene.first, "restore_replica_modes", Modes=saved_modes(scene)).code == "CW2004"


def with_audit(scene: SalesScene, *, locked_out: bool) -> SalesScene:
    """A second instance on SALES1, which comes first by name; NT AUTHORITY\\SYSTEM has no right in it, or no login."""
    server = sql_preset.add_instance(scene.cluster, scene.first, "AUDIT", grants="", tempdb_folder=r"S:\tempdb-AUDIT")
    server.logins.create(SYSTEM, frozenset({"CONNECT SQL"})).disabled = locked_out
    return scene


@pytest.mark.parametrize("locked_out", [True, False])
def test_an_instance_that_cannot_be_asked_does_not_keep_the_others_groups_from_being_changed(locked_out):
    """Modes that were saved have to come back, whatever somebody did to an instance that has none of them."""
    scene = with_audit(SalesScene(install=False), locked_out=locked_out)
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    answer = scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=group["id"])
    assert answer.code == "CW2001", answer
    unknown = group["id"][:-1] + ("0" if group["id"][-1] != "0" else "1")
    answer = scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=unknown)
    assert answer.code == ("CW2042" if locked_out else "CW2021"), answer


def test_only_the_named_replicas_lose_their_automatic_failover():
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    leaving = next(replica["id"] for replica in group["replicas"] if replica["server"] == "SALES1")
    answer = scene.run(
        scene.first, "hold_replica_modes", AvailabilityGroups=scene.group_ids(), Replicas=leaving.upper()
    )
    assert (answer.code, answer.verdict["changed"]) == ("CW2001", True)
    assert modes(scene) == {"SALES1": (1, 1), "SALES2": (1, 0)}


def test_a_replica_of_another_group_is_unknown_and_nothing_is_held():
    scene = SalesScene(install=False)
    stranger = "00000000-0000-4000-8000-000000000000"
    answer = scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=scene.group_ids(), Replicas=stranger)
    assert (answer.code, answer.exit_code) == ("CW2022", 11)
    assert modes(scene) == {"SALES1": (1, 0), "SALES2": (1, 0)}


def test_what_was_held_or_restored_is_seen_in_the_answer_itself():
    scene = SalesScene(install=False)
    saved = saved_modes(scene)
    held = scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=scene.group_ids())
    told = parse_sql(JsonReader.of(held.verdict["evidence"]["sql"]))
    seen = parse_sql(JsonReader.of(scene.observe(scene.first)["sql"]))
    ages = [group.log.backup_age_s for (group,) in (told.groups, seen.groups)]
    assert 0 < ages[0] < ages[1] < 60, "the age of the last log backup grows between the two looks"
    (group,) = told.groups
    assert seen.groups == (replace(group, log=replace(group.log, backup_age_s=ages[1])),)
    # Only an observation looks at the tempdb drive and at Agents' start modes, and judges the groups' policies.
    assert seen.tempdb_room_bytes > 0 and seen.tempdb_drive.foreign_files == 0
    assert seen.policies_not_met == () and seen.services[0].agent_start_mode == "Manual"
    of_observation = {"tempdb_room_bytes": None, "tempdb_drive": None, "policies_not_met": None}
    services = tuple(replace(each, agent_start_mode=None) for each in seen.services)
    assert told == replace(seen, groups=told.groups, services=services, **of_observation)
    assert {replica.failover_mode for replica in group.replicas} == {1}
    restored = scene.run(scene.first, "restore_replica_modes", Modes=saved)
    (group,) = parse_sql(JsonReader.of(restored.verdict["evidence"]["sql"])).groups
    assert {replica.failover_mode for replica in group.replicas} == {0}


def _replicas(verdict) -> list[dict[str, int]]:
    (group,) = verdict["evidence"]["sql"]["availabilityGroups"]
    return group["replicas"]


def test_modes_are_changed_on_the_primary_only():
    scene = SalesScene(install=False)
    answer = scene.run(scene.second, "hold_replica_modes", AvailabilityGroups=scene.group_ids())
    assert (answer.code, answer.exit_code) == ("CW2023", 10)


def test_fails_over_and_says_already_afterwards():
    scene = SalesScene(install=False)
    groups = scene.group_ids()
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=groups)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2005", 0, True)
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    assert (group["role"], group["operational"]) == (1, 2)
    again = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=groups)
    assert (again.code, again.outcome, again.verdict["changed"]) == ("CW2006", "already", False)


def test_an_unknown_group_is_refused():
    scene = SalesScene(install=False)
    unknown = "00000000-0000-4000-8000-000000000000"
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=unknown)
    assert (answer.code, answer.exit_code) == ("CW2022", 11)


def test_a_connection_that_breaks_after_the_failover_was_accepted_is_a_success():
    fault = Fault(point="sql.statement", kind=FaultKind.LOST, where={"statement": "FailOver"})
    scene = SalesScene(fault, install=False)
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids())
    assert scene.world.faults.injected
    assert answer.code == "CW2005", answer


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        ("41142", "CW2034", 10), ("41123", "CW2033", 20), ("41104", "CW2036", 40),
        ("15151", "CW2021", 11), ("777", "CW2037", 40),
    ],
)  # fmt: skip
def test_sql_servers_errors_are_told_apart(error, code, exit_code):
    fault = Fault(point="sql.statement", kind=FaultKind.FAIL, where={"statement": "FailOver"}, error=error)
    scene = SalesScene(fault, install=False)
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids())
    assert (answer.code, answer.exit_code) == (code, exit_code), answer
    assert error in answer.message
    assert answer.verdict["detail"]["sqlError"] == int(error)


def test_a_group_that_does_not_come_online_is_told_by_the_error_that_ends_the_failover():
    """41131 is only the message before it: severity 10."""
    fault = Fault(point="sql.statement", kind=FaultKind.FAIL, where={"statement": "FailOver"}, error="41131")
    scene = SalesScene(fault, install=False)
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids())
    assert (answer.code, answer.verdict["detail"]["sqlError"]) == ("CW2036", 41104), answer


def test_sql_server_is_not_stopped_on_a_primary():
    scene = SalesScene(install=False)
    answer = scene.run(scene.first, "stop_sql_server")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2027", 10, False)
    assert scene.observe(scene.first)["sql"]["instances"][0]["service"] == 4


def test_the_primary_of_a_whole_cluster_stops_only_as_the_last_replica():
    scene = SalesScene(install=False)
    whole = scene.online().replace("online", "whole-cluster")

    waits = scene.run(scene.first, "stop_sql_server", Consent=whole)
    assert (waits.code, waits.exit_code, waits.verdict["changed"]) == ("CW2055", 20, False)
    assert scene.run(scene.second, "stop_sql_server", Consent=whole).code == "CW2007"
    for consent in ("none", scene.online().replace("online", "outage"), whole.replace("/7/", "/8/")):
        assert scene.run(scene.first, "stop_sql_server", Consent=consent).code == "CW2027", consent
    late = scene.run(scene.first, "stop_sql_server", Consent=f"{whole.rpartition('/')[0]}/2020-01-01T00:00:00Z")
    assert late.code == "CW2027" and "the consent was good until 2020-01-01T00:00:00Z" in late.message
    assert scene.run(scene.first, "stop_sql_server", Consent=whole).code == "CW2007"
    assert not scene.cluster.lost_commits()


def test_an_asynchronous_replica_keeps_no_primary_of_a_whole_cluster_up():
    """One on a computer outside stays connected; it takes nothing over unless somebody forces it."""
    scene = SalesScene(install=False)
    whole = scene.online().replace("online", "whole-cluster")
    second = next(iter(scene.cluster.groups.values())).replicas["SALES2"]
    second.availability_mode, second.failover_mode = AvailabilityMode.ASYNCHRONOUS_COMMIT, FailoverMode.MANUAL

    assert scene.run(scene.first, "stop_sql_server", Consent="none").code == "CW2027"
    assert scene.run(scene.first, "stop_sql_server", Consent=whole).code == "CW2007"


def in_place(scene: SalesScene) -> str:
    """The consent for this very command; the other replica can't keep up, and the primary's modes are held."""
    (group,) = scene.cluster.groups.values()
    group.replicas["SALES1"].failover_mode = FailoverMode.MANUAL
    for database in group.databases.values():
        database.members["SALES2"].suspended = SuspendReason.USER
    group.refresh()
    return scene.online().replace("online", "evacuate-in-place")


def test_a_primary_that_nobody_can_relieve_stops_by_consent_and_by_nothing_else():
    scene = SalesScene(install=False)
    consent = in_place(scene)

    for given in ("none", scene.online().replace("online", "outage"), consent.replace("/7/", "/8/")):
        assert scene.run(scene.first, "stop_sql_server", Consent=given).code == "CW2027", given
    late = scene.run(scene.first, "stop_sql_server", Consent=f"{consent.rpartition('/')[0]}/2020-01-01T00:00:00Z")
    assert late.code == "CW2027" and "the consent was good until 2020-01-01T00:00:00Z" in late.message
    assert scene.run(scene.first, "stop_sql_server", Consent=consent).code == "CW2007"
    assert not scene.cluster.lost_commits()


def test_it_does_not_stop_while_its_group_could_fail_over_by_itself():
    scene = SalesScene(install=False)
    consent = in_place(scene)
    next(iter(scene.cluster.groups.values())).replicas["SALES1"].failover_mode = FailoverMode.AUTOMATIC

    answer = scene.run(scene.first, "stop_sql_server", Consent=consent)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2056", 20, False)
    assert "Automatic failover of sales-ag from this node isn't suspended" in answer.message


def test_nor_while_a_replica_is_ready_to_take_over():
    scene = SalesScene(install=False)
    consent = in_place(scene)
    (group,) = scene.cluster.groups.values()
    for database in group.databases.values():
        database.members["SALES2"].suspended = None
    group.refresh()
    scene.pass_time(120)

    answer = scene.run(scene.first, "stop_sql_server", Consent=consent)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2056", 20, False)
    assert "SALES2 can take over sales-ag" in answer.message
    assert scene.observe(scene.first)["sql"]["instances"][0]["service"] == 4


def test_on_a_node_that_leads_nothing_that_consent_says_nothing_of_databases_that_no_other_has():
    scene = SalesScene(install=False)
    consent = scene.online().replace("online", "evacuate-in-place")
    scene.second.sql.new_database("reports", data_bytes=1 << 30, folder=r"D:\Data")
    answer = scene.run(scene.second, "stop_sql_server", Consent=consent)
    assert answer.code == "CW2028", answer


def test_stops_and_starts_a_secondary():
    scene = SalesScene(install=False)
    answer = scene.run(scene.second, "stop_sql_server")
    assert (answer.code, answer.verdict["changed"]) == ("CW2007", True)
    assert answer.evidence["sql"]["instances"] == [
        {"name": "MSSQLSERVER", "service": 1, "agent": 1, "startMode": "Manual", "clustered": False}
    ]
    assert scene.run(scene.second, "stop_sql_server").code == "CW2008"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert scene.run(scene.second, "start_sql_server").code == "CW2010"
    scene.pass_time(60)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert [replica["databases"]["synchronized"] for replica in group["replicas"] if not replica["local"]] == [2]


def test_sql_server_is_not_started_without_its_tempdb_folder():
    scene = SalesScene(install=False)
    scene.run(scene.second, "stop_sql_server")
    for name in list(scene.second.files.list("S:\\tempdb")):
        scene.second.files.remove(f"S:\\tempdb\\{name}")
    scene.second.files.remove("S:\\tempdb")
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW2039", 10)
    assert scene.run(scene.second, "initialize_storage").code == "CW1010"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


def test_a_service_that_does_not_start_is_a_failure():
    scene = SalesScene(
        Fault(point="service.start", kind=FaultKind.FAIL, where={"service": "MSSQLSERVER"}), install=False
    )
    scene.run(scene.second, "stop_sql_server")
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW2032", "failed", 40)


def test_a_service_that_hangs_while_it_starts_is_a_failure_within_minutes():
    hang = Fault(point="service.start", kind=FaultKind.HANG, where={"service": "MSSQLSERVER"})
    scene = SalesScene(hang)
    scene.run(scene.second, "stop_sql_server")
    began = scene.world.clock.monotonic()
    answer = scene.run(scene.second, "start_sql_server")
    assert (answer.code, answer.exit_code) == ("CW2032", 40)
    assert "status 2" in answer.verdict["message"]
    assert scene.world.clock.monotonic() - began < 300


@pytest.mark.parametrize("stem", ["hold_replica_modes", "fail_over_availability_groups"])
def test_without_rights_nothing_is_done(stem):
    scene = SalesScene(install=False)
    groups = scene.group_ids()
    for host in scene.hosts:
        host.sql.logins.get("NT AUTHORITY\\SYSTEM").granted.discard("VIEW ANY DEFINITION")
    host = scene.first if stem == "hold_replica_modes" else scene.second
    answer = scene.run(host, stem, AvailabilityGroups=groups)
    assert (answer.code, answer.exit_code) == ("CW2021", 11)
    assert "VIEW ANY DEFINITION" in answer.message


def test_no_answer_of_these_scripts_ever_loses_data():
    scene = SalesScene(install=False)
    scene.make_secondary(scene.first)
    assert not any(facts.data_loss(host.storage) for host in scene.hosts)


def test_a_target_that_is_not_synchronous_is_refused_before_sql_server_is_asked():
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    second = next(replica for replica in group["replicas"] if not replica["local"])
    mode = f"{group['id']}/{second['id']}/0/1"
    assert scene.run(scene.first, "restore_replica_modes", Modes=mode).code == "CW2003"
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=group["id"])
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2024", 10, False)
    assert "availability_mode 0" in answer.message


def test_a_node_that_still_redoes_does_not_take_over():
    scene = SalesScene(install=False)
    ids = scene.group_ids()
    for group in scene.cluster.groups.values():
        for database in group.databases.values():
            database.log.copies["SALES2"].redone -= 51_000 * 90
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=ids)
    assert (answer.code, answer.exit_code) == ("CW2044", 10), answer
    assert "51000 KB/s" in answer.message or "102000 KB/s" in answer.message
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=ids, MaxRedoSeconds="120")
    assert answer.code in ("CW2005", "CW2035"), answer


def required(scene: SalesScene) -> int:
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    return int(group["requiredSynchronized"])


def test_the_number_of_required_secondaries_is_lowered_and_raised_only_as_far_as_there_are_any():
    scene = SalesScene(cluster=False, install=False)
    scene.cluster = sql_preset.build(scene.world, scene.hosts, groups=[GroupSpec(required_synchronized=1)])
    group, document = scene.group_ids(), "restore_replica_modes"

    def run(number: int, modes: str = "none") -> str:
        return scene.run(scene.first, document, Modes=modes, RequiredSynchronized=f"{group}/{number}").code

    assert run(1) == "CW2004"
    assert (run(0, saved_modes(scene)), required(scene)) == ("CW2003", 0)
    assert (run(1), required(scene)) == ("CW2003", 1)
    assert scene.run(scene.second, document, Modes="none", RequiredSynchronized=f"{group}/0").code == "CW2023"
    assert run(0) == "CW2003"
    scene.second.power_off()
    scene.world.clock.sleep(60)
    assert (run(1), required(scene)) == ("CW2077", 0)
    assert scene.run(scene.first, document, Modes="none").code == "CW3007"
