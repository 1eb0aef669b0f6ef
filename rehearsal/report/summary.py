"""The last lines of a rehearsal: reached or not, what it cost, what broke."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from rehearsal.faults import fault_text
from rehearsal.report.metrics import measure
from rehearsal.report.timeline import clock_text
from rehearsal.simulation.run import Played


def print_summary(
    console: Console, played: Played, *, wall_seconds: float | None, judged_by_outcome: bool = True
) -> None:
    """Prints goal, outage, risk, lower bound, transitions and their price, and everything that wasn't as declared.

    `judged_by_outcome`: False for a run that somebody put faults into, which need not end as its story declares.
    """
    measures = measure(played)
    last = played.log.endings[-1] if played.log.endings else None
    output = last.output if last is not None and isinstance(last.output, dict) else {}
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column()
    table.add_row("Outcome", f"{output.get('outcome', 'none')} (goal {output.get('goal', 'none')})")
    table.add_row("Why", str(output.get("sentence", "")))
    table.add_row("Write outage", f"{measures.write_outage_seconds:.1f} s")
    table.add_row("Data on one copy only", clock_text(measures.data_at_risk_seconds))
    if measures.lower_bound_seconds:
        table.add_row(
            "Duration",
            f"{clock_text(measures.waiting_seconds)}, {measures.above_bound:.1%} above the "
            f"{clock_text(measures.lower_bound_seconds)} that disks, boots and redo need",
        )
        table.add_row("", f"{clock_text(measures.step_seconds)} of it in acts and looks, the rest waiting")
    table.add_row("Transitions", f"{measures.transitions}, {measures.price_usd * 100:.2f} US cents")
    table.add_row("AWS calls", f"{measures.api_calls}")
    if wall_seconds is not None:
        table.add_row("Played in", f"{wall_seconds:.1f} s of real time")
    console.print()
    console.print(table)
    console.print()
    for fault in played.stage.world.faults.struck:
        console.print(f"Struck: {fault_text(fault)}")
    for fault in played.stage.world.faults.never_struck:
        console.print(f"NEVER STRUCK: {fault_text(fault)}", style="yellow")
    for violation in played.violations:
        console.print(f"BROKEN {violation.invariant}: {violation.observed}", style="bold red")
    if judged_by_outcome:
        _print_outcome(console, played)
    else:
        _print_safety(console, played)


def _print_outcome(console: Console, played: Played) -> None:
    for shortfall in played.shortfalls:
        console.print(f"NOT AS DECLARED {shortfall}", style="bold red")
    if played.as_hoped:
        console.print("As declared: the outcome came about, and no invariant broke.", style="bold green")


def _print_safety(console: Console, played: Played) -> None:
    """Design: every run ends at its goal, back in service, or at a clear Attention."""
    for left in played.unsettled:
        console.print(f"NOT SAFE {left}", style="bold red")
    for shortfall in played.shortfalls:
        console.print(f"Otherwise than the story declares: {shortfall}")
    if played.safe:
        console.print("Safe: the run came to rest where it must, and no invariant broke.", style="bold green")
