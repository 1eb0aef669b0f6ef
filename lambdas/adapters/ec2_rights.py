"""Whether this function's role may stop and start a node, asked of EC2 by dry runs: nothing here changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ec2
from adapters.errors import code_of
from cachewarden.evidence.ec2_rights import CallRight

NO_ERROR = "no error"
"""EC2 answers a dry run with an error always [ec2#dry-run]; this is what is told if it ever doesn't."""
TAG_VALUE = "asked by dry run"


def call_rights(instance_id: str, *, tags: Iterable[str]) -> tuple[CallRight, ...]:
    """EC2's answers for the calls without which a node can't be stopped or started; `tags`: keys that are written."""
    written = [{"Key": key, "Value": TAG_VALUE} for key in sorted(tags)]
    return (
        CallRight(call="CreateTags", answer=_dry_run(ec2().create_tags, Resources=[instance_id], Tags=written)),
        CallRight(
            call="ModifyInstanceAttribute (stop protection off)",
            answer=_dry_run(ec2().modify_instance_attribute, InstanceId=instance_id, DisableApiStop={"Value": False}),
        ),
        CallRight(call="StopInstances", answer=_dry_run(ec2().stop_instances, InstanceIds=[instance_id])),
        CallRight(call="StartInstances", answer=_dry_run(ec2().start_instances, InstanceIds=[instance_id])),
    )


def _dry_run(call: Callable[..., Any], **parameters: Any) -> str:
    """EC2's code. The only place of this module that calls EC2: without DryRun these calls would be made.

    Parameters that hold a DryRun of their own are refused by Python (TypeError) before anything is sent.
    """
    try:
        call(**parameters, DryRun=True)
    except ClientError as error:
        return code_of(error)
    except BotoCoreError as error:
        return type(error).__name__
    return NO_ERROR
