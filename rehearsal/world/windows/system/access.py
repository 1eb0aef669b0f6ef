"""Who may do what to a file or folder: explicit and inherited access rules, as far as SQL Server needs them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rehearsal.world.storage.state.tree import Entry
from rehearsal.world.windows.system.filesystem import WindowsFileSystem, split

FULL_CONTROL: Final = 2032127
READ_AND_EXECUTE: Final = 131241
SYNCHRONIZE: Final = 1048576
CONTAINER_INHERIT: Final = 1
OBJECT_INHERIT: Final = 2

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
    owner: str = r"BUILTIN\Administrators"


_BOTH = CONTAINER_INHERIT | OBJECT_INHERIT
ROOT_RULES = (
    Rule(identity=r"NT AUTHORITY\SYSTEM", rights=FULL_CONTROL, inheritance=_BOTH),
    Rule(identity=r"BUILTIN\Administrators", rights=FULL_CONTROL, inheritance=_BOTH),
    Rule(identity=r"BUILTIN\Users", rights=READ_AND_EXECUTE | SYNCHRONIZE, inheritance=_BOTH),
    Rule(identity="CREATOR OWNER", rights=FULL_CONTROL, inheritance=_BOTH, propagation=2),
)
"""A freshly formatted NTFS volume: a service's own SID may read there, not write."""


def rules_of(files: WindowsFileSystem, path: str) -> tuple[Rule, ...]:
    """Explicit rules first, then what is inherited from the folders above, nearest first."""
    _, parts = split(path)
    letter = path[0]
    chain: list[Entry] = []
    for length in range(len(parts), -1, -1):
        entry = files.entry(f"{letter}:\\" + "\\".join(parts[:length]))
        if entry is None:
            raise FileNotFoundError(path)
        chain.append(entry)
    found: list[Rule] = []
    for depth, entry in enumerate(chain):
        is_root = depth == len(chain) - 1
        own = entry.access
        explicit = list(own.rules) if isinstance(own, AccessList) else list(ROOT_RULES) if is_root else []
        if depth == 0:
            found.extend(explicit)
        else:
            needed = CONTAINER_INHERIT if chain[0].is_directory else OBJECT_INHERIT
            found.extend(
                Rule(
                    identity=rule.identity, rights=rule.rights, allow=rule.allow, inheritance=rule.inheritance,
                    propagation=rule.propagation, inherited=True,
                )
                for rule in explicit
                if rule.inheritance & needed
            )  # fmt: skip
        if isinstance(own, AccessList) and own.protected:
            break
    return tuple(found)


def may(files: WindowsFileSystem, path: str, identity: str, rights: int) -> bool:
    """Whether an account has these rights by rules that name it, or Everyone. SYSTEM always has."""
    wanted = canonical_identity(identity).lower()
    if wanted == r"nt authority\system":
        return True
    granted = 0
    for rule in rules_of(files, path):
        name = canonical_identity(rule.identity).lower()
        if name in (wanted, "everyone", r"builtin\users" if not wanted.startswith("builtin") else wanted):
            if not rule.allow and rule.rights & rights:
                return False
            granted |= rule.rights if rule.allow else 0
    return granted & rights == rights
