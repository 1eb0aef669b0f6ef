"""Whether a document's parameter takes a value, by its raw declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.ssm.document_parameters import DocumentRefusedError, declare

VALUE_MAX = 512
"""Characters of a value [automation#value-length]."""


def disallowed(value: Any, name: str, parameter: Mapping[str, Any], kind: str) -> str | None:
    """What is wrong with the value; None when a document of this kind takes it, or isn't a document at all."""
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > VALUE_MAX:
        return f"{len(text)} characters, {VALUE_MAX} are the most"
    try:
        return declare("", kind, name, parameter).check([text])
    except DocumentRefusedError:
        return None  # the document's own form is judged elsewhere
