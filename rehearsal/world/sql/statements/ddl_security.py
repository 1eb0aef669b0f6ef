"""Logins, endpoints, GRANT, DENY, REVOKE, server roles and database owners."""

from __future__ import annotations

from rehearsal.engines.tsql import Session, SqlError, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.instance.logins import KNOWN, Login
from rehearsal.world.sql.messages import error
from rehearsal.world.sql.statements import ddl_modules


def create_login(server: Instance, statement: statements.CreateLogin, session: Session) -> None:
    if not server.login_of(session).may("ALTER ANY LOGIN"):
        raise error(15247)
    if server.logins.get(statement.login) is not None:
        raise error(15025, name=statement.login)
    made = server.logins.create(statement.login)
    if statement.certificate is not None:
        certificate = server.modules.certificates.get(statement.certificate.lower())
        if certificate is None:
            server.logins.remove(made)
            raise SqlError(
                15151, f"Cannot find the certificate '{statement.certificate}', because it does not exist or you do "
                "not have permission.",
            )  # fmt: skip
        made.kind, made.sid = "C", certificate.sid
        made.granted.discard("CONNECT SQL")


def _known_login(server: Instance, name: str, session: Session, verb: str) -> Login:
    login = server.logins.get(name)
    if login is None or not server.login_of(session).may("ALTER ANY LOGIN"):
        raise SqlError(
            15151, f"Cannot {verb} the login '{name}', because it does not exist or you do not have permission."
        )
    return login


def alter_login(server: Instance, statement: statements.AlterLogin, session: Session) -> None:
    _known_login(server, statement.login, session, "alter").disabled = statement.action == "DISABLE"


def drop_login(server: Instance, statement: statements.DropLogin, session: Session) -> None:
    login = _known_login(server, statement.login, session, "drop")
    if any(database.owner.lower() == login.name.lower() for database in server.databases.values()):
        raise SqlError(
            15174, f"Login '{login.name}' owns one or more database(s). Change the owner of the database(s) before "
            "dropping the login.",
        )  # fmt: skip
    if login is server.login_of(session):
        raise SqlError(15434, f"Could not drop login '{login.name}' as the user is currently logged in.")
    server.logins.remove(login)


# --- endpoints: an instance has one for its groups ---


def create_endpoint(server: Instance, statement: statements.CreateEndpoint, session: Session) -> None:
    """It begins stopped unless the statement says otherwise, and lets nobody in but its owner and sysadmin."""
    if not server.login_of(session).may("ALTER ANY ENDPOINT"):
        raise error(15247)
    if server.endpoint is not None:
        raise SqlError(
            7862, "An endpoint of the requested type already exists.  Only one endpoint of this type is supported.  "
            "Use ALTER ENDPOINT or DROP the existing endpoint and execute the CREATE ENDPOINT statement.",
        )  # fmt: skip
    session.sleep(server.settings.ddl_s)
    server.endpoint, server.endpoint_port, server.endpoint_guarded = statement.endpoint, statement.port, True
    server.endpoint_started = statement.state == "STARTED"
    server.checkpoint("endpoint", f"endpoint of {server.name}: made at port {statement.port}")
    _partners_try_again(server)


def _partners_try_again(server: Instance) -> None:
    for group in server.groups():
        group.failover.endpoint_changed(group.replicas[server.name])


def alter_endpoint(server: Instance, statement: statements.AlterEndpoint, session: Session) -> None:
    """Without its endpoint an instance has no connection to the other replicas (35206, 35204)."""
    known = server.endpoint is not None and statement.endpoint.lower() == server.endpoint.lower()
    if not known or not server.login_of(session).may("ALTER ANY ENDPOINT"):
        raise SqlError(
            15151, f"Cannot alter the endpoint '{statement.endpoint}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    session.sleep(server.settings.ddl_s)
    server.endpoint_started = statement.state == "STARTED"
    server.checkpoint("endpoint", f"endpoint of {server.name}: {statement.state}")
    _partners_try_again(server)


def _change_connect(server: Instance, statement: statements.PermissionChange, session: Session) -> None:
    """GRANT, DENY or REVOKE CONNECT ON ENDPOINT: its owner, who made it, and sysadmin may."""
    assert statement.securable is not None
    name = statement.securable[1][-1]
    if statement.permissions != ("CONNECT",):
        raise Unsupported(f"{', '.join(statement.permissions)} on an endpoint")
    caller = server.login_of(session)
    if server.endpoint is None or name.lower() != server.endpoint.lower() or not caller.may("CONTROL SERVER"):
        raise SqlError(
            15151, f"Cannot find the endpoint '{name}', because it does not exist or you do not have permission."
        )
    login = server.logins.get(statement.principal)
    if login is None:
        raise SqlError(
            15151, f"Cannot find the login '{statement.principal}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    session.sleep(server.settings.ddl_s)
    login.endpoint = {"GRANT": "G", "DENY": "D"}.get(statement.verb)
    _partners_try_again(server)


def change_permission(server: Instance, statement: statements.PermissionChange, session: Session) -> None:
    if statement.securable is not None and statement.securable[0] == "OBJECT":
        ddl_modules.change_execute(server, statement, session)
        return
    if statement.securable is not None and statement.securable[0] == "ENDPOINT":
        _change_connect(server, statement, session)
        return
    if statement.securable is not None:
        raise Unsupported(f"{statement.verb} on {statement.securable[0]}")
    if not server.login_of(session).may("CONTROL SERVER"):
        raise SqlError(4613, "Grantor does not have GRANT permission.")
    login = server.logins.get(statement.principal)
    if login is None:
        raise SqlError(
            15151, f"Cannot find the login '{statement.principal}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    for permission in statement.permissions:
        if permission not in KNOWN:
            raise Unsupported(f"permission {permission}")
        login.granted.discard(permission)
        login.denied.discard(permission)
        if statement.verb == "GRANT":
            login.granted.add(permission)
        elif statement.verb == "DENY":
            login.denied.add(permission)


def alter_server_role(server: Instance, statement: statements.AlterServerRole, session: Session) -> None:
    caller = server.login_of(session)
    if not caller.is_sysadmin and not caller.may("ALTER ANY SERVER ROLE"):
        raise error(15247)
    login = server.logins.get(statement.member)
    if login is None or facts.is_role_member(server, login, statement.role) is None:
        raise SqlError(
            15151, f"Cannot add the principal '{statement.member}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    if statement.verb == "ADD":
        login.roles.add(statement.role.lower())
    else:
        login.roles.discard(statement.role.lower())


def alter_authorization(server: Instance, statement: statements.AlterAuthorization, session: Session) -> None:
    login = server.login_of(session)
    local = server.local(statement.database)
    if local is None or not facts.may_control(login, local):
        raise SqlError(
            15151, f"Cannot find the database '{statement.database}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    if server.logins.get(statement.principal) is None:
        raise SqlError(
            15151, f"Cannot find the principal '{statement.principal}', because it does not exist or you do not have "
            "permission.",
        )  # fmt: skip
    local.owner = statement.principal
