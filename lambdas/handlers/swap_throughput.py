"""Swap-throughput: raises a Swap volume's gp3 throughput for the move of a cache, and puts it back later.

Raising is believed as pool-volumes is: lease and owner are read, the very call is looked up in the owner's history.
Putting back needs no caller's word: it goes by the record that was written before the volume was raised, or, where that
is lost, by the volume's tag as far as EC2's history says the same [security#swap-throughput].
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters import lease_table
from adapters.ebs import ebs_limits, volume_id_of
from adapters.ec2 import instances_by_id, now, own_tags
from adapters.errors import named
from adapters.inflight_calls import confirm_call
from adapters.lease_claims import confirm_claim, tell_refused_call
from adapters.observability import count, instrumented, logger
from adapters.told import DAILY, ONCE, tell_once
from adapters.volume_modifications import (
    ModificationRefused,
    VolumeNotToldError,
    mark_volume,
    modifiable_volume,
    modify_volume,
    unmark_volume,
)
from adapters.volume_records import VolumeRecord, read_volume, write_volume
from cachewarden.codes import Code
from cachewarden.evidence.raised_tag import raised_of, tag_value
from cachewarden.evidence.volume_modification import ModifiableVolume, Raised, modifications_left
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.swap_throughput import (
    Forget,
    Later,
    LeaveAsIs,
    PutBack,
    PutBackFailed,
    decide_put_back,
    decide_raise,
    decide_tagged,
    is_overdue,
)
from cachewarden.requests.request import Notify
from handlers.settings import SwapThroughputSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`; raising has the claim, `instanceId`, `swap` and `cacheBytes`, putting back has `volumeId`.

    Output `sentence`: what was done, or why nothing was. Raises `LeaseLostError`, and `CallRefusedError`, of which
    people are told.
    """
    settings = SwapThroughputSettings.of(os.environ)
    source = JsonReader.of(event)
    try:
        action, sentence = _perform(source, event, settings)
    except CallRefusedError as refused:
        tell_refused_call(event, refused, table=settings.lease_table, topic_arn=settings.topic_arn)
        raise
    except ClientError as error:
        raise named(error) from error
    logger().info("%s: %s", action, sentence)
    count(action)
    return {"sentence": sentence}


def _perform(source: JsonReader, event: Mapping[str, Any], settings: SwapThroughputSettings) -> tuple[str, str]:
    try:
        action = source.text("action")
        if action not in ACTIONS:
            raise CallRefusedError(f"{action[:64]!r} is none of {', '.join(sorted(ACTIONS))}")
        return action, ACTIONS[action](source, event, settings)
    except UnexpectedJsonError as problem:
        raise CallRefusedError(str(problem)) from problem


def _raise(source: JsonReader, event: Mapping[str, Any], settings: SwapThroughputSettings) -> str:
    """Raises it for the operation that holds the node's lease, where its owner wants that and it gains something."""
    instance_id = source.text("instanceId")
    owner = confirm_claim(
        source,
        table=settings.lease_table,
        state_machine_arn=settings.state_machine_arn,
        instance_id=instance_id,
    )
    confirm_call(owner.execution_arn, event)
    (instance,) = instances_by_id([instance_id])
    if not policy_from_tags(own_tags(instance)).raises_swap:
        return "the tag cachewarden:swap-throughput=raise is gone"
    volume = modifiable_volume(volume_id_of(source.text("swap")))
    if volume is None:
        return f"EC2 knows no volume for the serial number {source.text('swap')[:64]!r}"
    record = read_volume(settings.lease_table, volume.volume_id)
    if record.raised is not None and volume.performance == record.raised.to:
        # What it had before stays written down: it isn't what it has now.
        again = replace(record.raised, instance_id=instance_id, wanted_at=now())
        write_volume(settings.lease_table, replace(record, raised=again))
        return f"{volume.volume_id} is raised to {record.raised.to} already"
    decision = decide_raise(
        volume=volume,
        instance_id=instance_id,
        limits=ebs_limits(instance["InstanceType"]),
        cache_bytes=source.number("cacheBytes"),
        ours=record.modifications,
        now=now(),
    )
    if isinstance(decision, LeaveAsIs):
        return decision.why
    raised = Raised(
        instance_id=instance_id,
        former=decision.former,
        to=decision.to,
        at=now(),
        wanted_at=now(),
        began_at=None,
        put_backs=(),
    )
    asked = write_volume(settings.lease_table, replace(record, raised=raised))
    # The table may be lost; the volume then says itself that it is to be put back.
    mark_volume(volume.volume_id, tag_value(raised))
    answer = modify_volume(volume.volume_id, decision.to)
    if isinstance(answer, ModificationRefused):
        if answer.nothing_was_done:
            # Who now sets the same by hand, as our report advises, isn't undone.
            unmark_volume(volume.volume_id)
            write_volume(settings.lease_table, replace(asked, raised=record.raised))
            return f"EC2 refused to raise {volume.volume_id}: {answer}"
        answer = _begun_all_the_same(raised, volume.volume_id) or answer
    if isinstance(answer, ModificationRefused):
        return f"EC2 answered {answer}; whether {volume.volume_id} is being raised the sweep finds out"
    # That earlier modifications are known was a condition.
    begun = asked.with_modification(answer)
    write_volume(settings.lease_table, replace(begun, raised=replace(raised, began_at=answer)))
    return (
        f"{volume.volume_id} goes from {decision.former} to {decision.to}; once EC2 has it there, a move takes "
        f"{decision.gain_s / 60:.0f} minutes less. The sweep puts it back"
    )


def _put_back(source: JsonReader, event: Mapping[str, Any], settings: SwapThroughputSettings) -> str:
    """Puts a volume back that the record says was raised, unless somebody else has changed it meanwhile."""
    volume_id = source.text("volumeId")
    seen_back_at = source.optional("cacheSeenBackAt", source.time)
    record = read_volume(settings.lease_table, volume_id)
    try:
        volume = modifiable_volume(volume_id)
    except VolumeNotToldError as problem:
        if record.raised is None:
            return f"{volume_id} isn't raised as far as is known: {problem}"
        return _stays_raised(record, record.raised, str(problem), settings, tell=False)
    tagged = raised_of(volume.raised_tag) if volume is not None else None
    if volume is not None and tagged is not None and (record.raised is None or tagged.at > record.raised.at):
        by_tag = decide_tagged(tagged, volume, now())
        if isinstance(by_tag, Later):
            return _stays_raised(record, tagged, by_tag.why, settings, tell=False)
        if isinstance(by_tag, Raised):
            record = write_volume(settings.lease_table, replace(record, raised=by_tag))
    raised = record.raised
    if raised is None:
        _unmark(volume)
        return f"{volume_id} isn't raised"
    nodes = {raised.instance_id}
    if volume is not None:
        nodes.update(volume.attached_to)
    held = [each.record for each in lease_table.read_all(settings.lease_table) if each.record.held(now())]
    decision = decide_put_back(
        raised,
        volume,
        ours=record.modifications,
        operated=any(not nodes.isdisjoint(each.members) for each in held),
        cache_seen_back_at=seen_back_at,
        now=now(),
    )
    if isinstance(decision, Forget):
        if decision.changed:
            _tell(record, raised, Code.SWAP_VOLUME_CHANGED, decision.why, settings, once=True)
        _unmark(volume)
        write_volume(settings.lease_table, replace(record, raised=None))
        return f"{volume_id} is left as it is: {decision.why}"
    if isinstance(decision, Later | PutBackFailed) and volume is not None:
        return _stays_raised(record, raised, decision.why, settings, tell=isinstance(decision, PutBackFailed))
    if not isinstance(decision, PutBack) or volume is None:
        # Of a volume that EC2 doesn't find nobody is told: if it is gone it costs nothing.
        return f"{volume_id} isn't put back: EC2 doesn't find it"
    counted = modifications_left(volume.newest, record.modifications, now()) is not None
    answer = modify_volume(volume_id, decision.to)
    if isinstance(answer, ModificationRefused):
        told = f"EC2 answered {answer}"
        return _stays_raised(record, raised, told, settings, tell=not answer.is_taken_later)
    begun = record.with_modification(answer) if counted else record
    # Where EC2 didn't say at once that it was raised, its newest modification has shown it now.
    began_at = raised.began_at or (volume.newest.started_at if volume.newest is not None else None)
    put_back = replace(raised, began_at=began_at, put_backs=(*raised.put_backs, answer))
    write_volume(settings.lease_table, replace(begun, raised=put_back))
    return f"{volume_id} goes back to {decision.to}"


def _unmark(volume: ModifiableVolume | None) -> None:
    if volume is not None and volume.raised_tag is not None:
        unmark_volume(volume.volume_id)


def _stays_raised(
    record: VolumeRecord, raised: Raised, why: str, settings: SwapThroughputSettings, *, tell: bool
) -> str:
    if tell or is_overdue(raised, now()):
        _tell(record, raised, Code.SWAP_VOLUME_NOT_PUT_BACK, why, settings)
    return f"{record.volume_id} stays raised for now: {why}"


def _begun_all_the_same(raised: Raised, volume_id: str) -> datetime | None:
    """When the modification began that we asked for, should EC2 tell of it: its answer got lost, and a repetition
    was refused for the very modification."""
    volume = modifiable_volume(volume_id)
    newest = volume.newest if volume is not None else None
    return newest.started_at if newest is not None and raised.is_begun_by(newest) else None


def _tell(
    record: VolumeRecord,
    raised: Raised,
    code: Code,
    why: str,
    settings: SwapThroughputSettings,
    *,
    once: bool = False,
) -> None:
    sentence = (
        f"The Swap volume {record.volume_id} of {raised.instance_id} had {raised.former} and "
        f"{'was' if raised.began_at is not None else 'was to be'} raised to {raised.to} "
        f"at {raised.at:%Y-%m-%d %H:%M} UTC: {why}"
    )
    tell_once(
        settings.lease_table,
        settings.topic_arn,
        Notify(instance_id=raised.instance_id, code=code, sentence=sentence),
        about=f"{record.volume_id}/{code.value}",
        facts=raised.at.isoformat(),
        now=now(),
        quiet_for=ONCE if once else DAILY,
    )


ACTIONS: Mapping[str, Callable[[JsonReader, Mapping[str, Any], SwapThroughputSettings], str]] = {
    "RaiseSwapThroughput": _raise,
    "PutBackSwapThroughput": _put_back,
}
