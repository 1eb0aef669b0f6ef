"""What an access list is: owner, explicit rules, protection; the accounts that every Windows knows."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

FULL_CONTROL: Final = 2032127
READ_AND_EXECUTE: Final = 131241
SYNCHRONIZE: Final = 1048576
CONTAINER_INHERIT: Final = 1
OBJECT_INHERIT: Final = 2
INHERIT_ONLY: Final = 2
CREATE_FILES: Final = 2
CREATE_FOLDERS: Final = 4
CREATE: Final = CREATE_FILES | CREATE_FOLDERS | 16 | 256
"""Create files and folders, write their attributes."""
CHANGE_PERMISSIONS: Final = 262144

ADMINISTRATORS: Final = r"BUILTIN\Administrators"
"""Owner of what administrators and SYSTEM create."""

WELL_KNOWN: Final[dict[str, str]] = {
    "S-1-5-18": r"NT AUTHORITY\SYSTEM",
    "S-1-5-19": r"NT AUTHORITY\LOCAL SERVICE",
    "S-1-5-20": r"NT AUTHORITY\NETWORK SERVICE",
    "S-1-5-32-544": r"BUILTIN\Administrators",
    "S-1-5-32-545": r"BUILTIN\Users",
    "S-1-1-0": "Everyone",
    "S-1-3-0": "CREATOR OWNER",
}
_SHORT = {name.rsplit("\\", 1)[-1].lower(): name for name in WELL_KNOWN.values()}


@lru_cache(maxsize=256)
def canonical_identity(name: str) -> str:
    """The full account name for a short one or a SID; other names as they are."""
    return WELL_KNOWN.get(name.upper(), _SHORT.get(name.lower(), name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One access rule: FileSystemRights, InheritanceFlags and PropagationFlags as numbers."""

    identity: str
    rights: int
    allow: bool = True
    inheritance: int = 0
    propagation: int = 0
    inherited: bool = False


@dataclass(slots=True, kw_only=True)
class AccessList:
    """The explicit rules of one entry. `protected`: nothing is inherited from above."""

    rules: list[Rule] = field(default_factory=list)
    protected: bool = False
    owner: str = ADMINISTRATORS


_BOTH = CONTAINER_INHERIT | OBJECT_INHERIT
ROOT_RULES = (
    Rule(identity=r"NT AUTHORITY\SYSTEM", rights=FULL_CONTROL, inheritance=_BOTH),
    Rule(identity=r"BUILTIN\Administrators", rights=FULL_CONTROL, inheritance=_BOTH),
    Rule(identity=r"BUILTIN\Users", rights=READ_AND_EXECUTE | SYNCHRONIZE, inheritance=_BOTH),
    Rule(identity="CREATOR OWNER", rights=FULL_CONTROL, inheritance=_BOTH, propagation=2),
)
"""A freshly formatted NTFS volume: a service's own SID may read there, not write."""

_SIDS = {name.lower(): sid for sid, name in WELL_KNOWN.items()}


@lru_cache(maxsize=256)
def sid_of(identity: str) -> str:
    """The SID of an account; those of services and local users are made up from their names, the same every time."""
    name = canonical_identity(identity).lower()
    if name in _SIDS:
        return _SIDS[name]
    number = zlib.crc32(name.encode())
    return f"S-1-5-80-{number}" if name.startswith("nt service\\") else f"S-1-5-21-1-2-3-{number}"


def program_data_access() -> AccessList:
    """C:\\ProgramData: everybody may create files and folders there, and has full control of what he created.

    Documented as the default of the folder [windows#programdata].
    """
    return AccessList(
        protected=True,
        rules=[
            Rule(identity=r"NT AUTHORITY\SYSTEM", rights=FULL_CONTROL, inheritance=_BOTH),
            Rule(identity=r"BUILTIN\Administrators", rights=FULL_CONTROL, inheritance=_BOTH),
            Rule(identity="CREATOR OWNER", rights=FULL_CONTROL, inheritance=_BOTH, propagation=INHERIT_ONLY),
            Rule(identity=r"BUILTIN\Users", rights=READ_AND_EXECUTE | SYNCHRONIZE, inheritance=_BOTH),
            Rule(identity=r"BUILTIN\Users", rights=CREATE, inheritance=CONTAINER_INHERIT),
        ],
    )
