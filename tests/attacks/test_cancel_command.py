"""Whoever may cancel commands, and nothing else, delays an operation: a cut act is seen, and the node comes back."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.contracts import assert_back_and_untouched, contracts
from tests.attacks.rights import RIGHTS

EVERY_S = 2.0
"""Shorter than the shortest command."""
ATTACK_S = 40 * 60
A_SWEEP_S = 40 * 60


def cancel_all(scene: Attacked) -> int:
    """Cancels every command that hasn't ended; says how many there were."""
    client = scene.cluster.account.client("ssm", RIGHTS["cancel-command"](scene))
    running = [
        each
        for each in scene.cluster.account.commands.commands.values()
        if not all(invocation.ended_already for invocation in each.invocations.values())
    ]
    for each in running:
        client.cancel_command(CommandId=each.id)
    return len(running)


@pytest.mark.parametrize("state", ["FailOverAvailabilityGroups", "EvacuateCache", "LiftProtection"])
@pytest.mark.campaign(suite=1)
def test_who_cancels_every_command_leaves_no_node_unprotected_or_out_of_service(synthesized, state):
    """Still possible: nothing is seen or done while the attack lasts; the worker on the node goes on with its move."""
    with attacked(synthesized) as scene:
        before = contracts(scene)
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state(state)
        cancelled = 0
        for _ in range(int(ATTACK_S / EVERY_S)):
            cancelled += cancel_all(scene)
            scene.sleep(EVERY_S)
        assert cancelled > 30
        assert scene.outcomes == [("Stopped", "Attention")] and "ACTION REQUIRED: SALES1" in scene.messages[-1]
        assert scene.cluster.instances["SALES1"].stop_protected
        scene.sleep(A_SWEEP_S)
        scene.settle()
        assert_back_and_untouched(scene, "SALES1", before)
