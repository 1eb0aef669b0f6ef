"""IAM's decision: an explicit Deny wins, then an Allow from identity or resource, else implicitly denied.

Source: IAM User Guide, "Policy evaluation logic". One decision is made once: the same question, with the same values of
the keys that the statements ask for, gets the same answer again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rehearsal.aws.iam.patterns import Value, Values
from rehearsal.aws.iam.policy import Statement

REMEMBERED_MAX = 4096
"""Answers kept by one policy set; beyond that it forgets them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to IAM: may the caller do `action` to `resource` (an ARN, or `*` where the action knows none)."""

    action: str
    resource: str
    values: Values


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdict:
    """`applying`: the statements that are about this request, denials first; the first one decides, none denies."""

    action: str
    applying: tuple[Statement, ...]

    @property
    def statement(self) -> Statement | None:
        """The one that decided; None when nothing allowed it (an implicit deny)."""
        return self.applying[0] if self.applying else None

    @property
    def allowed(self) -> bool:
        """Whether it may be done."""
        return bool(self.applying) and self.applying[0].allows

    @property
    def explicit_deny(self) -> bool:
        """Whether a Deny statement decided."""
        return bool(self.applying) and not self.applying[0].allows


class PolicySet:
    """A principal's (or resource's) statements, sorted by action when first needed."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self.statements = tuple(statements)
        self._by_action: dict[str, tuple[tuple[Statement, ...], tuple[str, ...]]] = {}
        self._verdicts: dict[tuple[str, str, str | None, str | None, tuple[Value | None, ...]], Verdict] = {}

    def decide(self, request: Request, *, service: str | None = None, arn: str | None = None) -> Verdict:
        """What these policies say; `service` or `arn` is the caller, where the statements name principals."""
        statements, keys = self._about(request.action)
        values = request.values
        question = (request.action, request.resource, service, arn, tuple([values.get(key) for key in keys]))
        verdict = self._verdicts.get(question)
        if verdict is None:
            if len(self._verdicts) >= REMEMBERED_MAX:
                self._verdicts.clear()
            applying = tuple(one for one in statements if _applies(one, request, service, arn))
            verdict = self._verdicts[question] = Verdict(action=request.action, applying=applying)
        return verdict

    def keys_for(self, action: str) -> tuple[str, ...]:
        """The context keys that a decision about this action looks at."""
        return self._about(action)[1]

    def _about(self, action: str) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
        """The statements about this action, denials first, and the context keys that they ask for."""
        found = self._by_action.get(action)
        if found is None:
            named = sorted((one for one in self.statements if one.names_action(action)), key=lambda one: one.allows)
            keys = sorted(frozenset().union(*(one.keys for one in named)))
            found = self._by_action[action] = (tuple(named), tuple(keys))
        return found


@lru_cache(maxsize=512)
def policy_set(statements: tuple[Statement, ...]) -> PolicySet:
    """The same set for the same statements, in every run of the process: what it has decided stays decided."""
    return PolicySet(statements)


def _applies(statement: Statement, request: Request, service: str | None, arn: str | None) -> bool:
    return (
        statement.names_principal(service, arn)
        and statement.names_resource(request.resource, request.values)
        and all(condition.holds(request.values) for condition in statement.conditions)
    )
