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

from rehearsal.faults import FaultError, fault_from_fields
from rehearsal.kernel.faults import Fault

FOLDER = Path(__file__).parent / "stories"
DEFAULT_STORY = "stop-and-return"


class StoryError(Exception):
    """A story file doesn't fit; the text names the file, the place and what is expected there."""


class UnknownStoryError(Exception):
    """No story has this name."""


class StepKind(StrEnum):
    """What happens to the world from outside."""

    STOP = "stop"
    """A person calls StopInstances for the node."""
    START = "start"
    """A person calls StartInstances for the node."""
    AUTOMATION = "automation"
    """An operator starts an Automation document with the node as InstanceId."""
    CHANGE_REQUEST = "change-request"
    """A person files a change request, from Change Manager's `template`, that runs `document` for the node."""
    MAINTENANCE_WINDOW = "maintenance-window"
    """Opens the window of docs/change-management.md for node and `and_also`; its cutoff is `cutoff_minutes` later."""
    CANCEL = "cancel"
    """An operator cancels the Automations that people started for the node."""
    APPROVE = "approve"
    """An approver approves what is asked for the node: by Automations that people started, or by change requests."""
    REJECT = "reject"
    """An approver rejects it."""
    OPT_IN = "opt-in"
    """A person sets the tag cachewarden:managed of the node's instance."""
    HEALTH_NOTICE = "health-notice"
    """AWS Health announces something (`notice`) for the node's instance."""
    TERMINATE = "terminate"
    """The instance is terminated by an Auto Scaling group, say: stop protection doesn't hold that."""
    EVICT = "evict"
    """A person evicts the node, which is down, from the failover cluster."""
    RESIZE = "resize"
    """A person gives the instance another type (`instance_type`); EC2 takes that of a stopped one only."""
    SHUT_DOWN = "shut-down"
    """A person shuts Windows down from inside: stop protection doesn't hold that."""
    REBOOT = "reboot"
    """Windows restarts from inside, as after patching."""
    SET_TAGS = "set-tags"
    """A person sets `tags` of the node's instance."""
    CACHE_DISK_DIES = "cache-disk-dies"
    """The instance-store disk with the node's write cache fails for good while Windows runs, with all that is on it."""
    DISABLE_SQL_SERVER = "disable-sql-server"
    """A DBA stops SQL Server and its Agent on the node, and sets both services to Disabled."""
    SEND_COMMAND = "send-command"
    """A person sends a Command document to the node, with `parameters`."""
    FORGE_TOKEN = "forge-token"
    """An administrator of the node writes `token` into its record of fencing tokens."""
    SET_CLOCK = "set-clock"
    """The node's clock is `minutes_fast` ahead of the real time from now on; negative is behind."""


NEEDED: Mapping[StepKind, str] = {
    StepKind.AUTOMATION: "document",
    StepKind.CHANGE_REQUEST: "template",
    StepKind.MAINTENANCE_WINDOW: "cutoff_minutes",
    StepKind.HEALTH_NOTICE: "notice",
    StepKind.SEND_COMMAND: "document",
    StepKind.FORGE_TOKEN: "token",
    StepKind.RESIZE: "instance_type",
    StepKind.SET_CLOCK: "minutes_fast",
    StepKind.SET_TAGS: "tags",
}
"""What a step of this kind can't be without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One deed from outside, when nothing is under way any more; with `when` or `delay`, in the middle of what is.

    `when`: a state of the workflow that is entered after the step before; `delay`: seconds after that, or, without
    `when`, after the step before.
    """

    kind: StepKind
    node: str
    and_also: tuple[str, ...] = ()
    """Further nodes that the same happens to at the same time."""
    by: str = "dba"
    document: str | None = None
    template: str | None = None
    """The change template of a change request."""
    notice: str | None = None
    """AWS Health's event type code."""
    ahead_hours: float | None = None
    """How long before it happens a notice comes; None: two weeks, as usual."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """What a person gives a document, besides the node. `{groups}`, `{replicas}`, `{databases}` and `{automatic modes}`
    stand for the ids of all of them, `{replicas on SALES3}`, `{data volumes of NEW}` and `{Swap volume of NEW}` for
    those of a node; a node's name stands for its instance."""
    tags: Mapping[str, str] | None = None
    token: int | None = None
    instance_type: str | None = None
    minutes_fast: int | None = None
    cutoff_minutes: float | None = None
    """From the opening of a maintenance window to its cutoff."""
    when: str | None = None
    delay: float | None = None

    @property
    def overlaps(self) -> bool:
        """It doesn't wait until nothing is under way."""
        return self.when is not None or self.delay is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeExpectation:
    """How a node must stand at the end; what is None isn't compared."""

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
    told: tuple[str, ...] = ()
    """Words that some message to people has, all in one."""
    automations: str | Mapping[str, str] | None = None
    """Status in which each Automation that people start must end, in Systems Manager's word; or one for each document.
    """
    nodes: Mapping[str, NodeExpectation] = field(default_factory=dict)
    outage_max_s: float | None = None
    """Seconds without commits that the whole run may have at most."""
    synchronized: bool | None = None
    """Whether every database of every replica must be SYNCHRONIZED at the end."""
    automatic_failover: bool | None = None
    """Whether every replica must be back in automatic failover mode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedInstance:
    """A further SQL Server instance on each of the cluster's nodes.

    `primary`: the node that leads its own group first; None: it holds no group. `disabled`: installed, and switched off
    by somebody. `locked_out`: nodes on which its owner has disabled the login of NT AUTHORITY\\SYSTEM.
    """

    primary: str | None = None
    disabled: bool = False
    locked_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A whole story, as its file says."""

    name: str
    intent: str
    steps: tuple[Step, ...]
    expect: Expectation
    begins: datetime = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
    nodes: tuple[str, ...] = ("SALES1", "SALES2")
    """The cluster's nodes, each in a zone of its own; the first one leads the group."""
    named_instances: Mapping[str, NamedInstance] = field(default_factory=dict)
    """Instances beside the default one, by name."""
    group: str = "sales-ag"
    """The group's name."""
    contained: bool = False
    """The group is a contained one: it has a master and an msdb of its own."""
    sql: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the model's settings of SQL Server, for all instances."""
    further_groups: int = 0
    """Groups beside the first, each led by the first node."""
    further_databases: int = 0
    """Databases dealt to these groups in turn; each has one at least."""
    instance_type: str = "r5d.4xlarge"
    """Of every node. With a single instance-store disk that one is the cache, and tempdb is on the system volume."""
    outside: tuple[str, ...] = ()
    """Further nodes of the failover cluster, with an asynchronous replica, whose instances carry none of our tags."""
    after: str | None = None
    """A story whose steps are performed first, faults left out: this one begins where that one ended."""
    behind: tuple[str, ...] = ()
    """Nodes whose replicas can't keep up from the beginning: SYNCHRONIZING, not SYNCHRONIZED."""
    write_kb_s: float | None = None
    """What the workload writes into each database's log, in KB a second; None: the model's setting."""
    not_redone_kb: Mapping[str, float] = field(default_factory=dict)
    """Node -> KB of each database's log that its replica has hardened and not redone when the story begins."""
    asynchronous: tuple[str, ...] = ()
    """Nodes whose replica commits asynchronously."""
    required_synchronized: int = 0
    """REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT of every group."""
    seeded_by_hand: bool = False
    """The group's replicas have the seeding mode MANUAL."""
    backup_runs_s: Mapping[str, float] = field(default_factory=dict)
    """Node -> seconds for which a full backup that somebody started still runs there."""
    database_on_tempdb: tuple[str, ...] = ()
    """Nodes with a database in no group, of which a file lies on the tempdb drive."""
    not_opted_in: tuple[str, ...] = ()
    """Nodes that begin without the opt-in tag and without stop protection."""
    former_bundle: tuple[str, ...] = ()
    """Nodes on which another version than the deployed one was installed."""
    built_by_hand: tuple[str, ...] = ()
    """Nodes whose storage somebody built as the published script does: CacheWarden has no inventory of it."""
    empty_pair: bool = False
    """The cluster's nodes have no Availability Group and no endpoint yet; the first one has the databases. A DBA has
    put SYSTEM into sysadmin, as CacheWarden-BuildAvailabilityGroup asks."""
    uncached: str | None = None
    """Nodes have no pool: with `none` nothing is on instance store, with `tempdb` tempdb is; databases are on EBS."""
    stand_alone: tuple[str, ...] = ()
    """Nodes beside the cluster, each alone: SQL Server with databases that no other server has."""
    launched: tuple[str, ...] = ()
    """Instances beside the cluster: Windows without SQL Server, blank volumes, no tags but the story's."""
    disposable_pair: tuple[str, ...] = ()
    """Two more: a failover cluster with the test group of docs/recording-facts.md, which the first leads."""
    tags: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Node -> further tags that its instance begins with."""
    windows: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the model's settings of Windows, for all nodes."""
    volumes: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the model's settings of how EBS modifies volumes."""
    calendars: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Change Calendar -> when it is closed, each from and until in hours after the story's beginning."""
    volume_roles: tuple[str, ...] = ()
    """Nodes whose EBS volumes are tagged with what they are for (`cachewarden:role`)."""
    online_builds: tuple[str, ...] = ()
    """Builds of Windows for which an evacuation while SQL Server runs was recorded. The nodes' own is 20348."""
    faults: tuple[Fault, ...] = ()
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
    shape = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    try:
        return _story(name, shape)
    except (TypeError, ValueError, KeyError, FaultError) as error:
        raise StoryError(f"{path.name}: {error}") from error


def _story(name: str, shape: dict[str, Any]) -> Story:
    expect = dict(shape["expect"])
    nodes = {node: NodeExpectation(**facts) for node, facts in expect.pop("nodes", {}).items()}
    actions = expect.pop("actions", None)
    told = tuple(expect.pop("told", ()))
    settings: dict[str, Any] = {}
    if "nodes" in shape:
        settings["nodes"] = tuple(shape["nodes"])
    if "begins" in shape:
        settings["begins"] = datetime.fromisoformat(shape["begins"])
    if "instance_type" in shape:
        settings["instance_type"] = shape["instance_type"]
    if "limit_hours" in shape:
        settings["limit_hours"] = float(shape["limit_hours"])
    return Story(
        name=name,
        intent=" ".join(shape["intent"].split()),
        steps=tuple(_step(step, first=not number) for number, step in enumerate(shape["steps"])),
        expect=Expectation(nodes=nodes, actions=None if actions is None else tuple(actions), told=told, **expect),
        after=shape.get("after"),
        uncached=shape.get("uncached"),
        behind=tuple(shape.get("behind", ())),
        write_kb_s=shape.get("write_kb_s"),
        not_redone_kb=shape.get("not_redone_kb", {}),
        asynchronous=tuple(shape.get("asynchronous", ())),
        required_synchronized=shape.get("required_synchronized", 0),
        seeded_by_hand=shape.get("seeded_by_hand", False),
        backup_runs_s=shape.get("backup_runs_s", {}),
        database_on_tempdb=tuple(shape.get("database_on_tempdb", ())),
        not_opted_in=tuple(shape.get("not_opted_in", ())),
        named_instances={
            instance: NamedInstance(**{**facts, "locked_out": tuple(facts.get("locked_out", ()))})
            for instance, facts in shape.get("named_instances", {}).items()
        },
        group=shape.get("group", "sales-ag"),
        contained=shape.get("contained", False),
        sql=shape.get("sql", {}),
        further_groups=shape.get("further_groups", 0),
        further_databases=shape.get("further_databases", 0),
        outside=tuple(shape.get("outside", ())),
        former_bundle=tuple(shape.get("former_bundle", ())),
        built_by_hand=tuple(shape.get("built_by_hand", ())),
        empty_pair=shape.get("empty_pair", False),
        stand_alone=tuple(shape.get("stand_alone", ())),
        launched=tuple(shape.get("launched", ())),
        disposable_pair=tuple(shape.get("disposable_pair", ())),
        tags=shape.get("tags", {}),
        windows=shape.get("windows", {}),
        volumes=shape.get("volumes", {}),
        calendars={
            name: tuple((float(since), float(until)) for since, until in closed)
            for name, closed in shape.get("calendars", {}).items()
        },
        volume_roles=tuple(shape.get("volume_roles", ())),
        online_builds=tuple(shape.get("online_builds", ())),
        faults=tuple(fault_from_fields(fault) for fault in shape.get("faults", ())),
        **settings,
    )


def _step(shape: dict[str, Any], *, first: bool) -> Step:
    rest = dict(shape)
    kinds = [kind for kind in StepKind if kind.value in rest]
    if len(kinds) != 1:
        raise ValueError(f"step {shape} needs exactly one of {', '.join(StepKind)}")
    others = tuple(rest.pop("and_also", ()))
    step = Step(kind=kinds[0], node=rest.pop(kinds[0].value), and_also=others, **rest)
    needed = NEEDED.get(step.kind)
    if needed is not None and getattr(step, needed) is None:
        raise ValueError(f"step {shape} needs {needed}")
    if first and step.overlaps:
        raise ValueError(f"step {shape}: nothing is under way before the first step")
    return step
