"""TOP, OFFSET and FETCH; ALL, ANY and SOME with their NULLs; IS DISTINCT FROM."""

from __future__ import annotations

from decimal import Decimal

import pytest

FIVE = "(VALUES (1), (2), (2), (3), (5)) AS x(n)"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"SELECT TOP (2) n FROM {FIVE} ORDER BY n DESC", [5, 3]),
        (f"SELECT TOP 0 n FROM {FIVE}", []),
        (f"SELECT TOP (2) WITH TIES n FROM {FIVE} ORDER BY n", [1, 2, 2]),
        (f"SELECT TOP (40) PERCENT n FROM {FIVE} ORDER BY n", [1, 2]),
        (f"SELECT TOP (41) PERCENT n FROM {FIVE} ORDER BY n", [1, 2, 2]),
        (f"SELECT TOP 1 PERCENT n FROM {FIVE} ORDER BY n", [1]),
        (f"SELECT TOP (25) PERCENT WITH TIES n FROM {FIVE} ORDER BY n", [1, 2, 2]),
        (f"SELECT DISTINCT TOP (2) n FROM {FIVE} ORDER BY n DESC", [5, 3]),
        (f"SELECT n FROM {FIVE} ORDER BY n OFFSET 3 ROWS", [3, 5]),
        (f"SELECT n FROM {FIVE} ORDER BY n OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY", [2, 2]),
        (f"SELECT n FROM {FIVE} ORDER BY n OFFSET 9 ROWS FETCH NEXT 2 ROWS ONLY", []),
        ("SELECT 3 AS n UNION SELECT 1 UNION SELECT 2 ORDER BY n OFFSET 1 ROW FETCH NEXT 1 ROW ONLY", [2]),
        (f"SELECT y.n FROM (SELECT TOP (1) n FROM {FIVE} ORDER BY n DESC) AS y", [5]),
    ],
)
def test_which_rows_are_kept(rows, text, found):
    assert [value for (value,) in rows(text)] == found


def test_rows_that_are_not_kept_are_not_computed(rows):
    assert rows(f"SELECT TOP (1) 10 / (n - 5) FROM {FIVE} ORDER BY n") == [(-2,)]


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("3 > ALL (SELECT n FROM (VALUES (1), (2)) AS x(n))", 1),
        ("3 > ALL (SELECT n FROM (VALUES (1), (3)) AS x(n))", 0),
        ("3 > ALL (SELECT n FROM (VALUES (1), (NULL)) AS x(n))", None),
        ("3 > ALL (SELECT n FROM (VALUES (4), (NULL)) AS x(n))", 0),
        ("3 > ALL (SELECT n FROM (VALUES (1)) AS x(n) WHERE n > 5)", 1),
        ("NULL > ALL (SELECT n FROM (VALUES (1)) AS x(n) WHERE n > 5)", 1),
        ("3 = ANY (SELECT n FROM (VALUES (1), (3)) AS x(n))", 1),
        ("3 = SOME (SELECT n FROM (VALUES (1), (NULL)) AS x(n))", None),
        ("3 < ANY (SELECT n FROM (VALUES (1), (2)) AS x(n))", 0),
        ("3 = ANY (SELECT n FROM (VALUES (1)) AS x(n) WHERE n > 5)", 0),
        ("'b' <> ALL (SELECT n FROM (VALUES ('a'), ('B ')) AS x(n))", 0),
        ("1 IS DISTINCT FROM NULL", 1),
        ("NULL IS DISTINCT FROM NULL", 0),
        ("1 IS NOT DISTINCT FROM 1.0", 1),
    ],
)
def test_three_values_of_quantified_conditions(scalar, condition, answer):
    assert scalar(f"CASE WHEN {condition} THEN 1 WHEN NOT ({condition}) THEN 0 END") == answer


def test_there_is_no_negative_zero(scalar):
    assert scalar("CAST(CAST(0 * -1.5 AS numeric(5, 2)) AS varchar(10))") == "0.00"
    assert scalar("CAST(CAST(-0.001 AS numeric(5, 2)) AS varchar(10))") == "0.00"
    assert scalar("-CAST(0 AS numeric(5, 1))") == Decimal("0.0")
