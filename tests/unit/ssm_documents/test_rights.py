"""What scripts may do in SQL Server is what the shipped script grants: each of its lines is needed."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any

import pytest
from sales_scene import SalesScene

from rehearsal.engines.tsql import SqlError
from rehearsal.world.sql import preset
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.preset import GroupSpec
from rehearsal.world.sql.rights import GRANTS, batches, run_script, shipped_grants

STATEMENT = re.compile(r"^(?!    )\S.*?;\n", re.MULTILINE | re.DOTALL)
RIGHT_TO_ALTER = "ALTER ANY AVAILABILITY GROUP"
PROCEDURE = "dbo.CacheWardenDropLostDatabase"


def _bare(text: str) -> str:
    return re.sub(r"--[^\n]*\n", "", text)


RIGHTS = [
    statement
    for batch in batches(shipped_grants())
    if "PROCEDURE" not in batch
    for statement in STATEMENT.findall(_bare(batch))
]


def _scene(script: str, *, stripped: bool) -> SalesScene:
    """`stripped`: the login is there already, and may nothing."""
    before = f"USE master;\nCREATE LOGIN [{SYSTEM}] FROM WINDOWS;\nREVOKE CONNECT SQL FROM [{SYSTEM}];\nGO\n"
    return SalesScene(grants=(before if stripped else "") + script)


def _everything(script: str, *, stripped: bool) -> None:
    """A node loses its cache, is rebuilt and reseeded, and takes the group over; the script is run twice."""
    scene = _scene(script, stripped=stripped)
    for host in scene.hosts:
        run_script(host.sql, script)
        assert all(one.password is None for one in host.sql.modules.certificates.values())
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").exit_code == 0
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    databases = lost(scene)
    assert scene.reseed(databases).code == "CW2011"
    assert scene.run(scene.first, "seed_databases", SeedStep="seed", Databases=databases, Restart="no").exit_code == 0
    scene.pass_time(4 * 3600)
    assert scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids()).exit_code == 0


def lost(scene: SalesScene) -> str:
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    return ",".join(f"{group['id']}/{item['id']}" for item in group["replicas"][0]["worst"])


def test_there_are_statements():
    assert len(RIGHTS) >= 14


@pytest.mark.parametrize("stripped", [False, True])
def test_the_script_is_enough(stripped):
    _everything(shipped_grants(), stripped=stripped)


@pytest.mark.parametrize("statement", RIGHTS)
@pytest.mark.campaign(suite=5)
def test_each_line_is_needed(statement):
    script = _bare(shipped_grants())
    assert statement in script
    without = script.replace(statement, "", 1)
    worked = [_works(without, stripped=stripped) for stripped in (False, True)]
    assert not all(worked), statement


def _works(script: str, *, stripped: bool) -> bool:
    try:
        _everything(script, stripped=stripped)
    except Exception:
        return False
    return True


# --- what is missing is found before anything is destroyed ---


@pytest.mark.parametrize(
    "right",
    ["GRANT ALTER ANY DATABASE TO CacheWardenReseed;", "GRANT EXECUTE ON", "GRANT ALTER ANY AVAILABILITY GROUP"],
)
def test_without_the_rights_to_reseed_nothing_is_rebuilt(right):
    without = re.sub(rf"^{right}.*\n", "", shipped_grants(), flags=re.MULTILINE)
    scene = SalesScene(grants=without)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    pools = set(scene.second.storage.pools)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW2021", 11), answer
    assert pools <= set(scene.second.storage.pools)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_procedure_that_somebody_altered_has_lost_its_right():
    scene = SalesScene(install=False)
    assert scene.observe(scene.second)["sql"]["permissions"]["removeLostDatabases"] is True
    altered = f"CREATE OR ALTER PROCEDURE {PROCEDURE} @group_database_id uniqueidentifier AS PRINT 'x';"
    run_script(scene.second.sql, f"USE master;\nGO\n{altered}")
    assert scene.observe(scene.second)["sql"]["permissions"]["removeLostDatabases"] is False


OLDER_GRANTS = shipped_grants().replace(", @revision int = 2;", ";")
"""The script of a version before the procedure had a revision: all rights are there."""


def test_a_procedure_of_an_older_version_is_seen_and_takes_no_right():
    assert shipped_grants() != OLDER_GRANTS
    scene = SalesScene(install=False, grants=OLDER_GRANTS)
    sql = scene.observe(scene.second)["sql"]
    assert sql["permissions"]["removeLostDatabases"] is True
    assert [each["procedureCurrent"] for each in sql["instances"]] == [False]


@pytest.mark.parametrize(
    "script",
    [shipped_grants().replace("GRANT VIEW ANY DEFINITION", "--"), shipped_grants().partition("-- To reseed:")[0]],
    ids=["text not seen", "no procedure"],
)
def test_a_procedure_that_is_not_seen_is_not_taken_for_an_older_one(script):
    assert script != shipped_grants()
    scene = SalesScene(install=False, grants=script)
    assert [each["procedureCurrent"] for each in scene.observe(scene.second)["sql"]["instances"]] == [None]
    last = _grant_rights(scene).stdout.splitlines()[-1]
    assert '"CW2021"' in last and "older version" not in last


def test_the_procedure_s_text_is_to_be_seen_with_the_right_to_definitions_alone():
    query = f"SELECT OBJECT_DEFINITION(OBJECT_ID(N'{PROCEDURE}')) AS text, OBJECT_DEFINITION(7) AS nothing"
    for script, seen in ((shipped_grants(), True), (shipped_grants().replace("GRANT VIEW ANY", "--"), False)):
        scene = SalesScene(install=False, grants=script)
        ((text, nothing),) = scene.sql_rows(scene.second, query)
        assert (text is not None and "SET HADR OFF" in text) is seen and nothing is None


def test_the_document_asks_for_the_script_to_be_run_again_where_the_procedure_is_older():
    result = _grant_rights(SalesScene(install=False, grants=OLDER_GRANTS))
    last = result.stdout.splitlines()[-1]
    assert result.exit_code == 11 and '"CW2076"' in last and "MSSQLSERVER" in last
    assert "lacks rights" not in last and "CREATE OR ALTER PROCEDURE" in result.stdout
    result = _grant_rights(SalesScene(install=False, grants=OLDER_GRANTS.replace("GRANT ALTER ANY AVAIL", "-- AVAIL")))
    last = json.loads(result.stdout.splitlines()[-1])
    assert (result.exit_code, last["code"], last["detail"]) == (11, "CW2021", {"MSSQLSERVER": RIGHT_TO_ALTER})
    assert f"{RIGHT_TO_ALTER}; besides, dbo.CacheWardenDropLostDatabase is of an older version" in last["message"]


REVISIONS = {1: "c99838cf841c25c8", 2: "54279a1c3cf33347"}
"""The procedure's revisions with the hash of their statements. Entries are only added: nodes have procedures of former
ones, so a hash that is replaced leaves them unseen. The text of revision 1 (and before it) names no number."""


def test_a_changed_procedure_has_another_revision_so_that_nodes_are_told_to_run_the_script_again():
    (procedure,) = [batch for batch in batches(shipped_grants()) if "CREATE OR ALTER PROCEDURE" in batch]
    statements = " ".join(_bare(procedure).split())
    (revision,) = re.findall(r"@revision int = ([0-9]+);", statements)
    assert list(REVISIONS) == list(range(1, len(REVISIONS) + 1)) and len({*REVISIONS.values()}) == len(REVISIONS)
    assert (int(revision), sha256(statements.encode()).hexdigest()[:16]) == max(REVISIONS.items())
    query = (GRANTS.parents[1] / "observe" / "observe_server.sql").read_text("ascii")
    assert f"LIKE N'%revision int = {revision};%'" in query


def test_observe_says_which_rights_there_are():
    scene = SalesScene(install=False, grants=shipped_grants().replace("GRANT ALTER ANY AVAILABILITY GROUP", "--"))
    assert scene.observe(scene.second)["sql"]["permissions"] == {
        "viewServerState": True, "viewAnyDefinition": True, "alterAnyAvailabilityGroup": False,
        "removeLostDatabases": True,
    }  # fmt: skip


# --- the document that a person runs ---


def _grant_rights(scene: SalesScene) -> Any:
    return scene.run_raw(scene.second, "grant_rights", {})


def test_the_document_prints_the_script_and_finds_nothing_missing():
    result = _grant_rights(SalesScene(install=False))
    assert result.exit_code == 0 and '"CW2015"' in result.stdout.splitlines()[-1]
    printed = result.stdout.rpartition('{"v":1')[0]
    assert [_bare(batch).split() for batch in batches(printed)] == [
        _bare(batch).split() for batch in batches(shipped_grants())
    ]
    assert len(result.stdout) < 20_000


def test_where_no_sql_server_runs_nobody_is_said_to_have_all_rights():
    scene = SalesScene(install=False)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    result = _grant_rights(scene)
    assert result.exit_code == 10 and '"CW2020"' in result.stdout.splitlines()[-1]


def test_the_document_names_what_is_missing():
    scene = SalesScene(install=False, grants=shipped_grants().replace("GRANT EXECUTE", "--"))
    result = _grant_rights(scene)
    assert result.exit_code == 11
    last = result.stdout.splitlines()[-1]
    assert '"CW2021"' in last and "EXECUTE on the signed" in last and "GRANT EXECUTE" in result.stdout


def test_the_document_tells_of_a_login_that_may_not_connect():
    result = _grant_rights(_scene(shipped_grants().replace("GRANT CONNECT SQL", "--"), stripped=True))
    assert result.exit_code == 11 and "18456" in result.stdout.splitlines()[-1]


# --- what the signed procedure refuses, whoever calls it ---


def _call(scene: SalesScene, database: str, login: str = SYSTEM) -> int | None:
    """The number of the error it ends with; None when it removed the database."""

    def ask() -> int | None:
        session = scene.second.sql.connect(login)
        text = f"EXECUTE {PROCEDURE} @group_database_id = N'{database}';"
        errors = [output.number for output in session.execute(text) if isinstance(output, SqlError)]
        return errors[0] if errors else None

    return scene.play(ask)


@pytest.fixture
def with_lost_files() -> tuple[SalesScene, str]:
    """SALES2's databases have no files; their folder is there. The id is that of `orders`."""
    scene = SalesScene()
    return scene, _lose_files(scene)["orders"]


def _lose_files(scene: SalesScene) -> dict[str, str]:
    """The ids of the databases by name."""
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").exit_code == 0
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    scene.second.files.make_directories("D:\\Data")
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    return {item["name"]: item["id"] for item in group["replicas"][0]["worst"]}


def test_a_lost_database_is_removed(with_lost_files):
    scene, orders = with_lost_files
    assert _call(scene, orders) is None
    assert scene.second.sql.local("orders") is None and scene.second.sql.local("sales") is not None


def test_the_system_databases_of_a_contained_group_are_a_persons():
    scene = SalesScene(cluster=False)
    scene.cluster = preset.build(scene.world, scene.hosts, groups=[GroupSpec(contained=True)])
    ids = _lose_files(scene)
    assert scene.observe(scene.second)["sql"]["availabilityGroups"][0]["contained"] is True
    for name in ("sales-ag_master", "sales-ag_msdb"):
        assert _call(scene, ids[name]) == 52043
        assert scene.second.sql.local(name) is not None
    assert _call(scene, ids["orders"]) is None


def test_a_database_whose_file_is_there_is_not_removed(with_lost_files):
    scene, orders = with_lost_files
    scene.second.files.write_bytes(scene.second.sql.local("orders").files[1].path, b"x")
    assert _call(scene, orders) == 52043
    assert scene.second.sql.local("orders") is not None


def test_a_folder_that_is_not_to_be_seen_proves_nothing(with_lost_files):
    """The drive may just not be mounted, or the service has no right in the folder."""
    scene, orders = with_lost_files
    scene.second.files.remove("D:\\Data")
    assert _call(scene, orders) == 52043


def test_an_online_database_and_an_unknown_one_are_not_removed():
    scene = SalesScene(install=False)
    ids = {row[1]: row[0] for row in scene.sql_rows(
        scene.second, "SELECT group_database_id, database_name FROM sys.availability_databases_cluster")}  # fmt: skip
    assert _call(scene, ids["orders"]) == 52043
    assert _call(scene, "00000000-0000-4000-8000-000000000000") == 52043


def test_a_secondary_without_its_primary_keeps_what_it_has(with_lost_files):
    scene, orders = with_lost_files
    scene.play(lambda: scene.first.power_off())
    scene.pass_time(60)
    assert _call(scene, orders) == 52043


def test_nobody_else_may_call_it(with_lost_files):
    scene, orders = with_lost_files
    scene.second.sql.logins.create("SALES\\reader", frozenset({"VIEW SERVER STATE", "VIEW ANY DEFINITION"}))
    assert _call(scene, orders, "SALES\\reader") == 229


def test_the_caller_itself_gets_no_right_to_drop(with_lost_files):
    scene, _ = with_lost_files

    def drop() -> list[int]:
        session = scene.second.sql.connect(SYSTEM)
        return [output.number for output in session.execute("DROP DATABASE orders;") if isinstance(output, SqlError)]

    assert scene.play(drop) == [3701]
