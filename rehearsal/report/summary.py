"""The last lines of a rehearsal: reached or not, what it cost, what broke."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from rehearsal.faults import fault_text
from rehearsal.report.evacuations import other_way
from rehearsal.report.metrics import Metrics, metrics_of
from rehearsal.report.timeline import clock_text
from rehearsal.simulation.run import Run


def print_summary(console: Console, run: Run, *, wall_seconds: float | None, judged_by_outcome: bool = True) -> None:
    """Prints goal, outage, risk, lower bound, transitions and their price, and everything that wasn't as declared.

    `judged_by_outcome`: False for a run with faults from the command line, which need not end as its story declares.
    """
    metrics = metrics_of(run)
    output = {} if run.log.last is None else run.log.last.output
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column()
    if run.log.last is None:
        table.add_row("Outcome", "no workflow ran")
    else:
        table.add_row("Outcome", f"{output.get('outcome', 'none')} (goal {output.get('goal', 'none')})")
        table.add_row("Why", str(output.get("sentence", "")))
    table.add_row("Write outage", f"{metrics.write_outage_seconds:.1f} s")
    _add_data_risk(table, metrics)
    other = other_way(run.story.name)
    if other is not None:
        table.add_row(f"Evacuated {other[0]}", other[1])
    if metrics.lower_bound_seconds:
        table.add_row(
            "Duration",
            f"{clock_text(metrics.waiting_seconds)}, {metrics.above_bound:.1%} above the "
            f"{clock_text(metrics.lower_bound_seconds)} that disks, boots and redo need",
        )
        table.add_row("", f"{clock_text(metrics.step_seconds)} of it in acts and looks, the rest waiting")
    table.add_row("Transitions", f"{metrics.transitions}, {metrics.price_usd * 100:.2f} US cents")
    table.add_row("AWS calls", f"{metrics.api_calls}")
    if wall_seconds is not None:
        table.add_row("Played in", f"{wall_seconds:.1f} s of real time")
    console.print()
    console.print(table)
    console.print()
    for fault in run.cluster.world.faults.injected:
        console.print(f"Injected: {fault_text(fault)}")
    for fault in run.cluster.world.faults.never_injected:
        console.print(f"NEVER INJECTED: {fault_text(fault)}", style="yellow")
    for violation in run.outcome.violations:
        console.print(f"BROKEN {violation.invariant}: {violation.observed}", style="bold red")
    for state in run.outcome.unsafe_states:
        console.print(f"NOT SAFE {state}", style="bold red")
    if judged_by_outcome:
        _print_outcome(console, run)
    else:
        _print_safety(console, run)


def _add_data_risk(table: Table, metrics: Metrics) -> None:
    risk = metrics.data_risk
    above = risk.above_bound
    bound = "" if above is None else f", {above:.1%} above the {clock_text(risk.bound_s)} that stop, boot and redo need"
    table.add_row("Data on one copy only", f"{clock_text(risk.alone_s - risk.at_rest_s)}{bound}")
    if risk.at_rest_s:
        table.add_row("", f"and {clock_text(risk.at_rest_s)} at rest, stopped and not asked to start")
    if risk.trailing_s >= 1:
        table.add_row("Second copy trails", f"{clock_text(risk.trailing_s)}, asynchronous")
    if metrics.slow_commit_seconds:
        table.add_row(
            "Commits wait",
            f"{clock_text(metrics.slow_commit_seconds)}, up to {metrics.slowest_commit_seconds:g} s each, "
            "for a volume whose cache moves",
        )


def _print_outcome(console: Console, run: Run) -> None:
    for mismatch in run.outcome.mismatches:
        console.print(f"NOT AS DECLARED {mismatch}", style="bold red")
    if run.outcome.as_expected:
        console.print("As declared: the outcome came about, and no invariant broke.", style="bold green")


def _print_safety(console: Console, run: Run) -> None:
    for mismatch in run.outcome.mismatches:
        console.print(f"Otherwise than the story declares: {mismatch}")
    if run.outcome.safe:
        console.print("Safe: the run came to rest where it must, and no invariant broke.", style="bold green")
