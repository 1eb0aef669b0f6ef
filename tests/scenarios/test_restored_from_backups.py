"""What docs/restore-from-backups.md says brings a node back whose owner doesn't want its databases seeded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings
from rehearsal.world.sql.settings import SqlSettings
from tests.attacks.attacked_cluster import attacked
from tests.scenarios.commands_of_pages import in_sql

PAGE = Path(__file__).parents[2] / "docs" / "restore-from-backups.md"
WHERE = {"primary": "SALES1", "node": "SALES2"}


def statements() -> Iterator[tuple[str, str]]:
    """Each T-SQL text of the page, with the node on which it is to be run."""
    for place, text in re.findall(r"<!-- on the (\w+) -->\n```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        yield WHERE[place], text


def about(database: str, text: str) -> str:
    """The text, which is about `sales` in the group `sales-ag`, for another database of the group."""
    return re.sub(r"(?<=\[)sales(?=\])|(?<=')sales(?=')|(?<=\\)sales(?=\.)", database, text)


@pytest.mark.campaign
def test_a_node_whose_databases_are_too_large_to_be_seeded_comes_back_from_backups(synthesized):
    settings = Settings(
        [SqlSettings(log_backup_interval_s=0.0)]
    )  # the jobs that make log backups wait, as the page says
    with attacked(synthesized, settings=settings) as scene:
        scene.cluster.instances["SALES2"].tags["cachewarden:reseed"] = "backup"
        scene.perform(StepKind.SHUT_DOWN, "SALES2")
        scene.settle()
        scene.perform(StepKind.START, "SALES2")
        scene.settle()
        assert scene.outcomes[-1] == ("InService", "Attention") and "CW6232" in scene.messages[-1]
        assert "restore-from-backups.md" in scene.messages[-1] and "ReseedDatabases" not in scene.entered

        for node in WHERE.values():
            scene.cluster.hosts[node].sql.logins.create("DBA", roles=frozenset({"sysadmin"}))
        scene.cluster.hosts["SALES2"].files.make_directories("D:\\Data")
        (group,) = scene.cluster.failover_cluster.groups.values()
        for database in group.databases:
            for node, text in statements():
                in_sql(scene, node, about(database, text), login="DBA")
        before = len(scene.outcomes)
        scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StartInstance")
        document = list(scene.cluster.account.automations.executions.values())[-1]
        scene.settle()

        # Where a sweep has begun to bring the node into service while the last database caught up, the start joins it.
        assert scene.outcomes[before] == ("InService", "Goal"), scene.messages[-1]
        assert scene.outcomes[before + 1 :] in ([], [("InService", "Joined")])
        assert document.document.name == "CacheWarden-StartInstance" and document.status.value == "Success"
        assert scene.whole("SALES2") and scene.cluster.synchronized() and not scene.cluster.changed_modes()
        assert "ReseedDatabases" not in scene.entered and not scene.watch.violations
