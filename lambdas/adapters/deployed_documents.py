"""Which version of a document is the deployed one, whatever `$DEFAULT` means: what a version says never changes."""

from __future__ import annotations

import json

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.errors import code_of
from cachewarden.operation.document_hash import PinnedDocument, document_hash

VERSIONS_MAX = 100
"""How many versions are looked at, the newest first; each costs a call, and one is enough where all are ours."""


class NotDeployedError(Exception):
    """No version of the document is the deployed one; the text names it."""


def deployed_version(document: PinnedDocument) -> str:
    """The number of the version with the content that was deployed. Raises `NotDeployedError`."""
    usual, content_hash = _read(document.name, "$DEFAULT")
    if content_hash == document.content_hash:
        return usual
    newest = int(_read(document.name, "$LATEST")[0])
    for version in map(str, range(newest, max(0, newest - VERSIONS_MAX), -1)):
        if _hash_of(document.name, version) == document.content_hash:
            return version
    raise NotDeployedError(f"no version of {document.name} is the deployed one")


def _hash_of(name: str, version: str) -> str | None:
    """None for a version that was deleted."""
    try:
        return _read(name, version)[1]
    except ClientError as error:
        if code_of(error) == "InvalidDocumentVersion":
            return None
        raise


def _read(name: str, version: str) -> tuple[str, str]:
    document = ssm().get_document(Name=name, DocumentVersion=version, DocumentFormat="JSON")
    return document["DocumentVersion"], document_hash(json.loads(document["Content"]))
