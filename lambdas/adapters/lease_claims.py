"""A call that changes an instance: what its caller says of the lease is compared with the table and Step Functions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from adapters import lease_table
from adapters.ec2 import now
from adapters.inflight_calls import CALL_LIFE_S
from adapters.observability import count, logger
from adapters.owners import owner_status
from adapters.told import HOURLY, tell_once
from cachewarden.codes import Code
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.authority import CallRefusedError, Claim, confirm_authority
from cachewarden.operation.lease import Owner
from cachewarden.requests.request import Notify

CALL_LIFE = timedelta(seconds=CALL_LIFE_S)


def confirm_claim(source: JsonReader, *, table: str, state_machine_arn: str, instance_id: str) -> Owner:
    """The operation that holds the lease for the instance. Raises `CallRefusedError`, `LeaseLostError`."""
    try:
        claim = Claim(owner=source.text("owner"), lease_key=source.text("leaseKey"), token=source.number("token"))
    except UnexpectedJsonError as problem:
        raise CallRefusedError(str(problem)) from problem
    record = lease_table.read(table, claim.lease_key)
    confirm_authority(
        claim,
        record=record,
        owner=owner_status(claim.owner, state_machine_arn=state_machine_arn),
        instance_id=instance_id,
        now=now(),
        call_life=CALL_LIFE,
    )
    if record is None or record.owner is None:
        raise CallRefusedError(f"the lease {claim.lease_key} has no owner")
    return record.owner


def tell_refused_call(event: Mapping[str, Any], refusal: CallRefusedError, *, table: str, topic_arn: str) -> None:
    """People hear of a call that can't be one's own, hourly at most, however many there are and whatever they name."""
    count("CallRefused")
    logger().error("a call was refused: %s", refusal, extra={"code": Code.CALL_REFUSED.value})
    instance_id = str(event.get("instanceId"))[:32]
    sentence = f"{str(event.get('action'))[:32]} was refused: {refusal}"
    tell_once(
        table,
        topic_arn,
        Notify(instance_id=instance_id, code=Code.CALL_REFUSED, sentence=sentence),
        about="refused-calls",
        now=now(),
        quiet_for=HOURLY,
    )
