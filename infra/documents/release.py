"""Which release a document belongs to, told at the end of its description.

AWS::SSM::Document has VersionName for it, with which no rollback succeeds [automation#version-name].
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from typing import Any

from infra.documents.builder import ROOT

HASH_CHARACTERS = 8


def release() -> str:
    """The version in pyproject.toml."""
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def with_release(content: Mapping[str, Any]) -> dict[str, Any]:
    """The document with its release and a hash of its content; `content` holds no tokens of the CDK any more.

    The same content gets the same description: a deployment without a change makes no new version.
    """
    text = json.dumps(content, separators=(",", ":"), sort_keys=True)
    found = hashlib.sha256(text.encode("utf-8")).hexdigest()[:HASH_CHARACTERS]
    return {**content, "description": f"{content['description']} CacheWarden {release()}, content {found}."}
