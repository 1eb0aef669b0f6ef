"""EC2 calls as CloudTrail reports them to EventBridge, refused ones included.

Shape: tests/events, `cloudtrail-stopinstances-*.json` (documented for successes, derived for refusals by stop
protection: no public record of one exists). Only what a trail logs is delivered, at best effort, and takes
`cloudtrail_delivery_s`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.cloudtrail.trails import Trails
from rehearsal.world.context import ACCOUNT_ID, REGION, AwsEvent
from rehearsal.world.world import World

RECORDED = ("StopInstances", "StartInstances", "RebootInstances", "TerminateInstances")
USER_AGENT = "aws-cli/2.17.32 md/awscrt#1.0.0 ua/2.0 os/windows#10 md/arch#amd64 lang/python#3.11.8 md/pyimpl#CPython"


class CloudTrail:
    """Writes the record of one EC2 call and has it delivered to the bus."""

    def __init__(self, world: World, trails: Trails) -> None:
        self._world = world
        self._trails = trails

    def record(
        self,
        name: str,
        principal: Principal,
        parameters: Mapping[str, Any],
        result: Mapping[str, Any] | None,
        error: ApiError | None,
    ) -> None:
        """`result` and `error` as the caller got them; one of them is None."""
        if not self._trails.log(read_only=False):
            return
        world = self._world
        at = world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
        request: dict[str, Any] = {
            "instancesSet": {"items": [{"instanceId": instance} for instance in parameters["InstanceIds"]]}
        }
        if name == "StopInstances":
            request["force"] = bool(parameters.get("Force", False))
            if parameters.get("Hibernate"):
                request["hibernate"] = True
        detail: dict[str, Any] = {
            "eventVersion": "1.10",
            "userIdentity": principal.user_identity(at),
            "eventTime": at,
            "eventSource": "ec2.amazonaws.com",
            "eventName": name,
            "awsRegion": REGION,
            "sourceIPAddress": principal.invoked_by or "198.51.100.23",
            "userAgent": principal.invoked_by or principal.user_agent or USER_AGENT,
        }
        if error is not None:
            prefix = world.settings.ec2.cloudtrail_error_code_prefix
            detail |= {"errorCode": prefix + error.code, "errorMessage": error.message}
        request_id = world.uuid()
        detail |= {
            "requestParameters": request,
            "responseElements": None if result is None else _response(name, request_id, result),
            "requestID": request_id,
            "eventID": world.uuid(),
            "readOnly": False,
            "eventType": "AwsApiCall",
            "managementEvent": True,
            "recipientAccountId": ACCOUNT_ID,
            "eventCategory": "Management",
        }
        event = AwsEvent(
            source="aws.ec2", detail_type="AWS API Call via CloudTrail", detail=detail, node=self._node(parameters)
        )
        world.announce(event, world.settings.latency.cloudtrail_delivery_s)

    def _node(self, parameters: Mapping[str, Any]) -> str | None:
        """Name of the instance when the call is about a single one."""
        ids = parameters["InstanceIds"]
        instance = self._world.instances.get(ids[0]) if len(ids) == 1 else None
        return None if instance is None else instance.name


def _response(name: str, request_id: str, result: Mapping[str, Any]) -> dict[str, Any]:
    if name == "RebootInstances":
        return {"requestId": request_id, "_return": True}
    changes = result.get("StoppingInstances") or result.get("StartingInstances") or result["TerminatingInstances"]
    items = [
        {
            "instanceId": change["InstanceId"],
            "currentState": _state(change["CurrentState"]),
            "previousState": _state(change["PreviousState"]),
        }
        for change in changes
    ]
    return {"requestId": request_id, "instancesSet": {"items": items}}


def _state(state: Mapping[str, Any]) -> dict[str, Any]:
    return {"code": state["Code"], "name": state["Name"]}
