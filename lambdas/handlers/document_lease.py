"""Document-lease: the lease of a cluster for a document that a person started for a single act; and how such a
document ended, or one that needs no lease; and whether what that sends is what was deployed.

Nothing that the caller says is believed but the id of an Automation execution, which Systems Manager is asked about: it
must be of one of CacheWarden's documents and run, its parameters name the node, and a lease is taken and released only
while the execution is in the step that does so [security#document-leases].
"""

import os
from collections.abc import Callable, Container, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from adapters.documents.act_lease import COMMAND_LIFE, ActLease, ActRefusedError, action_token_of
from adapters.documents.act_runs import ActRun, running_act, still_in_step
from adapters.ec2 import now
from adapters.observability import count, instrumented, logger
from adapters.pages import docs_url
from adapters.snapshots import SnapshotsIncompleteError, snapshot_data_volumes
from adapters.tagged_volumes import volumes_by_tag
from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.volume_role import RolesUnclearError
from cachewarden.json_reader import JsonReader, format_time
from cachewarden.loop.act_answer import ActAnswer, act_answer, outputs_of
from cachewarden.operation.act_documents import (
    ACT_DOCUMENTS,
    ANSWERING,
    CONFIRMING,
    ON_DISPOSABLE_NODES,
    RELEASING,
    SNAPSHOTTED_FIRST,
    SNAPSHOTTING,
    TAKING,
    WITHOUT_LEASE,
)
from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.lease import FREE, NOT_ASKED_FOR, LeaseRecord, Owner, holder_text
from handlers.settings import DocumentLeaseSettings

BY_TAG = "tags"
"""Value of the parameter RolesFrom."""
CONFIRM, TELL = "confirm", "tell"


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action` (one of ACTIONS) and `execution`, the id of an Automation execution.

    `volumes` also takes the run's `rolesFrom`, `dataVolumes` and `swapVolume`, and changes nothing.

    A refusal that the person should read is an answer; `CallRefusedError` is for calls that no document makes.
    """
    settings = DocumentLeaseSettings.of(os.environ)
    source = JsonReader.of(event)
    action, execution_id = source.text("action"), source.text("execution")
    try:
        perform = ACTIONS.get(action)
        if perform is None:
            raise CallRefusedError(f"{action[:32]!r} is none of {', '.join(sorted(ACTIONS))}")
        run = running_act(
            execution_id,
            state_machine_arn=settings.state_machine_arn,
            step=STEPS.get(action),
            documents=DOCUMENTS.get(action, ACT_DOCUMENTS),
        )
    except CallRefusedError as refusal:
        count("CallRefused")
        logger().error("a call was refused: %s", refusal, extra={"code": Code.CALL_REFUSED.value})
        raise
    logger().info("%s for %s on %s", action, run.document, run.node)
    leases = ActLease(
        table=settings.lease_table,
        documents=settings.documents,
        mode_parameter=settings.mode_parameter,
    )
    answer = perform(leases, run, source)
    # A selector of the document may start from the answer, or from Lambda's whole response [automation#lambda-outputs].
    return {**answer, "Payload": answer}


def _take(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Takes the lease; or says who has it, or what else keeps the document from acting."""
    try:
        taken = leases.take(run)
    except ActRefusedError as refusal:
        return {
            "taken": False,
            "refusal": _refused(run, str(refusal)),
            "holder": _told(refusal.holder) if refusal.holder else FREE if refusal.released else "",
        }
    if not still_in_step(run, TAKING):
        # Cancelled meanwhile: its release may have come before this lease was written.
        released = leases.release(run)
        return {"taken": False, "refusal": "the document was cancelled", "holder": FREE if released else ""}
    return {"taken": True, "refusal": "", "holder": "", "hashes": taken.hashes, **_given(taken.record, run)}


def _renew(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Renews the lease for the document's next command."""
    return _given(leases.renew(run), run)


def _watch(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Renews it while the node's worker goes on, and says how far that is."""
    seen = leases.watch(run)
    return {"working": seen.working, "done": seen.done, "pause": f"PT{seen.pause_s}S", "sentence": seen.sentence}


def _volumes(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """The EBS volumes that the run's command gets: by their tags where it asks for that, else those that it names."""
    data, swap = source.text("dataVolumes"), source.text("swapVolume")
    by_tag = source.text("rolesFrom") == BY_TAG
    try:
        found = volumes_by_tag(run.node, named=(data, swap)) if by_tag else (data, swap)
    except RolesUnclearError as why:
        refusal = _refused(run, _in_words_of(Code.VOLUME_ROLES_UNCLEAR, why))
        return {"found": False, "refusal": refusal, "dataVolumes": data, "swapVolume": swap}
    return {"found": True, "refusal": "", "dataVolumes": found[0], "swapVolume": found[1]}


def _snapshots(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Snapshots of the node's EBS volumes before an act that destroys what they hold; what its command needs, anew."""
    if run.action not in SNAPSHOTTED_FIRST:
        raise CallRefusedError(f"{run.execution_id} takes no snapshots for {run.action.value}")
    record = leases.renew(run)
    try:
        taken = snapshot_data_volumes(run.node, operation=run.arn, table=leases.table)
    except (BotoCoreError, ClientError, SnapshotsIncompleteError) as problem:
        refusal = _refused(run, _in_words_of(Code.SNAPSHOTS_NOT_TAKEN, problem))
        return {"taken": False, "refusal": refusal, "snapshots": "", **_given(record, run)}
    return {"taken": True, "refusal": "", "snapshots": ",".join(taken), **_given(record, run)}


def _release(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Releases it, whatever became of the act, and says how that ended."""
    taken = run.record.said(TAKING, "Taken").lower() == "true"
    released = leases.release(run)
    answer = _answer(leases, run, run.action)
    holder = run.record.said(TAKING, "Holder") or NOT_ASKED_FOR
    if taken:
        # A call whose answer was lost has released it already.
        free = released or not leases.holds(run)
        holder = FREE if free else f"{_told(run.owner)}, until the janitor has released it"
    return {"released": released, **outputs_of(answer, holder)}


def _confirm(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """Whether what a document that needs no lease is about to send is what was deployed; changes nothing."""
    try:
        hashes = leases.confirmed_commands(run)
    except ActRefusedError as refusal:
        return {"confirmed": False, "refusal": _refused(run, str(refusal))}
    return {"confirmed": True, "refusal": "", "hashes": hashes}


def _tell(leases: ActLease, run: ActRun, source: JsonReader) -> dict[str, Any]:
    """How a document that needs no lease ended."""
    return outputs_of(_answer(leases, run, None), NOT_ASKED_FOR)


def _answer(leases: ActLease, run: ActRun, act: Action | PersonsAct | None) -> ActAnswer:
    deployed_anew = run.record.unsent is not None and leases.sends_what_is_deployed(run)
    return act_answer(
        act,
        run.record,
        docs=docs_url(),
        deployed_anew=deployed_anew,
        disposable=run.document in ON_DISPOSABLE_NODES,
    )


def _told(owner: Owner) -> str:
    return holder_text(owner.execution_arn, owner.purpose, owner.node)


def _refused(run: ActRun, refusal: str) -> str:
    """The text for whoever started the document, counted and logged."""
    count("DocumentRefused")
    logger().warning("%s was refused: %s", run.document, refusal)
    return refusal


def _in_words_of(code: Code, why: Exception) -> str:
    """A refusal with what its page says."""
    entry = CATALOGUE[code]
    return f"{entry.code.value} {entry.sentence} {why}. {entry.remedy}"


def _given(record: LeaseRecord, run: ActRun) -> dict[str, Any]:
    """What the document's next command needs of the lease."""
    return {
        "token": str(record.token),
        "actionToken": action_token_of(run),
        "notAfter": format_time(now() + COMMAND_LIFE),
        "clusterKey": record.key,
    }


STEPS: Mapping[str, str] = {
    "take": TAKING,
    "snapshots": SNAPSHOTTING,
    "release": RELEASING,
    CONFIRM: CONFIRMING,
    TELL: ANSWERING,
}
"""Calls that are believed only while the document is in this step; the others do nothing that it wouldn't want."""

DOCUMENTS: Mapping[str, Container[str]] = {CONFIRM: WITHOUT_LEASE, TELL: WITHOUT_LEASE}
"""Documents that these calls are for; the others are for those of single acts."""

ACTIONS: Mapping[str, Callable[[ActLease, ActRun, JsonReader], dict[str, Any]]] = {
    "take": _take,
    "renew": _renew,
    "watch": _watch,
    "volumes": _volumes,
    "snapshots": _snapshots,
    "release": _release,
    CONFIRM: _confirm,
    TELL: _tell,
}
