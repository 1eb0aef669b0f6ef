"""Instance-type: gives a stopped node another instance type, and can change nothing else.

Nothing that the caller says is believed, as in pool-volumes: lease and owner are read, the very call is looked up in
the owner's history, and the lease must be held for a change of the type [security#instance-type].
"""

import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters.ec2 import evidence_of
from adapters.ec2_changes import change_instance_type
from adapters.errors import named
from adapters.inflight_calls import confirm_call
from adapters.lease_claims import confirm_claim, tell_refused_call
from adapters.observability import count, instrumented, logger
from cachewarden.evidence.instance import Ec2Evidence, InstanceState, ec2_to_json
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.actions import Action
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.goal import Goal
from handlers.settings import InstanceTypeSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`, `instanceId`, `instanceType`, the lease's `owner`, `leaseKey` and `token`; returns what EC2 says.

    Raises exceptions named by AWS's code, `LeaseLostError`, and `CallRefusedError`, of which people are told.
    """
    settings = InstanceTypeSettings.of(os.environ)
    source = JsonReader.of(event)
    try:
        instance_id, wanted = _confirmed(source, event, settings)
        facts = _facts(instance_id, settings)
        if facts.instance_type != wanted:
            # EC2 itself refuses an instance that isn't stopped; this says so before it is asked.
            if facts.state is not InstanceState.STOPPED:
                raise CallRefusedError(f"{instance_id} is {facts.state.value}: only a stopped instance gets a type")
            change_instance_type(instance_id, wanted)
            logger().info("%s becomes %s, it was %s", instance_id, wanted, facts.instance_type)
            facts = _facts(instance_id, settings)
    except CallRefusedError as refused:
        tell_refused_call(event, refused, table=settings.lease_table, topic_arn=settings.topic_arn)
        raise
    except ClientError as error:
        raise named(error) from error
    count(Action.CHANGE_INSTANCE_TYPE.value)
    return {"instanceId": instance_id, "ec2": ec2_to_json(facts)}


def _confirmed(source: JsonReader, event: dict[str, Any], settings: InstanceTypeSettings) -> tuple[str, str]:
    """The instance and its new type, where an operation that is to change it makes this call. Raises
    `CallRefusedError`, `LeaseLostError`."""
    try:
        if source.text("action") != Action.CHANGE_INSTANCE_TYPE.value:
            raise CallRefusedError(f"{source.text('action')[:64]!r} isn't {Action.CHANGE_INSTANCE_TYPE.value}")
        instance_id, wanted = source.text("instanceId"), source.text("instanceType")
    except UnexpectedJsonError as problem:
        raise CallRefusedError(str(problem)) from problem
    owner = confirm_claim(
        source,
        table=settings.lease_table,
        state_machine_arn=settings.state_machine_arn,
        instance_id=instance_id,
    )
    if owner.purpose is not Goal.RESIZED:
        raise CallRefusedError(f"{owner.execution_arn} is to reach {owner.purpose.value}, not {Goal.RESIZED.value}")
    confirm_call(owner.execution_arn, event)
    return instance_id, wanted


def _facts(instance_id: str, settings: InstanceTypeSettings) -> Ec2Evidence:
    facts = evidence_of(instance_id, lease_table=settings.lease_table)
    if facts is None:
        raise LookupError(f"EC2 knows no instance {instance_id} any more")
    return facts
