"""Properties that host scripts read of Windows' objects exist: under StrictMode any other name ends the script."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.script_reading import reading_of
from checks.host_scripts.script_types import WindowsObject
from checks.host_scripts.sources import HostScript, host_scripts, place
from checks.host_scripts.windows_objects import properties_of
from rehearsal.engines.powershell.syntax import nodes

NAME = "host-properties"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Where the class of an object can be read off the source."""
    for script, member, kind in windows_reads(deployment):
        name = member.value
        known = properties_of(kind.class_name)
        if name.lower() not in known:
            near = difflib.get_close_matches(name.lower(), known, n=3)
            yield Finding(
                check=NAME,
                where=place(script.path, member.extent),
                problem=f"{kind.class_name} has no property {name}",
                remedy=f"Read one that it has{': ' + ', '.join(near) if near else ''}.",
            )


def windows_reads(deployment: Deployment) -> Iterator[tuple[HostScript, nodes.StringConstant, WindowsObject]]:
    """Every member that is read of an object whose class is known."""
    for script, member, kind in reading_of(host_scripts(deployment)).reads:
        if isinstance(kind, WindowsObject) and isinstance(member, nodes.StringConstant):
            yield script, member, kind


CHECK = Check(
    name=NAME,
    proves="Every property that a host script reads of a Windows object of known class exists there.",
    findings=findings,
)
