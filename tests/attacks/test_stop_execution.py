"""Whoever may end executions, and nothing else, delays an operation; the node comes back and people hear of it."""

from __future__ import annotations

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.contracts import assert_back_and_untouched, contracts
from tests.attacks.rights import RIGHTS

EVERY_S = 45.0
"""Longer than a look, so that acts begin, and shorter than a move of the cache."""
ATTACK_S = 40 * 60
BROKE_OFF, GIVEN_UP = "CW5005", "CW5007"
A_SWEEP_S = 20 * 60


def end_all(scene: Attacked) -> int:
    """Ends whatever execution runs, of the workflow and of the acts on hosts; says how many there were."""
    client = scene.cluster.account.client("stepfunctions", RIGHTS["stop-execution"](scene))
    running = [each for each in scene.cluster.account.executions if each.status.value == "RUNNING"]
    for each in running:
        client.stop_execution(executionArn=each.arn)
    return len(running)


def test_who_ends_every_execution_leaves_no_node_unprotected_or_out_of_service(synthesized):
    """Still possible: an operation isn't finished while the attack lasts. It begins where protection is lifted."""
    with attacked(synthesized) as scene:
        before = contracts(scene)
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("LiftProtection")
        scene.run_until(lambda: not scene.cluster.instances["SALES1"].stop_protected)
        ended = 0
        for _ in range(int(ATTACK_S / EVERY_S)):
            ended += end_all(scene)
            scene.sleep(EVERY_S)
        assert ended >= 4
        assert scene.cluster.instances["SALES1"].stop_protected
        assert all(any(code in message for message in scene.messages) for code in (BROKE_OFF, GIVEN_UP))
        scene.sleep(A_SWEEP_S)
        scene.settle()
        assert_back_and_untouched(scene, "SALES1", before)
