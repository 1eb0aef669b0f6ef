"""How a first opt-in, a stop and a start end for each kind of node in each state, for docs/without-write-cache.md:
`python -m rehearsal.report.profiles`; a test holds the table by a sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

from cachewarden.codes import CATALOGUE, Code
from rehearsal.aws.cloudformation.synthesis import ROOT, templates
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Step, StepKind, Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

PAGE: Path = ROOT / "docs" / "without-write-cache.md"
BEGINS = "<!-- table: python -m rehearsal.report.profiles -->\n"
ENDS = "<!-- end of table -->"
TYPES = {0: "r5.4xlarge", 1: "r6id.4xlarge", 2: "r5d.4xlarge", 4: "i4i.16xlarge"}
"""One type for each number of NVMe disks."""
PROFILES = {"write cache": None, "tempdb on NVMe": "tempdb", "nothing on NVMe": "none"}
SERVICE = "MSSQLSERVER"
HEAD = "| on the node | NVMe disks | Availability Group | at opt-in | opt-in | stop | start |"


class State(StrEnum):
    """What of the node runs when it is opted in, as the table says it."""

    RUNS = "SQL Server runs"
    SQL_STOPPED = "SQL Server is stopped"
    INSTANCE_STOPPED = "the instance is stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One kind of node, and what of it runs when it is opted in."""

    profile: str
    nvme: int
    in_group: bool
    state: State

    @property
    def buildable(self) -> bool:
        """Whether there is such a node: without NVMe nothing lies there."""
        return self.nvme > 0 or self.profile == "nothing on NVMe"

    @property
    def node(self) -> str:
        """Its name in the story."""
        return "SALES1" if self.in_group else "ALONE1"

    @property
    def story(self) -> Story:
        """It is opted in, stopped in the console and started again; or was shut down before it was opted in."""
        steps = (StepKind.OPT_IN, StepKind.STOP, StepKind.START)
        if self.state is State.INSTANCE_STOPPED:
            steps = (StepKind.SHUT_DOWN, StepKind.OPT_IN, StepKind.START)
        return replace(
            load_story("stop-and-return"),
            instance_type=TYPES[self.nvme],
            uncached=PROFILES[self.profile],
            stand_alone=() if self.in_group else (self.node,),
            not_opted_in=(self.node,),
            steps=tuple(Step(kind=kind, node=self.node) for kind in steps),
        )

    @property
    def head(self) -> tuple[str, ...]:
        """Its columns before the endings."""
        group = "in one" if self.in_group else "in none"
        return self.profile, str(self.nvme), group, self.state.value


def cells() -> Iterator[Cell]:
    """All of them, in the table's order."""
    for profile, nvme, in_group, state in product(PROFILES, TYPES, (True, False), State):
        yield Cell(profile=profile, nvme=nvme, in_group=in_group, state=state)


def row(cell: Cell) -> str:
    """The cell's line of the table, played."""
    if not cell.buildable:
        return _line((*cell.head, "no such node: a drive or a cache there needs a disk", "", ""))
    run = run_story(
        cell.story,
        seed=1,
        templates=templates(),
        progress=SilentProgress(),
        prepare=lambda cluster: _begin(cluster, cell),
    )
    if run.outcome.violations:
        raise AssertionError(f"{cell}: {run.outcome.violations}")
    ends = {goal: _last(run.log.endings, goal) for goal in ("Preflight", "Stopped", "InService")}
    return _line((*cell.head, *(ends.values())))


def _begin(cluster: Cluster, cell: Cell) -> None:
    if cell.state is not State.SQL_STOPPED:
        return
    host, clock = cluster.hosts[cell.node], cluster.world.clock
    actor = clock.spawn("somebody stops SQL Server", lambda: host.services.stop(host.services[SERVICE], force=True))
    clock.run_until(lambda: not actor.alive)


def _last(endings: Any, goal: str) -> str:
    found = [each.output for each in endings if each.output and each.output["goal"] == goal]
    if not found:
        return "–"
    code = Code(found[-1]["code"])
    return f"{found[-1]['outcome']}: [{code.value}](errors/{code.value}.md) {CATALOGUE[code].name}"


def _line(columns: tuple[str, ...]) -> str:
    return f"| {' | '.join(columns)} |"


def page(rows: list[str]) -> str:
    """The page as it should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    table = "\n".join((HEAD, "|---" * (HEAD.count("|") - 1) + "|", *rows))
    return f"{before}{BEGINS}\n{table}\n\n{ENDS}{rest.partition(ENDS)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page([row(cell) for cell in cells()]), encoding="utf-8")
