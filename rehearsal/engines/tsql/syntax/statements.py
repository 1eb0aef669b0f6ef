"""The statements of a batch: frozen nodes that the session interprets or hands to the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rehearsal.engines.tsql.syntax.nodes import Expression, Name, Node, Query
from rehearsal.engines.tsql.values.types import SqlType


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    pass


# --- control of flow, run by the session ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryStatement(Statement):
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare(Statement):
    variables: tuple[tuple[str, SqlType, Expression | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVariable(Statement):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOption(Statement):
    """SET NOCOUNT ON, SET XACT_ABORT ON …: `option` upper case."""

    option: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Statement):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    condition: Expression
    then: Statement
    otherwise: Statement | None


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Statement):
    condition: Expression
    body: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Break(Statement):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Statement):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Statement):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TryCatch(Statement):
    attempt: Block
    handler: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(Statement):
    number: Expression | None
    message: Expression | None
    state: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseError(Statement):
    message: Expression
    severity: Expression
    state: Expression
    arguments: tuple[Expression, ...]
    options: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Print(Statement):
    message: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFor(Statement):
    delay: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Statement):
    database: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Node):
    """An argument of EXEC: with a name when one was given; `output` variables get the parameter's value back."""

    name: str | None
    value: Expression
    output: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecuteText(Statement):
    """EXEC (text), or EXEC sp_executesql text, declarations, values; `status` gets what the procedure returns."""

    text: Expression
    declarations: Expression | None = None
    values: tuple[Argument, ...] = ()
    status: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecuteProcedure(Statement):
    """EXEC of a stored procedure; `name` in small letters, its parts joined by dots."""

    name: str
    values: tuple[Argument, ...] = ()
    status: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction(Statement):
    """BEGIN, COMMIT or ROLLBACK TRANSACTION."""

    action: str


# --- what the server itself carries out -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatement(Statement):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterAvailabilityGroup(ServerStatement):
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailOver(AlterAvailabilityGroup):
    allow_data_loss: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifyReplica(AlterAvailabilityGroup):
    """`options` by upper-case name, values upper case for keywords and as written for strings and numbers."""

    server: str
    options: Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddReplica(AlterAvailabilityGroup):
    server: str
    options: Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveReplica(AlterAvailabilityGroup):
    server: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinGroup(AlterAvailabilityGroup):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantCreateAnyDatabase(AlterAvailabilityGroup):
    deny: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGroupOptions(AlterAvailabilityGroup):
    options: Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddGroupDatabase(AlterAvailabilityGroup):
    database: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveGroupDatabase(AlterAvailabilityGroup):
    database: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAvailabilityGroup(ServerStatement):
    group: str
    options: Mapping[str, str | int]
    databases: tuple[str, ...]
    replicas: tuple[tuple[str, Mapping[str, str | int]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAvailabilityGroup(ServerStatement):
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterDatabaseHadr(ServerStatement):
    """ALTER DATABASE … SET HADR; `action` is OFF, SUSPEND, RESUME or AVAILABILITY GROUP (then `group` is its name)."""

    database: str | None
    action: str
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDatabaseOption(ServerStatement):
    """ALTER DATABASE … SET RECOVERY FULL, OFFLINE, ONLINE, …"""

    database: str | None
    option: str
    value: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropDatabase(ServerStatement):
    databases: tuple[str, ...]
    if_exists: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDatabase(ServerStatement):
    database: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup(ServerStatement):
    """`kind` is DATABASE or LOG; `options` as in ModifyReplica, flags with the value ON."""

    kind: str
    database: Expression | str
    targets: tuple[tuple[str, Expression], ...]
    options: Mapping[str, Expression | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(ServerStatement):
    kind: str
    database: Expression | str
    origins: tuple[tuple[str, Expression], ...]
    options: Mapping[str, Expression | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterAuthorization(ServerStatement):
    database: str
    principal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint(ServerStatement):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateLogin(ServerStatement):
    """FROM WINDOWS, or FROM CERTIFICATE."""

    login: str
    certificate: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterLogin(ServerStatement):
    """`action` is ENABLE or DISABLE."""

    login: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropLogin(ServerStatement):
    login: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateEndpoint(ServerStatement):
    """A DATABASE_MIRRORING endpoint over TCP."""

    endpoint: str
    port: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterEndpoint(ServerStatement):
    """`state` is STARTED, STOPPED or DISABLED."""

    endpoint: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateProcedure(ServerStatement):
    """CREATE OR ALTER PROCEDURE; `body` begins at the line where it stands in its batch."""

    name: Name
    parameters: tuple[tuple[str, SqlType], ...]
    body: str
    or_alter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCertificate(ServerStatement):
    """CREATE CERTIFICATE … ENCRYPTION BY PASSWORD: a self-signed one."""

    certificate: str
    password: str
    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateMasterKey(ServerStatement):
    """CREATE MASTER KEY ENCRYPTION BY PASSWORD."""

    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupCertificate(ServerStatement):
    """BACKUP CERTIFICATE … TO FILE WITH PRIVATE KEY; `password` encrypts the key's file."""

    certificate: str
    file: str
    key_file: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreCertificate(ServerStatement):
    """CREATE CERTIFICATE … FROM FILE WITH PRIVATE KEY, from what BACKUP CERTIFICATE wrote."""

    certificate: str
    file: str
    key_file: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterCertificate(ServerStatement):
    """ALTER CERTIFICATE … REMOVE PRIVATE KEY."""

    certificate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropCertificate(ServerStatement):
    certificate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSignature(ServerStatement):
    """ADD SIGNATURE TO a procedure BY CERTIFICATE."""

    module: Name
    certificate: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateUser(ServerStatement):
    """CREATE USER … FOR LOGIN, in the current database."""

    user: str
    login: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionChange(ServerStatement):
    """GRANT, DENY or REVOKE of permissions; `securable` is None for the server itself, else (class, name)."""

    verb: str
    permissions: tuple[str, ...]
    securable: tuple[str, Name] | None
    principal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterServerRole(ServerStatement):
    role: str
    verb: str
    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(Node):
    statements: tuple[Statement, ...]
    text: str
