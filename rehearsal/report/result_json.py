"""A finished run as the one JSON object that `--json` prints."""

from __future__ import annotations

from typing import Any

from rehearsal.faults import fault_text
from rehearsal.report.answers import answers
from rehearsal.report.metrics import metrics_of
from rehearsal.simulation.run import Run


def result_json(run: Run, *, wall_seconds: float) -> dict[str, Any]:
    """Keys and units are part of the command line's contract (README)."""
    metrics = metrics_of(run)
    last = run.log.last
    return {
        "story": run.story.name,
        "seed": run.seed,
        "goal": None if last is None else last.output.get("goal"),
        "outcome": None if last is None else last.outcome,
        "as_expected": run.outcome.as_expected,
        "virtual_seconds": round(metrics.virtual_seconds, 3),
        "wall_seconds": round(wall_seconds, 3),
        "lower_bound_seconds": round(metrics.lower_bound_seconds, 3),
        "write_outage_seconds": round(metrics.write_outage_seconds, 3),
        "data_at_risk_seconds": round(metrics.data_risk.alone_s, 3),
        "at_rest_seconds": round(metrics.data_risk.at_rest_s, 3),
        "data_at_risk_bound_seconds": round(metrics.data_risk.bound_s, 3),
        "data_trailing_seconds": round(metrics.data_risk.trailing_s, 3),
        "slow_commit_seconds": round(metrics.slow_commit_seconds, 3),
        "actions": [
            {
                "at_seconds": round(decision.at_s - run.began_s, 3),
                "action": decision.action,
                "node": decision.node,
                "code": decision.code,
                "why": decision.sentence,
            }
            for decision in run.log.decisions
            if decision.kind == "Execute"
        ],
        "answers": [
            {
                "document": answer.document,
                "node": answer.node,
                "status": answer.status,
                "seconds": round(answer.took_s, 3),
                "outputs": dict(answer.outputs),
                "failure": answer.failure,
            }
            for answer in answers(run)
        ],
        "transitions": metrics.transitions,
        "api_calls": metrics.api_calls,
        "invariant_violations": [
            {
                "invariant": violation.invariant,
                "observed": violation.observed,
                "at_seconds": round(violation.at_s - run.began_s, 3),
            }
            for violation in run.outcome.violations
        ],
        "mismatches": [str(mismatch) for mismatch in run.outcome.mismatches],
        "safe": run.outcome.safe,
        "unsafe_states": [str(state) for state in run.outcome.unsafe_states],
        "faults": [
            {"fault": fault_text(fault), "injected": sum(fault is one for one in run.cluster.world.faults.injected)}
            for fault in run.cluster.world.faults.planned
        ],
    }
