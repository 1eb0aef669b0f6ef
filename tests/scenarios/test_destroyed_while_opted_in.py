"""The stacks are destroyed while nodes are opted in: protection stays, nothing is lost, and a later deployment goes on.

README.md says to take every node off first. The lease table stays, and the next deployment uses it
(`lease_table=kept`).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.eventbridge.bus import Rule
from rehearsal.aws.ssm.documents import Document
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def destroyed(scene: Attacked) -> tuple[dict[str, Rule], dict[str, Document]]:
    """Rules and documents are gone, so nothing begins any more; Step Functions ends what runs with its machine."""
    account = scene.cluster.account
    gone = dict(account.bus.rules), dict(account.documents.by_name)
    account.bus.rules.clear()
    account.documents.by_name.clear()
    admin = account.client("stepfunctions", account.person("admin"))
    for record in account.executions:
        if record.machine.name == WORKFLOW and record.status.value == "RUNNING":
            admin.stop_execution(executionArn=record.arn)
    return gone


def deployed_again(scene: Attacked, gone: tuple[dict[str, Rule], dict[str, Document]]) -> None:
    rules, documents = gone
    scene.cluster.account.documents.by_name.update(documents)
    for rule in rules.values():
        scene.cluster.account.bus.add(rule)


def test_ec2_refuses_every_stop_nothing_says_why_and_a_restart_of_windows_is_harmless(scene):
    gone = destroyed(scene)
    told = len(scene.messages)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    given = {"InstanceId": [scene.instance_id("SALES2")]}
    with pytest.raises(ClientError, match="AutomationDefinitionNotFound"):
        ssm.start_automation_execution(DocumentName="CacheWarden-StopInstance", Parameters=given)
    scene.perform(StepKind.REBOOT, "SALES2")
    scene.sleep(2 * 3600)
    assert scene.whole("SALES2") and scene.cluster.sql_runs("SALES2") and scene.cluster.synchronized()
    assert len(scene.messages) == told

    deployed_again(scene, gone)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")]
    assert scene.cluster.fails_over_automatically() and not scene.watch.violations


@pytest.mark.parametrize("state", ["StopSqlServer", "EvacuateCache", "LiftProtection"])
@pytest.mark.campaign(suite=1)
def test_in_the_middle_of_a_stop_nothing_is_lost_and_the_next_deployment_brings_the_node_back(scene, state):
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state(state)
    scene.sleep(5)
    gone = destroyed(scene)
    scene.sleep(2 * 3600)
    deployed_again(scene, gone)
    scene.sleep(3600)
    scene.settle()
    assert scene.whole("SALES2") and scene.cluster.synchronized() and scene.cluster.fails_over_automatically()
    assert not scene.watch.violations
