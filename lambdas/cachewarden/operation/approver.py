"""Whether somebody who approved can be the one who asked. Pure.

An approval is a second person's word. How Systems Manager writes an approver isn't documented
[automation#approve-record]: as an ARN of a user, a session or a role, or as a name. Who can't be told from the one who
asked counts as the same. A session's name is a person's, whatever the role: whoever holds two roles has one name in
both, and so has a user who switches to a role in the console.
"""

import re
from dataclasses import dataclass

_USER = re.compile(r"arn:[^:]+:iam::(\d{12}):user/(?:.*/)?([^/]+)")
_SESSION = re.compile(r"arn:[^:]+:sts::(\d{12}):assumed-role/([^/]+)/([^/]+)")
_ROLE = re.compile(r"arn:[^:]+:iam::(\d{12}):role/(?:.*/)?([^/]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Identity:
    """`session`: None where only the role is known, and for a user."""

    account: str
    is_role: bool
    name: str
    session: str | None

    @property
    def person(self) -> str | None:
        """The name that tells people apart; None where only the role is known."""
        return self.session if self.is_role else self.name


def may_be_the_same(starter: str, approver: str) -> bool:
    """Whether nothing tells the approver from the starter, whose ARN is known."""
    if starter == approver:
        return True
    one = _identity(starter)
    if one is None:
        return True
    if ":" not in approver:
        return approver == one.name or approver.rpartition("/")[2] == one.person
    other = _identity(approver)
    if other is None:
        return True
    if (one.session or other.session) and one.person == other.person:
        return True
    if (one.account, one.is_role, one.name) != (other.account, other.is_role, other.name):
        return False
    return None in (one.session, other.session) or one.session == other.session


def _identity(arn: str) -> _Identity | None:
    """None for what has another form, such as the account's root."""
    if found := _USER.fullmatch(arn):
        return _Identity(account=found[1], is_role=False, name=found[2], session=None)
    if found := _SESSION.fullmatch(arn):
        return _Identity(account=found[1], is_role=True, name=found[2], session=found[3])
    if found := _ROLE.fullmatch(arn):
        return _Identity(account=found[1], is_role=True, name=found[2], session=None)
    return None
