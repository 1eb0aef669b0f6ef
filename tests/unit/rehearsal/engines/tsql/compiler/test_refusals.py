"""What isn't covered stops before anything ran, with construct, line and column."""

from __future__ import annotations

import random

import pytest

from rehearsal.engines.tsql import SqlError, Unsupported, parse


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("SELECT a FROM t FOR JSON PATH", 1, 17),
        ("SELECT a FROM t FOR XML AUTO", 1, 17),
        ("SELECT a INTO #t FROM b", 1, 10),
        ("INSERT INTO t VALUES (1)", 1, 1),
        ("UPDATE t SET a = 1", 1, 1),
        ("DELETE FROM t", 1, 1),
        ("MERGE t USING s ON 1 = 1 WHEN MATCHED THEN DELETE;", 1, 1),
        ("DECLARE @t TABLE (a int)", 1, 12),
        ("DECLARE c CURSOR FOR SELECT 1", 1, 9),
        ("SELECT a::int", 1, 9),
        ("SELECT CAST('<a/>' AS xml)", 1, 23),
        ("SELECT COUNT(*) FROM t GROUP BY ROLLUP (a)", 1, 33),
        ("SELECT COUNT(*) FROM t GROUP BY GROUPING SETS ((a), ())", 1, 33),
        ("SELECT LAG(a) IGNORE NULLS OVER (ORDER BY a) FROM t", 1, 15),
        ("SELECT PARSE('1' AS int)", 1, 8),
        ("SELECT a FROM t WITH (INDEX (1))", 1, 23),
        ("SELECT a FROM t OPTION (MAXDOP 1)", 1, 25),
        ("EXEC sp_configure 'show advanced options', 1", 1, 1),
        ("sp_who2", 1, 1),
        ("EXECUTE AS LOGIN = 'sa'", 1, 9),
        ("SAVE TRANSACTION a", 1, 1),
        ("SET ROWCOUNT 5", 1, 5),
        ("CREATE TABLE #t (a int)", 1, 1),
        ("CREATE LOGIN [x] WITH PASSWORD = 'y'", 1, 18),
        ("SELECT 1\nGO\nSELECT 2", 2, 1),
        ("SELECT name\n  FROM sys.databases PIVOT (MAX(a) FOR b IN (c)) p", 2, 22),
        ("DBCC TRACEON (9567, -1)", 1, 1),
        ("ALTER AVAILABILITY GROUP [ag] OFFLINE", 1, 31),
        ("ALTER AVAILABILITY GROUP [ag] MODIFY REPLICA ON 'a' WITH (READ_ONLY_ROUTING_LIST = NONE)", 1, 59),
        ("SET ANSI_NULLS OFF", 1, 16),
        ("SELECT {fn NOW()}", 1, 8),
        ("WAITFOR TIME '10:00'", 1, 9),
        ("WAITFOR (RECEIVE * FROM q)", 1, 9),
        ("DECLARE @p sysname = N'p'; EXEC @p 1", 1, 33),
        ("EXEC p 1 WITH RECOMPILE", 1, 10),
        ("SELECT x.c.value('@a', 'int') FROM t AS x", 1, 8),
        ("DECLARE @x int; SELECT @x.value('.', 'int')", 1, 26),
        ("SELECT SUM(a) OVER w FROM t WINDOW w AS (ORDER BY a)", 1, 20),
        ("SELECT NEXT VALUE FOR s", 1, 19),
        ("SELECT a FROM t WHERE CONTAINS(a, 'b')", 1, 23),
        ("SELECT $action", 1, 8),
        ("KILL 53", 1, 1),
        ("", 0, 0),
    ],
)
def test_the_place_is_named(text, line, column):
    if not text:
        assert parse(text).statements == ()
        return
    with pytest.raises(Unsupported) as refusal:
        parse(text)
    assert (refusal.value.line, refusal.value.column) == (line, column)


def test_unknown_functions_are_refused_by_name(session, server):
    with pytest.raises(Unsupported, match="function HASHBYTES at 1:29"):
        session.execute("DROP DATABASE sales; SELECT HASHBYTES('SHA2_256', 'a')")
    assert server.executed == []


def test_deep_nesting_is_refused_instead_of_exhausting_the_stack():
    with pytest.raises(Unsupported, match="nesting"):
        parse("SELECT " + "(" * 500 + "1" + ")" * 500)
    with pytest.raises(Unsupported, match="nest"):
        parse("BEGIN " * 500 + "PRINT 'a'" + " END" * 500)
    with pytest.raises(Unsupported, match="nesting"):
        parse("SELECT " + "- " * 5000 + "1")


def test_damaged_text_never_breaks_the_parser():
    rng = random.Random(11)
    text = (
        "DECLARE @a int = 1; IF EXISTS (SELECT d.[name] FROM sys.databases AS d WHERE d.name LIKE N'x%' ESCAPE '!') "
        "BEGIN TRY ALTER AVAILABILITY GROUP [ag] MODIFY REPLICA ON N'S' WITH (FAILOVER_MODE = MANUAL) END TRY "
        "BEGIN CATCH THROW; END CATCH ELSE SELECT TOP (3) COUNT(*) OVER (PARTITION BY a) FROM (VALUES (1)) v(a) "
    )
    for _ in range(2000):
        damaged = list(text)
        for _ in range(rng.randint(1, 6)):
            place = rng.randrange(len(damaged))
            match rng.randrange(3):
                case 0:
                    del damaged[place]
                case 1:
                    damaged[place] = rng.choice("()[]'\"*,.;=@#%\x00 \nABCdé1")
                case _:
                    del damaged[place : place + rng.randint(1, 30)]
        try:
            parse("".join(damaged))
        except (Unsupported, SqlError):
            continue
