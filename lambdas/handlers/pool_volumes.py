"""Pool-volumes: a node whose Windows never comes up is stopped, and its pool's EBS volumes are taken off it and back.

Nothing that the caller says is believed, as in operate-instance: lease and owner are read, the very call is looked up
in the owner's history, the consent follows from what Systems Manager says of a person's run. That Windows never came
up since the start is proven by EC2's status checks and the agent's last call [security#pool-volumes].
"""

import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters.consent_records import carried_run
from adapters.documents.document_runs import read_document_run
from adapters.ec2 import attached_volumes, instances_by_id, now
from adapters.ec2_changes import set_stop_protection, stop_instance
from adapters.errors import code_of, named
from adapters.inflight_calls import confirm_call
from adapters.lease_claims import confirm_claim, tell_refused_call
from adapters.observability import count, instrumented, logger
from adapters.pool_volumes import VolumeElsewhereError, attach, detach, volumes_of
from adapters.run_facts import run_facts
from adapters.stop_records import StopRecord, forget_detached_pool, read_stop, record_detached_pool
from cachewarden.evidence.detached_pool import DetachedPool, PoolVolume
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.volume_role import POOL_ROLES, RolesUnclearError, roles_by_tag
from cachewarden.json_reader import JsonReader, format_time
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.document_consent import given_by_run
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import Owner
from cachewarden.operation.never_booted import MayHaveBootedError, confirm_never_booted, confirm_never_called
from handlers.settings import PoolVolumesSettings

STOPPED = frozenset({InstanceState.STOPPING, InstanceState.STOPPED})
STOP_TRIES = 8
STOP_PAUSE_S = 3
"""Protection that was lifted may still refuse the stop for some seconds [ec2#eventually-consistent]."""
STILL_PROTECTED = "OperationNotPermitted"


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`, `instanceId`, the lease's `owner`, `leaseKey` and `token`; `refusal` says why nothing was done.

    Raises exceptions named by AWS's code, `LeaseLostError`, and `CallRefusedError`, of which people are told.
    """
    settings = PoolVolumesSettings.of(os.environ)
    source = JsonReader.of(event)
    try:
        action, instance_id = source.text("action"), source.text("instanceId")
        if action not in ACTIONS:
            raise CallRefusedError(f"{action[:64]!r} is none of {', '.join(sorted(ACTIONS))}")
        owner = confirm_claim(
            source,
            table=settings.lease_table,
            state_machine_arn=settings.state_machine_arn,
            instance_id=instance_id,
        )
        confirm_call(owner.execution_arn, event)
        logger().info("%s on %s", action, instance_id)
        refusal = None
        try:
            ACTIONS[action](instance_id, owner, settings)
        except (MayHaveBootedError, RolesUnclearError, VolumeElsewhereError) as why:
            count("PoolVolumesRefused")
            logger().warning("%s on %s was refused: %s", action, instance_id, why)
            refusal = str(why)
    except CallRefusedError as refused:
        tell_refused_call(event, refused, table=settings.lease_table, topic_arn=settings.topic_arn)
        raise
    except ClientError as error:
        raise named(error) from error
    count(action)
    return {"instanceId": instance_id, "refusal": refusal}


def _stop_never_booted(instance_id: str, owner: Owner, settings: PoolVolumesSettings) -> None:
    """Stops it, once it is proven that this loses nothing, written down which volumes it is to start without."""
    (instance,) = instances_by_id([instance_id])
    launch_time = instance["LaunchTime"]
    record = read_stop(settings.lease_table, instance_id, attached=attached_volumes(instance))
    known = record.detached_pool if record is not None else None
    facts = run_facts(instance)
    begun = known is not None and format_time(known.launch_time) == format_time(launch_time)
    if known is not None and begun and facts.state in STOPPED:
        # The answer to an earlier call was lost, or its record: whoever stopped it, Windows never came up before that.
        confirm_never_called(facts)
        record_detached_pool(settings.lease_table, instance_id, known, owner=owner.execution_arn, stopped_at=now())
        return
    confirm_never_booted(facts, now())
    if known is not None and begun:
        pool = known
    elif known is not None and not known.whole:
        raise MayHaveBootedError(f"its volumes {known.told} were detached for an earlier start and aren't all back")
    else:
        _confirm_consent(instance_id, owner, settings)
        volumes = volumes_of(instance)
        roles = roles_by_tag(volumes)
        pool = DetachedPool(
            launch_time=launch_time,
            volumes=tuple(
                PoolVolume(volume_id=each.volume_id, device=each.device, attached=True)
                for each in volumes
                if roles.get(each.volume_id) in POOL_ROLES
            ),
        )
        record_detached_pool(settings.lease_table, instance_id, pool, owner=owner.execution_arn, stopped_at=None)
    _stop(instance_id)
    record_detached_pool(settings.lease_table, instance_id, pool, owner=owner.execution_arn, stopped_at=now())


def _stop(instance_id: str) -> None:
    """An orderly stop; protection comes off right before it and goes on again where EC2 doesn't take it."""
    set_stop_protection(instance_id, on=False)
    try:
        for left in reversed(range(STOP_TRIES)):
            try:
                stop_instance(instance_id)
                return
            except ClientError as error:
                if code_of(error) != STILL_PROTECTED or not left:
                    raise
            time.sleep(STOP_PAUSE_S)
    except ClientError:
        set_stop_protection(instance_id, on=True)
        raise


def _detach(instance_id: str, owner: Owner, settings: PoolVolumesSettings) -> None:
    """Takes the recorded volumes off the stopped instance."""
    pool, _, state = _recorded(instance_id, settings)
    if state is not InstanceState.STOPPED:
        raise MayHaveBootedError(f"the instance is {state.value}, not stopped")
    detach(pool, instance_id)


def _attach(instance_id: str, owner: Owner, settings: PoolVolumesSettings) -> None:
    """Brings the recorded volumes back, and drops the record once EC2 shows all of them attached."""
    pool, record, _ = _recorded(instance_id, settings)
    if attach(pool, instance_id):
        forget_detached_pool(settings.lease_table, instance_id, record, owner=owner.execution_arn)


def _recorded(instance_id: str, settings: PoolVolumesSettings) -> tuple[DetachedPool, StopRecord, InstanceState]:
    (instance,) = instances_by_id([instance_id])
    record = read_stop(settings.lease_table, instance_id, attached=attached_volumes(instance))
    if record is None or record.detached_pool is None:
        raise CallRefusedError(f"no volumes of {instance_id} are recorded as taken off it")
    return record.detached_pool, record, InstanceState(instance["State"]["Name"])


def _confirm_consent(instance_id: str, owner: Owner, settings: PoolVolumesSettings) -> None:
    """Returns when a person consented to this, for this instance, by what Systems Manager says. `CallRefusedError`."""
    name = owner.execution_arn.rpartition(":")[2]
    run = carried_run(settings.lease_table, name, approvers=settings.approvers)
    run = run or read_document_run(name, approvers=settings.approvers)
    if run is None:
        raise CallRefusedError(f"no person's run of a document speaks for {name}")
    for given in given_by_run(run):
        if not isinstance(given, GivenConsent) or given.word is not Consent.DETACHED_POOL:
            continue
        goal = owner.purpose
        if isinstance(goal, Goal) and given.void_because(node_id=instance_id, goal=goal, at=now()) is None:
            return
    raise CallRefusedError(f"nobody consented to starting {instance_id} without its pool")


ACTIONS: Mapping[str, Callable[[str, Owner, PoolVolumesSettings], None]] = {
    "StopNeverBootedInstance": _stop_never_booted,
    "DetachPoolVolumes": _detach,
    "AttachPoolVolumes": _attach,
}
