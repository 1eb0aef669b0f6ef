"""A preflight asks EC2 by dry runs what it permits, once, and says what it denies and what isn't known."""

import pytest

from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.loop_driver import Played, play, request
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import decided, set_node

PERMITTED = {"StopInstances": "DryRunOperation", "StartInstances": "DryRunOperation"}


def preflight(state: str = "running", **answers: str) -> Played:
    sales = Sales()
    sales.one.state = state
    sales.one.dry_runs = PERMITTED | answers
    return play(sales, request(sales.one, "Preflight", sales))


def test_it_is_asked_once_and_the_report_lists_every_answer():
    played = preflight()
    assert played.acts == ["CheckRights"] and played.last["code"] == "CW6008"
    assert "Not known" not in played.last["sentence"]
    assert played.last["preflight"]["rights"] == [
        {"call": "StopInstances", "permission": "permitted", "answer": "DryRunOperation"},
        {"call": "StartInstances", "permission": "permitted", "answer": "DryRunOperation"},
    ]
    (done,) = played.operation["actions"]
    assert done["sentence"].endswith("It answered: permitted: StopInstances, StartInstances")


@pytest.mark.parametrize("call", PERMITTED)
@pytest.mark.parametrize("state", ["running", "stopped"])
def test_a_denied_call_is_a_no_go_that_names_it(call, state):
    played = preflight(state, **{call: "UnauthorizedOperation"})
    (finding,) = played.last["preflight"]["findings"]
    assert (played.last["outcome"], finding["code"]) == ("Refused", "CW6197")
    assert f"EC2 denies CacheWarden {call} for " in finding["sentence"]
    assert played.last["preflight"]["go"] is False


def test_it_is_told_beside_everything_else_that_is_wrong():
    def trouble(sales: Sales) -> None:
        sales.two.synchronized = False

    rights = [{"call": "StartInstances", "answer": "UnauthorizedOperation"}]
    decision = decided(trouble, goal="Preflight", attempts={"CheckRights": 1}, callRights=rights)
    assert isinstance(decision, Refuse) and decision.sentence.startswith("A planned stop would be refused: CW6105")
    assert "CW6197" in decision.sentence


@pytest.mark.parametrize("answer", ["OperationNotPermitted", "IncorrectInstanceState", "ReadTimeoutError", "no error"])
def test_any_other_answer_is_not_known_and_never_read_as_permitted(answer):
    played = preflight(StopInstances=answer)
    assert played.last["code"] == "CW6008"
    assert f"Not known: whether EC2 permits CacheWarden StopInstances ({answer})" in played.last["sentence"]
    assert played.last["preflight"]["rights"][0]["permission"] == "not known"


@pytest.mark.parametrize(("state", "code"), [("running", "CW6008"), ("stopped", "CW6010")])
def test_where_the_function_fails_the_preflight_goes_on_and_says_that_nothing_is_known(state, code):
    sales = Sales()
    sales.one.state = state
    asked = request(sales.one, "Preflight", sales)
    played = play(sales, asked, denied=lambda act, node: act == "CheckRights")
    assert played.acts == ["CheckRights"] and played.last["code"] == code
    assert "because EC2 couldn't be asked" in played.last["sentence"]
    assert played.last["preflight"]["rights"] is None


def test_nothing_is_asked_while_the_instance_changes_its_state():
    assert not isinstance(decided(set_node(0, state="stopping"), goal="Preflight", attempts={}), Execute)


def test_no_stop_asks_for_it():
    sales = Sales()
    assert "CheckRights" not in play(sales, request(sales.one, "Stopped", sales)).acts
