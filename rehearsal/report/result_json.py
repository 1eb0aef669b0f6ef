"""A finished run as the one JSON object that `--json` prints."""

from __future__ import annotations

from typing import Any

from rehearsal.faults import fault_text
from rehearsal.report.metrics import measure
from rehearsal.simulation.run import Played


def result_json(played: Played, *, wall_seconds: float) -> dict[str, Any]:
    """Keys and units are part of the command line's contract (README)."""
    measures = measure(played)
    last = played.log.endings[-1] if played.log.endings else None
    output = last.output if last is not None and isinstance(last.output, dict) else {}
    return {
        "story": played.story.name,
        "seed": played.seed,
        "goal": output.get("goal"),
        "outcome": output.get("outcome") or (last.status if last is not None else None),
        "as_expected": played.as_hoped,
        "virtual_seconds": round(measures.virtual_seconds, 3),
        "wall_seconds": round(wall_seconds, 3),
        "lower_bound_seconds": round(measures.lower_bound_seconds, 3),
        "write_outage_seconds": round(measures.write_outage_seconds, 3),
        "data_at_risk_seconds": round(measures.data_at_risk_seconds, 3),
        "actions": [
            {
                "at_seconds": round(decision.at_s - played.began_s, 3),
                "action": decision.action,
                "node": decision.node,
                "code": decision.code,
                "why": decision.sentence,
            }
            for decision in played.log.decisions
            if decision.kind == "Execute"
        ],
        "transitions": measures.transitions,
        "api_calls": measures.api_calls,
        "invariant_violations": [
            {
                "invariant": violation.invariant,
                "observed": violation.observed,
                "at_seconds": round(violation.at_s - played.began_s, 3),
            }
            for violation in played.violations
        ],
        "shortfalls": [str(shortfall) for shortfall in played.shortfalls],
        "safe": played.safe,
        "unsettled": [str(left) for left in played.unsettled],
        "faults": [
            {"fault": fault_text(fault), "struck": sum(fault is one for one in played.stage.world.faults.struck)}
            for fault in played.stage.world.faults.planned
        ],
    }
