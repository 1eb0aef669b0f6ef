"""`cachewarden rehearse --list-faults`: every fault point, as a table or as JSON."""

from __future__ import annotations

import json
import sys

from rich.console import Console

from rehearsal.faults.glossary import rows


def print_fault_points(*, as_json: bool) -> None:
    """One line for each point and kind: the fields it takes, and what really happens."""
    if as_json:
        print(json.dumps(rows(), indent=2))
        return
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    last = ""
    for row in rows():
        if row["point"] != last:
            last = row["point"]
            facts = " ".join(f"{name}=" for name in row["where"])
            console.print(f"\n{last}  [dim]{facts}[/dim]", style="bold")
            console.print(f"  {row['at']}", style="dim")
        fields = "".join(f" {name}=" if name in row["needs"] else f" [{name}=]" for name in row["fields"])
        console.print(f"  {row['kind'] + fields:<34} {row['does']}", markup=False)
    console.print(
        "\nPlaces take occurrence= (the n-th time, from 1) and count= (so many times in a row); external faults "
        "take when= (a state of the workflow), occurrence= and delay=. docs/faults.md says more.",
        markup=False,
    )
