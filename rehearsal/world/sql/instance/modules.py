"""Stored procedures in master, the certificates that sign them, and users of master with their rights.

A procedure that a certificate signed has, while it runs and in its own dynamic SQL, the rights of the login that was
made from the certificate; whoever alters it removes the signature [sql-server#signed-procedure].
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from rehearsal.engines.tsql.runtime.session import StoredProcedure


@dataclass(slots=True, kw_only=True, eq=False)
class Certificate:
    """A self-signed one; `password` None: its private key was removed, nothing can be signed with it any more."""

    name: str
    number: int
    subject: str
    password: str | None

    @property
    def thumbprint(self) -> bytes:
        return sha256(f"{self.name}{self.number}".encode()).digest()[:20]

    @property
    def sid(self) -> bytes:
        return b"\x01\x06\x00\x00" + self.thumbprint


@dataclass(slots=True, kw_only=True, eq=False)
class Module:
    """One procedure; `signers`: names of certificates, in small letters."""

    procedure: StoredProcedure
    number: int
    signers: set[str] = field(default_factory=set)
    executors: set[str] = field(default_factory=set)
    """Users with EXECUTE on it, in small letters."""


class Modules:
    """Everything of one instance, by names in small letters."""

    def __init__(self) -> None:
        self.procedures: dict[str, Module] = {}
        self.certificates: dict[str, Certificate] = {}
        self.users: dict[str, int] = {}
        self._last_number = 1_000_000

    def next_number(self) -> int:
        self._last_number += 16
        return self._last_number

    def find(self, name: str) -> Module | None:
        """By a name of one to three parts; the model keeps procedures in master.dbo only."""
        parts = [part.strip("[]").lower() for part in name.split(".")]
        if len(parts) > 3 or parts[:-1] not in ([], ["dbo"], ["master", "dbo"], ["master", ""]):
            return None
        return self.procedures.get(f"dbo.{parts[-1]}")
