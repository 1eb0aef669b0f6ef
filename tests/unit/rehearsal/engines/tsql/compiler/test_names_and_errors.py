"""Names that don't exist or mean two things, and queries SQL Server refuses: its error numbers."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import Session, SqlError, compile_batch


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("SELECT nosuch FROM sys.databases", 207),
        ("SELECT d.nosuch FROM sys.databases d", 207),
        ("SELECT x.name FROM sys.databases d", 4104),
        ("SELECT name FROM sys.databases WHERE d.name = 'a'", 4104),
        ("SELECT * FROM sys.nosuch", 208),
        ("SELECT * FROM databases", 208),
        ("SELECT * FROM msdb.dbo.nosuch", 208),
        ("SELECT name FROM sys.databases a JOIN sys.databases b ON a.name = b.name", 209),
        ("SELECT * FROM sys.databases JOIN sys.databases ON 1 = 1", 1011),
        ("SELECT name, COUNT(*) FROM sys.databases", 8120),
        ("SELECT COUNT(*) FROM sys.databases GROUP BY state HAVING name = 'a'", 8121),
        ("SELECT COUNT(*) FROM sys.databases GROUP BY state ORDER BY name", 8127),
        ("SELECT name FROM sys.databases WHERE COUNT(*) > 1", 147),
        ("SELECT 1 UNION SELECT 1, 2", 205),
        ("SELECT 1 UNION SELECT 2 ORDER BY state", 104),
        ("SELECT DISTINCT name FROM sys.databases ORDER BY state", 145),
        ("SELECT name FROM sys.databases ORDER BY 2", 108),
        ("SELECT (SELECT 1, 2)", 116),
        ("SELECT (SELECT name FROM sys.databases)", 512),
        ("SELECT @missing", 137),
        ("DECLARE @a int; DECLARE @a int", 134),
        ("DECLARE @a int; SELECT @a = 1, 2", 141),
        ("SELECT ROW_NUMBER() OVER (PARTITION BY name) FROM sys.databases", 4112),
        ("SELECT name FROM sys.databases WHERE ROW_NUMBER() OVER (ORDER BY name) = 1", 4108),
        ("SELECT 1 FROM (SELECT 1) AS x", 8155),
        ("SELECT 1 FROM (SELECT 1 AS a, 2 AS a) AS x", 8156),
        ("SELECT 1 FROM (SELECT 1, 2) AS x(a)", 8158),
        ("WITH x AS (SELECT 1 AS a), x AS (SELECT 2 AS a) SELECT a FROM x", 239),
        ("SELECT LEN('a', 'b')", 174),
        ("SELECT DATEDIFF(fortnight, GETDATE(), GETDATE())", 155),
        ("SELECT 'unclosed", 105),
        ("SELECT /* unclosed 1", 113),
        ("SELECT * FROM sys.dm_os_volume_stats(1) v", 313),
        ("SELECT 'a' WHERE CAST('2026-01-01' AS date) = NEWID()", 206),
    ],
)
def test_the_number_is_sql_servers(error, text, number):
    assert error(text) == number


def test_a_column_of_a_later_version_does_not_exist_yet(server):
    server.major_version = 13
    session = Session(server=server, compile=compile_batch, login="x")
    (found,) = session.execute("SELECT is_contained FROM sys.availability_groups")
    assert isinstance(found, SqlError)
    assert found.number == 207


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("SELECT D.name FROM sys.databases AS d", 4104),
        ("SELECT d.Name FROM sys.databases AS d", 207),
        ("SELECT Databases.name FROM sys.databases", 4104),
        ("SELECT D.* FROM sys.databases AS d", 107),
        ("SELECT d.name FROM sys.databases AS d", None),
        ("SELECT sys.databases.name, databases.name FROM sys.databases", None),
        ("SELECT D.* FROM sys.databases AS D", None),
    ],
)
def test_where_case_tells_names_apart_an_alias_is_one_of_them(server, text, number):
    server.its_collation = "Latin1_General_CS_AS"
    session = Session(server=server, compile=compile_batch, login="x")
    (found,) = session.execute(text)
    assert (found.number if isinstance(found, SqlError) else None) == number


def test_an_unknown_column_stops_the_batch_before_it_begins(session, server):
    outputs = session.execute("DROP DATABASE sales; SELECT nosuch FROM sys.databases")
    assert [output.number for output in outputs] == [207]
    assert server.executed == []


def test_an_unknown_table_is_found_when_its_statement_runs(session, server):
    outputs = session.execute("DROP DATABASE sales; SELECT * FROM sys.nosuch; DROP DATABASE orders")
    assert [output.number for output in outputs] == [3014, 208]
    assert len(server.executed) == 1


def test_errors_know_their_line(session):
    (found,) = session.execute("SELECT name\nFROM sys.databases\nWHERE nosuch = 1")
    assert found.messages[0].line == 3
    outputs = session.execute("PRINT 'a'\n\nSELECT 1/0")
    assert outputs[-1].messages[0].line == 3
