"""The steps of CacheWarden-BuildAvailabilityGroup on a pair without group: they end as wanted, refuse, and go on where
they were cut off."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sales_scene import Answer, SalesScene
from test_validate_availability_groups import validate

from infra.documents.acts import read_automations, read_commands
from infra.documents.builder import ROOT
from rehearsal.engines.tsql import SqlError
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset
from rehearsal.world.sql.groups.replica import AvailabilityMode, FailoverMode, SyncState
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.rights import run_script, shipped_build_rights

STEPS = [
    (command.given["BuildStep"], command.node == "InstanceId", command.given["Partner"])
    for command in read_automations(ROOT / "automation", read_commands(ROOT / "command"))[
        "build_availability_group"
    ].commands
]
"""What the document does: step, whether on the primary, and where the partner's facts come from."""
CHANGES = {
    "CreateEndpoint": ("SALES1", "SALES2"),
    "CreateLogin": ("SALES1", "SALES2"),
    "PermissionChange": ("SALES1", "SALES2"),
    "CreateAvailabilityGroup": ("SALES1",),
    "JoinGroup": ("SALES2",),
    "GrantCreateAnyDatabase": ("SALES2",),
    "AddGroupDatabase": ("SALES1",),
}
"""Statements that change something, and the nodes on which they are made."""
SMALL = (preset.DatabaseSpec(name="sales", data_bytes=4 << 30), preset.DatabaseSpec(name="orders", data_bytes=2 << 30))
Change = Callable[["Pair"], object]


class Pair:
    """Two nodes with SQL Server and a failover cluster, and databases on the first."""

    def __init__(
        self,
        *faults: Fault,
        edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
        databases: tuple[preset.DatabaseSpec, ...] = SMALL,
        rights: bool = True,
    ) -> None:
        self.scene = SalesScene(*faults, cluster=False, install=False, faults_enabled=False)
        scene = self.scene
        scene.cluster = preset.empty_pair(scene.world, scene.hosts, databases, edition=edition)
        if rights:
            for host in scene.hosts:
                run_script(host.sql, shipped_build_rights())
        self.first, self.second = scene.first.sql, scene.second.sql
        self.order = {
            "GroupName": "sales-ag",
            "GroupDatabases": ",".join(each.name for each in databases),
            "SecondaryMode": "synchronous",
        }

    def step(self, name: str, *, primary: bool, partner: str = "none", **order: str) -> Answer:
        """One command, as the document sends it."""
        host = self.scene.first if primary else self.scene.second
        given = {**self.order, **order, "BuildStep": name, "Partner": partner}
        environment = {f"SSM_{name}": value for name, value in given.items()}
        result = self.scene.run_raw(host, "build_availability_group", environment)
        lines = result.stdout.splitlines() or ["{}"]
        return Answer(
            verdict=json.loads(lines[-1]), exit_code=result.exit_code, stdout=result.stdout, stderr=result.stderr
        )

    def build(self, **order: str) -> Answer:
        """All steps in the document's order, until one isn't done."""
        facts: dict[str, str] = {"none": "none"}
        answer = None
        for (name, primary, source), words in zip(
            STEPS, ["JudgeSeeSecondary", "JudgeSeePrimary", *[""] * 9], strict=False
        ):
            answer = self.step(name, primary=primary, partner=facts[source], **order)
            assert answer.stderr == "", answer.stderr
            if answer.exit_code != 0:
                return answer
            if words:
                facts[f"{{{{ {words}.Partner }}}}"] = answer.verdict["detail"]["partner"]
        assert answer is not None
        return answer

    @property
    def group(self) -> Any:
        assert self.scene.cluster is not None
        return self.scene.cluster.groups["sales-ag"]

    def whole(self) -> bool:
        """Every database has a synchronized copy on both."""
        return all(
            self.group.sync_state(database, server) is SyncState.SYNCHRONIZED
            for database in self.group.databases.values()
            for server in ("SALES1", "SALES2")
        )

    def sql(self, text: str, server: Any = None) -> None:
        """A DBA does something."""

        def do() -> None:
            outputs = (server or self.first).connect("sa").execute(text)
            assert not [output for output in outputs if isinstance(output, SqlError)], outputs

        self.scene.play(do)


def test_an_empty_pair_gets_its_group_and_validation_finds_nothing_critical():
    pair = Pair()
    answer = pair.build()
    assert (answer.code, answer.exit_code) == ("CW2064", 0), answer.message
    assert pair.whole()
    assert {replica.endpoint_url for replica in pair.group.replicas.values()} == {
        "TCP://sales1.sales.example:5022", "TCP://sales2.sales.example:5022",
    }  # fmt: skip
    assert {replica.failover_mode for replica in pair.group.replicas.values()} == {FailoverMode.AUTOMATIC}
    assert pair.group.db_failover and not pair.group.basic
    for host in pair.scene.hosts:
        code, exit_code, policies = validate(pair.scene, host)
        assert (code, exit_code) == ("CW2016", 0)
        broken = {name for name, each in policies.items() if each["healthy"] is False}
        assert broken <= {"TrafficNetwork", "BackupCompression", "Tempdb"}, "of network and instance, not of the group"


def test_run_again_it_changes_nothing():
    pair = Pair()
    pair.build()
    made: list[str] = []
    pair.scene.world.faults.observers.append(
        lambda point, about: made.append(about["statement"]) if point == "sql.statement" else None
    )
    assert pair.build().code == "CW2064"
    assert made == ["GrantCreateAnyDatabase"], "whether that was granted can't be seen"
    assert len(pair.group.replicas) == 2 and pair.whole()


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize(("statement", "node"), [(each, node) for each, nodes in CHANGES.items() for node in nodes])
@pytest.mark.campaign(suite=6)
def test_killed_at_any_statement_the_next_run_ends_it(statement, node, after):
    fault = Fault(
        point="sql.statement", kind=FaultKind.KILL, where={"node": node, "statement": statement}, after=float(after)
    )
    pair = Pair(fault)
    pair.scene.world.faults.begin()
    assert pair.build().exit_code != 0
    assert pair.scene.world.faults.injected
    pair.scene.pass_time(60)
    assert pair.build().code == "CW2064"
    assert pair.whole()


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("kind", [FaultKind.LOST, FaultKind.HANG])
@pytest.mark.campaign(suite=5)
def test_a_statement_without_answer_is_looked_at_again(statement, kind):
    fault = Fault(point="sql.statement", kind=kind, where={"statement": statement}, seconds=400)
    pair = Pair(fault)
    pair.scene.world.faults.begin()
    answer = pair.build()
    assert answer.exit_code != 0 and answer.verdict["changed"] is True
    pair.scene.pass_time(600)
    assert pair.build().code == "CW2064"
    assert pair.whole()


def _set(server: str, name: str, value: object) -> Change:
    return lambda pair: setattr(getattr(pair, server), name, value)


def _of_database(name: str, value: object) -> Change:
    return lambda pair: setattr(pair.first.local("sales"), name, value)


def _endpoint(port: int, server: str = "second", state: str = "STARTED") -> Change:
    return lambda pair: pair.sql(
        f"CREATE ENDPOINT [mine] STATE = {state} AS TCP (LISTENER_PORT = {port}) FOR DATABASE_MIRRORING "
        "(ROLE = ALL, AUTHENTICATION = WINDOWS NEGOTIATE, ENCRYPTION = REQUIRED ALGORITHM AES)",
        getattr(pair, server),
    )


def _account(name: str) -> Change:
    def change(pair: Pair) -> None:
        pair.scene.second.services["MSSQLSERVER"].account = name

    return change


def _without_folder(pair: Pair) -> None:
    files = pair.scene.second.files
    for name in list(files.list("D:\\Data")):
        files.remove(f"D:\\Data\\{name}")
    files.remove("D:\\Data")


def _larger_than_the_drive(pair: Pair) -> None:
    database = pair.first.local("sales")
    data, log = database.files
    database.files = (replace(data, size_kb=9 << 30), log)


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        (_without_folder, "CW2065", r"the folder D:\Data"),
        (_larger_than_the_drive, "CW2065", "9219 GB of room at D:"),
        (_set("second", "hadr_enabled", False), "CW2065", "Always On"),
        (_set("first", "hadr_enabled", False), "CW2065", "Always On"),
        (_set("first", "clustered", True), "CW2065", "failover cluster instance"),
        (_set("second", "edition", "Express Edition (64-bit)"), "CW2065", "Express"),
        (_set("second", "edition", "Web Edition (64-bit)"), "CW2065", "Web"),
        (_set("second", "edition", "Standard Edition (64-bit)"), "CW2065", "the partner's edition"),
        (_set("second", "_major_version", 15), "CW2065", "there 15"),
        (_of_database("recovery_model", "SIMPLE"), "CW2065", "recovery model FULL"),
        (_of_database("encrypted", True), "CW2065", "no encryption"),
        (lambda pair: pair.first.backups.clear(), "CW2065", "a full backup"),
        (lambda pair: pair.order.update(GroupDatabases="nosuch"), "CW2065", "the database nosuch"),
        (lambda pair: pair.sql("CREATE DATABASE [sales]", pair.second), "CW2067", "sales"),
        (_endpoint(5023), "CW2067", "port is 5023, expected 5022"),
        (_endpoint(5023, "first"), "CW2067", "port is 5023, expected 5022"),
        (_endpoint(5022, state="STOPPED"), "CW2067", "state is 1, expected 0"),
        (_account("LocalSystem"), "CW2065", "LocalSystem"),
        (_account(r"NT AUTHORITY\NETWORK SERVICE"), "CW2065", "NETWORK SERVICE"),
    ],
)
def test_refused_before_the_first_change(change, code, told):
    pair = Pair()
    change(pair)
    endpoints = (pair.first.endpoint, pair.second.endpoint)
    answer = pair.build()
    assert (answer.code, answer.verdict["changed"]) == (code, False), answer.message
    assert told in answer.message
    assert (pair.first.endpoint, pair.second.endpoint) == endpoints
    assert pair.scene.cluster.groups == {}


@pytest.mark.parametrize(("version", "told"), [(13, {"D:\\Data"}), (14, {"data", "log"})])
def test_files_in_default_folders_go_into_the_partners_own_where_the_version_does_so(version, told):
    pair = Pair()
    pair.second._major_version = pair.first._major_version = version
    facts = pair.step("see-secondary", primary=False).verdict["detail"]["partner"]
    own = pair.step("see-primary", primary=True, partner=facts).verdict["detail"]["partner"]
    folders = dict(each.split("=") for each in own.split(";")[5].split("|"))
    assert set(folders) == told
    assert sum(map(int, folders.values())) == sum(pair.first.local(name).size_bytes for name in ("sales", "orders"))


def test_a_folder_whose_name_no_parameter_takes_is_said_not_to_be_looked_at():
    pair = Pair()
    database = pair.first.local("sales")
    data, log = database.files
    database.files = (replace(data, path="D:\\Dät\\sales.mdf"), log)
    facts = pair.step("see-secondary", primary=False).verdict["detail"]["partner"]
    answer = pair.step("see-primary", primary=True, partner=facts)
    assert answer.verdict["detail"]["partner"].endswith(";unknown")
    assert "can't be looked at" in answer.message
    assert pair.step("open-endpoint", primary=False, partner=answer.verdict["detail"]["partner"]).exit_code == 0


def test_a_run_that_was_cut_off_asks_for_no_room_again():
    pair = Pair()
    pair.build()
    _larger_than_the_drive(pair)
    assert pair.build().code == "CW2064"


def test_without_sysadmin_the_script_for_it_is_printed():
    pair = Pair(rights=False)
    answer = pair.build()
    assert (answer.code, answer.exit_code) == ("CW2066", 11)
    assert answer.stdout.startswith(shipped_build_rights().splitlines()[0])
    assert pair.second.logins.get(SYSTEM).is_sysadmin is False


def test_a_node_of_another_cluster_is_no_partner():
    pair = Pair()
    partner = pair.step("see-secondary", primary=False).verdict["detail"]["partner"]
    pair.scene.play(pair.scene.cluster.nodes["SALES2"].stop)
    answer = pair.step("see-primary", primary=True, partner=partner)
    assert answer.code == "CW2065" and "SALES2 as a node" in answer.message
    answer = pair.step("see-primary", primary=True, partner=partner.replace("SALES2", "SALES1", 1))
    assert answer.code == "CW2065" and "another node than itself" in answer.message


def test_standard_edition_gets_a_basic_group_of_one_database():
    pair = Pair(edition="Standard Edition (64-bit)")
    refused = pair.build()
    assert refused.code == "CW2065" and "several databases" in refused.message
    assert pair.build(GroupDatabases="sales").code == "CW2064"
    assert pair.group.basic and [each.name for each in pair.group.databases.values()] == ["sales"]


def test_an_asynchronous_secondary_fails_over_by_hand():
    pair = Pair()
    assert pair.build(SecondaryMode="asynchronous").code == "CW2064"
    replica = pair.group.replicas["SALES2"]
    assert replica.availability_mode is AvailabilityMode.ASYNCHRONOUS_COMMIT
    assert replica.failover_mode is FailoverMode.MANUAL
    refused = pair.build(SecondaryMode="synchronous")
    assert refused.code == "CW2067" and "availability_mode 0, expected 1" in refused.message


def test_a_group_that_somebody_made_otherwise_is_left_alone():
    pair = Pair()
    pair.build()
    pair.group.replicas["SALES2"].endpoint_url = "TCP://10.0.0.2:5022"
    answer = pair.build()
    assert answer.code == "CW2067" and "TCP://10.0.0.2:5022" in answer.message


def test_started_for_the_wrong_primary_it_is_refused():
    pair = Pair()
    pair.build()
    answer = pair.step("see-secondary", primary=True)
    assert answer.code == "CW2067" and "role 1, expected 2" in answer.message


@pytest.mark.parametrize(
    ("step", "primary"), [(name, primary) for name, primary, _ in STEPS if name != "see-secondary"]
)
def test_without_the_partners_facts_only_the_first_step_runs(step, primary):
    pair = Pair()
    pair.build()
    answer = pair.step(step, primary=primary)
    assert (answer.code, answer.exit_code) == ("CW3007", 11), answer.message
    assert f"The step {step} needs the parameter Partner." in answer.message and pair.whole()


def test_a_cluster_that_was_built_anew_is_told_with_the_way_out():
    fault = Fault(
        point="sql.statement", kind=FaultKind.FAIL, where={"statement": "CreateAvailabilityGroup"}, error="41105"
    )
    pair = Pair(fault)
    pair.scene.world.faults.begin()
    answer = pair.build()
    assert answer.code == "CW2071" and "41105" in answer.message
    assert pair.build().code == "CW2064"


def test_a_seeding_that_takes_longer_is_watched_by_the_next_run():
    pair = Pair(databases=(preset.DatabaseSpec(name="sales"),))
    answer = pair.build()
    assert (answer.code, answer.exit_code) == ("CW2069", 20)
    assert "0 of 1 databases" in answer.message and " of 199 GB" in answer.message
    pair.scene.pass_time(2 * 3600)
    assert pair.build().code == "CW2064"


def test_a_secondary_that_does_not_connect_is_told():
    pair = Pair()
    pair.second.endpoint_guarded = True
    facts = pair.step("see-secondary", primary=False).verdict["detail"]["partner"]
    own = pair.step("see-primary", primary=True, partner=facts).verdict["detail"]["partner"]
    pair.step("open-endpoint", primary=False, partner=own)
    pair.step("open-endpoint", primary=True, partner=facts)
    pair.step("create-group", primary=True, partner=facts)
    pair.step("add-databases", primary=True, partner=facts)
    answer = pair.step("watch-seeding", primary=True, partner=facts)
    assert answer.code == "CW2068"


def test_a_seeding_that_failed_is_told():
    fault = Fault(point="sql.seeding", kind=FaultKind.FAIL, where={"database": "sales"}, after=0.5, count=99)
    pair = Pair(fault)
    pair.scene.world.faults.begin()
    answer = pair.build()
    assert answer.code == "CW2070" and "sales" in answer.message
    pair.scene.world.faults.enabled = False
    assert pair.build().code == "CW2064"
    assert pair.whole()


def test_a_further_node_becomes_a_replica_of_the_group_that_is_there():
    pair = Pair()
    pair.build()
    pair.sql("ALTER AVAILABILITY GROUP [sales-ag] REMOVE REPLICA ON N'SALES2'")
    refused = pair.build()
    assert refused.code == "CW2067" and "aren't the group's: orders, sales" in refused.message
    pair.sql("DROP DATABASE [sales], [orders]", pair.second)
    assert pair.build().code == "CW2064"
    assert list(pair.group.replicas) == ["SALES1", "SALES2"] and pair.whole()


def test_no_more_synchronous_replicas_than_the_version_allows():
    pair = Pair()
    pair.build()
    pair.sql("ALTER AVAILABILITY GROUP [sales-ag] REMOVE REPLICA ON N'SALES2'")
    pair.sql("DROP DATABASE [sales], [orders]", pair.second)
    for number in range(3, 7):
        pair.sql(
            f"ALTER AVAILABILITY GROUP [sales-ag] ADD REPLICA ON N'SALES{number}' WITH ("
            "ENDPOINT_URL = N'TCP://s:5022', AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, "
            "FAILOVER_MODE = MANUAL, SEEDING_MODE = AUTOMATIC)"
        )
    refused = pair.build()
    assert refused.code == "CW2065" and "5 synchronous replicas, and this version allows 5" in refused.message
    assert pair.build(SecondaryMode="asynchronous").code == "CW2064"
