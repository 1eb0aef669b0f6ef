"""A story: what people and AWS do to a cluster, what goes wrong meanwhile, and how it must end. Stories are data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "stories"
DEFAULT_STORY = "stop-and-return"


class StoryError(Exception):
    """A story file doesn't fit; the text names the file, the place and what is expected there."""


class UnknownStoryError(Exception):
    """No story has this name."""


class StepKind(StrEnum):
    """What somebody or something does to the world from outside."""

    STOP = "stop"
    """A person calls StopInstances for the node."""
    START = "start"
    """A person calls StartInstances for the node."""
    AUTOMATION = "automation"
    """An operator starts an Automation document with the node as InstanceId."""
    SHUT_DOWN = "shut-down"
    """Somebody shuts Windows down from inside: stop protection doesn't hold that."""
    REBOOT = "reboot"
    """Windows restarts from inside, as after patching."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One deed from outside; the run goes on to the next only when nothing is under way any more."""

    kind: StepKind
    node: str
    and_also: tuple[str, ...] = ()
    """Further nodes that the same happens to at the same time."""
    by: str = "dba"
    document: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedFault:
    """What goes wrong, as `rehearsal.world.faults.Fault` names it; `where` narrows the place."""

    point: str
    kind: str
    occurrence: int = 1
    count: int = 1
    where: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    after: float = 0.0
    error: str | None = None


class Interference(StrEnum):
    """What comes in between while an operation is under way."""

    REBOOT = "reboot"
    """Windows restarts on the node."""
    ABORT = "abort"
    """The workflow's execution is aborted, as by StopExecution or a lost region."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meanwhile:
    """`do` happens once, `after_s` seconds after the workflow has decided on action `when` for the nth time."""

    do: Interference
    when: str
    occurrence: int = 1
    after_s: float = 0.0
    node: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeExpectation:
    """How a node must stand at the end; what is None isn't looked at."""

    state: str | None = None
    protected: bool | None = None
    role: str | None = None
    cache: str | None = None
    """Where the write cache's extents are: `nvme`, `swap` or `lost`."""
    sql: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The outcome that a story must have: the command's exit code says whether it came about."""

    outcome: str
    goal: str | None
    code: str | None = None
    actions: tuple[str, ...] | None = None
    notified: bool = False
    nodes: Mapping[str, NodeExpectation] = field(default_factory=dict)
    synchronized: bool | None = None
    """Whether every database of every replica must be SYNCHRONIZED at the end."""
    automatic_failover: bool | None = None
    """Whether every replica must be back in automatic failover mode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A whole story, as its file says."""

    name: str
    intent: str
    steps: tuple[Step, ...]
    expect: Expectation
    begins: datetime = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
    after: str | None = None
    """A story whose steps are played first, faults left out: this one begins where that one ended."""
    behind: tuple[str, ...] = ()
    """Nodes whose replicas can't keep up from the beginning: SYNCHRONIZING, not SYNCHRONIZED."""
    faults: tuple[PlannedFault, ...] = ()
    meanwhile: tuple[Meanwhile, ...] = ()
    abort_after_each_of: str | None = None
    """Name of a story that is played once for each of its actions, the execution aborted after that action."""
    limit_hours: float = 12


def story_names() -> tuple[str, ...]:
    """Names of all stories, the default first."""
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return (DEFAULT_STORY, *(name for name in names if name != DEFAULT_STORY))


@cache
def load_story(name: str) -> Story:
    """The story called `name`. Raises `UnknownStoryError`, or `StoryError` for a file that doesn't fit."""
    path = FOLDER / f"{name}.yaml"
    if name not in story_names():
        raise UnknownStoryError(name)
    shape = yaml.safe_load(path.read_text("utf-8"))
    try:
        return _story(name, shape)
    except (TypeError, ValueError, KeyError) as error:
        raise StoryError(f"{path.name}: {error}") from error


def _story(name: str, shape: dict[str, Any]) -> Story:
    expect = dict(shape["expect"])
    nodes = {node: NodeExpectation(**facts) for node, facts in expect.pop("nodes", {}).items()}
    actions = expect.pop("actions", None)
    settings: dict[str, Any] = {}
    if "begins" in shape:
        settings["begins"] = datetime.fromisoformat(shape["begins"])
    if "limit_hours" in shape:
        settings["limit_hours"] = float(shape["limit_hours"])
    return Story(
        name=name,
        intent=" ".join(shape["intent"].split()),
        steps=tuple(_step(step) for step in shape["steps"]),
        expect=Expectation(nodes=nodes, actions=None if actions is None else tuple(actions), **expect),
        after=shape.get("after"),
        behind=tuple(shape.get("behind", ())),
        faults=tuple(PlannedFault(**fault) for fault in shape.get("faults", ())),
        meanwhile=tuple(_meanwhile(one) for one in shape.get("meanwhile", ())),
        abort_after_each_of=shape.get("abort_after_each_of"),
        **settings,
    )


def _meanwhile(shape: dict[str, Any]) -> Meanwhile:
    return Meanwhile(do=Interference(shape["do"]), **{key: value for key, value in shape.items() if key != "do"})


def _step(shape: dict[str, Any]) -> Step:
    rest = dict(shape)
    kinds = [kind for kind in StepKind if kind.value in rest]
    if len(kinds) != 1:
        raise ValueError(f"step {shape} needs exactly one of {', '.join(StepKind)}")
    others = tuple(rest.pop("and_also", ()))
    return Step(kind=kinds[0], node=rest.pop(kinds[0].value), and_also=others, **rest)
