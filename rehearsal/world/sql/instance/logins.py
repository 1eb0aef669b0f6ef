"""Logins of an instance and what they may do: permissions with what they imply, DENY before GRANT, sysadmin above all.

Source: the permission hierarchy of the Database Engine; what NT AUTHORITY\\SYSTEM should have is
[sql-server#system-login].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

SYSTEM = "NT AUTHORITY\\SYSTEM"
PUBLIC = frozenset({"VIEW ANY DATABASE"})
KNOWN = frozenset(
    """CONTROL SERVER;CONNECT SQL;CONNECT ANY DATABASE;VIEW SERVER STATE;VIEW SERVER PERFORMANCE STATE;
    VIEW SERVER SECURITY STATE;VIEW ANY DEFINITION;VIEW ANY DATABASE;VIEW ANY PERFORMANCE DEFINITION;
    VIEW ANY SECURITY DEFINITION;ALTER ANY AVAILABILITY GROUP;CREATE AVAILABILITY GROUP;ALTER ANY DATABASE;
    CREATE ANY DATABASE;ALTER ANY LOGIN;ALTER ANY SERVER ROLE;ALTER ANY ENDPOINT;ALTER SERVER STATE;ALTER SETTINGS;
    SHUTDOWN;ALTER TRACE;ALTER ANY CREDENTIAL;SELECT ALL USER SECURABLES;IMPERSONATE ANY LOGIN""".replace(
        "\n    ", ""
    ).split(";")
)
_IMPLIES = {
    "VIEW SERVER STATE": ("VIEW SERVER PERFORMANCE STATE", "VIEW SERVER SECURITY STATE"),
    "ALTER SERVER STATE": ("VIEW SERVER STATE", "VIEW SERVER PERFORMANCE STATE", "VIEW SERVER SECURITY STATE"),
    "VIEW ANY DEFINITION": ("VIEW ANY DATABASE", "VIEW ANY PERFORMANCE DEFINITION", "VIEW ANY SECURITY DEFINITION"),
    "ALTER ANY AVAILABILITY GROUP": ("CREATE AVAILABILITY GROUP",),
    "ALTER ANY DATABASE": ("CREATE ANY DATABASE", "VIEW ANY DATABASE"),
}


@dataclass(slots=True, kw_only=True, eq=False)
class Login:
    """One login with its own permissions and server roles. `kind`: S SQL, U Windows, C certificate."""

    name: str
    principal_id: int
    kind: str = "U"
    granted: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    roles: set[str] = field(default_factory=set)
    disabled: bool = False
    sid: bytes | None = None
    """Of a login that was made from a certificate."""
    endpoint: str | None = None
    """G or D: CONNECT on the endpoint is granted or denied. Nobody's is, until somebody grants it: the model's replicas
    connect as sysadmin would."""

    @property
    def is_sysadmin(self) -> bool:
        return "sysadmin" in self.roles

    def may(self, permission: str) -> bool:
        """Has it this server permission, by grant, implication or role?"""
        if self.is_sysadmin:
            return True
        if permission in self.denied:
            return False
        if permission in self.granted or permission in PUBLIC or "CONTROL SERVER" in self.granted:
            return True
        if "dbcreator" in self.roles and permission in ("CREATE ANY DATABASE", "ALTER ANY DATABASE"):
            return True
        return any(permission in _IMPLIES.get(own, ()) for own in self.granted if own not in self.denied)


def with_rights_of(login: Login, signers: Iterable[Login]) -> Login:
    """The login as it is inside of a procedure that these sign: their grants are added, its own denials stay."""
    added: set[str] = set()
    for signer in signers:
        added |= signer.granted
    return replace(login, granted=login.granted | added)


class Logins:
    """By name, any case."""

    def __init__(self) -> None:
        self._logins: dict[str, Login] = {}
        self.add(Login(name="sa", principal_id=1, kind="S", roles={"sysadmin"}))

    def add(self, login: Login) -> Login:
        self._logins[login.name.lower()] = login
        return login

    def create(
        self, name: str, permissions: frozenset[str] = frozenset(), roles: frozenset[str] = frozenset()
    ) -> Login:
        """A Windows login with CONNECT SQL."""
        login = Login(
            name=name,
            principal_id=256 + len(self._logins),
            granted={"CONNECT SQL", *permissions},
            roles=set(roles),
        )
        return self.add(login)

    def remove(self, login: Login) -> None:
        del self._logins[login.name.lower()]

    def get(self, name: str) -> Login | None:
        return self._logins.get(name.lower())

    def all(self) -> list[Login]:
        return list(self._logins.values())
