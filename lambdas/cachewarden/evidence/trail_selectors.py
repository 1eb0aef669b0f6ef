"""Whether a CloudTrail trail's event selectors let a refused StopInstances through: its way to EventBridge
[events#trail-needed]."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

REFUSED_STOP = {
    "eventCategory": "Management",
    "readOnly": "false",
    "eventSource": "ec2.amazonaws.com",
    "eventName": "StopInstances",
    "eventType": "AwsApiCall",
}
"""The call, by the fields on which selectors filter; how people sign in isn't known beforehand."""
POSITIVE: Mapping[str, Callable[[str, str], bool]] = {
    "Equals": str.__eq__,
    "StartsWith": str.startswith,
    "EndsWith": str.endswith,
}
"""One of the operator's values must fit; of its negation none may (CloudTrail API reference, AdvancedFieldSelector)."""


def stops_are_logged(*, selectors: Iterable[Mapping[str, Any]], advanced: Iterable[Mapping[str, Any]]) -> bool:
    """By what GetEventSelectors answers, which is selectors of one kind. What can't be judged lets nothing through."""
    return any(_basic(each) for each in selectors) or any(_advanced(each["FieldSelectors"]) for each in advanced)


def _basic(selector: Mapping[str, Any]) -> bool:
    """Excluded sources can only be those of KMS and RDS (CloudTrail API reference, EventSelector)."""
    return selector.get("IncludeManagementEvents", True) and selector.get("ReadWriteType", "All") in (
        "All",
        "WriteOnly",
    )


def _advanced(fields: Sequence[Mapping[str, Any]]) -> bool:
    return all(_fits(each) for each in fields)


def _fits(field: Mapping[str, Any]) -> bool:
    value = REFUSED_STOP.get(field["Field"])
    if value is None:
        return False
    for operator, fits in POSITIVE.items():
        wanted, unwanted = field.get(operator), field.get(f"Not{operator}")
        if wanted and not any(fits(value, each) for each in wanted):
            return False
        if unwanted and any(fits(value, each) for each in unwanted):
            return False
    return True
