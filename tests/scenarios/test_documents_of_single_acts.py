"""What people start in the console for a single act: it asks for no token, takes the lease itself, tells the truth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cachewarden.operation.act_documents import ACT_DOCUMENTS
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings, SsmSettings
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.document_outputs import output

FUNCTION = "lambda.cachewarden-document-lease"
SNOOZE = "cachewarden:snooze-until"
GROUPS = {"AvailabilityGroups": "{groups}"}

AFTER_AN_OPERATION: list[tuple[str, str, dict[str, str], tuple[str, str], tuple[str, str]]] = [
    ("StopSqlServer", "SALES1", {}, ("Success", "CW2007"), ("Success", "CW2008")),
    ("EvacuateCache", "SALES1", {}, ("Success", "CW1003"), ("Success", "CW1002")),
    ("InitializeStorage", "SALES1", {}, ("Success", "CW1008"), ("Success", "CW1008")),
    ("RestoreCache", "SALES1", {}, ("Success", "CW1006"), ("Success", "CW1005")),
    ("StartSqlServer", "SALES1", {}, ("Success", "CW2009"), ("Success", "CW2010")),
    ("RebuildStorage", "SALES1", {}, ("Failed", "CW6175"), ("Failed", "CW6175")),
    (
        "ReseedDatabases",
        "SALES1",
        {"PrimaryInstanceId": "SALES2", "Databases": "{databases}"},
        ("Failed", "CW2043"),
        ("Failed", "CW2043"),
    ),
    ("DrainClusterNode", "SALES1", {}, ("Success", "CW2017"), ("Success", "CW2018")),
    ("ResumeClusterNode", "SALES1", {}, ("Success", "CW2019"), ("Success", "CW2054")),
    ("HoldReplicaModes", "SALES2", GROUPS, ("Success", "CW2001"), ("Success", "CW2002")),
    ("RestoreReplicaModes", "SALES2", {"Modes": "{automatic modes}"}, ("Success", "CW2003"), ("Success", "CW2004")),
    ("RemoveReplicas", "SALES2", {**GROUPS, "Replicas": "{replicas}"}, ("Failed", "CW1083"), ("Failed", "CW1083")),
    ("FailOverAvailabilityGroups", "SALES1", GROUPS, ("Success", "CW2005"), ("Success", "CW2006")),
    ("OptOut", "SALES2", {}, ("Failed", "CW3025"), ("Failed", "CW3025")),
]
"""SALES1 was stopped and is back as secondary: act, node, parameters, and how it ends the first and the second time."""


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def begun(scene: Attacked, act: str, node: str, **parameters: str) -> AutomationExecution:
    """Starts the document for the node in the console."""
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{act}", parameters=parameters)
    return list(scene.cluster.account.automations.executions.values())[-1]


def ended(scene: Attacked, act: str, node: str, **parameters: str) -> AutomationExecution:
    """The same, and lets things go on until nothing is under way."""
    execution = begun(scene, act, node, **parameters)
    scene.settle()
    return execution


def told(execution: AutomationExecution) -> tuple[str, str]:
    """Status, and the code of what the host answered, or of why it wasn't asked."""
    verdict = output(execution, "ReadVerdict.Verdict")
    code = json.loads(verdict)["code"] if verdict.startswith("{") else output(execution, "ReleaseLease.Code")
    return execution.status.value, code


def in_step(execution: AutomationExecution, name: str) -> bool:
    return execution.run.current is not None and execution.run.current.step.name == name


def free(scene: Attacked) -> bool:
    return not any("owner" in item for item in scene.cluster.account.items(LEASES))


def test_after_an_operation_every_document_works_or_refuses_for_a_true_reason_as_often_as_it_is_started(scene):
    """Hosts remember the operation's token; whoever starts a document has none, and needs none.

    Who works on a node by hand has the sweep leave it alone meanwhile.
    """
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    for node in ("SALES1", "SALES2"):
        scene.cluster.instances[node].tags[SNOOZE] = "2026-02-04T10:00:00Z"
    assert {f"CacheWarden-{act}" for act, *_ in AFTER_AN_OPERATION} == set(ACT_DOCUMENTS)
    for act, node, parameters, first, second in AFTER_AN_OPERATION:
        answers = [told(ended(scene, act, node, **parameters)) for _ in range(2)]
        assert (act, *answers) == (act, first, second)
        assert free(scene), act
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_while_an_operation_runs_a_document_is_refused_with_who_it_is(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("EvacuateCache")
    operation = scene.claim()["owner"]
    execution = begun(scene, "StopSqlServer", "SALES2")
    scene.sleep(120)
    assert execution.status.value == "Failed"
    for said in (output(execution, "ReleaseLease.Sentence"), str(execution.run.message)):
        assert "CW5003" in said
        assert str(operation) in said
    assert scene.claim()["owner"] == operation
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]
    assert scene.cluster.sql_runs("SALES2")
    assert not scene.watch.violations


def test_a_document_that_is_refused_under_its_lease_says_that_the_lease_is_free_again(scene):
    ended(scene, "StopSqlServer", "SALES2")
    refused = ended(scene, "StopSqlServer", "SALES1")
    assert refused.status.value == "Failed" and "SALES2" in output(refused, "ReleaseLease.Sentence")
    assert output(refused, "ReleaseLease.WhoHoldsTheLease") == "none: it was released"
    assert free(scene) and scene.cluster.sql_runs("SALES1")


def test_of_two_documents_at_once_one_acts(scene):
    executions = [begun(scene, "StopSqlServer", "SALES2"), begun(scene, "HoldReplicaModes", "SALES1", **GROUPS)]
    scene.settle()
    assert sorted(execution.status.value for execution in executions) == ["Failed", "Success"]
    (refused,) = [execution for execution in executions if execution.status.value == "Failed"]
    (other,) = [execution for execution in executions if execution is not refused]
    assert other.id in output(refused, "ReleaseLease.WhoHoldsTheLease")
    assert free(scene)


def test_a_stop_request_is_refused_while_a_document_works_on_the_cluster_and_says_so(scene):
    ended(scene, "StopSqlServer", "SALES2")
    execution = begun(scene, "EvacuateCache", "SALES2")
    scene.run_until(lambda: in_step(execution, "RunOnHost"))
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Refused")]
    assert any(execution.id in message and "EvacuateCache" in message for message in scene.messages)
    assert execution.status.value == "Success"
    assert scene.cluster.instances["SALES2"].state.api_name == "running"
    assert not scene.watch.violations


def test_behind_an_aborted_operation_a_document_takes_the_lease_over(synthesized):
    """The janitor never hears of its end: the record still names it as owner."""
    with attacked(synthesized, faults=["lambda.cachewarden-janitor fail count=9"]) as scene:
        scene.cluster.world.faults.begin()
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("StopSqlServer")
        admin = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
        admin.stop_execution(executionArn=scene.claim()["owner"])
        scene.sleep(60)
        assert told(ended(scene, "StartSqlServer", "SALES1"))[0] == "Success"
        assert free(scene)
        assert scene.cluster.sql_runs("SALES1")


@pytest.mark.parametrize("step", ["TakeLease", "RunOnHost", "WatchWork", "SeeOutcome"])
@pytest.mark.campaign(suite=2)
def test_wherever_a_document_is_cancelled_its_lease_is_released_and_people_hear_what_it_left(scene, step):
    ended(scene, "StopSqlServer", "SALES2")
    execution = begun(scene, "EvacuateCache", "SALES2")
    scene.run_until(lambda: any(each.step.name == step and each.ended is None for each in execution.run.records))
    scene.perform(StepKind.CANCEL, "SALES2")
    scene.settle()
    assert execution.status.value == "Cancelled"
    assert free(scene)
    assert any("CW5130" in message and "SALES2" in message for message in scene.messages)
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StartInstance")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert scene.whole("SALES2")
    assert not scene.watch.violations


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (f"{FUNCTION} kill seconds=1", "Failed"),
        ("api.dynamodb.PutItem lost", "Failed"),
        ("api.ssm.GetAutomationExecution fail error=ThrottlingException count=2", "Failed"),
        (f"{FUNCTION} fail", "Failed"),
        (f"{FUNCTION} fail occurrence=2", "Success"),
        ("automation.step fail step=RunOnHost", "Failed"),
        ("automation.step fail step=ReadVerdict occurrence=1", "Success"),
        ("automation.step fail step=ReleaseLease", "Success"),
        ("ssm.script hang node=SALES2 document=CacheWarden-Host-StopSqlServer", "TimedOut"),
        ("ssm.delivery lost node=SALES2 document=CacheWarden-Host-StopSqlServer", "TimedOut"),
        ("ssm.report lost node=SALES2 document=CacheWarden-Host-StopSqlServer", "TimedOut"),
    ],
)
@pytest.mark.campaign(suite=5)
def test_whatever_goes_wrong_the_document_tells_it_and_leaves_no_lease(synthesized, fault, status):
    with attacked(synthesized, faults=[fault]) as scene:
        scene.cluster.world.faults.begin()
        execution = ended(scene, "StopSqlServer", "SALES2")
        assert scene.cluster.world.faults.never_injected == ()
        assert execution.status.value == status
        assert free(scene)
        if status == "TimedOut":
            assert any("CW5130" in message and "TimedOut" in message for message in scene.messages)
        scene.cluster.world.faults.enabled = False
        assert told(ended(scene, "StopSqlServer", "SALES2"))[0] == "Success"


@pytest.mark.parametrize("fails_step", [True, False])
@pytest.mark.parametrize("in_payload", [True, False])
@pytest.mark.campaign(suite=2)
def test_it_is_right_whatever_a_functions_answer_becomes(synthesized, fails_step, in_payload):
    ssm = SsmSettings(lambda_errors_fail_steps=fails_step, lambda_selectors_start_in_payload=in_payload)
    with attacked(synthesized, settings=Settings([ssm]), faults=[f"{FUNCTION} fail"]) as scene:
        assert told(ended(scene, "StopSqlServer", "SALES2")) == ("Success", "CW2007")
        assert told(ended(scene, "EvacuateCache", "SALES2")) == ("Success", "CW1003")
        scene.cluster.world.faults.begin()
        refused = ended(scene, "RestoreCache", "SALES2")
        assert refused.status.value == "Failed"
        assert "RunOnHost" not in {record.step.name for record in refused.run.records}
        assert free(scene)


def test_a_move_that_fails_makes_the_document_fail_and_says_why(synthesized):
    with attacked(synthesized, faults=["storage.repair fail node=SALES2 after=0.6"]) as scene:
        ended(scene, "StopSqlServer", "SALES2")
        scene.cluster.world.faults.begin()
        execution = ended(scene, "EvacuateCache", "SALES2")
        assert told(execution) == ("Failed", "CW1003")
        assert " Failed: " in output(execution, "ReleaseLease.Sentence")
        assert free(scene)


def test_a_node_that_is_stopped_under_a_document_is_not_taken_for_stopped_by_us(scene):
    """Windows is shut down while the document watches the evacuation: people hear that nobody planned this."""
    ended(scene, "StopSqlServer", "SALES2")
    execution = begun(scene, "EvacuateCache", "SALES2")
    scene.run_until(lambda: in_step(execution, "Pause"))
    scene.perform(StepKind.SHUT_DOWN, "SALES2")
    scene.settle()
    assert execution.status.value == "Failed"
    assert any("CW5109" in message and scene.instance_id("SALES2") in message for message in scene.messages)
    assert free(scene)


def parameters_of(content: dict[str, Any]) -> set[str]:
    return set(content["parameters"])


@pytest.mark.parametrize(("tags", "brought_back"), [({}, True), ({SNOOZE: "2026-02-04T10:00:00Z"}, False)])
def test_the_sweep_brings_back_what_a_document_took_out_of_service_unless_the_owner_is_at_work(
    scene, tags, brought_back
):
    scene.cluster.instances["SALES2"].tags.update(tags)
    ended(scene, "StopSqlServer", "SALES2")
    scene.sleep(1000)
    scene.settle()
    assert scene.outcomes == ([("InService", "Goal")] if brought_back else [])


def test_no_document_for_people_asks_for_what_a_lease_gives(scene):
    documents = scene.cluster.account.documents.by_name
    for name in ACT_DOCUMENTS:
        asked = parameters_of(documents[name].versions[-1].content)
        assert not asked & {"Token", "ActionToken", "NotAfter", "ClusterKey"}, name


def test_no_document_for_people_takes_a_consent_as_a_value(scene):
    """IAM sees which document somebody starts, and no value: whoever may start StopSqlServer would consent as well."""
    people = [
        document.versions[-1].content
        for name, document in scene.cluster.account.documents.by_name.items()
        if document.kind == "Automation"
    ]
    assert people and not any("Consent" in parameters_of(content) for content in people)
    given = [step["inputs"].get("Parameters", {}) for content in people for step in content["mainSteps"]]
    assert not any("Consent" in parameters for parameters in given)


ROLES = {"xvdf": "data", "xvdg": "data", "xvdh": "swap", "xvdz": "other"}


def tag_volumes(scene: Attacked, roles: dict[str, str | None]) -> dict[str | None, str]:
    """Device -> id of SALES2's volumes, tagged so; None for no tag."""
    volumes = scene.cluster.instances["SALES2"].volumes
    for volume in volumes:
        role = roles.get(str(volume.device))
        if role is not None:
            volume.tags["cachewarden:role"] = role
    return {volume.device: volume.id for volume in volumes}


def sent(scene: Attacked) -> dict[str, str]:
    """What the last command to a host was given as volumes."""
    commands = [
        command
        for command in scene.cluster.account.commands.commands.values()
        if command.document.name == "CacheWarden-Host-InitializeStorage"
    ]
    return {name: commands[-1].parameters[name] for name in ("DataVolumes", "SwapVolume")} if commands else {}


def test_the_tags_of_the_volumes_say_which_are_the_pools(scene):
    """The host compares them with what it was built of."""
    volumes = tag_volumes(scene, dict(ROLES))

    execution = ended(scene, "InitializeStorage", "SALES2", RolesFrom="tags")

    assert told(execution) == ("Success", "CW1008")
    assert sent(scene) == {"DataVolumes": f"{volumes['xvdf']},{volumes['xvdg']}", "SwapVolume": volumes["xvdh"]}
    assert free(scene)


@pytest.mark.parametrize(
    ("roles", "parameters", "words"),
    [
        ({**ROLES, "xvdz": None}, {}, ["xvdz", "has no tag cachewarden:role"]),
        ({**ROLES, "xvdz": "swap"}, {}, ["a pool has one Swap volume"]),
        ({**ROLES, "xvdh": "other"}, {}, ["no volume has the role swap"]),
        ({**ROLES, "xvdg": "log"}, {}, ["xvdg", "cachewarden:role=log"]),
        (ROLES, {"SwapVolume": "vol-0123456789abcdef0"}, ["vol-0123456789abcdef0", "named as well"]),
    ],
    ids=["missing", "duplicate", "no Swap volume", "unknown", "contradictory"],
)
def test_tags_that_leave_it_open_are_refused_and_the_volume_is_named(scene, roles, parameters, words):
    tag_volumes(scene, roles)

    execution = ended(scene, "InitializeStorage", "SALES2", RolesFrom="tags", **parameters)

    assert execution.status.value == "Failed"
    message = str(execution.run.message)
    assert "CW6163" in message and all(word in message for word in words), message
    assert sent(scene) == {} and free(scene)


def test_who_looks_at_a_move_that_runs_reads_how_far_it_is_and_how_long_it_takes_yet(scene):
    scene.cluster.instances["SALES2"].tags[SNOOZE] = "2026-02-04T10:00:00Z"
    ended(scene, "StopSqlServer", "SALES2")
    execution = begun(scene, "EvacuateCache", "SALES2")
    scene.run_until(lambda: len(progress(scene, execution)) == 2)
    assert execution.status.value == "InProgress"
    first, second = progress(scene, execution)
    assert "(evacuate)" in first
    assert re.search(r"\d+ of 100 GiB, \d+ %, \d+ MiB/s, about \d+ (min|s)", second), second
    scene.settle()
    assert execution.status.value == "Success"


def progress(scene: Attacked, execution: AutomationExecution) -> list[str]:
    """What the rounds have said so far, as Systems Manager shows their steps."""
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    steps = client.describe_automation_step_executions(
        AutomationExecutionId=execution.id, Filters=[{"Key": "StepName", "Values": ["RenewLease"]}]
    )["StepExecutions"]
    return [step["Outputs"]["Progress"][0] for step in steps if "Progress" in step.get("Outputs", {})]
