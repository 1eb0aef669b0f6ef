"""Each write of a state file in each procedure of a host fails: for a moment or for good, held open or on a full C:.

Whatever fails, nothing is lost, the first answer that isn't a success names the file, SQL Server can be started while
it still fails, and no service is left Manual without the boot task that starts it. Once nothing fails any more the
procedure comes to its undisturbed end.

`python tests/unit/ssm_documents/failed_writes.py [evacuate …] [--sample N]` lets all of them fail, or a sample.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from host_procedures import HOST_PROCEDURES, NOTHING_TO_BUILD, Procedure
from sales_scene import SalesScene
from trial_campaign import run_campaign

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts
from rehearsal.world.windows.files.open_files import OpenFile
from rehearsal.world.windows.system.services import ServiceState, StartMode

WRITE = re.compile(r"C:\\ProgramData\\CacheWarden\\(\w+)\.json\.new")
RUNS = 6
MOMENT_S = 3.0
"""A scanner's look at a file; Save-CwFile tries for five seconds."""
ENGINE = "MSSQLSERVER"
REASONS = ("could not be replaced", "There is not enough space on the disk")
FAILED_TASK = re.compile(r"(worker|boot_task): CW\d{4} (?!done|already|started)")


STARTED_BY_OTHERS = {
    "install": "it stops nothing",
    "uninstall": "it stops nothing",
    "adopt": "it begins without an inventory",
    "adopt a change": "the drive's letter is another until it is adopted",
}
"""Procedures during which nobody starts SQL Server by the document, and why."""

STARTED_BY_BOOT = ("boot", "boot on a new host")
"""Procedures in which the boot task has started SQL Server by itself."""


class How(StrEnum):
    """What goes wrong with a write."""

    HELD_FOR_A_MOMENT = "held for a moment"
    HELD = "held for good"
    FULL_ONCE = "no room once"
    FULL = "no room for good"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The `occurrence`-th write of a state file; `replaces`: there was one already, that somebody can hold."""

    file: str
    occurrence: int
    replaces: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One write that fails."""

    procedure: str
    place: Place
    how: How

    def __str__(self) -> str:
        return f"{self.procedure}: {self.place.file}.json ({self.place.occurrence}) {self.how}"


def _automatic(scene: SalesScene) -> None:
    scene.second.services[ENGINE].start_mode = StartMode.AUTOMATIC


def _installed_automatic(scene: SalesScene) -> None:
    _automatic(scene)
    assert scene.run(scene.second, "install_host").exit_code == 0
    assert scene.second.services[ENGINE].start_mode is StartMode.MANUAL


PROCEDURES: Mapping[str, Procedure] = {
    **HOST_PROCEDURES,
    # Only where SQL Server started with Windows before does a record matter.
    "install": replace(HOST_PROCEDURES["install"], begin=_automatic),
    "uninstall": replace(HOST_PROCEDURES["uninstall"], begin=_installed_automatic, scene={"install": False}),
}


class Watcher:
    """Sees each write of a state file on SALES2, and lets one fail."""

    def __init__(self, scene: SalesScene, trial: Trial | None) -> None:
        self.scene, self.trial = scene, trial
        self.places: list[Place] = []
        self.reached = False
        self._counts: dict[str, int] = {}
        self._held: OpenFile | None = None
        scene.world.faults.observers.append(self._see)

    def _see(self, point: str, context: Mapping[str, Any]) -> None:
        found = WRITE.fullmatch(context.get("path", "")) if point == "files.write" else None
        if found is None or context["node"] != "SALES2":
            return
        name = found[1]
        self._counts[name] = self._counts.get(name, 0) + 1
        path = context["path"].removesuffix(".new")
        place = Place(file=name, occurrence=self._counts[name], replaces=self.scene.second.files.exists(path))
        self.places.append(place)
        if self.trial is not None and not self.reached and place == self.trial.place:
            self.reached = True
            self._fail(path)

    def _fail(self, path: str) -> None:
        assert self.trial is not None
        match self.trial.how:
            case How.FULL_ONCE | How.FULL:
                self.scene.world.faults.enabled = True
            case How.HELD:
                self._held = self.scene.second.files.hold(path)
            case How.HELD_FOR_A_MOMENT:
                self._held = self.scene.second.files.hold(path)
                self.scene.clock.call_later(MOMENT_S, self._held.close)

    def end(self) -> None:
        """Nothing fails any more."""
        self.scene.world.faults.enabled = False
        if self._held is not None:
            self._held.close()
        self.scene.world.faults.observers.remove(self._see)


def _begun(name: str, trial: Trial | None) -> tuple[SalesScene, Watcher]:
    full = Fault(
        point="files.write", kind=FaultKind.FAIL, where={"node": "SALES2", "letter": "C"},
        count=1 if trial is not None and trial.how is How.FULL_ONCE else 1_000_000,
    )  # fmt: skip
    procedure = PROCEDURES[name]
    scene = SalesScene(full, **{**procedure.scene, "faults_enabled": False})
    procedure.begin(scene)
    watcher = Watcher(scene, trial)
    if trial is not None and trial.how is How.FULL_ONCE:
        # Counted from the write that fails on, whatever was written before.
        scene.world.faults.planned = (
            replace(full, where={"node": "SALES2", "path": _new(trial.place.file)}, occurrence=trial.place.occurrence),
        )
    scene.world.faults.begin()
    scene.world.faults.enabled = trial is not None and trial.how is How.FULL_ONCE
    return scene, watcher


def _new(file: str) -> str:
    return rf"C:\ProgramData\CacheWarden\{file}.json.new"


@cache
def undisturbed(name: str) -> tuple[tuple[Place, ...], dict[str, Any]]:
    """The writes of an undisturbed run, and its end."""
    scene, watcher = _begun(name, None)
    PROCEDURES[name].run(scene, PROCEDURES[name])
    watcher.end()
    assert PROCEDURES[name].ended(scene), f"{name} doesn't end even when nothing fails"
    return tuple(watcher.places), PROCEDURES[name].end(scene)


def trials_of(name: str) -> list[Trial]:
    """Each write of an undisturbed run, in each way."""
    return [
        Trial(procedure=name, place=place, how=how)
        for place in undisturbed(name)[0]
        for how in How
        if place.replaces or how not in (How.HELD, How.HELD_FOR_A_MOMENT)
    ]


def problems_of(trial: Trial) -> list[str]:
    """What is wrong while it fails, and after it; empty where nothing is."""
    procedure = PROCEDURES[trial.procedure]
    scene, watcher = _begun(trial.procedure, trial)
    answers, events = _listen(scene), scene.second.events.entries
    before = len(events)
    procedure.run(scene, procedure)
    if not watcher.reached:
        return ["the write wasn't reached"]
    ends = [entry.message for entry in events[before:] if FAILED_TASK.match(entry.message)]
    found = _while_it_fails(scene, trial, answers, ends)
    watcher.end()
    for _ in range(RUNS):
        if procedure.ended(scene):
            break
        procedure.run(scene, procedure)
        scene.pass_time(60)
    else:
        return [*found, f"it doesn't end: {scene.storage(scene.second)['classification']}"]
    if not procedure.loses:
        found += [f"lost: {each}" for each in facts.data_loss(scene.second.storage)]
    end, expected = procedure.end(scene), undisturbed(trial.procedure)[1]
    return found + [f"{key} is {end[key]}, undisturbed {expected[key]}" for key in end if end[key] != expected[key]]


def _listen(scene: SalesScene) -> list[dict[str, Any]]:
    """Verdicts of all documents that run from now on."""
    answers: list[dict[str, Any]] = []
    run_raw = scene.run_raw

    def heard(*args: Any) -> Any:
        result = run_raw(*args)
        answers.append({**json.loads(result.stdout.splitlines()[-1]), "exit": result.exit_code})
        return result

    scene.run_raw = heard  # type: ignore[method-assign]
    return answers


def _while_it_fails(
    scene: SalesScene, trial: Trial, answers: Sequence[Mapping[str, Any]], ends: Sequence[str]
) -> list[str]:
    found = []
    told = [f"{each['code']} {each['message']}" for each in answers if each["exit"] != 0] + [*ends]
    if told and not any(reason in told[0] for reason in REASONS):
        found.append(f"it doesn't say why: {told[0]}")
    if told and trial.how in (How.HELD_FOR_A_MOMENT, How.FULL_ONCE):
        found.append(f"what is over in a moment ends it: {told[0]}")
    boot = scene.second.tasks.get("CacheWarden-Boot")
    if scene.cluster is None or PROCEDURES[trial.procedure].loses:
        return found
    manual = scene.second.services[ENGINE].start_mode is StartMode.MANUAL
    if manual and (boot is None or not boot.enabled):
        found.append("SQL Server is Manual without a boot task")
    if trial.procedure in STARTED_BY_OTHERS:
        return found
    if trial.procedure not in STARTED_BY_BOOT:
        scene.run_raw(scene.second, "start_sql_server", {
            **{f"SSM_{name}": value for name, value in NOTHING_TO_BUILD.items()},
            "SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_NotAfter": scene.soon(),
        })  # fmt: skip
    if scene.second.services[ENGINE].state is not ServiceState.RUNNING:
        found.append(f"SQL Server stays down: {answers[-1]['code']} {answers[-1]['message']}")
    return found


def main(given: Sequence[str]) -> int:
    """All of these procedures. Exit code 0 exactly when none has a problem."""
    return run_campaign(
        given,
        program="failed-writes",
        about=__doc__,
        procedures=PROCEDURES,
        trials_of=trials_of,
        problems_of=problems_of,
        what="writes that failed",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
