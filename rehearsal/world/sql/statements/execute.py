"""What DDL, backup and permission statements do to the model: one entry, `execute`, and the faults planned there.

Fault point `sql.statement` (context node, statement: the class name, `FailOver`, `ModifyReplica`, `DropDatabase` …):
- FAIL: error number `error`, before anything happened (41184: after it happened, as its text says; 41131 on a
  FailOver: the group comes back where it was, the message has severity 10);
- LATE: it takes `seconds` longer; HANG: it never answers (the client's time-out ends it; the statement has no effect);
- LOST: it is done, but the connection breaks before the client hears of it;
- KILL: the script that sent it dies before it, or, with `after`, when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.engines.tsql import ConnectionBrokenError, Session, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.statements import ServerStatement
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.messages import CONFIGURATION_CHANGED, NOT_ONLINE_IN_TIME, error
from rehearsal.world.sql.statements import backup_restore as backups
from rehearsal.world.sql.statements import ddl_databases, ddl_encryption, ddl_groups, ddl_modules, ddl_security
from rehearsal.world.windows.system.process import ProcessEnded

Handler = Callable[[Instance, Any, Session], None]
_HANDLERS: Mapping[type[ServerStatement], Handler] = {
    statements.FailOver: ddl_groups.fail_over,
    statements.ModifyReplica: ddl_groups.modify_replica,
    statements.AddReplica: ddl_groups.add_replica,
    statements.RemoveReplica: ddl_groups.remove_replica,
    statements.JoinGroup: ddl_groups.join_group,
    statements.GrantCreateAnyDatabase: ddl_groups.grant_create_any_database,
    statements.SetGroupOptions: ddl_groups.set_options,
    statements.AddGroupDatabase: ddl_groups.add_database,
    statements.RemoveGroupDatabase: ddl_groups.remove_database,
    statements.CreateAvailabilityGroup: ddl_groups.create_group,
    statements.DropAvailabilityGroup: ddl_groups.drop_group,
    statements.AlterDatabaseHadr: ddl_databases.set_hadr,
    statements.SetDatabaseOption: ddl_databases.set_option,
    statements.CreateDatabase: ddl_databases.create,
    statements.DropDatabase: ddl_databases.drop,
    statements.Backup: backups.back_up,
    statements.Restore: backups.restore,
    statements.AlterAuthorization: ddl_security.alter_authorization,
    statements.CreateLogin: ddl_security.create_login,
    statements.AlterLogin: ddl_security.alter_login,
    statements.DropLogin: ddl_security.drop_login,
    statements.CreateEndpoint: ddl_security.create_endpoint,
    statements.AlterEndpoint: ddl_security.alter_endpoint,
    statements.PermissionChange: ddl_security.change_permission,
    statements.AlterServerRole: ddl_security.alter_server_role,
    statements.CreateProcedure: ddl_modules.create_procedure,
    statements.CreateCertificate: ddl_modules.create_certificate,
    statements.CreateMasterKey: ddl_encryption.create_master_key,
    statements.BackupCertificate: ddl_encryption.back_up_certificate,
    statements.RestoreCertificate: ddl_encryption.restore_certificate,
    statements.AlterCertificate: ddl_modules.remove_private_key,
    statements.DropCertificate: ddl_modules.drop_certificate,
    statements.AddSignature: ddl_modules.add_signature,
    statements.CreateUser: ddl_modules.create_user,
    statements.Checkpoint: ddl_databases.checkpoint,
}


def execute(server: Instance, statement: ServerStatement, session: Session) -> None:
    """Carries the statement out, with what the run's faults have in store for it."""
    handler = _HANDLERS.get(type(statement))
    if handler is None:
        raise Unsupported(f"{type(statement).__name__} (the model doesn't carry it out)")
    name = type(statement).__name__
    fault = server.world.fault("sql.statement", node=server.host.name, statement=name)
    kind = None if fault is None else fault.kind
    if fault is not None:
        number = int(fault.error or 0)
        if kind is FaultKind.LATE:
            session.sleep(fault.seconds)
        elif kind is FaultKind.HANG:
            session.sleep(fault.seconds or 1e8)
        elif kind is FaultKind.FAIL and number == NOT_ONLINE_IN_TIME and isinstance(statement, statements.FailOver):
            ddl_groups.not_brought_online(server, statement, session)
            return
        elif kind is FaultKind.FAIL and number != CONFIGURATION_CHANGED:
            raise error(number)
        elif kind is FaultKind.KILL and not fault.after:
            raise ProcessEnded
    handler(server, statement, session)
    if kind is FaultKind.KILL:
        raise ProcessEnded
    if kind is FaultKind.FAIL:
        raise error(CONFIGURATION_CHANGED)
    if kind is FaultKind.LOST:
        raise ConnectionBrokenError(
            10054,
            "A transport-level error has occurred when receiving results from the server. (provider: TCP Provider, "
            "error: 0 - An existing connection was forcibly closed by the remote host.)",
        )
