"""What docs/build-availability-group.md says takes an encrypted database into a group that was built without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.databases.database import DatabaseState
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import answers_of, commands, in_sql
from tests.scenarios.steps_of_people import document

PAGE = "build-availability-group.md"
ORDER = {"SecondaryInstanceId": "SALES2", "GroupName": "sales-ag"}


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """SALES1 has `sales`, which is encrypted, and `orders`; SALES2 has neither master key nor certificate."""
    with attacked(synthesized, story="group-built") as cluster:
        cluster.cluster.hosts["SALES1"].sql.databases["sales"].encrypted = True
        other = cluster.cluster.hosts["SALES2"].sql
        other.has_master_key = other.has_tde_certificate = other.tde_private_key = False
        for node in ("SALES1", "SALES2"):
            cluster.cluster.hosts[node].sql.logins.create("DBA", roles=frozenset({"sysadmin"}))
        yield cluster


def built(scene: Attacked, databases: str) -> tuple[str, str]:
    execution = document(scene, "BuildAvailabilityGroup", "SALES1", **ORDER, GroupDatabases=databases)
    return execution.status.value, str(execution.run.message)


def run(scene: Attacked, node: str, place: str) -> None:
    for text in commands(PAGE, f"encrypted: on the {place}"):
        in_sql(scene, node, text, login="DBA")


def refused(number: str) -> AbstractContextManager[object]:
    """SQL Server's error, as `in_sql` fails with it."""
    return pytest.raises(AssertionError, match=f"Msg {number},")


def copy_state(scene: Attacked) -> DatabaseState | None:
    copy = scene.cluster.hosts["SALES2"].sql.local("sales")
    return copy and copy.state


def test_the_certificate_goes_first_then_the_database_is_seeded_and_a_stop_can_follow(scene):
    status, why = built(scene, "sales,orders")
    assert status == "Failed" and "CW2065" in why and "no encryption" in why
    assert built(scene, "orders")[0] == "Success"

    (look,) = commands(PAGE, "encrypted: on the primary, look")
    (certificates,) = answers_of(scene, scene.cluster.hosts["SALES1"].sql, look, login="DBA")
    assert certificates.rows == [("TdeCertificate",)]
    run(scene, "SALES1", "primary")
    run(scene, "SALES2", "secondary")
    run(scene, "SALES1", "primary, at the end")
    scene.run_until(lambda: copy_state(scene) is DatabaseState.ONLINE and scene.cluster.synchronized())

    for kind in (StepKind.STOP, StepKind.START):
        scene.perform(kind, "SALES1")
        scene.settle()
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")], scene.messages[-1]
    assert scene.cluster.synchronized() and not scene.watch.violations


def test_without_the_certificate_seeding_fails_and_without_a_master_key_it_is_not_taken(scene):
    assert built(scene, "orders")[0] == "Success"
    run(scene, "SALES1", "primary")
    with refused("15581"):
        in_sql(scene, "SALES2", list(commands(PAGE, "encrypted: on the secondary"))[1], login="DBA")
    run(scene, "SALES1", "primary, at the end")
    scene.sleep(300)
    assert copy_state(scene) is None


def test_a_wrong_password_a_missing_file_and_a_second_master_key_are_refused(scene):
    run(scene, "SALES1", "primary")
    with refused("15240"):
        run(scene, "SALES1", "primary")
    key, certificate = commands(PAGE, "encrypted: on the secondary")
    in_sql(scene, "SALES2", key, login="DBA")
    with refused("15578"):
        in_sql(scene, "SALES2", key, login="DBA")
    with refused("15465"):
        in_sql(scene, "SALES2", certificate.replace("password of the file", "another"), login="DBA")
    with refused("15208"):
        in_sql(scene, "SALES2", certificate.replace("sales.pvk", "orders.pvk"), login="DBA")
    in_sql(scene, "SALES2", certificate, login="DBA")
    with refused("15232"):
        in_sql(scene, "SALES2", certificate, login="DBA")
