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


def left(scene: SalesScene) -> set[str]:
    """Databases whose copy was not dropped."""
    here = {name: scene.second.sql.local(name) for name in ("sales", "orders")}
    return {name for name, copy in here.items() if copy and copy.state is DatabaseState.RECOVERY_PENDING}


def only(scene: SalesScene, name: str) -> str:
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    worst = group["replicas"][0]["worst"]
    return ",".join(f"{group['id']}/{item['id']}" for item in worst if item["name"] == name)


@pytest.mark.parametrize("by_key", [False, True])
def test_an_encrypted_database_without_its_certificate_or_key_here_is_not_dropped(rebuilt, by_key):
    encrypted(rebuilt, by_key=by_key)
    rebuilt.second.sql.has_tde_certificate = False

    answer = rebuilt.reseed(lost(rebuilt))

    assert (answer.code, answer.verdict["changed"]) == ("CW2011", True) and "1 can't be copied" in answer.message, (
        answer
    )
    assert left(rebuilt) == {"sales"}, "the other database comes back meanwhile"
    again = rebuilt.reseed(only(rebuilt, "sales"))
    assert (again.code, again.exit_code, again.verdict["changed"]) == ("CW2073", 11, False), again
    assert "sales is encrypted with 0x000102" in again.message and left(rebuilt) == {"sales"}
    rebuilt.second.sql.has_tde_certificate = True
    assert rebuilt.reseed(only(rebuilt, "sales")).code == "CW2011"


@pytest.mark.parametrize("by_key", [False, True])
@pytest.mark.campaign(suite=1)
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

    assert rebuilt.reseed(only(rebuilt, "sales")).code == "CW2073" and left(rebuilt) == {"sales", "orders"}


def test_a_database_without_room_for_the_primarys_files_is_not_dropped(rebuilt):
    databases = lost(rebuilt)
    taken = letters.volume_at(rebuilt.second.storage, "D").free_bytes - 280 * 2**30
    rebuilt.second.files.claim("D:\\backup.bak", taken)  # room for the files as they were made; their logs have grown

    answer = rebuilt.reseed(databases)

    assert answer.code == "CW2011" and "1 can't be copied" in answer.message, answer
    (name,) = left(rebuilt)
    again = rebuilt.reseed(only(rebuilt, name))
    assert again.code in ("CW2011", "CW2074")  # what is being seeded has its room, too
    rebuilt.second.files.remove("D:\\backup.bak")
    assert rebuilt.reseed(only(rebuilt, name) or databases).code in ("CW2011", "CW2012")
    assert left(rebuilt) == set()


def test_where_no_copy_has_room_nothing_is_dropped_and_both_sizes_are_told(rebuilt):
    taken = letters.volume_at(rebuilt.second.storage, "D").free_bytes - 2**30
    rebuilt.second.files.claim("D:\\backup.bak", taken)

    answer = rebuilt.reseed(lost(rebuilt))

    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2074", 11, False), answer
    needed, free = map(int, re.findall(r"\d{9,}", answer.message))
    assert free == 2**30 < needed and left(rebuilt) == {"sales", "orders"}


def test_a_database_that_the_primary_does_not_have_online_is_not_dropped(rebuilt):
    databases = lost(rebuilt)
    rebuilt.first.sql.local("sales").state = DatabaseState.SUSPECT

    assert rebuilt.reseed(only(rebuilt, "sales")).code == "CW2043" and left(rebuilt) == {"sales", "orders"}
    assert rebuilt.reseed(databases).code == "CW2011" and left(rebuilt) == {"sales"}


def test_without_the_primarys_answer_nothing_is_dropped(rebuilt):
    answer = rebuilt.run(rebuilt.second, "reseed_databases", Databases=lost(rebuilt), Copies="none")

    assert answer.code == "CW3007" and left(rebuilt) == {"sales", "orders"}


def test_the_look_changes_nothing_and_may_be_repeated_under_the_token_of_the_seeding(rebuilt):
    databases = lost(rebuilt)
    rebuilt.action = 0
    first = rebuilt.run(rebuilt.first, "seed_databases", SeedStep="look", Databases=databases, Restart="no")
    rebuilt.action = 0
    seeded = rebuilt.run(rebuilt.first, "seed_databases", SeedStep="seed", Databases=databases, Restart="no")

    assert (first.code, first.verdict["changed"]) == ("CW2072", False)
    assert seeded.code in ("CW2013", "CW2014") and "repeated" not in str(seeded.verdict["detail"])
