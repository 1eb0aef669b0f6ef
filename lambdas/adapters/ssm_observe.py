"""Has hosts observe themselves: one SendCommand to all of them, then each one's verdict."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.deployed_documents import NotDeployedError, deployed_version
from adapters.ec2 import now
from adapters.errors import code_of
from cachewarden.codes import Code
from cachewarden.evidence.host import HostEvidence, observed_host
from cachewarden.evidence.instance import HostError, unreadable
from cachewarden.evidence.verdict import SUCCEEDED, parse_verdict
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT

DELIVERY_TIMEOUT_S = 30
"""SendCommand's least: how long a command may wait for its agent."""
FIRST_LOOK_S = 8.1
"""A command needs about this long to reach a host, observe there and report back. A look before that costs a call for
each host, and another pause."""
POLL_S = 0.8
GIVE_UP_AFTER = timedelta(seconds=75)

RUNNING = frozenset({"Pending", "InProgress", "Delayed"})


def observe_hosts(
    instance_ids: Sequence[str],
    documents: DeployedDocuments,
    *,
    version: str | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> dict[str, HostEvidence | HostError]:
    """For each instance its host's report, or why there is none.

    A report is dated by when the hosts were asked, by this side's clock, so that it never claims more freshness than
    there is. A command that can't be sent to all (one agent just went) is sent to each; all are waited for together.
    It is the deployed version that runs, and no other: whoever may update the document has no code run by a look.
    `version`: its number, where that is known. `meanwhile`: is called while the hosts look at themselves.
    """
    if not instance_ids:
        return {}
    try:
        version = version if version is not None else deployed_version(OBSERVE_DOCUMENT, documents)
    except NotDeployedError as problem:
        return dict.fromkeys(instance_ids, HostError(code=Code.OBSERVE_FAILED, message=str(problem)))
    except ClientError as error:
        return dict.fromkeys(instance_ids, _unsent(error))
    asked_at = now()
    answers: dict[str, HostEvidence | HostError] = {}
    commands: dict[str, str] = {}
    try:
        commands = dict.fromkeys(instance_ids, _send(instance_ids, version))
    except ClientError as error:
        if len(instance_ids) == 1:
            return {instance_ids[0]: _unsent(error)}
        for instance_id in instance_ids:
            try:
                commands[instance_id] = _send([instance_id], version)
            except ClientError as refusal:
                answers[instance_id] = _unsent(refusal)
    return answers | _gather(commands, asked_at, meanwhile)


def _unsent(error: ClientError) -> HostError:
    return HostError(code=Code.OBSERVE_FAILED, message=f"{code_of(error)}: {error}")


def _send(instance_ids: Sequence[str], version: str) -> str:
    answer = ssm().send_command(
        InstanceIds=list(instance_ids),
        DocumentName=OBSERVE_DOCUMENT,
        DocumentVersion=version,
        TimeoutSeconds=DELIVERY_TIMEOUT_S,
        Comment="CacheWarden observes; changes nothing",
    )
    return answer["Command"]["CommandId"]


def _gather(
    commands: Mapping[str, str], asked_at: datetime, meanwhile: Callable[[], None]
) -> dict[str, HostEvidence | HostError]:
    """What each instance's command reports; `commands` is its id by instance."""
    answers: dict[str, HostEvidence | HostError] = {}
    waiting = list(commands)
    if waiting:
        sent_at = now()
        meanwhile()
        time.sleep(max(0.0, FIRST_LOOK_S - (now() - sent_at).total_seconds()))
    while waiting:
        for instance_id in tuple(waiting):
            invocation = _invocation(commands[instance_id], instance_id)
            if invocation is None or invocation["Status"] in RUNNING:
                continue
            answers[instance_id] = _report(invocation, asked_at, commands[instance_id])
            waiting.remove(instance_id)
        if waiting and now() - asked_at > GIVE_UP_AFTER:
            late = HostError(
                code=Code.OBSERVE_TIMED_OUT, message=f"no verdict after {GIVE_UP_AFTER.total_seconds():.0f} s"
            )
            return answers | dict.fromkeys(waiting, late)
        if waiting:
            time.sleep(POLL_S)
    return answers


def _invocation(command_id: str, instance_id: str) -> Any | None:
    try:
        return ssm().get_command_invocation(CommandId=command_id, InstanceId=instance_id)
    except ClientError as error:
        # The invocation appears a moment after the command (SSM API reference, GetCommandInvocation).
        if code_of(error) == "InvocationDoesNotExist":
            return None
        raise


def _report(invocation: Any, asked_at: datetime, command_id: str) -> HostEvidence | HostError:
    text = str(invocation.get("StandardOutputContent", "")).strip()
    if not text:
        errors = str(invocation.get("StandardErrorContent", "")).strip()[:300]
        details = invocation.get("StatusDetails", invocation["Status"])
        code = Code.HOST_DID_NOT_ANSWER if details == "DeliveryTimedOut" else Code.VERDICT_MISSING
        return HostError(code=code, message=f"the command ended {details} without a verdict {errors}".rstrip())
    try:
        verdict = JsonReader.of(json.loads(text.splitlines()[-1]), "$.verdict")
        if not verdict.has("evidence"):
            refusal = parse_verdict(verdict)
            if refusal.outcome not in SUCCEEDED:
                return HostError(code=refusal.code, message=refusal.message)
        return observed_host(verdict, asked_at, command_id)
    except ValueError as problem:
        return HostError(
            code=Code.VERDICT_UNREADABLE, message=f"the verdict isn't what was expected ({problem!r}): {text[:200]}"
        )
    except UnexpectedJsonError as problem:
        return unreadable(problem)
