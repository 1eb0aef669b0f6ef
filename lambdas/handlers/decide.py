"""Decide: one pass of the loop, by the pure domain alone. Calls nothing."""

from datetime import UTC, datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.observability import count, instrumented, logger
from cachewarden.loop.reconcile import next_pass


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `evidence`, `operation`, `report` (of the last act or null); returns the first two and a `decision`."""
    answer = next_pass(
        evidence=event["evidence"],
        operation=event["operation"],
        report=event.get("report"),
        now=datetime.now(UTC),
    )
    decision = answer["decision"]
    count(f"Decided{decision['kind']}")
    logger().info(
        decision["sentence"],
        extra={
            "kind": decision["kind"],
            "action": decision.get("action"),
            "node": decision.get("node"),
            "code": decision["code"],
            "goal": decision["effectiveGoal"],
            "execution": answer["operation"]["executionArn"],
        },
    )
    return answer
