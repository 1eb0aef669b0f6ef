"""What the owner allows, read from the instance's tags."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from cachewarden.json_reader import UnexpectedJsonError, parse_time
from cachewarden.operation.maintenance_window import MaintenanceWindow, window_from_text

MANAGED = "cachewarden:managed"
CLUSTER = "cachewarden:cluster"
ON_STOP = "cachewarden:on-stop"
ON_HEALTH = "cachewarden:on-health"
REBUILD = "cachewarden:rebuild"
RESEED = "cachewarden:reseed"
SNOOZE_UNTIL = "cachewarden:snooze-until"
CONSENT = "cachewarden:consent"
FAILBACK = "cachewarden:failback"
MAX_REDO = "cachewarden:max-redo"
MAX_AWAY = "cachewarden:max-away"
MAX_WAIT = "cachewarden:max-wait"
OUTSIDE = "cachewarden:outside"
EVACUATION = "cachewarden:evacuation"
SWAP_THROUGHPUT = "cachewarden:swap-throughput"
WINDOW = "cachewarden:window"
CALENDAR = "cachewarden:calendar"
DRAIN = "cachewarden:drain"
STATE = "cachewarden:state"
LAST_OPERATION = "cachewarden:last-operation"
LAST_ERROR = "cachewarden:last-error"
STOP_PROVEN = "cachewarden:stop-proven"

OWNER_TAGS = frozenset(
    {
        MANAGED,
        CLUSTER,
        ON_STOP,
        ON_HEALTH,
        REBUILD,
        RESEED,
        SNOOZE_UNTIL,
        CONSENT,
        FAILBACK,
        MAX_REDO,
        MAX_AWAY,
        MAX_WAIT,
        OUTSIDE,
        EVACUATION,
        SWAP_THROUGHPUT,
        WINDOW,
        CALENDAR,
        DRAIN,
    }
)
"""Those that an owner sets; the others are ours."""

OPTED_IN = "true"
"""The one value of `cachewarden:managed` that opts in: our roles' policies compare it exactly, so everything does."""
OPTED_OUT = "false"
DISPOSABLE = "cachewarden:disposable"
"""`true`: CacheWarden-RecordHostFacts may use up what is on the instance, which is never opted in."""
NOTHING_LISTED = "none"
"""What a setting of the deployment that is a list (builds of Windows, approvers) says where the list is empty."""


TRUE = "true"
RAISE = "raise"
REDO_MAX_S = 60.0
REDO_LONGEST_S = 15 * 60.0
"""The longest that a tag can allow: whoever may set tags would otherwise have writes wait for hours at a safe stop."""
AWAY_MAX_S = 4 * 3600.0
NO_WAIT_S = 0.0
WAIT_LONGEST_S = 4 * 3600.0
"""The longest that a stop may wait for its turn: a person who asked hours ago may no longer want it."""
_DURATION = re.compile(r"([0-9]{1,5})([smh])")
_UNIT_S = {"s": 1, "m": 60, "h": 3600}


class Answer(StrEnum):
    """What to do about something that could be done."""

    AUTO = "auto"
    CALENDAR = "calendar"
    """As auto, but only while the Change Calendars that the owner names are open."""
    APPROVE = "approve"
    NOTIFY = "notify"


class Evacuation(StrEnum):
    """Whether SQL Server may run while the cache leaves the NVMe disk [write-cache#move-under-load]."""

    OFFLINE = "offline"
    ONLINE = "online"


class Reseed(StrEnum):
    """How databases whose files were lost come back: by automatic seeding, or by a person from backups."""

    SEEDING = "seeding"
    BACKUP = "backup"


class NodeState(StrEnum):
    """What we write into `cachewarden:state`; permissions of a running operation hang on OPERATING."""

    OPERATING = "operating"
    STOPPED = "stopped"
    IN_SERVICE = "in-service"
    ATTENTION = "attention"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The tags' meaning; a value that isn't one of the known ones means the most careful answer.

    `misspelt`: the value of `cachewarden:managed` where it is neither `true` nor `false`.
    """

    managed: bool
    misspelt: str | None
    on_stop: Answer
    on_health: Answer
    rebuild: Answer
    reseed: Reseed
    snooze_until: datetime | None
    fail_back: bool
    """Whether groups that the node led before its stop come back to it."""
    redo_max_s: float
    """Seconds that a failover's target may still redo: as long nobody can write."""
    away_max_s: float
    """Seconds that a node may be away: so long its primaries' logs must last."""
    wait_max_s: float
    """Seconds that a stop of the node may wait while another operation works on its cluster; 0: it is refused."""
    evacuation: Evacuation
    raises_swap: bool
    """Whether the Swap volume's throughput is raised for the move of the cache, and put back afterwards."""
    window: MaintenanceWindow | None
    """When the node may be cycled ahead of maintenance that EC2 has scheduled; None: on the last day before it."""
    window_unread: str | None
    """The value of `cachewarden:window` where it names no window."""
    calendars: tuple[str, ...]
    """Names of the Change Calendars that `calendar` as an answer means; all of them must be open."""
    drain: bool
    """Whether the node is drained in its failover cluster before SQL Server stops."""
    outside: frozenset[str]
    """Computers of the failover cluster, in lower case, that its owner says aren't ours: they are never acted on."""

    def snoozed(self, now: datetime) -> bool:
        """Whether the owner asked to be left alone for the time being."""
        return self.snooze_until is not None and now < self.snooze_until


Word = TypeVar("Word", bound=StrEnum)


def policy_from_tags(tags: Mapping[str, str]) -> Policy:
    """The owner's policy: on-stop and rebuild default to auto, on-health to approve [tags#on-stop]."""
    value = tags.get(MANAGED)
    asked_window = tags.get(WINDOW)
    window = window_from_text(asked_window) if asked_window is not None else None
    return Policy(
        managed=value == OPTED_IN,
        misspelt=value if value not in (None, OPTED_IN, OPTED_OUT) else None,
        on_stop=_answer(tags.get(ON_STOP), default=Answer.AUTO, careful=Answer.NOTIFY),
        on_health=_answer(tags.get(ON_HEALTH), default=Answer.APPROVE, careful=Answer.NOTIFY),
        rebuild=_rebuild(tags.get(REBUILD)),
        reseed=_reseed(tags.get(RESEED)),
        snooze_until=_moment(tags.get(SNOOZE_UNTIL)),
        fail_back=_is(tags.get(FAILBACK), TRUE),
        redo_max_s=min(_seconds(tags.get(MAX_REDO), default=REDO_MAX_S), REDO_LONGEST_S),
        away_max_s=_seconds(tags.get(MAX_AWAY), default=AWAY_MAX_S),
        wait_max_s=min(_seconds(tags.get(MAX_WAIT), default=NO_WAIT_S), WAIT_LONGEST_S),
        evacuation=_evacuation(tags.get(EVACUATION)),
        raises_swap=_is(tags.get(SWAP_THROUGHPUT), RAISE),
        window=window,
        window_unread=asked_window if window is None else None,
        calendars=_names(tags.get(CALENDAR)),
        drain=_is(tags.get(DRAIN), TRUE),
        outside=_computers(tags.get(OUTSIDE)),
    )


def may_be_asked(tags: Mapping[str, str]) -> bool:
    """Whether our roles' policies let our functions reach a node with these tags [tags#state]."""
    return tags.get(MANAGED) == OPTED_IN or tags.get(STATE) == NodeState.OPERATING.value


def _answer(text: str | None, *, default: Answer, careful: Answer) -> Answer:
    if text is None or not text.strip():
        return default
    try:
        return Answer(text.strip().lower())
    except ValueError:
        return careful


def _rebuild(text: str | None) -> Answer:
    """A rebuild asks no calendar: it brings a node back."""
    answer = _answer(text, default=Answer.AUTO, careful=Answer.APPROVE)
    return Answer.APPROVE if answer is Answer.CALENDAR else answer


def _evacuation(text: str | None) -> Evacuation:
    asked = text is not None and text.strip().lower() == Evacuation.ONLINE.value
    return Evacuation.ONLINE if asked else Evacuation.OFFLINE


def _reseed(text: str | None) -> Reseed:
    """Nothing is seeded where the tag says something that can't be read."""
    seeds = text is None or text.strip().lower() in ("", Reseed.SEEDING.value)
    return Reseed.SEEDING if seeds else Reseed.BACKUP


def _seconds(text: str | None, *, default: float) -> float:
    """A number with its unit, `90s`, `15m` or `4h`; what can't be read is the default."""
    match = None if text is None else _DURATION.fullmatch(text.strip().lower())
    return default if match is None else float(match[1]) * _UNIT_S[match[2]]


def _is(text: str | None, word: str) -> bool:
    return text is not None and text.strip().lower() == word


def _names(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    return tuple(text.split())


def _computers(text: str | None) -> frozenset[str]:
    if text is None:
        return frozenset()
    return frozenset(text.casefold().split())


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return parse_time(text.strip())
    except UnexpectedJsonError:
        return None
