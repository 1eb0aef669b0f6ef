"""EventBridge's pattern matching, and what targets receive."""

from rehearsal.engines.eventbridge.errors import InvalidPatternError, TargetInputError
from rehearsal.engines.eventbridge.pattern import Pattern, compile_pattern, matches

__all__ = ["InvalidPatternError", "Pattern", "TargetInputError", "compile_pattern", "matches"]
