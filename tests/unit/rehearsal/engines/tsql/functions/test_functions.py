"""Functions of text, time, server and session."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("LEN('ab  ')", 2),
        ("LEN(12345)", 5),
        ("DATALENGTH(N'ab')", 4),
        ("UPPER('aé') + LOWER('B')", "AÉb"),
        ("LTRIM(RTRIM('  a  '))", "a"),
        ("LEFT('abc', 2) + RIGHT('abc', 1)", "abc"),
        ("SUBSTRING('abcdef', 2, 3)", "bcd"),
        ("SUBSTRING('abc', 0, 2)", "a"),
        ("REPLACE('AbcabC', 'B', 'x')", "AxcaxC"),
        ("CHARINDEX('B', 'abc')", 2),
        ("CHARINDEX('z', 'abc')", 0),
        ("PATINDEX('%[0-9]%', 'ab1c')", 3),
        ("CONCAT('a', NULL, 1, 2.5)", "a12.5"),
        ("CONCAT_WS('-', 'a', NULL, 'b')", "a-b"),
        ("QUOTENAME('a]b')", "[a]]b]"),
        ("QUOTENAME('a''b', '''')", "'a''b'"),
        ("REPLICATE('ab', 3)", "ababab"),
        ("STUFF('abcdef', 2, 3, 'X')", "aXef"),
        ("PARSENAME('a.b.c', 1)", "c"),
        ("REVERSE('abc')", "cba"),
        ("ABS(-3)", 3),
        ("CEILING(1.2)", 2),
        ("FLOOR(-1.2)", -2),
        ("ROUND(1234.567, 1)", Decimal("1234.600")),
        ("ROUND(1250, -2)", 1300),
        ("POWER(2, 10)", 1024),
        ("SIGN(-5)", -1),
        ("CHOOSE(2, 'a', 'b')", "b"),
        ("ISNUMERIC('1e5')", 1),
        ("ISNUMERIC('x')", 0),
        ("DATEDIFF(second, '2026-01-01T00:00:59', '2026-01-01T00:01:00')", 1),
        ("DATEDIFF(minute, '2026-01-01T00:00:59', '2026-01-01T00:01:00')", 1),
        ("DATEDIFF(year, '2025-12-31', '2026-01-01')", 1),
        ("DATEDIFF(day, '2026-01-03', '2026-01-01')", -2),
        ("DATEADD(month, 1, CAST('2026-01-31' AS datetime))", datetime(2026, 2, 28)),
        ("DATEADD(mi, -90, CAST('2026-01-01' AS datetime2(0)))", datetime(2025, 12, 31, 22, 30)),
        ("DATEPART(weekday, '2026-02-03')", 3),
        ("YEAR('2026-02-03')", 2026),
        ("SYSUTCDATETIME()", datetime(2026, 2, 3, 4, 5, 6, 789000)),
        ("GETUTCDATE()", datetime(2026, 2, 3, 4, 5, 6, 790000)),
        ("@@SERVERNAME", "SALES1"),
        ("SUSER_SNAME()", "NT AUTHORITY\\SYSTEM"),
        ("DB_NAME()", "master"),
        ("DB_NAME(5)", "Sales"),
        ("DB_ID('sales')", 5),
        ("DB_ID('nosuch')", None),
        ("HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')", 1),
        ("HAS_PERMS_BY_NAME(NULL, NULL, 'CONTROL SERVER')", 0),
        ("IS_SRVROLEMEMBER('sysadmin')", 0),
        ("CAST(DATABASEPROPERTYEX('Sales', 'Updateability') AS nvarchar(20))", "READ_WRITE"),
        ("CAST(SERVERPROPERTY('NoSuchThing') AS int)", None),
        ("COL_LENGTH('sys.availability_groups', 'is_contained')", 1),
        ("COL_LENGTH('sys.availability_groups', 'nosuch')", None),
        ("COL_LENGTH('sys.databases', 'name')", 256),
        ("sys.fn_hadr_is_primary_replica('Sales')", 1),
    ],
)
def test_functions(scalar, expression, value):
    assert scalar(expression) == value


def test_object_id_knows_views_only(scalar):
    assert scalar("OBJECT_ID('sys.availability_groups')") < 0
    assert scalar("OBJECT_ID('dbo.nosuch')") is None


def test_col_length_tells_the_versions_apart(server, scalar):
    server.major_version = 13
    assert scalar("COL_LENGTH('sys.availability_groups', 'required_synchronized_secondaries_to_commit')") is None
    server.major_version = 14
    assert scalar("COL_LENGTH('sys.availability_groups', 'required_synchronized_secondaries_to_commit')") == 4


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("STUFF((SELECT ', ' + name FROM sys.databases ORDER BY name FOR XML PATH('')), 1, 2, '')",
         "master, orders, Sales, tempdb"),
        ("(SELECT N'<&' FOR XML PATH(''))", "&lt;&amp;"),
        ("(SELECT N'<&' FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)')", "<&"),
        ("(SELECT name FROM sys.databases WHERE database_id < 3 FOR XML PATH(''))",
         "<name>master</name><name>tempdb</name>"),
        ("(SELECT name FROM sys.databases WHERE 1 = 2 FOR XML PATH(''))", None),
        ("HAS_DBACCESS('SALES')", 1),
        ("HAS_DBACCESS('nosuch')", None),
        ("PARSENAME('[a.b].c.d', 3)", "a.b"),
        ("STR(3.14159, 6, 2)", "  3.14"),
        ("STR(12345, 3)", "***"),
        ("TRIM('xy' FROM 'xyayx')", "a"),
        ("LTRIM('  a ')", "a "),
        ("TRANSLATE('2*[3]', '[]', '()')", "2*(3)"),
        ("CONCAT_WS(N',', 'a', NULL, 1)", "a,1"),
        ("GREATEST(1, NULL, 3)", 3),
        ("LEAST('b', 'A')", "A"),
        ("DATALENGTH(N'abc')", 6),
        ("REPLICATE('ab', 3)", "ababab"),
        ("STRING_ESCAPE(N'a\"b\\c', 'json')", 'a\\"b\\\\c'),
        ("ROUND(2.567, 1, 1)", Decimal("2.500")),
        ("ROUND(-2.5, 0)", Decimal("-3.0")),
        ("ROUND(1250, -2)", 1300),
        ("POWER(2, 10)", 1024),
        ("ISNULL(CAST(NULL AS varchar(2)), 'abc')", "ab"),
        ("COALESCE(CAST(NULL AS varchar(2)), 'abc')", "abc"),
        ("QUOTENAME('a]b')", "[a]]b]"),
        ("QUOTENAME('a''b', '''')", "'a''b'"),
        ("QUOTENAME('a', 'x')", None),
        ("SUBSTRING('abc', 0, 2)", "a"),
        ("NULLIF('a', 'A ')", None),
    ],
)  # fmt: skip
def test_what_functions_give(scalar, expression, value):
    assert scalar(expression) == value


def test_a_text_is_split(rows):
    assert rows("SELECT value FROM STRING_SPLIT('a,,b', ',')") == [("a",), ("",), ("b",)]
    assert rows("SELECT s.ordinal, s.value FROM STRING_SPLIT('a b', ' ', 1) AS s ORDER BY s.ordinal DESC") == [
        (2, "b"), (1, "a"),
    ]  # fmt: skip
    assert rows("SELECT d.name, s.value FROM sys.databases AS d CROSS APPLY STRING_SPLIT(d.name, 'a') AS s "
                "WHERE d.database_id = 5") == [("Sales", "S"), ("Sales", "les")]  # fmt: skip


def test_window_functions_by_example(rows):
    text = "SELECT {} OVER (ORDER BY x.n) FROM (VALUES (1), (1), (2), (4)) AS x(n)"
    assert [value for (value,) in rows(text.format("PERCENT_RANK()"))] == [0.0, 0.0, 2 / 3, 1.0]
    assert [value for (value,) in rows(text.format("CUME_DIST()"))] == [0.5, 0.5, 0.75, 1.0]
    assert [value for (value,) in rows(text.format("LAST_VALUE(x.n)"))] == [1, 1, 2, 4]
    assert [value for (value,) in rows(text.format("LEAD(x.n, 2, -1)"))] == [2, 4, -1, -1]
    assert [value for (value,) in rows(text.format("SUM(x.n)"))] == [2, 2, 4, 8]
    text = "SELECT x.n, COUNT(*) OVER (), MAX(x.n) OVER (PARTITION BY x.n % 2) FROM (VALUES (1), (3), (4)) AS x(n)"
    assert rows(text) == [
        (1, 3, 3), (3, 3, 3), (4, 3, 4),
    ]  # fmt: skip
