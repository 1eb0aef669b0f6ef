"""What StartAutomationExecution takes: sizes, tags, the client token [automation#client-token]."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.ssm.documents import DOCUMENT_BYTES_MAX, DocumentVersion

INVALID_PARAMETERS = "InvalidAutomationExecutionParametersException"
PARAMETERS_MAX = 200
KEY_CHARACTERS_MAX = 50
VALUES_MAX = 50
VALUE_CHARACTERS_MAX = 512
TAGS_MAX = 5
_TOKEN = re.compile(r"[a-fA-F0-9]{8}-([a-fA-F0-9]{4}-){3}[a-fA-F0-9]{12}")


def check_sizes(document: DocumentVersion, given: Mapping[str, Sequence[str]]) -> None:
    """Raises ApiError. The document's limit in bytes holds for it with its parameters."""
    if len(given) > PARAMETERS_MAX or any(len(name) > KEY_CHARACTERS_MAX for name in given):
        raise ApiError(
            "ValidationException", f"at most {PARAMETERS_MAX} parameters with names of {KEY_CHARACTERS_MAX} characters"
        )
    size = document.size_bytes
    for name, values in given.items():
        if len(values) > VALUES_MAX or any(len(value) > VALUE_CHARACTERS_MAX for value in values):
            text = f"Parameter {name}: at most {VALUES_MAX} values of {VALUE_CHARACTERS_MAX} characters"
            raise ApiError("ValidationException", text)
        size += len(name) + sum(len(value.encode()) for value in values)
    if size > DOCUMENT_BYTES_MAX:
        text = f"{document.name} with its parameters: {size} bytes, {DOCUMENT_BYTES_MAX} are allowed"
        raise ApiError(INVALID_PARAMETERS, text)


def check_tags_and_token(tags: Mapping[str, str], token: str | None) -> None:
    """Raises ApiError."""
    if len(tags) > TAGS_MAX:
        raise ApiError("ValidationException", f"{len(tags)} tags, {TAGS_MAX} are allowed")
    if token is not None and not _TOKEN.fullmatch(token):
        raise ApiError("ValidationException", f"ClientToken {token!r} is no UUID")
