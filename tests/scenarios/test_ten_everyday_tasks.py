"""Ten everyday tasks, done as docs/everyday-tasks.md says, by people who have nothing but the deployed policies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.simulation.expectation import cache_of
from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.repository import ROOT

PAGE = ROOT / "docs" / "everyday-tasks.md"
SNOOZE = "cachewarden:snooze-until"


class Console:
    """What a person does in the Systems Manager and EC2 consoles, with one of the deployed policies."""

    def __init__(self, scene: Attacked) -> None:
        self.scene = scene
        self.started: set[str] = set()

    def client(self, service: str, policy: str) -> Any:
        account = self.scene.cluster.account
        name = "approver" if policy == "Approver" else policy.lower()
        return account.client(service, account.holder(name, f"CacheWarden{policy}-{REGION}"))

    def begin(self, policy: str, document: str, node: str, **parameters: str) -> AutomationExecution:
        self.started.add(f"CacheWarden-{document}")
        given = {"InstanceId": [self.scene.instance_id(node)], **{name: [text] for name, text in parameters.items()}}
        answer = self.client("ssm", policy).start_automation_execution(
            DocumentName=f"CacheWarden-{document}", Parameters=given
        )
        return self.scene.cluster.account.automations.executions[answer["AutomationExecutionId"]]

    def do(self, policy: str, document: str, node: str, **parameters: str) -> dict[str, str]:
        """The outputs of a run that must succeed."""
        execution = self.begin(policy, document, node, **parameters)
        self.scene.run_until(lambda: execution.ended is not None)
        assert execution.status.value == "Success", (document, execution.run.message)
        return {name: values[0] for name, values in execution.run.outputs().items()}

    def tag(self, node: str, key: str, value: str) -> None:
        tags = [{"Key": key, "Value": value}]
        self.client("ec2", "Administrator").create_tags(Resources=[self.scene.instance_id(node)], Tags=tags)

    def untag(self, node: str, key: str) -> None:
        tags = [{"Key": key}]
        self.client("ec2", "Administrator").delete_tags(Resources=[self.scene.instance_id(node)], Tags=tags)

    def state(self, node: str) -> str:
        return self.scene.cluster.instances[node].state.api_name


@contextmanager
def console(synthesized, *, task: int, story: str = "stop-request") -> Iterator[Console]:
    """For a task of the page: at its end every document that the page names was started, and no invariant broke."""
    with attacked(synthesized, story=story) as scene:
        person = Console(scene)
        yield person
        scene.settle()
        assert not scene.watch.violations
        assert person.started == documents_of(task)


def documents_of(task: int) -> set[str]:
    section = PAGE.read_text("utf-8").split(f"\n## {task}. ")[1].split("\n## ")[0]
    return set(re.findall(r"CacheWarden-[A-Z]\w+", section))


def test_1_could_the_node_be_stopped_now(synthesized):
    with console(synthesized, task=1) as person:
        told = person.do("Operator", "Preflight", "SALES1")
        assert "could be stopped safely now" in told["ReadOutcome.Sentence"]
        assert person.scene.whole("SALES1") and person.scene.cluster.sql_runs("SALES1")


def test_2_how_long_would_it_take(synthesized):
    with console(synthesized, task=2) as person:
        told = person.do("Operator", "EstimateEvacuation", "SALES1")
        assert any("minutes" in text or " s" in text for text in told.values())


def test_3_stop_a_node_for_the_evening_and_start_it_again(synthesized):
    with console(synthesized, task=3) as person:
        told = person.do("Operator", "StopInstance", "SALES1", Reason="patching of the host")
        assert person.state("SALES1") == "stopped"
        assert told["ReadOutcome.DataIsSafe"].startswith("Yes. Nothing of it was on the instance-store disk")
        assert "CacheWarden-StartInstance" in told["ReadOutcome.Next"]
        person.do("Operator", "StartInstance", "SALES1")
        assert person.scene.whole("SALES1") and person.scene.cluster.sql_runs("SALES1")


def test_4_get_a_node_onto_another_host(synthesized):
    with console(synthesized, task=4) as person:
        person.do("Operator", "CycleInstance", "SALES2", Reason="retirement notice")
        assert person.scene.whole("SALES2") and person.scene.cluster.sql_runs("SALES2")


def test_5_give_a_node_another_type(synthesized):
    with console(synthesized, task=5) as person:
        person.do("Operator", "ResizeInstance", "SALES2", InstanceType="r5d.8xlarge")
        assert person.scene.cluster.instances["SALES2"].type.name == "r5d.8xlarge"
        assert person.scene.whole("SALES2")


def test_6_take_snapshots_that_can_be_restored(synthesized):
    with console(synthesized, task=6) as person:
        told = person.do("Operator", "SnapshotNode", "SALES2")
        assert "docs/backups.md" in told["ReadOutcome.Next"]
        assert person.scene.whole("SALES2")


def test_7_stop_a_whole_cluster_for_the_weekend(synthesized):
    with console(synthesized, task=7) as person:
        told = person.do("Approver", "AcceptWholeClusterAndStopCluster", "SALES1", Reason="weekend")
        assert {person.state("SALES1"), person.state("SALES2")} == {"stopped"}
        assert "CacheWarden-StartCluster" in told["ReadOutcome.Next"]
        person.do("Operator", "StartCluster", "SALES1")
        assert person.scene.whole("SALES1") and person.scene.whole("SALES2")


def test_8_work_on_a_node_by_hand(synthesized):
    with console(synthesized, task=8) as person:
        person.tag("SALES2", SNOOZE, "2026-02-04T10:00:00Z")
        person.do("Operator", "StopSqlServer", "SALES2")
        told = person.do("Operator", "EvacuateCache", "SALES2")
        assert told["ReleaseLease.DataIsSafe"].startswith("Yes.")
        assert cache_of(person.scene.cluster, "SALES2") == "swap"
        person.scene.sleep(3600)
        assert not person.scene.cluster.sql_runs("SALES2")
        person.untag("SALES2", SNOOZE)
        person.do("Operator", "StartInstance", "SALES2")
        assert person.scene.whole("SALES2") and person.scene.cluster.sql_runs("SALES2")


def test_9_stop_a_stand_alone_server_with_an_approval(synthesized):
    with console(synthesized, task=9, story="stand-alone") as person:
        asked = person.begin("Requester", "RequestOutageAndStopInstance", "ARCHIVE1", Reason="patching")
        person.scene.sleep(300)
        assert "Executed by" in person.scene.messages[0] and asked.id in person.scene.messages[0]
        person.client("ssm", "Approver").send_automation_signal(AutomationExecutionId=asked.id, SignalType="Approve")
        person.scene.run_until(lambda: asked.ended is not None)
        assert (asked.status.value, person.state("ARCHIVE1")) == ("Success", "stopped")
        assert "user/approver" in person.scene.messages[-1]
        person.do("Operator", "StartInstance", "ARCHIVE1")
        assert person.scene.cluster.sql_runs("ARCHIVE1")


def test_10_take_a_node_out_of_cachewarden_and_back_in(synthesized):
    with console(synthesized, task=10) as person:
        person.tag("SALES2", SNOOZE, "2026-02-04T10:00:00Z")
        person.do("Operator", "StopSqlServer", "SALES2")
        person.do("Operator", "EvacuateCache", "SALES2")
        told = person.do("Administrator", "OptOut", "SALES2")
        assert "stop protection is off" in told["ReleaseLease.Sentence"]
        failed = person.begin("Administrator", "OptIn", "SALES2")
        person.scene.run_until(lambda: failed.ended is not None)
        assert "CacheWarden-InstallHost" in str(failed.run.message)
        person.do("Administrator", "InstallHost", "SALES2")
        person.untag("SALES2", SNOOZE)
        person.do("Operator", "StartInstance", "SALES2")
        person.do("Operator", "Preflight", "SALES2")
        assert person.scene.whole("SALES2") and person.scene.cluster.sql_runs("SALES2")
