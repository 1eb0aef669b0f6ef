"""Joins, groups, subqueries, set operations, windows and order, over the rows of conftest.py."""

from __future__ import annotations

import pytest


def test_a_left_join_keeps_rows_without_partner(rows):
    found = rows(
        "SELECT d.name, f.name FROM sys.databases AS d LEFT JOIN sys.master_files AS f "
        "ON f.database_id = d.database_id AND f.file_id = 1 ORDER BY d.database_id"
    )
    assert found == [("master", "master"), ("tempdb", None), ("Sales", "Sales"), ("orders", "orders")]


def test_a_condition_of_a_left_join_is_not_a_filter(rows):
    found = rows(
        "SELECT d.name, f.file_id FROM sys.databases d LEFT JOIN sys.master_files f "
        "ON f.database_id = d.database_id AND d.state = 3 ORDER BY d.database_id, f.file_id"
    )
    assert found == [("master", None), ("tempdb", None), ("Sales", None), ("orders", 1)]


def test_right_and_full_joins(rows):
    right = rows(
        "SELECT d.name, r.replica_server_name FROM sys.databases d RIGHT JOIN sys.availability_replicas r "
        "ON r.replica_id = d.replica_id AND d.state = 0 ORDER BY r.replica_server_name"
    )
    assert right == [("Sales", "SALES1"), (None, "SALES2")]
    full = rows(
        "SELECT a.x, b.x FROM (VALUES (1), (2)) AS a(x) FULL OUTER JOIN (VALUES (2), (3)) AS b(x) ON a.x = b.x "
        "ORDER BY COALESCE(a.x, b.x)"
    )
    assert full == [(1, None), (2, 2), (None, 3)]


def test_joins_nest_as_their_on_clauses_say(rows):
    found = rows(
        "SELECT d.name, f.name FROM sys.databases d LEFT JOIN sys.master_files f "
        "JOIN (VALUES (5)) AS only5(id) ON only5.id = f.database_id ON f.database_id = d.database_id "
        "WHERE d.database_id IN (1, 5) ORDER BY d.database_id, f.file_id"
    )
    assert found == [("master", None), ("Sales", "Sales"), ("Sales", "Sales_log")]


def test_null_keys_join_nothing(rows):
    assert rows("SELECT COUNT(*) FROM sys.databases a JOIN sys.databases b ON a.replica_id = b.replica_id") == [(2,)]


def test_group_by_having_and_order_by_an_alias(rows):
    found = rows(
        "SELECT database_id, COUNT(*) AS files, SUM(size) AS pages FROM sys.master_files "
        "GROUP BY database_id HAVING COUNT(*) > 1 OR SUM(size) < 60 ORDER BY pages DESC"
    )
    assert found == [(5, 2, 2300), (6, 1, 50)]


def test_aggregates_of_no_rows(rows):
    assert rows("SELECT COUNT(*), SUM(size), MAX(name) FROM sys.master_files WHERE 1 = 2") == [(0, None, None)]
    assert rows("SELECT COUNT(*) FROM sys.master_files WHERE 1 = 2 GROUP BY database_id") == []


def test_aggregates_leave_nulls_out_and_distinct_counts_once(rows):
    assert rows("SELECT COUNT(replica_id), COUNT(DISTINCT state), COUNT(DISTINCT state_desc), AVG(state) "
                "FROM sys.databases") == [(2, 2, 2, 0)]  # fmt: skip


def test_case_inside_an_aggregate(rows):
    assert rows("SELECT SUM(CASE WHEN state = 0 THEN 1 ELSE 0 END) FROM sys.databases") == [(3,)]


def test_a_group_by_expression_may_be_repeated(rows):
    found = rows("SELECT LEFT(name, 1), COUNT(*) FROM sys.databases GROUP BY LEFT(name, 1) ORDER BY LEFT(name, 1)")
    assert found == [("m", 1), ("o", 1), ("S", 1), ("t", 1)]


def test_correlated_subqueries_see_the_outer_row(rows):
    found = rows(
        "SELECT d.name, (SELECT MAX(f.size) FROM sys.master_files f WHERE f.database_id = d.database_id) "
        "FROM sys.databases d WHERE EXISTS (SELECT * FROM sys.master_files f WHERE f.database_id = d.database_id "
        r"AND f.physical_name LIKE N'D:\%') ORDER BY d.name"
    )
    assert found == [("orders", 50), ("Sales", 2000)]


def test_a_subquery_two_levels_deep_sees_the_outermost_row(rows):
    found = rows(
        "SELECT d.name FROM sys.databases d WHERE EXISTS (SELECT 1 FROM sys.master_files f WHERE f.file_id = 2 "
        "AND EXISTS (SELECT 1 FROM sys.availability_replicas r WHERE r.replica_id = d.replica_id "
        "AND f.database_id = d.database_id))"
    )
    assert found == [("Sales",)]


def test_apply_runs_for_every_row(rows):
    found = rows(
        "SELECT f.name, v.volume_mount_point FROM sys.master_files f "
        "OUTER APPLY sys.dm_os_volume_stats(f.database_id, f.file_id) v WHERE f.file_id = 1 ORDER BY f.database_id"
    )
    assert found == [("master", None), ("Sales", "D:\\"), ("orders", None)]
    top = rows(
        "SELECT d.name, big.size FROM sys.databases d CROSS APPLY (SELECT TOP (1) f.size FROM sys.master_files f "
        "WHERE f.database_id = d.database_id ORDER BY f.size DESC) AS big ORDER BY d.database_id"
    )
    assert top == [("master", 100), ("Sales", 2000), ("orders", 50)]


def test_common_tables_may_use_those_before_them(rows):
    found = rows(
        "WITH users AS (SELECT name, database_id FROM sys.databases WHERE database_id > 4), "
        "named(n) AS (SELECT UPPER(name) FROM users) SELECT n FROM named ORDER BY n DESC"
    )
    assert found == [("SALES",), ("ORDERS",)]


def test_set_operations(rows):
    assert rows("SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 1 ORDER BY a DESC") == [(2,), (1,), (1,)]
    assert rows("SELECT 'a' UNION SELECT 'A' UNION SELECT 'b'") == [("a",), ("b",)]
    assert rows("SELECT 1 UNION ALL SELECT 2 EXCEPT SELECT 2") == [(1,)]
    assert rows("SELECT 1 INTERSECT SELECT 1") == [(1,)]
    assert rows("SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3") == [(1,)]
    assert rows("SELECT 1 AS a UNION SELECT NULL ORDER BY a") == [(None,), (1,)]


def test_order_puts_null_first_and_is_case_insensitive(rows):
    assert rows("SELECT name FROM sys.databases ORDER BY replica_id, name") == [
        ("master",), ("tempdb",), ("Sales",), ("orders",),
    ]  # fmt: skip
    assert rows("SELECT name FROM sys.databases ORDER BY 1") == [("master",), ("orders",), ("Sales",), ("tempdb",)]


def test_top_offset_and_distinct(rows):
    assert rows("SELECT TOP (2) name FROM sys.databases ORDER BY name DESC") == [("tempdb",), ("Sales",)]
    assert rows("SELECT TOP 0 name FROM sys.databases") == []
    assert rows("SELECT DISTINCT state_desc FROM sys.databases ORDER BY state_desc") == [
        ("ONLINE",), ("RECOVERY_PENDING",),
    ]  # fmt: skip
    paged = rows("SELECT name FROM sys.databases ORDER BY database_id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY")
    assert paged == [("tempdb",), ("Sales",)]


def test_windows_number_and_total(rows):
    found = rows(
        "SELECT name, ROW_NUMBER() OVER (PARTITION BY state ORDER BY name DESC), COUNT(*) OVER (PARTITION BY state) "
        "FROM sys.databases ORDER BY database_id"
    )
    assert found == [("master", 3, 3), ("tempdb", 1, 3), ("Sales", 2, 3), ("orders", 1, 1)]
    ranks = rows(
        "SELECT x, RANK() OVER (ORDER BY x), DENSE_RANK() OVER (ORDER BY x) FROM (VALUES (1), (1), (2)) AS v(x)"
    )
    assert ranks == [(1, 1, 1), (1, 1, 1), (2, 3, 2)]


def test_the_few_worst_of_each_group(rows):
    found = rows(
        "SELECT w.name FROM (SELECT name, ROW_NUMBER() OVER (PARTITION BY database_id ORDER BY size DESC) AS place "
        "FROM sys.master_files) AS w WHERE w.place = 1 ORDER BY w.name"
    )
    assert found == [("master",), ("orders",), ("Sales",)]


def test_string_agg_joins_in_its_own_order(rows):
    assert rows("SELECT STRING_AGG(name, N', ') WITHIN GROUP (ORDER BY name DESC) FROM sys.databases") == [
        ("tempdb, Sales, orders, master",)
    ]


def test_a_view_computes_only_the_columns_in_use(server, rows):
    rows("SELECT d.name FROM sys.databases d WHERE d.state = 0 ORDER BY d.database_id")
    assert server.read == [("sys.databases", ("state", "name", "database_id"))]


def test_select_star_has_the_columns_of_the_version_in_order(session):
    (result,) = session.execute("SELECT * FROM sys.dm_hadr_cluster_members")
    assert [column.name for column in result.columns] == [
        "member_name", "member_type", "member_type_desc", "member_state", "member_state_desc",
        "number_of_quorum_votes", "number_of_current_votes",
    ]  # fmt: skip
    session.server.major_version = 15
    (older,) = session.execute("SELECT * FROM sys.dm_hadr_cluster_members")
    assert len(older.columns) == 6


def test_a_string_behind_an_expression_is_its_alias(session):
    (result,) = session.execute("SELECT 'a' 'b', c = 1, 2 AS [d e], name FROM sys.databases WHERE database_id = 1")
    assert [column.name for column in result.columns] == ["b", "c", "d e", "name"]
    assert result.rows == [("a", 1, 2, "master")]


@pytest.mark.parametrize("hint", ["WITH (NOLOCK)", "AS d WITH (READUNCOMMITTED, NOWAIT)"])
def test_locking_hints_change_nothing(rows, hint):
    assert rows(f"SELECT COUNT(*) FROM sys.databases {hint}") == [(4,)]


def test_hints_that_change_nothing(rows):
    for text in (
        "SELECT COUNT(*) FROM sys.databases AS d WITH (NOLOCK)",
        "SELECT COUNT(*) FROM sys.databases (NOLOCK)",
        "SELECT COUNT(*) FROM sys.databases AS d (NOLOCK)",
        "SELECT COUNT(*) FROM sys.databases AS a INNER HASH JOIN sys.databases AS b ON a.name = b.name",
        "SELECT COUNT(*) FROM sys.databases OPTION (RECOMPILE)",
    ):
        assert rows(text) == [(4,)], text
    assert len(rows("SELECT TOP (SELECT 2) name FROM sys.databases")) == 2
