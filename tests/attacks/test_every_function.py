"""Whoever may invoke a function says everything at once that an operation could say: no contract is changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked
from tests.attacks.contracts import contracts
from tests.attacks.rights import FUNCTIONS

OWNER = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:execution:{WORKFLOW}:made-up"
RUN = "0a1b2c3d-0000-4000-8000-000000000001"
ACTIONS = {
    "operate-instance": ("LiftProtection", "StopInstance", "WriteTags", "SnapshotNode", "CheckRights"),
    "pool-volumes": ("StopNeverBootedInstance", "DetachPoolVolumes", "AttachPoolVolumes"),
    "instance-type": ("ChangeInstanceType",),
    "swap-throughput": ("RaiseSwapThroughput", "PutBackSwapThroughput"),
    "lease": ("acquire", "renew", "save_modes", "forget_modes", "release"),
    "document-lease": ("take", "watch", "renew", "release", "confirm", "tell"),
}
TRIES_LAST_S = 300


@pytest.fixture(scope="module")
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def claims(scene: Attacked) -> dict[str, Any]:
    """All that an operation has: lease, token, proof, consent, and files of a host."""
    node = scene.instance_id("SALES1")
    return {
        "owner": OWNER, "execution": RUN, "executionArn": OWNER, "leaseKey": "0123456789abcdef",
        "token": 999_999_999_999_999, "seenToken": 999_999_999_999_999, "notAfter": "2099-01-01T00:00:00.000Z",
        "commandId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15", "instanceId": node, "subject": node, "node": node,
        "members": [node], "goal": "Stopped", "requestId": "r", "identity": None, "modes": [], "look": "all",
        "known": None, "documentRun": RUN, "resumed": "made-up", "consent": ["outage", "rebuild"],
        "consents": [{"word": "outage"}], "tags": {"cachewarden:consent": "outage/2026-02-04T00:00Z"},
        "bundle": "0" * 64, "inventory": {"pool": "Data"}, "swap": "vol0123456789abcdef0", "cacheBytes": 1 << 40,
        "instanceType": "r5.4xlarge",
        "volumeId": "../stop/" + node, "cacheSeenBackAt": "2026-01-01T00:00:00Z",
    }  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.campaign(suite=4)
def test_what_a_caller_says_changes_no_contract(scene, function):
    before = contracts(scene)
    for action in ACTIONS.get(function, ("take",)):
        scene.invoke(f"cachewarden-{function}", {"action": action, **claims(scene)})
    if function == "janitor":
        scene.invoke_janitor("made-up", **claims(scene))
    scene.sleep(TRIES_LAST_S)
    scene.settle()
    assert contracts(scene) == before
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations
