"""Condition operators as IAM evaluates them, absent keys included.

Source: IAM User Guide, "IAM JSON policy elements: Condition operators" and "Set operators for multi-valued context
keys". An absent key makes a positive operator false and a negated one true; `…IfExists` is true for it; `ForAllValues`
is true for it, `ForAnyValue` false, with `…IfExists` too (re:Post, "ForAnyValue:StringEqualsIfExists behaving
unexpectedly").
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from rehearsal.aws.iam.patterns import PolicyRefusedError, Value, Values, matches, segments, substitute


class Quantifier(StrEnum):
    """How several values of a request's key are joined."""

    NONE = ""
    ALL = "ForAllValues"
    ANY = "ForAnyValue"


Test = Callable[[str, str, Values], bool]
"""(value of the request, value of the policy, context) → does it hold."""


def _arn_like(have: str, want: str, values: Values) -> bool:
    parts, patterns = segments(have), segments(want)
    return len(parts) == 6 and all(
        matches(pattern, part, values) for pattern, part in zip(patterns, parts, strict=True)
    )


def _number(compare: Callable[[float, float], bool]) -> Test:
    return lambda have, want, _: compare(float(have), float(want))


def _date(compare: Callable[[datetime, datetime], bool]) -> Test:
    return lambda have, want, _: compare(_instant(have), _instant(want))


def _instant(text: str) -> datetime:
    """Of ISO 8601 or of seconds since 1970; a date alone begins at midnight UTC."""
    if text.isdigit() and len(text) > 4:
        return datetime.fromtimestamp(int(text), UTC)
    instant = datetime.fromisoformat(text)
    return instant if instant.tzinfo is not None else instant.replace(tzinfo=UTC)


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
        if have == ():
            have = None
        if self.operator == "Null":
            return any((have is None) == (value.lower() == "true") for value in self.values)
        negated = self.operator in NEGATED
        if have is None:
            return self._holds_without_value(negated)
        test = NEGATED[self.operator] if negated else POSITIVE[self.operator]

        def fits(value: str) -> bool:
            return any(_compare(test, value, want, request) for want in self.values) is not negated

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

    def _holds_without_value(self, negated: bool) -> bool:
        match self.quantifier:
            case Quantifier.ALL:
                return True
            case Quantifier.ANY:
                return False
            case Quantifier.NONE:
                return negated or self.if_exists


def _compare(test: Test, have: str, want: str, values: Values) -> bool:
    """A value of another kind than the operator's (no number, no date) equals nothing."""
    try:
        return test(have, want, values)
    except ValueError:
        return False


def _several(have: Value) -> tuple[str, ...]:
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
            _check_values(name, key, values)
            found.append(
                Condition(operator=name, quantifier=quantifier, if_exists=if_exists, key=key.lower(), values=values)
            )
    return tuple(found)


def _check_values(operator: str, key: str, values: tuple[str, ...]) -> None:
    """Refuses values that this operator could never be compared with."""
    if not values:
        raise PolicyRefusedError(f"{operator} on {key} has no value")
    for value in values:
        try:
            good = _is_comparable(operator, value)
        except ValueError:
            good = False
        if not good:
            raise PolicyRefusedError(f"{operator} on {key}: {value!r} is nothing that {operator} compares")


def _is_comparable(operator: str, value: str) -> bool:
    """Raises ValueError instead of False where the parser of the kind does."""
    match operator.removesuffix("Equals"):
        case "Bool" | "Null":
            return value.lower() in ("true", "false")
        case "IpAddress" | "NotIpAddress":
            return bool(ipaddress.ip_network(value, strict=False))
        case name if name.startswith("Numeric"):
            return float(value) == float(value)
        case name if name.startswith("Date"):
            return bool(_instant(value))
        case name if name.startswith("Arn"):
            return len(segments(value)) == 6
    return True


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise PolicyRefusedError(f"a condition's value must be text, not {value!r}")
