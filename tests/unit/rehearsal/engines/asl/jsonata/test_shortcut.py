"""Shortcuts give what the evaluator gives, for whatever values the names have."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rehearsal.engines.asl.case import same
from rehearsal.engines.asl.jsonata.expression import evaluate_tree, expression
from rehearsal.engines.asl.jsonata.shortcut import shortcut
from tests.campaigns import examples
from tests.unit.rehearsal.engines.asl.jsonata.jsonata_agreement import view
from tests.unit.rehearsal.engines.asl.jsonata.test_evaluator import outcome

SCALARS = st.none() | st.booleans() | st.sampled_from([0, 1, -1, 1.0, 2.5, 10**20, "", "a", "b", "1"])
OBJECTS = st.fixed_dictionaries({}, optional={"a": SCALARS, "b": SCALARS})
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | OBJECTS | st.lists(OBJECTS, max_size=2)
BINDINGS = st.fixed_dictionaries({}, optional=dict.fromkeys(("x", "y", "exists", "count"), VALUES))
STATES = st.fixed_dictionaries({"input": VALUES}, optional={"result": VALUES})

NAMES = (
    "$x",
    "$y",
    "$x.a",
    "$y.b",
    "$x.a.b",
    "$states.input",
    "$states.input.a",
    "$states.result.b",
    "$none",
    "$none.a",
)
LITERALS = ("1", "0", "2.5", "'a'", "''", "true", "false", "null")
ATOMS = st.sampled_from((*NAMES, *LITERALS, "$count"))


def composed(inner):
    signs = st.sampled_from(("=", "!=", "<", "<=", ">", ">=", "and", "or", "&"))
    items = st.lists(st.sampled_from(LITERALS), max_size=3).map(", ".join)
    return (
        st.builds("({} {} {})".format, inner, signs, inner)
        | st.builds("({} in [{}])".format, inner, items)
        | st.builds("({} ? {} : {})".format, inner, inner, inner)
        | st.builds("({} ? {})".format, inner, inner)
        | st.builds("${}({})".format, st.sampled_from(("exists", "not")), inner)
    )


EXPRESSIONS = st.recursive(ATOMS, composed, max_leaves=6)


@given(text=EXPRESSIONS, bindings=BINDINGS, states=STATES)
@settings(max_examples=examples(1500), deadline=None)
@example(text="($x = $y)", bindings={"x": 10**400, "y": 1.0}, states={"input": None})
@example(text="$exists($x)", bindings={"x": 1, "exists": 2}, states={"input": None})
@example(text="($x < $y)", bindings={"x": 2**53 + 1, "y": 9007199254740992.0}, states={"input": None})
def test_shortcut_gives_what_the_evaluator_gives(text, bindings, states):
    parsed = expression(text)
    seen = view(bindings | {"states": states})
    assert same(outcome(lambda: parsed.evaluate(seen)), outcome(lambda: evaluate_tree(parsed.tree, seen)))


@pytest.mark.parametrize("sign", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 2), (2, 2.0), (2.5, 1), ("a", "b"), ("b", "b"), ("b", "a")])
def test_comparisons_of_plain_values_are_the_evaluator_s(one, sign, other):
    parsed = expression(f"$x {sign} $y")
    seen = view({"x": one, "y": other})
    assert shortcut(parsed.tree) is not None
    assert parsed.evaluate(seen) is evaluate_tree(parsed.tree, seen)


def test_everyday_conditions_have_a_shortcut():
    for text in (
        "$decision.kind = 'Execute' and $decision.action = 'AcquireLease'",
        "$decision.kind = 'Wait' and $decision.seconds > 0",
        "$decision.kind in ['Refuse', 'Complete'] and $operation.leaseToken != null",
        "$exists($states.input.goal) ? $states.input.goal : null",
        "$not($states.input.done)",
        "($x = 1 or $y = 'b') and $exists($z)",
        "$states.context.Execution.Name & '-' & $name",
    ):
        assert shortcut(expression(text).tree) is not None, text


def test_more_than_that_has_none():
    for text in (
        "$x[0]",
        "$x.y[]",
        "$sum($x)",
        "$",
        "$x + 1",
        "$x ~> $not",
        "[$x]",
        "$map($x, $not)",
        "$exists($x, $y)",
    ):
        assert shortcut(expression(text).tree) is None, text
