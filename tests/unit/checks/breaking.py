"""Broken copies of what ships: one part changed in memory, everything else as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from checks.check import Check, Finding
from checks.deployment import Deployment

MAINTAIN = "cachewarden-maintain-replica"
ACT_ON_HOST = "cachewarden-act-on-host"

Change = Callable[[Any], object]
"""Changes a mutable copy in place."""


def with_machine(deployment: Deployment, change: Change, name: str = MAINTAIN) -> Deployment:
    """The deployment with another definition of one machine."""
    machine = deployment.machines[name]
    definition = copy.deepcopy(dict(machine.definition))
    change(definition)
    changed = replace(machine, definition=definition, text=json.dumps(definition))
    return replace(deployment, machines={**deployment.machines, name: changed})


def with_document(deployment: Deployment, name: str, change: Change) -> Deployment:
    """The deployment with another content of one document."""
    document = deployment.documents[name]
    content = copy.deepcopy(dict(document.content))
    change(content)
    return replace(deployment, documents={**deployment.documents, name: replace(document, content=content)})


def with_text(deployment: Deployment, path: str, old: str, new: str) -> Deployment:
    """The deployment with `old` replaced once in a source file; that it is there is part of the test."""
    text = deployment.files[path]
    assert text.count(old) >= 1, f"{path} has no {old!r}"
    return replace(deployment, files={**deployment.files, path: text.replace(old, new, 1)})


def path_of(deployment: Deployment, file: str) -> str:
    """Path of the one source file of this name below ssm_documents/, whatever folder it is in."""
    (path,) = (path for path in deployment.below("ssm_documents", file) if path.endswith(f"/{file}"))
    return path


def the_finding(check: Check, deployment: Deployment) -> Finding:
    """The one finding that a broken copy gives."""
    found = check.run(deployment)
    assert len(found) == 1, "\n".join(f"{finding.where}: {finding.problem}" for finding in found)
    (finding,) = found
    assert finding.check == check.name
    assert finding.remedy.endswith(".")
    return finding
