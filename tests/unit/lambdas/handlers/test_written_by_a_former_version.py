"""An operation that a deployment overtakes goes on: what an earlier version wrote is read by the present functions.

`written_by_a_former_version.json` has what decide was given before two of the steps of story stop-and-return, and the
lease record meanwhile, as commit 466b6ece wrote them. It isn't renewed when a field is added: that is what it is for.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from adapters.lease_table import leases_in
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.action_result import parse_action_result
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.step_json import step_to_json
from cachewarden.operation.operation_json import parse_operation, saved_modes_to_json

WRITTEN = json.loads(Path(__file__).with_name("written_by_a_former_version.json").read_text("utf-8"))


@pytest.mark.parametrize("written", WRITTEN["steps"], ids=lambda written: written["step"])
def test_an_operation_that_an_earlier_version_began_goes_on(written: dict[str, Any]):
    event = written["event"]
    result = parse_action_result(event["report"]) if event["report"] is not None else None
    operation = parse_operation(event["operation"])
    step = reconcile(parse_evidence(event["evidence"]), operation, result, datetime.fromisoformat(written["at"]))
    assert step_to_json(step)["decision"]["action"] == written["step"]
    assert step.following.lease_token == operation.lease_token and step.following.saved_modes is not None


def test_the_lease_that_an_earlier_version_wrote_keeps_its_owner_and_its_modes():
    (lease,) = leases_in([WRITTEN["lease"]])
    owner, modes = lease.record.owner, lease.record.saved_modes
    assert owner is not None and owner.purpose == "Stopped" and owner.node in lease.record.members
    assert modes is not None and [(mode.server, mode.availability_mode, mode.led) for mode in modes] == [
        ("SALES1", 1, True)
    ]
    # The table replaces kept modes only where their text is the one that the operation has seen.
    assert json.dumps(saved_modes_to_json(modes), separators=(",", ":")) == WRITTEN["lease"]["savedModes"]["S"]
