"""Decide: one step of the loop, by the pure domain alone. Calls nothing."""

from datetime import UTC, datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.observability import count, instrumented, logger
from adapters.pages import docs_url
from adapters.short_names import short_names
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.action_result import parse_action_result
from cachewarden.loop.known_names import names_in_evidence, names_in_operation
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.shortened_step import shortened, without_host_words
from cachewarden.loop.step_json import step_to_json
from cachewarden.operation.operation_json import parse_operation


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `evidence`, `operation`, `report` (of the last act or null); returns the first two and a `decision`."""
    report = event.get("report")
    result = parse_action_result(report) if report is not None else None
    evidence, operation = parse_evidence(event["evidence"]), parse_operation(event["operation"])
    short = short_names(names_in_evidence(evidence) | names_in_operation(operation))
    if result is not None and short.key is not None:
        result = without_host_words(result)
    step = reconcile(evidence, operation, result, datetime.now(UTC))
    answer = shortened(step_to_json(step, docs_url()), short)
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
            "execution": step.operation.execution_arn,
        },
    )
    return answer
