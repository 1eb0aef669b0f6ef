"""Which release a document belongs to, at the end of its description.

AWS::SSM::Document has VersionName for it, with which no rollback succeeds [automation#version-name].
"""

import tomllib
from collections.abc import Mapping
from typing import Any

from cachewarden.operation.document_hash import document_hash
from infra.documents.builder import ROOT

SHOWN_DIGITS = 8


def release() -> str:
    """The version in pyproject.toml."""
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def with_release(content: Mapping[str, Any]) -> dict[str, Any]:
    """The document with its release and a hash of its content; `content` holds no tokens of the CDK any more.

    The same content gets the same description: a deployment without a change makes no new version.
    """
    shown = document_hash(content)[:SHOWN_DIGITS]
    return {**content, "description": f"{content['description']} CacheWarden {release()}, content {shown}."}
