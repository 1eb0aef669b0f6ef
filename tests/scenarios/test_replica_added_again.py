"""What docs/add-replica-again.md says brings a node back whose lost databases can't leave their Availability Group."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.settings import SqlSettings
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import commands, in_sql, with_ids

PAGE = "add-replica-again.md"
SNOOZE = "cachewarden:snooze-until"
UNRELEASED = Settings([SqlSettings(hadr_off_allowed_when_recovery_pending=False)])


def by_the_page(scene: Attacked, place: str, node: str, **names: str) -> None:
    for text in commands(PAGE, place):
        in_sql(scene, node, with_ids(text, names))


def removed(scene: Attacked) -> None:
    by_the_page(scene, "note on SALES1", "SALES1")
    by_the_page(scene, "on SALES1", "SALES1")


def added(scene: Attacked) -> None:
    by_the_page(scene, "add on SALES1", "SALES1")
    by_the_page(scene, "join on SALES2", "SALES2")


def into_service(scene: Attacked) -> None:
    scene.run_until(scene.cluster.synchronized)
    by_the_page(scene, "at the end, on SALES1", "SALES1")
    del scene.cluster.instances["SALES2"].tags[SNOOZE]
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StartInstance")
    document = list(scene.cluster.account.automations.executions.values())[-1]
    scene.settle()
    assert document.status.value == "Success", scene.messages[-1]
    assert scene.whole("SALES2") and scene.cluster.synchronized() and not scene.cluster.changed_modes()
    assert not scene.watch.violations


def states(scene: Attacked) -> dict[str, DatabaseState | None]:
    copies = {name: scene.cluster.hosts["SALES2"].sql.local(name) for name in ("sales", "orders")}
    return {name: copy and copy.state for name, copy in copies.items()}


@pytest.mark.campaign
def test_databases_that_cannot_leave_their_group_come_back_with_their_replica(synthesized):
    with attacked(synthesized, settings=UNRELEASED) as scene:
        scene.perform(StepKind.SHUT_DOWN, "SALES2")
        scene.settle()
        scene.perform(StepKind.START, "SALES2")
        scene.settle()
        assert scene.outcomes[-1] == ("InService", "Attention") and "CW2075" in scene.messages[-1]
        assert "35242" in scene.messages[-1] and PAGE in scene.messages[-1]
        assert set(states(scene).values()) == {DatabaseState.RECOVERY_PENDING}

        scene.cluster.instances["SALES2"].tags[SNOOZE] = "2026-02-05T00:00:00Z"
        removed(scene)
        for lost in ("sales", "orders"):
            by_the_page(scene, "on SALES2, for each lost database", "SALES2", **{"[sales]": f"[{lost}]"})
        added(scene)
        into_service(scene)


def test_a_database_that_was_whole_joins_without_being_seeded(synthesized):
    with attacked(synthesized) as scene:
        scene.cluster.instances["SALES2"].tags[SNOOZE] = "2026-02-05T00:00:00Z"
        removed(scene)
        assert set(states(scene).values()) == {DatabaseState.RESTORING}
        by_the_page(scene, "on SALES2, for each lost database", "SALES2")
        added(scene)
        (group,) = scene.cluster.failover_cluster.groups.values()
        scene.run_until(lambda: group.replicas["SALES2"].connected)
        by_the_page(scene, "on SALES2, for each that is RESTORING", "SALES2")
        into_service(scene)


@pytest.mark.parametrize("place", ["on SALES2, for each lost database", "on SALES2, for each that is RESTORING"])
def test_the_page_names_one_database_at_a_time(place):
    assert len(list(commands(PAGE, place))) == 1
