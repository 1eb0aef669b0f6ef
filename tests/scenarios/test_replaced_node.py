"""What docs/lost-nodes.md says puts another instance in the place of a lost one; what becomes of one that returns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from rehearsal.scenarios.cluster import group_settings
from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.preset import ENGINE_PROCESS
from rehearsal.world.sql.rights import run_script, shipped_build_rights, shipped_grants
from rehearsal.world.windows.host import WindowsHost
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.commands_of_pages import in_sql
from tests.scenarios.launched_instance import join_failover_cluster, launch, volumes_of

PAGE = Path(__file__).parents[2] / "docs" / "lost-nodes.md"
SNOOZE, CLUSTER = "cachewarden:snooze-until", "cachewarden:cluster"
NEW = "NEW"
"""By this name the scene knows the new instance, whatever computer it is."""
GROUP = {"GroupName": "sales-ag", "GroupDatabases": "sales,orders"}


def as_before(*servers: str) -> dict[str, str]:
    """The group's settings as the story declares them, with these replicas."""
    modes = {f"{server} in sales-ag": "SYNCHRONOUS_COMMIT, AUTOMATIC, AUTOMATIC" for server in servers}
    return modes | {"secondaries required by sales-ag": "0"}


def commands(place: str, computer: str) -> list[str]:
    """The page's texts for this place, about this computer."""
    found = re.findall(rf"<!-- {place} -->\n```\w+\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found, place
    return [re.sub("sales3", computer.lower(), text.replace("SALES3", computer)) for text in found]


def run_powershell(scene: Attacked, host: WindowsHost, text: str) -> None:
    """As a DBA runs it in a session on the node."""
    ended: list[Any] = []
    actor = host.spawn("dba", lambda: ended.append(host.run_script(text, "folders.ps1", {})))
    scene.run_until(lambda: not actor.alive)
    assert ended and not ended[0].stderr, ended


def started(scene: Attacked, document: str, node: str, **parameters: str) -> tuple[str, str]:
    """Starts a document of ours in the console; its status and its whole answer when nothing is under way any more."""
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{document}", parameters=parameters)
    scene.settle()
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    return execution.status.value, json.dumps(execution.run.outputs()) + str(execution.run.message)


Look: TypeAlias = Callable[[], None]


def preflights(scene: Attacked) -> tuple[Look, list[str]]:
    """Each call plays the next row of the page's table: that preflight must say its codes. And what rows are left."""
    table = PAGE.read_text("utf-8").partition("<!-- table: what preflight says -->\n\n")[2].partition("\n\n")[0]
    left = table.splitlines()[2:]

    def look() -> None:
        row = left.pop(0)
        node = NEW if row.startswith("| the new one |") else "SALES1"
        _, why = started(scene, "Preflight", node)
        codes = re.findall(r"\[(CW[0-9]{4})\]", row.split("|")[2])
        assert codes and all(code in why for code in codes), (row, why)

    return look, left


def prepare(scene: Attacked, computer: str, look: Look = lambda: None) -> None:
    """Steps 1 to 3 of the page, the README's steps 1 to 5 among them; `look` in between."""
    host = launch(scene, computer, name=NEW)
    join_failover_cluster(scene, host)
    scene.cluster.instances[NEW].tags |= {CLUSTER: "sales", SNOOZE: "2026-02-05T00:00:00Z"}
    look()
    refused, why = started(scene, "OptIn", NEW)
    assert refused == "Failed" and "start CacheWarden-InstallHost" in why
    look()
    assert started(scene, "InstallHost", NEW)[0] == "Success"
    look()
    missing, _ = started(scene, "GrantRights", NEW)
    run_script(host.sql, shipped_grants())
    assert (missing, started(scene, "GrantRights", NEW)[0]) == ("Failed", "Success")
    look()
    volumes = volumes_of(host)
    data = f"{volumes['xvdf']},{volumes['xvdg']}"
    built, _ = started(scene, "InitializeStorage", NEW, DataVolumes=data, SwapVolume=volumes["xvdh"], CacheGiB="100")
    assert built == "Success"
    for text in commands("PowerShell on the new node", computer):
        run_powershell(scene, host, text)


def let_in(scene: Attacked, computer: str) -> None:
    """Step 5."""
    for place, node in (("on each other node", "SALES2"), ("on the new node", NEW)):
        for text in commands(place, computer):
            in_sql(scene, node, text)


def into_service(scene: Attacked) -> None:
    """Step 6."""
    scene.run_until(scene.cluster.synchronized)
    del scene.cluster.instances[NEW].tags[SNOOZE]
    assert started(scene, "StartInstance", NEW)[0] == "Success"
    passed, why = started(scene, "Preflight", NEW)
    assert passed == "Success", why


def stopped_and_back(scene: Attacked, node: str) -> None:
    for document in ("StopInstance", "StartInstance"):
        status, why = started(scene, document, node)
        assert status == "Success", why
    assert scene.whole(node) and scene.cluster.synchronized()


def records(scene: Attacked) -> dict[str, dict[str, Any]]:
    return {item["cluster"]["S"]: item for item in scene.cluster.account.items(LEASES)}


def noted(scene: Attacked) -> dict[str, str]:
    """Computer -> instance, as the sweep wrote it down."""
    found = records(scene)["computers/sales/sales"]["computers"]["M"]
    return {computer: note["M"]["instance"]["S"] for computer, note in found.items()}


def test_a_terminated_node_is_replaced_under_another_name_and_the_new_one_can_lead(synthesized):
    with attacked(synthesized, story="lost-node") as scene:
        lost = scene.instance_id("SALES3")
        scene.sleep(1800)
        scene.perform(StepKind.TERMINATE, "SALES3")
        scene.sleep(2700)
        look, not_seen = preflights(scene)
        look()
        assert started(scene, "AcceptForgetReplicaAndStartInstance", "SALES1")[0] == "Success"
        look()
        scene.perform(StepKind.EVICT, "SALES3")

        prepare(scene, "SALES4", look)
        by_hand = iter(commands("by hand on the new node", "SALES4"))
        in_sql(scene, NEW, next(by_hand))
        for text in commands("by hand on the primary", "SALES4"):
            in_sql(scene, "SALES1", text)
        in_sql(scene, NEW, next(by_hand))
        let_in(scene, "SALES4")
        scene.run_until(scene.cluster.synchronized)
        for text in commands("by hand on the primary, at the end", "SALES4"):
            in_sql(scene, "SALES1", text)
        into_service(scene)
        look()
        assert not not_seen

        stopped_and_back(scene, NEW)
        (group,) = scene.cluster.failover_cluster.groups.values()
        assert started(scene, "FailOverAvailabilityGroups", NEW, AvailabilityGroups=group.id)[0] == "Success"
        assert group.owner == "SALES4"
        stopped_and_back(scene, "SALES1")
        assert group.owner == "SALES4"
        assert group_settings(scene.cluster.failover_cluster) == as_before("SALES1", "SALES2", "SALES4")
        scene.sleep(1200)
        assert noted(scene).keys() == {"sales1", "sales2", "sales4"} and lost not in noted(scene).values()
        modes = json.loads(records(scene)["modes/sales/sales"]["modes"]["S"])[group.id.lower()]
        assert "SALES4" in modes and "worseSince" in modes["SALES3"], "who is gone is noted on for a week"
        assert set(scene.lease()["members"].split(",")) == {
            scene.instance_id(node) for node in ("SALES1", "SALES2", NEW)
        }
        assert not scene.watch.violations


@pytest.mark.campaign
def test_replaced_under_its_name_a_node_that_was_only_stopped_comes_back_and_harms_nothing(synthesized):
    with attacked(synthesized, story="lost-node") as scene:
        cluster = scene.cluster
        (group,) = cluster.failover_cluster.groups.values()
        scene.sleep(1800)
        scene.perform(StepKind.SHUT_DOWN, "SALES3")
        scene.sleep(1800)
        refused, why = started(scene, "AcceptForgetReplicaAndStartInstance", "SALES1")
        assert refused == "Failed" and "CW6252" in why and "is stopped" in why
        lost = {"AvailabilityGroups": group.id, "Replicas": group.replicas["SALES3"].id}
        assert started(scene, "RemoveReplicas", "SALES1", **lost)[0] == "Success"
        scene.perform(StepKind.EVICT, "SALES3")

        prepare(scene, "SALES3")
        for host in (cluster.hosts["SALES1"], cluster.hosts[NEW]):
            host.services["MSSQLSERVER"].pid = ENGINE_PROCESS
            run_script(host.sql, shipped_build_rights())
        for _ in range(6):
            status, why = started(
                scene, "BuildAvailabilityGroup", "SALES1", SecondaryInstanceId=scene.instance_id(NEW), **GROUP
            )
            if status == "Success":
                break
            assert "CW2069" in why
        assert status == "Success"
        let_in(scene, "SALES3")
        into_service(scene)
        settings = group_settings(cluster.failover_cluster)
        scene.sleep(1200)  # the sweep notes who the computer is now, though the former instance is only stopped
        stopped_and_back(scene, NEW)

        told = len(scene.messages)
        old, snapshots = cluster.instances["SALES3"], len(cluster.world.snapshots)
        scene.perform(StepKind.START, "SALES3")
        scene.settle()
        assert scene.outcomes[-1] == ("InService", "Attention")
        assert "CW6101" in scene.messages[-1] and scene.instance_id(NEW) in scene.messages[-1]
        assert len(cluster.world.snapshots) == snapshots and "RebuildStorage" not in scene.entered

        stopped_and_back(scene, "SALES2")
        about = [each for each in scene.messages[told:] if "CW6118" in each]
        assert about and all(f"which is {scene.instance_id(NEW)}: " in each and old.id in each for each in about)
        assert group_settings(cluster.failover_cluster) == settings == as_before("SALES1", "SALES2", "SALES3")
        assert old.id not in scene.lease()["members"] and scene.instance_id(NEW) in scene.lease()["members"]
        assert not scene.watch.violations
