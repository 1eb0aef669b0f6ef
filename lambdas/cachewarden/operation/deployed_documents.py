"""The Command documents that were deployed, identified by the hash of their content: no other is sent to a node."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cachewarden.operation.document_hash import short_hash
from cachewarden.operation.host_commands import HOST_PREFIX, INSTALLER_PREFIX


@dataclass(frozen=True, kw_only=True)
class DeployedDocuments:
    """Name -> `document_hash` of its content."""

    hashes: Mapping[str, str]

    @classmethod
    def of(cls, text: str) -> "DeployedDocuments":
        """What `text` wrote. Raises ValueError."""
        pairs = (pair.split("=") for pair in text.split(","))
        return cls(hashes={f"{HOST_PREFIX}{stem}": content_hash for stem, content_hash in pairs})

    @property
    def text(self) -> str:
        """For a function's environment: `ObserveHost=0123…,StopSqlServer=…`."""
        return ",".join(f"{name.removeprefix(HOST_PREFIX)}={self.hashes[name]}" for name in sorted(self.hashes))

    @cached_property
    def id(self) -> str:
        """Stands for all of it: what was found out about versions holds while the same is deployed."""
        return short_hash(self.text)

    @property
    def installers(self) -> tuple[str, ...]:
        """Those that bring the host bundle to a node."""
        return tuple(name for name in sorted(self.hashes) if name.startswith(INSTALLER_PREFIX))

    def only(self, names: Iterable[str]) -> "DeployedDocuments":
        """Of these documents alone. Raises KeyError for one that isn't deployed."""
        return DeployedDocuments(hashes={name: self.hashes[name] for name in names})
