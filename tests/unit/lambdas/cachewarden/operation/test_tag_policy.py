"""docs/tag-policy.json: AWS Organizations lets our tags have the values that the code knows, and no others."""

from __future__ import annotations

import json

from cachewarden.operation import policy
from cachewarden.operation.policy import Answer, Evacuation, Reseed
from tests.repository import ROOT

SWITCH = {policy.TRUE, "false"}
KNOWN = {
    policy.MANAGED: {policy.OPTED_IN, policy.OPTED_OUT},
    policy.ON_STOP: {*Answer},
    policy.ON_HEALTH: {*Answer},
    policy.REBUILD: {Answer.AUTO, Answer.APPROVE},
    policy.RESEED: {*Reseed},
    policy.EVACUATION: {*Evacuation},
    policy.SWAP_THROUGHPUT: {policy.RAISE},
    policy.FAILBACK: SWITCH,
    policy.DRAIN: SWITCH,
    policy.DISPOSABLE: SWITCH,
}
OPEN = {
    policy.CLUSTER, policy.SNOOZE_UNTIL, policy.CONSENT, policy.MAX_REDO, policy.MAX_AWAY, policy.MAX_WAIT,
    policy.OUTSIDE,
    policy.WINDOW, policy.CALENDAR,
}  # fmt: skip
"""Times, names and spans: a tag policy can't list them."""


def test_each_owners_tag_with_few_values_has_exactly_these():
    assert {*KNOWN} | OPEN == policy.OWNER_TAGS | {policy.DISPOSABLE}
    entries = json.loads((ROOT / "docs" / "tag-policy.json").read_text("utf-8"))["tags"]
    assert {key: {*entry["tag_value"]["@@assign"]} for key, entry in entries.items()} == KNOWN
    for key, entry in entries.items():
        assert entry["tag_key"] == {"@@assign": key}
        assert entry["enforced_for"] == {"@@assign": ["ec2:instance"]}
