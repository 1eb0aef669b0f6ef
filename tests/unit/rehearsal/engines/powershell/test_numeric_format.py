"""Numeric and composite format strings, and number parsing, of .NET Framework."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rehearsal.engines.powershell.conversion.composite_format import composite_format
from rehearsal.engines.powershell.conversion.numeric_format import format_number
from rehearsal.engines.powershell.net_types.numbers.numbers import parsed_number
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.numbers import Byte, Int64, UInt64
from tests.unit.rehearsal.engines.powershell.script_output import error_ids, output

CENTS = st.integers(-(10**12), 10**12)


@given(CENTS, st.integers(0, 6))
def test_fixed_formats_round_half_away_from_zero(cents: int, places: int):
    value = Decimal(cents).scaleb(-3)
    exact = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    shown = f"{exact:,f}"
    if exact == 0:
        shown = shown.lstrip("-")
    assert format_number(value, f"N{places}") == shown
    assert format_number(value, f"F{places}") == shown.replace(",", "")


@given(st.integers(-(2**63), 2**63 - 1))
def test_hexadecimal_is_twos_complement(number: int):
    assert format_number(Int64(number), "X") == f"{number % 2**64:X}"
    assert int(format_number(Int64(number), "x16"), 16) == number % 2**64


@given(st.integers(0, 2**64 - 1), st.integers(1, 20))
def test_decimal_digits_are_padded(number: int, width: int):
    assert format_number(UInt64(number), f"D{width}") == str(number).zfill(width)


@given(st.floats(-1e12, 1e12, allow_subnormal=False))
def test_round_trip_format_reads_back(value: float):
    assert float(format_number(value, "R")) == value


@given(st.integers(-(10**9), 10**9))
def test_grouped_text_parses_back(number: int):
    sign, digits, power = parsed_number(format_number(number, "N2"), 111)
    assert int(sign + digits) == number * 100
    assert power == -2


@pytest.mark.parametrize(
    ("value", "wanted", "shown"),
    [
        (1234.567, "#,##0.00", "1,234.57"),
        (-5, "0;(0);zero", "(5)"),
        (0, "0;(0);zero", "zero"),
        (0.256, "P1", "25.6 %"),
        (12345.678, "E2", "1.23E+004"),
        (7, "000", "007"),
        (0.5, "#.##", ".5"),
        (3, "00.0", "03.0"),
        (0.1234, "0.0%", "12.3%"),
        (1234567, "0,,.0", "1.2"),
        (Byte(255), "X4", "00FF"),
        (5, "'n='0", "n=5"),
    ],
)
def test_formats_as_recorded(value: object, wanted: str, shown: str):
    assert format_number(value, wanted) == shown


def test_a_specifier_of_another_type_is_a_format_error():
    for value, wanted in ((1.5, "D"), (1.5, "X"), (1, "R"), (1, "Q2")):
        with pytest.raises(PSException):
            format_number(value, wanted)


@given(st.text(st.sampled_from(list("{}0123:,-ab ")), max_size=12))
def test_templates_either_format_or_say_why(template: str):
    try:
        composite_format(template, [1, "x"], None)
    except PSException as failure:
        assert failure.type_name == "System.FormatException"


def test_parsing_answers_with_the_type_and_the_error_of_net():
    assert output("[int]::Parse(' 42 '); [double]::Parse('1,234.5e1'); [int]::Parse('ff', 'HexNumber')") == [
        "42",
        "12345",
        "255",
    ]
    assert error_ids("[int]::Parse('1.5')", "[byte]::Parse('256')", "[int]::Parse($null)", "[bool]::Parse('x')") == [
        "FormatException", "OverflowException", "ArgumentNullException", "FormatException",
    ]  # fmt: skip
