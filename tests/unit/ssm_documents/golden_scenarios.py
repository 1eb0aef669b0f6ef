"""The golden scenarios of a node's storage, each under every value of each unsure fact that it touches.

`python tests/unit/ssm_documents/golden_scenarios.py [clean-stop reboot …] [--sample N]` plays them, the suite a sample.
In none does any path remove a pool or a virtual disk, or format a volume, but where a first boot builds, or where a
proven loss is rebuilt.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from host_procedures import PLAN, storage_end
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.kernel.trace import TraceEvent
from rehearsal.world.settings import Settings
from rehearsal.world.storage import facts
from rehearsal.world.storage.hardware import unplug
from rehearsal.world.uncertain_facts import listen, settings_with, uncertain_facts

DATA, SWAP = "vol00000000000000202", "vol00000000000000204"
DESTROYS = ("virtual-disk-removed", "pool-removed", "volume-formatted", "partition-removed")
PART_S = 200.0
"""A move of 100 GiB takes 400 seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """`play` takes the scene through it, asserting what must hold on the way.

    `number`: of the twelve that were asked for; two of them are played in two ways.
    `destroys`: it builds, or gives up what was lost. `story`: the rehearsal's, where the whole workflow plays it, too.
    `otherwise`: by the value of a fact, what is played with it instead, where it leads to another end.
    """

    number: str
    says: str
    play: Callable[[SalesScene], None]
    scene: Mapping[str, Any] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    destroys: bool = False
    story: tuple[str, ...] = ()
    otherwise: Mapping[str, Callable[[SalesScene], None]] = field(default_factory=dict)


def _worked(scene: SalesScene, stem: str, **parameters: str) -> None:
    """The document succeeds, waiting a minute where the boot task has the lock; so does the worker that it starts."""
    for _ in range(6):
        answer = scene.run(scene.second, stem, **parameters)
        if answer.code != "CW3003":
            break
        scene.pass_time(60)
    assert answer.exit_code == 0, answer
    if stem in ("evacuate_cache", "restore_cache") and answer.outcome == "started":
        worker = scene.wait_for_worker(scene.second)
        assert worker["state"] == "succeeded", worker


def _there(scene: SalesScene) -> None:
    _worked(scene, "stop_sql_server")
    _worked(scene, "evacuate_cache")
    assert scene.storage(scene.second)["proof"]["evacuated"] is True


def _back(scene: SalesScene) -> None:
    for stem in ("initialize_storage", "restore_cache", "start_sql_server"):
        _worked(scene, stem)
    _serves(scene)


def _serves(scene: SalesScene) -> None:
    found = scene.observe(scene.second)
    assert [one["service"] for one in found["sql"]["instances"]] == [4]
    assert found["storage"]["classification"] == "CACHE_ON_NVME"
    assert found["storage"]["dataVolume"]["usable"]


def _new_host(scene: SalesScene) -> None:
    scene.stop_and_start(scene.second)
    scene.pass_time(300)


def _refused(scene: SalesScene, *stems: str) -> None:
    for stem in stems:
        answer = scene.run(scene.second, stem)
        assert answer.exit_code not in (0, 40, 50) and not answer.verdict["changed"], answer


def _first_boot(scene: SalesScene) -> None:
    assert scene.storage(scene.second)["classification"] == "EMPTY"
    _worked(scene, "initialize_storage", **PLAN)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]


def _reboot(scene: SalesScene) -> None:
    scene.reboot(scene.second)
    scene.pass_time(300)
    _serves(scene)


def _clean_stop(scene: SalesScene) -> None:
    _there(scene)
    _new_host(scene)
    _back(scene)


def _dirty_stop(scene: SalesScene) -> None:
    _new_host(scene)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    _worked(scene, "rebuild_storage")
    for stem in ("initialize_storage", "start_sql_server"):
        _worked(scene, stem)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def _loss_not_proven(scene: SalesScene) -> None:
    """Windows words the loss with a number that isn't taken for the proof: the pool stays as it is, for a person."""
    pool = scene.built["SALES2"].data_pool.unique_id
    _new_host(scene)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1091", False), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert pool in scene.second.storage.pools


def _data_missing(scene: SalesScene) -> None:
    """After a clean stop a data volume isn't there; a person attaches it and Windows starts again."""
    _there(scene)
    scene.detached.add(DATA)
    _new_host(scene)
    assert scene.storage(scene.second)["classification"] not in ("CACHE_LOST", "EMPTY", "EVACUATED", "CACHE_ON_NVME")
    _refused(scene, "rebuild_storage", "restore_cache", "start_sql_server")
    scene.detached.discard(DATA)
    _new_host(scene)
    _back(scene)


def _data_late(scene: SalesScene) -> None:
    """A data volume shows up 150 seconds after power-on: the boot task waits for it."""
    _there(scene)
    _new_host(scene)
    scene.pass_time(600)
    _back(scene)


def _swap_missing(scene: SalesScene) -> None:
    """SQL Server runs, and a stop can't be made safe until the Swap volume is back."""
    scene.detached.add(SWAP)
    unplug(scene.second.storage, scene.built["SALES2"].roles.swap.serial)
    _refused(scene, "evacuate_cache", "rebuild_storage")
    assert [one["service"] for one in scene.observe(scene.second)["sql"]["instances"]] == [4]
    scene.detached.discard(SWAP)
    scene.reboot(scene.second)
    scene.pass_time(300)
    _serves(scene)
    _clean_stop(scene)


def _killed_on_the_way_there(scene: SalesScene) -> None:
    """Windows dies in the middle of an evacuation, which then goes on; and in the middle of one that is turned back."""
    _worked(scene, "stop_sql_server")
    _cut(scene, "evacuate_cache")
    _there(scene)
    _worked(scene, "restore_cache")
    _cut(scene, "evacuate_cache", first="stop_sql_server")
    _worked(scene, "stop_sql_server")
    _worked(scene, "restore_cache")
    _worked(scene, "start_sql_server")
    _serves(scene)


def _killed_on_the_way_back(scene: SalesScene) -> None:
    _there(scene)
    _new_host(scene)
    _worked(scene, "initialize_storage")
    _cut(scene, "restore_cache")
    _back(scene)


def _cut(scene: SalesScene, stem: str, *, first: str | None = None) -> None:
    if first is not None:
        _worked(scene, first)
    assert scene.run(scene.second, stem).exit_code == 0
    scene.pass_time(PART_S)
    scene.second.crash()
    scene.clock.run_until(lambda: scene.second.agent_online)
    scene.pass_time(300)
    assert scene.storage(scene.second)["classification"] != "CACHE_LOST"


def _clustered(scene: SalesScene) -> None:
    """A node of a failover cluster with the other node's disks in sight; its pools stay its own."""
    _clean_stop(scene)
    pools = scene.second.storage.pools.values()
    assert not any(pool.is_clustered for pool in pools if pool.friendly_name != "SSD")


def _read_only(scene: SalesScene) -> None:
    pool = scene.built["SALES2"].data_pool
    pool.read_only_by_policy = True
    _worked(scene, "stop_sql_server")
    _refused(scene, "evacuate_cache", "rebuild_storage")
    _worked(scene, "start_sql_server")
    pool.read_only_by_policy = False
    _clean_stop(scene)


def _twice(scene: SalesScene) -> None:
    """Each script again at every step: nothing is done twice."""
    for stem in ("stop_sql_server", "evacuate_cache"):
        _again(scene, stem)
    _new_host(scene)
    for stem in ("initialize_storage", "restore_cache", "start_sql_server"):
        _again(scene, stem)
    _serves(scene)


def _again(scene: SalesScene, stem: str) -> None:
    _worked(scene, stem)
    before = storage_end(scene)
    again = scene.run(scene.second, stem)
    assert again.exit_code == 0 and not again.verdict["changed"], again
    assert storage_end(scene) == before


LATE = Fault(point="storage.attach", kind=FaultKind.LATE, seconds=150, where={"node": "SALES2", "serial": DATA})

GOLDEN: Mapping[str, Golden] = {
    "first-boot": Golden(number="G1", says="first boot", play=_first_boot, scene={"build": False}, destroys=True),
    "reboot": Golden(number="G2", says="reboot", play=_reboot, story=("os-reboot", "reboot-in-between")),
    "clean-stop": Golden(
        number="G3", says="clean stop and start", play=_clean_stop, story=("stop-and-return", "cycle")
    ),
    "cache-lost": Golden(
        number="G4",
        says="dirty stop and start: the cache is lost",
        play=_dirty_stop,
        destroys=True,
        story=("dirty-stop",),
        otherwise={"storage.lost_attach_error=48006": _loss_not_proven},
    ),
    "data-volume-missing": Golden(number="G5", says="a data volume is missing", play=_data_missing),
    "data-volume-late": Golden(
        number="G6", says="a data volume comes late", play=_data_late, faults=(LATE,), story=("volume-comes-late",)
    ),
    "swap-volume-missing": Golden(
        number="G7", says="the Swap volume is missing", play=_swap_missing, story=("swap-comes-late",)
    ),
    "killed-evacuation": Golden(
        number="G8",
        says="killed in the middle of an evacuation",
        play=_killed_on_the_way_there,
        story=("evacuation-fails",),
    ),
    "killed-restore": Golden(
        number="G8", says="killed in the middle of a restore", play=_killed_on_the_way_back, story=("restore-killed",)
    ),
    "cluster-node": Golden(
        number="G9", says="a node of a failover cluster", play=_clustered, story=("stop-and-return", "drained")
    ),
    "read-only-pool": Golden(number="G10", says="a pool that is read-only", play=_read_only),
    "one-nvme": Golden(
        number="G11",
        says="one instance-store disk, tempdb on EBS",
        play=_clean_stop,
        scene={"nvme_disks": 1},
        story=("one-nvme",),
    ),
    "four-nvme": Golden(
        number="G11", says="four instance-store disks", play=_clean_stop, scene={"nvme_disks": 4}, story=("four-nvme",)
    ),
    "repeated-scripts": Golden(number="G12", says="each script again at every step", play=_twice),
}


def facts_of(name: str) -> list[str]:
    """Each value that isn't the default of each unsure fact that the scenario asks for."""
    asked: set[str] = set()
    settings = Settings()
    listen(settings, asked.add)
    _played(name, settings)
    return [other for fact in uncertain_facts() if fact.name in asked for other in fact.others]


def problems_of(name: str, turned: str | None = None, *, compare: bool = True) -> list[str]:
    """What is wrong in the scenario with this fact turned; empty: it held, nothing was lost, the end is the same.

    `compare` False: the end isn't held against that under the defaults, which takes a play of its own.
    """
    otherwise = None if turned is None else GOLDEN[name].otherwise.get(turned)
    try:
        scene = _played(name, settings_with([] if turned is None else [turned]), otherwise)
    except AssertionError as error:
        return [f"it doesn't hold: {str(error)[:400]}"]
    if otherwise is not None:
        return []
    found = [] if GOLDEN[name].destroys else [f"lost: {each}" for each in facts.data_loss(scene.second.storage)]
    end = _end(scene)
    return found + [
        f"{key} is {end[key]}, else {had}" for key, had in _undisturbed_end(name).items() if end[key] != had
    ]


@cache
def _undisturbed_end(name: str) -> dict[str, Any]:
    return _end(_played(name, Settings()))


def _end(scene: SalesScene) -> dict[str, Any]:
    storage = scene.second.storage
    return {key: value for key, value in storage_end(scene).items() if key != "jobs"} | {
        "readable": all(storage.is_readable(space) for space in storage.virtual_disks.values())
    }


def _played(name: str, settings: Settings, otherwise: Callable[[SalesScene], None] | None = None) -> SalesScene:
    """Where a fact is `otherwise` than a procedure takes it, nothing is destroyed."""
    golden = GOLDEN[name]
    scene = SalesScene(*golden.faults, settings=settings, **golden.scene)
    begins = len(scene.world.trace.events)
    (otherwise or golden.play)(scene)
    if otherwise is not None or not golden.destroys:
        destroyed = [event.text for event in scene.world.trace.events[begins:] if _hits_the_data(scene, event)]
        assert destroyed == [], destroyed
    return scene


def _hits_the_data(scene: SalesScene, event: TraceEvent) -> bool:
    """SALES2's data pool or what it carries is removed, wiped or formatted."""
    built = scene.built["SALES2"]
    own = {built.data_disk.unique_id, built.data_pool.unique_id, "D"}
    hit = {event.facts.get(name) for name in ("virtual_disk", "pool", "letter")}
    return event.kind in DESTROYS and event.node == "SALES2" and bool(own & hit)


def sample_of(name: str, size: int | None, *, seed: int) -> list[str]:
    """Values of facts for a scenario, drawn from the seed; all of them without a size."""
    every = facts_of(name)
    return every if size is None else random.Random(f"golden/{seed}/{name}").sample(every, min(size, len(every)))


def called(text: str) -> list[str]:
    """The scenarios that a person means: one by its name, one or two by a number."""
    return [name for name, golden in GOLDEN.items() if text in (name, golden.number)]


def listed() -> str:
    """One line for each scenario."""
    width = max(map(len, GOLDEN), default=0)
    return "\n".join(f"  {golden.number:<3}  {name:<{width}}  {golden.says}" for name, golden in GOLDEN.items())


def main(given: Sequence[str]) -> int:
    """These scenarios as they are, and with their facts turned.

    Exit code 0 exactly when none has a problem, 2 where a name is none of a scenario.
    """
    parser = argparse.ArgumentParser(
        prog="golden_scenarios.py",
        description=__doc__,
        epilog=f"The scenarios:\n{listed()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="such as clean-stop or G3 [default: all]")
    parser.add_argument("--sample", type=int, help="so many values each, drawn from the seed")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(given)
    unknown = [name for name in wanted.names if not called(name)]
    if unknown:
        parser.error(f"no golden scenario is called {', '.join(map(repr, unknown))}. The scenarios:\n{listed()}")
    asked = {each for name in wanted.names for each in called(name)}
    chosen = [
        (name, turned)
        for name in GOLDEN
        if not wanted.names or name in asked
        for turned in (None, *sample_of(name, wanted.sample, seed=wanted.seed))
    ]
    bad = 0
    with ProcessPoolExecutor(2) as pool:
        results = pool.map(problems_of, [name for name, _ in chosen], [turned for _, turned in chosen])
        for (name, turned), problems in zip(chosen, results, strict=True):
            bad += bool(problems)
            for problem in problems:
                print(f"WRONG {name} with {turned or 'every default'}: {problem}", flush=True)
    print(f"{len(chosen)} golden scenarios, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
