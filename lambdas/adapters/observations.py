"""One observation of a host as Systems Manager keeps it, asked for anew: nobody's word is taken for what it said."""

from __future__ import annotations

import json

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.errors import code_of
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.stop_proof import Observation

UNKNOWN = frozenset({"InvocationDoesNotExist", "InvalidCommandId", "InvalidInstanceId", "ValidationException"})


def read_observation(command_id: str, instance_id: str, *, document: str) -> Observation:
    """The command's report on this node. The hash is None when it isn't of `document`, which alone may be read.

    Raises `CallRefusedError` when Systems Manager knows no such command on this node.
    """
    try:
        invocation = ssm().get_command_invocation(CommandId=command_id, InstanceId=instance_id)
        listed = ssm().list_command_invocations(CommandId=command_id, InstanceId=instance_id)["CommandInvocations"]
    except ClientError as error:
        if code_of(error) in UNKNOWN:
            raise CallRefusedError(f"there is no command {command_id[:64]} on {instance_id}") from error
        raise
    if not listed:
        raise CallRefusedError(f"there is no command {command_id} on {instance_id}")
    name, version = invocation["DocumentName"], invocation["DocumentVersion"]
    return Observation(
        command_id=command_id,
        instance_id=instance_id,
        document=name,
        document_hash=_hash_of(name, version) if name == document else None,
        # Not ExecutionStartDateTime: that is the node's own clock's.
        requested_at=listed[0]["RequestedDateTime"],
        succeeded=invocation["Status"] == "Success",
        output=invocation["StandardOutputContent"],
    )


def _hash_of(name: str, version: str) -> str:
    document = ssm().get_document(Name=name, DocumentVersion=version, DocumentFormat="JSON")
    return document_hash(json.loads(document["Content"]))
