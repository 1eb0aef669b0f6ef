"""`cachewarden`: the command line. Exit codes: 0 as expected, 1 not as expected, 2 the arguments are wrong."""

from __future__ import annotations

import typer

from cli.check import check
from cli.endings import endings
from cli.ids import ids
from cli.kill_everywhere import kill_everywhere
from cli.rehearse import rehearse
from cli.report import report
from cli.schedules import schedules

app = typer.Typer(
    name="cachewarden",
    help="Makes SQL Server nodes with an NVMe write-back cache on EC2 safe to stop, by anyone.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
app.command()(rehearse)
app.command()(kill_everywhere)
app.command()(endings)
app.command()(schedules)
app.command()(check)
app.command()(report)
app.command()(ids)


@app.callback()
def _program() -> None:
    """Makes SQL Server nodes with an NVMe write-back cache on EC2 safe to stop, by anyone."""


def main() -> None:
    """Entry point of the console script."""
    app()


if __name__ == "__main__":
    main()
