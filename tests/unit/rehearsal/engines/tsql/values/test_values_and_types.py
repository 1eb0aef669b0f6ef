"""Values, types and conversions as SQL Server has them; numbers and texts checked against its documentation."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest

from rehearsal.engines.tsql import Session, compile_batch
from rehearsal.engines.tsql.values import types as t


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("'a' + 'b'", "ab"),
        ("N'a' + 'b'", "ab"),
        ("'1' + 1", 2),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("7 / 2.0", Decimal("3.500000")),
        ("2.0 / 3", Decimal("0.666666")),
        ("100.0 * 5 / 20", Decimal("25.000000")),
        ("10.0 / 3", Decimal("3.333333")),
        ("-100.0/-100.0*10.0", Decimal("0.1000000000")),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("1e3 + 1", 1001.0),
        ("5 & 3 | 8", 9),
        ("~5", -6),
        ("- - 3", 3),
        ("0x1F", b"\x1f"),
        ("2147483648", Decimal("2147483648")),
        ("-2147483648", -2147483648),
    ],
)
def test_operators_follow_transact_sql(scalar, expression, value):
    found = scalar(expression)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("1 / 0", 8134),
        ("1.0 / 0", 8134),
        ("1 % 0", 8134),
        ("'x' + 1", 245),
        ("2147483647 + 1", 8115),
        ("CAST('x' AS int)", 245),
        ("CAST('x' AS bigint)", 8114),
        ("CAST('1.5' AS int)", 245),
        ("CAST(300 AS tinyint)", 220),
        ("CAST('x' AS numeric(5,2))", 8114),
        ("CAST(1000 AS numeric(5,2))", 8115),
        ("CAST('x' AS uniqueidentifier)", 8169),
        ("CAST('no date' AS datetime)", 241),
        ("CAST('2026-13-01' AS datetime)", 242),
        ("CAST(1 AS uniqueidentifier)", 529),
        ("CAST(1e39 AS real)", 232),
        ("1e308 * 10", 8115),
        ("-(-2147483647 - 1)", 8115),
        ("CAST(1 AS bit) + CAST(0 AS bit)", 402),
        ("CAST(1e10 AS int)", 232),
        ("CAST('300' AS tinyint)", 244),
        ("CAST('99999999999' AS int)", 248),
        ("CAST(12345 AS nvarchar(3))", 8115),
        ("NEWID() + 1", 206),
        ("TRY_CAST(1 / 0 AS int)", 8134),
        ("@@NOSUCH", 137),
        ("SYSUTCDATETIME() + 1", 206),
        ("-'1'", 8117),
        ("SUM('a')", 8117),
        ("CASE WHEN 1 = 1 THEN NULL END", 8133),
        ("LEFT('abc', -1)", 536),
        ("CONVERT(varchar(30), GETDATE(), 999)", 281),
    ],
)
def test_what_cannot_be_computed_is_the_servers_error(error, expression, number):
    assert error(f"SELECT {expression}") == number


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("CAST(' 12 ' AS int)", 12),
        ("CAST('' AS int)", 0),
        ("CAST(3.7 AS int)", 3),
        ("CAST(2.345 AS numeric(5,2))", Decimal("2.35")),
        ("CAST(12345 AS varchar(3))", "*"),
        ("CAST('abcdef' AS varchar(3))", "abc"),
        ("CAST('ab' AS char(4)) + '|'", "ab  |"),
        ("CAST('true' AS bit)", 1),
        ("CAST(5 AS bit)", 1),
        ("CAST(0.1 AS varchar(10))", "0.1"),
        ("CAST(1e6 AS varchar(20))", "1e+006"),
        ("CAST('2026-02-03T04:05:06.789' AS datetime2(0))", datetime(2026, 2, 3, 4, 5, 7)),
        ("CAST('20260203' AS date)", date(2026, 2, 3)),
        ("CONVERT(varchar(19), CAST('2026-02-03 04:05:06' AS datetime), 126)", "2026-02-03T04:05:06"),
        ("CONVERT(varchar(33), CAST('2026-02-03 04:05:06.7' AS datetime2(3)), 121)", "2026-02-03 04:05:06.700"),
        ("CAST(CAST('2026-02-03 04:05' AS datetime) AS varchar(30))", "Feb  3 2026  4:05AM"),
        ("CAST('{aaaaaaaa-0000-0000-0000-00000000000f}' AS uniqueidentifier)", "AAAAAAAA-0000-0000-0000-00000000000F"),
        ("TRY_CAST('x' AS int)", None),
        ("TRY_CONVERT(int, '7')", 7),
        ("CAST(NULL AS int)", None),
        ("CAST(0.1 AS real)", 0.10000000149011612),
        ("CAST(1 AS real) / 3", 0.3333333432674408),
        ("CAST(CAST(16777217 AS real) AS int)", 16777216),
        ("CONVERT(varchar(10), 0x1F, 1)", "0x1F"),
    ],
)
def test_conversions_give_what_sql_server_gives(scalar, expression, value):
    assert scalar(expression) == value


def test_datetime_rounds_to_its_own_three_hundredths(scalar):
    assert scalar("CAST('2026-02-03 00:00:00.789' AS datetime)") == datetime(2026, 2, 3, 0, 0, 0, 790000)


def test_a_variable_cuts_text_to_its_length(rows):
    assert rows("DECLARE @short varchar(3) = 'abcdef'; SELECT @short, LEN(@short)") == [("abc", 3)]


def test_a_variable_without_length_holds_one_character(rows):
    assert rows("DECLARE @one varchar = 'abc'; SELECT @one") == [("a",)]


def test_a_sql_variant_needs_an_explicit_cast_for_arithmetic(error, scalar):
    assert error("SELECT SERVERPROPERTY('ProductMajorVersion') + 1") == 257
    assert scalar("CAST(SERVERPROPERTY('ProductMajorVersion') AS int) + 1") == 17


def test_parameters_keep_their_types(scalar):
    assert scalar("@a + 1", a=(t.INT, 41)) == 42
    assert scalar("@a + 'x'", a=(t.nvarchar(10), "a")) == "ax"


def test_decimal_arithmetic_keeps_thirty_eight_digits(scalar):
    assert scalar("CAST('12345678901234567890123456789012345678' AS numeric(38,0)) + 0") == Decimal(
        "12345678901234567890123456789012345678"
    )


def test_a_case_of_short_and_long_literals_holds_both(rows):
    assert rows("SELECT 1.5 * CASE WHEN 1 = 2 THEN 1 ELSE 100000 END") == [(Decimal("150000.0"),)]


def test_result_types_of_division_and_coalesce(server):
    session = Session(server=server, compile=compile_batch, login="x")
    (result,) = session.execute(
        "SELECT 100.0 * CAST(1 AS bigint) / NULLIF(CAST(3 AS bigint), 0), COALESCE(NULL, 1, 2.5)"
    )
    assert [str(column.type) for column in result.columns] == ["numeric(38,15)", "numeric(2,1)"]
