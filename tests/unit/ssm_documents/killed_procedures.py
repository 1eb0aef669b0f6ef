"""Each procedure of a host, killed at every statement that changes something, then followed by what follows there.

`python tests/unit/ssm_documents/killed_procedures.py [evacuate …] [--sample N]` kills at all of them, or at a sample,
as the suite does.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from group_procedures import GROUP_PROCEDURES
from host_procedures import HOST_PROCEDURES, Procedure
from sales_scene import SalesScene, scripts
from trial_campaign import run_campaign

from rehearsal.campaigns.kill_points import STATEMENT, Statement, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts
from rehearsal.world.windows.host import WindowsHost

PROCEDURES: Mapping[str, Procedure] = {**HOST_PROCEDURES, **GROUP_PROCEDURES}

MINUTES_BETWEEN = 10
LIMIT_OF_RUNS = 6
"""So often is a procedure started again; each run may find only what the run before could finish."""


class Followed(StrEnum):
    """What follows a kill, before the procedure is run again."""

    DELAY = "delay"
    REBOOT = "reboot"
    OBSERVE = "observe"
    """Observed while it is run again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """One trial."""

    procedure: str
    statement: Statement
    followed: Followed

    def __str__(self) -> str:
        place = f"{self.statement.script}:{self.statement.function}:{self.statement.line} ({self.statement.occurrence})"
        return f"{self.procedure} killed at {place}, then {self.followed}"


def kills_of(name: str) -> list[Kill]:
    """All of an undisturbed run of the procedure, in its order."""
    places, _ = _undisturbed(name)
    return [Kill(procedure=name, statement=place, followed=each) for place in places for each in Followed]


@cache
def _undisturbed(name: str) -> tuple[tuple[Statement, ...], dict[str, Any]]:
    """The statements that change something on the procedure's host, and its end."""
    procedure = PROCEDURES[name]
    scene = SalesScene(**procedure.scene)
    procedure.begin(scene)
    watcher = StatementWatcher(scene.world)
    node = procedure.host(scene).name
    procedure.run(scene, procedure)
    places = tuple(statement for statement in watcher.changing if statement.node == node)
    assert procedure.ended(scene), f"{name} doesn't end even when nobody kills it"
    return places, procedure.end(scene)


def problems_of(kill: Kill) -> list[str]:
    """What is wrong after the kill, what follows it, and running it again; empty: the end is that of an undisturbed
    run, and nothing was lost."""
    procedure = PROCEDURES[kill.procedure]
    place = kill.statement
    fault = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place.where, occurrence=place.occurrence)
    scene = SalesScene(fault, **{**procedure.scene, "faults_enabled": False})
    procedure.begin(scene)
    host = procedure.host(scene)
    scene.world.faults.begin()
    procedure.run(scene, procedure)
    if not scene.world.faults.injected:
        return ["the statement wasn't reached"]
    _follow(scene, kill.followed, host)
    for _ in range(LIMIT_OF_RUNS):
        if procedure.ended(scene):
            break
        procedure.run(scene, procedure)
        scene.pass_time(60)
    else:
        storage = scene.storage(scene.second)
        return [f"it doesn't end: {storage['classification']}, {storage['reasons']}"]
    found = [] if procedure.loses else [f"lost: {each}" for each in facts.data_loss(scene.second.storage)]
    end, undisturbed = procedure.end(scene), _undisturbed(kill.procedure)[1]
    return found + [
        f"{key} is {end[key]}, undisturbed {undisturbed[key]}" for key in end if end[key] != undisturbed[key]
    ]


def _follow(scene: SalesScene, followed: Followed, host: WindowsHost) -> None:
    match followed:
        case Followed.DELAY:
            scene.pass_time(60 * MINUTES_BETWEEN)
        case Followed.REBOOT:
            scene.reboot(host)
            scene.pass_time(300)
        case Followed.OBSERVE:
            scene.clock.spawn(
                "observe", host.run_script, scripts()["observe_host"], "observe_host.ps1", {},
                on_error=lambda *_: None,
            )  # fmt: skip


def main(given: Sequence[str]) -> int:
    """All of these procedures. Exit code 0 exactly when none has a problem."""
    return run_campaign(
        given,
        program="killed-procedures",
        about=__doc__,
        procedures=PROCEDURES,
        trials_of=kills_of,
        problems_of=problems_of,
        what="kills",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
