"""Condition operators as IAM evaluates them, absent keys included.

Source: IAM User Guide, "IAM JSON policy elements: Condition operators" and "Set operators for multi-valued context
keys". An absent key makes a positive operator false and a negated one true; `…IfExists` is true for it; `ForAllValues`
is true for it, `ForAnyValue` false.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rehearsal.aws.iam.patterns import PolicyRefusedError, Values, glob, matches, substitute


class Quantifier(StrEnum):
    """How several values of a request's key are joined."""

    NONE = ""
    ALL = "ForAllValues"
    ANY = "ForAnyValue"


Test = Callable[[str, str, Values], bool]
"""(value of the request, value of the policy, context) → does it hold."""


def _arn_like(have: str, want: str, values: Values) -> bool:
    parts, patterns = have.split(":", 5), want.split(":", 5)
    if len(parts) != 6 or len(patterns) != 6:
        return False
    return all(matches(pattern, part, values) for pattern, part in zip(patterns, parts, strict=True))


def _number(compare: Callable[[float, float], bool]) -> Test:
    return lambda have, want, _: compare(float(have), float(want))


def _date(compare: Callable[[datetime, datetime], bool]) -> Test:
    def holds(have: str, want: str, _: Values) -> bool:
        return compare(_instant(have), _instant(want))

    return holds


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _string(have: str, want: str, values: Values) -> bool:
    return have == substitute(want, values)


def _string_ignoring_case(have: str, want: str, values: Values) -> bool:
    filled = substitute(want, values)
    return filled is not None and have.lower() == filled.lower()


def _string_like(have: str, want: str, values: Values) -> bool:
    return matches(want, have, values)


def _bool(have: str, want: str, _: Values) -> bool:
    return have.lower() == want.lower()


def _address(have: str, want: str, _: Values) -> bool:
    return ipaddress.ip_address(have) in ipaddress.ip_network(want, strict=False)


POSITIVE: Mapping[str, Test] = {
    "StringEquals": _string,
    "StringEqualsIgnoreCase": _string_ignoring_case,
    "StringLike": _string_like,
    "NumericEquals": _number(lambda a, b: a == b),
    "NumericLessThan": _number(lambda a, b: a < b),
    "NumericLessThanEquals": _number(lambda a, b: a <= b),
    "NumericGreaterThan": _number(lambda a, b: a > b),
    "NumericGreaterThanEquals": _number(lambda a, b: a >= b),
    "DateEquals": _date(lambda a, b: a == b),
    "DateLessThan": _date(lambda a, b: a < b),
    "DateLessThanEquals": _date(lambda a, b: a <= b),
    "DateGreaterThan": _date(lambda a, b: a > b),
    "DateGreaterThanEquals": _date(lambda a, b: a >= b),
    "Bool": _bool,
    "IpAddress": _address,
    "ArnEquals": _arn_like,
    "ArnLike": _arn_like,
}
NEGATED: Mapping[str, Test] = {
    "StringNotEquals": _string,
    "StringNotEqualsIgnoreCase": _string_ignoring_case,
    "StringNotLike": _string_like,
    "NumericNotEquals": POSITIVE["NumericEquals"],
    "DateNotEquals": POSITIVE["DateEquals"],
    "NotIpAddress": _address,
    "ArnNotEquals": _arn_like,
    "ArnNotLike": _arn_like,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One operator on one key with the policy's values. `key` is lower-case, as IAM compares keys."""

    operator: str
    quantifier: Quantifier
    if_exists: bool
    key: str
    values: tuple[str, ...]

    def holds(self, request: Values) -> bool:
        """Whether the request fulfils it. Raises PolicyRefusedError for several values without a set operator."""
        have = request.get(self.key)
        if self.operator == "Null":
            return any((have is None) == (value.lower() == "true") for value in self.values)
        negated = self.operator in NEGATED
        if have is None or have == ():
            if self.if_exists:
                return True
            return self.quantifier is Quantifier.ALL or (negated and self.quantifier is Quantifier.NONE)
        test = NEGATED[self.operator] if negated else POSITIVE[self.operator]

        def fits(value: str) -> bool:
            return any(test(value, want, request) for want in self.values) is not negated

        match self.quantifier:
            case Quantifier.ALL:
                return all(fits(value) for value in _several(have))
            case Quantifier.ANY:
                return any(fits(value) for value in _several(have))
            case Quantifier.NONE:
                if isinstance(have, tuple):
                    raise PolicyRefusedError(
                        f"{self.operator} without a set operator on {self.key}, which has several values"
                    )
                return fits(have)


def _several(have: str | tuple[str, ...]) -> tuple[str, ...]:
    return have if isinstance(have, tuple) else (have,)


def parse_conditions(block: Mapping[str, Mapping[str, object]]) -> tuple[Condition, ...]:
    """A statement's Condition element. Raises PolicyRefusedError for an operator this evaluator doesn't know."""
    found = []
    for operator, keys in block.items():
        set_operator, _, rest = operator.rpartition(":")
        try:
            quantifier = Quantifier(set_operator)
        except ValueError:
            raise PolicyRefusedError(f"unknown set operator {set_operator} in {operator}") from None
        if_exists = rest.endswith("IfExists")
        name = rest.removesuffix("IfExists")
        if name != "Null" and name not in POSITIVE and name not in NEGATED:
            raise PolicyRefusedError(f"unknown condition operator {operator}")
        if name == "Null" and (if_exists or quantifier is not Quantifier.NONE):
            raise PolicyRefusedError(f"unknown condition operator {operator}")
        for key, raw in keys.items():
            values = tuple(_text(value) for value in (raw if isinstance(raw, list) else [raw]))
            found.append(
                Condition(operator=name, quantifier=quantifier, if_exists=if_exists, key=key.lower(), values=values)
            )
    return tuple(found)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise PolicyRefusedError(f"a condition's value must be text, not {value!r}")


__all__ = ["Condition", "Quantifier", "glob", "parse_conditions"]
