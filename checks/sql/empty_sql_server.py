"""A SQL Server of one version with nothing in it: whatever a text names is looked up, and no row comes back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rehearsal.engines.tsql import Session
from rehearsal.engines.tsql.runtime.session import StoredProcedure
from rehearsal.engines.tsql.values.collation import DEFAULT
from rehearsal.engines.tsql.values.types import nvarchar

VERSION_OF_YEAR = {2016: 13, 2017: 14, 2019: 15, 2022: 16}


@dataclass(frozen=True, slots=True)
class EmptySqlServer:
    """Takes every statement for done; the engine itself says what isn't T-SQL or doesn't exist."""

    major_version: int
    its_collation: str = DEFAULT

    def collation(self, database: str) -> str:
        """Of every database."""
        return self.its_collation

    def now(self) -> datetime:
        """Some moment: nothing here depends on it."""
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        """Time stands still."""
        return 0.0

    def sleep(self, seconds: float) -> None:
        """Over at once."""

    def use_database(self, name: str, session: Session) -> str:
        """Every database is there."""
        return name

    def read_view(self, *_: object) -> list[Any]:
        """No rows."""
        return []

    def execute(self, statement: Any, session: Session) -> None:
        """Done."""

    def procedure(self, name: str, session: Session) -> StoredProcedure:
        """Every procedure is there, with one parameter for the id that ours take, and does nothing."""
        return StoredProcedure(name=name, parameters=(("@group_database_id", nvarchar(36)),), body="")

    def has_permission(self, securable: str | None, kind: str | None, permission: str, session: Session) -> int:
        """Everything is allowed."""
        return 1

    def is_server_role_member(self, role: str, login: str | None, session: Session) -> int:
        """Of every role."""
        return 1

    def __getattr__(self, name: str) -> Any:
        """Properties and identities: null."""
        return lambda *_: None
