"""What Decide reads of a host's report is what the host puts into it.

Read off both sources: the records that the scripts make, and the keys that the functions follow. What a host reports
and no function reads is for people, and no finding. A record that comes from two places, or from a file, isn't judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.script_reading import reading_of
from checks.host_scripts.script_types import ANY_KEY, Record
from checks.host_scripts.sources import ENTRY, FUNCTIONS, host_scripts
from checks.python_sources.modules import Modules
from checks.python_sources.needs import Needs, needs_of

NAME = "host-evidence"
DECIDE = "lambdas/handlers/decide.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A record of the hosts (script and variable) and where Decide finds it in its event."""

    source: str
    scope: str
    variable: str
    path: tuple[str, ...]


REPORTS = (
    Reported(
        source=f"{ENTRY}/observe_host.ps1",
        scope=f"{ENTRY}/observe_host.ps1",
        variable="evidence",
        path=("evidence", "replicas", "host", "evidence"),
    ),
    Reported(
        source=f"{FUNCTIONS}/verdict/ConvertTo-CwAnswer.ps1",
        scope="ConvertTo-CwAnswer",
        variable="answer",
        path=("report", "result", "verdict"),
    ),
)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of what hosts observe, and of every act's verdict."""
    modules = Modules.of(deployment)
    handler = modules.find(DECIDE, "handler")
    if handler is None:
        yield Finding(check=NAME, where=DECIDE, problem="there is no handler", remedy="Write it.")
        return
    event = needs_of(modules, handler, "event")
    reading = reading_of(host_scripts(deployment))
    for report in REPORTS:
        record = reading.variable(report.scope, report.variable)
        needs = event
        for key in report.path:
            needs = needs.inner.get(key, Needs())
        if not isinstance(record, Record):
            problem = f"${report.variable} is no record that can be read"
            yield Finding(check=NAME, where=report.source, problem=problem, remedy="Make it by @{ } in one place.")
            continue
        for missing in unreported(needs, record):
            yield Finding(
                check=NAME,
                where=report.source,
                problem=f"Decide reads {'.'.join(missing)} of it, which no host gives",
                remedy="Let scripts and lambdas/cachewarden agree on the name.",
            )


def unreported(needs: Needs, record: Record, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Paths that are read and not there, by key."""
    given: Mapping[str, object] = record.members
    if ANY_KEY in given:
        return
    for key in sorted(needs.read):
        found = given.get(key.lower(), given)
        if found is given:
            yield (*inside, key)
        elif isinstance(found, Record) and key in needs.inner:
            yield from unreported(needs.inner[key], found, (*inside, key))


CHECK = Check(
    name=NAME,
    proves="Every fact that Decide reads of a host's report is one that the host scripts put into it.",
    findings=findings,
)
