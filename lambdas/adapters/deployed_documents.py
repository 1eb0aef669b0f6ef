"""Which version of a document is the deployed one, whatever `$DEFAULT` means: what a version says never changes."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ssm
from adapters.errors import code_of
from adapters.observability import logger
from cachewarden.evidence.document_versions import DocumentVersions
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import document_hash

VERSIONS_MAX = 100
"""How many versions are looked at, the newest first; each costs a call, and one is enough where all are ours."""


class NotDeployedError(Exception):
    """No version of the document is the deployed one; the text names it."""


def deployed_version(name: str, documents: DeployedDocuments) -> str:
    """The number of the version with the content that was deployed. Raises `NotDeployedError`."""
    wanted = documents.hashes[name]
    usual, content_hash = _default(name)
    if content_hash == wanted:
        return usual
    newest = int(_read(name, "$LATEST")[0])
    for version in map(str, range(newest, max(0, newest - VERSIONS_MAX), -1)):
        if _hash_of(name, version) == wanted:
            return version
    raise NotDeployedError(f"no version of {name} is the deployed one")


def system_hash_of_default(name: str, documents: DeployedDocuments) -> str:
    """What Systems Manager's own SHA-256 of the default version is: SendCommand takes it [run-command#document-hash].

    Raises `NotDeployedError` where whoever names no version doesn't run what was deployed.
    """
    usual, content_hash = _default(name)
    if content_hash != documents.hashes[name]:
        deployed = deployed_version(name, documents)
        raise NotDeployedError(f"the default version of {name} isn't the deployed one, which is version {deployed}")
    version = ssm().describe_document(Name=name, DocumentVersion=usual)["Document"]
    if version["HashType"] != "Sha256":
        raise NotDeployedError(f"Systems Manager has no SHA-256 of {name}, version {usual}")
    return version["Hash"]


def known_versions(documents: DeployedDocuments, known: DocumentVersions) -> DocumentVersions:
    """What was found out by an earlier look; nothing of it counts once something else is deployed."""
    return known if known.deployed == documents.id else DocumentVersions(deployed=documents.id)


def with_versions(known: DocumentVersions, documents: DeployedDocuments, names: Collection[str]) -> DocumentVersions:
    """With those of `names` that weren't looked up yet, and of those that are wanted again though there was none.

    What can't be read now stays unknown, and wanted.
    """
    versions = dict(known.versions)
    again = {name for name in known.missing if name in known.wanted}
    for name in (name for name in names if name in documents.hashes and (name not in versions or name in again)):
        try:
            versions[name] = deployed_version(name, documents)
        except NotDeployedError as problem:
            logger().error("it isn't sent: %s", problem)
            versions[name] = None
            # It may have cost many calls: the others wait for the next look.
            break
        except (ClientError, BotoCoreError) as problem:
            logger().warning("versions of %s can't be read: %s", name, problem)
            # Each would be tried several times, and the function's time is limited.
            break
    found = replace(known, versions=versions)
    return found.wanting(found.unknown(names))


def _default(name: str) -> tuple[str, str]:
    try:
        return _read(name, "$DEFAULT")
    except ClientError as error:
        if code_of(error) == "InvalidDocument":
            raise NotDeployedError(f"there is no document {name}") from error
        raise


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
