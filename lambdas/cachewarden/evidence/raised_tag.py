"""The tag of a volume that we raised: it says what the record in the lease table says, and outlives the table."""

import re

from cachewarden.evidence.volume_modification import Performance, Raised
from cachewarden.json_reader import UnexpectedJsonError, format_time, parse_time

RAISED_TAG = "cachewarden:raised"
_VALUE = re.compile(r"(\d{1,6})/(\d{1,6}) to (\d{1,6})/(\d{1,6}) at (\S{1,40}) for (i-[0-9a-f]{8,17})")


def tag_value(raised: Raised) -> str:
    """Of the characters that every AWS service takes in a tag."""
    former, to = (f"{each.throughput_mib}/{each.iops}" for each in (raised.former, raised.to))
    return f"{former} to {to} at {format_time(raised.at)} for {raised.instance_id}"


def raised_of(value: str | None) -> Raised | None:
    """What the tag says; None where there is none, or where it isn't as we write it. Whoever may tag can write one."""
    found = None if value is None else _VALUE.fullmatch(value)
    if found is None:
        return None
    numbers = [int(each) for each in found.groups()[:4]]
    try:
        at = parse_time(found[5])
    except (UnexpectedJsonError, ValueError):
        return None
    return Raised(
        instance_id=found[6],
        former=Performance(throughput_mib=numbers[0], iops=numbers[1]),
        to=Performance(throughput_mib=numbers[2], iops=numbers[3]),
        at=at,
        wanted_at=at,
        began_at=None,
        put_backs=(),
    )
