"""Procedures, certificates, signatures and users of master [sql-server#signed-procedure]: what a sysadmin sets up."""

from __future__ import annotations

from rehearsal.engines.tsql import Session, SqlError, Unsupported
from rehearsal.engines.tsql.runtime.session import StoredProcedure
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.instance.modules import Certificate, Module


def as_sysadmin(server: Instance, session: Session) -> None:
    """The model lets nobody else, and in master only."""
    if session.database.lower() != "master":
        raise Unsupported(f"procedures, certificates and users in {session.database}")
    if not server.login_of(session).is_sysadmin:
        raise SqlError(262, "CREATE permission denied in database 'master'.", severity=14)


def not_found(kind: str, name: str) -> SqlError:
    return SqlError(15151, f"Cannot find the {kind} '{name}', because it does not exist or you do not have permission.")


def _dotted(name: tuple[str, ...]) -> str:
    return ".".join(name)


def create_procedure(server: Instance, statement: statements.CreateProcedure, session: Session) -> None:
    """A procedure that is altered loses its signatures and keeps who may execute it."""
    as_sysadmin(server, session)
    name = f"dbo.{statement.name[-1].lower()}"
    known = server.modules.procedures.get(name)
    if known is not None and not statement.or_alter:
        raise SqlError(2714, f"There is already an object named '{statement.name[-1]}' in the database.", state=3)
    procedure = StoredProcedure(name=name, parameters=statement.parameters, body=statement.body)
    if known is None:
        server.modules.procedures[name] = Module(procedure=procedure, number=server.modules.next_number())
        return
    known.procedure = procedure
    known.signers.clear()


def create_certificate(server: Instance, statement: statements.CreateCertificate, session: Session) -> None:
    as_sysadmin(server, session)
    name = statement.certificate.lower()
    if name in server.modules.certificates:
        raise SqlError(15232, f"A certificate with name '{statement.certificate}' already exists or this certificate "
                       "already has been added to the database.")  # fmt: skip
    server.modules.certificates[name] = Certificate(
        name=statement.certificate, number=server.modules.next_number(), subject=statement.subject,
        password=statement.password,
    )  # fmt: skip


def remove_private_key(server: Instance, statement: statements.AlterCertificate, session: Session) -> None:
    as_sysadmin(server, session)
    _certificate(server, statement.certificate).password = None


def drop_certificate(server: Instance, statement: statements.DropCertificate, session: Session) -> None:
    """Refused while a login comes from it or a procedure is signed with it."""
    as_sysadmin(server, session)
    certificate = _certificate(server, statement.certificate)
    name = statement.certificate.lower()
    maps = any(login.sid == certificate.sid for login in server.logins.all())
    if maps or any(name in module.signers for module in server.modules.procedures.values()):
        raise SqlError(
            15352, f"The certificate cannot be dropped because one or more entities are either signed or encrypted "
            f"using it, or are mapped to it: '{certificate.name}'.",
        )  # fmt: skip
    del server.modules.certificates[name]


def add_signature(server: Instance, statement: statements.AddSignature, session: Session) -> None:
    as_sysadmin(server, session)
    module = server.modules.find(_dotted(statement.module))
    if module is None:
        raise not_found("object", _dotted(statement.module))
    certificate = _certificate(server, statement.certificate)
    if certificate.password is None or certificate.password != statement.password:
        raise SqlError(15556, "Cannot decrypt or encrypt using the specified certificate, either because it has no "
                       "private key or because the password provided for the private key is incorrect.")  # fmt: skip
    module.signers.add(certificate.name.lower())


def create_user(server: Instance, statement: statements.CreateUser, session: Session) -> None:
    as_sysadmin(server, session)
    if server.logins.get(statement.login) is None:
        raise SqlError(15007, f"'{statement.login}' is not a valid login or you do not have permission.")
    server.modules.users[statement.user.lower()] = server.modules.next_number()


def change_execute(server: Instance, statement: statements.PermissionChange, session: Session) -> None:
    """GRANT or REVOKE EXECUTE ON OBJECT::…; the principal is a user of master."""
    as_sysadmin(server, session)
    assert statement.securable is not None
    if statement.permissions != ("EXECUTE",) or statement.verb == "DENY":
        raise Unsupported(f"{statement.verb} {', '.join(statement.permissions)} on an object")
    name = _dotted(statement.securable[1])
    module = server.modules.find(name)
    if module is None:
        raise not_found("object", name)
    if statement.principal.lower() not in server.modules.users:
        raise not_found("user", statement.principal)
    if statement.verb == "GRANT":
        module.executors.add(statement.principal.lower())
    else:
        module.executors.discard(statement.principal.lower())


def _certificate(server: Instance, name: str) -> Certificate:
    found = server.modules.certificates.get(name.lower())
    if found is None:
        raise not_found("certificate", name)
    return found
