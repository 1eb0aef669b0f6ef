"""The engine's shortcuts change nothing: with and without them, random expressions give the same."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonata.jsonata import Jsonata

from rehearsal.engines.asl.case import same
from rehearsal.engines.asl.jsonata import evaluator as jsonata_engine
from rehearsal.engines.asl.jsonata.evaluator import NULL, Engine, Frame, with_nulls
from rehearsal.engines.asl.jsonata.expression import (
    STATES_FIELDS,
    UNDEFINED,
    EvaluationError,
    ExpressionError,
    ResultTypeError,
    evaluate_tree,
    expression,
    states_fields,
    to_json,
)
from tests.campaigns import examples
from tests.unit.rehearsal.engines.asl.jsonata.jsonata_agreement import MILLISECONDS, view
from tests.unit.rehearsal.engines.asl.jsonata.random_jsonata import DATA, random_expression

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
NAMES = st.lists(st.sampled_from(["a", "b", "c", "`a`"]), max_size=4)


class LibraryDispatch(Engine):
    """The engine without its own eval and path look-up."""

    def eval(self, expr, input, environment):  # noqa: A002
        return Jsonata.eval(self, expr, input, environment)


def outcome(evaluate):
    try:
        value = evaluate()
    except (EvaluationError, ResultTypeError) as failure:
        return type(failure).__name__
    return "undefined" if value is UNDEFINED else [value]


def library_outcome(text, seen):
    try:
        value = LibraryDispatch().run(Jsonata(text).ast, seen.frame(STATES_FIELDS), MILLISECONDS)
    except Exception:
        return "EvaluationError"
    return "undefined" if value is None else outcome(lambda: to_json(value))


@given(value=JSON, names=NAMES)
@settings(max_examples=examples(400), deadline=None)
def test_plain_path_is_read_as_the_evaluator_reads_it(value, names):
    text = ".".join(["$x", *names])
    seen = view({"x": value})
    fast = outcome(lambda: expression(text).evaluate(seen))
    assert same(fast, outcome(lambda: evaluate_tree(expression(text).tree, seen)))
    assert same(fast, library_outcome(text, seen))


@given(value=JSON, names=NAMES)
@settings(max_examples=examples(200), deadline=None)
def test_field_of_states_is_read_as_the_evaluator_reads_it(value, names):
    text = ".".join(["$states.input", *names])
    seen = view({"states": {"input": value}})
    assert same(outcome(lambda: expression(text).evaluate(seen)), library_outcome(text, seen))


@given(value=JSON, names=NAMES, operator=st.sampled_from(["=", "!=", "&", "<", "in", "and"]))
@settings(max_examples=examples(400), deadline=None)
def test_paths_inside_of_expressions_are_read_as_the_library_reads_them(value, names, operator):
    text = f"$x[{'.'.join(names or ['a'])} {operator} 'a'].({'.'.join(names or ['b'])} {operator} $x.b)"
    seen = view({"x": value})
    assert same(outcome(lambda: expression(text).evaluate(seen)), library_outcome(text, seen))


@pytest.mark.parametrize("seed", range(20))
def test_random_expressions_give_what_the_librarys_dispatch_gives(seed):
    rng = Random(seed)
    seen = view(DATA)
    for _ in range(60):
        text = random_expression(rng, 3)
        try:
            expression(text)
        except ExpressionError:
            # JSONata takes a slash behind an order-by clause for a regular expression.
            assert "^(" in text
            continue
        assert same(outcome(lambda text=text: expression(text).evaluate(seen)), library_outcome(text, seen)), text


@given(value=JSON)
def test_nulls_are_replaced_in_a_copy_and_come_back(value):
    before = repr(value)
    replaced = with_nulls(value)
    assert to_json(replaced) == value
    assert repr(value) == before
    assert ("None" in before) == (replaced is not value)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("$states.input.a[0] + $x", {"input"}),
        ("$map($states.input, function($v){$v & $states.context.Execution.Name})", {"input", "context"}),
        ("$states.result[a = $states.errorOutput.b].c{$states.input.d: $}", {"result", "errorOutput", "input"}),
        ("$x", set()),
        ("$count($states) + $states.input", STATES_FIELDS),
        ("$states[result = 1].input", STATES_FIELDS),
        ("$states.*", STATES_FIELDS),
        ("($s := $states; $s.input)", STATES_FIELDS),
    ],
)
def test_expression_gets_the_fields_of_states_that_it_may_read(text, fields):
    assert states_fields(expression(text).tree) == fields


def test_none_inside_of_the_evaluators_objects_is_null():
    frame = Frame(None)
    frame.bind("x", {"a": None})
    assert Engine().run(expression("$x.a").tree, frame, MILLISECONDS) is NULL


def test_evaluation_leaves_the_data_alone():
    data = {"empty": [], "o": {"k": [1]}}
    seen = view(data)
    for text in ("$empty{'a': 1}", "$o ~> |$|{'k': 2}|", "$append($empty, 1)", "$sort($o.k)", "$reverse($empty)"):
        expression(text).evaluate(seen)
    assert data == {"empty": [], "o": {"k": [1]}}


def test_endless_expression_runs_out_of_its_budget(monkeypatch):
    monkeypatch.setattr(jsonata_engine, "NODES_MAX", 10_000)
    with pytest.raises(EvaluationError, match="timeout"):
        expression("($f := function($n){$f($n + 1)}; $f(0))").evaluate(view({}))


def test_bottomless_recursion_is_an_evaluation_error():
    with pytest.raises(EvaluationError):
        expression("($f := function($n){1 + $f($n + 1)}; $f(0))").evaluate(view({}))


def test_variables_bound_inside_of_an_expression_do_not_outlive_it():
    seen = view({"x": 1})
    assert expression("($x := 2; $y := 3; $x)").evaluate(seen) == 2
    assert expression("$y := 3").evaluate(seen) == 3
    assert expression("$x").evaluate(seen) == 1
    assert expression("$exists($y)").evaluate(seen) is False


def test_nothing_is_printed_for_a_call_of_what_is_no_function(capsys):
    with pytest.raises(EvaluationError, match="T1006"):
        expression("$x(1)").evaluate(view({"x": 7}))
    assert capsys.readouterr().out == ""
