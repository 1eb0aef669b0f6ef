"""DDL, backup, restore and permissions: the statements that the server itself carries out.

Source: the syntax diagrams of ALTER/CREATE/DROP AVAILABILITY GROUP, ALTER DATABASE SET HADR, DROP DATABASE, BACKUP,
RESTORE, ALTER AUTHORIZATION, GRANT Server Permissions (Transact-SQL). Clauses the model has no use for are refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.lexer import TokenKind
from rehearsal.engines.tsql.syntax.module_parser import ModuleParser
from rehearsal.engines.tsql.syntax.nodes import Expression, Place
from rehearsal.engines.tsql.syntax.statements import Statement

_REPLICA_OPTIONS: Mapping[str, tuple[str, ...] | type[int] | type[str]] = {
    "ENDPOINT_URL": str,
    "AVAILABILITY_MODE": ("SYNCHRONOUS_COMMIT", "ASYNCHRONOUS_COMMIT", "CONFIGURATION_ONLY"),
    "FAILOVER_MODE": ("AUTOMATIC", "MANUAL", "EXTERNAL"),
    "SEEDING_MODE": ("AUTOMATIC", "MANUAL"),
    "BACKUP_PRIORITY": int,
    "SESSION_TIMEOUT": int,
}
_ROLE_OPTIONS = {
    "SECONDARY_ROLE": ("NO", "READ_ONLY", "ALL"),
    "PRIMARY_ROLE": ("READ_WRITE", "ALL"),
}
_GROUP_OPTIONS: Mapping[str, tuple[str, ...] | type[int] | type[str]] = {
    "REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT": int,
    "DB_FAILOVER": ("ON", "OFF"),
    "FAILURE_CONDITION_LEVEL": int,
    "HEALTH_CHECK_TIMEOUT": int,
    "AUTOMATED_BACKUP_PREFERENCE": ("PRIMARY", "SECONDARY_ONLY", "SECONDARY", "NONE"),
    "DTC_SUPPORT": ("PER_DB", "NONE"),
    "CLUSTER_TYPE": ("WSFC", "EXTERNAL", "NONE"),
}
_FLAGS_OF_GROUP = frozenset({"BASIC", "CONTAINED"})
_DATABASE_STATES = frozenset({"ONLINE", "OFFLINE", "EMERGENCY", "READ_ONLY", "READ_WRITE", "MULTI_USER", "SINGLE_USER"})
_BACKUP_FLAGS = frozenset(
    {
        "COPY_ONLY", "COMPRESSION", "NO_COMPRESSION", "CHECKSUM", "NO_CHECKSUM", "INIT", "NOINIT", "FORMAT",
        "NOFORMAT", "SKIP", "NOSKIP", "DIFFERENTIAL", "STOP_ON_ERROR", "CONTINUE_AFTER_ERROR",
    }
)  # fmt: skip
_BACKUP_VALUES = frozenset(
    {"STATS", "NAME", "DESCRIPTION", "BUFFERCOUNT", "MAXTRANSFERSIZE", "BLOCKSIZE", "CREDENTIAL"}
)
_RESTORE_FLAGS = frozenset({"NORECOVERY", "RECOVERY", "REPLACE", "CHECKSUM", "NO_CHECKSUM", "RESTRICTED_USER"})
_RESTORE_VALUES = frozenset({"STATS", "FILE", "BUFFERCOUNT", "MAXTRANSFERSIZE", "BLOCKSIZE", "CREDENTIAL"})


class ServerStatementParser(ModuleParser):
    """The part of the parser for what the server itself carries out."""

    def server_statement(self, place: Place) -> Statement:
        match (self.token.upper, self.peek().upper):
            case ("ALTER", "AVAILABILITY"):
                self.expect("ALTER", "AVAILABILITY", "GROUP")
                return self._alter_group(place, self.name())
            case ("CREATE", "AVAILABILITY"):
                return self._create_group(place)
            case ("DROP", "AVAILABILITY"):
                self.expect("DROP", "AVAILABILITY", "GROUP")
                return statements.DropAvailabilityGroup(place=place, group=self.name())
            case ("ALTER", "DATABASE"):
                return self._alter_database(place)
            case ("CREATE", "DATABASE"):
                self.expect("CREATE", "DATABASE")
                return statements.CreateDatabase(place=place, database=self.name())
            case ("DROP", "DATABASE"):
                return self._drop_database(place)
            case ("BACKUP", "CERTIFICATE") | ("CREATE", "MASTER"):
                return self.module_statement(place)
            case ("BACKUP", _):
                return self._backup(place)
            case ("RESTORE", _):
                return self._restore(place)
            case ("ALTER", "AUTHORIZATION"):
                return self._alter_authorization(place)
            case ("ALTER", "SERVER"):
                return self._alter_server_role(place)
            case ("CREATE", "LOGIN"):
                self.expect("CREATE", "LOGIN")
                login = self.name()
                self.expect("FROM")
                source = self.expect_any("WINDOWS", "CERTIFICATE")
                certificate = self.name() if source == "CERTIFICATE" else None
                return statements.CreateLogin(place=place, login=login, certificate=certificate)
            case ("ALTER", "LOGIN"):
                self.expect("ALTER", "LOGIN")
                login = self.name()
                return statements.AlterLogin(place=place, login=login, action=self.expect_any("ENABLE", "DISABLE"))
            case ("DROP", "LOGIN"):
                self.expect("DROP", "LOGIN")
                return statements.DropLogin(place=place, login=self.name())
            case ("CREATE" | "ALTER", "ENDPOINT"):
                return self._endpoint(place)
            case ("GRANT" | "DENY" | "REVOKE", _):
                return self._permission(place)
            case ("CREATE" | "ALTER" | "DROP", "CERTIFICATE") | ("ADD", "SIGNATURE") | ("CREATE", "USER"):
                return self.module_statement(place)
            case ("CREATE" | "ALTER", "OR" | "PROCEDURE" | "PROC"):
                return self.create_procedure(place)
            case ("CHECKPOINT", _):
                self.advance()
                return statements.Checkpoint(place=place)
            case _:
                raise self.unexpected("where a statement was expected")

    # --- availability groups ---

    def _alter_group(self, place: Place, group: str) -> Statement:
        word = self.token
        match self.advance().upper:
            case "FAILOVER":
                return statements.FailOver(place=place, group=group, allow_data_loss=False)
            case "FORCE_FAILOVER_ALLOW_DATA_LOSS":
                return statements.FailOver(place=place, group=group, allow_data_loss=True)
            case "JOIN":
                if self.at("AVAILABILITY"):
                    raise self.refusal("JOIN AVAILABILITY GROUP ON (a distributed group)", place)
                if self.accept("WITH"):
                    self.expect("(", "CLUSTER_TYPE", "=", "WSFC", ")")
                return statements.JoinGroup(place=place, group=group)
            case "GRANT" | "DENY" as verb:
                self.expect("CREATE", "ANY", "DATABASE")
                return statements.GrantCreateAnyDatabase(place=place, group=group, deny=verb == "DENY")
            case "SET":
                self.expect("(")
                options = self._options(_GROUP_OPTIONS, place)
                self.expect(")")
                return statements.SetGroupOptions(place=place, group=group, options=options)
            case "MODIFY" | "ADD" | "REMOVE" as verb:
                return self._alter_members(place, group, verb)
            case _:
                raise self.refusal(f"{word.text} after ALTER AVAILABILITY GROUP", Place(word.line, word.column))

    def _alter_members(self, place: Place, group: str, verb: str) -> Statement:
        if verb != "MODIFY" and self.accept("DATABASE"):
            found = self.name()
            if verb == "ADD":
                return statements.AddGroupDatabase(place=place, group=group, database=found)
            return statements.RemoveGroupDatabase(place=place, group=group, database=found)
        self.expect("REPLICA", "ON")
        server = self.string()
        if verb == "REMOVE":
            return statements.RemoveReplica(place=place, group=group, server=server)
        options = self._replica_options(place)
        if self.at(","):
            raise self.refusal("several replicas in one statement")
        if verb == "ADD":
            return statements.AddReplica(place=place, group=group, server=server, options=options)
        return statements.ModifyReplica(place=place, group=group, server=server, options=options)

    def _replica_options(self, place: Place) -> Mapping[str, str | int]:
        self.expect("WITH", "(")
        found: dict[str, str | int] = {}
        while True:
            name = self.token.upper
            if name in _ROLE_OPTIONS:
                self.advance()
                self.expect("(", "ALLOW_CONNECTIONS", "=")
                found[f"{name}.ALLOW_CONNECTIONS"] = self.expect_any(*_ROLE_OPTIONS[name])
                self.expect(")")
            else:
                self._option(_REPLICA_OPTIONS, found, place)
            if not self.accept(","):
                break
        self.expect(")")
        return found

    def _options(
        self, known: Mapping[str, tuple[str, ...] | type[int] | type[str]], place: Place
    ) -> Mapping[str, str | int]:
        found: dict[str, str | int] = {}
        while True:
            self._option(known, found, place)
            if not self.accept(","):
                return found

    def _option(
        self,
        known: Mapping[str, tuple[str, ...] | type[int] | type[str]],
        found: dict[str, str | int],
        place: Place,
    ) -> None:
        name = self.token.upper
        values = known.get(name)
        if values is None:
            raise self.unexpected("as an option")
        if name in found:
            raise self.refusal(f"{name} given twice", place)
        self.advance()
        self.expect("=")
        if values is int:
            found[name] = self.integer()
        elif values is str:
            found[name] = self.string()
        else:
            assert isinstance(values, tuple)
            found[name] = self.expect_any(*values)

    def _create_group(self, place: Place) -> Statement:
        self.expect("CREATE", "AVAILABILITY", "GROUP")
        group = self.name()
        options: dict[str, str | int] = {}
        if self.accept("WITH"):
            self.expect("(")
            while True:
                if self.token.upper in _FLAGS_OF_GROUP:
                    options[self.advance().upper] = "ON"
                else:
                    self._option(_GROUP_OPTIONS, options, place)
                if not self.accept(","):
                    break
            self.expect(")")
        self.expect("FOR")
        databases: list[str] = []
        if self.accept("DATABASE"):
            databases.append(self.name())
            while self.accept(","):
                databases.append(self.name())
        self.expect("REPLICA", "ON")
        replicas = []
        while True:
            server = self.string()
            replicas.append((server, self._replica_options(place)))
            if not self.accept(","):
                break
        if self.at("LISTENER"):
            raise self.unexpected("of an availability group")
        return statements.CreateAvailabilityGroup(
            place=place, group=group, options=options, databases=tuple(databases), replicas=tuple(replicas)
        )

    # --- databases ---

    def _alter_database(self, place: Place) -> Statement:
        self.expect("ALTER", "DATABASE")
        database = None if self.accept("CURRENT") else self.name()
        self.expect("SET")
        if self.accept("HADR"):
            if self.accept("AVAILABILITY"):
                self.expect("GROUP", "=")
                return statements.AlterDatabaseHadr(
                    place=place, database=database, action="AVAILABILITY GROUP", group=self.name()
                )
            action = self.expect_any("OFF", "SUSPEND", "RESUME")
            return statements.AlterDatabaseHadr(place=place, database=database, action=action)
        if self.accept("RECOVERY"):
            value = self.expect_any("FULL", "SIMPLE", "BULK_LOGGED")
            return statements.SetDatabaseOption(place=place, database=database, option="RECOVERY", value=value)
        if self.token.upper in _DATABASE_STATES:
            option = self.advance().upper
            if self.accept("WITH"):
                if self.accept("ROLLBACK"):
                    self.expect("IMMEDIATE")
                else:
                    self.expect("NO_WAIT")
            return statements.SetDatabaseOption(place=place, database=database, option=option, value=None)
        raise self.unexpected("after ALTER DATABASE … SET")

    def _drop_database(self, place: Place) -> Statement:
        self.expect("DROP", "DATABASE")
        if_exists = self.accept("IF", "EXISTS")
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        return statements.DropDatabase(place=place, databases=tuple(names), if_exists=if_exists)

    def _backup(self, place: Place) -> Statement:
        self.expect("BACKUP")
        kind = self.expect_any("DATABASE", "LOG")
        database = self._database_or_variable()
        self.expect("TO")
        targets = self._devices()
        options = self._backup_options(_BACKUP_FLAGS, _BACKUP_VALUES)
        return statements.Backup(place=place, kind=kind, database=database, targets=targets, options=options)

    def _restore(self, place: Place) -> Statement:
        self.expect("RESTORE")
        kind = self.expect_any("DATABASE", "LOG")
        database = self._database_or_variable()
        origins: tuple[tuple[str, Expression], ...] = ()
        if self.accept("FROM"):
            origins = self._devices()
        options = self._backup_options(_RESTORE_FLAGS, _RESTORE_VALUES)
        return statements.Restore(place=place, kind=kind, database=database, origins=origins, options=options)

    def _database_or_variable(self) -> Expression | str:
        return self._primary() if self.token.kind is TokenKind.VARIABLE else self.name()

    def _devices(self) -> tuple[tuple[str, Expression], ...]:
        found = []
        while True:
            kind = self.expect_any("DISK", "URL")
            self.expect("=")
            found.append((kind, self._primary()))
            if not self.accept(","):
                return tuple(found)

    def _backup_options(self, flags: frozenset[str], values: frozenset[str]) -> Mapping[str, Expression | str]:
        found: dict[str, Expression | str] = {}
        if not self.accept("WITH"):
            return found
        while True:
            name = self.token.upper
            if name in flags or (name == "STATS" and self.peek().upper != "="):
                self.advance()
                found[name] = "ON"
            elif name in values:
                self.advance()
                self.expect("=")
                found[name] = self._primary()
            else:
                raise self.unexpected("as an option of a backup")
            if not self.accept(","):
                return found

    # --- principals ---

    def _endpoint(self, place: Place) -> Statement:
        verb = self.expect_any("CREATE", "ALTER")
        self.expect("ENDPOINT")
        endpoint = self.name()
        state = None
        if self.accept("STATE"):
            self.expect("=")
            state = self.expect_any("STARTED", "STOPPED", "DISABLED")
        if verb == "ALTER":
            if state is None:
                raise self.not_covered("after ALTER ENDPOINT")
            return statements.AlterEndpoint(place=place, endpoint=endpoint, state=state)
        self.expect("AS", "TCP", "(", "LISTENER_PORT", "=")
        port = self.integer()
        if self.accept(","):
            self.expect("LISTENER_IP", "=", "ALL")
        self.expect(")", "FOR", "DATABASE_MIRRORING", "(")
        self._mirroring_options()
        return statements.CreateEndpoint(place=place, endpoint=endpoint, port=port, state=state or "STOPPED")

    def _mirroring_options(self) -> None:
        """ROLE, AUTHENTICATION and ENCRYPTION: the model's endpoints authenticate and encrypt by their defaults."""
        while True:
            option = self.expect_any("ROLE", "AUTHENTICATION", "ENCRYPTION")
            self.expect("=")
            match option:
                case "ROLE":
                    self.expect("ALL")
                case "AUTHENTICATION":
                    self.expect("WINDOWS")
                    self.accept_any("NEGOTIATE", "KERBEROS", "NTLM")
                case _:
                    self.expect("REQUIRED")
                    if self.accept("ALGORITHM"):
                        self.expect("AES")
            if not self.accept(","):
                break
        self.expect(")")

    def _alter_authorization(self, place: Place) -> Statement:
        self.expect("ALTER", "AUTHORIZATION", "ON", "DATABASE", "::")
        database = self.name()
        self.expect("TO")
        return statements.AlterAuthorization(place=place, database=database, principal=self.name())

    def _alter_server_role(self, place: Place) -> Statement:
        self.expect("ALTER", "SERVER", "ROLE")
        role = self.name()
        verb = self.expect_any("ADD", "DROP")
        self.expect("MEMBER")
        return statements.AlterServerRole(place=place, role=role, verb=verb, member=self.name())

    def _permission(self, place: Place) -> Statement:
        verb = self.advance().upper
        permissions = [self._permission_name()]
        while self.accept(","):
            permissions.append(self._permission_name())
        securable = None
        if self.accept("ON"):
            kind = []
            while not self.at("::"):
                if self.token.kind is not TokenKind.WORD:
                    raise self.unexpected("as a securable")
                kind.append(self.advance().upper)
            self.expect("::")
            securable = (" ".join(kind), self.dotted_name(most=2))
        self.expect_any("TO", "FROM")
        principal = self.name()
        return statements.PermissionChange(
            place=place, verb=verb, permissions=tuple(permissions), securable=securable, principal=principal
        )

    def _permission_name(self) -> str:
        words = []
        while self.token.kind is TokenKind.WORD and not self.at_any("ON", "TO", "FROM"):
            words.append(self.advance().upper)
        if not words:
            raise self.unexpected("where a permission was expected")
        return " ".join(words)
