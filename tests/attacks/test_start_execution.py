"""Whoever may start the workflow, and nothing else, has every contract kept for him: a safe stop, and no more."""

from __future__ import annotations

import json

from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import WORKFLOW, attacked
from tests.attacks.contracts import contracts
from tests.attacks.rights import RIGHTS

FORGED = 999_999_999_999_999


def test_a_made_up_request_is_served_as_any_other(synthesized):
    """Still possible: a safe stop of an opted-in node, in anybody's name. What the input says besides isn't read."""
    with attacked(synthesized) as scene:
        before = contracts(scene)
        client = scene.cluster.account.client("stepfunctions", RIGHTS["start-execution"](scene))
        given = {
            "goal": "Stopped", "instanceId": scene.instance_id("SALES1"), "requestedBy": "the owner", "resumes": 1,
            "leaseToken": FORGED, "token": FORGED, "leaseKey": "made-up", "evacuated": True, "stopProven": True,
            "bundle": "0" * 64, "consents": [{"word": "outage"}],
        }  # fmt: skip
        machine = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
        client.start_execution(stateMachineArn=machine, name="made-up", input=json.dumps(given))
        scene.settle()
        assert scene.outcomes == [("Stopped", "Goal")]
        assert scene.cluster.instances["SALES1"].stop_protected
        scene.perform(StepKind.START, "SALES1")
        scene.settle()
        assert not scene.watch.violations
        after = contracts(scene)
        assert int(scene.lease()["token"]) < FORGED and "owner" not in scene.lease()
        assert list(after["proof"][0]) == [f"stop/{scene.instance_id('SALES1')}"]
        assert all(after[kept] == before[kept] for kept in ("consent", "bundle"))
        assert after["host"]["SALES2"] == before["host"]["SALES2"]
