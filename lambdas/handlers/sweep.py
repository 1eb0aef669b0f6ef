"""Sweep: on a schedule, looks at every node and lease; what it finds is mended or told, once a day."""

import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from adapters.mode_parameter import read_mode
from adapters.observability import count, instrumented, logger
from adapters.sweep import Sweep
from adapters.trails import TrailsUnreadError, why_stops_not_logged
from handlers.settings import SweepSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """The schedule's event; returns what was looked at. The metric `Swept` is watched.

    `{"look": "trails"}` reads the trails alone and changes nothing: whoever deploys asks so (the stack's output).
    """
    if event.get("look") == "trails":
        return {"refusedStops": _refused_stops()}
    settings = SweepSettings.of(os.environ)
    seen = Sweep(
        lease_table=settings.lease_table,
        state_machine_arn=settings.state_machine_arn,
        topic_arn=settings.topic_arn,
        documents=settings.documents,
        janitor=settings.janitor,
        swap_throughput=settings.swap_throughput,
        mode=read_mode(settings.mode_parameter),
        snapshots_kept_days=settings.snapshots_kept_days,
    ).run()
    count("Swept")
    logger().info("swept", extra=seen)
    return seen


def _refused_stops() -> str:
    """Whether a trail logs them, as a sentence for who deploys."""
    try:
        why = why_stops_not_logged()
    except (ClientError, BotoCoreError, TrailsUnreadError) as problem:
        return f"not known whether a trail logs them: {problem}"
    return "a CloudTrail trail logs them" if why is None else f"nothing begins for them: {why}"
