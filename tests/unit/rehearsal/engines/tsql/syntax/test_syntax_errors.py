"""What SQL Server's own parser refuses: its numbers, severity 15, the token and its line; nothing of the batch runs."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "number", "said", "line"),
    [
        ("SELECT * FROM", 102, "Incorrect syntax near 'FROM'.", 1),
        ("SELECT name sys.databases", 102, "Incorrect syntax near '.'.", 1),
        ("SELECT FROM sys.databases", 156, "Incorrect syntax near the keyword 'FROM'.", 1),
        ("SELECT 1,\nFROM sys.databases", 156, "Incorrect syntax near the keyword 'FROM'.", 2),
        ("SELECT (1 + 2", 102, "Incorrect syntax near '2'.", 1),
        ("SELECT 1 + * 2", 102, "Incorrect syntax near '*'.", 1),
        ("SELECT name FROM sys.databases WHERE", 102, "Incorrect syntax near 'WHERE'.", 1),
        ("SELECT name FROM sys.databases ORDER name", 102, "Incorrect syntax near 'name'.", 1),
        ("SELECT name FROM sys.databases LIMIT 3", 102, "Incorrect syntax near '3'.", 1),
        ("SELECT a || b", 102, "Incorrect syntax near '|'.", 1),
        ("SELECT 1 = 1", 102, "Incorrect syntax near '='.", 1),
        ("SELECT 1 = 1 AND 2 = 2", 102, "Incorrect syntax near '='.", 1),
        ("SELECT CASE WHEN 1 THEN 2 END", 4145, None, 1),
        ("SELECT 1 WHERE 1", 4145, None, 1),
        ("IF @@ROWCOUNT PRINT 'a'", 4145, None, 1),
        ("BEGIN PRINT 'a'", 102, "Incorrect syntax near 'a'.", 1),
        ("PRINT 'a' END", 156, "Incorrect syntax near the keyword 'END'.", 1),
        ("DECLARE @a", 102, "Incorrect syntax near '@a'.", 1),
        ("DECLARE @a nosuch", 243, "Type nosuch is not a defined system type.", 1),
        ("DECLARE @a varchar(9000)", 131, None, 1),
        ("DECLARE @a numeric(5, 6)", 192, "The scale must be less than or equal to the precision.", 1),
        ("SET nosuch ON", 195, "'nosuch' is not a recognized SET option.", 1),
        ("PRINT 'a'\nBREAK", 135, None, 2),
        ("CONTINUE", 136, None, 1),
        ("RETURN 1", 178, None, 1),
        ("SELECT 'a", 105, None, 1),
        ("EXEC sp_executesql N'SELECT 1', N'@a int', @a = 1 OUTPUT", 179, None, 1),
        ("SELECT * FROM (SELECT name FROM sys.databases ORDER BY name) AS x", 1033, None, 1),
        ("SELECT 1 WHERE EXISTS (WITH x AS (SELECT 1 AS a) SELECT a FROM x)", 156, None, 1),
    ],
)
def test_number_severity_and_place(session, server, text, number, said, line):
    (found,) = session.execute(text)
    assert found.number == number, found
    assert found.severity == (16 if number in (192, 243) else 15)
    assert said is None or found.text == said
    assert found.messages[0].line == line
    assert server.executed == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("SELECT nosuch(1)", 195),
        ("SELECT dbo.nosuch(1)", 4121),
        ("SELECT LEN()", 174),
        ("SELECT ROUND(1)", 189),
        ("SELECT ROW_NUMBER()", 10753),
        ("SELECT SUM(1) OVER (ROWS UNBOUNDED PRECEDING)", 10756),
        ("SELECT COUNT(DISTINCT 1) OVER ()", 10759),
        ("SELECT ROW_NUMBER() OVER (ORDER BY 1)", 5308),
        ("SELECT SUM(COUNT(*)) FROM sys.databases", 130),
        ("SELECT SUM((SELECT 1)) FROM sys.databases", 130),
        ("SELECT COUNT(*) FROM sys.databases GROUP BY 'a'", 164),
        ("SELECT TOP (-1) name FROM sys.databases", 127),
        ("SELECT TOP (1.5) name FROM sys.databases", 1060),
        ("SELECT TOP (101) PERCENT name FROM sys.databases", 1031),
        ("SELECT TOP (1) WITH TIES name FROM sys.databases", 1062),
        ("SELECT TOP (1) name FROM sys.databases ORDER BY name OFFSET 1 ROW", 10741),
        ("SELECT name FROM sys.databases ORDER BY name OFFSET -1 ROWS", 10742),
        ("SELECT name FROM sys.databases ORDER BY name OFFSET 0 ROWS FETCH NEXT 0 ROWS ONLY", 10744),
        ("EXEC nosuch", 2812),
        ("nosuch 'a'", 2812),
    ],
)
def test_mistakes_that_parse(error, text, number):
    assert error(text) == number


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("SELECT TRIM('a')", 14),
        ("SELECT CONCAT_WS(',', 'a', 'b')", 14),
        ("SELECT TRANSLATE('a', 'a', 'b')", 14),
        ("SELECT STRING_AGG(name, ',') FROM sys.databases", 14),
        ("SELECT GREATEST(1, 2)", 16),
        ("SELECT LEAST(1, 2)", 16),
        ("SELECT DATETRUNC(day, GETDATE())", 16),
    ],
)
def test_a_function_of_a_later_version_is_unknown(server, session, text, since):
    for version in (13, 14, 15, 16):
        server.major_version = version
        (found,) = session.execute(text)
        assert getattr(found, "number", None) == (None if version >= since else 195), version


def test_is_distinct_from_came_with_2022(server, session):
    text = "SELECT 1 WHERE NULL IS NOT DISTINCT FROM NULL AND 1 IS DISTINCT FROM NULL"
    assert session.execute(text)[0].rows == [(1,)]
    server.major_version = 15
    assert session.execute(text)[0].number == 156
