"""What a campaign saw, and what it found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong. `where`: the number of the draw, which the seed makes again."""

    what: str
    why: str
    where: str
    given: str


@dataclass(slots=True, kw_only=True)
class Summary:
    """Of one campaign."""

    name: str
    seed: int
    seen: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def lines(self, *, findings: int = 20) -> list[str]:
        """For a terminal: the counts, then the first findings of each kind."""
        counts = ", ".join(f"{count:,} {what}" for what, count in self.seen.items())
        kinds = Counter(finding.what for finding in self.findings)
        found = ", ".join(f"{count} {what}" for what, count in sorted(kinds.items())) or "nothing found"
        told = [f"{self.name} (seed {self.seed}): {counts}: {found}"]
        for finding in self.findings[:findings]:
            told.append(f"  {finding.what} in draw {finding.where}: {finding.why}")
            told.append(f"    {finding.given[:1_500]}")
        if len(self.findings) > findings:
            told.append(f"  … and {len(self.findings) - findings} more")
        return told
