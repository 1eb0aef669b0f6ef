"""Deploys the resources of resolved templates: into moto, or into the account's own services."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rehearsal.aws.api.clients import shared_client
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.principal import role
from rehearsal.aws.cloudformation.execution_roles import ExecutionRoles
from rehearsal.aws.cloudformation.policy_documents import permission_statements, statements_of
from rehearsal.aws.cloudformation.template import ResolvedStacks, Resource
from rehearsal.aws.cloudwatch.alarms import Alarm, Alarms
from rehearsal.aws.eventbridge.bus import Bus, Rule, Target, schedule_period_s
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.iam.policy import PolicyKind, policy_size
from rehearsal.aws.kms.keys import Keys
from rehearsal.aws.lambda_.event_sources import EventSource, EventSources, Queue
from rehearsal.aws.lambda_.service import Function, Functions, LogGroup
from rehearsal.aws.ssm.automations import Automations
from rehearsal.aws.ssm.documents import Documents
from rehearsal.aws.stepfunctions.execution_record import StateMachine
from rehearsal.aws.stepfunctions.service import StepFunctions
from rehearsal.engines.eventbridge.pattern import compile_pattern
from rehearsal.engines.eventbridge.target_input import TargetInput
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

INERT = frozenset(
    {
        "AWS::CloudWatch::CompositeAlarm", "AWS::CloudWatch::Dashboard",
        "AWS::IAM::InstanceProfile", "AWS::Logs::MetricFilter",
    }
)  # fmt: skip
"""Deployed without effect: nothing in a rehearsal reads them."""
TARGET_RETRIES = 185
TARGET_MAX_AGE_S = 86_400
_PLACEHOLDER = re.compile(r"\$\{([A-Za-z0-9_]+)\}")


class Services(Protocol):
    """The services of an account into which resources are deployed."""

    authorizer: Authorizer
    keys: Keys
    alarms: Alarms
    documents: Documents
    automations: Automations
    functions: Functions
    event_sources: EventSources
    machines: StepFunctions
    bus: Bus

    @property
    def partition_keys(self) -> dict[str, str]:
        """Table name to partition key."""


class Deployer:
    """Deploys into the services of one account."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._managed = services.authorizer.managed_policies
        self._execution_roles = ExecutionRoles(services.authorizer)
        self._handlers: Mapping[str, Callable[[Resource], None]] = {
            "AWS::CloudWatch::Alarm": self._alarm,
            "AWS::DynamoDB::GlobalTable": self._table,
            "AWS::DynamoDB::Table": self._table,
            "AWS::Events::Rule": self._rule,
            "AWS::IAM::ManagedPolicy": self._managed_policy,
            "AWS::IAM::Policy": self._policy,
            "AWS::IAM::Role": self._role,
            "AWS::Lambda::EventInvokeConfig": self._invoke_config,
            "AWS::Lambda::EventSourceMapping": self._event_source,
            "AWS::Lambda::Function": self._function,
            "AWS::Lambda::Permission": self._permission,
            "AWS::Logs::LogGroup": self._log_group,
            "AWS::SNS::Subscription": self._subscription,
            "AWS::SNS::Topic": self._topic,
            "AWS::SNS::TopicPolicy": self._topic_policy,
            "AWS::SQS::Queue": self._queue,
            "AWS::SQS::QueuePolicy": self._queue_policy,
            "AWS::SSM::Document": self._document,
            "AWS::SSM::Parameter": self._parameter,
            "AWS::StepFunctions::StateMachine": self._state_machine,
        }

    def deploy(self, stacks: ResolvedStacks) -> None:
        """All resources, in order. Raises UnsupportedError for what isn't modelled, naming it."""
        for resource in stacks.resources:
            handler = self._handlers.get(resource.type)
            if handler is not None:
                handler(resource)
            elif resource.type not in INERT:
                raise UnsupportedError(f"{resource.stack}/{resource.logical_id}: {resource.type} can't be deployed")

    # -- IAM ----------------------------------------------------------------------------------------------------------

    def _role(self, resource: Resource) -> None:
        properties, name = resource.properties, resource.physical_id
        if "PermissionsBoundary" in properties:
            raise UnsupportedError(f"role {name}: PermissionsBoundary")
        authorizer = self._services.authorizer
        trust = statements_of(properties["AssumeRolePolicyDocument"], name, PolicyKind.TRUST)
        authorizer.add_role(name, trust, path=properties.get("Path", "/"))
        for policy in properties.get("Policies", ()):
            document, origin = policy["PolicyDocument"], f"{name}/{policy['PolicyName']}"
            authorizer.attach(name, statements_of(document, origin), inline_size=policy_size(document))
        for arn in properties.get("ManagedPolicyArns", ()):
            if arn not in self._managed:
                raise UnsupportedError(f"role {name}: managed policy {arn} isn't in the template")
            authorizer.attach(name, self._managed[arn])

    def _policy(self, resource: Resource) -> None:
        properties = resource.properties
        document = properties["PolicyDocument"]
        statements, size = statements_of(document, resource.physical_id), policy_size(document)
        for holder in properties.get("Roles", ()):
            self._services.authorizer.attach(holder, statements, inline_size=size)

    def _managed_policy(self, resource: Resource) -> None:
        properties = resource.properties
        statements = statements_of(properties["PolicyDocument"], resource.physical_id, PolicyKind.MANAGED)
        self._managed[resource.physical_id] = statements
        for holder in properties.get("Roles", ()):
            self._services.authorizer.attach(holder, statements)

    # -- data ---------------------------------------------------------------------------------------------------------

    def _table(self, resource: Resource) -> None:
        properties, name = resource.properties, resource.physical_id
        request = {
            key: properties[key]
            for key in ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes")
            if key in properties
        }
        shared_client("dynamodb").create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **request)
        made = f"arn:{PARTITION}:dynamodb:{REGION}:{ACCOUNT_ID}:table/{name}"
        replica = next(iter(properties.get("Replicas", ())), properties)
        key = replica.get("SSESpecification", {}).get("KMSMasterKeyId")
        self._services.keys.require_to_make("dynamodb", made, key)
        partition = next(key["AttributeName"] for key in properties["KeySchema"] if key["KeyType"] == "HASH")
        self._services.partition_keys[name] = partition

    def _topic(self, resource: Resource) -> None:
        shared_client("sns").create_topic(Name=resource.physical_id.rsplit(":", 1)[-1])
        self._services.keys.encrypts(resource.physical_id, resource.properties.get("KmsMasterKeyId"))

    def _topic_policy(self, resource: Resource) -> None:
        statements = statements_of(resource.properties["PolicyDocument"], resource.logical_id, PolicyKind.RESOURCE)
        for topic in resource.properties["Topics"]:
            self._services.authorizer.add_resource_policy(topic, statements)

    def _subscription(self, resource: Resource) -> None:
        properties = resource.properties
        if properties["Protocol"] not in ("email", "email-json", "https", "sms"):
            raise UnsupportedError(f"{resource.logical_id}: subscription by {properties['Protocol']}")
        shared_client("sns").subscribe(
            TopicArn=properties["TopicArn"], Protocol=properties["Protocol"], Endpoint=properties["Endpoint"]
        )

    def _queue(self, resource: Resource) -> None:
        properties, name = resource.properties, resource.physical_id.rsplit("/", 1)[-1]
        shared_client("sqs").create_queue(QueueName=name)
        redrive = properties.get("RedrivePolicy", {})
        arn = f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{name}"
        self._services.keys.encrypts(arn, properties.get("KmsMasterKeyId"))
        self._services.event_sources.queues[arn] = Queue(
            arn=arn,
            visibility_s=float(properties.get("VisibilityTimeout", 30)),
            retention_s=float(properties.get("MessageRetentionPeriod", 345_600)),
            dead_letter_arn=redrive.get("deadLetterTargetArn"),
            max_receives=int(redrive["maxReceiveCount"]) if redrive else None,
        )

    def _queue_policy(self, resource: Resource) -> None:
        statements = statements_of(resource.properties["PolicyDocument"], resource.logical_id, PolicyKind.RESOURCE)
        for url in resource.properties["Queues"]:
            arn = f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{url.rsplit('/', 1)[-1]}"
            self._services.authorizer.add_resource_policy(arn, statements)

    def _parameter(self, resource: Resource) -> None:
        properties = resource.properties
        shared_client("ssm").put_parameter(
            Name=resource.physical_id, Value=properties["Value"], Type=properties.get("Type", "String")
        )

    # -- documents, machines, functions -------------------------------------------------------------------------------

    def _document(self, resource: Resource) -> None:
        properties = resource.properties
        if "VersionName" in properties:
            raise UnsupportedError(f"{resource.logical_id}: a document's VersionName")
        kind = properties.get("DocumentType", "Command")
        version = self._services.documents.deploy(resource.physical_id, kind, properties["Content"])
        if kind == "Automation":
            self._services.automations.check(version)

    def _state_machine(self, resource: Resource) -> None:
        properties = resource.properties
        if properties.get("StateMachineType", "STANDARD") != "STANDARD":
            raise UnsupportedError(f"{resource.logical_id}: {properties['StateMachineType']} machine")
        if "DefinitionString" not in properties:
            raise UnsupportedError(f"{resource.logical_id}: machine without DefinitionString")
        substitutions = properties.get("DefinitionSubstitutions", {})
        definition = _PLACEHOLDER.sub(
            lambda found: str(substitutions.get(found[1], found[0])), properties["DefinitionString"]
        )
        name, role = resource.physical_id.rsplit(":", 1)[-1], _role(properties["RoleArn"])
        self._execution_roles.check_machine(role, resource.physical_id, properties)
        self._services.machines.deploy(StateMachine(name=name, definition=definition, role=role))

    def _function(self, resource: Resource) -> None:
        properties, name = resource.properties, resource.physical_id
        if not str(properties.get("Runtime", "")).startswith("python3."):
            raise UnsupportedError(f"{name}: runtime {properties.get('Runtime')}")
        if "ZipFile" in properties["Code"] or "ImageUri" in properties["Code"]:
            raise UnsupportedError(f"{name}: code that isn't the lambdas/ asset")
        function = Function(
            name=name,
            handler=properties["Handler"],
            role=_role(properties["Role"]),
            environment=properties.get("Environment", {}).get("Variables", {}),
            timeout_s=float(properties.get("Timeout", 3)),
            memory_mib=int(properties.get("MemorySize", 128)),
            log_group=properties.get("LoggingConfig", {}).get("LogGroup", f"/aws/lambda/{name}"),
        )
        self._execution_roles.check_function(
            function, traces=properties.get("TracingConfig", {}).get("Mode") == "Active"
        )
        self._services.keys.require_to_make("lambda", function.arn, properties.get("KmsKeyArn"))
        self._services.functions.deploy(function)

    def _invoke_config(self, resource: Resource) -> None:
        properties = resource.properties
        function = self._services.functions.find(properties["FunctionName"])
        function.retry_attempts = int(properties.get("MaximumRetryAttempts", 2))
        function.max_event_age_s = float(properties.get("MaximumEventAgeInSeconds", 21_600))
        destination = properties.get("DestinationConfig", {})
        if "OnSuccess" in destination:
            raise UnsupportedError(f"{function.name}: on-success destination")
        on_failure = destination.get("OnFailure", {}).get("Destination")
        if on_failure is not None and ":sqs:" not in on_failure:
            raise UnsupportedError(f"{function.name}: on-failure destination {on_failure}")
        if on_failure is not None:
            self._execution_roles.check_destination(function, on_failure)
        function.on_failure = on_failure

    def _event_source(self, resource: Resource) -> None:
        properties = dict(resource.properties)
        function = self._services.functions.find(properties.pop("FunctionName"))
        queue = self._services.event_sources.queues.get(properties.pop("EventSourceArn"))
        if queue is None:
            raise UnsupportedError(f"{resource.logical_id}: reads something that is no queue of the template")
        if queue.visibility_s < function.timeout_s:
            text = f"Queue visibility timeout: {queue.visibility_s:.0f} seconds is less than Function timeout"
            raise ApiError("InvalidParameterValueException", text)
        source = EventSource(
            queue=queue,
            function=function,
            batch_size=int(properties.pop("BatchSize", 10)),
            window_s=float(properties.pop("MaximumBatchingWindowInSeconds", 0)),
            concurrency=int(properties.pop("ScalingConfig", {}).get("MaximumConcurrency", 1000)),
            reports_failures="ReportBatchItemFailures" in properties.pop("FunctionResponseTypes", ()),
        )
        if properties:
            raise UnsupportedError(f"{resource.logical_id}: {', '.join(sorted(properties))}")
        self._execution_roles.check_source(function, queue.arn)
        self._services.keys.require(role(function.role, function.name), "sqs", "ReceiveMessage", queue.arn)
        self._services.event_sources.add(source)

    def _permission(self, resource: Resource) -> None:
        properties = resource.properties
        function = self._services.functions.find(properties["FunctionName"])
        statements = permission_statements(resource, function.arn)
        self._services.authorizer.add_resource_policy(function.arn, statements)

    def _log_group(self, resource: Resource) -> None:
        arn = f"arn:{PARTITION}:logs:{REGION}:{ACCOUNT_ID}:log-group:{resource.physical_id}"
        self._services.keys.require_for_logs(arn, resource.properties.get("KmsKeyId"))
        self._services.functions.logs.setdefault(resource.physical_id, LogGroup(resource.physical_id))

    def _alarm(self, resource: Resource) -> None:
        alarm = Alarm(
            name=resource.physical_id,
            description=resource.properties.get("AlarmDescription", ""),
            actions=tuple(resource.properties.get("AlarmActions", ())),
            dimensions={each["Name"]: each["Value"] for each in resource.properties.get("Dimensions", ())},
        )
        self._services.alarms.by_name[alarm.name] = alarm

    # -- rules --------------------------------------------------------------------------------------------------------

    def _rule(self, resource: Resource) -> None:
        properties = resource.properties
        if properties.get("EventBusName", "default") != "default":
            raise UnsupportedError(f"{resource.logical_id}: bus {properties['EventBusName']}")
        pattern, schedule = properties.get("EventPattern"), properties.get("ScheduleExpression")
        self._services.bus.add(
            Rule(
                name=resource.physical_id,
                pattern=None if pattern is None else compile_pattern(pattern),
                period_s=None if schedule is None else schedule_period_s(schedule),
                enabled=properties.get("State", "ENABLED") == "ENABLED",
                targets=tuple(_target(resource, raw) for raw in properties.get("Targets", ())),
            )
        )


def _target(resource: Resource, raw: Mapping[str, Any]) -> Target:
    known = {"Id", "Arn", "DeadLetterConfig", "RetryPolicy", "Input", "InputPath", "InputTransformer"}
    if unknown := sorted(set(raw) - known):
        raise UnsupportedError(f"{resource.logical_id}/{raw['Id']}: {', '.join(unknown)}")
    retry = raw.get("RetryPolicy", {})
    return Target(
        id=raw["Id"],
        arn=raw["Arn"],
        dead_letter_arn=raw.get("DeadLetterConfig", {}).get("Arn"),
        retry_attempts=int(retry.get("MaximumRetryAttempts", TARGET_RETRIES)),
        max_age_s=float(retry.get("MaximumEventAgeInSeconds", TARGET_MAX_AGE_S)),
        input=TargetInput.parse(raw),
    )


def _role(arn: str) -> str:
    return arn.rsplit("/", 1)[-1]
