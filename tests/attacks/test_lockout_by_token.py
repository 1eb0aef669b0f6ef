"""Nobody locks a cluster out by a fencing token: a forged one, however high, costs minutes at most."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASE, Attacked, attacked

FORGED = 999_999_999_999_999


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def stop_succeeds(scene: Attacked) -> bool:
    """Ten minutes later a person asks to stop SALES1: it must be made safe, and stopped."""
    scene.sleep(600)
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    return scene.outcomes[-1] == ("Stopped", "Goal") and not scene.watch.violations


def test_a_command_with_a_forged_token_locks_nobody_out(scene):
    attacker = scene.principal("sends-commands", "ssm:SendCommand")
    scene.cluster.account.client("ssm", attacker).send_command(
        DocumentName="CacheWarden-Host-StartSqlServer",
        InstanceIds=[scene.instance_id("SALES1"), scene.instance_id("SALES2")],
        Parameters={"Token": [str(FORGED)], "NotAfter": [scene.soon()]},
    )
    scene.settle()
    assert stop_succeeds(scene)


def test_one_hosts_forged_token_file_locks_nobody_out_and_people_hear_of_it(scene):
    scene.perform(StepKind.FORGE_TOKEN, "SALES2", token=FORGED)
    assert stop_succeeds(scene)
    assert any("CW6116" in message and "SALES2" in message for message in scene.messages)


def test_an_invocation_of_the_lease_function_locks_nobody_out(scene):
    """The owner is made up, the token that a host is said to remember is enormous."""
    owner = "arn:aws:states:eu-west-1:111122223333:execution:cachewarden-maintain-replica:made-up"
    scene.invoke(
        LEASE,
        {
            "action": "acquire",
            "owner": owner,
            "subject": scene.instance_id("SALES1"),
            "goal": "Stopped",
            "requestId": "made-up",
            "members": [scene.instance_id("SALES1"), scene.instance_id("SALES2")],
            "identity": None,
            "seenToken": FORGED,
        },
    )
    scene.settle()
    assert stop_succeeds(scene)
