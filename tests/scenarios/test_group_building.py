"""What the outputs of CacheWarden-BuildAvailabilityGroup say in the account: the refusal's sentence, the zones."""

from __future__ import annotations

import json

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import output

ORDER = {"SecondaryInstanceId": "SALES2", "GroupName": "sales-ag", "GroupDatabases": "sales,orders"}
MADE = "sql.statement kill node=SALES1 statement=CreateAvailabilityGroup"


def built(scene: Attacked, **order: str) -> AutomationExecution:
    """Starts the document for SALES1 in the console, and lets it end."""
    scene.perform(
        StepKind.AUTOMATION, "SALES1", document="CacheWarden-BuildAvailabilityGroup", parameters={**ORDER, **order}
    )
    scene.settle()
    return list(scene.cluster.account.automations.executions.values())[-1]


@pytest.mark.parametrize(
    ("zone", "told"), [("eu-west-1b", "none: the nodes are in eu-west-1a"), ("eu-west-1a", "Both nodes are in eu-west")]
)
def test_nodes_that_share_a_zone_are_told_and_built(synthesized, zone, told):
    with attacked(synthesized, story="group-built") as scene:
        scene.cluster.instances["SALES2"].zone = zone
        execution = built(scene)
        assert execution.status.value == "Success"
        assert output(execution, "CompareZones.Warning").startswith(told)
        assert json.loads(output(execution, "ReadVerdict.Verdict"))["code"] == "CW2064"
        assert scene.cluster.synchronized() and not scene.watch.violations


def test_a_refusal_fails_the_document_with_the_hosts_sentence(synthesized):
    with attacked(synthesized, story="group-built") as scene:
        execution = built(scene, GroupDatabases="nosuch")
        assert execution.status.value == "Failed"
        assert "CW2065" in str(execution.run.message) and "the database nosuch" in str(execution.run.message)
        assert scene.cluster.failover_cluster.groups == {}


def test_killed_in_the_middle_it_fails_and_the_next_run_succeeds(synthesized):
    with attacked(synthesized, story="group-built", faults=[MADE]) as scene:
        scene.cluster.world.faults.begin()
        assert built(scene).status.value == "Failed"
        assert scene.cluster.failover_cluster.groups == {}
        assert built(scene).status.value == "Success"
        assert scene.cluster.synchronized() and not scene.watch.violations
