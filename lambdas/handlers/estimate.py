"""Estimate: how long evacuation, stop and return of a node take, and what limits them. Changes nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ec2 import instances_by_id, now, own_tags
from adapters.move_speed import SeenEstimate, seen_estimate
from adapters.observability import instrumented, logger
from adapters.pages import docs_url
from adapters.ssm_observe import observe_hosts
from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.instance import HostError
from cachewarden.json_reader import JsonReader
from cachewarden.loop.act_answer import answered, outputs_of
from cachewarden.operation.lease import NOT_ASKED_FOR
from cachewarden.operation.policy import MANAGED, OPTED_IN, RAISE, SWAP_THROUGHPUT, policy_from_tags
from cachewarden.procedures.decision import Outcome
from cachewarden.procedures.estimate import NoEstimateError
from cachewarden.procedures.swap_throughput import LeaveAsIs, decide_raise
from handlers.settings import EstimateSettings

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `instanceId`. Output as of every document: the estimate, or why there is none and what to do."""
    settings = EstimateSettings.of(os.environ)
    instance_id = JsonReader.of(event).text("instanceId")
    try:
        ended = answered(Outcome.GOAL, Code.EVACUATION_ESTIMATED, _estimate(instance_id, settings), docs_url())
    except NoEstimateError as refusal:
        logger().warning("no estimate for %s: %s", instance_id, refusal)
        why = f"{CATALOGUE[Code.NO_ESTIMATE].sentence} {refusal}."
        ended = answered(Outcome.REFUSED, Code.NO_ESTIMATE, why, docs_url())
    answer = outputs_of(ended, NOT_ASKED_FOR)
    # A selector of the document may start from the answer, or from Lambda's whole response [automation#lambda-outputs].
    return {**answer, "Payload": answer}


def _estimate(instance_id: str, settings: EstimateSettings) -> str:
    # EC2's filters take * and ? for wildcards [ec2#filters].
    found = next((each for each in instances_by_id([instance_id]) if each["InstanceId"] == instance_id), None)
    if found is None or own_tags(found).get(MANAGED) != OPTED_IN:
        raise NoEstimateError(f"{instance_id} isn't tagged cachewarden:managed=true")
    report = observe_hosts([instance_id], settings.documents)[instance_id]
    if isinstance(report, HostError):
        raise NoEstimateError(f"{report.code.value} {report.message}")
    seen = seen_estimate(report, found["InstanceType"], lease_table=settings.lease_table)
    estimated = seen.estimate
    sentences = list(estimated.sentences)
    if seen.slower is not None:
        sentences.append(f"{seen.slower}.")
    if estimated.wanted_mib is not None:
        sentences.append(_whether_raised(found, seen))
    return " ".join(sentences)


def _whether_raised(instance: InstanceTypeDef, seen: SeenEstimate) -> str:
    """What a stop would ask EC2 for now, by the rules of that very act."""
    if not policy_from_tags(own_tags(instance)).raises_swap:
        return f"The tag {SWAP_THROUGHPUT}={RAISE} on the instance has CacheWarden ask EC2 for that before the move."
    volume, record = seen.volume, seen.record
    if record.raised is not None and volume.performance == record.raised.to:
        return "A stop that comes before it is put back asks EC2 for nothing: it is raised already."
    decision = decide_raise(
        volume=volume,
        instance_id=instance["InstanceId"],
        limits=seen.estimate.instance,
        cache_bytes=seen.estimate.cache_bytes,
        ours=record.modifications,
        now=now(),
    )
    if isinstance(decision, LeaveAsIs):
        return f"A stop wouldn't ask EC2 for that now: {decision.why}."
    return (
        f"A stop asks EC2 for {decision.to} before the move; EC2 has the volume there minutes to hours later, and "
        "CacheWarden puts it back afterwards."
    )
