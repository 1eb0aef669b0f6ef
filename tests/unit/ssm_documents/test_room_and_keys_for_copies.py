"""Nothing is dropped whose copy from the primary would find no room on the node, or could not be opened there."""

from __future__ import annotations

import re

import pytest
from sales_scene import SalesScene

from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.storage.disks import letters


@pytest.fixture
def rebuilt() -> SalesScene:
    """SALES2's drive is built anew, its databases wait for their files."""
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.run(scene.second, "rebuild_storage").exit_code == 0
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    return scene


def lost(scene: SalesScene) -> str:
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    return ",".join(f"{group['id']}/{item['id']}" for item in group["replicas"][0]["worst"])


def encrypted(scene: SalesScene, *, by_key: bool = False) -> None:
    """`sales` is encrypted on the primary; both nodes have what it is encrypted by."""
    for host in scene.hosts:
        host.sql.databases["sales"].encrypted = True
        host.sql.tde_by_asymmetric_key = by_key


def nothing_dropped(scene: SalesScene) -> bool:
    here = [scene.second.sql.local(name) for name in ("sales", "orders")]
    return all(copy is not None and copy.state is DatabaseState.RECOVERY_PENDING for copy in here)


@pytest.mark.parametrize("by_key", [False, True])
def test_an_encrypted_database_without_its_certificate_or_key_here_keeps_all_from_being_dropped(rebuilt, by_key):
    encrypted(rebuilt, by_key=by_key)
    rebuilt.second.sql.has_tde_certificate = False

    answer = rebuilt.reseed(lost(rebuilt))

    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2073", 11, False), answer
    assert "sales is encrypted with 0x000102" in answer.message and nothing_dropped(rebuilt)
    rebuilt.second.sql.has_tde_certificate = True
    assert rebuilt.reseed(lost(rebuilt)).code == "CW2011"


@pytest.mark.parametrize("by_key", [False, True])
def test_an_encrypted_database_is_seeded_where_its_certificate_or_key_is(rebuilt, by_key):
    encrypted(rebuilt, by_key=by_key)
    databases = lost(rebuilt)

    assert rebuilt.reseed(databases).code == "CW2011"
    rebuilt.run(rebuilt.first, "seed_databases", SeedStep="seed", Databases=databases, Restart="no")
    rebuilt.pass_time(4 * 3600)
    (group,) = rebuilt.observe(rebuilt.first)["sql"]["availabilityGroups"]
    assert [item["databases"]["synchronized"] for item in group["replicas"]] == [2, 2]


def test_a_certificate_without_its_private_key_opens_nothing(rebuilt):
    """Whoever imported the public part alone has a row of the same thumbprint."""
    encrypted(rebuilt)
    rebuilt.second.sql.tde_private_key = False

    assert rebuilt.reseed(lost(rebuilt)).code == "CW2073" and nothing_dropped(rebuilt)


def test_a_drive_without_room_for_the_primarys_files_keeps_all_from_being_dropped(rebuilt):
    databases = lost(rebuilt)
    taken = letters.volume_at(rebuilt.second.storage, "D").free_bytes - 280 * 2**30
    rebuilt.second.files.claim("D:\\backup.bak", taken)  # room for the files as they were made; their logs have grown

    answer = rebuilt.reseed(databases)

    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2074", 11, False), answer
    needed, free = map(int, re.findall(r"\d{9,}", answer.message))
    assert free == 280 * 2**30 < needed < 282 * 2**30 and nothing_dropped(rebuilt)
    rebuilt.second.files.remove("D:\\backup.bak")
    rebuilt.second.files.claim("D:\\backup.bak", taken - 2 * 2**30)
    assert rebuilt.reseed(databases).code == "CW2011"


def test_a_database_that_the_primary_does_not_have_online_is_not_dropped(rebuilt):
    databases = lost(rebuilt)
    rebuilt.first.sql.local("sales").state = DatabaseState.SUSPECT

    assert rebuilt.reseed(databases).code == "CW2043" and nothing_dropped(rebuilt)


def test_without_the_primarys_answer_nothing_is_dropped(rebuilt):
    answer = rebuilt.run(rebuilt.second, "reseed_databases", Databases=lost(rebuilt), Copies="none")

    assert answer.code == "CW3007" and nothing_dropped(rebuilt)


def test_the_look_changes_nothing_and_may_be_repeated_under_the_token_of_the_seeding(rebuilt):
    databases = lost(rebuilt)
    rebuilt.action = 0
    first = rebuilt.run(rebuilt.first, "seed_databases", SeedStep="look", Databases=databases, Restart="no")
    rebuilt.action = 0
    seeded = rebuilt.run(rebuilt.first, "seed_databases", SeedStep="seed", Databases=databases, Restart="no")

    assert (first.code, first.verdict["changed"]) == ("CW2072", False)
    assert seeded.code in ("CW2013", "CW2014") and "repeated" not in str(seeded.verdict["detail"])
