"""SERVERPROPERTY and DATABASEPROPERTYEX: every property of the reference, NULL before the version that brought it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rehearsal.engines.tsql import Variant, schema
from rehearsal.engines.tsql.values import types as t
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.world.sql.databases.database import Database, DatabaseState
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import moment

_EDITIONS = {"Standard": -1534726760, "Enterprise Edition: Core": 1872460670, "Enterprise": 1804890536}
_ENGINES = {"Standard": 2, "Web": 2, "Express": 4}
_UPDATES = {13: None, 14: "CU31", 15: "CU32", 16: "CU19"}
_FOLDER = "D:\\Data\\"

_OF_SERVER: Mapping[str, Callable[[Instance], Any]] = {
    "buildclrversion": lambda _server: "v4.0.30319",
    "collation": lambda server: server.collation("master"),
    "collationid": lambda _server: 872_468_488,
    "comparisonstyle": lambda _server: 196_609,
    "computernamephysicalnetbios": lambda server: server.host.name,
    "edition": lambda server: server.edition,
    "editionid": lambda server: next(
        (number for start, number in _EDITIONS.items() if server.edition.startswith(start)), None
    ),
    "engineedition": lambda server: next(
        (number for start, number in _ENGINES.items() if server.edition.startswith(start)), 3
    ),
    "filestreamconfiguredlevel": lambda _server: 0,
    "filestreameffectivelevel": lambda _server: 0,
    "filestreamsharename": lambda server: server.instance_name,
    "hadrmanagerstatus": lambda server: int(server.hadr_enabled and server.participates),
    "instancedefaultbackuppath": lambda server: server.backup_folder,
    "instancedefaultdatapath": lambda _server: _FOLDER,
    "instancedefaultlogpath": lambda _server: _FOLDER,
    "instancename": lambda server: None if server.instance_name == "MSSQLSERVER" else server.instance_name,
    "isadvancedanalyticsinstalled": lambda _server: 0,
    "isbigdatacluster": lambda _server: 0,
    "isclustered": lambda server: int(server.clustered),
    "isexternalgovernanceenabled": lambda _server: 0,
    "isfulltextinstalled": lambda _server: 0,
    "ishadrenabled": lambda server: int(server.hadr_enabled),
    "isintegratedsecurityonly": lambda _server: 1,
    "islocaldb": lambda _server: 0,
    "ispolybaseinstalled": lambda _server: 0,
    "isserversuspendedforsnapshotbackup": lambda _server: 0,
    "issingleuser": lambda _server: 0,
    "istempdbmetadatamemoryoptimized": lambda _server: 0,
    "isxtpsupported": lambda _server: 1,
    "lcid": lambda _server: 1033,
    "licensetype": lambda _server: "DISABLED",
    "machinename": lambda server: server.host.name,
    "numlicenses": lambda _server: None,
    "pathseparator": lambda _server: "\\",
    "processid": lambda server: getattr(server.host.services.get(server.service_name), "pid", None) or None,
    "productbuild": lambda server: _build(server).split(".")[2],
    "productbuildtype": lambda _server: None,
    "productlevel": lambda server: "SP3" if server.major_version == 13 else "RTM",
    "productmajorversion": lambda server: str(server.major_version),
    "productminorversion": lambda _server: "0",
    "productupdatelevel": lambda server: _UPDATES[server.major_version],
    "productupdatereference": lambda _server: None,
    "productversion": lambda server: _build(server),
    "resourcelastupdatedatetime": lambda server: moment(server.databases["master"].created),
    "resourceversion": lambda server: _build(server).rpartition(".")[0],
    "servername": lambda server: server.name,
    "sqlcharset": lambda _server: 1,
    "sqlcharsetname": lambda _server: "iso_1",
    "sqlsortorder": lambda _server: 52,
    "sqlsortordername": lambda _server: "nocase_iso",
    "suspendeddatabasecount": lambda _server: 0,
}
_VERSIONS = {13: 852, 14: 869, 15: 904, 16: 957}
_ON = ("isautocreatestatistics", "isautoupdatestatistics", "isfulltextenabled", "isxtpsupported")
_OF_DATABASE: Mapping[str, Callable[[Instance, Database], Any]] = {
    "collation": lambda server, database: server.collation(database.name) if _started(server, database) else None,
    "comparisonstyle": lambda _server, _database: 196_609,
    "lastgoodcheckdbtime": lambda _server, _database: None,
    "lcid": lambda _server, _database: 1033,
    "recovery": lambda _server, database: database.recovery_model,
    "sqlsortorder": lambda _server, _database: 52,
    "status": lambda server, database: _status(server, database),
    "updateability": lambda server, database: "READ_WRITE" if facts.is_writable(server, database) else "READ_ONLY",
    "useraccess": lambda _server, _database: "MULTI_USER",
    "version": lambda server, database: _VERSIONS[server.major_version] if _started(server, database) else None,
    **{name: lambda _server, _database: 1 for name in _ON},
}


def _build(server: Instance) -> str:
    return facts.BUILDS[server.major_version]


def _status(server: Instance, database: Database) -> str:
    """The page knows no RECOVERY_PENDING."""
    if database.state is DatabaseState.RECOVERY_PENDING:
        return server.settings.recovery_pending_as_status
    return database.state.name


def _started(server: Instance, database: Database) -> bool:
    return facts.why_not_accessible(server, database) is None


@cache
def _types(function: str, major_version: int) -> Mapping[str, SqlType]:
    """The properties of this version, lower case, with the base types of their values."""
    year = schema.YEAR_OF_MAJOR_VERSION[major_version]
    return {
        found["name"].lower(): t.nvarchar(128)
        if found["type"] in (None, "nvarchar")
        else schema.type_from_text(found["type"])
        for found in schema.reference()["functions"][function]["properties"]
        if found["since"] is None or int(found["since"]) <= year
    }


def server_property(server: Instance, name: str) -> Variant | None:
    """By property name, any case; None for one that doesn't exist in this version."""
    kind = _types("SERVERPROPERTY", server.major_version).get(name.lower())
    return None if kind is None else _variant(kind, _OF_SERVER[name.lower()](server))


def database_property(server: Instance, name: str, asked: str) -> Variant | None:
    database = server.local(name)
    kind = _types("DATABASEPROPERTYEX", server.major_version).get(asked.lower())
    if database is None or kind is None:
        return None
    read = _OF_DATABASE.get(asked.lower())
    if read is not None:
        return _variant(kind, read(server, database))
    return _variant(t.INT, 0)  # what is left are switches, all of them off


def _variant(kind: SqlType, value: Any) -> Variant | None:
    return None if value is None else Variant(kind, value)
