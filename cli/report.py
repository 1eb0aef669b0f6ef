"""`cachewarden report`: a preflight's result as a page for people who decide about the stop."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

HOW = "aws stepfunctions describe-execution --execution-arn ARN > preflight.json"
"""Where the file comes from; CacheWarden-Preflight's output MaintainReplica.executionArn is the ARN."""


def report(
    file: Annotated[Path, typer.Argument(help=f"What was printed by: {HOW}")],
    page: Annotated[
        Path | None, typer.Option("--page", help="The page to write; without it beside the file, ending with .html.")
    ] = None,
) -> None:
    """Make one HTML page of a preflight's result: go or no go, what to do about each finding, the plan with its times.

    Exit code 0 where the preflight was a go, 1 where it was none, 2 when the file isn't a preflight's result.
    """
    from cli.preflight_page.page import render
    from cli.preflight_page.result import NotAPreflightError, read_result

    try:
        result = read_result(file.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        print(f"cachewarden: {file} can't be read: {problem.strerror}", file=sys.stderr)
        raise typer.Exit(2) from None
    except (NotAPreflightError, UnicodeDecodeError) as problem:
        print(f"cachewarden: {file} is no preflight's result: {problem}.\nGet one: {HOW}", file=sys.stderr)
        raise typer.Exit(2) from None
    written = page or file.with_suffix(".html")
    written.write_text(render(result), encoding="utf-8")
    print(f"{'GO' if result['go'] else 'NO GO'}  {written}")
    raise typer.Exit(0 if result["go"] else 1)
