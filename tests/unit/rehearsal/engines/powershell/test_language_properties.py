"""Laws of numbers, text and pipelines that hold for any value, against the recorded rules."""

from __future__ import annotations

import math
from decimal import Decimal
from functools import cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell import Engine
from rehearsal.engines.powershell.conversion.conversion import convert, to_bool, to_text
from rehearsal.engines.powershell.objects.pipeline_output import collapse, emit
from rehearsal.engines.powershell.objects.string_order import compare_text
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, resolve_type, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, Byte, Int64, PSArray, UInt32, UInt64
from rehearsal.engines.powershell.operators.arithmetic import add, divide, multiply, remainder, subtract
from rehearsal.engines.powershell.operators.comparison import compare, equals
from rehearsal.engines.powershell.operators.ranges import make_range
from rehearsal.engines.powershell.operators.regex_translation import translate
from rehearsal.engines.powershell.operators.text import wildcard_pattern
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost

INT32 = st.integers(-(2**31), 2**31 - 1)
INT64 = st.integers(-(2**63), 2**63 - 1)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
PRINTABLE = st.characters(codec="ascii", exclude_categories=("Cc",), exclude_characters="|")
SCALARS = st.one_of(INT32, FINITE, st.booleans(), st.text(max_size=20), st.none())


@cache
def named(name: str) -> Any:
    found = resolve_type(name, BUILTIN_TYPES)
    assert found is not None
    return found


@example(2**31 - 1, 1)
@example(-(2**31), 1)
@example(-(2**31), -1)
@example(2**30, 2)
@given(INT32, INT32)
def test_int32_sums_are_int32_or_double(left: int, right: int) -> None:
    for operation, exact in ((add, left + right), (subtract, left - right), (multiply, left * right)):
        made = operation(left, right, None)
        if -(2**31) <= exact < 2**31:
            assert type(made) is int
            assert made == exact
        else:
            assert type(made) is float
            assert made == float(exact)


@example(2**63 - 1, 1)
@example(-(2**63), -1)
@given(INT64, INT64)
def test_int64_sums_are_int64_or_double(left: int, right: int) -> None:
    made = add(Int64(left), Int64(right), None)
    assert type(made) is (Int64 if -(2**63) <= left + right < 2**63 else float)


@example(-(2**31), -1)
@given(INT32, INT32.filter(bool))
def test_integer_division_gives_an_integer_only_when_it_is_exact(left: int, right: int) -> None:
    quotient = divide(left, right, None)
    if left % right == 0 and -(2**31) <= left // right < 2**31:
        assert type(quotient) is int
    else:
        assert type(quotient) is float
    assert math.isclose(float(quotient), left / right, rel_tol=1e-15)
    rest = remainder(left, right, None)
    assert abs(rest) < abs(right)
    assert rest == 0 or (rest < 0) == (left < 0)


@given(FINITE.filter(lambda value: abs(value) < 2**31 - 1))
def test_a_double_becomes_int32_by_bankers_rounding(value: float) -> None:
    assert convert(value, named("int")) == int(Decimal(value).to_integral_value(rounding="ROUND_HALF_EVEN"))


@given(FINITE.filter(lambda value: abs(value) < 1e308))
def test_a_double_prints_with_at_most_15_significant_digits(value: float) -> None:
    text = to_text(value)
    digits = text.lstrip("-").partition("E")[0].replace(".", "").strip("0")
    assert len(digits) <= 15
    assert math.isclose(float(text), value, rel_tol=1e-14, abs_tol=5e-324)
    assert not text.startswith("-0") or float(text) != 0


@given(INT64)
def test_text_of_an_integer_reads_back_as_itself(value: int) -> None:
    assert convert(to_text(Int64(value)), named("long")) == value
    assert equals(Int64(value), to_text(Int64(value)))


@given(st.integers(0, 255), st.integers(0, 255))
def test_bytes_add_as_int32(left: int, right: int) -> None:
    made = add(Byte(left), Byte(right), None)
    assert (type(made), made) == (int, left + right)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1))
def test_the_wider_unsigned_type_wins(narrow: int, wide: int) -> None:
    made = add(UInt32(narrow), UInt64(wide), None)
    assert type(made) is (UInt64 if narrow + wide < 2**64 else float)


@given(SCALARS, st.lists(SCALARS, max_size=4))
def test_a_list_is_true_unless_empty_or_one_false_element(value: Any, more: list[Any]) -> None:
    items = [value, *more]
    expected = to_bool(value) if not more else True
    assert to_bool(PSArray(items)) is expected
    assert not to_bool(PSArray([]))


@given(st.lists(st.one_of(SCALARS, st.lists(SCALARS, max_size=3).map(PSArray)), max_size=5))
def test_the_pipeline_unrolls_exactly_one_level(items: list[Any]) -> None:
    written: list[Any] = []
    emit(PSArray(items), written.append)
    assert written == items


@given(st.lists(SCALARS, max_size=5))
def test_an_assignment_gets_nothing_one_object_or_an_array(items: list[Any]) -> None:
    value = collapse(list(items))
    match items:
        case []:
            assert value is AUTOMATION_NULL
        case [only]:
            assert value is only
        case _:
            assert type(value) is PSArray
            assert value.items == items


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_a_range_has_both_ends(first: int, last: int) -> None:
    items = make_range(first, last, None).items
    assert (items[0], items[-1], len(items)) == (first, last, abs(last - first) + 1)


@given(st.text(max_size=15), st.text(max_size=15), st.text(max_size=15))
def test_text_has_a_total_order(a: str, b: str, c: str) -> None:
    for ignore_case in (True, False):
        assert compare_text(a, b, ignore_case) == -compare_text(b, a, ignore_case)
        if compare_text(a, b, ignore_case) <= 0 and compare_text(b, c, ignore_case) <= 0:
            assert compare_text(a, c, ignore_case) <= 0


@given(INT32, st.sampled_from([None, AUTOMATION_NULL]))
def test_null_sorts_below_every_number_that_is_not_negative_and_above_the_rest(number: int, null: Any) -> None:
    assert (compare(null, number) > 0) == (number < 0)
    assert compare(number, null) == -compare(null, number)


@given(st.text(st.characters(codec="ascii", exclude_categories=("Cc",)), min_size=1, max_size=12))
def test_an_escaped_wildcard_matches_only_itself(text: str) -> None:
    escaped = "".join("`" + character if character in "*?[]`" else character for character in text)
    pattern = wildcard_pattern(escaped, False)
    assert pattern.match(text)
    assert not pattern.match(text + "x")


@given(st.text(st.characters(codec="ascii"), min_size=1, max_size=12))
def test_an_escaped_pattern_matches_its_text(text: str) -> None:
    escaped = "".join(rf"\x{ord(character):02x}" for character in text)
    assert translate(escaped).pattern.fullmatch(text)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.text(st.characters(codec="ascii", exclude_categories=("Cc",), exclude_characters="|"), max_size=6),
        min_size=1,
    )
)
def test_join_undoes_split(parts: list[str]) -> None:
    quoted = ", ".join("'" + part.replace("'", "''") + "'" for part in parts)
    text = f"$p = @({quoted}); $t = $p -join '|'; ($t -split '\\|').Count; ($t -split '\\|') -join '|' -ceq $t"
    assert Engine(host=MemoryHost()).run_script(text, name="join.ps1").stdout == f"{len(parts)}\nTrue\n"


@settings(deadline=None, max_examples=60)
@given(st.lists(INT32, max_size=6))
def test_objects_stream_one_at_a_time(numbers: list[int]) -> None:
    listed = ", ".join(f"({number})" for number in numbers)
    first = '{ "a$_"; $_ }'
    second = '{ if ($_ -is [int]) { "b$_" } else { $_ } }'
    text = f"@({listed}) | ForEach-Object {first} | ForEach-Object {second}"
    expected = "".join(f"a{number}\nb{number}\n" for number in numbers)
    assert Engine(host=MemoryHost()).run_script(text, name="stream.ps1").stdout == expected


def test_the_type_of_every_number_is_its_own() -> None:
    assert [type_of(value).name for value in (1, Int64(1), 1.0, Decimal(1), True, Byte(1))] == [
        "Int32", "Int64", "Double", "Decimal", "Boolean", "Byte",
    ]  # fmt: skip
