"""sqlglot reads T-SQL, too: what our parser accepts as a query, it must accept as one, of the same shape."""

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from rehearsal.engines.tsql import parse
from rehearsal.engines.tsql.syntax import nodes, statements
from tests.repository import ROOT

SHIPPED = sorted(path for path in (ROOT / "ssm_documents" / "sql").rglob("*.sql") if path.parent.name != "grants")
OWN = [
    "SELECT a.x, COUNT(*) FROM t AS a LEFT JOIN u b ON a.x = b.x WHERE a.y IN (1, 2) GROUP BY a.x HAVING COUNT(*) > 1",
    "WITH c AS (SELECT 1 AS a) SELECT TOP (3) a FROM c WHERE EXISTS (SELECT 1 FROM c d WHERE d.a = c.a) ORDER BY a",
    "SELECT x FROM (VALUES (1), (2)) AS v(x) CROSS APPLY (SELECT v.x AS y) AS w",
    "SELECT CASE WHEN a IS NULL THEN 1 ELSE 2 END, ROW_NUMBER() OVER (PARTITION BY b ORDER BY c) FROM t",
    "SELECT TOP (5) PERCENT a, SUM(b) OVER (ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY a",
    "SELECT a FROM t WHERE a > ALL (SELECT b FROM u WHERE u.c = t.c) EXCEPT SELECT d FROM v ORDER BY a",
    "SELECT STUFF((SELECT ',' + b FROM u WHERE u.a = t.a FOR XML PATH('')), 1, 1, '') FROM t",
    "SELECT a, LAG(b, 1, 0) OVER (PARTITION BY c ORDER BY d DESC) FROM t FULL JOIN u ON t.a = u.a AND t.b IS NULL",
    "SELECT d.a, x.n FROM t AS d OUTER APPLY (SELECT TOP (1) e.n FROM u AS e WHERE e.a = d.a ORDER BY e.n DESC) AS x",
    "SELECT CAST(a AS nvarchar(36)), CONVERT(varchar(33), b, 126), ISNULL(c, 0) FROM t WHERE d LIKE N'x!_' ESCAPE '!'",
]


def _asks(text):
    return any(isinstance(statement, statements.QueryStatement) for statement in parse(text).statements)


def _texts():
    for path in SHIPPED:
        text = path.read_text(encoding="utf-8")
        if "{" not in text and _asks(text):
            yield pytest.param(text, id=path.stem)
    for number, text in enumerate(OWN):
        yield pytest.param(text, id=f"own-{number}")


def _tables(node):
    """Names of all tables in our tree, wherever they stand."""
    match node:
        case nodes.TableName():
            yield node.parts[-1].lower()
        case nodes.Node():
            for name in node.__dataclass_fields__:
                yield from _tables(getattr(node, name))
        case tuple():
            for part in node:
                yield from _tables(part)


def _their_tables(tree):
    """Names of all tables in theirs; a function in FROM, such as sys.dm_os_volume_stats(1, 2), has none."""
    for table in tree.find_all(exp.Table):
        if isinstance(table.this, exp.Func):
            assert not table.name
        else:
            yield table.name.lower()


def test_every_look_that_ships_is_a_query():
    looks = [path for path in SHIPPED if path.parent.name == "observe"]
    assert len(looks) > 20
    assert [path.stem for path in looks if not _asks(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("text", list(_texts()))
def test_sqlglot_reads_the_same_query(text):
    for statement in parse(text).statements:
        if isinstance(statement, statements.QueryStatement):
            break
    else:
        pytest.fail("no query in it")
    theirs = sqlglot.parse_one(text.strip().rstrip(";"), read="tsql")
    assert isinstance(theirs, exp.Query)
    assert not list(theirs.find_all(exp.Command))
    assert sorted(_tables(statement)) == sorted(_their_tables(theirs))
