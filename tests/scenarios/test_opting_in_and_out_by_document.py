"""CacheWarden-OptIn and -OptOut from the console's side: right, refused, cancelled, wrong parameter, no right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked

MANAGED, SNOOZE = "cachewarden:managed", "cachewarden:snooze-until"
LOSS = "a stop of this instance destroys the data drive"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def started(scene: Attacked, document: str, node: str, **parameters: str) -> AutomationExecution:
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{document}", parameters=parameters)
    return list(scene.cluster.account.automations.executions.values())[-1]


def ended(scene: Attacked, document: str, node: str, **parameters: str) -> AutomationExecution:
    execution = started(scene, document, node, **parameters)
    scene.settle()
    return execution


def why(execution: AutomationExecution) -> str:
    """What a person reads beside the step that failed."""
    return " ".join(record.message for record in execution.run.records if record.message)


def said(execution: AutomationExecution) -> dict[str, str]:
    return {name: values[0] for name, values in execution.run.outputs().items() if values}


def never_opted_in(scene: Attacked, node: str) -> None:
    instance = scene.cluster.instances[node]
    instance.tags.pop(MANAGED)
    instance.protect(False)


def evacuated(scene: Attacked, node: str) -> None:
    scene.cluster.instances[node].tags[SNOOZE] = "2026-02-04T10:00:00Z"
    for act in ("StopSqlServer", "EvacuateCache"):
        assert ended(scene, act, node).status.value == "Success"


@pytest.mark.parametrize(("node", "partner"), [("SALES1", "SALES2"), ("SALES2", "SALES1")])
@pytest.mark.campaign(suite=1)
def test_the_first_node_of_a_cluster_to_be_opted_in_hears_soon_what_is_missing(scene, node, partner):
    """Its partner isn't opted in yet, so nothing is known of it: a wait for that must not follow another for ever."""
    never_opted_in(scene, "SALES1")
    never_opted_in(scene, "SALES2")
    begun = scene.cluster.world.clock.monotonic()
    execution = ended(scene, "OptIn", node)
    assert execution.status.value == "Failed"
    assert "CW6103" in why(execution)
    assert scene.cluster.world.clock.monotonic() - begun < 1800
    assert scene.cluster.instances[node].tags[MANAGED] == "true"


def test_opting_in_sets_the_tag_as_rights_compare_it_and_succeeds_where_a_stop_would_be_safe(scene):
    never_opted_in(scene, "SALES1")
    scene.cluster.instances["SALES1"].tags[MANAGED] = "True"
    execution = ended(scene, "OptIn", "SALES1")
    assert (execution.status.value, why(execution)) == ("Success", "")
    assert said(execution)["ReadOutcome.Outcome"] == "Goal"
    instance = scene.cluster.instances["SALES1"]
    assert (instance.tags[MANAGED], instance.stop_protected) == ("true", True)


def test_a_node_on_which_something_is_missing_stays_opted_in_and_the_document_fails_with_the_reason(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    never_opted_in(scene, "SALES1")
    execution = ended(scene, "OptIn", "SALES1")
    instance = scene.cluster.instances["SALES1"]
    assert execution.status.value == "Failed"
    assert "The node has its tag cachewarden:managed=true now." in why(execution)
    assert "| Next: " in why(execution)
    assert (said(execution)["SayPreflight.Outcome"], said(execution)["SayPreflight.Code"]) == ("Refused", "CW6103")
    assert (instance.tags[MANAGED], instance.stop_protected) == ("true", True)


def test_opting_in_that_is_cancelled_leaves_the_node_protected(scene):
    never_opted_in(scene, "SALES1")
    execution = started(scene, "OptIn", "SALES1")
    scene.run_until(lambda: scene.cluster.instances["SALES1"].tags.get(MANAGED) == "true")
    scene.perform(StepKind.CANCEL, "SALES1")
    scene.settle()
    assert execution.status.value == "Cancelled"
    assert scene.cluster.instances["SALES1"].stop_protected


def test_opting_out_is_refused_while_a_stop_would_destroy_the_data_drive(scene):
    scene.cluster.instances["SALES2"].tags[SNOOZE] = "2026-02-04T10:00:00Z"
    execution = ended(scene, "OptOut", "SALES2")
    assert execution.status.value == "Failed"
    assert "CW3025" in why(execution)
    assert "start CacheWarden-StopSqlServer and CacheWarden-EvacuateCache" in why(execution)
    assert scene.whole("SALES2")
    assert scene.cluster.instances["SALES2"].tags[MANAGED] == "true"


def test_opting_out_with_the_cache_on_ebs_takes_off_the_host_protection_and_tag(scene):
    evacuated(scene, "SALES2")
    execution = ended(scene, "OptOut", "SALES2")
    instance = scene.cluster.instances["SALES2"]
    assert (execution.status.value, why(execution)) == ("Success", "")
    assert (instance.stop_protected, instance.tags.get(MANAGED)) == (False, None)
    assert said(execution)["ReleaseLease.Code"] == "CW3024"
    assert "stop protection is off" in said(execution)["ReleaseLease.Sentence"]
    assert said(execution)["ReleaseLease.DataIsSafe"].startswith("Yes.")
    assert "was opted out" in scene.messages[-1]
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    assert instance.state.api_name == "stopped"


@pytest.mark.parametrize("until", [None, "2026-02-01T10:00:00Z", "2026-02-04T10:00:00", "tomorrow"])
def test_opting_out_is_refused_where_the_sweep_might_bring_the_cache_back_meanwhile(scene, until):
    evacuated(scene, "SALES2")
    instance = scene.cluster.instances["SALES2"]
    instance.tags.pop(SNOOZE)
    if until is not None:
        instance.tags[SNOOZE] = until
    execution = started(scene, "OptOut", "SALES2")
    scene.run_until(lambda: execution.status.value == "Failed")
    assert "CW3025 The tag cachewarden:snooze-until" in why(execution)
    assert (instance.stop_protected, instance.tags[MANAGED]) == (True, "true")


def test_opting_out_with_the_loss_accepted_keeps_protection_and_says_what_a_stop_does(scene):
    execution = ended(scene, "OptOut", "SALES2", AcceptedLoss=LOSS)
    instance = scene.cluster.instances["SALES2"]
    assert execution.status.value == "Success"
    assert (instance.stop_protected, instance.tags.get(MANAGED)) == (True, None)
    assert "stop protection stays on" in said(execution)["ReleaseLease.Sentence"]
    assert "destroys the data drive" in said(execution)["ReleaseLease.DataIsSafe"]


def test_opting_out_in_the_middle_of_an_operation_is_refused_and_nothing_is_changed(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("EvacuateCache")
    execution = started(scene, "OptOut", "SALES2", AcceptedLoss=LOSS)
    scene.settle()
    assert execution.status.value == "Failed"
    assert "CW5003" in why(execution)
    assert scene.outcomes == [("Stopped", "Goal")]


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda instance: instance.tags.pop(MANAGED), "CW6114"),
        (lambda instance: instance.tags.update({MANAGED: "True"}), "CW6114"),
    ],
)
def test_opting_out_a_node_that_is_not_opted_in_is_refused(scene, prepare, code):
    prepare(scene.cluster.instances["SALES2"])
    execution = ended(scene, "OptOut", "SALES2")
    assert execution.status.value == "Failed"
    assert code in why(execution)
    assert scene.cluster.instances["SALES2"].stop_protected


def test_opting_out_a_stopped_node_is_refused_since_its_boot_task_would_move_the_cache_back(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    execution = ended(scene, "OptOut", "SALES2")
    assert execution.status.value == "Failed"
    assert "CW4107 The instance is stopped" in why(execution)
    assert scene.cluster.instances["SALES2"].tags[MANAGED] == "true"


def test_while_a_node_is_opted_out_no_other_document_brings_its_cache_back(scene):
    evacuated(scene, "SALES2")
    opting_out = started(scene, "OptOut", "SALES2")
    scene.run_until(lambda: opting_out.run.current is not None and opting_out.run.current.step.name == "RunOnHost")
    restoring = started(scene, "RestoreCache", "SALES2")
    scene.settle()
    assert (restoring.status.value, opting_out.status.value) == ("Failed", "Success")
    assert said(restoring)["ReleaseLease.Outcome"] == "Refused"
    assert opting_out.id in said(restoring)["ReleaseLease.WhoHoldsTheLease"]
    assert said(opting_out)["ReleaseLease.WhoHoldsTheLease"] == "none: it was released"
    assert not scene.cluster.instances["SALES2"].stop_protected


def test_opting_out_that_is_cancelled_leaves_the_node_opted_in_and_protected(scene):
    evacuated(scene, "SALES2")
    execution = started(scene, "OptOut", "SALES2")
    scene.run_until(lambda: execution.run.current is not None and execution.run.current.step.name == "RunOnHost")
    scene.perform(StepKind.CANCEL, "SALES2")
    scene.settle()
    instance = scene.cluster.instances["SALES2"]
    assert execution.status.value == "Cancelled"
    assert (instance.stop_protected, instance.tags.get(MANAGED)) == (True, "true")


@pytest.mark.parametrize("document", ["OptIn", "OptOut"])
@pytest.mark.parametrize("node", ["SALES1", "i-1", "none; stop"])
def test_a_node_that_is_none_is_refused_before_anything_is_done(scene, document, node):
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    before = [dict(instance.tags) for instance in scene.cluster.instances.values()]
    with pytest.raises(ClientError, match="InvalidAutomationExecutionParameters"):
        ssm.start_automation_execution(DocumentName=f"CacheWarden-{document}", Parameters={"InstanceId": [node]})
    assert [dict(instance.tags) for instance in scene.cluster.instances.values()] == before


def test_words_that_accept_no_loss_are_refused(scene):
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    given = {"InstanceId": [scene.instance_id("SALES2")], "AcceptedLoss": ["yes"]}
    with pytest.raises(ClientError, match="InvalidAutomationExecutionParameters"):
        ssm.start_automation_execution(DocumentName="CacheWarden-OptOut", Parameters=given)


@pytest.mark.parametrize("document", ["OptIn", "OptOut"])
@pytest.mark.parametrize("policy", ["Viewer", "Operator", "Approver"])
def test_only_an_administrator_may_opt_in_or_out(scene, document, policy):
    account = scene.cluster.account
    ssm = account.client("ssm", account.holder(policy, f"CacheWarden{policy}-eu-west-1"))
    given = {"InstanceId": [scene.instance_id("SALES2")]}
    with pytest.raises(ClientError, match="AccessDenied"):
        ssm.start_automation_execution(DocumentName=f"CacheWarden-{document}", Parameters=given)
