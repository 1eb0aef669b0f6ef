"""Instance ids out of what AWS puts where an instance is meant: an id, an ARN, or a sentence."""

import re

_ID = re.compile(r"i-(?:[0-9a-f]{17}|[0-9a-f]{8})")
_ARN = re.compile(r"arn:[^:]+:ec2:[^:]*:[^:]*:instance/(i-(?:[0-9a-f]{17}|[0-9a-f]{8}))")


def instance_id_in(text: str) -> str | None:
    """The instance id that `text` is, or is the ARN of; None for anything else, sentences included."""
    stripped = text.strip()
    if _ID.fullmatch(stripped):
        return stripped
    arn = _ARN.fullmatch(stripped)
    return arn.group(1) if arn else None
