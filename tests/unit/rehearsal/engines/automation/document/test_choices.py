import itertools
import random

import pytest

from rehearsal.engines.automation.document.choices import OPERATIONS, holds
from rehearsal.engines.automation.errors import StepFailedError

TRUE = {"Variable": "a", "StringEquals": "a"}
FALSE = {"Variable": "a", "StringEquals": "b"}


@pytest.mark.parametrize(
    ("operation", "have", "want", "expected"),
    [
        ("StringEquals", "a", "a", True),
        ("StringEquals", "a", "A", False),
        ("StringEquals", 5, "5", True),
        ("StringEquals", True, "true", True),
        ("EqualsIgnoreCase", "A", "a", True),
        ("EqualsIgnoreCase", "A", "b", False),
        ("StartsWith", "abc", "ab", True),
        ("StartsWith", "abc", "bc", False),
        ("EndsWith", "abc", "bc", True),
        ("EndsWith", "abc", "ab", False),
        ("Contains", "abc", "b", True),
        ("Contains", "abc", "d", False),
        ("NumericEquals", "5", 5.0, True),
        ("NumericEquals", 5, 6, False),
        ("NumericGreater", 5, 4, True),
        ("NumericGreater", 5, 5, False),
        ("NumericLesser", 4, 5, True),
        ("NumericLesser", 5, 5, False),
        ("NumericGreaterOrEquals", 5, 5, True),
        ("NumericGreaterOrEquals", 4, 5, False),
        ("NumericLesserOrEquals", 5, 5, True),
        ("NumericLesserOrEquals", 6, 5, False),
        ("NumericGreater", "10", "9", True),
        ("BooleanEquals", "True", True, True),
        ("BooleanEquals", False, "true", False),
    ],
)
def test_operations(operation, have, want, expected):
    assert holds({"Variable": have, operation: want}) is expected


@pytest.mark.parametrize("operation", sorted(OPERATIONS))
def test_a_value_that_is_not_there_compares_false_with_everything(operation):
    want = {"B": True, "N": 5}.get(operation[0], "x")
    assert holds({"Variable": None, operation: want}) is False
    assert holds({"Not": {"Variable": None, operation: want}}) is True


@pytest.mark.parametrize(
    ("have", "operation", "want"),
    [
        ("many", "NumericGreater", 5),
        (True, "NumericEquals", 1),
        (["a"], "Contains", "a"),
        ({"k": "a"}, "StringEquals", "a"),
        (["5"], "NumericEquals", 5),
        ("perhaps", "BooleanEquals", True),
    ],
)
def test_values_of_the_wrong_type_fail_the_step(have, operation, want):
    with pytest.raises(StepFailedError, match=operation):
        holds({"Variable": have, operation: want})


@pytest.mark.parametrize("values", list(itertools.product([True, False], repeat=3)))
def test_and_or_not(values):
    choices = [TRUE if value else FALSE for value in values]
    assert holds({"And": choices}) is all(values)
    assert holds({"Or": choices}) is any(values)
    assert holds({"Not": choices[0]}) is not values[0]
    assert holds({"Or": [{"And": choices[:2]}, {"Not": choices[2]}]}) is ((values[0] and values[1]) or not values[2])


@pytest.mark.parametrize("seed", range(20))
def test_numbers_compare_as_numbers_however_they_are_written(seed):
    rng = random.Random(seed)
    have, want = rng.randrange(-20, 20), rng.randrange(-20, 20)
    written = rng.choice([have, str(have), float(have)])
    expected = {
        "NumericEquals": have == want, "NumericGreater": have > want, "NumericLesser": have < want,
        "NumericGreaterOrEquals": have >= want, "NumericLesserOrEquals": have <= want,
    }  # fmt: skip
    for operation, right in expected.items():
        assert holds({"Variable": written, operation: rng.choice([want, str(want)])}) is right
