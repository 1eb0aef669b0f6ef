"""One AWS account for one run: what a synthesized template deploys, alive in the world.

    with Account(world, load(templates)) as account:
        dba = account.person("dba")
        account.client("ec2", dba).stop_instances(InstanceIds=[...])
        world.clock.run_until(...)

Between `__enter__` and `__exit__` all boto3 calls of the process are answered by this account; only one account is
entered at a time. moto's backends are emptied at the beginning, so that one process plays many stories.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self
from unittest.mock import patch

from moto.backends import get_backend

from rehearsal.aws.api import clients
from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import CallCount, Gateway
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.api.randomness import seeded_process
from rehearsal.aws.cloudformation.deploy import Deployer
from rehearsal.aws.cloudformation.template import ResolvedStacks
from rehearsal.aws.cloudtrail.records import RECORDED, CloudTrail
from rehearsal.aws.cloudtrail.trails import Trails
from rehearsal.aws.cloudwatch.alarms import Alarms
from rehearsal.aws.ec2.service import Ec2Api
from rehearsal.aws.eventbridge.bus import Bus
from rehearsal.aws.eventbridge.delivery import EventDelivery
from rehearsal.aws.iam.authorizer import Authorizer, source_values
from rehearsal.aws.iam.denial import Denial
from rehearsal.aws.iam.evaluate import Request
from rehearsal.aws.iam.requests import RequestBuilder
from rehearsal.aws.kms.descriptions import KeyDescriptions
from rehearsal.aws.kms.keys import OWNERS_KEY, Keys
from rehearsal.aws.lambda_.environment import outside_invocations, routed_process
from rehearsal.aws.lambda_.event_sources import EventSources
from rehearsal.aws.lambda_.service import Functions
from rehearsal.aws.moto import refusals
from rehearsal.aws.moto.library import Moto
from rehearsal.aws.servicequotas.vcpus import VcpuQuota
from rehearsal.aws.sns.service_messages import ServiceMessages
from rehearsal.aws.ssm.agents import Agents
from rehearsal.aws.ssm.automations import Automations
from rehearsal.aws.ssm.calendars import Calendars
from rehearsal.aws.ssm.change_requests import ChangeRequests
from rehearsal.aws.ssm.commands import Commands
from rehearsal.aws.ssm.documents import Documents
from rehearsal.aws.ssm.maintenance_windows import MaintenanceWindows
from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.aws.stepfunctions.integrations import Integrations
from rehearsal.aws.stepfunctions.service import StepFunctions
from rehearsal.engines.asl import TaskContext
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.world import World

LAMBDAS = Path(__file__).resolve().parents[2] / "lambdas"
KEY_POLICY = Path(__file__).resolve().parents[2] / "docs" / "key-policy.json"
"""What the owner's key has for a policy: the page that ships, whose account and region are those of the rehearsal."""
EVENTS = "events.amazonaws.com"
MOTO_SERVICES: tuple[Literal["dynamodb", "sns", "sqs", "ssm"], ...] = ("dynamodb", "sns", "sqs", "ssm")

logging.getLogger("botocore").setLevel(logging.WARNING)


class Account:
    """The account; see the module's first lines for its use. `code_root` is the folder of the functions' asset."""

    def __init__(self, world: World, stacks: ResolvedStacks, *, code_root: Path = LAMBDAS) -> None:
        self.world = world
        self.stacks = stacks
        self._requests = RequestBuilder(world)
        self.authorizer = Authorizer(world, self._requests)
        self.keys = Keys(self.authorizer)
        self.keys.put_policy(OWNERS_KEY, json.loads(KEY_POLICY.read_text("utf-8")))
        messages = ServiceMessages(self.authorizer, self.keys)
        self.alarms = Alarms(messages)
        self.gateway = Gateway(world, self.keys, Moto(world.rng.getrandbits(64)), outside_invocations)
        self.documents = Documents(world)
        self.agents = Agents(world, self.authorizer)
        self.commands = Commands(world, self.documents, self.agents)
        self.functions = Functions(world, self.authorizer, self._send_to_queue)
        self.functions.roots.append(code_root)
        self.event_sources = EventSources(world, self.functions, self._send_to_queue)
        self.machines = StepFunctions(world, self.authorizer)
        self.automations = Automations(
            world,
            self.authorizer,
            self.documents,
            self.commands,
            self.machines,
            self.functions,
            clients.shared_client,
        )
        self.change_requests = ChangeRequests(world, self.documents, self.automations, messages)
        self.maintenance_windows = MaintenanceWindows(world, self.automations, clients.shared_client)
        self.bus = Bus(world, self._deliver, self._dead_letter)
        self.events = EventDelivery(world, self.bus.put)
        self.ec2 = Ec2Api(world)
        self.trails = Trails()
        self.cloudtrail = CloudTrail(world, self.trails)
        self.published: list[dict[str, Any]] = []
        """What went through SNS: topic, subject, message, in order."""
        self._requests.documents = self.automations
        self._integrations = Integrations(world, self.authorizer, self.functions, self.machines, clients.shared_client)
        self.machines.tasks_for = self._tasks_for
        self._register()
        self._seed = world.rng.getrandbits(64)
        self._undo = ExitStack()

    def _register(self) -> None:
        gateway = self.gateway
        gateway.register("cloudtrail", self.trails.operations)
        gateway.register("cloudwatch", self.alarms.operations)
        gateway.register("ec2", self.ec2.operations)
        gateway.register("events", self.bus.operations)
        vcpus = VcpuQuota(self.world)
        gateway.register("cloudwatch", vcpus.metrics)
        gateway.register("kms", KeyDescriptions(self.world).operations)
        gateway.register("service-quotas", vcpus.operations)
        gateway.register("lambda", self.functions.operations)
        gateway.register("stepfunctions", self.machines.operations)
        calendars = Calendars(self.world, self.documents)
        for part in (self.documents, self.agents, self.commands, self.automations, self.change_requests, calendars):
            gateway.register("ssm", part.operations)
        for name in RECORDED:
            gateway.after("ec2", name, self._recorder(name))
        gateway.before("sns", "Publish", refusals.publish)
        gateway.after("sns", "Publish", self._note_published)
        gateway.after("sqs", "SendMessage", self._received_by_function)

    def _recorder(self, name: str) -> Callable[..., None]:
        return lambda principal, parameters, result, error: self.cloudtrail.record(
            name, principal, parameters, result, error
        )

    # -- life ---------------------------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        clients.warm_up()
        for service in MOTO_SERVICES:
            get_backend(service)[ACCOUNT_ID][REGION].reset()
        with ExitStack() as undo:
            undo.enter_context(clients.stubbed())
            undo.enter_context(routed_process())
            undo.enter_context(clients.shared_clients())
            undo.enter_context(self.gateway.installed())
            undo.enter_context(patch.object(self.world, "announce", self.events.announce))
            with principals.acting_as(principals.service("cloudformation.amazonaws.com")):
                Deployer(self).deploy(self.stacks)
            # after the handlers' imports, which draw in a process's first run only
            undo.enter_context(seeded_process(self._seed))
            self.gateway.counts.clear()
            self._undo = undo.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.world.clock.close()  # actors that are still alive end while their calls are answered here
        self._undo.close()

    # -- callers ------------------------------------------------------------------------------------------------------

    def person(self, name: str, policy: Mapping[str, Any] | None = None) -> Principal:
        """An IAM user, an administrator unless a policy is given."""
        self.authorizer.add_person(name, policy)
        return principals.person(name)

    def holder(self, name: str, managed_policy: str) -> Principal:
        """An IAM user who has one of the deployed managed policies."""
        self.authorizer.add_holder(name, managed_policy)
        return principals.person(name)

    def client(self, service: str, caller: Principal | str) -> Any:
        """boto3's client as `caller`: a principal, or a deployed role by name."""
        if isinstance(caller, str):
            caller = principals.role(caller, "rehearsal")
        return clients.ClientAs(clients.shared_client(service), caller)

    @property
    def partition_keys(self) -> dict[str, str]:
        """Table name to partition key, as deployed."""
        return self._requests.partition_keys

    # -- what can be read ---------------------------------------------------------------------------------------------

    @property
    def api_calls(self) -> Mapping[str, CallCount]:
        """Calls and their CPU by `service:Operation`, deployment left out."""
        return self.gateway.counts

    @property
    def denials(self) -> list[Denial]:
        """Calls that a principal may not make."""
        return self.authorizer.denials

    @property
    def executions(self) -> list[ExecutionRecord]:
        """All Step Functions executions, in order of start."""
        return list(self.machines.executions.values())

    def messages(self, queue: str) -> list[str]:
        """Bodies of the messages in a queue (ARN, URL or name), read without receiving them."""
        backend = get_backend("sqs")[ACCOUNT_ID][REGION]
        return [message.body for message in backend.queues[re.split("[:/]", queue)[-1]]._messages]

    def items(self, table: str) -> list[dict[str, Any]]:
        """Items of a table in DynamoDB's JSON, read without a call."""
        backend = get_backend("dynamodb")[ACCOUNT_ID][REGION]
        return [item.to_json()["Attributes"] for item in backend.tables[table].all_items()]

    # -- between services ---------------------------------------------------------------------------------------------

    def _tasks_for(self, record: ExecutionRecord) -> Callable[[str, Any, TaskContext], Any]:
        return lambda resource, arguments, context: self._integrations.invoke(record, resource, arguments, context)

    def _deliver(self, target_arn: str, content: Any, rule_arn: str) -> None:
        """EventBridge hands an event to a target."""
        if ":function:" in target_arn:
            function = self.functions.find(target_arn)
            if not self._events_may("lambda:InvokeFunction", function.arn, rule_arn):
                raise ApiError("AccessDeniedException", f"{function.name} doesn't let {rule_arn} invoke it", status=403)
            self.functions.invoke_later(function, content)
            return
        if ":sqs:" in target_arn:
            if not self._events_may_send(target_arn, rule_arn):
                raise ApiError("AccessDeniedException", f"{target_arn} takes nothing from {rule_arn}", status=403)
            if self.event_sources.reads(target_arn):
                self.event_sources.put(target_arn, json.dumps(content))
            else:
                with principals.acting_as(principals.service(EVENTS)):
                    self._send_to_queue(target_arn, json.dumps(content))
            return
        raise UnsupportedError(f"rule target {target_arn}")

    def _dead_letter(self, queue_arn: str, body: str, rule_arn: str, attributes: Mapping[str, str]) -> None:
        """EventBridge puts an event into a queue, if the queue's policy lets it, and its key's."""
        if not self._events_may_send(queue_arn, rule_arn):
            return
        with principals.acting_as(principals.service(EVENTS)):
            self._send_to_queue(queue_arn, body, attributes)

    def _events_may_send(self, queue_arn: str, rule_arn: str) -> bool:
        """Whether the queue's policy and that of its key let EventBridge send there for the rule."""
        allowed = self._events_may("sqs:SendMessage", queue_arn, rule_arn)
        return allowed and self.keys.service_may(EVENTS, "sqs", "SendMessage", queue_arn)

    def _events_may(self, action: str, resource: str, rule_arn: str) -> bool:
        """Whether the resource's own policy lets EventBridge do this for the rule."""
        values = source_values(EVENTS, rule_arn)
        return self.authorizer.service_may(EVENTS, Request(action=action, resource=resource, values=values))

    def _send_to_queue(self, queue_arn: str, body: str, attributes: Mapping[str, str] | None = None) -> None:
        """Sends as the present principal."""
        url = f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT_ID}/{queue_arn.rsplit(':', 1)[-1]}"
        texts = {name: {"DataType": "String", "StringValue": value} for name, value in (attributes or {}).items()}
        clients.shared_client("sqs").send_message(QueueUrl=url, MessageBody=body, MessageAttributes=texts)

    def _received_by_function(
        self, principal: Principal, parameters: Mapping[str, Any], result: Any, error: ApiError | None
    ) -> None:
        """A queue that a function reads takes messages from whoever may send there, not only from EventBridge."""
        queue_arn = f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{parameters['QueueUrl'].rsplit('/', 1)[-1]}"
        if error is None and self.event_sources.reads(queue_arn):
            self.event_sources.put(queue_arn, parameters["MessageBody"])

    def _note_published(
        self, principal: Principal, parameters: Mapping[str, Any], result: Any, error: ApiError | None
    ) -> None:
        if error is not None:
            return
        text = parameters["Message"]
        if parameters.get("MessageStructure") == "json":
            text = json.loads(text)["default"]  # what mail gets
        message = {
            "topic": parameters.get("TopicArn"),
            "subject": parameters.get("Subject"),
            "message": text,
            "by": principal.arn,
        }
        self.published.append(message)
        self.world.trace.record(
            "sns", "published", message["subject"] or "", why=message["message"], topic=message["topic"]
        )
        self.world.checkpoint("sns.published", **message)
