"""Estimate: how long evacuation, stop and return of a node take, and what limits them. Changes nothing."""

import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ebs import ebs_limits, swap_volume
from adapters.ec2 import instances_by_id, own_tags
from adapters.observability import instrumented, logger
from adapters.ssm_observe import observe_hosts
from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.instance import HostError
from cachewarden.json_reader import JsonReader
from cachewarden.operation.policy import MANAGED, OPTED_IN
from cachewarden.procedures.estimate import Estimate, NoEstimateError, estimate
from handlers.settings import EstimateSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `instanceId`. Output `answered` and `sentence`: the estimate, or why there is none and what to do."""
    settings = EstimateSettings.of(os.environ)
    instance_id = JsonReader.of(event).text("instanceId")
    try:
        answer = {"answered": True, "sentence": " ".join(_estimate(instance_id, settings.document).sentences)}
    except NoEstimateError as refusal:
        entry = CATALOGUE[Code.NO_ESTIMATE]
        logger().warning("no estimate for %s: %s", instance_id, refusal)
        told = f"{entry.code.value} {entry.sentence} {refusal}. {entry.remedy}"
        answer = {"answered": False, "sentence": told}
    # A selector of the document may start from the answer, or from Lambda's whole response [automation#lambda-outputs].
    return {**answer, "Payload": answer}


def _estimate(instance_id: str, document: str) -> Estimate:
    # EC2's filters take * and ? for wildcards [ec2#filters].
    found = next((each for each in instances_by_id([instance_id]) if each["InstanceId"] == instance_id), None)
    if found is None or own_tags(found).get(MANAGED) != OPTED_IN:
        raise NoEstimateError(f"{instance_id} isn't tagged cachewarden:managed=true")
    report = observe_hosts([instance_id], document)[instance_id]
    if isinstance(report, HostError):
        raise NoEstimateError(f"{report.code.value} {report.message}")
    storage = report.storage
    if storage is None or storage.swap is None or not storage.write_cache_bytes:
        told = storage.classification.value if storage is not None else "not reported"
        raise NoEstimateError(f"{report.computer} has no cache with a Swap volume (storage {told})")
    swap = swap_volume(storage.swap)
    if swap is None:
        raise NoEstimateError(f"EC2 knows no volume for the serial number {storage.swap}")
    return estimate(cache_bytes=storage.write_cache_bytes, swap=swap, instance=ebs_limits(found["InstanceType"]))
