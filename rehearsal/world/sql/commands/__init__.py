"""The FailoverClusters cmdlets; `SQL_COMMANDS` is their table."""

from rehearsal.world.sql.commands.failover_clusters import SQL_COMMANDS

__all__ = ["SQL_COMMANDS"]
