"""EBS volumes as people know them from EC2: hosts name them by the serial numbers that Windows shows."""

import re

_SERIAL = re.compile(r"\bvol([0-9a-f]{8}(?:[0-9a-f]{9})?)\b")


def with_volume_ids(text: str) -> str:
    """`vol0123…`, wherever it is named, as EC2 writes it, `vol-0123…` [windows#serial-numbers]."""
    return _SERIAL.sub(r"vol-\1", text)
