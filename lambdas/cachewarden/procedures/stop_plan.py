"""The plan of a stop and of the way back, with what each step takes at least. For reports: nothing decides by it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cachewarden.evidence.group_views import candidates
from cachewarden.operation.actions import Action
from cachewarden.operation.policy import Evacuation
from cachewarden.operation.timing import (
    CACHE_MOVE_S_PER_GIB,
    EVACUATION_FINISHES_S,
    GIB,
    USUAL_DURATION_S,
    Pace,
    Work,
    cache_move_s,
    lower_bound_s,
)
from cachewarden.procedures.online_move import why_offline
from cachewarden.procedures.situation import Situation

UNKNOWN = "not known"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStep:
    """One act. `seconds`: what it takes at least; None where that isn't known. `node`: where it runs."""

    action: str
    node: str
    seconds: float | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopPlan:
    """`stop` until the instance is stopped, `back` until it serves again.

    `write_outage_s`: how long nothing can be written; None where that isn't known. `other_copies`: replicas that the
    least replicated group has on other nodes; None where the node is in no group. `one_copy_less_s`: from the moment
    that the node's databases stop until SQL Server runs again, besides the time that the instance stays stopped; None
    likewise.
    """

    stop: tuple[PlannedStep, ...]
    back: tuple[PlannedStep, ...]
    write_outage_s: float | None
    other_copies: int | None
    one_copy_less_s: float | None
    pace: str
    """What the times of the cache's moves rest on."""


def stop_plan(situation: Situation) -> StopPlan:
    """What a planned stop would do now. Only for a node that has reported."""
    pace = Pace()
    failovers = tuple(_failovers(situation, pace))
    down = tuple(_down(situation, pace))
    up = tuple(_up(situation, pace))
    # From SQL Server's stop on; without a write cache it goes down with Windows.
    names = [step.action for step in down]
    ends = Action.STOP_INSTANCE if _uncached(situation) else Action.STOP_SQL_SERVER
    away = _sum(step.seconds for step in (*down[names.index(ends.value) :], *up[:2]))
    grouped = bool(situation.node_groups)
    return StopPlan(
        stop=(*_before(situation), *failovers, *_drain(situation), *down),
        back=(*up, *_after(situation, failovers)),
        write_outage_s=_sum(step.seconds for step in failovers) if grouped else away,
        other_copies=min((len(view.group.replicas) - 1 for view in situation.node_groups), default=None),
        one_copy_less_s=away,
        pace=_pace_told(situation),
    )


def _before(situation: Situation) -> Iterator[PlannedStep]:
    if situation.node_groups:
        yield _act(Action.HOLD_REPLICA_MODES, _leaders(situation), "no automatic failover happens meanwhile")


def _after(situation: Situation, failovers: tuple[PlannedStep, ...]) -> Iterator[PlannedStep]:
    if situation.node_groups:
        led = ", ".join(dict.fromkeys(step.node for step in failovers)) or _leaders(situation)
        yield _act(Action.RESTORE_REPLICA_MODES, led, "they are as they were before")


def _drain(situation: Situation) -> Iterator[PlannedStep]:
    if situation.policy.drain:
        yield _act(Action.DRAIN_CLUSTER_NODE, _name(situation), "the tag cachewarden:drain asks for it")


def _down(situation: Situation, pace: Pace) -> tuple[PlannedStep, ...]:
    name, move_s = _name(situation), _move_s(situation)
    sql_stop = _act(Action.STOP_SQL_SERVER, name, "the node's databases aren't served by it from here on")
    evacuation = _step(
        Action.EVACUATE_CACHE.value,
        name,
        None if move_s is None else move_s + EVACUATION_FINISHES_S,
        "the whole cache is copied to the Swap volume, whatever it holds, and that is proven",
    )
    stopping = _step("StopInstance", name, pace.instance_stop_s, "EC2 stops the instance; its NVMe disks are lost")
    if _uncached(situation):
        return (stopping,)
    if situation.policy.evacuation is Evacuation.ONLINE and why_offline(situation) is None:
        return evacuation, sql_stop, stopping
    return sql_stop, evacuation, stopping


def _up(situation: Situation, pace: Pace) -> tuple[PlannedStep, ...]:
    name = _name(situation)
    if _uncached(situation):
        return (_step("StartInstance", name, pace.instance_boot_s, "EC2 starts it, and Windows starts SQL Server"),)
    return (
        _step("StartInstance", name, pace.instance_boot_s, "EC2 starts it, Windows boots, the agent answers"),
        _act(Action.START_SQL_SERVER, name, "SQL Server runs with its cache on EBS, and the databases catch up"),
        _step(
            Action.RESTORE_CACHE.value, name, _move_s(situation), "the cache moves back to NVMe while SQL Server runs"
        ),
    )


def _uncached(situation: Situation) -> bool:
    """Whether nothing has to move, and SQL Server goes down and comes up with Windows."""
    storage = situation.host.storage
    return storage is not None and storage.uncached


def _name(situation: Situation) -> str:
    return situation.host.computer.upper()


def _move_s(situation: Situation) -> float | None:
    storage = situation.host.storage
    if storage is None or not storage.write_cache_bytes:
        return None
    speed = situation.evidence.move_speed
    if speed is None or speed.bytes_per_s is None:
        return cache_move_s(storage.write_cache_bytes)
    work = Work(cache_bytes_moved=storage.write_cache_bytes)
    return lower_bound_s(work, Pace(cache_move_s_per_gib=GIB / speed.bytes_per_s))


def _pace_told(situation: Situation) -> str:
    if _uncached(situation):
        return "Nothing has to move: the node has no write cache."
    speed = situation.evidence.move_speed
    if speed is not None and speed.bytes_per_s is not None:
        return speed.told
    why = f" ({speed.told})" if speed is not None else ""
    return (
        f"How fast this node's cache moves isn't known{why}: the plan takes {CACHE_MOVE_S_PER_GIB:g} seconds per GiB, "
        "as measured on r5d.4xlarge."
    )


def _failovers(situation: Situation, pace: Pace) -> Iterator[PlannedStep]:
    for view in situation.led_groups:
        bound_s, spared = situation.policy.redo_max_s, situation.spared
        found = candidates(view, situation.node, situation.partners, redo_max_s=bound_s, spared=spared)
        best = next((one for one in found if one.obstacle is None), None)
        if best is None:
            told = f"no replica of {view.name} could take over now"
            yield _step(Action.FAIL_OVER_AVAILABILITY_GROUPS.value, UNKNOWN, None, told)
            continue
        took = None if best.redo_s is None else pace.failover_s + best.redo_s
        told = f"{view.name} goes to {best.server}; nothing can be written to it meanwhile"
        yield _step(Action.FAIL_OVER_AVAILABILITY_GROUPS.value, best.server, took, told)


def _leaders(situation: Situation) -> str:
    """The servers on which modes are changed: those that lead the node's groups now."""
    servers = [view.server_on(view.primary_id) or UNKNOWN for view in situation.node_groups]
    return ", ".join(dict.fromkeys(servers))


def _act(action: Action, node: str, why: str) -> PlannedStep:
    return _step(action.value, node, float(USUAL_DURATION_S[action]), why)


def _step(action: str, node: str, seconds: float | None, why: str) -> PlannedStep:
    return PlannedStep(action=action, node=node, seconds=seconds, why=why)


def _sum(seconds: Iterable[float | None]) -> float | None:
    """None as soon as one isn't known: a sum of the rest would read as all of it."""
    total = 0.0
    for each in seconds:
        if each is None:
            return None
        total += each
    return total
