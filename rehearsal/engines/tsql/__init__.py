"""A T-SQL engine: parses batches, compiles queries to functions, and runs them over a server model.

Start: `Session(server=…, login=…).execute(text)`; README.md says what is covered and what is refused.
"""

from rehearsal.engines.tsql.compiler.plan import ResultColumn
from rehearsal.engines.tsql.compiler.results import Output, ResultSet
from rehearsal.engines.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError, Unsupported
from rehearsal.engines.tsql.server import Server
from rehearsal.engines.tsql.session import CommandTimeoutError, Session
from rehearsal.engines.tsql.syntax.parse_statements import parse
from rehearsal.engines.tsql.values.values import Variant

__all__ = [
    "CommandTimeoutError",
    "ConnectionBrokenError",
    "Output",
    "ResultColumn",
    "ResultSet",
    "Server",
    "ServerMessage",
    "Session",
    "SqlError",
    "Unsupported",
    "Variant",
    "parse",
]
