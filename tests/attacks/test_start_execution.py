"""Whoever may start the workflow, and nothing else, has every contract kept for him: a safe stop, and no more."""

from __future__ import annotations

import json

from cachewarden.operation.host_commands import ACT_MACHINE
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


def test_acts_that_nobody_decided_destroy_nothing_and_take_nothing_from_a_primary(synthesized):
    """Whoever may start act-on-host sends what he likes to every node; hosts do what an operation could ask for."""
    with attacked(synthesized) as scene:
        client = scene.cluster.account.client("stepfunctions", RIGHTS["start-acts"](scene))
        machine = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{ACT_MACHINE}"
        now_ms = int(scene.cluster.world.clock.now().timestamp() * 1000)
        for number, (act, node) in enumerate(
            (act, node) for act in ("StopSqlServer", "EvacuateCache", "RebuildStorage") for node in ("SALES1", "SALES2")
        ):
            if (act, node) == ("StopSqlServer", "SALES2"):
                continue  # still possible, as for whoever may send our commands
            command = {
                "document": f"CacheWarden-Host-{act}", "version": "1", "instanceId": scene.instance_id(node),
                "estimateSeconds": 5,
                "parameters": {"Token": [str(now_ms + number)], "NotAfter": [scene.soon()]},
            }  # fmt: skip
            client.start_execution(
                stateMachineArn=machine, name=f"made-up-{number}", input=json.dumps({"commands": [command]})
            )
            scene.settle()
        sent = [each.document.name for each in scene.cluster.account.commands.commands.values()]
        assert sum("Observe" not in name and "Install" not in name for name in sent) >= 5
        assert scene.whole("SALES1") and scene.whole("SALES2")
        assert scene.cluster.hosts["SALES1"].sql.running and scene.cluster.hosts["SALES2"].sql.running
        assert not scene.watch.violations
