"""A T-SQL engine: parses batches, compiles queries to functions, and runs them over a server model.

Start: `Session(server=…, compile=compile_batch, login=…).execute(text)`; README.md says what is covered and refused.
"""

from rehearsal.engines.tsql.compiler.batch import compile_batch
from rehearsal.engines.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError, Unsupported
from rehearsal.engines.tsql.runtime.results import Output, ResultColumn, ResultSet
from rehearsal.engines.tsql.runtime.session import CommandTimeoutError, Parameters, Server, Session
from rehearsal.engines.tsql.syntax.statement_parser import parse
from rehearsal.engines.tsql.values.values import Variant

__all__ = [
    "CommandTimeoutError",
    "ConnectionBrokenError",
    "Output",
    "Parameters",
    "ResultColumn",
    "ResultSet",
    "Server",
    "ServerMessage",
    "Session",
    "SqlError",
    "Unsupported",
    "Variant",
    "compile_batch",
    "parse",
]
