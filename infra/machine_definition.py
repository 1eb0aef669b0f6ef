"""What a file of `state_machines/` deploys: plain Amazon States Language, its anchors and merge keys resolved."""

import json
from pathlib import Path
from typing import Any

import yaml

STATE_MACHINES = Path(__file__).resolve().parents[1] / "state_machines"
SHARED = "Shared"
"""The key whose only purpose is to hold anchors; Step Functions would refuse it."""


def machine_definition(stem: str) -> dict[str, Any]:
    """The definition in `<stem>.asl.yaml`, its `${…}` placeholders unfilled; no two parts of it are the same object."""
    definition = yaml.load((STATE_MACHINES / f"{stem}.asl.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    definition.pop(SHARED, None)
    plain: dict[str, Any] = json.loads(json.dumps(definition))
    return plain
