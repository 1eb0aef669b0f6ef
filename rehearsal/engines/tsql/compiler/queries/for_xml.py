"""SELECT … FOR XML PATH (''): all rows as one text, how texts are joined before STRING_AGG (2017).

A column without a name is text, one with a name an element; NULL is nothing; no rows are NULL.
Source: Use PATH mode with FOR XML.
"""

from __future__ import annotations

import html
import re

from rehearsal.engines.tsql.compiler.interfaces import Queries
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.runtime.compiled import Plan, Run
from rehearsal.engines.tsql.runtime.results import ResultColumn
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import conversion, types
from rehearsal.engines.tsql.values.values import Row

_NAME = "XML_F52E2B61-18A1-11d1-B105-00805F49916B"
_TEXT = types.nvarchar(types.MAX_LENGTH)
_PLAIN_NAME = re.compile(r"[A-Za-z_][\w.-]*")


def joined_as_xml(queries: Queries, query: nodes.ForXml, parent: Scope | None) -> Plan:
    inner = queries.plan(query.query, parent)
    changes = []
    for column in inner.columns:
        if column.name and not _PLAIN_NAME.fullmatch(column.name):
            raise queries.context.unsupported(f"an element called {column.name!r} FOR XML", query.place)
        style = 126 if column.type.kind in types.DATETIMES else None
        changes.append((column.name, conversion.converter(column.type, _TEXT, style)))

    def shown(row: Row) -> str:
        parts = []
        for value, (name, change) in zip(row, changes, strict=True):
            if value is not None:
                text = html.escape(value if change is None else change(value), quote=False)
                parts.append(f"<{name}>{text}</{name}>" if name else text)
        return "".join(parts)

    def run(at: Run) -> list[Row]:
        rows = inner.run(at)
        return [("".join(shown(row) for row in rows),)] if rows else []

    return Plan(queries.context.new_slot(), (ResultColumn(_NAME, _TEXT),), run, inner.correlated)
