"""Properties that host scripts read of Windows' objects exist: under StrictMode any other name ends the script."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from rehearsal.check.check import Check
from rehearsal.check.finding import Finding
from rehearsal.check.host_sources import host_scripts, place
from rehearsal.check.shipment import Shipment
from rehearsal.check.windows_objects import properties_of
from rehearsal.check.windows_reads import windows_reads

NAME = "host-properties"


def findings(shipment: Shipment) -> Iterator[Finding]:
    """Where the class of an object can be read off the source."""
    for script, member, name, kind in windows_reads(host_scripts(shipment)):
        known = properties_of(kind.class_name)
        if name.lower() not in known:
            near = difflib.get_close_matches(name.lower(), known, n=3)
            yield Finding(
                check=NAME,
                where=place(script.path, member.extent),
                problem=f"{kind.class_name} has no property {name}",
                remedy=f"Read one that it has{': ' + ', '.join(near) if near else ''}.",
            )


CHECK = Check(
    name=NAME,
    proves="Every property that a host script reads of a Windows object of known class exists there.",
    findings=findings,
)
