"""`AWS API Call via CloudTrail`: a StopInstances call that stop protection refused.

No public record of such a refusal exists [events#refused-stop-record]: the code is matched with and without `Client.`,
the message only has to name the attribute [ec2#refused-stop], the instances are read from the request, and everything
else is asked of EC2 again.
"""

from pydantic import AwareDatetime, Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape, foreign_detail, instance_ids_in
from cachewarden.events.event import Event, StopRefused, UnhandledEvent

SOURCE = "aws.ec2"
DETAIL_TYPE = "AWS API Call via CloudTrail"
REFUSED = frozenset({"OperationNotPermitted", "Client.OperationNotPermitted"})
STOP_PROTECTION = "disableapistop"
"""What every wording of the refusal names, whatever its case; other reasons for the same code name other things."""


class SessionIssuer(EventShape):
    """The role behind an assumed session."""

    arn: str | None = None


class SessionContext(EventShape):
    """How the caller got its credentials."""

    session_issuer: SessionIssuer | None = Field(default=None, alias="sessionIssuer")


class UserIdentity(EventShape):
    """Who called (CloudTrail user guide, userIdentity element)."""

    type: str = ""
    arn: str | None = None
    user_name: str | None = Field(default=None, alias="userName")
    account_id: str | None = Field(default=None, alias="accountId")
    invoked_by: str | None = Field(default=None, alias="invokedBy")
    session_context: SessionContext | None = Field(default=None, alias="sessionContext")


class InstanceItem(EventShape):
    """One instance of a call."""

    instance_id: str = Field(alias="instanceId")


class InstancesSet(EventShape):
    """The instances of a call."""

    items: list[InstanceItem] = Field(default_factory=list)


class RequestParameters(EventShape):
    """What was asked."""

    instances: InstancesSet = Field(default_factory=InstancesSet, alias="instancesSet")
    dry_run: bool | None = Field(default=None, alias="dryRun")


class CloudTrailCall(EventShape):
    """The CloudTrail record, as far as it matters here."""

    event_source: str = Field(default="", alias="eventSource")
    event_name: str = Field(alias="eventName")
    event_time: AwareDatetime = Field(alias="eventTime")
    event_id: str = Field(default="", alias="eventID")
    error_code: str | None = Field(default=None, alias="errorCode")
    error_message: str | None = Field(default=None, alias="errorMessage")
    region: str | None = Field(default=None, alias="awsRegion")
    account: str | None = Field(default=None, alias="recipientAccountId")
    user_identity: UserIdentity = Field(default_factory=UserIdentity, alias="userIdentity")
    request_parameters: RequestParameters | None = Field(default=None, alias="requestParameters")


def read(envelope: Envelope) -> Event:
    """The refused stop, or why the call is none. Raises pydantic's ValidationError for a record without shape."""
    call = CloudTrailCall.model_validate(envelope.detail)
    if call.event_source != "ec2.amazonaws.com" or call.event_name != "StopInstances":
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"the call {call.event_name} is no StopInstances")
    elsewhere = foreign_detail(envelope, account=call.account, region=call.region)
    if elsewhere is not None:
        return UnhandledEvent(code=Code.FOREIGN_ACCOUNT, why=elsewhere)
    if call.error_code not in REFUSED:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"StopInstances ended with {call.error_code or 'success'}")
    if call.error_message is not None and STOP_PROTECTION not in call.error_message.lower():
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why="another reason than protection refused StopInstances")
    if call.request_parameters is None:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why="the refused StopInstances names no instance")
    if call.request_parameters.dry_run:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why="the refused StopInstances was a dry run")
    instance_ids = instance_ids_in(item.instance_id for item in call.request_parameters.instances.items)
    if not instance_ids:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why="the refused StopInstances names no instance")
    who = call.user_identity
    issuer = who.session_context.session_issuer if who.session_context else None
    return StopRefused(
        event_id=call.event_id or envelope.id,
        instance_ids=instance_ids,
        requested_by=who.arn or who.user_name or who.invoked_by or who.type or "unknown",
        role_arn=issuer.arn if issuer else who.arn,
        requested_at=call.event_time,
    )
