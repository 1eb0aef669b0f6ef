"""NULL is unknown; strings compare without case and trailing blanks."""

from __future__ import annotations

import pytest


def truth(rows, condition):
    return rows(f"SELECT CASE WHEN {condition} THEN 1 WHEN NOT ({condition}) THEN 0 END")[0][0]


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("1 = 1", 1),
        ("1 = NULL", None),
        ("NULL = NULL", None),
        ("NULL IS NULL", 1),
        ("1 IS NOT NULL", 1),
        ("NULL <> 1 OR 1 = 1", 1),
        ("NULL <> 1 AND 1 = 2", 0),
        ("NULL <> 1 AND 1 = 1", None),
        ("NOT (1 = NULL)", None),
        ("1 IN (2, NULL)", None),
        ("1 IN (1, NULL)", 1),
        ("1 NOT IN (2, NULL)", None),
        ("1 NOT IN (2, 3)", 1),
        ("2 BETWEEN 1 AND 3", 1),
        ("2 NOT BETWEEN 1 AND 3", 0),
        ("NULL BETWEEN 1 AND 3", None),
        ("1 = 1 OR 1 / 0 = 1", 1),
        ("'abc' = 'ABC'", 1),
        ("'abc' = 'abc   '", 1),
        ("'a' < 'B'", 1),
        ("'10' = 10", 1),
        ("'é' = 'e'", 0),
        ("'abc' = 'ABC' COLLATE Latin1_General_BIN2", 0),
        ("'a_c' LIKE 'a[_]c'", 1),
        ("'abc' LIKE 'A_C'", 1),
        ("'abc' LIKE 'ab'", 0),
        ("'abc ' LIKE 'abc'", 1),
        ("'abc' LIKE 'abc '", 0),
        ("'a%c' LIKE 'a!%c' ESCAPE '!'", 1),
        ("'abc' LIKE 'a!%c' ESCAPE '!'", 0),
        ("'b' LIKE '[a-c]'", 1),
        ("'d' LIKE '[^a-c]'", 1),
        ("'a.c' LIKE 'abc'", 0),
        (r"'D:\x' LIKE N'D:\%'", 1),
        ("NULL LIKE 'a'", None),
        ("EXISTS (SELECT 1 WHERE 1 = 2)", 0),
        ("1 IN (SELECT NULL UNION ALL SELECT 2)", None),
        ("1 NOT IN (SELECT 2 WHERE 1 = 2)", 1),
        ("NULL IN (SELECT 2 WHERE 1 = 2)", 0),
    ],
)
def test_conditions(rows, condition, value):
    assert truth(rows, condition) == value


def test_where_keeps_only_what_is_true(rows):
    assert rows("SELECT 1 WHERE NULL = 1") == []


def test_isnull_takes_the_type_of_its_first_argument_and_coalesce_the_winning_one(rows):
    assert rows("SELECT ISNULL(CAST(NULL AS varchar(2)), 'abcd'), COALESCE(CAST(NULL AS varchar(2)), 'abcd')") == [
        ("ab", "abcd")
    ]


def test_nullif_and_iif(rows):
    assert rows("SELECT NULLIF(1, 1), NULLIF(1, 2), IIF(1 = NULL, 'a', 'b')") == [(None, 1, "b")]


def test_uniqueidentifiers_compare_with_text_in_any_case(rows):
    found = rows("SELECT name FROM sys.databases WHERE replica_id = 'aaaaaaaa-0000-0000-0000-000000000001'")
    assert found == [("Sales",)]
