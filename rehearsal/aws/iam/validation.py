"""Refuses a policy that speaks of what AWS doesn't have, or of what requests here don't carry."""

from __future__ import annotations

from collections.abc import Iterable

from rehearsal.aws.iam.conditions import Quantifier
from rehearsal.aws.iam.context import is_modelled
from rehearsal.aws.iam.patterns import PolicyRefusedError
from rehearsal.aws.iam.policy import Statement
from rehearsal.aws.iam.reference import actions_matching, key_exists, several_valued


def refuse_unknown(statements: Iterable[Statement]) -> None:
    """Raises PolicyRefusedError with the statement's place for an action or condition key that is unknown."""
    for statement in statements:
        for action in statement.actions:
            if action != "*" and not actions_matching(action):
                raise PolicyRefusedError(f"{statement.origin}: AWS has no action {action}")
        for key in sorted(statement.keys):
            if not key_exists(key):
                raise PolicyRefusedError(f"{statement.origin}: AWS has no condition key {key}")
            if not is_modelled(key):
                raise PolicyRefusedError(f"{statement.origin}: condition key {key} isn't modelled")
        for condition in statement.conditions:
            has_set_operator = condition.quantifier is not Quantifier.NONE
            if condition.operator != "Null" and has_set_operator is not several_valued(condition.key):
                what = (
                    "a set operator for a key of one value" if has_set_operator else "no set operator for a key of many"
                )
                raise PolicyRefusedError(f"{statement.origin}: {what}, {condition.key}")
