"""moto answers EC2, DynamoDB and SNS; SSM and Step Functions, which it lacks or fakes, answer as the test says."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any

from cachewarden.operation.act_documents import ACT_DOCUMENTS, documents_sent_by
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from tests.repository import EVENTS

REGION = "eu-central-1"
TABLE = "cachewarden-leases"
MACHINE_ARN = f"arn:aws:states:{REGION}:123456789012:stateMachine:cachewarden-maintain-replica"
EXECUTION_ARN = f"arn:aws:states:{REGION}:123456789012:execution:cachewarden-maintain-replica:e1"


def execution(name: str) -> str:
    """ARN of an execution of maintain-replica."""
    return f"arn:aws:states:{REGION}:123456789012:execution:cachewarden-maintain-replica:{name}"


def newest_events(*events: dict[str, Any]) -> dict[str, Any]:
    """An execution's history, the newest event first."""
    at = datetime.now(UTC)
    return {"events": [{"id": 9 - number, "timestamp": at, **event} for number, event in enumerate(events)]}


def scheduled(payload: dict[str, Any]) -> dict[str, Any]:
    """A call of the lease function, as a history shows it while it is under way."""
    parameters = json.dumps({"FunctionName": "cachewarden-lease", "Payload": payload})
    details = {"resourceType": "lambda", "resource": "invoke", "region": REGION, "parameters": parameters}
    return {"type": "TaskScheduled", "taskScheduledEventDetails": details}


SERVICE = count()
"""A logger of its own for each test: handlers of Python's loggers keep the first test's stdout."""
OBSERVE_CONTENT = {"schemaVersion": "2.2", "mainSteps": [{"name": "ObserveHost"}]}
"""What every document says here."""
INSTALLER = "CacheWarden-Host-InstallHost"
DEPLOYED = DeployedDocuments(
    hashes={
        name: document_hash(OBSERVE_CONTENT)
        for name in (
            OBSERVE_DOCUMENT,
            INSTALLER,
            *(name for act in ACT_DOCUMENTS.values() for name in documents_sent_by(act)),
        )
    }
).text
APPROVER = "arn:aws:iam::123456789012:user/approver"
OWN_ROLE = "arn:aws:iam::123456789012:role/cachewarden-operate-instance"


def sample(name: str) -> dict[str, Any]:
    """AWS's sample event `name`.json, as this account and region would get it."""
    text = (EVENTS / f"{name}.json").read_text("utf-8")
    return json.loads(text.replace("111122223333", "123456789012").replace("us-east-1", REGION))


class ServiceError(Exception):
    """An AWS error that a scripted operation answers with."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Scripted:
    """Operations of one service answered by functions; anything else is an error of the test."""

    service: str
    operations: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def begin(self) -> None:
        """Forgets the last test."""
        self.operations.clear()
        self.calls.clear()

    def attach(self, client: Any) -> None:
        client.meta.events.register(f"provide-client-params.{self.service}", self._remember)
        client.meta.events.register(f"before-call.{self.service}", self._answer)

    def _remember(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        self.calls.append((model.name, params))

    def _answer(self, model: Any, params: dict[str, Any], **_: Any) -> tuple[Any, dict[str, Any]]:
        name, given = self.calls[-1]
        assert name == model.name
        if name not in self.operations:
            raise AssertionError(f"unexpected call of {self.service}: {name}")
        try:
            return SimpleNamespace(status_code=200), self.operations[name](given)
        except ServiceError as error:
            answer = {"Error": {"Code": error.code, "Message": "scripted"}, "ResponseMetadata": {}}
            return SimpleNamespace(status_code=400), answer

    def of(self, name: str) -> list[dict[str, Any]]:
        return [params for called, params in self.calls if called == name]


@dataclass
class Aws:
    """The account as a test sees it."""

    ec2: Any
    dynamodb: Any
    ssm: Scripted
    states: Scripted
    messages: list[dict[str, Any]]
    topic_arn: str

    def node(self, *, tags: dict[str, str] | None = None, protected: bool = True) -> str:
        """A running instance with our tags."""
        marked = {"cachewarden:managed": "true", "cachewarden:cluster": "sales"} if tags is None else tags
        instance_id = self.ec2.run_instances(
            ImageId="ami-12345678",
            MinCount=1,
            MaxCount=1,
            InstanceType="r5d.4xlarge",
            TagSpecifications=[
                {"ResourceType": "instance", "Tags": [{"Key": key, "Value": value} for key, value in marked.items()]}
            ]
            if marked
            else [],
        )["Instances"][0]["InstanceId"]
        self.ec2.modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": protected})
        return instance_id

    def protected(self, instance_id: str) -> bool:
        answer = self.ec2.describe_instance_attribute(InstanceId=instance_id, Attribute="disableApiStop")
        return answer["DisableApiStop"]["Value"]

    def state(self, instance_id: str) -> str:
        answer = self.ec2.describe_instances(InstanceIds=[instance_id])
        return answer["Reservations"][0]["Instances"][0]["State"]["Name"]

    def agents_online(self, *instance_ids: str) -> None:
        """SSM reports these agents as online, seen just now."""
        self.ssm.operations["DescribeInstanceInformation"] = lambda given: {
            "InstanceInformationList": [
                {
                    "InstanceId": instance_id,
                    "PingStatus": "Online",
                    "LastPingDateTime": datetime.now(UTC) + timedelta(seconds=5),
                    "AgentVersion": "3.3.3050.0",
                }
                for instance_id in instance_ids
                if instance_id in given["Filters"][0]["Values"]
            ]
        }


@dataclass
class Context:
    """What a handler may ask of Lambda."""

    function_name: str = "test"
    memory_limit_in_mb: int = 512
    invoked_function_arn: str = "arn:aws:lambda:eu-central-1:123456789012:function:test"
    aws_request_id: str = "52fdfc07-2182-454f-963f-5f0f9a621d72"
    remaining_ms: int = 60_000

    def get_remaining_time_in_millis(self) -> int:
        return self.remaining_ms
