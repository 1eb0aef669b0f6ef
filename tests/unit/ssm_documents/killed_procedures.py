"""Each storage procedure, killed at every statement that changes something, then followed by what follows in the field.

`python tests/unit/ssm_documents/killed_procedures.py` kills at all of them; the suite draws a sample from the seed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from sales_scene import DRIVES, NOTHING_TO_BUILD, SalesScene, scripts

from rehearsal.campaigns.kill_points import STATEMENT, Statement, StatementWatcher
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip
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
class Procedure:
    """`begin` brings a scene to where it may run; `documents` are run in order; the end is what `ended` says."""

    begin: Callable[[SalesScene], None]
    documents: tuple[str, ...]
    ended: Callable[[SalesScene], bool]
    built: bool = True
    loses: bool = False
    """The procedure itself gives up what was lost before."""


def _quiet(scene: SalesScene) -> None:
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0


def _on_swap(scene: SalesScene) -> None:
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0


def _lost(scene: SalesScene) -> None:
    scene.stop_and_start(scene.second)
    scene.pass_time(300)


def _nothing(scene: SalesScene) -> None:
    del scene


def _is(classification: str) -> Callable[[SalesScene], bool]:
    return lambda scene: scene.storage(scene.second)["classification"] == classification


def _serves(running: bool) -> Callable[[SalesScene], bool]:
    wanted = 4 if running else 1

    def ended(scene: SalesScene) -> bool:
        instances = scene.observe(scene.second)["sql"]["instances"]
        return [(one["service"], one["agent"]) for one in instances] == [(wanted, wanted)]

    return ended


PROCEDURES = {
    # After a reboot SQL Server runs again: that it is stopped belongs to the procedure.
    "evacuate": Procedure(begin=_nothing, documents=("stop_sql_server", "evacuate_cache"), ended=_is("EVACUATED")),
    "restore": Procedure(begin=_on_swap, documents=("restore_cache",), ended=_is("CACHE_ON_NVME")),
    "build": Procedure(begin=_nothing, documents=("initialize_storage",), ended=_is("CACHE_ON_NVME"), built=False),
    "rebuild": Procedure(
        begin=_lost, documents=("rebuild_storage", "initialize_storage"), ended=_is("CACHE_ON_NVME"), loses=True
    ),
    "stop": Procedure(begin=_nothing, documents=("stop_sql_server",), ended=_serves(False)),
    "start": Procedure(begin=_quiet, documents=("start_sql_server",), ended=_serves(True)),
}


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
    scene = _scene(PROCEDURES[name])
    PROCEDURES[name].begin(scene)
    watcher = StatementWatcher(scene.world)
    _run(scene, PROCEDURES[name])
    assert PROCEDURES[name].ended(scene), f"{name} doesn't end even when nobody kills it"
    places = [statement for statement in watcher.changing if statement.node == "SALES2"]
    return [Kill(procedure=name, statement=place, followed=each) for place in places for each in Followed]


def problems_of(kill: Kill) -> list[str]:
    """What is wrong after the kill, what follows it, and running it again; empty: the end is that of an undisturbed
    run, and nothing was lost."""
    procedure = PROCEDURES[kill.procedure]
    place = kill.statement
    fault = Fault(point=STATEMENT, kind=FaultKind.KILL, where=place.where, occurrence=place.occurrence)
    scene = _scene(procedure, fault)
    scene.world.faults.enabled = False
    procedure.begin(scene)
    scene.world.faults.begin()
    _run(scene, procedure)
    if not scene.world.faults.injected:
        return ["the statement wasn't reached"]
    _follow(scene, kill.followed)
    for _ in range(LIMIT_OF_RUNS):
        if _settled(scene, procedure):
            break
        _run(scene, procedure)
        scene.pass_time(60)
    else:
        storage = scene.storage(scene.second)
        return [f"it doesn't end: {storage['classification']}, {storage['reasons']}"]
    found = [] if procedure.loses else [f"lost: {each}" for each in facts.data_loss(scene.second.storage)]
    end, undisturbed = _end_of(scene), _undisturbed_end(kill.procedure)
    return found + [
        f"{key} is {end[key]}, undisturbed {undisturbed[key]}" for key in end if end[key] != undisturbed[key]
    ]


@cache
def _undisturbed_end(name: str) -> dict[str, Any]:
    scene = _scene(PROCEDURES[name])
    PROCEDURES[name].begin(scene)
    _run(scene, PROCEDURES[name])
    return _end_of(scene)


def _scene(procedure: Procedure, *faults: Fault) -> SalesScene:
    return SalesScene(*faults, build=procedure.built)


def _run(scene: SalesScene, procedure: Procedure) -> None:
    """All documents in order, and the worker to its end."""
    for stem in procedure.documents:
        fencing = {
            "SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_Consent": "none",
            "SSM_NotAfter": scene.soon(),
        }  # fmt: skip
        given = {f"SSM_{name}": value for name, value in _parameters(procedure).items()}
        scene.run_raw(scene.second, stem, fencing | given)
    task = scene.second.tasks.get("CacheWarden-Worker")
    if task is not None:
        scene.clock.run_until(lambda: not task.running)


def _parameters(procedure: Procedure) -> dict[str, str]:
    return NOTHING_TO_BUILD if procedure.built else PLAN


def _follow(scene: SalesScene, followed: Followed) -> None:
    match followed:
        case Followed.DELAY:
            scene.pass_time(60 * MINUTES_BETWEEN)
        case Followed.REBOOT:
            scene.reboot(scene.second)
            scene.pass_time(300)
        case Followed.OBSERVE:
            scene.clock.spawn(
                "observe", scene.second.run_script, scripts()["observe_host"], "observe_host.ps1", {},
                on_error=lambda *_: None,
            )  # fmt: skip


def _settled(scene: SalesScene, procedure: Procedure) -> bool:
    return procedure.ended(scene) and not _half_built(scene)


def _half_built(scene: SalesScene) -> bool:
    return bool(scene.file(scene.second, "inventory")["building"])


def _end_of(scene: SalesScene) -> dict[str, Any]:
    """What must be the same however often it was begun."""
    storage = scene.storage(scene.second)
    inventory = scene.file(scene.second, "inventory")
    return {
        "classification": storage["classification"],
        "proof": storage["proof"]["evacuated"],
        "drive": storage["dataVolume"],
        "tempdb drive": storage["tempdbVolume"],
        "members": sorted((member["role"], member["usage"]) for member in storage["members"]),
        "missing": storage["missing"],
        "jobs": [job for job in storage["jobs"] if job["state"] < 7],
        "pools": len(scene.second.storage.pools),
        "virtual disks": len(scene.second.storage.virtual_disks),
        "roles of the inventory": sorted(
            (member["role"], member["serial"]) for member in inventory["members"] if member["role"] != "cache"
        ),
    }


def sample_of(kills: Sequence[Kill], size: int, *, seed: int) -> list[Kill]:
    """Drawn from the seed, in their order."""
    drawn = random.Random(f"killed-procedures/{seed}").sample(range(len(kills)), size)
    return [kills[number] for number in sorted(drawn)]


def main(names: Sequence[str]) -> int:
    """All of these procedures. Exit code 0 exactly when none has a problem."""
    kills = [kill for name in names or PROCEDURES for kill in kills_of(name)]
    bad = 0
    with ProcessPoolExecutor(2) as pool:
        for number, (kill, problems) in enumerate(zip(kills, pool.map(problems_of, kills), strict=True), start=1):
            bad += bool(problems)
            for problem in problems:
                print(f"UNSAFE {kill}: {problem}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(kills)}, {bad} unsafe", file=sys.stderr)
    print(f"{len(kills)} kills, {bad} unsafe")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
