"""The database master key of master, and the certificate of encrypted databases on its way to another server.

Its two files are known by their paths to every instance of the cluster (a share), as backups are [reseeding#encrypted].
No shipped script has these statements: docs/build-availability-group.md has a DBA type them, and a test plays the page.
Source: CREATE MASTER KEY, BACKUP CERTIFICATE, CREATE CERTIFICATE (Transact-SQL).
"""

from __future__ import annotations

from rehearsal.engines.tsql import Session, SqlError, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.instance.instance import TDE_CERTIFICATE, Instance
from rehearsal.world.sql.statements.ddl_modules import as_sysadmin, not_found


def create_master_key(server: Instance, _statement: statements.CreateMasterKey, session: Session) -> None:
    as_sysadmin(server, session)
    if server.has_master_key:
        raise SqlError(
            15578, "There is already a master key in the database. Please drop it before performing this statement."
        )
    server.has_master_key = True


def back_up_certificate(server: Instance, statement: statements.BackupCertificate, session: Session) -> None:
    """Writes both files; none that is there is overwritten."""
    as_sysadmin(server, session)
    _known(statement.certificate)
    if not server.has_tde_certificate or server.tde_by_asymmetric_key:
        raise not_found("certificate", statement.certificate)
    if not server.tde_private_key:
        raise Unsupported("BACKUP CERTIFICATE WITH PRIVATE KEY of one without its private key")
    files = _share(server).certificate_files
    for path in (statement.file, statement.key_file):
        if path.lower() in files:
            raise SqlError(
                15240, f"Cannot write into file '{path}'. Verify that you have write permissions, that the file path "
                "is valid, and that the file does not already exist.",
            )  # fmt: skip
    files[statement.file.lower()] = None
    files[statement.key_file.lower()] = statement.password


def restore_certificate(server: Instance, statement: statements.RestoreCertificate, session: Session) -> None:
    """The certificate with its private key, kept under the master key."""
    as_sysadmin(server, session)
    _known(statement.certificate)
    if not server.has_master_key:
        raise SqlError(
            15581, "Please create a master key in the database or open the master key in the session before performing "
            "this operation.",
        )  # fmt: skip
    files = _share(server).certificate_files
    certificate, password = statement.file.lower(), files.get(statement.key_file.lower())
    if certificate not in files or files[certificate] is not None or password is None:
        raise SqlError(
            15208, "The certificate, asymmetric key, or private key file is not valid or does not exist; or you do not "
            "have permissions for it.",
        )  # fmt: skip
    if password != statement.password:
        raise SqlError(15465, "The private key password is invalid.")
    if server.has_tde_certificate:
        raise SqlError(15232, f"A certificate with name '{statement.certificate}' already exists or this certificate "
                       "already has been added to the database.")  # fmt: skip
    server.has_tde_certificate = server.tde_private_key = True


def _known(certificate: str) -> None:
    if certificate.lower() != TDE_CERTIFICATE.lower():
        raise Unsupported(f"the files of {certificate}, which encrypts no database")


def _share(server: Instance) -> FailoverCluster:
    if not isinstance(server.cluster, FailoverCluster):
        raise Unsupported("files of a certificate on a server without a failover cluster")
    return server.cluster
