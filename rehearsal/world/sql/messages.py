"""SQL Server's error texts that the model sends, by number. Source: Database Engine error lists
[availability-groups#errors-refused]."""

from __future__ import annotations

from rehearsal.engines.tsql import SqlError

CONFIGURATION_CHANGED = 41184
NOT_ONLINE_IN_TIME = 41131

_TEXTS = {
    911: "Database '{name}' does not exist. Make sure that the name is entered correctly.",
    1205: (
        "Transaction (Process ID 51) was deadlocked on lock resources with another process and has been chosen as "
        "the deadlock victim. Rerun the transaction."
    ),
    1222: "Lock request time out period exceeded.",
    1408: (
        'The remote copy of database "{name}" is not recovered far enough to enable database mirroring or to '
        "join it to the availability group. You need to apply missing log records to the remote database by "
        "restoring the current log backups from the principal/primary database."
    ),
    1468: (
        'The operation cannot be performed on database "{name}" because it is involved in a database mirroring session '
        "or an availability group. Some operations are not allowed on a database that is participating in a database "
        "mirroring session or in an availability group."
    ),
    3104: (
        "RESTORE cannot operate on database '{name}' because it is configured for database mirroring or has joined an "
        "availability group. If you intend to restore the database, use ALTER DATABASE to remove mirroring or to "
        "remove the database from its availability group."
    ),
    5058: "Option '{name}' cannot be set in database 'master'.",
    1478: (
        'The mirror database, "{name}", has insufficient transaction log data to preserve the log backup chain '
        "of the principal database.  This may happen if a log backup from the principal database has not been "
        "taken or has not been restored on the mirror database."
    ),
    1801: "Database '{name}' already exists. Choose a different database name.",
    3201: ("Cannot open backup device '{path}'. Operating system error 2(The system cannot find the file specified.)."),
    3059: "This BACKUP or RESTORE command is not supported on a database mirror or secondary replica.",
    3154: "The backup set holds a backup of a database other than the existing '{name}' database.",
    3013: "BACKUP DATABASE is terminating abnormally.",
    3701: "Cannot drop the database '{name}', because it does not exist or you do not have permission.",
    3708: "Cannot drop the database '{name}' because it is a system database.",
    3752: (
        "The database '{name}' is currently joined to an availability group.  Before you can drop the "
        "database, you need to remove it from the availability group."
    ),
    5011: (
        "User does not have permission to alter database '{name}', the database does not exist, or the "
        "database is not in a state that allows access checks."
    ),
    5120: (
        'Unable to open the physical file "{path}". Operating system error 2: "2(The system cannot find the '
        'file specified.)".'
    ),
    15151: "Cannot alter the availability group '{name}', because it does not exist or you do not have permission.",
    15247: "User does not have permission to perform this action.",
    15025: "The server principal '{name}' already exists.",
    35208: (
        "Availability-group DDL operations are permitted only when you are using the master database.  Run the "
        "USE MASTER statement, and retry your availability-group DDL command."
    ),
    35210: (
        "Failed to modify options for availability replica '{server}' in availability group '{name}'.  The "
        "availability group does not contain an availability replica with the specified name.  Verify that "
        "availability group name and availability replica name are correct, then retry the operation."
    ),
    35211: (
        "The specified command is invalid because the AUTOMATIC failover mode is not supported by the "
        "ASYNCHRONOUS_COMMIT availability mode."
    ),
    35212: "The number of replicas configured for synchronous commit exceeds the maximum allowed number.",
    35213: "The number of replicas configured for automatic failover exceeds the maximum allowed number.",
    35216: (
        "An error occurred while adding or removing a log truncation holdup to build secondary replica from "
        "primary availability database '{name}'. Retry the operation."
    ),
    35220: (
        "Could not process the operation. Always On Availability Groups replica manager is waiting for the "
        "host computer to start a Windows Server Failover Clustering (WSFC) cluster and join it. Either the "
        "local computer is not a cluster node, or the local cluster node is not online."
    ),
    35221: (
        "Could not process the operation. Always On Availability Groups replica manager is disabled on this "
        "instance of SQL Server."
    ),
    35222: (
        "Could not process the operation. Always On Availability Groups does not have permissions to access "
        "the Windows Server Failover Clustering (WSFC) cluster."
    ),
    35238: (
        "Database '{name}' cannot be added to availability group '{group}'.  The database does not exist on "
        "this server instance."
    ),
    35239: (
        "The ALTER DATABASE <database-name> SET HADR SUSPEND (or SET HADR RESUME) statement failed on database "
        "'{name}' of availability group '{group}'.  Either the availability group does not contain the "
        "specified database, or the database has not joined the availability group, or the database has not "
        "yet started."
    ),
    35240: (
        "Database '{name}' cannot be joined to or unjoined from availability group '{group}'. This operation "
        "is not supported on the primary replica of the availability group."
    ),
    35242: (
        "Cannot complete this ALTER DATABASE <database-name> SET HADR operation on database '{name}'.  The "
        "database is not joined to an availability group.  After the database has joined the availability "
        "group, retry the command."
    ),
    35248: (
        "The specified value for REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT exceeds the number of synchronous "
        "secondary replicas that are possible."
    ),
    35250: "The connection to the primary replica is not active.  The command cannot be processed.",
    35251: (
        "This command can be run only on the primary replica.  Connect to the primary replica, and retry the command."
    ),
    35280: (
        "Database '{name}' cannot be added to availability group '{group}'.  The database is already joined to "
        "an availability group."
    ),
    41100: "The availability group '{name}' and/or its local availability replica does not exist.",
    41104: (
        "Failover of the availability group '{name}' to the local replica failed because the availability "
        "group resource did not come online due to a previous error."
    ),
    41105: (
        "Failed to create the Windows Server Failover Clustering (WSFC) resource with name '{name}' and type "
        "'SQL Server Availability Group'.  The resource type is not registered in the WSFC cluster."
    ),
    41106: (
        "Cannot create an availability replica for availability group '{name}'.  An availability replica of "
        "the specified availability group already exists on this instance of SQL Server."
    ),
    41113: (
        "Cannot failover availability group '{name}' to this instance of SQL Server because a failover command "
        "is already pending on the local replica of this availability group."
    ),
    41122: (
        "Cannot failover availability group '{name}' to this instance of SQL Server.  The local availability "
        "replica is already the primary replica of the availability group."
    ),
    41123: (
        "The Windows Server Failover Clustering (WSFC) group that hosts availability group '{name}' is moving "
        "to another node, or is in another state that doesn't allow the operation (error code 5908). Retry the "
        "operation."
    ),
    41125: (
        "Availability group '{name}' failed to process the FAILOVER command.  The cluster was started with "
        "forced quorum: only a forced failover is possible."
    ),
    41131: (
        "Failed to bring availability group '{name}' online.  The operation timed out. If this is a Windows "
        "Server Failover Clustering (WSFC) availability group, verify that the local WSFC node is online."
    ),
    41138: (
        "Cannot accept AlwaysOn Availability Groups operation on database '{name}'.  The database is currently "
        "processing another operation.  Retry the operation."
    ),
    41140: (
        "Availability group '{name}' cannot process the ALTER AVAILABILITY GROUP command, because the local "
        "availability replica is not the primary replica.  Connect to the server instance that is currently "
        "hosting the primary replica of this availability group, and rerun the command."
    ),
    41142: (
        "The availability replica for availability group '{name}' on this instance of SQL Server cannot become "
        "the primary replica. One or more databases are not synchronized or have not joined the availability "
        "group."
    ),
    41145: "Cannot join availability group '{name}'. The local replica has already joined the availability group.",
    41148: (
        "Cannot add or join database '{name}' to availability group '{group}'.  The database does not exist on "
        "this instance of SQL Server."
    ),
    41165: (
        "A timeout error occurred while waiting to access the local availability replica of availability group "
        "'{name}'. The availability replica is currently being accessed by another operation. Retry the "
        "operation."
    ),
    41184: (
        "Failed to modify the availability replica configuration for availability group '{name}'.  The "
        "availability group configuration has been updated. However, the operation encountered an error while "
        "applying the new configuration to the local availability replica, and has been terminated."
    ),
    41190: (
        "Availability group '{name}' failed to process the ALTER AVAILABILITY GROUP command.  The local "
        "availability replica is not in a state that could process the command."
    ),
}


_SHORTENED = {
    1412: (
        "The remote copy of database '{name}' has not been rolled forward to a point in time that is encompassed in "
        "the local copy of the database log."
    ),
    9002: "The transaction log for database '{name}' is full due to 'AVAILABILITY_REPLICA'.",
    35201: (
        "A connection timeout has occurred while attempting to establish a connection to availability replica "
        "'{server}'."
    ),
    35206: (
        "A connection timeout has occurred on a previously established connection to availability replica '{server}'."
    ),
    35207: "Connection attempt on availability group '{name}' failed.",
    35217: "The thread pool for Always On Availability Groups was unable to start a new worker thread.",
    35244: (
        "Database '{name}' cannot be added to availability group '{group}'.  The database is currently joined to "
        "another availability group."
    ),
    35252: "The command can only be run on a secondary database.",
    35253: "Database '{name}' is not in the correct state to become the primary database.",
    35254: "An error occurred while accessing the availability group metadata.",
    35279: "The attempt to join database '{name}' to the availability group was rejected by the primary database.",
    41128: "Failed to perform database operation '{name}' on database.",
    41132: (
        "Cannot join database '{name}' to availability group '{group}'.  The specified database does not belong to "
        "the availability group."
    ),
    41134: (
        "Cannot bring the availability group '{name}' online.  The local instance was not the previous primary "
        "replica when the availability group went offline, not all databases are synchronized, and no force failover "
        "command was issued on the local availability replica."
    ),
    41143: "Cannot process the operation.  The local replica of availability group '{name}' is in a failed state.",
    41144: "The local availability replica of availability group '{name}' is in a failed state.",
    41146: (
        "Failed to bring availability group '{name}' online.  The Windows Server Failover Clustering (WSFC) service "
        "may not be running, or it may not be accessible in its current state."
    ),
    41149: (
        "Operation on the availability group '{name}' has been cancelled or terminated, either because of a "
        "connection timeout or cancellation by user."
    ),
    41151: (
        "Error accessing the Availability Groups manager.  The local Availability Groups manager has not been "
        "initialized."
    ),
    41158: "Failed to join local availability replica to availability group '{name}'.",
    41160: "Failed to designate the local availability replica of availability group '{name}' as the primary replica.",
    41163: (
        "An error occurred while waiting for the local availability replica of availability group '{name}' to "
        "transition to the primary role."
    ),
    41181: "The local availability replica of availability group '{name}' did not become primary.",
    41183: (
        "Failed to modify availability replica options for availability group '{name}'.  Before the availability "
        "group configuration could be updated, the operation was cancelled."
    ),
    41191: (
        "The local availability replica of availability group '{name}' cannot become the primary replica.  The last "
        "known primary replica was of a higher version."
    ),
    41195: (
        "Availability group '{name}' failed to process the SET (ROLE = SECONDARY) command.  The local replica is "
        "already in the SECONDARY role."
    ),
}
"""Numbers of [availability-groups#errors-infrastructure] that only faults bring up, their texts shortened."""
_SEVERITIES = {1205: 13, 9002: 17, 3701: 11, 5011: 14, 3013: 16}


def error(number: int, severity: int | None = None, **names: str) -> SqlError:
    """The error with its text; names that the text wants and nobody gave stay empty. A deadlock ends its batch."""
    template = _TEXTS.get(number) or _SHORTENED.get(number, f"Error {number}.")
    blanks = {"name": "", "group": "", "server": "", "path": ""}
    return SqlError(
        number,
        template.format(**{**blanks, **names}),
        severity=_SEVERITIES.get(number, 16) if severity is None else severity,
        batch_aborting=number == 1205,
    )


def text_of(number: int, *, name: str) -> str:
    return error(number, name=name).text
