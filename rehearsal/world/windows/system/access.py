"""Who may do what to a file or folder: explicit and inherited access rules."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from rehearsal.world.windows.files.access_lists import (
    ADMINISTRATORS,
    CHANGE_PERMISSIONS,
    CONTAINER_INHERIT,
    INHERIT_ONLY,
    OBJECT_INHERIT,
    ROOT_RULES,
    AccessList,
    Rule,
    canonical_identity,
)
from rehearsal.world.windows.system.filesystem import WindowsFileSystem


def rules_of(files: WindowsFileSystem, path: str) -> tuple[Rule, ...]:
    """Explicit rules first, then what is inherited from the folders above, nearest first."""
    chain = files.chain(path)
    folder = chain[-1].is_directory
    needed = CONTAINER_INHERIT if folder else OBJECT_INHERIT
    found: list[Rule] = []
    for depth, entry in enumerate(reversed(chain)):
        is_root = depth == len(chain) - 1
        own = entry.access
        explicit = list(own.rules) if isinstance(own, AccessList) else list(ROOT_RULES) if is_root else []
        if depth == 0:
            found.extend(explicit)
        else:
            found.extend(_inherited(rule, folder) for rule in explicit if rule.inheritance & needed)
        if isinstance(own, AccessList) and own.protected:
            break
    return tuple(found)


@lru_cache(maxsize=256)
def _inherited(rule: Rule, folder: bool) -> Rule:
    """The rule as a folder or file below has it."""
    return replace(rule, inheritance=rule.inheritance if folder else 0, inherited=True)


def owner_of(files: WindowsFileSystem, path: str) -> str:
    """Whom the file or folder belongs to."""
    own = files.itself(path).access
    return own.owner if isinstance(own, AccessList) else ADMINISTRATORS


def may(files: WindowsFileSystem, path: str, identity: str, rights: int) -> bool:
    """Whether an account that is no administrator has these rights: by rules that name it, users or everybody.

    An owner may always change the rules. SYSTEM may do anything.
    """
    wanted = canonical_identity(identity).lower()
    if wanted == r"nt authority\system":
        return True
    owns = owner_of(files, path).lower() == wanted
    granted = CHANGE_PERMISSIONS if owns else 0
    for rule in rules_of(files, path):
        if rule.propagation & INHERIT_ONLY and not rule.inherited:
            continue
        name = canonical_identity(rule.identity).lower()
        named = name in (wanted, "everyone") or (name == r"builtin\users" and not wanted.startswith("builtin"))
        if named or (name == "creator owner" and owns):
            if not rule.allow and rule.rights & rights:
                return False
            granted |= rule.rights if rule.allow else 0
    return granted & rights == rights


READ_PERMISSIONS: Final = 131072
_SYSTEM_IS = {"nt authority\\system", "everyone", "builtin\\administrators"}


def is_hidden_from_system(files: WindowsFileSystem, path: str) -> bool:
    """Whether a rule denies SYSTEM, or a group that it is in, to look at the rules; its own files hide nothing."""
    if owner_of(files, path).lower() in _SYSTEM_IS:
        return False
    return any(
        not rule.allow and rule.rights & READ_PERMISSIONS and canonical_identity(rule.identity).lower() in _SYSTEM_IS
        for rule in rules_of(files, path)
    )
