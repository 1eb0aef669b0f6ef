"""Whether a document's parameter takes a value, by its raw declaration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rehearsal.aws.documents import PICKER_TYPES

VALUE_MAX = 512
"""Characters of a value (aws.md §4)."""


def disallowed(value: Any, parameter: Mapping[str, Any]) -> str | None:
    """What is wrong with the value; None when it is admitted."""
    kind = parameter["type"]
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    if kind == "Boolean" and text not in ("true", "false"):
        return f"{value!r} is no Boolean"
    if kind == "Integer" and not re.fullmatch(r"-?\d+", text):
        return f"{value!r} is no Integer"
    if len(text) > VALUE_MAX:
        return f"{len(text)} characters, {VALUE_MAX} are the most"
    if "allowedValues" in parameter and text not in [str(each) for each in parameter["allowedValues"]]:
        return f"{value!r} is none of {', '.join(map(str, parameter['allowedValues']))}"
    pattern = parameter.get("allowedPattern", PICKER_TYPES.get(kind))
    if pattern is not None and not re.fullmatch(pattern, text):
        return f"{value!r} isn't admitted by {pattern}"
    return None
