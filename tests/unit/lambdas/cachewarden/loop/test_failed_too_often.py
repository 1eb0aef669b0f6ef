"""Where an act failed too often, its own code leads on: at the operation's end, and after a way back."""

from datetime import timedelta

from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.step_json import step_to_json
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, set_node, situation


def after_three(action: str, code: Code, change=lambda sales: None, *, goal: str):
    """The step that follows when an act has failed three times in a row with the code."""
    last = {"action": action, "code": code.value, "message": "m", "at": iso(Sales().now - timedelta(minutes=5))}
    tried = {**LEASED, "attempts": {**LEASED["attempts"], action: 3}, "failures": {action: 3}, "lastFailure": last}
    seen = situation(change, goal=goal, **tried)
    return reconcile(seen.evidence, seen.operation, None, seen.now)


def test_the_end_leads_to_the_page_of_the_code_with_which_the_host_refused():
    lost = set_node(0, classification="EVACUATED", tempdb=False)
    step = after_three("InitializeStorage", Code.LOSS_NOT_PROVEN, lost, goal="InService")
    ended = step_to_json(step)["decision"]

    assert (ended["outcome"], ended["code"]) == ("Attention", "CW6203")
    assert ended["next"] == f"DBA: {CATALOGUE[Code.LOSS_NOT_PROVEN].remedy} Page: docs/errors/CW1091.md"


def test_a_goal_that_is_given_up_for_it_keeps_the_code():
    step = after_three("SaveModes", Code.LEASE_LOST, goal="Stopped")
    given_up = step.following.abandoned

    assert given_up is not None and (given_up.code, given_up.cause) == (Code.ATTEMPTS_EXHAUSTED, Code.LEASE_LOST)
