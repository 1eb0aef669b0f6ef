"""System.Data.SqlClient and the part of System.Data it needs; importing the package fills WINDOWS_TYPES."""

from rehearsal.world.sql.client import adapter, command, connection, data_types, failures, reader, tables
from rehearsal.world.sql.client.real_members import close_types

__all__ = ["adapter", "command", "connection", "data_types", "failures", "reader", "tables"]

close_types()
