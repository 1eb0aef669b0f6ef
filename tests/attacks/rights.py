"""The rights of docs/stolen-rights.md as principals, and the calls by which a contract could be broken at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from cachewarden.operation.host_commands import ACT_MACHINE
from infra.constructs.mode import MODE_PARAMETER
from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.principal import Principal
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import LEASES, WORKFLOW, Attacked

Call = tuple[str, str, dict[str, Any]]
SSM = f"arn:aws:ssm:{REGION}:{ACCOUNT_ID}"
CONSENTED = (
    "AsynchronousAndStopInstance", "DetachedPoolAndStartInstance", "FewerCopiesAndStopInstance",
    "OutageAndStopInstance", "RebuildAndStartInstance", "WholeClusterAndStopCluster",
)  # fmt: skip
ACCEPT = tuple(f"Accept{what}" for what in CONSENTED)
REQUEST = (*(f"Request{what}" for what in CONSENTED), "RequestCycleInstance", "RequestStopInstance")
PLAIN = ("StopInstance", "StartInstance", "CycleInstance", "ResizeInstance", "SnapshotNode", "StartCluster")
SINGLE = ("StopSqlServer", "StartSqlServer", "EvacuateCache", "RestoreCache", "InitializeStorage")
FUNCTIONS = (
    "operate-instance",
    "pool-volumes",
    "instance-type",
    "swap-throughput",
    "lease",
    "document-lease",
    "ingest",
    "janitor",
    "observe",
    "decide",
    "estimate",
    "sweep",
)


def _user(name: str, *actions: str, resource: str | list[str] = "*") -> Callable[[Attacked], Principal]:
    return lambda scene: scene.principal(name, *actions, resource=resource)


def _documents(*names: str, kind: str = "CacheWarden-") -> list[str]:
    arns = [f"{SSM}:{part}/{kind}{name}" for name in names for part in ("document", "automation-definition")]
    return [*(arn + suffix for arn in arns for suffix in ("", ":*")), f"{SSM}:automation-execution/*"]


def _starter(name: str, *documents: str) -> Callable[[Attacked], Principal]:
    granted = ["ssm:StartAutomationExecution", "iam:PassRole"]
    resource = [*_documents(*documents), "arn:aws:iam::*:role/*"]
    return _user(name, *granted, resource=resource)


def _role(function: str) -> Callable[[Attacked], Principal]:
    def stolen(scene: Attacked) -> Principal:
        role = scene.cluster.account.functions.find(function).role
        return principals.role(role.rsplit("/", 1)[-1], "stolen")

    return stolen


RIGHTS: Mapping[str, Callable[[Attacked], Principal]] = MappingProxyType(
    {
        **{f"invoke-{name}": (lambda scene, name=name: scene.invoker(f"cachewarden-{name}")) for name in FUNCTIONS},
        "send-command": _user(
            "sends", "ssm:SendCommand", resource=[f"{SSM}:document/CacheWarden-Host-*", "arn:aws:ec2:*:*:instance/*"]
        ),
        "update-document": _user(
            "updates", "ssm:UpdateDocument", "ssm:UpdateDocumentDefaultVersion",
            resource=f"{SSM}:document/CacheWarden-Host-ObserveHost",
        ),
        "update-act-document": _user(
            "updates-acts", "ssm:UpdateDocument", "ssm:UpdateDocumentDefaultVersion",
            resource=f"{SSM}:document/CacheWarden-Host-StopSqlServer",
        ),
        "update-automation-document": _user(
            "updates-documents", "ssm:UpdateDocument", "ssm:UpdateDocumentDefaultVersion",
            resource=[f"{SSM}:document/CacheWarden-{name}" for name in (*SINGLE, *PLAIN, "OptOut", "BreakGlass")],
        ),
        "start-automation-without-role": _user("starts", "ssm:StartAutomationExecution", resource=[f"{SSM}:*"]),
        "start-plain-documents": _starter("starts-plain", *PLAIN),
        "start-accept-documents": _starter("starts-accept", *ACCEPT),
        "start-request-documents": _starter("starts-request", *REQUEST),
        "send-automation-signal": _user("answers", "ssm:SendAutomationSignal"),
        "start-single-acts": _starter("starts-single", *SINGLE),
        "start-break-glass": _starter("starts-break-glass", "BreakGlass"),
        "start-acts": _user(
            "starts-acts", "states:StartExecution",
            resource=f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{ACT_MACHINE}",
        ),
        "start-execution": _user("starts-executions", "states:StartExecution"),
        "stop-execution": _user("stops-executions", "states:StopExecution"),
        "cancel-command": _user("cancels", "ssm:CancelCommand"),
        "put-mode": _user(
            "sets-the-mode", "ssm:PutParameter", resource=f"{SSM}:parameter{MODE_PARAMETER}"
        ),
        "send-message": _user("sends-messages", "sqs:SendMessage"),
        "create-tags": _user("sets-tags", "ec2:CreateTags"),
        "host-administrator": lambda scene: scene.cluster.account.holder("node", f"CacheWardenNode-{REGION}"),
        **{f"role-{name}": _role(f"cachewarden-{name}") for name in FUNCTIONS},
    }
)  # fmt: skip


def direct_calls(scene: Attacked) -> Mapping[str, Mapping[str, Call]]:
    """Contract -> the calls that write what it rests on, or act past it, by a short name."""
    node = scene.instance_id("SALES1")

    def put(key: str) -> Call:
        return "dynamodb", "PutItem", {"TableName": LEASES, "Item": {"cluster": {"S": key}}}

    def change(operation: str, key: str = "0123456789abcdef") -> Call:
        return "dynamodb", operation, {"TableName": LEASES, "Key": {"cluster": {"S": key}}}

    def command(name: str) -> Call:
        return "ssm", "SendCommand", {"DocumentName": name, "InstanceIds": [node]}

    def start(name: str) -> Call:
        return "ssm", "StartAutomationExecution", {"DocumentName": name, "Parameters": {"InstanceId": [node]}}

    def update(name: str) -> Call:
        return "ssm", "UpdateDocument", {"Name": name, "Content": "{}", "DocumentVersion": "$LATEST"}

    def protect(value: bool) -> Call:
        return "ec2", "ModifyInstanceAttribute", {"InstanceId": node, "DisableApiStop": {"Value": value}}

    tagged = {"Resources": [node], "Tags": [{"Key": "cachewarden:consent", "Value": "outage/2026-02-04T00:00Z"}]}
    answered = {"AutomationExecutionId": "0a1b2c3d-0000-4000-8000-000000000001", "SignalType": "Approve"}
    machine = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
    return {
        "consent": {
            "write the record": put("consent/name"),
            "change the record": change("UpdateItem", "consent/name"),
            "set the tag": ("ec2", "CreateTags", tagged),
            **{f"start {name}": start(f"CacheWarden-{name}") for name in ACCEPT},
            "answer what approvers are asked": ("ssm", "SendAutomationSignal", answered),
        },
        "token": {
            "change the record": change("UpdateItem"),
            "name one in a command": command("CacheWarden-Host-StartSqlServer"),
        },
        "lease": {
            "write the record": put("0123456789abcdef"),
            "change the record": change("UpdateItem"),
            "delete the record": change("DeleteItem"),
            "take it by an execution": ("stepfunctions", "StartExecution", {"stateMachineArn": machine}),
            "take it by a document": start("CacheWarden-StopSqlServer"),
        },
        "proof": {
            "write the record": put(f"stop/{node}"),
            "change the record": change("UpdateItem", f"stop/{node}"),
            "lift protection": protect(False),
            "stop the instance": ("ec2", "StopInstances", {"InstanceIds": [node]}),
            "change what observes": update("CacheWarden-Host-ObserveHost"),
            "change what opts out": update("CacheWarden-OptOut"),
        },
        "host": {
            "run any script": command("AWS-RunPowerShellScript"),
            "change what runs there": update("CacheWarden-Host-StopSqlServer"),
        },
        "bundle": {
            "change what brings it": update("CacheWarden-Host-InstallBundleGround"),
            "bring the deployed one": command("CacheWarden-Host-InstallBundleGround"),
            "install the deployed one": start("CacheWarden-InstallHost"),
        },
    }
