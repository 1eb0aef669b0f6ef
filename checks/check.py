"""What a check is (a name, the sentence that it proves, how it looks for the contrary) and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from checks.deployment import Deployment


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """`where` is the file (with its line where one is known) and, behind a space, the path inside the document."""

    check: str
    """Name of the check, as `cachewarden check --list` prints it."""
    where: str
    problem: str
    """What was found, and what was expected."""
    remedy: str
    """What to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """`proves` is true of the deployment exactly when `findings` yields nothing."""

    name: str
    proves: str
    findings: Callable[[Deployment], Iterable[Finding]]
    ahead: Callable[[Deployment], None] | None = None
    """Begins in the background what `findings` will wait for."""

    def run(self, deployment: Deployment) -> tuple[Finding, ...]:
        """What was found, each once, by place."""
        return tuple(sorted(set(self.findings(deployment))))
