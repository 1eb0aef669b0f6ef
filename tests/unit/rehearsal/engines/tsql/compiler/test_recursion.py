"""Recursive common table expressions."""

from __future__ import annotations

import pytest

COUNT = "WITH r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < {}) "


def test_numbers(rows):
    assert rows(COUNT.format(5) + "SELECT n FROM r ORDER BY n DESC") == [(5,), (4,), (3,), (2,), (1,)]
    assert rows("WITH r(a, b) AS (SELECT 1, 1 UNION ALL SELECT b, a + b FROM r WHERE b < 20) SELECT MAX(a) FROM r") == [
        (13,)
    ]


def test_a_hierarchy_joined_to_itself_twice(rows):
    tree = "t(id, parent) AS (SELECT * FROM (VALUES (1, NULL), (2, 1), (3, 1), (4, 3)) AS v(id, parent))"
    down = (
        "r AS (SELECT t.id, 0 AS depth FROM t WHERE t.parent IS NULL "
        "UNION ALL SELECT t.id, r.depth + 1 FROM t JOIN r ON t.parent = r.id)"
    )
    assert rows(f"WITH {tree}, {down} SELECT id, depth FROM r ORDER BY id") == [(1, 0), (2, 1), (3, 1), (4, 2)]
    assert rows(f"WITH {tree}, {down} SELECT COUNT(*) FROM r AS a JOIN r AS b ON a.depth = b.depth") == [(6,)]


def test_the_hundredth_step_is_the_last_unless_a_hint_says_more(rows, error):
    assert rows(COUNT.format(101) + "SELECT COUNT(*) FROM r") == [(101,)]
    assert error(COUNT.format(102) + "SELECT COUNT(*) FROM r") == 530
    assert rows(COUNT.format(300) + "SELECT COUNT(*) FROM r OPTION (MAXRECURSION 0)") == [(300,)]
    assert error(COUNT.format(5) + "SELECT COUNT(*) FROM r OPTION (MAXRECURSION 2)") == 530


@pytest.mark.parametrize(
    ("table", "number"),
    [
        ("SELECT 1 AS n UNION SELECT n + 1 FROM r", 252),
        ("SELECT 1 AS n UNION ALL SELECT 'a' FROM r", 240),
        ("SELECT 'a' AS n UNION ALL SELECT n + 'b' FROM r", 240),
        ("SELECT 1 AS n UNION ALL SELECT n, 2 FROM r", 205),
        ("SELECT 1 AS n UNION ALL SELECT a.n FROM r AS a JOIN r AS b ON a.n = b.n", 253),
        ("SELECT 1 AS n UNION ALL SELECT DISTINCT n FROM r", 460),
        ("SELECT 1 AS n UNION ALL SELECT TOP (1) n FROM r", 461),
        ("SELECT 1 AS n UNION ALL SELECT r.n FROM sys.databases AS d LEFT JOIN r ON r.n = d.database_id", 462),
        ("SELECT 1 AS n UNION ALL SELECT database_id FROM sys.databases WHERE database_id IN (SELECT n FROM r)", 465),
        ("SELECT 1 AS n UNION ALL SELECT MAX(n) FROM r", 467),
    ],
)
def test_what_a_recursive_part_may_not_hold(error, table, number):
    assert error(f"WITH r AS ({table}) SELECT * FROM r") == number
