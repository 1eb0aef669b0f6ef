"""No role makes a call that it may not make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant


class NoCallBeyondTheRole(Invariant):
    """The account denies such a call already; that it was made at all is a defect."""

    name = "permissions"
    sentence = "No role makes an AWS call that its policies don't allow."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Every denial of a role's call."""
        if kind == "iam.denied":
            denial = facts["denial"]
            yield f"{denial.principal} may not {denial.action} on {denial.resource}"
