"""The managed policies for people reach the documents that are meant for them, and nothing that acts without one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from cachewarden.operation.policy import OWNER_TAGS
from rehearsal.aws.api.principal import Principal
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import LEASES, WORKFLOW, Attacked, attacked

POLICIES = ("Viewer", "Operator", "Approver", "Requester", "Administrator")
FOR_OPERATORS = frozenset(
    {
        "CacheWarden-CycleInstance",
        "CacheWarden-ValidateAvailabilityGroups",
        "CacheWarden-ResumeClusterNode",
        "CacheWarden-DrainClusterNode",
        "CacheWarden-EvacuateCache",
        "CacheWarden-FailOverAvailabilityGroups",
        "CacheWarden-GrantRights",
        "CacheWarden-HoldReplicaModes",
        "CacheWarden-InitializeStorage",
        "CacheWarden-EstimateEvacuation",
        "CacheWarden-Preflight",
        "CacheWarden-ResizeInstance",
        "CacheWarden-RestoreCache",
        "CacheWarden-RestoreReplicaModes",
        "CacheWarden-SnapshotNode",
        "CacheWarden-StartCluster",
        "CacheWarden-StartInstance",
        "CacheWarden-StartSqlServer",
        "CacheWarden-StopInstance",
        "CacheWarden-StopSqlServer",
    }
)
FOR_APPROVERS = frozenset(
    f"CacheWarden-Accept{what}"
    for what in (
        "AsynchronousAndStopInstance",
        "DetachedPoolAndStartInstance",
        "FewerCopiesAndStopInstance",
        "ForgetReplicaAndStartInstance",
        "OutageAndStopInstance",
        "RebuildAndStartInstance",
        "WholeClusterAndStopCluster",
    )
)
FOR_REQUESTERS = frozenset(name.replace("Accept", "Request") for name in FOR_APPROVERS) | {
    "CacheWarden-RequestCycleInstance",
    "CacheWarden-RequestStopInstance",
}
FOR_ADMINISTRATORS = frozenset(
    {
        "CacheWarden-AdoptStorage",
        "CacheWarden-BreakGlass",
        "CacheWarden-BuildAvailabilityGroup",
        "CacheWarden-InstallHost",
        "CacheWarden-OptIn",
        "CacheWarden-OptOut",
        "CacheWarden-RebuildStorage",
        "CacheWarden-RecordHostFacts",
        "CacheWarden-RecordPairFacts",
        "CacheWarden-RecordRestartFacts",
        "CacheWarden-RemoveReplicas",
        "CacheWarden-ReseedDatabases",
        "CacheWarden-UninstallHost",
    }
)
MAY_START: Mapping[str, frozenset[str]] = {
    "Viewer": frozenset(),
    "Operator": FOR_OPERATORS,
    "Approver": FOR_APPROVERS,
    "Requester": FOR_REQUESTERS,
    "Administrator": FOR_ADMINISTRATORS,
}
GUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
SAMPLES = {
    "AcceptedRisk": "another operation may be running",
    "Act": "StopSqlServer",
    "InstanceType": "r5d.8xlarge",
    "AvailabilityGroups": GUID,
    "DataVolumes": "vol-0123456789abcdef0,vol-0123456789abcdef1",
    "Databases": f"{GUID}/{GUID}",
    "Emergency": "nothing else answers",
    "GroupDatabases": "sales",
    "GroupName": "sales-ag",
    "Modes": f"{GUID}/{GUID}/1/0",
    "NotAfter": "2026-02-03T04:05:06Z",
    "SwapVolume": "vol-0123456789abcdef2",
    "Token": "7",
}
OTHERS_DOCUMENTS = ("PatchFleet", "CacheWarden-StopInstanceOfSomebodyElse")
EXECUTION = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:execution:{WORKFLOW}:name"
MACHINE = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:"
RUN = "0a1b2c3d-0000-4000-8000-000000000001"
Call = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        deployed = cluster.cluster.account.documents
        for name in OTHERS_DOCUMENTS:
            deployed.deploy(name, "Automation", deployed.by_name["CacheWarden-StopInstance"].versions[0].content)
        yield cluster


def holder(scene: Attacked, policy: str) -> Principal:
    return scene.cluster.account.holder(policy, f"CacheWarden{policy}-{REGION}")


def allowed(scene: Attacked, policy: str, call: Call) -> bool:
    """Whether the evaluator grants everything that AWS asks of this call."""
    service, operation, parameters = call
    authorizer, caller = scene.cluster.account.authorizer, holder(scene, policy)
    asked = list(authorizer.requests.requests(caller, service, operation, parameters))
    return bool(asked) and all(authorizer.decide(caller, request).allowed for request in asked)


def documents(scene: Attacked, kind: str) -> list[str]:
    return [name for name, each in scene.cluster.account.documents.by_name.items() if each.versions[0].kind == kind]


def start(scene: Attacked, document: str, **parameters: str) -> Call:
    """With a value for each parameter that has no default: only then the role is known that would be passed."""
    declared = scene.cluster.account.documents.by_name[document].versions[-1].content["parameters"]
    node = scene.instance_id("SALES1")
    samples = {"InstanceId": node, "PrimaryInstanceId": node, "SecondaryInstanceId": node, **SAMPLES, **parameters}
    given = {name: [samples[name]] for name, each in declared.items() if "default" not in each or name in parameters}
    return "ssm", "StartAutomationExecution", {"DocumentName": document, "Parameters": given}


def tag(scene: Attacked, *keys: str, operation: str = "CreateTags") -> Call:
    given = {"Resources": [scene.instance_id("SALES1")], "Tags": [{"Key": key, "Value": "x"} for key in keys]}
    return "ec2", operation, given


def acts_without_a_document(scene: Attacked) -> list[Call]:
    """Every way around the documents."""
    node = scene.instance_id("SALES1")
    machines = [MACHINE + name for name in (WORKFLOW, "cachewarden-act-on-host")]
    return [
        *(
            ("ssm", "SendCommand", {"DocumentName": name, "InstanceIds": [node]})
            for name in (*documents(scene, "Command"), "AWS-RunPowerShellScript")
        ),
        *(("lambda", "Invoke", {"FunctionName": name}) for name in scene.cluster.account.functions.names()),
        *(("stepfunctions", "StartExecution", {"stateMachineArn": arn}) for arn in machines),
        ("stepfunctions", "RedriveExecution", {"executionArn": EXECUTION}),
        ("ec2", "StopInstances", {"InstanceIds": [node]}),
        ("ec2", "StartInstances", {"InstanceIds": [node]}),
        ("ec2", "ModifyInstanceAttribute", {"InstanceId": node, "DisableApiStop": {"Value": False}}),
        ("dynamodb", "PutItem", {"TableName": LEASES, "Item": {"cluster": {"S": "x"}}}),
        ("dynamodb", "DeleteItem", {"TableName": LEASES, "Key": {"cluster": {"S": "x"}}}),
        tag(scene, "Name"),
        tag(scene, "cachewarden:state"),
        tag(scene, "cachewarden:stop-proven"),
        tag(scene, "cachewarden:managed", "cachewarden:state"),
        tag(scene, operation="DeleteTags"),
    ]


@pytest.mark.parametrize("policy", POLICIES)
def test_each_policy_starts_its_own_documents_and_no_other(scene, policy):
    names = documents(scene, "Automation")
    assert {name for name in names if allowed(scene, policy, start(scene, name))} == MAY_START[policy]


def test_every_document_for_people_is_somebodys(scene):
    deployed = set(documents(scene, "Automation")) - set(OTHERS_DOCUMENTS)
    assert deployed == FOR_OPERATORS | FOR_APPROVERS | FOR_REQUESTERS | FOR_ADMINISTRATORS


@pytest.mark.parametrize("policy", POLICIES)
def test_no_policy_acts_without_a_document(scene, policy):
    assert [call for call in acts_without_a_document(scene) if allowed(scene, policy, call)] == []


@pytest.mark.parametrize("policy", POLICIES)
def test_a_document_is_given_no_other_role_than_its_audience_may_pass(scene, policy):
    """The role is a parameter of each document: whoever may pass one of ours to another document would widen it."""
    roles = scene.cluster.account.authorizer.role_arns
    passable = {
        name
        for name in set(documents(scene, "Automation")) - set(OTHERS_DOCUMENTS)
        for document in MAY_START[policy]
        if allowed(scene, policy, start(scene, document, AutomationAssumeRole=roles[f"{name}-{REGION}"]))
    }
    assert passable == MAY_START[policy]


@pytest.mark.parametrize("policy", POLICIES)
def test_tags_the_brake_and_the_end_of_an_operation_are_the_administrators(scene, policy):
    calls = [
        *(tag(scene, key, operation=operation) for key in OWNER_TAGS for operation in ("CreateTags", "DeleteTags")),
        ("ssm", "PutParameter", {"Name": "/cachewarden/mode", "Value": "off"}),
        ("stepfunctions", "StopExecution", {"executionArn": EXECUTION}),
    ]
    assert {allowed(scene, policy, call) for call in calls} == {policy == "Administrator"}
    assert not allowed(scene, policy, ("ssm", "PutParameter", {"Name": "/somebody/elses", "Value": "x"}))


@pytest.mark.parametrize("policy", POLICIES)
def test_everybody_reads_what_was_done(scene, policy):
    calls: list[Call] = [
        ("ssm", "GetAutomationExecution", {"AutomationExecutionId": RUN}),
        ("ssm", "DescribeAutomationStepExecutions", {"AutomationExecutionId": RUN}),
        ("ssm", "DescribeAutomationExecutions", {}),
        ("ssm", "GetDocument", {"Name": "CacheWarden-StopInstance"}),
        ("ssm", "GetParameter", {"Name": "/cachewarden/mode"}),
        ("stepfunctions", "GetExecutionHistory", {"executionArn": EXECUTION}),
        ("dynamodb", "Scan", {"TableName": LEASES}),
        ("ec2", "DescribeInstances", {}),
    ]
    assert [call for call in calls if not allowed(scene, policy, call)] == []


@pytest.mark.parametrize("policy", POLICIES)
def test_approvers_answer_what_is_asked_and_nobody_else(scene, policy):
    call = ("ssm", "SendAutomationSignal", {"AutomationExecutionId": RUN, "SignalType": "Approve"})
    assert allowed(scene, policy, call) is (policy == "Approver")


@pytest.mark.parametrize("policy", POLICIES)
def test_who_may_start_may_cancel(scene, policy):
    call = ("ssm", "StopAutomationExecution", {"AutomationExecutionId": RUN})
    assert allowed(scene, policy, call) is (policy != "Viewer")


def test_an_operator_stops_a_node_and_gives_no_consent(synthesized):
    """The policy carries a whole operation, at the API itself."""
    with attacked(synthesized) as scene:
        ssm = scene.cluster.account.client("ssm", holder(scene, "Operator"))
        given = {"InstanceId": [scene.instance_id("SALES1")]}
        started = ssm.start_automation_execution(DocumentName="CacheWarden-StopInstance", Parameters=given)
        with pytest.raises(ClientError, match="AccessDenied"):
            ssm.start_automation_execution(DocumentName="CacheWarden-AcceptOutageAndStopInstance", Parameters=given)
        scene.settle()
        run = ssm.get_automation_execution(AutomationExecutionId=started["AutomationExecutionId"])
        assert run["AutomationExecution"]["AutomationExecutionStatus"] == "Success"
        assert scene.outcomes == [("Stopped", "Goal")]
