"""Whoever may update Command documents, set their default versions or delete them runs no code on a node by what
CacheWarden sends: looks and acts run what was deployed, or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

import jmespath
import pytest

from cachewarden.operation.act_documents import ACT_DOCUMENTS, WITHOUT_LEASE, documents_sent_by
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.host_installation import run_installers
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.repository import ROOT

STOP_SQL = "CacheWarden-Host-StopSqlServer"
BREAKING_GLASS = "CacheWarden-Host-BreakGlass-StopSqlServer"
EVACUATE = "CacheWarden-Host-EvacuateCache"
RESTORE = "CacheWarden-Host-RestoreCache"
START_SQL = "CacheWarden-Host-StartSqlServer"
RISK = "another operation may be running"
OWNED = r"C:\owned.txt"
SCRIPT = [f"Set-Content -LiteralPath '{OWNED}' -Value 'SYSTEM' -ErrorAction Stop"]


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def update_document(scene: Attacked, times: int = 1, *, name: str = OBSERVE_DOCUMENT) -> None:
    """UpdateDocument, then UpdateDocumentDefaultVersion."""
    documents = scene.cluster.account.documents
    content = json.loads(json.dumps(documents.by_name[name].versions[0].content))
    content["mainSteps"][0]["inputs"]["runCommand"] = SCRIPT
    for _ in range(times):
        documents.deploy(name, "Command", content)


def update_every_document(scene: Attacked) -> set[str]:
    """Of all Command documents; their names."""
    documents = scene.cluster.account.documents.by_name
    names = {name for name, document in documents.items() if document.kind == "Command"}
    for name in names:
        update_document(scene, times=2, name=name)
    return names


def delete_deployed_version(scene: Attacked, name: str) -> None:
    """DeleteDocument of version 1, which must not be the default."""
    update_document(scene, name=name)
    scene.cluster.account.documents.by_name[name].deleted.add(1)


def owned(scene: Attacked) -> list[str]:
    return [name for name, host in scene.cluster.hosts.items() if host.files.exists(OWNED)]


def run_by_workflow(scene: Attacked) -> set[str]:
    """Documents of which a command was sent in the deployed version, and no other was."""
    sent = [each.document for each in scene.cluster.account.commands.commands.values()]
    assert {each.number for each in sent} == {1}
    return {each.name for each in sent}


def told(scene: Attacked, text: str) -> bool:
    return any(text in " ".join(message.split()) for message in scene.messages)


def with_another_bundle_on(scene: Attacked, synthesized, node: str) -> None:
    """What an upgrade leaves."""
    actor = scene.cluster.world.clock.spawn("former", run_installers, scene.cluster.hosts[node], synthesized, True)
    scene.run_until(lambda: not actor.alive)
    actor.join()


def test_the_script_would_run_where_it_is_sent_as_the_default(scene):
    update_document(scene)
    sender = scene.principal("sends-commands", "ssm:SendCommand")
    scene.cluster.account.client("ssm", sender).send_command(
        DocumentName=OBSERVE_DOCUMENT, InstanceIds=[scene.instance_id("SALES1")]
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
    delete_deployed_version(scene, OBSERVE_DOCUMENT)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert owned(scene) == []
    assert ("Stopped", "Goal") not in scene.outcomes
    assert told(scene, f"no version of {OBSERVE_DOCUMENT} is the deployed one")


def test_every_act_and_the_bundle_run_in_the_deployed_version(scene, synthesized):
    """A stop of the primary that is cut off, and its return by the janitor; the other node needs the bundle."""
    with_another_bundle_on(scene, synthesized, "SALES2")
    update_every_document(scene)
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("StopSqlServer")
    scene.sleep(20)
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    client.stop_execution(executionArn=scene.claim()["owner"])
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert owned(scene) == []
    names = run_by_workflow(scene)
    assert {STOP_SQL, "CacheWarden-Host-StartSqlServer", "CacheWarden-Host-InstallBundleSql"} <= names


def test_a_default_that_is_changed_while_an_operation_runs_changes_nothing_for_it(scene):
    """So does a deployment: until its functions are there, what runs is what was deployed before."""
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("HoldReplicaModes")
    update_every_document(scene)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")] and owned(scene) == []
    assert {STOP_SQL, EVACUATE} <= run_by_workflow(scene)


@pytest.mark.parametrize("attack", ["deleted", "buried under more versions than are looked at"])
@pytest.mark.campaign(suite=1)
def test_where_an_act_is_not_what_was_deployed_nothing_begins_and_its_content_heals_it(scene, synthesized, attack):
    if attack == "deleted":
        delete_deployed_version(scene, EVACUATE)
    else:
        update_document(scene, times=120, name=EVACUATE)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Refused")] and scene.whole("SALES2") and owned(scene) == []
    assert told(scene, f"no version of {EVACUATE} is the deployed one") and told(scene, "CW6169")

    put_back(scene, synthesized, EVACUATE)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal") and owned(scene) == []


def put_back(scene: Attacked, synthesized, name: str) -> None:
    """Its content, as docs/security.md has it read from the deployed template."""
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    (query,) = re.findall(r"--query \"(TemplateBody[^\"]*)\"", page)
    query = query.replace(STOP_SQL, name)
    (content,) = filter(None, (jmespath.search(query, {"TemplateBody": each}) for each in synthesized.values()))
    assert re.findall(r"^aws ssm ([\w-]+) --name (\S+)", page, re.M) == [
        ("update-document", STOP_SQL),
        ("update-document-default-version", STOP_SQL),
    ]
    scene.cluster.account.documents.deploy(name, "Command", content)  # both: a new version, then the default


def test_a_version_that_is_deleted_in_the_middle_leads_back_into_service(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("StopSqlServer")
    delete_deployed_version(scene, EVACUATE)
    scene.settle()
    assert scene.outcomes[0] == ("Stopped", "InService") and owned(scene) == []
    assert scene.whole("SALES2") and told(scene, f"no version of {EVACUATE} is the deployed one")
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_node_whose_way_back_is_deleted_serves_and_comes_back_once_it_is_there_again(scene, synthesized):
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    delete_deployed_version(scene, RESTORE)
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    assert scene.outcomes[1] == ("InService", "Attention") and owned(scene) == []
    assert told(scene, f"no version of {RESTORE} is the deployed one")
    assert scene.cluster.instances["SALES2"].stop_protected and "owner" not in scene.lease()

    put_back(scene, synthesized, RESTORE)
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StartInstance")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal") and scene.whole("SALES2") and owned(scene) == []
    assert not scene.watch.violations


def test_a_way_back_that_waits_for_its_document_goes_on_when_it_is_put_back(scene, synthesized):
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    delete_deployed_version(scene, RESTORE)
    scene.perform(StepKind.START, "SALES2")
    scene.sleep(480)  # its SQL Server serves by then; the cache waits
    put_back(scene, synthesized, RESTORE)
    scene.settle()
    assert scene.outcomes[1:] == [("InService", "Goal")] and scene.whole("SALES2") and not scene.watch.violations


@pytest.mark.parametrize("step", [StepKind.STOP, StepKind.AUTOMATION])
def test_where_sql_server_could_not_be_started_again_it_is_not_stopped(scene, step):
    delete_deployed_version(scene, START_SQL)
    document = {"document": "CacheWarden-SnapshotNode"} if step is StepKind.AUTOMATION else {}
    scene.perform(step, "SALES2", **document)
    scene.settle()
    assert [outcome for _, outcome in scene.outcomes] == ["Refused"] and owned(scene) == []
    assert "StopSqlServer" not in scene.entered and told(scene, f"no version of {START_SQL} is the deployed one")
    assert scene.whole("SALES2") and not scene.watch.violations


def sent_by(names: Collection[str]) -> set[str]:
    return {command for name in names for command in documents_sent_by(ACT_DOCUMENTS[name])}


@pytest.mark.parametrize("document", ["CacheWarden-StopSqlServer", "CacheWarden-OptOut"])
def test_a_document_of_a_person_sends_nothing_while_its_command_is_not_the_default(scene, document):
    for name in sent_by([document]):
        update_document(scene, name=name)
    scene.perform(StepKind.AUTOMATION, "SALES2", document=document)
    scene.settle()
    assert owned(scene) == [] and scene.whole("SALES2")
    (run,) = scene.cluster.account.automations.executions.values()
    (said,) = run.run.outputs()["ReleaseLease.Sentence"]
    assert "CW6169" in said and "version 1" in said


def test_a_default_that_changes_behind_the_look_is_not_sent(scene):
    """The command names the hash of the deployed version: Systems Manager sends no other."""
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StopSqlServer")
    scene.run_until(lambda: any("owner" in item for item in scene.cluster.account.items(LEASES)))
    update_document(scene, name=STOP_SQL)
    scene.settle()
    assert owned(scene) == [] and scene.whole("SALES2")
    (run,) = scene.cluster.account.automations.executions.values()
    outputs = run.run.outputs()
    assert (run.status.value, outputs["ReleaseLease.Outcome"]) == ("Failed", ["Refused"])
    assert "CW6169" in outputs["ReleaseLease.Sentence"][0] and "owner" not in scene.lease()


def deploy_anew(scene: Attacked, name: str) -> None:
    """A deployment of a command that says something else: the document, then the functions' settings."""
    documents = scene.cluster.account.documents
    content = json.loads(json.dumps(documents.by_name[name].versions[0].content))
    content["mainSteps"][0]["inputs"]["runCommand"].insert(0, "# a new release")
    documents.deploy(name, "Command", content)
    for each in ("document-lease", "observe"):
        function = scene.cluster.account.functions.find(f"cachewarden-{each}")
        deployed = DeployedDocuments.of(function.environment["DEPLOYED_DOCUMENTS"])
        anew = DeployedDocuments(hashes={**deployed.hashes, name: document_hash(content)})
        function.environment = {**function.environment, "DEPLOYED_DOCUMENTS": anew.text}


def test_a_document_that_a_deployment_overtakes_says_so_and_can_be_started_again(scene):
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StopSqlServer")
    scene.run_until(lambda: any("owner" in item for item in scene.cluster.account.items(LEASES)))
    deploy_anew(scene, STOP_SQL)
    scene.settle()
    assert scene.whole("SALES2") and "owner" not in scene.lease()
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StopSqlServer")
    scene.settle()
    first, second = scene.cluster.account.automations.executions.values()
    said = first.run.outputs()
    assert (first.status.value, said["ReleaseLease.Code"], said["ReleaseLease.Outcome"]) == (
        "Failed",
        ["CW6176"],
        ["Refused"],
    )
    assert "start the same document again" in said["ReleaseLease.Next"][0]
    assert second.status.value == "Success" and not scene.watch.violations and scene.cluster.account.denials == []


def test_an_installer_that_changes_while_others_are_sent_is_not_sent(scene):
    """They are confirmed once, before the first."""
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-InstallHost")
    sent = scene.cluster.account.commands.commands
    scene.run_until(lambda: sum("InstallBundle" in each.document.name for each in sent.values()) == 2)
    update_every_document(scene)
    scene.settle()
    (run,) = scene.cluster.account.automations.executions.values()
    outputs = run.run.outputs()
    assert owned(scene) == [] and run.status.value == "Failed"
    assert "CW6169" in outputs["ReadOutcome.Sentence"][0] and outputs["ReadOutcome.Outcome"] == ["Refused"]


BUILD = {"SecondaryInstanceId": "SALES2", "GroupName": "sales-two", "GroupDatabases": "orders"}


def test_a_document_without_a_lease_sends_nothing_while_its_command_is_not_the_default(scene):
    update_every_document(scene)
    before = set(scene.cluster.account.commands.commands)
    said = {}
    for document in sorted(WITHOUT_LEASE, key=lambda name: ("Facts" in name, name)):
        if "Facts" in document:  # for disposable nodes
            tags = scene.cluster.instances["SALES1"].tags
            scene.cluster.instances["SALES1"].tags = {"Name": tags["Name"], "cachewarden:disposable": "true"}
        given = BUILD if "Build" in document else {}
        scene.perform(StepKind.AUTOMATION, "SALES1", document=document, parameters=given)
        run = list(scene.cluster.account.automations.executions.values())[-1]
        scene.run_until(lambda run=run: run.ended is not None)
        outputs = run.run.outputs()
        said[document] = (run.status.value, outputs["ReadOutcome.Outcome"], outputs["ReadOutcome.Sentence"][0][:6])
    assert owned(scene) == []
    assert said == dict.fromkeys(WITHOUT_LEASE, ("Failed", ["Refused"], "CW6169"))
    new = [each for key, each in scene.cluster.account.commands.commands.items() if key not in before]
    assert {each.document.name for each in new} <= {OBSERVE_DOCUMENT}


def test_an_installer_is_sent_while_only_what_it_does_not_send_was_changed(scene):
    update_document(scene, name=STOP_SQL)
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-InstallHost")
    scene.settle()
    (run,) = scene.cluster.account.automations.executions.values()
    assert run.status.value == "Success" and owned(scene) == []


def break_glass(scene: Attacked) -> AutomationExecution:
    """An administrator has SQL Server stopped on the secondary."""
    person = scene.cluster.account.holder("dana", f"CacheWardenAdministrator-{REGION}")
    node = scene.instance_id("SALES2")
    given = {"InstanceId": [node], "Act": ["StopSqlServer"], "AcceptedRisk": [RISK], "Emergency": ["INC0012345"]}
    ssm = scene.cluster.account.client("ssm", person)
    ssm.start_automation_execution(DocumentName="CacheWarden-BreakGlass", Parameters=given)
    (run,) = scene.cluster.account.automations.executions.values()
    return run


def test_behind_broken_glass_a_changed_default_is_refused_though_no_function_works(synthesized):
    faults = ["lambda.cachewarden-document-lease fail count=99"]
    with attacked(synthesized, faults=faults) as scene:
        scene.cluster.world.faults.begin()
        update_document(scene, name=BREAKING_GLASS)
        run = break_glass(scene)
        scene.run_until(lambda: run.ended is not None)
        assert owned(scene) == [] and not scene.cluster.account.commands.commands
        outputs = run.run.outputs()
        said = run.status.value, outputs["Refuse.Outcome"], outputs["Refuse.Code"]
        assert said == ("Failed", ["Refused"], ["CW6169"])
        before, after = scene.messages
        assert "without the cluster's lease" in before and "nothing was sent" in after and "CW6169" in after


@pytest.mark.parametrize("unread", [False, True])
def test_behind_broken_glass_a_default_that_changes_behind_the_look_is_not_sent(synthesized, unread):
    """Nor one that can't be looked at."""
    with attacked(synthesized, faults=["api.ssm.GetDocument fail count=99"] if unread else []) as scene:
        scene.cluster.world.faults.begin()
        at = "api.ssm.GetDocument" if unread else "api.ssm.SendCommand"
        scene.cluster.world.faults.observers.append(
            lambda point, _: update_document(scene, name=BREAKING_GLASS) if point == at else None
        )
        run = break_glass(scene)
        scene.run_until(lambda: run.ended is not None)
        assert scene.cluster.account.documents.by_name[BREAKING_GLASS].default > 1
        assert owned(scene) == [] and scene.whole("SALES2") and run.status.value == "Failed"
        assert len(scene.messages) == 2


def test_the_documents_of_all_acts_are_pinned(synthesized):
    """Those of the workflow, and those that people's documents for single acts send."""
    (control,) = [each for each in synthesized.values() if "AWS::Lambda::Function" in str(each)]
    functions = {
        each["Properties"]["FunctionName"]: each["Properties"]["Environment"]["Variables"].get("DEPLOYED_DOCUMENTS", "")
        for each in control["Resources"].values()
        if each["Type"] == "AWS::Lambda::Function" and "FunctionName" in each["Properties"]
    }

    def pinned(function: str) -> set[str]:
        return {f"CacheWarden-Host-{pair.split('=')[0]}" for pair in functions[function].split(",")}

    assert sent_by(ACT_DOCUMENTS) <= pinned("cachewarden-document-lease")
    acts = {name for act in ACT_DOCUMENTS.values() for name in documents_sent_by(act)}
    assert acts - {"CacheWarden-Host-UninstallHost"} <= pinned("cachewarden-observe")
    assert len([name for name in pinned("cachewarden-observe") if name.startswith("CacheWarden-Host-Install")]) >= 12
