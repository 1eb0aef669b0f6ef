"""A T-SQL engine: parses batches, compiles queries to functions, and runs them over a server model.

Start: `Session(server=…, login=…).execute(text)`; README.md says what is covered and what is refused.
"""

from rehearsal.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError, Unsupported
from rehearsal.tsql.output import Output, ResultSet
from rehearsal.tsql.parse_statements import parse
from rehearsal.tsql.plan import ResultColumn
from rehearsal.tsql.server import Server
from rehearsal.tsql.session import CommandTimeoutError, Session
from rehearsal.tsql.values import Variant

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
