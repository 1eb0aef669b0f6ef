"""Change Manager: a change request runs the runbook that its template allows, once an approver has approved.

Sources: API reference, StartChangeRequestExecution ("run only after all required approvals") and SendAutomationSignal;
[change-management#templates], [change-management#topic]; the two events as the samples in tests/events have them. Not
modelled: the account's calendar [change-management#request-calendar]. Not documented, and so neither modelled nor
relied on: events with another status than InProgress and Rejected, and how an unanswered request ends
[change-management#request-unanswered]. The runbook runs in the role that it names itself, as one that the requester
started, who so needs iam:PassRole for it [change-management#request-role].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.sns.service_messages import ServiceMessages
from rehearsal.aws.ssm.automations import Automations
from rehearsal.aws.ssm.documents import CHANGE_TEMPLATE, Documents, DocumentVersion
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION, AwsEvent
from rehearsal.world.world import World

SYSTEMS_MANAGER = "ssm.amazonaws.com"
REQUEST = frozenset({"DocumentName", "ChangeRequestName", "Runbooks"})
RUNBOOK = frozenset({"DocumentName", "Parameters"})
STATUS_AFTER: Mapping[str, str] = {"Approve": "InProgress", "Reject": "Rejected"}
APPROVER_KINDS: Mapping[str, PrincipalKind] = {"IamUser": PrincipalKind.USER, "IamRole": PrincipalKind.ROLE}


@dataclass(slots=True, kw_only=True)
class ChangeRequest:
    """One request that waits for its approver: what is to run, and whose it is."""

    id: str
    ops_item: str
    title: str
    template: DocumentVersion
    runbook: DocumentVersion
    parameters: Mapping[str, list[str]]
    requester: Principal
    created: datetime


class ChangeRequests:
    """The requests that wait, and their answers; other signals go to Automation."""

    def __init__(self, world: World, documents: Documents, automations: Automations, messages: ServiceMessages) -> None:
        self._world = world
        self._documents = documents
        self._automations = automations
        self._messages = messages
        self.waiting: dict[str, ChangeRequest] = {}
        """By the id that StartChangeRequestExecution returned."""

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "StartChangeRequestExecution": self.start_change_request_execution,
            "SendAutomationSignal": self.send_automation_signal,
        }

    def start_change_request_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Files the request. Raises UnsupportedError for what AWS documents no answer to."""
        if unknown := sorted(set(parameters) - REQUEST):
            raise UnsupportedError(f"ssm:StartChangeRequestExecution with {', '.join(unknown)}")
        template = self._find(parameters["DocumentName"], CHANGE_TEMPLATE)
        (given,) = parameters["Runbooks"]
        if unknown := sorted(set(given) - RUNBOOK):
            raise UnsupportedError(f"ssm:StartChangeRequestExecution with a runbook's {', '.join(unknown)}")
        runbook = self._find(given["DocumentName"], "Automation")
        allowed = [each["name"] for each in template.content["executableRunBooks"]]
        if runbook.name not in allowed:
            raise UnsupportedError(f"a change request for {runbook.name}; {template.name} names {', '.join(allowed)}")
        caller = principals.calling()
        assert caller is not None
        request = ChangeRequest(
            id=self._world.uuid(), ops_item=self._world.hex_id("oi-"), template=template, runbook=runbook,
            title=parameters.get("ChangeRequestName", ""), parameters=given.get("Parameters", {}), requester=caller,
            created=self._world.clock.now(),
        )  # fmt: skip
        self.waiting[request.id] = request
        text = f"{request.title} asks for {runbook.name}"
        self._world.trace.record("change-manager", "asks", text, execution=request.id, template=template.name)
        self._tell_approvers(request)
        return {"AutomationExecutionId": request.id}

    def _tell_approvers(self, request: ChangeRequest) -> None:
        """Systems Manager publishes for itself, to the topic that the template names [change-management#topic]."""
        (step,) = request.template.content["mainSteps"]
        self._messages.publish(
            SYSTEMS_MANAGER,
            f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:opsitem/{request.ops_item}",
            topic=step["inputs"]["EnhancedApprovals"]["NotificationArn"],
            subject="Change request awaits review",
            message=f"{request.title}: {step['inputs']['Message']}",
        )

    def send_automation_signal(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One approval starts the runbook, one rejection ends the request."""
        request = self.waiting.get(parameters["AutomationExecutionId"])
        if request is None:
            return self._automations.send_automation_signal(parameters)
        status = STATUS_AFTER.get(parameters["SignalType"])
        if status is None:
            raise UnsupportedError(f"ssm:SendAutomationSignal {parameters['SignalType']} for a change request")
        caller = principals.calling()
        assert caller is not None
        _check_approver(request, caller)
        del self.waiting[request.id]
        if status == "InProgress":
            with principals.acting_as(request.requester):
                self._automations.start_automation_execution(
                    {"DocumentName": request.runbook.name, "Parameters": dict(request.parameters)}
                )
        self._announce(request, status, caller)
        return {}

    def _announce(self, request: ChangeRequest, status: str, approver: Principal) -> None:
        base = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}"
        runbook = f"{base}:document/{request.runbook.name}"
        detail = {
            "change-request-id": request.id,
            "change-request-title": request.title,
            "ops-item-id": request.ops_item,
            "ops-item-created-by": request.requester.arn,
            "ops-item-created-time": _words(request.created),
            "ops-item-modified-by": approver.arn,
            "ops-item-modified-time": _words(self._world.clock.now()),
            "ops-item-status": status,
            "change-template-document-name": request.template.name,
            "runbook-document-arn": runbook,
            "runbook-document-version": str(request.runbook.number),
            "auto-approve": False,
            "approvers": [approver.arn],
        }
        event = AwsEvent(
            source="aws.ssm", detail_type="Change Request Status Update", detail=detail,
            resources=(f"{base}:opsitem/{request.ops_item}", runbook),
        )  # fmt: skip
        self._world.announce(event, self._world.settings.latency.state_event_delivery_s)

    def _find(self, name: str, kind: str) -> DocumentVersion:
        return self._documents.find(name, None, kind, "AutomationDefinitionNotFoundException")


def _check_approver(request: ChangeRequest, caller: Principal) -> None:
    """Raises ApiError unless the template's step names the caller, and UnsupportedError for more than one step."""
    (step,) = request.template.content["mainSteps"]
    inputs = step["inputs"]
    if inputs["MinRequiredApprovals"] != 1:
        raise UnsupportedError(f"{request.template.name} asks for {inputs['MinRequiredApprovals']} approvals")
    for each in inputs["EnhancedApprovals"]["Approvers"]:
        if caller.kind is APPROVER_KINDS[each["type"]] and caller.name == each["approver"]:
            return
    raise ApiError("InvalidAutomationSignalException", f"{caller.arn} is no approver of {request.template.name}")


def _words(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z"
