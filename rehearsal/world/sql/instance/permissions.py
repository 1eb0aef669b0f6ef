"""HAS_PERMS_BY_NAME: the effective permissions of a login on the server, a database or an availability group.

Source: HAS_PERMS_BY_NAME; Permissions (Database Engine), the implied permissions of server and database.
"""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.instance.logins import KNOWN, Login
from rehearsal.world.sql.instance.modules import Module

_SINCE: Mapping[str, int] = {
    "VIEW SERVER PERFORMANCE STATE": 16,
    "VIEW SERVER SECURITY STATE": 16,
    "VIEW ANY PERFORMANCE DEFINITION": 16,
    "VIEW ANY SECURITY DEFINITION": 16,
}
_ON_DATABASE: Mapping[str, tuple[str, ...]] = {
    "ANY": ("ALTER ANY DATABASE", "VIEW ANY DATABASE", "CONNECT ANY DATABASE"),
    "CONTROL": (),
    "ALTER": ("ALTER ANY DATABASE",),
    "BACKUP DATABASE": (),
    "BACKUP LOG": (),
    "CHECKPOINT": (),
    "CONNECT": ("CONNECT ANY DATABASE",),
    "CREATE TABLE": (),
    "DELETE": (),
    "EXECUTE": (),
    "INSERT": (),
    "SELECT": ("SELECT ALL USER SECURABLES",),
    "TAKE OWNERSHIP": (),
    "UPDATE": (),
    "VIEW DATABASE STATE": ("VIEW SERVER STATE",),
    "VIEW DEFINITION": ("VIEW ANY DEFINITION",),
}
_ON_GROUP: Mapping[str, tuple[str, ...]] = {
    "ANY": ("ALTER ANY AVAILABILITY GROUP", "VIEW ANY DEFINITION"),
    "ALTER": ("ALTER ANY AVAILABILITY GROUP",),
    "CONTROL": (),
    "TAKE OWNERSHIP": (),
    "VIEW DEFINITION": ("VIEW ANY DEFINITION", "ALTER ANY AVAILABILITY GROUP"),
}
"""What a permission on one database or group follows from, beside CONTROL SERVER and ownership."""


def may_execute(module: Module, login: Login) -> bool:
    """EXECUTE on a procedure: granted to the login's user, or sysadmin."""
    return login.is_sysadmin or login.name.lower() in module.executors


def has_permission(
    server: Instance, login: Login, securable: str | None, kind: str | None, permission: str, current: str
) -> int | None:
    """1 or 0; None for a class, a securable or a permission that this version doesn't know.

    Without a class (or with SERVER) the server is meant, without a securable of class DATABASE the current one.
    """
    wanted = permission.upper()
    match None if kind is None else kind.upper():
        case None | "SERVER":
            if kind is None and securable is not None:
                return None
            if wanted == "ANY":
                return 1
            known = wanted in KNOWN and _SINCE.get(wanted, 0) <= server.major_version
            return int(login.may(wanted)) if known else None
        case "DATABASE":
            database = server.local(current if securable is None else securable.strip("[]"))
            if database is None or wanted not in _ON_DATABASE:
                return None
            return int(facts.may_control(login, database) or any(login.may(one) for one in _ON_DATABASE[wanted]))
        case "OBJECT":
            module = server.modules.find(securable or "")
            if module is None or wanted not in ("EXECUTE", "ANY"):
                return None
            return int(may_execute(module, login))
        case "AVAILABILITY GROUP":
            group = None if server.cluster is None else server.cluster.group_by_name((securable or "").strip("[]"))
            if group is None or group not in server.groups() or wanted not in _ON_GROUP:
                return None
            return int(login.may("CONTROL SERVER") or any(login.may(one) for one in _ON_GROUP[wanted]))
        case _:
            return None
