"""The tests that a pattern's field may hold: each is parsed and checked once, then applied to values.

Source: page "Comparison operators for use in event patterns in Amazon EventBridge", the rule compiler of Event Ruler
(EventBridge's published engine: what is refused, the range and precision of numbers), both narrowed or widened to what
TestEventPattern was recorded answering (tests/conformance/eventbridge).
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Protocol

from rehearsal.engines.eventbridge.errors import InvalidPatternError
from rehearsal.engines.eventbridge.wildcard import Wildcard

NUMBER_MAX = 5_000_000_000
"""Numbers are compared from -NUMBER_MAX to NUMBER_MAX; others only where they are written the same."""
DECIMALS_MAX = 6


class Test(Protocol):
    """Whether a value that is present (null included) passes."""

    def passes(self, value: Any) -> bool: ...


@dataclass(frozen=True, slots=True)
class Exactly:
    """Equal by JSON value: 300 is 300.0, but neither "300" nor true. An IP address is equal however it is written."""

    wanted: Any

    def passes(self, value: Any) -> bool:
        if same(self.wanted, value):
            return True
        if not (isinstance(self.wanted, str) and isinstance(value, str)):
            return False
        address = _address(self.wanted)
        return address is not None and address == _address(value)


@dataclass(frozen=True, slots=True)
class Present:
    def passes(self, value: Any) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Absent:
    """Passes no value: pattern.py checks whether the field is absent."""

    def passes(self, value: Any) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Prefix:
    text: str

    def passes(self, value: Any) -> bool:
        return isinstance(value, str) and value.startswith(self.text)


@dataclass(frozen=True, slots=True)
class Suffix:
    text: str

    def passes(self, value: Any) -> bool:
        return isinstance(value, str) and value.endswith(self.text)


@dataclass(frozen=True, slots=True)
class IgnoringCase:
    """Applies `test`, whose text is in lower case, to the value in lower case."""

    test: "Prefix | Suffix | Exactly"

    def passes(self, value: Any) -> bool:
        return isinstance(value, str) and self.test.passes(value.lower())


@dataclass(frozen=True, slots=True)
class Cidr:
    network: IPv4Network | IPv6Network

    def passes(self, value: Any) -> bool:
        address = _address(value) if isinstance(value, str) else None
        return address is not None and address.version == self.network.version and address in self.network


@dataclass(frozen=True, slots=True)
class Numeric:
    bounds: tuple[tuple[str, float], ...]

    def passes(self, value: Any) -> bool:
        return is_comparable(value) and all(_COMPARISONS[sign](value, bound) for sign, bound in self.bounds)


@dataclass(frozen=True, slots=True)
class AnythingBut:
    """Passes every value, null included, that none of the tests passes."""

    tests: tuple[Test, ...]

    def passes(self, value: Any) -> bool:
        return not any(test.passes(value) for test in self.tests)


def same(one: Any, other: Any) -> bool:
    """Equality of JSON scalars."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return (type(one) is type(other) and one == other) or (_is_number(one) and _is_number(other) and one == other)


def is_comparable(value: Any) -> bool:
    """A number within EventBridge's range and precision; others have no order there."""
    if not _is_number(value) or not -NUMBER_MAX <= value <= NUMBER_MAX:
        return False
    return isinstance(value, int) or -int(Decimal(repr(value)).normalize().as_tuple().exponent) <= DECIMALS_MAX


def parse_test(raw: Any, path: str) -> Test:
    """One element of a field's array. Raises InvalidPatternError."""
    if isinstance(raw, dict):
        if len(raw) != 1:
            raise InvalidPatternError("Only one key allowed in match expression", path)
        [(name, argument)] = raw.items()
        if name not in _OPERATORS:
            raise InvalidPatternError(f"Unrecognized match type {name}", path)
        return _OPERATORS[name](argument, path)
    if isinstance(raw, list):
        raise InvalidPatternError("Arrays can't be nested", path)
    return Exactly(raw)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


_IP_V4 = re.compile(r"\d+\.\d+\.\d+\.\d+")
_IP_V6 = re.compile(r"[0-9a-fA-F:]*:[0-9a-fA-F:]*")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that the text is a literal of; None for any other text."""
    decimal = _IP_V4.fullmatch(text) is not None
    if not decimal and not _IP_V6.fullmatch(text):
        return None
    try:
        # 010.0.0.1 is 10.0.0.1 there: octets are decimal, whatever they begin with
        return ip_address(".".join(str(int(octet)) for octet in text.split(".")) if decimal else text)
    except ValueError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(raw: Any, name: str, path: str) -> str:
    if not isinstance(raw, str):
        raise InvalidPatternError(f"{name} match pattern must be a string", path)
    return raw


def _parse_exists(raw: Any, path: str) -> Test:
    if not isinstance(raw, bool):
        raise InvalidPatternError("exists match pattern must be either true or false", path)
    return Present() if raw else Absent()


def _parse_prefix(raw: Any, path: str) -> Test:
    if isinstance(raw, dict):
        return IgnoringCase(Prefix(_ignoring_case(raw, "prefix", path)))
    return Prefix(_text(raw, "prefix", path))


def _parse_suffix(raw: Any, path: str) -> Test:
    if isinstance(raw, dict):
        return IgnoringCase(Suffix(_ignoring_case(raw, "suffix", path)))
    return Suffix(_text(raw, "suffix", path))


def _ignoring_case(raw: dict[str, Any], name: str, path: str) -> str:
    if list(raw) != ["equals-ignore-case"]:
        raise InvalidPatternError(f"{name} takes a string or equals-ignore-case", path)
    return _text(raw["equals-ignore-case"], name, path).lower()


def _parse_equals_ignore_case(raw: Any, path: str) -> Test:
    return IgnoringCase(Exactly(_text(raw, "equals-ignore-case", path).lower()))


def _parse_wildcard(raw: Any, path: str) -> Test:
    return Wildcard.parse(_text(raw, "wildcard", path), path)


def _parse_exactly(raw: Any, path: str) -> Test:
    return Exactly(_text(raw, "exact", path))


def _parse_cidr(raw: Any, path: str) -> Test:
    """An address, a slash, and the bits of a network of more than one address; bits of the host are dropped."""
    literal, slash, mask = _text(raw, "cidr", path).partition("/")
    address = _address(literal)
    if not slash or address is None or not re.fullmatch(r"\+?\d+", mask):
        raise InvalidPatternError(f"Malformed CIDR: {raw}", path)
    if int(mask) >= address.max_prefixlen:
        raise InvalidPatternError(f"IPv{address.version} mask bits must be < {address.max_prefixlen}", path)
    return Cidr(ip_network(f"{address}/{int(mask)}", strict=False))


def _parse_numeric(raw: Any, path: str) -> Test:
    """`=` alone, one bound, or a lower bound followed by a higher upper one."""
    if not isinstance(raw, list) or len(raw) not in (2, 4):
        raise InvalidPatternError("Value of numeric must be an array of one or two comparisons", path)
    bounds = tuple(zip(raw[::2], raw[1::2], strict=True))
    for sign, bound in bounds:
        if not isinstance(sign, str) or sign not in _COMPARISONS:
            raise InvalidPatternError(f"Unrecognized numeric range operator: {sign}", path)
        _comparable(bound, path)
    if len(bounds) == 2:
        (lower_sign, lower), (upper_sign, upper) = bounds
        if lower_sign not in (">", ">=") or upper_sign not in ("<", "<="):
            raise InvalidPatternError(f"Bad numeric range operators: {lower_sign} {upper_sign}", path)
        if lower >= upper:
            raise InvalidPatternError("Bottom must be less than top", path)
    return Numeric(bounds)


def _comparable(bound: Any, path: str) -> None:
    if not _is_number(bound):
        raise InvalidPatternError("Value of numeric range operator must be a number", path)
    if not is_comparable(bound):
        text = f"Value must be between {-NUMBER_MAX} and {NUMBER_MAX}, with up to {DECIMALS_MAX} decimals"
        raise InvalidPatternError(text, path)


def _parse_anything_but(raw: Any, path: str) -> Test:
    if isinstance(raw, dict):
        if len(raw) != 1 or (name := next(iter(raw))) not in _NEGATABLE:
            raise InvalidPatternError("Unsupported anything-but pattern", path)
        texts = raw[name] if isinstance(raw[name], list) else [raw[name]]
        if not texts or (name in ("prefix", "suffix") and "" in texts):
            raise InvalidPatternError(f"anything-but {name} takes strings, a prefix or suffix not empty", path)
        return AnythingBut(tuple(_NEGATABLE[name](_text(text, name, path), path) for text in texts))
    values = raw if isinstance(raw, list) else [raw]
    if not values:
        raise InvalidPatternError("anything-but takes no empty array", path)
    if not (all(isinstance(value, str) for value in values) or all(_is_number(value) for value in values)):
        raise InvalidPatternError("anything-but takes strings, or numbers", path)
    for value in values:
        if not isinstance(value, str):
            _comparable(value, path)
    return AnythingBut(tuple(Exactly(value) for value in values))


_NEGATABLE: dict[str, Callable[[Any, str], Test]] = {
    "prefix": _parse_prefix,
    "suffix": _parse_suffix,
    "equals-ignore-case": _parse_equals_ignore_case,
    "wildcard": _parse_wildcard,
}

_OPERATORS: dict[str, Callable[[Any, str], Test]] = {
    **_NEGATABLE,
    "exactly": _parse_exactly,
    "exists": _parse_exists,
    "cidr": _parse_cidr,
    "numeric": _parse_numeric,
    "anything-but": _parse_anything_but,
}
