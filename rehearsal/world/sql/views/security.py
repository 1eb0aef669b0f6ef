"""Principals, permissions and endpoints of one instance."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import Database
from rehearsal.world.sql.instance.instance import TDE_CERTIFICATE, Instance
from rehearsal.world.sql.instance.logins import Login
from rehearsal.world.sql.instance.modules import Certificate, Module
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment, unknown

_ENDPOINTS = "sys.database_mirroring_endpoints"
_KINDS = {"S": "SQL_LOGIN", "U": "WINDOWS_LOGIN", "G": "WINDOWS_GROUP", "C": "CERTIFICATE_MAPPED_LOGIN"}
_PERMISSION_TYPES = {
    "CONNECT": "CO  ",
    "CONNECT SQL": "COSQ",
    "VIEW SERVER STATE": "VWSS",
    "VIEW ANY DEFINITION": "VWAD",
    "VIEW ANY DATABASE": "VWDB",
    "ALTER ANY AVAILABILITY GROUP": "ALAG",
    "ALTER ANY DATABASE": "ALDB",
    "CREATE ANY DATABASE": "CRDB",
    "CONTROL SERVER": "CL  ",
}
ENDPOINT_ID = 65536
THUMBPRINT = bytes(range(20))
_LoginRow = tuple[Instance, Login]


def _principals(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[_LoginRow]:
    reader = server.login_of(session)
    everything = reader.may("VIEW ANY DEFINITION") or reader.may("ALTER ANY LOGIN")
    for login in server.logins.all():
        if everything or login is reader or login.principal_id == 1:
            yield server, login


def _sid(login: Login) -> bytes:
    if login.sid is not None:
        return login.sid
    return b"\x01" if login.principal_id == 1 else login.name.encode("utf-16-le")[:85]


SERVER_PRINCIPALS = ViewModel(
    _principals,
    {
        "name": lambda row: row[1].name,
        "principal_id": lambda row: row[1].principal_id,
        "sid": lambda row: _sid(row[1]),
        "type": lambda row: row[1].kind,
        "type_desc": lambda row: _KINDS[row[1].kind],
        "is_disabled": lambda row: int(row[1].disabled),
        "create_date": lambda row: moment(row[0].databases["master"].created),
        "modify_date": lambda row: moment(row[0].databases["master"].created),
        "default_database_name": constant("master"),
        "default_language_name": constant("us_english"),
        "credential_id": constant(None),
        "owning_principal_id": constant(None),
        "is_fixed_role": constant(0),
        "tenant_id": constant(None),
    },
    Right.NONE,
)


class PermissionRow(NamedTuple):
    """`kind`: 100 of the server, 105 of its endpoint."""

    login: Login
    permission: str
    state: str
    kind: int = 100


def _permissions(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[PermissionRow]:
    for _, login in _principals(server, session, arguments):
        for permission in sorted(login.granted):
            yield PermissionRow(login, permission, "G")
        for permission in sorted(login.denied):
            yield PermissionRow(login, permission, "D")
        if login.endpoint is not None:
            yield PermissionRow(login, "CONNECT", login.endpoint, 105)


SERVER_PERMISSIONS = ViewModel(
    _permissions,
    {
        "class": lambda row: row.kind,
        "class_desc": lambda row: "SERVER" if row.kind == 100 else "ENDPOINT",
        "major_id": lambda row: 0 if row.kind == 100 else ENDPOINT_ID,
        "minor_id": constant(0),
        "grantee_principal_id": lambda row: row.login.principal_id,
        "grantor_principal_id": constant(1),
        "type": lambda row: _PERMISSION_TYPES.get(row.permission, "    "),
        "permission_name": lambda row: row.permission,
        "state": lambda row: row.state,
        "state_desc": lambda row: "GRANT" if row.state == "G" else "DENY",
    },
    Right.NONE,
)


def _endpoints(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[Instance]:
    if server.endpoint is not None:
        yield server


_KeyRow = tuple[Instance, Database]


def _encrypted(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[_KeyRow]:
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        if database.encrypted:
            yield server, database


ENCRYPTION_KEYS = ViewModel(
    _encrypted,
    {
        "database_id": lambda row: row[1].id,
        "encryption_state": constant(3),
        "create_date": lambda row: moment(row[1].created),
        "key_algorithm": constant("AES"),
        "key_length": constant(256),
        "encryptor_thumbprint": constant(THUMBPRINT),
        "encryptor_type": lambda row: "ASYMMETRIC KEY" if row[0].tde_by_asymmetric_key else "CERTIFICATE",
        "percent_complete": constant(0.0),
        "encryption_state_desc": constant("ENCRYPTED"),
        "regenerate_date": lambda row: moment(row[1].created),
        "modify_date": lambda row: moment(row[1].created),
        "set_date": lambda row: moment(row[1].created),
        "opened_date": lambda row: moment(row[1].created),
        **described("sys.dm_database_encryption_keys", "encryption_scan_state", constant(4)),
        "encryption_scan_modify_date": lambda row: moment(row[1].created),
    },
    Right.SECURITY_STATE,
)


class CertificateRow(NamedTuple):
    """`key`: MK by the database master key, PW by a password, NA without a private key."""

    server: Instance
    name: str
    number: int
    subject: str
    thumbprint: bytes
    key: str
    sid: bytes | None


def _certificates(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[CertificateRow]:
    if server.has_tde_certificate and not server.tde_by_asymmetric_key:
        key = "MK" if server.tde_private_key else "NA"
        yield CertificateRow(server, TDE_CERTIFICATE, 256, "TDE", THUMBPRINT, key, None)
    for one in server.modules.certificates.values():
        key = "NA" if one.password is None else "PW"
        yield CertificateRow(server, one.name, one.number, one.subject, one.thumbprint, key, one.sid)


_KEYS = {"MK": "ENCRYPTED_BY_MASTER_KEY", "PW": "ENCRYPTED_BY_PASSWORD", "NA": "NO_PRIVATE_KEY"}
CERTIFICATES = ViewModel(
    _certificates,
    {
        "name": lambda row: row.name,
        "certificate_id": lambda row: row.number,
        "principal_id": constant(1),
        "pvt_key_encryption_type": lambda row: row.key,
        "pvt_key_encryption_type_desc": lambda row: _KEYS[row.key],
        "subject": lambda row: row.subject,
        "issuer_name": lambda row: row.subject,
        "thumbprint": lambda row: row.thumbprint,
        "is_active_for_begin_dialog": constant(1),
        "start_date": lambda row: moment(row.server.databases["master"].created),
        "expiry_date": lambda row: moment(row.server.databases["master"].created + timedelta(days=365)),
        "key_length": constant(2048),
        "sid": lambda row: row.sid,
        **unknown("cert_serial_number", "string_sid", "attested_by", "pvt_key_last_backup_date"),
    },
    Right.DEFINITION,
)


def _asymmetric_keys(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[Instance]:
    if server.has_tde_certificate and server.tde_by_asymmetric_key:
        yield server


ASYMMETRIC_KEYS = ViewModel(
    _asymmetric_keys,
    {
        "name": constant("TdeKey"),
        "principal_id": constant(1),
        "asymmetric_key_id": constant(256),
        "pvt_key_encryption_type": constant("NA"),
        "pvt_key_encryption_type_desc": constant("NO_PRIVATE_KEY"),
        "thumbprint": constant(THUMBPRINT),
        "algorithm": constant("3R"),
        "algorithm_desc": constant("RSA_2048"),
        "key_length": constant(2048),
        "provider_type": constant("CRYPTOGRAPHIC PROVIDER"),
        **unknown("sid", "string_sid", "public_key", "attested_by"),
        **unknown("cryptographic_provider_guid", "cryptographic_provider_algid"),
    },
    Right.DEFINITION,
)


def _signatures(
    server: Instance, _session: Session, _arguments: tuple[object, ...]
) -> Iterator[tuple[Module, Certificate]]:
    for module in server.modules.procedures.values():
        for name in sorted(module.signers):
            yield module, server.modules.certificates[name]


CRYPT_PROPERTIES = ViewModel(
    _signatures,
    {
        "class": constant(1),
        "class_desc": constant("OBJECT_OR_COLUMN"),
        "major_id": lambda row: row[0].number,
        "thumbprint": lambda row: row[1].thumbprint,
        "crypt_type": constant("SPVC"),
        "crypt_type_desc": constant("SIGNATURE BY CERTIFICATE"),
        "crypt_property": lambda row: row[1].thumbprint,
    },
    Right.DEFINITION,
)

_COMMON_ENDPOINT = {
    "name": lambda server: server.endpoint,
    "endpoint_id": constant(ENDPOINT_ID),
    "principal_id": constant(1),
    "protocol": constant(2),
    "protocol_desc": constant("TCP"),
    "type": constant(4),
    "type_desc": constant("DATABASE_MIRRORING"),
    **described(_ENDPOINTS, "state", lambda server: 0 if server.endpoint_started else 1),
    "is_admin_endpoint": constant(0),
}

DATABASE_MIRRORING_ENDPOINTS = ViewModel(
    _endpoints,
    {
        **_COMMON_ENDPOINT,
        **described(_ENDPOINTS, "role", constant(3)),
        "is_encryption_enabled": constant(1),
        **described(_ENDPOINTS, "connection_auth", constant(3)),
        "certificate_id": constant(0),
        **described(_ENDPOINTS, "encryption_algorithm", constant(2)),
    },
    Right.DEFINITION,
)
ENDPOINTS = ViewModel(_endpoints, _COMMON_ENDPOINT, Right.DEFINITION)
TCP_ENDPOINTS = ViewModel(
    _endpoints,
    {
        **_COMMON_ENDPOINT,
        "port": lambda server: server.endpoint_port,
        "is_dynamic_port": constant(0),
        "ip_address": constant(None),
    },
    Right.DEFINITION,
)
