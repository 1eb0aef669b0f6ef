"""Broken copies of what ships: one part changed in memory, everything else as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from checks.check import Check
from checks.deployment import Shipment
from checks.finding import Finding

MAINTAIN = "cachewarden-maintain-replica"
RUN_DOCUMENT = "cachewarden-run-document"

Change = Callable[[Any], object]
"""Changes a mutable copy in place."""


def with_machine(shipment: Shipment, change: Change, name: str = MAINTAIN) -> Shipment:
    """The shipment with another definition of one machine."""
    machine = shipment.machines[name]
    definition = copy.deepcopy(dict(machine.definition))
    change(definition)
    changed = replace(machine, definition=definition, text=json.dumps(definition))
    return replace(shipment, machines={**shipment.machines, name: changed})


def with_document(shipment: Shipment, name: str, change: Change) -> Shipment:
    """The shipment with another content of one document."""
    document = shipment.documents[name]
    content = copy.deepcopy(dict(document.content))
    change(content)
    return replace(shipment, documents={**shipment.documents, name: replace(document, content=content)})


def with_text(shipment: Shipment, path: str, old: str, new: str) -> Shipment:
    """The shipment with `old` replaced once in a source file; that it is there is part of the test."""
    text = shipment.files[path]
    assert text.count(old) >= 1, f"{path} has no {old!r}"
    return replace(shipment, files={**shipment.files, path: text.replace(old, new, 1)})


def path_of(shipment: Shipment, file: str) -> str:
    """Path of the one source file of this name below ssm_documents/, whatever folder it is in."""
    (path,) = (path for path in shipment.below("ssm_documents", file) if path.endswith(f"/{file}"))
    return path


def the_finding(check: Check, shipment: Shipment) -> Finding:
    """The one finding that a broken copy gives."""
    found = check.run(shipment)
    assert len(found) == 1, "\n".join(f"{finding.where}: {finding.problem}" for finding in found)
    (finding,) = found
    assert finding.check == check.name
    assert finding.remedy.endswith(".")
    return finding
