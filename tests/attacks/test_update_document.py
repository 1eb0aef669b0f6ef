"""Whoever may update the document that observes, and set the new version as default, runs no code by the next look.

The document of an act is another matter: it runs in its default version.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked

OBSERVE = "CacheWarden-Host-ObserveHost"
OWNED = r"C:\owned.txt"
SCRIPT = [f"Set-Content -LiteralPath '{OWNED}' -Value 'SYSTEM' -ErrorAction Stop"]


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def update_document(scene: Attacked, times: int = 1, *, name: str = OBSERVE) -> None:
    """UpdateDocument, then UpdateDocumentDefaultVersion."""
    documents = scene.cluster.account.documents
    content = json.loads(json.dumps(documents.by_name[name].versions[0].content))
    content["mainSteps"][0]["inputs"]["runCommand"] = SCRIPT
    for _ in range(times):
        documents.deploy(name, "Command", content)


def owned(scene: Attacked) -> list[str]:
    return [name for name, host in scene.cluster.hosts.items() if host.files.exists(OWNED)]


def test_the_script_would_run_where_it_is_sent_as_the_default(scene):
    update_document(scene)
    sender = scene.principal("sends-commands", "ssm:SendCommand")
    scene.cluster.account.client("ssm", sender).send_command(
        DocumentName=OBSERVE, InstanceIds=[scene.instance_id("SALES1")]
    )
    scene.sleep(20)
    assert owned(scene) == ["SALES1"]


def test_every_look_runs_the_deployed_version_and_nothing_is_held_up(scene):
    """By the sweep, a preflight, an operation, an estimate and a document for a single act."""
    update_document(scene, times=3)
    scene.sleep(20 * 60)
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-EstimateEvacuation")
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-Preflight")
    scene.settle()
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert owned(scene) == []
    assert scene.outcomes == [("Preflight", "Goal"), ("Stopped", "Goal")]
    assert not scene.watch.violations


def test_where_no_version_is_the_deployed_one_no_script_runs_and_people_hear_why(scene):
    document = scene.cluster.account.documents.by_name[OBSERVE]
    update_document(scene)
    document.versions[:] = [replace(document.versions[-1], number=1)]
    document.default = 1
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert owned(scene) == []
    assert ("Stopped", "Goal") not in scene.outcomes
    assert any(f"no version of {OBSERVE} is the deployed one" in " ".join(each.split()) for each in scene.messages)


def test_an_act_runs_the_default_version_of_its_document(scene):
    """Still possible: code as SYSTEM on the node whose SQL Server is to be stopped; it proves nothing."""
    update_document(scene, name="CacheWarden-Host-StopSqlServer")
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("StopSqlServer")
    scene.sleep(20)
    assert owned(scene) == ["SALES2"]
    assert scene.cluster.instances["SALES2"].state.api_name == "running"
