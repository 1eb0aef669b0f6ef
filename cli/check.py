"""`cachewarden check`: holds the parts of the deployment against each other and against AWS's own models."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.status import Status
from rich.text import Text

if TYPE_CHECKING:
    from checks.check import Check
    from checks.run import Checked


def check(
    names: Annotated[list[str] | None, typer.Argument(help="Only these checks; see --list.", metavar="CHECK")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the list.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="Say what each check proves, and end.")] = False,
) -> None:
    """Check everything that would be deployed without running it: machines, documents, scripts, functions, grants.

    Exit code 0 when nothing was found, 1 with findings, 2 when a check is called that doesn't exist.
    """
    from checks.catalogue import CHECKS

    if listing:
        _print_checks(CHECKS)
        return
    unknown = sorted(set(names or ()) - {known.name for known in CHECKS})
    if unknown:
        print(f"cachewarden: no check is called {', '.join(map(repr, unknown))}. The checks are:", file=sys.stderr)
        _print_checks(CHECKS, error=True)
        raise typer.Exit(2)
    raise typer.Exit(_run([known for known in CHECKS if not names or known.name in names], as_json=as_json))


def _run(checks: list[Check], *, as_json: bool) -> int:
    from checks import run as running
    from checks.deployment import read_deployment
    from rehearsal.aws.api.errors import UnsupportedError
    from rehearsal.aws.cloudformation.synthesis import SynthesisError, templates
    from rehearsal.aws.cloudformation.template import TemplateError

    began = time.perf_counter()
    progress = Console(stderr=True, highlight=False)
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    width = max(len(each.name) for each in checks)
    with Status("Synthesizing the CDK app", console=progress) as status:
        if not progress.is_terminal and not as_json:
            progress.print("Synthesizing the CDK app …")
        try:
            deployment = read_deployment(templates())
        except SynthesisError as error:
            print(f"cachewarden: the CDK app did not synthesize:\n{error}", file=sys.stderr)
            return 1
        except (TemplateError, UnsupportedError, ValueError) as error:
            print(f"cachewarden: the templates can't be resolved: {error}", file=sys.stderr)
            return 1
        answers: list[Checked] = []
        for answer in running.run(checks, deployment, begins=lambda each: status.update(f"Checking {each.name}")):
            answers.append(answer)
            if not as_json:
                _print_answer(console, answer, width)
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(running.as_json(answers, seconds=seconds), indent=2))
    else:
        _print_total(console, answers, seconds)
    return 0 if all(answer.clean for answer in answers) else 1


def _print_answer(console: Console, answer: Checked, width: int) -> None:
    name = f"{answer.check.name:<{width}}"
    if answer.clean:
        console.print(Text("✓ ", style="green") + Text(f"{name}  ") + Text(answer.check.proves, style="dim"))
        return
    found = f"{len(answer.findings)} finding{'s' if len(answer.findings) > 1 else ''}"
    console.print(Text(f"✗ {name}  {found}", style="bold red"))
    for finding in answer.findings:
        console.print(Text(f"    {finding.where}", style="bold"))
        console.print(Text(f"      {finding.problem}"))
        console.print(Text(f"      → {finding.remedy}", style="dim"))


def _print_total(console: Console, answers: list[Checked], seconds: float) -> None:
    found = sum(len(answer.findings) for answer in answers)
    what = "nothing found" if found == 0 else f"{found} finding{'s' if found > 1 else ''}"
    checks = "1 check" if len(answers) == 1 else f"{len(answers)} checks"
    console.print(f"{checks}, {what}, {seconds:.1f} s")


def _print_checks(checks: tuple[Check, ...], *, error: bool = False) -> None:
    width = max(len(each.name) for each in checks)
    for each in checks:
        print(f"  {each.name:<{width}}  {each.proves}", file=sys.stderr if error else sys.stdout)
