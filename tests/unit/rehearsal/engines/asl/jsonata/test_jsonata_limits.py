"""Where AWS's evaluator ends: depth, numbers that JSON lacks, and the edges of its own functions.

Each line is an observation on AWS that github.com/floci-io/floci documents (docs/services/step-functions.md).
"""

import pytest

from tests.unit.rehearsal.engines.asl.jsonata.jsonata_agreement import our_answer

FACTORIAL = "($f := function($n){$n <= 0 ? 1 : $n * $f($n - 1)}; $f(%d) > 0)"


@pytest.mark.parametrize(
    ("accepted", "refused"),
    [
        ("+".join(["1"] * 100), "+".join(["1"] * 101)),
        ("(" * 99 + "1" + ")" * 99, "(" * 100 + "1" + ")" * 100),
        ("[" * 99 + "1" + "]" * 99, "[" * 100 + "1" + "]" * 100),
        ("1" + " ~> $string" * 99, "1" + " ~> $string" * 100),
        ("$not(" * 99 + "true" + ")" * 99, "$not(" * 100 + "true" + ")" * 100),
        (FACTORIAL % 31, FACTORIAL % 32),
    ],
    ids=["terms", "parentheses", "brackets", "stages", "plain", "recursion"],
)
def test_an_expression_nests_a_hundred_levels(accepted, refused):
    assert "value" in our_answer(accepted, {})
    assert "Depth=101 max=100" in our_answer(refused, {})["error"]


def test_a_tail_call_is_no_nesting():
    assert our_answer("($f := function($n){$n = 0 ? 'end' : $f($n - 1)}; $f(2000))", {}) == {"value": "end"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/0", "Infinity"),
        ("-1/0", "-Infinity"),
        ("1e308 * 10", "Infinity"),
        ("0/0", "NaN"),
        ("[1/0]", ["Infinity"]),
        ("{'k': 1/0}", {"k": "Infinity"}),
        ("$string(1/0)", "Infinity"),
        ("$string(1e20)", "100000000000000000000"),
        ("$string(-1e21)", "-1e+21"),
        ("$range(-1.7, 2, 1)", [-1, 0, 1, 2]),
        ("$range(3, 3, 1)", 3),
        ("$partition([1, 2, 3], 2.9)", [[1, 2], [3]]),
        ("$count($range(1, 360145, 1))", 360_145),
    ],
)
def test_value_is_what_aws_gives(text, value):
    assert our_answer(text, {}) == {"value": value}


@pytest.mark.parametrize(
    "text",
    ["$partition([1], 0)", "$partition([], 1)", "$range(1, 2)", "$range(1, 5, -1)", "$hash('a')", "$parse($none)"],
)
def test_nothing_to_give_is_undefined(text):
    assert our_answer(text, {}) == {"undefined": True}


@pytest.mark.parametrize(
    "text", ["$range(1, 360146, 1)", "$range(1, 2, 0)", "$hash('a', 'md5')", "$eval('1')", "1/0 + 1", "$parse('NaN')"]
)
def test_what_aws_refuses_fails(text):
    assert "error" in our_answer(text, {})
