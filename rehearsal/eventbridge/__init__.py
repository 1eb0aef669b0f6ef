"""EventBridge's pattern matching and routing."""

from rehearsal.eventbridge.bus import Bus, Delivery, Rule, Target
from rehearsal.eventbridge.errors import InvalidPatternError, TargetInputError
from rehearsal.eventbridge.pattern import Pattern, compile_pattern, matches

__all__ = [
    "Bus",
    "Delivery",
    "InvalidPatternError",
    "Pattern",
    "Rule",
    "Target",
    "TargetInputError",
    "compile_pattern",
    "matches",
]
