"""Access lists as text: owner and rules in the security descriptor definition language [windows#sddl]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rehearsal.world.windows.files.access_lists import FULL_CONTROL, WELL_KNOWN, AccessList, Rule, sid_of

_ALIASES: Final = {
    "SY": "S-1-5-18", "LS": "S-1-5-19", "NS": "S-1-5-20", "BA": "S-1-5-32-544", "BU": "S-1-5-32-545",
    "WD": "S-1-1-0", "CO": "S-1-3-0",
}  # fmt: skip
_ALIAS_OF: Final = {sid: alias for alias, sid in _ALIASES.items()}
_FLAGS: Final = (("OI", 2, 0), ("CI", 1, 0), ("NP", 0, 1), ("IO", 0, 2))
"""Name, InheritanceFlags, PropagationFlags."""
_DESCRIPTOR = re.compile(r"O:([A-Z]{2}|S-[\d-]+)D:(P?)(?:AI)?((?:\([^()]*\))*)")
_RULE = re.compile(r"\(([AD]);([A-Z]*);(FA|0x[0-9a-f]+);;;([A-Z]{2}|S-[\d-]+)\)")


def written(access: AccessList, rules: Sequence[Rule]) -> str:
    """Owner and rules, inherited ones too. A folder's protection shows as P."""
    flags = ("P" if access.protected else "") + ("AI" if any(rule.inherited for rule in rules) else "")
    return f"O:{_short(access.owner)}D:{flags}{''.join(_written(rule) for rule in rules)}"


@lru_cache(maxsize=256)
def _written(rule: Rule) -> str:
    flags = [
        name
        for name, inheritance, propagation in _FLAGS
        if rule.inheritance & inheritance or rule.propagation & propagation
    ]
    rights = "FA" if rule.rights == FULL_CONTROL else hex(rule.rights)
    inherited = "ID" if rule.inherited else ""
    return f"({'A' if rule.allow else 'D'};{''.join(flags)}{inherited};{rights};;;{_short(rule.identity)})"


def read(text: str) -> AccessList:
    """The list that a text describes. Raises ValueError for what the model doesn't know."""
    found = _DESCRIPTOR.fullmatch(text)
    if found is None:
        raise ValueError(f"the model doesn't read {text}")
    owner, protected, rules = found.groups()
    parts = _RULE.findall(rules)
    if "".join(f"({kind};{flags};{rights};;;{who})" for kind, flags, rights, who in parts) != rules:
        raise ValueError(f"the model doesn't read {rules}")
    return AccessList(owner=_identity(owner), protected=bool(protected), rules=[_rule(*part) for part in parts])


def _rule(kind: str, flags: str, rights: str, who: str) -> Rule:
    names = {flags[position : position + 2] for position in range(0, len(flags), 2)}
    return Rule(
        identity=_identity(who),
        rights=FULL_CONTROL if rights == "FA" else int(rights, 16),
        allow=kind == "A",
        inheritance=sum(inheritance for name, inheritance, _ in _FLAGS if name in names),
        propagation=sum(propagation for name, _, propagation in _FLAGS if name in names),
    )


def _short(identity: str) -> str:
    sid = sid_of(identity)
    return _ALIAS_OF.get(sid, sid)


def _identity(text: str) -> str:
    sid = _ALIASES.get(text, text)
    return WELL_KNOWN.get(sid, sid)
